/** How single questions work: mean, spread, shares, and whether they go with the rest of their scale. Pure. */

import { covariances, total, type Estimate, type Moments } from './moments.ts'

/** Quantile of the normal distribution for 95 %. */
export const Z = 1.959963984540054

export function meanOf({ n, sums, products }: Moments, at: number): Estimate {
  const value = sums[at]! / n
  const half = (Z * spreadOf({ n, sums, products }, at)) / Math.sqrt(n)
  return { value, low: value - half, high: value + half }
}

/** Sample standard deviation. */
export function spreadOf({ n, sums, products }: Moments, at: number): number {
  return Math.sqrt(Math.max(0, products[at]![at]! - sums[at]! ** 2 / n) / (n - 1))
}

/**
 * The spread of values with its interval, from how many people had each: by the fourth moment, so
 * that it holds for the short and lopsided scales of questions too.
 */
export function spreadIn(counts: readonly (readonly [value: number, people: number])[]): Estimate {
  const n = counts.reduce((sum, [, people]) => sum + people, 0)
  const about = (power: number, from: number) =>
    counts.reduce((sum, [value, people]) => sum + people * (value - from) ** power, 0)
  const mean = about(1, 0) / n
  const variance = about(2, mean) / (n - 1)
  const value = Math.sqrt(variance)
  if (!(value > 0)) return { value: 0, low: 0, high: 0 }
  const ofVariance = (about(4, mean) / n - ((n - 3) / (n - 1)) * variance ** 2) / n
  const half = (Z * Math.sqrt(Math.max(0, ofVariance))) / (2 * value)
  return { value, low: Math.max(0, value - half), high: value + half }
}

/** Share of people by Wilson's interval, which stays between 0 and 1. */
export function shareOf(count: number, n: number): Estimate {
  const value = count / n
  const scale = 1 + Z ** 2 / n
  const middle = (value + Z ** 2 / (2 * n)) / scale
  const half = (Z * Math.sqrt((value * (1 - value)) / n + Z ** 2 / (4 * n ** 2))) / scale
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/** A correlation with Fisher's interval. */
export function correlationOf(r: number, n: number): Estimate {
  if (n < 4) return { value: r, low: -1, high: 1 }
  const z = Math.atanh(Math.max(-1 + 1e-12, Math.min(1 - 1e-12, r)))
  const half = Z / Math.sqrt(n - 3)
  return { value: r, low: Math.tanh(z - half), high: Math.tanh(z + half) }
}

/**
 * Correlation of each item with the sum of the others of its scale (corrected item-total r); null
 * where nobody differs.
 *
 * @param scale sums of the items of one scale, each pointing in the scale's direction
 */
export function itemRest(scale: Moments): (Estimate | null)[] {
  const covariance = covariances(scale)
  const all = total(covariance)
  return covariance.map((row, at) => {
    const own = row[at]!
    const withAll = row.reduce((sum, value) => sum + value, 0)
    const rest = all - 2 * withAll + own
    return own > 0 && rest > 0
      ? correlationOf((withAll - own) / Math.sqrt(own * rest), scale.n)
      : null
  })
}

type Histogram = ReadonlyMap<number, number>

/**
 * The value that half of the people are below, from a histogram, with the interval of the ranks
 * between which the middle lies.
 *
 * @param counts by bin
 * @param edge lower edge of a bin; the upper one is that of the next
 */
export function medianOf(counts: Histogram, edge: (bin: number) => number): Estimate {
  const n = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const half = (Z * Math.sqrt(n)) / 2
  const at = (rank: number) => valueAt(counts, edge, Math.min(n, Math.max(0, rank)))
  return { value: at(n / 2), low: at(n / 2 - half), high: at(n / 2 + half) }
}

function valueAt(counts: Histogram, edge: (bin: number) => number, rank: number): number {
  let below = 0
  for (const [bin, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (below + count >= rank)
      return edge(bin) + ((rank - below) / count) * (edge(bin + 1) - edge(bin))
    below += count
  }
  return NaN
}
