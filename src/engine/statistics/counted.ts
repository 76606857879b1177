/**
 * What has been counted of an experiment, as a state that is stored and continued: whole batches in
 * the order in which people saw their arms, none of them counted twice. Pure.
 */

import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import {
  addBatch,
  differenceOf,
  noPeople,
  type ContrastState,
  type Difference,
} from './contrast.ts'
import { chiSquareP, nextMismatch, NO_MISMATCH, type Mismatch } from './mismatch.ts'
import { addRatios, ratioDifference, ratioOf, type RatioSums } from './ratio.ts'
import type { Compared } from './results.ts'
import { intervalOf, type SequencePlan } from './sequence.ts'
import { isShown } from './verdict.ts'

type Arm = ExperimentDocument['arms'][number]
/** Two values of each person: what is counted, and what it is divided by, which is 1 but for ratios. */
export type Cell = RatioSums & {
  readonly batch: number
  readonly arm: string
  readonly probability: number
}

export const BREAKDOWNS = ['device', 'language', 'plan'] as const
export type Breakdown = (typeof BREAKDOWNS)[number]
/** By arm, in the order of the experiment. */
type ByArm = readonly RatioSums[]

/** Of one metric. */
export type Counted = {
  readonly contrast: ContrastState
  readonly arms: ByArm
  readonly parts: Readonly<Record<Breakdown, Readonly<Record<string, ByArm>>>>
}
/** Of everybody who has seen an arm. */
export type Seen = Mismatch & {
  /** By arm: people, and those who are left out. */
  readonly counts: readonly number[]
  readonly excluded: readonly number[]
  /** Of this row alone: day -> people by arm. */
  readonly days: Readonly<Record<string, readonly number[]>>
}
/** By arm: people, and how many of them got to each step. */
export type Funnel = {
  readonly of: readonly number[]
  readonly reached: Readonly<Record<string, readonly number[]>>
}

export const NOBODY: RatioSums = {
  n: 0,
  top: 0,
  below: 0,
  topSquares: 0,
  belowSquares: 0,
  products: 0,
  events: 0,
}

export function nothingCounted(arms: readonly Arm[]): Counted {
  return {
    contrast: noPeople(arms.length),
    arms: arms.map(() => NOBODY),
    parts: { device: {}, language: {}, plan: {} },
  }
}

export function nobodySeen(arms: readonly Arm[]): Seen {
  const none = arms.map(() => 0)
  return { ...NO_MISMATCH, counts: none, excluded: none, days: {} }
}

/** @param batch cells of one batch; all of an arm have its probability, or they wouldn't count */
export function countBatch(state: Counted, arms: readonly Arm[], batch: readonly Cell[]): Counted {
  const own = arms.map(({ id }) => batch.filter(({ arm }) => arm === id))
  const sums = own.map((cells) => cells.reduce<RatioSums>(addRatios, NOBODY))
  return {
    ...state,
    contrast: addBatch(state.contrast, {
      arms: sums.map(({ n, top, topSquares, events }) => ({
        n,
        sum: top,
        squares: topSquares,
        events,
      })),
      probabilities: arms.map(({ weight }, at) => own[at]![0]?.probability ?? weight),
    }),
    arms: together(state.arms, sums),
  }
}

/** @param rows of all arms, of the same batches */
export function countPart(
  state: Counted,
  arms: readonly Arm[],
  by: Breakdown,
  rows: readonly (RatioSums & { readonly arm: string; readonly value: string })[],
): Counted {
  const values: Record<string, ByArm> = { ...state.parts[by] }
  for (const { arm, value, ...sums } of rows)
    values[value] = together(
      values[value] ?? arms.map(() => NOBODY),
      arms.map(({ id }) => (id === arm ? sums : NOBODY)),
    )
  return { ...state, parts: { ...state.parts, [by]: values } }
}

/**
 * Whether its parts are of everybody in it, so that it can be continued: in sums that earlier
 * versions have kept, only those of the latest day are.
 */
export function isWhole({ arms, parts }: Counted): boolean {
  return BREAKDOWNS.every((by) => {
    const values = Object.values(parts[by])
    return arms.every(({ n }, at) => values.reduce((sum, each) => sum + each[at]!.n, 0) === n)
  })
}

function together(one: ByArm, other: ByArm): RatioSums[] {
  return one.map((sums, at) => addRatios(sums, other[at]!))
}

