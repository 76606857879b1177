/** What a document says about a paper: looks to choose from, and what can be changed. */

import Type, { type Static } from 'typebox'

export const Text = Type.String({ 'x-ref': 'text' })
const Part = Type.String({ 'x-ref': 'text', description: 'With {{part}}.' })

const Order = Type.Object(
  {
    title: Text,
    text: Text,
    up: Part,
    down: Part,
    empty: Type.String({ 'x-ref': 'text', description: 'Said of a part with nothing in it yet.' }),
  },
  { additionalProperties: false, description: 'Lets the parts be moved.' },
)
const History = Type.Object(
  {
    undo: Text,
    redo: Text,
    elsewhere: Type.String({
      'x-ref': 'text',
      description: 'Said if another device has changed it, so that it was left.',
    }),
    refused: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'Said of a part that another device has changed before it was sent: {{part}}.',
      }),
    ),
    saved: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Said while nothing waits to be sent.' }),
    ),
    hidden: Type.String({
      'x-ref': 'text',
      description: 'Said once a part is left out: {{part}}.',
    }),
  },
  { additionalProperties: false, description: 'Lets changes be taken back.' },
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
    progress: Type.Optional(
      Type.Object(
        {
          done: Type.String({
            'x-ref': 'text',
            description: 'How many parts have something: {{done}} of {{count}}.',
          }),
          left: Type.String({
            'x-ref': 'text',
            description: 'How long the others take: {{count}} minutes.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
    add: Type.String({ 'x-ref': 'text', description: 'On the button: with {{count}} minutes.' }),
    whole: Type.Optional(
      Type.Object(
        {
          title: Text,
          button: Text,
          values: Type.Record(Type.String(), Type.String({ maxLength: 80 }), {
            description: 'Query of the page that the button opens.',
          }),
        },
        {
          additionalProperties: false,
          description: 'Once every part has something: what one does with it.',
        },
      ),
    ),
    order: Type.Optional(Order),
    history: Type.Optional(History),
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
  },
  { additionalProperties: false, description: 'Lets a look be chosen.' },
)

export type LooksProps = Static<typeof Looks>
export type EditProps = Static<typeof Edit>
