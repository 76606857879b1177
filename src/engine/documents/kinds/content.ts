/** Content types and the lists and texts that belong to them. */

import Type from 'typebox'
import { envelope, Id, list, Note, Opt, ref, strict, Text } from './members.ts'

/**
 * Members of every catalogue response, and keys of its query, which no field may use as its name.
 */
export const RESERVED_FIELDS = [
  'id',
  'title',
  'slug',
  'summary',
  'favourite',
  'expired',
  'distance',
  'search',
  'sort',
  'first',
  'page',
  'pageSize',
  'cursor',
  'saved',
  'lang',
  'joined',
  'fits',
] as const

export const CONTENT_FIELD_TYPES = [
  'text',
  'longtext',
  'number',
  'choice',
  'choices',
  'flag',
  'date',
  'months',
  'link',
  'image',
  'place',
  'ref',
  'refs',
  'scores',
] as const

export const ContentField = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z][A-Za-z0-9]*$',
      maxLength: 40,
      description: 'Member of the record, and key of the query if it is a filter.',
    }),
    type: Type.Enum([...CONTENT_FIELD_TYPES]),
    label: Opt(ref('text', 'What the console calls it; left out: the words of its id.')),
    required: Opt(Type.Boolean()),
    list: Opt(
      ref(
        'list',
        'Of a choice: the list whose ids are allowed. Of a place: the towns that distances are counted from.',
      ),
    ),
    to: Opt(ref('content-type', 'Of ref and refs: the type of the records that it names.')),
    inverse: Opt(
      Type.String({
        pattern: '^[a-z][A-Za-z0-9]*$',
        maxLength: 40,
        description: 'What the other record calls the records that name it.',
      }),
    ),
    of: Opt(
      Type.String({
        maxLength: 40,
        description: 'The field that this one says in another language; shown in its place.',
      }),
    ),
    language: Opt(
      Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z]+)?$', description: 'With `of`: which one.' }),
    ),
    search: Opt(
      Type.Integer({
        minimum: 1,
        maximum: 3,
        description: 'Found by search: 3 counts most. Left out: not searched.',
      }),
    ),
    filter: Opt(
      Type.Enum(['chips', 'select', 'near'], {
        description: 'Lists can be filtered by it, and count its values.',
      }),
    ),
    towns: Opt(
      Type.String({
        maxLength: 40,
        description:
          'Of a place: the field with towns of the same list. The nearest of them counts for a record without a point.',
      }),
    ),
    unit: Opt(Text),
    note: Opt(Note),
  },
  strict,
)

export const ListKind = envelope('list', {
  names: Opt(
    Type.Enum(['region', 'language'], {
      description: 'Labels come from Intl.DisplayNames, in any language.',
    }),
  ),
  lazy: Opt(
    Type.Boolean({
      description:
        'A long list that is searched: fetched when it is opened (GET lists/{id}), not with the page.',
    }),
  ),
  items: list(
    Type.Object(
      {
        id: Id,
        label: Opt(Text),
        name: Opt(Type.String({ maxLength: 160 })),
        group: Opt(ref('text', 'The group that a long list shows it in.')),
        otherWords: Opt(
          Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
            maxItems: 12,
            description: 'Other words that a search finds it by, in any language.',
          }),
        ),
        also: Opt(
          Type.Array(Id, {
            minItems: 1,
            maxItems: 12,
            uniqueItems: true,
            description:
              'Items that a filter by this one finds as well: the regions that a country is in, or what a group is made of.',
          }),
        ),
        letter: Opt(Type.String()),
        drawing: Opt(
          Type.String({ pattern: '^[a-z]+$', description: 'The drawing that shows it.' }),
        ),
        callingCode: Opt(Type.String()),
        means: Opt(
          Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
            minItems: 1,
            maxItems: 12,
            description: 'In a list of synonyms: what a search for this word finds as well.',
          }),
        ),
        at: Opt(
          Type.Object(
            {
              lat: Type.Number({ minimum: -90, maximum: 90 }),
              lon: Type.Number({ minimum: -180, maximum: 180 }),
            },
            { ...strict, description: 'The position of a town, in degrees.' },
          ),
        ),
      },
      strict,
    ),
  ),
})

