/** Forms: what a profile asks for, and what users consent to. */

import Type from 'typebox'
import { envelope, Id, list, Lock, Note, Opt, ref, RuleSchema, strict, Text } from './members.ts'

const FIELD_TYPES = [
  'text',
  'longtext',
  'email',
  'phone',
  'date',
  'month',
  'integer',
  'yesno',
  'choice',
  'choices',
] as const

type FieldType = (typeof FIELD_TYPES)[number] | 'entries'

/** Editors offer a member only where it means something: of fields of these types. */
const only = (...type: readonly FieldType[]) => ({ 'x-only': { type } })
const WRITTEN = only('text', 'longtext')

const fieldMembers = {
  id: Id,
  label: Text,
  hint: Opt(Text),
  list: Opt({
    ...ref('list', 'Where the choices come from.'),
    ...only('choice', 'choices'),
  }),
  required: Opt(Type.Boolean()),
  requiredMessage: Opt({ ...Text, 'x-only': { required: [true] } }),
  minLength: Opt(Type.Integer({ minimum: 0, maximum: 5000, ...WRITTEN })),
  maxLength: Opt(Type.Integer({ minimum: 1, maximum: 5000, ...WRITTEN })),
  minimum: Opt(Type.Integer(only('integer', 'month'))),
  maximum: Opt(Type.Integer(only('integer', 'month'))),
  least: Opt(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      ...only('choices', 'entries'),
      description: 'How many there must be at least.',
    }),
  ),
  most: Opt(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      ...only('choices', 'entries'),
      description: 'The most that may be chosen; the same as the minimum means exactly that many.',
    }),
  ),
  years: Opt(
    Type.Object(
      {
        past: Opt(Type.Integer({ minimum: 0, maximum: 150 })),
        future: Opt(Type.Integer({ minimum: 0, maximum: 50 })),
      },
      {
        ...strict,
        ...only('month'),
        description:
          'The years that a month can be chosen from, counted from this year; the list begins with the last. ' +
          'Default: from 1950 to 6 years ahead, or to this year with the format past-month.',
      },
    ),
  ),
  format: Opt(Type.Enum(['za-id', 'past-date', 'past-month'], only('text', 'date', 'month'))),
  autocomplete: Opt(
    Type.String({
      pattern: '^[a-z -]+$',
      maxLength: 40,
      ...only('text', 'longtext', 'email', 'phone', 'date', 'choice'),
    }),
  ),
  lock: Opt(Lock),
  note: Opt(Note),
}

const Check = Type.Object(
  {
    id: Id,
    rule: {
      ...RuleSchema,
      description: 'Must hold once every field that it asks for is filled in.',
    },
    field: Type.String({
      maxLength: 80,
      description: 'The field that shows the message if it doesn’t hold.',
    }),
    message: Text,
    emptyToo: Opt(
      Type.Boolean({
        description:
          'Must hold even while some of these fields are empty, such as "a phone number or an email".',
      }),
    ),
    lock: Opt(Lock),
    note: Opt(Note),
  },
  strict,
)

export const Field = Type.Object(
  {
    ...fieldMembers,
    type: Type.Enum([...FIELD_TYPES, 'entries']),
    show: Opt({
      ...RuleSchema,
      // `when` can do the same, and more.
      'x-offered': false,
      'x-called': 'fieldThere',
      description:
        'The form has this field only if this holds; the rule can use the configuration alone.',
    }),
    when: Opt({
      ...RuleSchema,
      'x-called': 'fieldShown',
      description:
        'Asked only if this holds; the rule can use the fields above (value.…), plan, country and age.',
    }),
    path: Opt(
      Type.String({
        pattern: '^[A-Za-z]+$',
        'x-offered': false,
        description: 'The profile key, if it differs from the id.',
      }),
    ),
    entry: Opt({
      ...ref('text', 'What one entry of a list is called within a sentence, such as "job".'),
      ...only('entries'),
    }),
    fields: Opt(
      list(Type.Object({ ...fieldMembers, type: Type.Enum([...FIELD_TYPES]) }, strict), {
        maxItems: 20,
        ...only('entries'),
        description: 'The fields of each entry of a list.',
      }),
    ),
    checks: Opt(
      list(Check, {
        maxItems: 30,
        ...only('entries'),
        description: 'Rules across the fields of one entry of a list.',
      }),
    ),
  },
  strict,
)

