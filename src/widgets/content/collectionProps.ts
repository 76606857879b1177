/**
 * Properties of a collection: its search and filters, its cards, and the words of every state that
 * it can be in.
 */

import Type, { type Static } from 'typebox'
import { Card, Names, Path, Route, Sentence, TextGroup, Why } from './recordProps.ts'
import { Id, strict, Text } from '#widgets/parts/scoreProps.ts'

const Choices = Type.Union([
  Type.Object(
    { list: Type.String({ 'x-ref': 'list', description: 'A list whose items are the choices.' }) },
    { ...strict, title: 'list' },
  ),
  Type.Object(
    {
      texts: TextGroup,
      ids: Type.Array(Id, {
        maxItems: 40,
        description:
          'The choices: each has its text in the group. None where only a link sets the filter.',
      }),
    },
    { ...strict, title: 'texts' },
  ),
])
export type Choices = Static<typeof Choices>

const FilterId = { pattern: '^[A-Za-z]\\w*$', maxLength: 60 } as const

const Filter = Type.Object(
  {
    id: Type.String({
      ...FilterId,
      description: 'Its key in the query of the page and of the call.',
    }),
    look: Type.Enum(['chips', 'select', 'path'], {
      description: 'A path is for few choices, each of which includes those before it.',
    }),
    inFront: Type.Optional(
      Type.Boolean({
        description: 'A list that is on the page on phones too, not among the other filters.',
      }),
    ),
    label: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'Label of the choice; chips have none.' }),
    ),
    any: Type.Optional(
      Type.String({ 'x-ref': 'text', description: 'The choice that narrows nothing.' }),
    ),
    choices: Choices,
    other: Type.Optional(
      Type.Object(
        {
          text: Type.String({ 'x-ref': 'text', description: 'Of the choice: {{title}}.' }),
          path: Path,
        },
        {
          ...strict,
          description:
            'The address may also name a record that is none of the choices: what it’s called, from the answer of the call.',
        },
      ),
    ),
    always: Type.Optional(
      Type.Boolean({ description: 'Choices that would give nothing are offered too.' }),
    ),
    preset: Type.Optional(
      Type.Union([Type.String({ maxLength: 80 }), Type.Null()], {
        description:
          'What is chosen until the user chooses, usually bound; the call must ask for it too. “all” in the address takes it away.',
      }),
    ),
  },
  strict,
)
export type Filter = Static<typeof Filter>

export const Clear = Type.Object(
  { search: Text, filters: Text, both: Text },
  { ...strict, description: 'Takes away what narrows the list.' },
)
export type Clear = Static<typeof Clear>

export const Search = Type.Object(
  {
    label: Text,
    all: Type.String({ 'x-ref': 'text', description: 'The chip that takes all filters away.' }),
    filters: Type.String({ 'x-ref': 'text', description: 'Opens the filters on a phone.' }),
    filtersOn: Type.String({ 'x-ref': 'text', description: 'The same with {{count}} of them on.' }),
    show: Type.String({ 'x-ref': 'text', description: 'Closes them again.' }),
    by: Type.Array(Filter, { maxItems: 9, description: 'The filters.' }),
  },
  { ...strict, description: 'Search and filters; both are kept in the address of the page.' },
)
export type Search = Static<typeof Search>

const Note = Type.Object(
  {
    id: Id,
    path: Path,
    value: Type.String({ maxLength: 80 }),
    when: Type.Enum(['any', 'none'], {
      description: 'Any of the shown records has this value there, or none has.',
    }),
    place: Type.Enum(['before', 'after'], { description: 'Before or after the records.' }),
    look: Type.Enum(['info', 'doubt']),
    title: Type.Optional(Text),
    text: Text,
  },
  strict,
)
export type Note = Static<typeof Note>

const Empty = Type.Object(
  {
    id: Type.String({
      maxLength: 80,
      description:
        'A reason that the call gives, or what it was narrowed by: search, filters, both; none for all others.',
    }),
    filter: Type.Optional(
      Type.Object(
        { id: Type.String({ maxLength: 60 }), value: Type.String({ maxLength: 80 }) },
        { ...strict, description: 'Used instead if this filter has this value.' },
      ),
    ),
    scene: Type.Optional(Type.Enum(['empty', 'lost'])),
    title: Text,
    text: Text,
    tries: Type.Optional(
      Type.Object(
        { label: Text, words: Type.Array(Text, { minItems: 1, maxItems: 6 }) },
        { ...strict, description: 'Searches that find something; a tap runs one.' },
      ),
    ),
    buttons: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Id,
            text: Text,
            routeName: Route,
            look: Type.Enum(['step', 'main', 'line']),
            keepQuery: Type.Optional(Type.Boolean({ description: 'The same search there.' })),
          },
          strict,
        ),
        { maxItems: 3 },
      ),
    ),
  },
  strict,
)
export type Empty = Static<typeof Empty>

