/** The console's call for how learners are doing, in numbers. */

import Type from 'typebox'
import type { Calls } from './call.ts'
import { NEWCOMER_STEPS } from './newcomers.ts'

const NewcomersSchema = Type.Object(
  {
    learners: Type.Integer({ description: 'Everyone with an account and no role in the console' }),
    here: Type.Integer({ description: 'Of those, who were here within the last 24 hours' }),
    days: Type.Integer({ description: 'How many days of sign-ups the steps are of' }),
    steps: Type.Array(
      Type.Object({ step: Type.Enum([...NEWCOMER_STEPS]), people: Type.Integer() }),
      { description: 'Of those who signed up in these days, how many have done each by now' },
    ),
  },
  { title: 'Newcomers' },
)

export const newcomerCalls: Calls = {
  'GET /admin/newcomers': {
    area: 'console',
    summary: 'How learners are doing, in numbers',
    description: 'Numbers only, of people without a role in the console.',
    responses: { 200: NewcomersSchema },
  },
}
