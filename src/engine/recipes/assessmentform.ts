/** The filled-in form of a new assessment. */

import Type, { type Static } from 'typebox'
import { MAX_SCALES, TEMPLATES } from './assessmentlimits.ts'
import { audienceForm } from './audience.ts'
import { menuForm, WordsForm } from './place.ts'

const ScaleRow = Type.Object(
  {
    id: Type.String({ maxLength: 40 }),
    label: WordsForm,
    lowTo: Type.String({ maxLength: 6 }),
    highFrom: Type.String({ maxLength: 6 }),
    low: WordsForm,
    middle: WordsForm,
    high: WordsForm,
  },
  { additionalProperties: false },
)

export const Form = Type.Object(
  {
    title: WordsForm,
    summary: WordsForm,
    question: WordsForm,
    items: Type.Record(Type.String(), Type.String({ maxLength: 40_000 })),
    answers: Type.String({ maxLength: 120 }),
    answerWords: WordsForm,
    scales: Type.Array(ScaleRow, { maxItems: MAX_SCALES }),
    sorting: Type.Record(
      Type.String(),
      Type.Object(
        { row: Type.String({ maxLength: 40 }), turned: Type.Boolean() },
        { additionalProperties: false },
      ),
    ),
    template: Type.Enum([...TEMPLATES]),
    reportLead: WordsForm,
    path: Type.String({ maxLength: 200 }),
    ...menuForm,
    ...audienceForm,
  },
  { additionalProperties: false },
)
export type AssessmentForm = Static<typeof Form>