export const Pager = Type.Object(
  {
    label: Text,
    previous: Text,
    next: Text,
    page: Type.String({ 'x-ref': 'text', description: 'Page {{page}} of {{pages}}.' }),
  },
  { ...strict, description: 'Pages, where the call answers one at a time.' },
)
export type Pager = Static<typeof Pager>

export const Groups = Type.Object(
  {
    closeness: Path,
    why: Why,
    by: Type.Optional(
      Type.Object(
        { path: Path, names: Names },
        {
          ...strict,
          description:
            'Groups records with the same value here instead, whose name is the heading; what the match and the reason are is said once where all of a group have the same.',
        },
      ),
    ),
    more: Type.Optional(
      Type.Object(
        {
          text: Text,
          routeName: Route,
          filter: Type.String({
            pattern: '^[A-Za-z]\\w*$',
            maxLength: 60,
            description: 'Key in the query of that page that the first shared code is set to.',
          }),
          of: Type.Optional(
            Type.Enum(['code', 'records'], {
              description:
                'What that key is set to: the first shared code (default), or the ids of the records, with commas.',
            }),
          ),
          keeps: Type.Optional(
            Type.Array(Type.String({ pattern: '^[A-Za-z]\\w*$', maxLength: 60 }), {
              maxItems: 9,
              description: 'What else of this page’s query it takes along.',
            }),
          ),
        },
        {
          ...strict,
          description:
            'Where there are more that share the first code, or are like the records: {{type}} is the name of the code, {{count}} the number of the records.',
        },
      ),
    ),
    say: Type.Optional(
      Type.Object(
        { texts: TextGroup, names: Names },
        {
          ...strict,
          description:
            'A sentence below the heading: strongOne, strongTwo, strongThree, the same for fair and low; {{first}}, {{second}} and {{third}} are names.',
        },
      ),
    ),
  },
  {
    ...strict,
    description: 'Groups records with the same reason and match, and shows the reason once.',
  },
)
export type Groups = Static<typeof Groups>

const Split = Type.Object(
  {
    path: Path,
    with: Type.String({
      'x-ref': 'text',
      description: 'Above the records that have a value there.',
    }),
    without: Type.String({ 'x-ref': 'text', description: 'Above the others.' }),
  },
  { ...strict, description: 'Two parts with headings, unless something is searched for.' },
)
export type Split = Static<typeof Split>

const Status = Type.Object(
  {
    ...Sentence.properties,
    unless: Type.Optional(
      Type.String({
        ...FilterId,
        description: 'Left out while this filter is on: a count by it then counts what it hides.',
      }),
    ),
    some: Type.Optional(Path),
  },
  strict,
)

const Around = Type.Object(
  {
    id: Type.String({
      ...FilterId,
      description: 'The filter that chooses the middle: an item of the list, which has a place.',
    }),
    list: Type.String({ 'x-ref': 'list', description: 'Places, with latitude and longitude.' }),
    path: Type.String({ maxLength: 120, description: 'Path of the place of a record.' }),
    title: Type.String({ 'x-ref': 'text', description: 'Says what is drawn; {{place}}.' }),
    text: Type.String({ 'x-ref': 'text', description: 'Explains the rings; {{place}}.' }),
  },
  {
    ...strict,
    description:
      'Where the records are around a chosen place, on rings of 50, 100 and 200 km; they are numbered then.',
  },
)
export type Around = Static<typeof Around>

const Instead = Type.Object(
  {
    found: Type.String({
      'x-ref': 'text',
      description: 'Above what was found for other words: {{search}}, {{instead}}.',
    }),
    similar: Type.String({
      'x-ref': 'text',
      description: 'Above what is only similar to the words: {{search}}.',
    }),
    near: Type.String({
      'x-ref': 'text',
      description: 'Before the words that are offered where nothing was found.',
    }),
  },
  { ...strict, description: 'If the call says that nothing is called what was searched for.' },
)
export type Instead = Static<typeof Instead>

export const collection = {
  search: Type.Optional(Search),
  clear: Type.Optional(Clear),
  loading: Type.Optional(Text),
  status: Type.Array(Status, {
    minItems: 1,
    maxItems: 4,
    description: 'Above the records, from the answer of the call: how many there are.',
  }),
  look: Type.Optional(
    Type.Enum(['cards', 'rows'], {
      description: 'Rows of one card read faster where records have no pictures. Default cards.',
    }),
  ),
  card: Card,
  groups: Type.Optional(Groups),
  split: Type.Optional(Split),
  around: Type.Optional(Around),
  notes: Type.Optional(Type.Array(Note, { maxItems: 6 })),
  pager: Type.Optional(Pager),
  empty: Type.Array(Empty, {
    minItems: 1,
    maxItems: 12,
    description: 'Why the list is empty, and what to do now.',
  }),
  instead: Type.Optional(Instead),
  searched: Type.Optional(
    Type.String({ 'x-ref': 'text', description: 'Names what was searched for: {{search}}.' }),
  ),
}
