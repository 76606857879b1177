/** What an experiment says so far, from the sums of its people. Pure. */

import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { addBatch, differenceOf, meanOf, noPeople, type Difference, type Sums } from './contrast.ts'
import { chiSquareP, nextMismatch, NO_MISMATCH, type Mismatch } from './mismatch.ts'
import { addRatios, ratioDifference, ratioOf, type RatioSums } from './ratio.ts'
import {
  alphaFor,
  chanceToBeat,
  holm,
  intervalOf,
  lowerBound,
  sequenceP,
  type SequencePlan,
} from './sequence.ts'
import { isDecided, isShown, verdictOf, type Verdict } from './verdict.ts'

/** A false alarm over the whole life of an experiment, by the primary metric. */
export const ALPHA = 0.05

type Arm = ExperimentDocument['arms'][number]
type InArm = { readonly arm: string; readonly probability: number }
export type ValueCell = InArm & Sums & { readonly batch: number }
export type RatioCell = InArm & RatioSums

/** `harmed`: this guardrail says that the arm does harm. Null figures are not shown yet. */
export type MetricResult = {
  readonly id: string
  readonly arm: string
  readonly role: 'primary' | 'further' | 'guardrail'
  /** People of this arm and of the control who count so far. */
  readonly n: number
  readonly value: number
  readonly control: number
  readonly estimate: number | null
  readonly low: number | null
  readonly high: number | null
  readonly chance: number | null
  readonly verdict: Verdict
  readonly decided: boolean
  readonly harmed: boolean
}

/** How an arm differs from the control, and whether enough people have been seen to say so. */
export type Compared = {
  readonly arm: string
  readonly n: number
  readonly value: number
  readonly control: number
  readonly difference: Difference
  readonly shown: boolean
}

const NOBODY: Sums = { n: 0, sum: 0, squares: 0, events: 0 }
const NO_RATIO: RatioSums = {
  n: 0,
  top: 0,
  below: 0,
  topSquares: 0,
  belowSquares: 0,
  products: 0,
  events: 0,
}

/** @param cells in the order of their batches */
export function compareValues(arms: readonly Arm[], cells: readonly ValueCell[]): Compared[] {
  let state = noPeople(arms.length)
  for (const batch of batchesOf(cells)) {
    const by = new Map(batch.map((cell) => [cell.arm, cell]))
    state = addBatch(state, {
      arms: arms.map(({ id }) => by.get(id) ?? NOBODY),
      probabilities: arms.map(({ id, weight }) => by.get(id)?.probability ?? weight),
    })
  }
  const [control] = state.arms
  return arms.slice(1).map(({ id }, at) => {
    const own = state.arms[at + 1]!
    const difference = differenceOf(state, at + 1)
    return {
      arm: id,
      n: own.n + control!.n,
      value: meanOf(own),
      control: meanOf(control!),
      difference,
      shown: isShown([control!, own], difference),
    }
  })
}

export function compareRatios(arms: readonly Arm[], cells: readonly RatioCell[]): Compared[] {
  const sums = arms.map(({ id }) =>
    cells.filter(({ arm }) => arm === id).reduce(addRatios, NO_RATIO),
  )
  const weights = arms.map(({ weight }) => weight)
  return arms.slice(1).map(({ id }, at) => {
    const own = sums[at + 1]!
    const difference = ratioDifference(sums, at + 1, weights)
    return {
      arm: id,
      n: own.n + sums[0]!.n,
      value: ratioOf(own),
      control: ratioOf(sums[0]!),
      difference,
      shown: isShown([sums[0]!, own], difference),
    }
  })
}

/** @param cells everybody who has seen an arm, in the order of their batches */
export function mismatchOf(
  arms: readonly Arm[],
  cells: readonly { readonly batch: number; readonly arm: string; readonly n: number }[],
): Mismatch & { readonly chiSquare: number } {
  const counts = arms.map(() => 0)
  const shares = arms.map(({ weight }) => weight)
  let state = NO_MISMATCH
  for (const batch of batchesOf(cells)) {
    for (const { arm, n } of batch) {
      const at = arms.findIndex(({ id }) => id === arm)
      if (at !== -1) counts[at]! += n
    }
    state = nextMismatch(state, counts, shares)
  }
  return { ...state, chiSquare: chiSquareP(counts, shares) }
}

/**
 * @param planned people of all arms that the experiment was planned for
 * @param compared by metric: every metric of the experiment that there are sums of
 */
export function resultsOf(
  { arms, metrics, smallestEffect }: ExperimentDocument,
  documents: ReadonlyMap<string, MetricDocument>,
  compared: ReadonlyMap<string, readonly Compared[]>,
  planned: number,
): MetricResult[] {
  const plan: SequencePlan = { alpha: alphaFor(ALPHA, arms.length), planned }
  const rows = [
    [metrics.primary, 'primary'] as const,
    ...(metrics.further ?? []).map((id) => [id, 'further'] as const),
    ...(metrics.guardrails ?? []).map((id) => [id, 'guardrail'] as const),
  ].flatMap(([id, role]) =>
    (compared.get(id) ?? []).map((each) => ({ ...each, id, role, goal: documents.get(id)!.goal })),
  )
  // Of several further metrics one is bound to differ by chance.
  const further = rows.filter(({ role, shown }) => role === 'further' && shown)
  const corrected = holm(further.map(({ difference }) => sequenceP(difference, plan)))
  return rows.map(({ difference, shown, goal, ...row }) => {
    const { low, high } = intervalOf(difference, plan)
    const sure = row.role !== 'further' || (corrected[further.findIndex(sameAs(row))] ?? 1) <= ALPHA
    const said = verdictOf({ low, high }, goal, row.role === 'primary' ? smallestEffect : 0)
    const verdict = shown && (sure || said === 'same') ? said : 'open'
    const worse = goal === 'more' ? { ...difference, estimate: -difference.estimate } : difference
    return {
      ...row,
      estimate: shown ? difference.estimate : null,
      low: shown ? low : null,
      high: shown ? high : null,
      chance: shown ? chance(difference, goal) : null,
      verdict,
      decided: isDecided(verdict),
      harmed: row.role === 'guardrail' && shown && lowerBound(worse, plan) > 0,
    }
  })
}

function chance(difference: Difference, goal: MetricDocument['goal']): number {
  const more = chanceToBeat(difference)
  return goal === 'more' ? more : 1 - more
}

function sameAs(row: { readonly id: string; readonly arm: string }) {
  return (other: { readonly id: string; readonly arm: string }) =>
    other.id === row.id && other.arm === row.arm
}

function batchesOf<Row extends { readonly batch: number }>(rows: readonly Row[]): Row[][] {
  const batches = new Map<number, Row[]>()
  for (const row of rows) {
    const batch = batches.get(row.batch)
    if (batch === undefined) batches.set(row.batch, [row])
    else batch.push(row)
  }
  return [...batches.values()]
}
