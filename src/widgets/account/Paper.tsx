/**
 * Text on paper as it will be printed: a name, and parts with titles. It is light in both colour
 * schemes. For its owner it can be changed part by part, and says what could still be on it.
 */

import { useEffect, useEffectEvent, useState } from 'react'
import Type from 'typebox'
import { withHidings, type Hidden, type Hidings } from '#engine/cv/hidings.ts'
import { inOwnOrder, type Ordered } from '#engine/cv/ownorder.ts'
import { useAction, useHref, useScope } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { Heading, below, inCard } from '#widgets/parts/Heading.tsx'
import { PaperSheet } from '#widgets/drawings/PaperText.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { PaperHistory, type SaidNow } from './PaperHistory.tsx'
import { PaperLooks } from './PaperLooks.tsx'
import { Gaps, Hidden as HiddenParts, PaperNext } from './PaperNext.tsx'
import { PaperHints } from './PaperHints.tsx'
import { PaperOrder } from './PaperOrder.tsx'
import { Footpath, Pencil, Sheet } from './PaperParts.tsx'
import * as of from './paperprops.ts'
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
    const hide = useAction<{ section?: string; hide?: boolean }, Hidden>('section.hide')
    const move = useAction<{ order?: readonly string[] }, Ordered>('section.order')
    const { user } = useScope()
    const state = data as DataState<CvView> | undefined
    const [said, setSaid] = useState<SaidNow | null>(null)
    /** An order that waits for a signal: shown as it will be. */
    const [waiting, setWaiting] = useState<readonly string[]>([])
    const [hidings, setHidings] = useState<Hidings>({})
    /** Something waits for a signal, and the paper may not have it yet. */
    const [keeps, setKeeps] = useState(false)
    const told = (ordered: Ordered) => {
      setWaiting(ordered.is === 'waits' ? ordered.order : [])
      const words = edit?.history
      if (ordered.is === 'elsewhere' && words) setSaid({ text: t(words.elsewhere), canUndo: false })
      else if (ordered.is === 'waits') setKeeps(true)
      else if (waiting.length > 0) {
        setSaid(null)
        if (state?.status === 'ready') state.again?.()
      }
    }
    const look = useEffectEvent(async () => {
      const { waiting: next, keeps: has } = await hide({})
      const isSent = Object.keys(hidings).some((section) => !(section in next))
      setKeeps(has)
      setHidings(next)
      if ((isSent || (keeps && !has)) && state?.status === 'ready') state.again?.()
      if (edit?.order !== undefined) told(await move({}))
    })
    const isEdited = edit !== undefined
    // Also once it has been sent, which changes the profile.
    useEffect(() => void (isEdited && look().catch(() => undefined)), [isEdited, user])
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
    const { gaps, hidden, layouts, ...view } = withHidings(state.value, hidings)
    const choice = looks && layouts.length > 1 && <PaperLooks {...looks} rows={layouts} />
    if (!sheet) return choice
    const order = inOwnOrder(view.order, waiting)
    const parts = inOwnOrder(view.parts, waiting)
    const again = () => state.again?.()
    const change = (section: string, hides: boolean) => {
      const part = order.find((each) => each.section === section)?.title ?? section
      const words = edit?.history
      void hide({ section, hide: hides }).then(({ done, waiting: next, keeps: has }) => {
        setHidings(next)
        setKeeps(has)
        if (!done) return
        setSaid(
          hides && words && !(section in next)
            ? { text: t(words.hidden, { part }), canUndo: true }
            : null,
        )
        again()
      })
    }
    const to = (section: string) => href(edit?.routeName ?? '', {}, { section })
    return (
      <div className={`stack ${edit ? css['around'] : ''}`}>
        {choice}
        {edit && <PaperNext edit={edit} gaps={gaps} order={order} to={to} level={inCard(level)} />}
        <div className={`stack ${css['main']}`}>
          {children}
          {edit?.history && (
            <PaperHistory
              words={edit.history}
              said={said ?? (keeps ? { text: t('form.kept'), canUndo: false } : null)}
              onDone={(next) => {
                setSaid(next)
                again()
              }}
            />
          )}
          <PaperSheet
            className={`${css['sheet']} ${css[view.look.head]} ${css[view.look.headings]}`}
          >
            <header className={css['head']}>
              <div className={css['line']}>
                <Heading level={inCard(level)} className={css['name']}>
                  <bdi>{view.name || t(name)}</bdi>
                </Heading>
                {edit && (
                  <Pencil to={to(edit.head)} label={t(edit.change, { part: t(edit.headName) })} />
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
            <Sheet
              parts={parts}
              level={below(inCard(level))}
              {...(edit && { edit, to, hide: (section: string) => change(section, true) })}
            />
            {edit && <Gaps gaps={gaps} to={to} />}
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
          {edit?.order && (
            <PaperOrder
              order={order}
              edit={edit}
              words={edit.order}
              level={inCard(level)}
              id={id}
              onHide={change}
              onOrder={async (next) => {
                setSaid(null)
                told(await move({ order: next }))
                again()
              }}
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
