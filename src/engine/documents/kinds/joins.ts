/** Kind `join`: which records of other types belong to a record, by values that they share. */

import Type from 'typebox'
import { envelope, list, Note, Opt, ref, RuleSchema, strict } from './members.ts'

export const JoinMatch = Type.Object(
  {
    field: Type.String({
      maxLength: 40,
      description: 'Field of the records that are looked for, or id.',
    }),
    path: Opt(
      Type.String({
        pattern: '^[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)*$',
        maxLength: 120,
        description:
          'Values: what this record has there, codes, scores by their names, or entries with an id.',
      }),
    ),
    part: Opt(
      Type.String({ maxLength: 40, description: 'Values: ids that an earlier part has found.' }),
    ),
    rule: Opt(RuleSchema),
    values: Opt(Type.Array(Type.String({ maxLength: 120 }), { minItems: 1, maxItems: 60 })),
    least: Opt(
      Type.Object(
        { by: Type.String({ maxLength: 40 }), from: Type.Number() },
        {
          ...strict,
          description: 'Entries of a list count from this weight up, the heaviest first.',
        },
      ),
    ),
    except: Opt(
      Type.Array(Type.String({ maxLength: 120 }), {
        maxItems: 60,
        description: 'Values that say too little to count.',
      }),
    ),
    table: Opt(
      Type.Record(
        Type.String({ maxLength: 120 }),
        Type.Array(Type.String({ maxLength: 120 }), { maxItems: 60 }),
        {
          description: 'Values in the words of the other type; a value without a row is left out.',
        },
      ),
    ),
    starts: Opt(
      Type.Boolean({
        description: 'The keys of the table are prefixes; the longest match decides.',
      }),
    ),
    plus: Opt(
      Type.Array(Type.String({ maxLength: 120 }), {
        maxItems: 20,
        description: 'Accepted as well, after all others, if there is any value.',
      }),
    ),
    note: Opt(Note),
  },
  { ...strict, description: 'A field has at least one of the values.' },
)

export const JoinKind = envelope('join', {
  from: ref('content-type', 'Type of the records that are opened.'),
  parts: list(
    Type.Object(
      {
        id: Type.String({
          pattern: '^[a-z][A-Za-z0-9]*$',
          maxLength: 40,
          description: 'Member of `joined` of the record.',
        }),
        to: ref('content-type', 'Type of the records that belong to it.'),
        only: Opt(
          Type.Object(
            {
              path: Type.String({ maxLength: 120 }),
              values: Type.Array(Type.String({ maxLength: 120 }), { minItems: 1, maxItems: 60 }),
            },
            { ...strict, description: 'Only for records that have one of these values there.' },
          ),
        ),
        any: Opt(
          list(JoinMatch, {
            minItems: 1,
            maxItems: 6,
            description: 'At least one holds; records that an earlier one finds come first.',
          }),
        ),
        all: Opt(list(JoinMatch, { minItems: 1, maxItems: 6, description: 'Each of them holds.' })),
        first: Opt(
          Type.String({
            maxLength: 40,
            description:
              'Field of months: of those that fit equally well, what closes next comes first. Or of a place: what is nearest to the town that the person chose last in the list of that type.',
          }),
        ),
        most: Opt(
          Type.Integer({ minimum: 1, maximum: 12, description: 'How many are listed; default 3.' }),
        ),
        note: Opt(Note),
      },
      strict,
    ),
    { minItems: 1, maxItems: 12 },
  ),
})
