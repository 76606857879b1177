/** Shapes of the calls about experiments. */

import Type, { type Static } from 'typebox'

const Moment = Type.String({ format: 'date-time' })
const Figure = Type.Union([Type.Number(), Type.Null()])
const State = Type.Enum(['planned', 'running', 'paused', 'ended'])

export const ExperimentSummarySchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  state: State,
  hypothesis: Type.String(),
  arms: Type.Array(Type.String()),
  primary: Type.String(),
})

export const ExperimentViewSchema = Type.Object({
  id: Type.String(),
  state: State,
  /** The document of kind `experiment`. */
  document: Type.Unknown(),
  /** People of all arms that the smallest effect needs, and those of a test with one look. */
  plan: Type.Object({
    people: Type.Integer(),
    fixed: Type.Integer(),
    /** People a day who could take part; null while nobody knows. */
    perDay: Figure,
    days: Figure,
    /** False: it cannot be decided with this traffic in the planned days. */
    decidable: Type.Union([Type.Boolean(), Type.Null()]),
  }),
})

export const ExperimentResultsSchema = Type.Object({
  /** People who have seen their arm, without those who are left out. */
  n: Type.Integer(),
  arms: Type.Array(Type.Object({ id: Type.String(), n: Type.Integer(), excluded: Type.Integer() })),
  /** Whether the arms got their shares; an alarm hides all metrics. */
  srm: Type.Object({ p: Type.Number(), alarm: Type.Boolean(), chiSquare: Type.Number() }),
  metrics: Type.Array(
    Type.Object({
      id: Type.String(),
      arm: Type.String(),
      role: Type.Enum(['primary', 'further', 'guardrail']),
      n: Type.Integer(),
      value: Type.Number(),
      control: Type.Number(),
      /** Null until enough people count, here and below. */
      estimate: Figure,
      low: Figure,
      high: Figure,
      chance: Figure,
      verdict: Type.Enum(['better', 'worse', 'same', 'open']),
      decided: Type.Boolean(),
      harmed: Type.Boolean(),
    }),
  ),
  days: Type.Array(Type.Object({ day: Type.String(), arm: Type.String(), n: Type.Integer() })),
  at: Moment,
})

export type ExperimentSummary = Static<typeof ExperimentSummarySchema>
export type ExperimentView = Static<typeof ExperimentViewSchema>
export type ExperimentResults = Static<typeof ExperimentResultsSchema>
