/**
 * Properties shared by the widgets that show any kind of content: where a record has its values,
 * and the names of codes.
 */

import Type, { type Static } from 'typebox'
import { Id, strict, Text } from '#widgets/parts/scoreProps.ts'

export const Path = Type.String({
  pattern: '^[A-Za-z_]\\w*(\\.(?:[A-Za-z_]\\w*|\\d+))*$',
  maxLength: 120,
  description:
    'Where the record has it: members with dots between them, such as education.level; of a list, a number, such as items.0.website.',
})
export const Route = Type.String({ 'x-ref': 'route' })
export const TextGroup = Type.String({
  'x-ref': 'texts',
  description: 'A group of texts with one for each code; dots of a code become _.',
})

export const Names = Type.Union([
  Type.Object(
    {
      list: Type.String({
        'x-ref': 'list',
        description: 'A list whose items are named by the codes, or by their letters.',
      }),
    },
    { ...strict, title: 'list' },
  ),
  Type.Object({ texts: TextGroup }, { ...strict, title: 'texts' }),
])
export type Names = Static<typeof Names>

export const By = Type.String({
  pattern: '^[A-Za-z_]\\w*$',
  maxLength: 60,
  description:
    'Member by which the entries are sorted, most first; default: the order of the record.',
})

export const Value = Type.Object(
  {
    id: Type.String({
      pattern: '^[A-Za-z]\\w*$',
      maxLength: 60,
      description: 'What the text calls it: {{names}}.',
    }),
    path: Path,
    names: Type.Optional(Names),
    named: Type.Optional({
      ...Path,
      description: 'Where each entry of a list has its name, if it has one of its own: title.',
    }),
    as: Type.Optional(
      Type.Enum(['whole', 'day', 'ago'], {
        description:
          'A whole number (of a count), a date as its day, or how long ago it was: "yesterday".',
      }),
    ),
    by: Type.Optional(By),
    most: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'Shows at most this many of a list.' }),
    ),
  },
  strict,
)
export type Value = Static<typeof Value>
export const Values = Type.Array(Value, {
  maxItems: 6,
  description:
    'What the text is filled with. Where the record lacks one of them the line is left out. A list of names also gives {{count}}.',
})

export const Otherwise = Type.String({
  'x-ref': 'text',
  description: 'Shown instead if the record lacks what the line says.',
})

const Has = (description: string) =>
  Type.Object(
    {
      path: Path,
      is: Type.Union([Type.String({ maxLength: 80 }), Type.Null()], {
        description: 'The value, or the only one of a list; usually bound, or written out.',
      }),
    },
    { ...strict, description },
  )

export const Sentence = Type.Object(
  {
    id: Id,
    text: Type.Optional(
      Type.String({
        'x-ref': 'text',
        description: 'A sentence that the values fill; without one they stand by themselves.',
      }),
    ),
    values: Type.Optional(Values),
    small: Type.Optional(Type.Boolean({ description: 'In small letters.' })),
  },
  strict,
)

/** Codes with names, and with drawings if there are any. */
export const Tags = Type.Object(
  {
    path: Path,
    list: Type.String({ 'x-ref': 'list', description: 'The list that names the codes.' }),
  },
  strict,
)

export const Field = Type.Object(
  {
    path: Path,
    list: Type.String({
      'x-ref': 'list',
      description: 'A list with drawings; the item whose id is the longest beginning decides.',
    }),
  },
  { ...strict, description: 'Its field of work, drawn.' },
)

export const Why = Type.Object(
  {
    path: Path,
    texts: Type.String({
      'x-ref': 'texts',
      description:
        'Group with the sentences three, two, one, none, more, less and both; {{first}}, {{second}} and {{third}} are names.',
    }),
    names: Names,
  },
  strict,
)

export type Why = Static<typeof Why>

export const favourite = {
  type: Type.String({
    pattern: '^[a-z][a-z0-9-]*$',
    maxLength: 60,
    description: 'Content type under which it is saved.',
  }),
  label: Type.String({
    'x-ref': 'text',
    description: 'Of the heart, for readers: "Save {{title}}".',
  }),
  failed: Type.String({ 'x-ref': 'text', description: 'Shown when saving fails.' }),
}