/** @param batch people of one batch by arm and day, with those who are left out */
export function seeBatch(
  state: Seen,
  arms: readonly Arm[],
  batch: readonly {
    readonly arm: string
    readonly day: string
    readonly n: number
    readonly excluded: number
  }[],
): Seen {
  const counts = [...state.counts]
  const excluded = [...state.excluded]
  const days: Record<string, readonly number[]> = { ...state.days }
  for (const row of batch) {
    const at = arms.findIndex(({ id }) => id === row.arm)
    if (at === -1) continue
    counts[at]! += row.n
    excluded[at]! += row.excluded
    const before = days[row.day]
    days[row.day] = arms.map((_, arm) => (before?.[arm] ?? 0) + (arm === at ? row.n : 0))
  }
  const shares = arms.map(({ weight }) => weight)
  return { ...nextMismatch(state, counts, shares), counts, excluded, days }
}

export function chiSquareOf({ counts }: Seen, arms: readonly Arm[]): number {
  return chiSquareP(
    counts,
    arms.map(({ weight }) => weight),
  )
}

/** How each arm after the control differs from it, by the way in which the metric is judged. */
export function comparedOf(
  arms: readonly Arm[],
  { measure }: Pick<MetricDocument, 'measure'>,
  state: Counted,
): Compared[] {
  const control = state.arms[0]!
  return arms.slice(1).map(({ id }, index) => {
    const own = state.arms[index + 1]!
    const difference = differenceIn(arms, measure, state, index + 1)
    const isRatio = measure.as === 'ratio'
    return {
      arm: id,
      n: own.n + control.n,
      value: isRatio ? ratioOf(own) : meanOfSums(own),
      control: isRatio ? ratioOf(control) : meanOfSums(control),
      difference,
      shown: isShown([control, own], difference),
    }
  })
}

function differenceIn(
  arms: readonly Arm[],
  measure: MetricDocument['measure'],
  state: Counted,
  arm: number,
): Difference {
  return measure.as === 'ratio'
    ? ratioDifference(
        state.arms,
        arm,
        arms.map(({ weight }) => weight),
      )
    : differenceOf(state.contrast, arm)
}

export type Point = {
  readonly day: string
  readonly n: number
  readonly estimate: number
  readonly low: number
  readonly high: number
}

/** The intervals as they were on each day, as far as there were enough people to show one. */
export function seriesOf(
  arms: readonly Arm[],
  { measure }: Pick<MetricDocument, 'measure'>,
  states: readonly { readonly day: string; readonly state: Counted }[],
  plan: SequencePlan,
): { readonly arm: string; readonly points: Point[] }[] {
  return arms.slice(1).map(({ id }, index) => ({
    arm: id,
    points: states.flatMap(({ day, state }) => {
      const difference = differenceIn(arms, measure, state, index + 1)
      if (!isShown([state.arms[0]!, state.arms[index + 1]!], difference)) return []
      const { n, estimate } = difference
      return [{ day, n, estimate, ...intervalOf(difference, plan) }]
    }),
  }))
}

/** Each arm against the control within one part of the people. Judged like a ratio: by sums alone. */
export function partsOf(
  arms: readonly Arm[],
  by: Breakdown,
  { parts }: Counted,
  plan: SequencePlan,
) {
  const weights = arms.map(({ weight }) => weight)
  return Object.entries(parts[by]).flatMap(([value, sums]) =>
    arms.slice(1).map(({ id }, index) => {
      const [control, own] = [sums[0]!, sums[index + 1]!]
      const difference = ratioDifference(sums, index + 1, weights)
      const shown = isShown([control, own], difference)
      const { low, high } = intervalOf(difference, plan)
      return {
        by,
        value,
        arm: id,
        n: own.n + control.n,
        // Of a few people a mean would say what each of them did.
        mean: shown ? ratioOf(own) : null,
        control: shown ? ratioOf(control) : null,
        estimate: shown ? difference.estimate : null,
        low: shown ? low : null,
        high: shown ? high : null,
      }
    }),
  )
}

export function noFunnel(arms: readonly Arm[]): Funnel {
  return { of: arms.map(() => 0), reached: {} }
}

/** @param rows people of an arm who got to a step; `step` is empty for all of them */
export function addToFunnel(
  { of, reached }: Funnel,
  arms: readonly Arm[],
  rows: readonly { readonly arm: string; readonly step: string; readonly n: number }[],
): Funnel {
  const people = [...of]
  const steps: Record<string, number[]> = Object.fromEntries(
    Object.entries(reached).map(([step, each]) => [step, [...each]]),
  )
  for (const { arm, step, n } of rows) {
    const at = arms.findIndex(({ id }) => id === arm)
    if (at === -1) continue
    const counts = step === '' ? people : (steps[step] ??= arms.map(() => 0))
    counts[at]! += n
  }
  return { of: people, reached: steps }
}

function meanOfSums({ n, top }: RatioSums): number {
  return n === 0 ? 0 : top / n
}
