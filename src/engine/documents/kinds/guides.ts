/**
 * Kind `guide`: help with one section of the profile for somebody who has never written a CV.
 * Nothing here is saved for a person by itself: they choose, and they write.
 */

import Type from 'typebox'
import { envelope, Id, list, Lock, Note, Opt, ref, RuleSchema, strict, Text } from './members.ts'

const Field = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*$', maxLength: 80 })
const Items = Type.Array(Id, { minItems: 1, maxItems: 24 })

export const GuideKind = envelope('guide', {
  section: ref('section', 'The section that it helps with; one guide each.'),
  offers: Opt(
    list(
      Type.Object(
        {
          id: Id,
          because: ref('text', 'What it is drawn from, so that the person can judge it.'),
          when: {
            ...RuleSchema,
            description: 'Whose answers speak for it, such as a letter of the worker type.',
          },
          priority: Opt({
            ...RuleSchema,
            description:
              'A number, such as a score: of those that hold, the highest come first; default 0.',
          }),
          items: { ...Items, description: 'Ids in the section’s list, the likeliest first.' },
          lock: Opt(Lock),
          note: Opt(Note),
        },
        strict,
      ),
      { maxItems: 60, description: 'Proposals from a person’s answers; the first that hold.' },
    ),
  ),
  counts: Opt(
    Type.Object(
      {
        title: Text,
        field: Opt({
          ...Field,
          description: 'Of a list of records: the field that starts with the name of the row.',
        }),
        rows: list(
          Type.Object(
            {
              id: Id,
              label: Text,
              name: Opt(
                ref(
                  'text',
                  'Of a list of records: what the field starts with; by default the label.',
                ),
              ),
              items: Opt({ ...Items, description: 'Ids in the section’s list.' }),
              values: Opt(
                Type.Record(Field, Type.Union([Type.String({ maxLength: 120 }), Type.Boolean()]), {
                  description: 'Of a list of records: what a new one starts with.',
                }),
              ),
              lock: Opt(Lock),
              note: Opt(Note),
            },
            strict,
          ),
          { minItems: 1, maxItems: 40 },
        ),
      },
      { ...strict, description: 'What counts, though nobody paid for it.' },
    ),
  ),
  starters: Opt(
    list(
      Type.Object(
        {
          id: Id,
          field: Opt({
            ...Field,
            description: 'The field that it is shown at. Of a list to choose from: without it.',
          }),
          text: ref('text', 'How a sentence can begin.'),
          rows: Opt(
            Type.Array(Id, {
              minItems: 1,
              maxItems: 40,
              description:
                'Rows of `counts` that it fits: shown while the record still has the name of one of them, ' +
                'and before those that name no row.',
            }),
          ),
          note: Opt(Note),
        },
        strict,
      ),
      { maxItems: 80 },
    ),
  ),
  hints: Opt(
    list(
      Type.Object(
        {
          id: Id,
          field: { ...Field, description: 'The field that it is shown at.' },
          finds: Opt(
            Type.Array(Type.String({ minLength: 2, maxLength: 60 }), {
              minItems: 1,
              maxItems: 100,
              description: 'Holds if the field contains one of these, in small letters.',
            }),
          ),
          when: Opt({
            ...RuleSchema,
            description:
              'Can read value.… (all fields) and measure.… (the text of the field: words, lines, longest and shortest line in words, digits in a row, idNumber, unprintable: letters that a PDF can’t show).',
          }),
          text: ref('text', 'What one could do about it. It never stops anybody from saving.'),
          lock: Opt(Lock),
          note: Opt(Note),
        },
        strict,
      ),
      { maxItems: 40 },
    ),
  ),
})