export const NotForMe = Type.Object(
  {
    type: favourite.type,
    text: Type.String({ 'x-ref': 'text', description: 'Of the button: Not for me.' }),
    done: Type.String({ 'x-ref': 'text', description: 'Shown instead once it is saved.' }),
    undo: Type.String({ 'x-ref': 'text', description: 'Takes it back.' }),
    failed: Type.String({ 'x-ref': 'text', description: 'Shown when saving fails.' }),
  },
  { ...strict, description: 'Beside the heart: leaves the record out of what is offered first.' },
)
export type NotForMe = Static<typeof NotForMe>

/** Records that are compared on a separate page; their ids are in the address. */
export const Comparing = Type.Object(
  {
    param: Type.String({
      pattern: '^[a-z][A-Za-z0-9]*$',
      maxLength: 40,
      description: 'Key of the query, here and on the page that compares.',
    }),
    routeName: Route,
    text: Type.String({ 'x-ref': 'text', description: 'Of the button: Compare.' }),
    one: Type.String({ 'x-ref': 'text', description: 'Shown while one is chosen.' }),
    go: Type.String({ 'x-ref': 'text', description: 'Opens the page, with {{count}}.' }),
    clear: Type.String({ 'x-ref': 'text', description: 'Takes the choice back.' }),
  },
  { ...strict, description: 'Beside the heart: puts the record beside others.' },
)
export type Comparing = Static<typeof Comparing>

export const Keeps = Type.Object(
  {
    section: Type.String({ 'x-ref': 'section', description: 'Saved with this profile section.' }),
    field: Type.String({
      pattern: '^[a-z]\\w*$',
      maxLength: 60,
      description: 'The field of the section that lists them, which is the key of the profile.',
    }),
    member: Type.String({
      pattern: '^[a-z]\\w*$',
      maxLength: 60,
      description: 'Member of each entry that holds the id of the record.',
    }),
  },
  { ...strict, description: 'A list in the profile of the person.' },
)
export type Keeps = Static<typeof Keeps>

export const Tile = Type.Object(
  {
    path: Path,
    label: Type.String({ 'x-ref': 'text', description: 'Above a month: Closes.' }),
    unknown: Type.String({
      'x-ref': 'text',
      description: 'In the tile of a record without any: Ask.',
    }),
  },
  {
    ...strict,
    description:
      'The day that it closes, or the next of its closing months, as a tile beside the title. It is not read aloud: a line says it too.',
  },
)
export type Tile = Static<typeof Tile>

export const Card = Type.Object(
  {
    routeName: Type.String({
      'x-ref': 'route',
      description: 'Page of the record; its path is filled with the members of the record.',
    }),
    page: Type.Optional({
      ...Path,
      description:
        'Where a record says its own page, as routeName and param: for rows of several types.',
    }),
    param: Type.Optional(
      Type.String({
        pattern: '^[a-z]\\w*$',
        maxLength: 60,
        description: 'What the path of that page calls the id of the record; default id.',
      }),
    ),
    marked: Type.Optional(
      Type.Object(
        {
          keeps: Keeps,
          text: Type.String({
            'x-ref': 'text',
            description: 'On the card of a record in the list.',
          }),
        },
        strict,
      ),
    ),
    field: Type.Optional(Field),
    tile: Type.Optional(Tile),
    tiles: Type.Optional({ ...Tags, description: 'The grounds of its picture.' }),
    title: Type.Optional(
      Type.String({ description: 'Path of the title; default title.', maxLength: 120 }),
    ),
    text: Type.Optional(
      Type.String({ description: 'Path of a sentence about it, below the title.', maxLength: 120 }),
    ),
    closeness: Type.Optional(
      Type.String({ description: 'Path of how close it is: low, fair or strong.', maxLength: 120 }),
    ),
    tags: Type.Optional(Tags),
    why: Type.Optional(Why),
    foot: Type.Optional(Type.Object({ path: Path, names: Type.Optional(Names) }, strict)),
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Id,
            text: Type.Optional(Text),
            values: Values,
            otherwise: Type.Optional(Otherwise),
            tag: Type.Optional(Type.Boolean({ description: 'On a ground of its own: good news.' })),
            look: Type.Optional(
              Type.Enum(['strong', 'warning'], {
                description:
                  'Strong: what people look for first, such as when it closes. A warning has a ground of its own.',
              }),
            ),
            only: Type.Optional(Has('Shown only if the record has this there.')),
            unless: Type.Optional(Has('Left out if the record has this there: the usual thing.')),
          },
          strict,
        ),
        {
          maxItems: 8,
          description: 'Below the title; a line is left out if the record lacks its values.',
        },
      ),
    ),
    favourite: Type.Optional(Type.Object(favourite, strict)),
    notForMe: Type.Optional(NotForMe),
    compare: Type.Optional(Comparing),
  },
  { ...strict, description: 'How a record is shown as a card.' },
)
export type Card = Static<typeof Card>