export const ContentTypeKind = envelope('content-type', {
  label: Text,
  one: ref('text', 'What one record of it is called.'),
  licence: Type.String({ minLength: 1, maxLength: 200, description: 'Of the shared records.' }),
  aliases: Opt(
    Type.Array(Id, {
      maxItems: 4,
      description: 'Other names that addresses may call it by: catalogue/{name}.',
    }),
  ),
  also: Opt(
    Type.Array(ref('feature', 'Opens it as well.'), {
      maxItems: 6,
      description: 'Features of other pages that show these records: any of them will do.',
    }),
  ),
  feature: Opt(ref('feature', 'Who can read it; left out: everyone with full access.')),
  record: Type.Object(
    {
      title: Type.String({ maxLength: 40, description: 'Field that names the record.' }),
      summary: Opt(Type.String({ maxLength: 40, description: 'Field shown below the title.' })),
      image: Opt(Type.String({ maxLength: 40, description: 'Field with its picture.' })),
      glyph: Opt(ref('icon', 'Drawn where a record has no picture.')),
    },
    strict,
  ),
  synonyms: Opt(
    ref('list', 'Words that users type, each with the words that records have instead.'),
  ),
  fields: list(ContentField, { minItems: 1, maxItems: 60 }),
  sorts: list(
    Type.Object(
      {
        id: Id,
        by: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 3 }),
        descending: Opt(Type.Boolean()),
      },
      strict,
    ),
    { minItems: 1, maxItems: 10, description: 'The first one is the default order.' },
  ),
  expires: Opt(
    Type.String({
      maxLength: 40,
      description: 'A date field: the day after it the record leaves all lists.',
    }),
  ),
  reportable: Opt(Type.Boolean({ description: 'Learners can report a record as wrong.' })),
})

const Count = Type.Integer({ minimum: 0, maximum: 40 })
const SubjectId = Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 120 })

export const CurriculumKind = envelope('curriculum', {
  least: Opt(Type.Integer({ minimum: 1, maximum: 40, description: 'Subjects of a whole set.' })),
  most: Opt(Count),
  uncounted: Opt(
    Type.Array(SubjectId, {
      maxItems: 40,
      description: 'Taken in addition to the set, and not counted.',
    }),
  ),
  levels: Opt(
    list(Type.Object({ id: Id, least: Opt(Count), most: Opt(Count) }, strict), {
      maxItems: 10,
      description: 'How many of the set are taken at a level.',
    }),
  ),
  parts: list(
    Type.Object(
      {
        id: Id,
        label: Text,
        hint: Opt(Text),
        folded: Opt(Type.Boolean({ description: 'Closed until one of its subjects is chosen.' })),
        least: Opt(Count),
        most: Opt(Count),
        of: Type.Array(
          Type.Object(
            {
              group: Opt(Type.String({ maxLength: 80 })),
              subject: Opt(SubjectId),
              level: Opt(Type.String({ maxLength: 20 })),
            },
            { ...strict, minProperties: 1 },
          ),
          { minItems: 1, maxItems: 40, description: 'Subjects that one of these describes.' },
        ),
      },
      strict,
    ),
    {
      minItems: 1,
      maxItems: 30,
      description:
        'What a set is made of. A subject counts in every part that it belongs to, and is offered in the first.',
    },
  ),
  clashes: Opt(
    list(
      Type.Object(
        { id: Id, subjects: Type.Array(SubjectId, { minItems: 2, maxItems: 20 }) },
        strict,
      ),
      { maxItems: 100, description: 'Only one of each can be taken.' },
    ),
  ),
  opens: Opt(
    list(
      Type.Object(
        {
          id: Type.String({ maxLength: 20, description: 'Field of study.' }),
          needs: Type.Array(
            Type.Object(
              {
                any: Type.Array(
                  Type.String({
                    pattern: '^[a-z][a-z0-9-]*(:[A-Z]+)?$',
                    maxLength: 130,
                    description: 'A subject, or a subject at a level: ib-physics:HL.',
                  }),
                  { minItems: 1, maxItems: 20 },
                ),
                else: Type.Enum(['some', 'closed'], {
                  description: 'What the field is to a set with none of them.',
                }),
              },
              strict,
            ),
            { minItems: 1, maxItems: 10 },
          ),
        },
        strict,
      ),
      {
        maxItems: 60,
        description:
          'Subjects that fields of study ask for; a field without a row is open. Left out: nothing closes at this stage.',
      },
    ),
  ),
})

export const HelpKind = envelope('help', {
  // Absent in documents of an earlier version.
  label: Opt(Text),
  order: Opt(Type.Number()),
  blocks: list(Type.Object({ id: Id, question: Text, answer: Text }, strict)),
})

export const LocaleKind = envelope('locale', {
  language: Type.String({ pattern: '^[a-z]{2,3}([-_][A-Z]{2})?$' }),
  name: Type.String(),
  direction: Type.Enum(['ltr', 'rtl']),
  whole: Type.Optional(
    Type.Boolean({
      description:
        'Where it is offered, it must have every text of English; by default learners see the default language where it has no words.',
    }),
  ),
  texts: Type.Record(Type.String(), Type.Unknown()),
  origins: Opt(
    Type.Record(Type.String(), Type.Object({ of: Type.String(), was: Type.String() }, strict), {
      description:
        'Texts that were made from a shared one: its key, and what it said then. A later change of it is offered to them.',
    }),
  ),
  unread: Opt(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Texts that a machine wrote, by key, with its words. While a text says just that, nobody has read it, and learners see the default language instead.',
    }),
  ),
  unreadShown: Type.Optional(
    Type.Boolean({ description: 'Learners see words that nobody has read yet, too.' }),
  ),
})
