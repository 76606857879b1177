/** What an experiment says so far, from the sums of its people. Pure. */

import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import type { Difference } from './contrast.ts'
import {
  alphaFor,
  chanceToBeat,
  holm,
  intervalOf,
  lowerBound,
  sequenceP,
  type SequencePlan,
} from './sequence.ts'
import { isDecided, verdictOf, type Verdict } from './verdict.ts'

/** A false alarm over the whole life of an experiment, by the primary metric. */
export const ALPHA = 0.05

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

/** @param arms their number, the control included */
export function planOf(arms: number, planned: number): SequencePlan {
  return { alpha: alphaFor(ALPHA, arms), planned }
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
  const plan = planOf(arms.length, planned)
  const rows = [
    [metrics.primary, 'primary'] as const,
    ...(metrics.further ?? []).map((id) => [id, 'further'] as const),
    ...(metrics.guardrails ?? []).map((id) => [id, 'guardrail'] as const),
  ].flatMap(([id, role]) =>
    (compared.get(id) ?? []).map((each) => ({ ...each, id, role, goal: documents.get(id)!.goal })),
  )
  // Of several further metrics one is bound to differ by chance.
  const further = rows.filter(({ role }) => role === 'further')
  // Those that aren't shown yet are counted too, or the first one to be shown would be alone.
  const corrected = holm(
    further.map(({ difference, shown }) => (shown ? sequenceP(difference, plan) : 1)),
  )
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
