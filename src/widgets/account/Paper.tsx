/**
 * Text on paper as it will be printed: a name, and parts with titles. It is light in both colour
 * schemes. For its owner it can be changed part by part, and says what could still be on it.
 */

import { Link } from 'react-router-dom'
import Type from 'typebox'
import { useHref } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { Heading, below, inCard } from '#widgets/parts/Heading.tsx'
import { PaperSheet } from '#widgets/drawings/PaperText.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { PaperHistory } from './PaperHistory.tsx'
import { PaperLooks } from './PaperLooks.tsx'
import { Gaps, Hidden as HiddenParts, PaperNext } from './PaperNext.tsx'
import { PaperHints } from './PaperHints.tsx'
import { PaperOrder } from './PaperOrder.tsx'
import { Footpath, Pencil, Sheet } from './PaperParts.tsx'
import * as of from './paperprops.ts'
import { queryOfPart, type Place } from './parturl.ts'
import { usePaperEdits } from './usePaperEdits.ts'
import css from './Paper.module.css'
import '../print.css'

export const Props = Type.Object(
  {
    name: Type.String({ 'x-ref': 'text', description: 'While there is no name.' }),
    edit: Type.Optional(of.Edit),
    looks: Type.Optional(of.Looks),
    sheet: Type.Optional(
      Type.Boolean({
        description: 'False shows the looks alone, for a paper elsewhere; default true.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const Paper = defineWidget<typeof Props>(
  'paper',
  function Paper({ name, edit, looks, sheet = true, data, id, level, children }) {
    const t = useText()
    const href = useHref()
    const state = data as DataState<CvView> | undefined
    const { said, say, asItWillBe, hide, sort, again, refused, begun } = usePaperEdits(edit, state)
    if (state?.status !== 'ready')
      return (
        <div className="stack">
          {children}
          <NotReady
            state={state}
            looks={sheet ? ['half', 'line', 'line', 'tall', 'tall'] : ['tall']}
          />
        </div>
      )
    const { gaps: missing, hidden, layouts, order, parts, ...view } = asItWillBe(state.value)
    const gaps = missing.map((gap) =>
      begun.includes(gap.section) ? { ...gap, why: t('form.begunPart') } : gap,
    )
    const choice = looks && layouts.length > 1 && <PaperLooks {...looks} rows={layouts} />
    if (!sheet) return choice
    const change = (section: string, hides: boolean) =>
      hide(section, order.find((each) => each.section === section)?.title ?? section, hides)
    const atHead = gaps.filter(({ section }) => section === edit?.head)
    const inSheet = gaps.filter((gap) => !atHead.includes(gap))
    const to = (place: Place) => href(edit?.routeName ?? '', {}, queryOfPart(place))
    return (
      <div className={`stack ${edit ? css['around'] : ''}`}>
        {choice}
        {edit && <PaperNext edit={edit} gaps={gaps} order={order} to={to} level={inCard(level)} />}
        <div className={`stack ${css['main']}`}>
          {children}
          {edit?.history?.refused !== undefined &&
            order
              .filter(({ section }) => refused.includes(section))
              .map(({ id: part, section, title }) => (
                <Note key={part} look="bad">
                  {t(edit.history?.refused, { part: title })}{' '}
                  <Link to={to({ section })}>{t(edit.change, { part: title })}</Link>
                </Note>
              ))}
          {edit?.history && (
            <PaperHistory
              words={edit.history}
              said={said}
              onDone={(next) => {
                say(next)
                again()
              }}
            />
          )}
          <PaperSheet
            className={`${css['sheet']} ${css[view.look.head]} ${css[view.look.headings]} ${css[view.look.face ?? 'sans']}`}
          >
            <header className={css['head']}>
              <div className={css['line']}>
                <Heading level={inCard(level)} className={css['name']}>
                  <bdi>{view.name || t(name)}</bdi>
                </Heading>
                {edit && (
                  <Pencil
                    to={to({ section: edit.head })}
                    label={t(edit.change, { part: t(edit.headName) })}
                  />
                )}
              </div>
              {view.line !== '' && (
                <p className={css['role']} dir="auto">
                  {view.line}
                </p>
              )}
              {view.contacts.length > 0 && (
                <p className={css['contacts']}>
                  {view.contacts.map(({ id, text }) => (
                    <bdi key={id}>{text}</bdi>
                  ))}
                </p>
              )}
              {view.look.head === 'cloth' && <Footpath />}
            </header>
            {edit && atHead.length > 0 && <Gaps gaps={atHead} to={to} />}
            <Sheet
              parts={parts}
              level={below(inCard(level))}
              {...(edit && {
                editing: {
                  edit,
                  order,
                  gaps: inSheet,
                  to,
                  hide: (section) => change(section, true),
                },
              })}
            />
          </PaperSheet>
        </div>
        <div className={`stack ${css['rest']}`}>
          {edit?.hints !== undefined && view.hints.length > 0 && (
            <PaperHints
              title={edit.hints}
              hints={view.hints}
              routeName={edit.routeName}
              level={inCard(level)}
            />
          )}
          {edit?.order && order.some((part) => part.state !== 'empty') && (
            <PaperOrder
              order={order}
              edit={edit}
              words={edit.order}
              level={inCard(level)}
              id={id}
              onHide={change}
              onOrder={sort}
            />
          )}
          {edit && !edit.order && hidden.length > 0 && (
            <HiddenParts
              hidden={hidden}
              edit={edit}
              level={inCard(level)}
              show={(section) => change(section, false)}
            />
          )}
        </div>
      </div>
    )
  },
)
