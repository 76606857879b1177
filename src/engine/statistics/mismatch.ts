/**
 * Did the arms get the shares that they should? A sequential multinomial test (Lindon & Malek 2022,
 * "Anytime-valid inference for multinomial count data"), which may be looked at after every single
 * person, unlike the chi-square test. Pure.
 */

import { chiSquareTail, lnGamma } from './distributions.ts'

/** A fair experiment is ever accused with at most this probability. */
export const MISMATCH_ALPHA = 0.001
/**
 * Concentrations of two Dirichlet priors, centred on the planned shares, half of the belief each. 2,000
 * expects shares within about a point of the plan: it finds 52 to 48 soonest among 500, 2,000 and
 * 10,000. 20 expects anything: it finds 60 to 40 among 500 people, before there are figures.
 */
const CONCENTRATIONS = [20, 2_000] as const

/** `p` never rises again: the smallest seen so far. */
export type Mismatch = {
  readonly p: number
  readonly alarm: boolean
}

export const NO_MISMATCH: Mismatch = { p: 1, alarm: false }

/**
 * Logarithm of the Bayes factor for "the shares are others" against "the shares are as planned".
 *
 * @param counts people by arm
 * @param shares planned shares by arm, each above 0, summing to 1
 */
export function lnBayesFactor(counts: readonly number[], shares: readonly number[]): number {
  const each = CONCENTRATIONS.map((concentration) => lnFactorOf(counts, shares, concentration))
  const most = Math.max(...each)
  return most + Math.log(each.reduce((sum, ln) => sum + Math.exp(ln - most), 0) / each.length)
}

function lnFactorOf(
  counts: readonly number[],
  shares: readonly number[],
  concentration: number,
): number {
  const n = counts.reduce((sum, count) => sum + count, 0)
  let sum = lnGamma(concentration) - lnGamma(concentration + n)
  counts.forEach((count, arm) => {
    const share = shares[arm]!
    const prior = concentration * share
    sum += lnGamma(prior + count) - lnGamma(prior) - count * Math.log(share)
  })
  return sum
}

/**
 * The test after more people have come.
 *
 * @param before its outcome at the last look: once accused, an experiment stays accused
 */
export function nextMismatch(
  before: Mismatch,
  counts: readonly number[],
  shares: readonly number[],
): Mismatch {
  const p = Math.min(before.p, 1, Math.exp(-lnBayesFactor(counts, shares)))
  return { p, alarm: before.alarm || p <= MISMATCH_ALPHA }
}

/** Pearson's test of the same, which is right at one look only; shown for information. */
export function chiSquareP(counts: readonly number[], shares: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0)
  if (n === 0) return 1
  const statistic = counts.reduce(
    (sum, count, arm) => sum + (count - n * shares[arm]!) ** 2 / (n * shares[arm]!),
    0,
  )
  return chiSquareTail(statistic, counts.length - 1)
}
