/** Shapes of the calls about experiments. */

import Type, { type Static } from 'typebox'

const Moment = Type.String({ format: 'date-time' })
const Figure = Type.Union([Type.Number(), Type.Null()])
const State = Type.Enum(['planned', 'running', 'paused', 'ended'])

/** The user who did it; null for what the server does by itself, and for erased accounts. */
const By = Type.Union([Type.String(), Type.Null()])

const ExperimentEntrySchema = Type.Object({
  at: Moment,
  by: By,
  action: Type.Enum([
    'make',
    'change',
    'start',
    'pause',
    'end',
    'ship',
    'note',
    'harm',
    'lost',
    'split',
  ]),
  /** Of a note, or given with a step. */
  text: Type.Optional(Type.String()),
  /** `harm`: the arm and the guardrail that it harms. `lost`: the arm that no longer fits. */
  arm: Type.Optional(Type.String()),
  metric: Type.Optional(Type.String()),
  /** `harm`: the analysis that has found it. */
  phase: Type.Optional(Type.String()),
  /** `lost`: number of the release that changed the documents below it. */
  release: Type.Optional(Type.Integer()),
  /** A change that begins a new analysis. */
  newPhase: Type.Optional(Type.Boolean()),
  /** What was changed: members of the document, and what each said before and after if that is short. */
  changed: Type.Optional(
    Type.Array(
      Type.Object({
        member: Type.String(),
        was: Type.Optional(Type.String()),
        is: Type.Optional(Type.String()),
      }),
    ),
  ),
})

export const ExperimentViewSchema = Type.Object({
  id: Type.String(),
  state: State,
  /** Names this version of the document: a change says which one it was made to. */
  sha: Type.String(),
  /** What happened to it, the last first, notes included. */
  history: Type.Array(ExperimentEntrySchema),
  /** Ops of arms that no longer fit, or whose base isn't what it was, since documents have changed. */
  lost: Type.Array(
    Type.Object({
      /** `base-changed`: it fits, but what it is compared with has changed. */
      code: Type.Enum(['cannot-apply', 'base-changed']),
      arm: Type.String(),
      /** `kind/id` of the document that it changes. */
      document: Type.String(),
      at: Type.String(),
      message: Type.String(),
    }),
  ),
  /** The document of kind `experiment`. */
  document: Type.Unknown(),
  /** People of all arms that the smallest effect needs, and those of a test with one look. */
  plan: Type.Object({
    /** Null: nobody knows how much people differ. After the start: what it settled. */
    people: Figure,
    fixed: Figure,
    /** How much people differ: as in an earlier experiment, as much as they can, or not known. */
    basis: Type.Enum(['earlier', 'widest', 'unknown']),
    /** People a day who see its pages and could take part; null while nobody knows. */
    perDay: Figure,
    /** Until enough people have come, and the last of them have been waited for. */
    days: Figure,
    /** False: it cannot be decided with this traffic in the planned days. */
    decidable: Type.Union([Type.Boolean(), Type.Null()]),
    /**
     * Where values of its means are cut off, and where they would be by what people did before, in
     * any arm: 99 of 100 of them had at most that. Only before the start, which fixes it; without
     * means for which enough people are known.
     */
    cuts: Type.Array(
      Type.Object({ metric: Type.String(), cut: Type.Integer(), proposed: Type.Integer() }),
    ),
  }),
})

export const ExperimentResultsSchema = Type.Object({
  /** People who have seen their arm, without those who are left out. */
  n: Type.Integer(),
  arms: Type.Array(
    Type.Object({
      id: Type.String(),
      n: Type.Integer(),
      /** Known to be under age. */
      excluded: Type.Integer(),
      /** Got into their arm before this count began: they keep it. */
      earlier: Type.Integer(),
    }),
  ),
  /**
   * Whether the arms got their shares; an alarm hides all metrics. `chiSquare` is right at one look
   * only, which is the first with the planned number of people: for information, null before it.
   */
  srm: Type.Object({
    p: Type.Number(),
    alarm: Type.Boolean(),
    chiSquare: Type.Union([Type.Object({ p: Type.Number(), people: Type.Integer() }), Type.Null()]),
  }),
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
  /**
   * How each difference came about, a point for each day on which people began to count. Intervals
   * that have been shown hold together, so all of them may be drawn. Not of ratios before the last.
   */
  series: Type.Array(
    Type.Object({
      metric: Type.String(),
      arm: Type.String(),
      points: Type.Array(
        Type.Object({
          day: Type.String(),
          n: Type.Integer(),
          estimate: Type.Number(),
          low: Type.Number(),
          high: Type.Number(),
        }),
      ),
    }),
  ),
  /** Onboarding step by step: of `of` people of an arm, `n` got there in the week after. */
  funnel: Type.Array(
    Type.Object({
      /** As metrics name facts. */
      step: Type.String(),
      arm: Type.String(),
      n: Type.Integer(),
      of: Type.Integer(),
    }),
  ),
  /** The planned ones only; without verdicts, because one of many differs by chance. */
  breakdowns: Type.Array(
    Type.Object({
      metric: Type.String(),
      by: Type.Enum(['device', 'language', 'plan']),
      /** `phone`, `computer`, a language tag, or a plan; empty: none. */
      value: Type.String(),
      arm: Type.String(),
      /** People of this arm and of the control. */
      n: Type.Integer(),
      /** Null, with the difference, for groups that are too small. */
      mean: Figure,
      control: Figure,
      estimate: Figure,
      low: Figure,
      high: Figure,
    }),
  ),
  at: Moment,
})

/** A line of the list. */
export const ExperimentSummarySchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  state: State,
  hypothesis: Type.String(),
  arms: Type.Array(Type.String()),
  primary: Type.String(),
  view: ExperimentViewSchema,
  /** Null before the start. */
  results: Type.Union([ExperimentResultsSchema, Type.Null()]),
})

/** Places that both an arm and somebody else have changed, as `kind/id` and a pointer into it. */
export const ShipConflictsSchema = Type.Array(
  Type.Object(
    {
      document: Type.String(),
      at: Type.String(),
      code: Type.Enum(['base-changed', 'target-removed', 'duplicate-id']),
      /** What both began with, if that is known; what is there now; and the arm's. */
      baseOld: Type.Optional(Type.Unknown()),
      baseNew: Type.Optional(Type.Unknown()),
      mine: Type.Optional(Type.Unknown()),
    },
    { title: 'ShipConflict' },
  ),
)

export const ExperimentShippedSchema = Type.Object({
  /** Drafts that were made, as `kind/id`; the last ends the experiment. Publishing makes them live. */
  drafts: Type.Array(Type.String()),
  /** What both the arm and somebody else have changed since, and `choices` decided. */
  conflicts: Type.Array(
    Type.Object({ document: Type.String(), at: Type.String(), code: Type.String() }),
  ),
})

export type ShipConflict = Static<typeof ShipConflictsSchema>[number]
export type ExperimentSummary = Static<typeof ExperimentSummarySchema>
export type ExperimentView = Static<typeof ExperimentViewSchema>
export type ExperimentResults = Static<typeof ExperimentResultsSchema>
export type ExperimentEntry = Static<typeof ExperimentEntrySchema>
export type ExperimentShipped = Static<typeof ExperimentShippedSchema>
