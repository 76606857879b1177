/**
 * How large an effect may be behind a chi-square statistic: the non-centrality whose distribution
 * makes a statistic that large, or that small, as rare as the ends of an interval (Steiger 1990).
 * Pure.
 */

import { chiSquareTail, lnGamma, normalQuantile } from './distributions.ts'

/** Above this the root of the statistic is as good as normal. */
const LARGE = 400
const TURNS = 60

/** @returns the ends of the interval that holds the true one in `share` of 100, such as 0.95 */
export function noncentralityRange(
  x: number,
  degrees: number,
  share = 0.95,
): { readonly low: number; readonly high: number } {
  const rare = (1 - share) / 2
  if (x > LARGE) {
    const root = Math.sqrt(x - (degrees - 1))
    const z = normalQuantile(1 - rare)
    return { low: Math.max(0, root - z) ** 2, high: (root + z) ** 2 }
  }
  return { low: behind(x, degrees, 1 - rare), high: behind(x, degrees, rare) }
}

/** The non-centrality with which a statistic is at most x with this probability; 0 if none is. */
function behind(x: number, degrees: number, probability: number): number {
  if (noncentralCdf(x, degrees, 0) <= probability) return 0
  let low = 0
  let high = 4 * x + 60
  for (let turn = 0; turn < TURNS; turn++) {
    const middle = (low + high) / 2
    // The larger the effect, the rarer is a small statistic.
    if (noncentralCdf(x, degrees, middle) > probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A mixture of central distributions, by Poisson's weights. */
function noncentralCdf(x: number, degrees: number, noncentrality: number): number {
  if (noncentrality === 0) return 1 - chiSquareTail(x, degrees)
  const half = noncentrality / 2
  const most = Math.ceil(half + 12 * Math.sqrt(half) + 30)
  const least = Math.max(0, Math.floor(half - 12 * Math.sqrt(half) - 30))
  let sum = 0
  for (let at = least; at <= most; at++)
    sum +=
      Math.exp(at * Math.log(half) - half - lnGamma(at + 1)) *
      (1 - chiSquareTail(x, degrees + 2 * at))
  return sum
}
