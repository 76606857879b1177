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

/**
 * The value that half of the people are below, from a histogram.
 *
 * @param counts by bin
 * @param edge lower edge of a bin; the upper one is that of the next
 */
export function medianOf(
  counts: ReadonlyMap<number, number>,
  edge: (bin: number) => number,
): number {
  const bins = [...counts].sort(([a], [b]) => a - b)
  const half = bins.reduce((sum, [, count]) => sum + count, 0) / 2
  let below = 0
  for (const [bin, count] of bins) {
    if (below + count >= half)
      return edge(bin) + ((half - below) / count) * (edge(bin + 1) - edge(bin))
    below += count
  }
  return NaN
}
