/** What a document says about a paper: looks to choose from, and what can be changed. */

import Type, { type Static } from 'typebox'

export const Text = Type.String({ 'x-ref': 'text' })
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
export const Edit = Type.Object(
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
    hints: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Above what one could still do about what is there.',
      }),
    ),
    next: Part,
    add: Type.String({ 'x-ref': 'text', description: 'On the button: with {{count}} minutes.' }),
  },
  {
    additionalProperties: false,
    description: 'Shows what can be changed; without it there is only the paper.',
  },
)

export const Looks = Type.Object(
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
  { additionalProperties: false, description: 'Looks to choose from.' },
)

export type LooksProps = Static<typeof Looks>
export type EditProps = Static<typeof Edit>