export type Line = NonNullable<Card['lines']>[number]

export const Rows = Type.Object(
  {
    saved: Type.Optional(
      Type.Boolean({ description: 'A full heart before each: they are what the person saved.' }),
    ),
    most: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'How many are shown; default 5.' }),
    ),
    few: Type.Optional(
      Type.Object(
        {
          most: Type.Integer({ minimum: 1, maximum: 20 }),
          more: Type.String({ 'x-ref': 'text', description: 'Shows the others; with {{count}}.' }),
          less: Text,
        },
        { ...strict, description: 'At first only these are shown, the others with a tap.' },
      ),
    ),
    trail: Type.Optional(
      Type.Boolean({
        description:
          'Stones on a path instead of pictures, with a button to all of them: for a few in their order.',
      }),
    ),
    group: Type.Optional({
      ...Path,
      description:
        'Where a record says what it is, such as its kind: rows of the same one stand together below it.',
    }),
    groupNames: Type.Optional(Names),
    of: Type.Optional({
      ...Path,
      description:
        'Where the record has the part that they are of, with its total, and the filters of the list of all. A record without the part shows nothing.',
    }),
    empty: Type.Optional(
      Type.Object(
        {
          text: Text,
          button: Type.Optional(Type.Object({ text: Text, routeName: Route }, strict)),
        },
        { ...strict, description: 'Where there is none yet, and where to find some.' },
      ),
    ),
    all: Type.Optional(
      Type.Object(
        {
          text: Type.String({ 'x-ref': 'text', description: 'With {{count}}.' }),
          routeName: Route,
        },
        { ...strict, description: 'Where all of them are, if there are more than shown.' },
      ),
    ),
  },
  { ...strict, description: 'As rows of a card with their number, instead of cards of their own.' },
)
export type Rows = Static<typeof Rows>

export const Picks = Type.Object(
  {
    text: Type.Optional(
      Type.Object(
        { text: Text, values: Values },
        { ...strict, description: 'One sentence below the title, filled from the data.' },
      ),
    ),
    empty: Type.String({ 'x-ref': 'text', description: 'Instead of an empty list.' }),
  },
  {
    ...strict,
    description:
      'As a short list that leads nowhere, for readers who can’t open the records yet. Data without the list shows nothing.',
  },
)
export type Picks = Static<typeof Picks>

export const Parts = Type.Object(
  {
    label: Type.String({ 'x-ref': 'text', description: 'What they are called; read aloud.' }),
    rows: Type.Array(
      Type.Object(
        {
          id: Id,
          node: Type.String({
            pattern: '^[A-Za-z][\\w-]*$',
            maxLength: 60,
            description: 'The node of this page that it leads to.',
          }),
          label: Text,
        },
        strict,
      ),
      { minItems: 2, maxItems: 8 },
    ),
  },
  { ...strict, description: 'Below it: the parts of a long page, a tap away.' },
)
export type Parts = Static<typeof Parts>
