/**
 * Text on paper as it will be printed: a name, and parts with titles. It is light in both colour
 * schemes. For its owner it can be changed part by part, and says what could still be on it.
 */

import Type, { type Static } from 'typebox'
import { useAction, useHref } from '#engine/react/context.ts'
import { defineWidget, type DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { Heading, below, inCard } from '#widgets/parts/Heading.tsx'
import { NotReady } from '#widgets/parts/NotReady.tsx'
import { PaperLooks } from './PaperLooks.tsx'
import { Gaps, Hidden, PaperNext } from './PaperNext.tsx'
import { Pencil, Sheet } from './PaperParts.tsx'
import css from './Paper.module.css'
import '../print.css'

const Text = Type.String({ 'x-ref': 'text' })
const strict = { additionalProperties: false } as const
const Part = Type.String({ 'x-ref': 'text', description: 'With {{part}}.' })

const Look = Type.Object(
  {
    id: Type.String({ maxLength: 80 }),
    text: Text,
    drawing: Type.Enum(['rule', 'cloth', 'dots']),
  },
  strict,
)
const Edit = Type.Object(
  {
    routeName: Type.String({
      'x-ref': 'route',
      description: 'Its page of one section: it is given the section as "section" in the address.',
    }),
    head: Type.String({ 'x-ref': 'section', description: 'The section with the name.' }),
    headName: Text,
    change: Part,
    hide: Part,
    show: Part,
    hidden: Type.String({ 'x-ref': 'text', description: 'Above what is left out.' }),
    next: Part,
    add: Type.String({ 'x-ref': 'text', description: 'On the button: with {{count}} minutes.' }),
  },
  { ...strict, description: 'Shows what can be changed; without it there is only the paper.' },
)

export const Props = Type.Object(
  {
    name: Type.String({ 'x-ref': 'text', description: 'While there is no name.' }),
    edit: Type.Optional(Edit),
    looks: Type.Optional(
      Type.Object(
        {
          label: Text,
          query: Type.String({ maxLength: 40, description: 'Where in the address the look is.' }),
          current: Type.Optional(
            Type.Union([Type.String(), Type.Null()], {
              description: 'Usually bound; default: the first.',
            }),
          ),
          rows: Type.Array(Look, { minItems: 2, maxItems: 6 }),
        },
        { ...strict, description: 'Looks to choose from.' },
      ),
    ),
  },
  strict,
)
export type LooksProps = NonNullable<Static<typeof Props>['looks']>
export type EditProps = Static<typeof Edit>

export const Paper = defineWidget<typeof Props>(
  'paper',
  function Paper({ name, edit, looks, data, level, children }) {
    const t = useText()
    const href = useHref()
    const hide = useAction<{ section: string; hide: boolean }>('section.hide')
    const state = data as DataState<CvView> | undefined
    if (state?.status !== 'ready')
      return (
        <div className="stack">
          {looks && <PaperLooks {...looks} />}
          {children}
          <NotReady state={state} looks={['half', 'line', 'line', 'tall', 'tall']} />
        </div>
      )
    const { gaps, hidden, ...view } = state.value
    const change = (section: string, hides: boolean) =>
      void hide({ section, hide: hides }).then(() => state.again?.())
    const to = (section: string) => href(edit?.routeName ?? '', {}, { section })
    return (
      <div className={`stack ${css['around']}`}>
        {looks && <PaperLooks {...looks} />}
        {edit && <PaperNext edit={edit} gap={gaps[0]} to={to} level={inCard(level)} />}
        {children}
        <article className={`${css['sheet']} ${css[view.look.head]} ${css[view.look.headings]}`}>
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
          </header>
          <Sheet
            parts={view.parts}
            level={below(inCard(level))}
            {...(edit && { edit, to, hide: (section: string) => change(section, true) })}
          />
          {edit && <Gaps gaps={gaps} to={to} />}
        </article>
        {edit && hidden.length > 0 && (
          <Hidden
            hidden={hidden}
            edit={edit}
            level={inCard(level)}
            show={(section) => change(section, false)}
          />
        )}
      </div>
    )
  },
)
