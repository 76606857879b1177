/** Where texts and documents are shown and used, for the console: the shapes of the calls. */

import Type from 'typebox'
import { Nullable, Opt } from './shapes.ts'

const ThingSchema = Type.Object({
  id: Type.String(),
  type: Opt(Type.String({ description: 'Of its widget' })),
  text: Opt(Type.String({ description: 'Key of the text that titles it' })),
  name: Opt(Type.String({ description: 'Its title, where that is no text' })),
  to: Opt(Type.Object({ target: Type.String(), id: Type.String() })),
})

export const TextPlaceSchema = Type.Object(
  {
    document: Type.String(),
    title: Type.String(),
    pointer: Type.String(),
    way: Opt(
      Type.Array(Type.Union([Type.String(), ThingSchema]), {
        description: 'The same place: names of members, and the entries on the way',
      }),
    ),
  },
  { title: 'Place of a text' },
)

export const WordGapSchema = Type.Object(
  {
    document: Type.String({
      description:
        'A document, or `frame` for what every page shows, `console`, or `rest` for what no page shows',
    }),
    title: Type.String(),
    of: Type.Integer({ description: 'How many texts there are in English' }),
    missing: Type.Integer(),
    unread: Type.Integer({ description: 'Written by a machine, and not read by anybody yet' }),
    keys: Opt(
      Type.Array(Type.String(), {
        description: 'Those texts, if the call asks for one document',
      }),
    ),
  },
  { title: 'Word gap' },
)

export const DocumentUseSchema = Type.Object(
  {
    ...TextPlaceSchema.properties,
    places: Type.Integer({ description: 'How many places in it do; `pointer` is the first' }),
  },
  { title: 'Use of a document' },
)

export const ConsoleFoundSchema = Type.Object(
  {
    documents: Type.Array(
      Type.Object({ kind: Type.String(), id: Type.String(), title: Type.String() }),
    ),
    texts: Type.Array(
      Type.Object({
        key: Type.String(),
        words: Type.String(),
        language: Type.String(),
        ...TextPlaceSchema.properties,
      }),
      { description: 'With the first place that shows each; `document` is empty if none does' },
    ),
    records: Type.Array(
      Type.Object({
        type: Type.String(),
        label: Type.String(),
        id: Type.String(),
        title: Type.String(),
      }),
    ),
    people: Nullable(
      Type.Array(Type.Object({ email: Type.String(), role: Nullable(Type.String()) }), {
        description: 'Those with a role; null for users whose console has no page of people',
      }),
    ),
  },
  { title: 'Found in the console' },
)