export const ProfileSectionKind = envelope('profile-section', {
  label: Text,
  hint: Opt(Text),
  consent: Opt(
    ref(
      'consent',
      'Asked only of people who gave this consent; taking it back deletes the answers.',
    ),
  ),
  listed: Opt(
    Type.Boolean({
      description: 'Shown on the CV page and counted in the progress; default true.',
    }),
  ),
  printed: Opt(
    Type.Boolean({
      description: 'On the CV: at the end of every layout that has no part for it; default false.',
    }),
  ),
  order: Opt(Type.Integer()),
  shape: Opt(
    Type.Enum(['object', 'records', 'choices'], {
      description:
        'object (default): its fields are the profile’s. records: a list of records with these fields. ' +
        'choices: a list of what was chosen from a list or from another section; the fields are asked of each choice.',
    }),
  ),
  entry: Opt(ref('text', 'What one record or choice is called within a sentence, such as "job".')),
  list: Opt(ref('list', 'What can be chosen.')),
  chosenFrom: Opt(ref('section', 'The section whose records can be chosen, instead of a list.')),
  own: Opt(Type.Boolean({ description: 'Own words may be added to what is in the list.' })),
  amount: Opt(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'A form of choices is valid only with exactly this many.',
    }),
  ),
  most: Opt(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'The most records or choices that may be kept; default 50.',
    }),
  ),
  fields: list(Field),
  checks: Opt(
    list(Check, {
      maxItems: 30,
      description: 'Rules across fields, such as an end that may not be before its start.',
    }),
  ),
  route: Opt(ref('route', 'For a section without fields: the page of the result it shows.')),
  completeness: Type.Union([
    Type.Object({ kind: Type.Literal('existence'), fields: Type.Array(Type.String()) }, strict),
    Type.Object({ kind: Type.Literal('count'), min: Type.Integer({ minimum: 1 }) }, strict),
    Type.Object({ kind: Type.Literal('none') }, strict),
  ]),
  save: Opt(
    Type.Object(
      {
        method: Type.Enum(['POST', 'PUT', 'PATCH']),
        route: Type.String({ pattern: '^[a-z][a-z/-]*$' }),
        replaces: Opt(
          Type.Boolean({
            description:
              'Choices that are sent replace those that are kept; default: they are added.',
          }),
        ),
      },
      strict,
    ),
  ),
  update: Opt(
    Type.Object(
      {
        method: Opt(Type.Enum(['POST', 'PUT', 'PATCH'])),
        route: Opt(Type.String({ pattern: '^[a-z][a-z/-]*$' })),
      },
      {
        ...strict,
        description: 'How a record is changed; default POST, at the address that it is saved at.',
      },
    ),
  ),
  button: Opt(Text),
})

export const ConsentListKind = envelope('consent-list', {
  items: list(
    Type.Object(
      {
        id: Id,
        label: Text,
        text: Text,
        version: Type.Integer({
          minimum: 1,
          maximum: 100_000,
          'x-lock': 'tighten-only',
          description:
            'Of the words. Raise it when their meaning changes: everyone is asked again.',
        }),
        asked: Opt({
          ...RuleSchema,
          description: 'Who is asked; default everyone. The rule can use plan, country and age.',
        }),
        needed: Opt({
          ...RuleSchema,
          // Of everyone, as a rule.
          'x-always': true,
          description: 'Who must agree to continue; by default, everyone may decline.',
        }),
        by: Opt(
          Type.Literal('guardian', {
            description:
              'Given by a guardian, for people under the legal age of their country. Nobody of age is asked.',
          }),
        ),
        link: Opt(
          Type.Object(
            { text: Text, routeName: ref('route', 'Where the whole document can be read.') },
            strict,
          ),
        ),
        lock: Opt(Lock),
        note: Opt(Note),
      },
      strict,
    ),
    { minItems: 1, maxItems: 40, description: 'In the order in which they are asked.' },
  ),
})
