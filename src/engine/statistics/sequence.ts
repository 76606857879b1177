/**
 * Intervals that may be looked at every hour: asymptotic confidence sequences (Waudby-Smith, Arbour,
 * Sinha, Kennedy and Ramdas 2024, "Time-uniform central limit theory and asymptotic confidence
 * sequences"). Over all looks together they miss the truth with at most `alpha`. Pure.
 */

import { normalCdf } from './distributions.ts'
import type { Difference } from './contrast.ts'

export type Interval = { readonly low: number; readonly high: number }

/**
 * What a sequence is made for. `planned`: the number of people, all arms together, at which it is
 * narrowest.
 */
export type SequencePlan = { readonly alpha: number; readonly planned: number }

/** With several arms beside the control each comparison gets its part of alpha. */
export function alphaFor(alpha: number, arms: number): number {
  return alpha / Math.max(1, arms - 1)
}

export function rhoFor({ alpha, planned }: SequencePlan): number {
  const log = -2 * Math.log(alpha)
  return Math.sqrt((log + Math.log(log + 1)) / planned)
}

/** Half the width of the two-sided interval after n people. Infinite before the first. */
export function halfWidth(n: number, spread: number, plan: SequencePlan): number {
  if (n === 0) return Infinity
  const [factor, root] = boundary(n, plan)
  return spread * Math.sqrt(factor * Math.log(root / plan.alpha))
}

export function intervalOf({ n, estimate, spread }: Difference, plan: SequencePlan): Interval {
  const half = halfWidth(n, spread, plan)
  return { low: estimate - half, high: estimate + half }
}

/** What the true difference is at least, when only one direction is asked about. */
export function lowerBound({ n, estimate, spread }: Difference, plan: SequencePlan): number {
  if (n === 0) return -Infinity
  const [factor, root] = boundary(n, plan)
  return estimate - spread * Math.sqrt(factor * Math.log(1 + root / (2 * plan.alpha)))
}

/**
 * The smallest alpha at which the two-sided sequence leaves out zero: a p-value that may be looked
 * at any time, for Holm's procedure.
 */
export function sequenceP({ n, estimate, spread }: Difference, plan: SequencePlan): number {
  if (n === 0 || spread === 0) return 1
  const [factor, root] = boundary(n, plan)
  return Math.min(1, root * Math.exp(-((estimate / spread) ** 2) / factor))
}

/** Probability that the arm is better than the control, given only what was seen. */
export function chanceToBeat({ n, estimate, spread }: Difference): number {
  if (n === 0 || spread === 0) return 0.5
  return normalCdf((estimate / spread) * Math.sqrt(n))
}

/** Parts of the formula that both forms share. */
function boundary(n: number, plan: SequencePlan): [factor: number, root: number] {
  const grown = n * rhoFor(plan) ** 2
  return [(2 * (grown + 1)) / (n * grown), Math.sqrt(grown + 1)]
}

/**
 * Holm's procedure: p-values corrected for their number, in the same order; none below an earlier
 * one of the sorted list.
 */
export function holm(ps: readonly number[]): number[] {
  const corrected = Array.from({ length: ps.length }, () => 1)
  let most = 0
  ps.map((p, at) => ({ p, at }))
    .sort((a, b) => a.p - b.p)
    .forEach(({ p, at }, rank) => {
      most = Math.max(most, Math.min(1, p * (ps.length - rank)))
      corrected[at] = most
    })
  return corrected
}
