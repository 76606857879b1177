/**
 * How reliable a scale is: alpha, omega, and the error of one person's score. Pure.
 *
 * @see Feldt, Woodruff & Salih 1987 (interval of alpha); McDonald 1999 (omega of one factor)
 */

import { fQuantile } from '#engine/statistics/distributions.ts'
import { Z } from './items.ts'
import {
  correlations,
  covariances,
  total,
  type Estimate,
  type Matrix,
  type Moments,
} from './moments.ts'

/** Null for a single item, or where nobody differs. */
export function alphaOf(scale: Moments): Estimate | null {
  const items = scale.sums.length
  const covariance = covariances(scale)
  const all = total(covariance)
  if (items < 2 || !(all > 0)) return null
  const own = covariance.reduce((sum, row, at) => sum + row[at]!, 0)
  const value = (items / (items - 1)) * (1 - own / all)
  const people = scale.n - 1
  const both = people * (items - 1)
  return {
    value,
    low: 1 - (1 - value) * fQuantile(0.975, people, both),
    high: 1 - (1 - value) * fQuantile(0.025, people, both),
  }
}

/** Turns of the fit of one factor; some dozens are needed. */
const MAX_TURNS = 2000

/**
 * Loadings on one common factor, by least squares over the correlations off the diagonal (as
 * minres). Null if a unique variance would be negative or nothing is common: then there is no omega.
 */
export function oneFactor(correlation: Matrix): number[] | null {
  const size = correlation.length
  if (size < 3) return null
  const loadings = correlation.map((row) =>
    Math.sqrt(Math.max(0.01, (row.reduce((sum, r) => sum + r, 0) - 1) / (size - 1))),
  )
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    let moved = 0
    for (let at = 0; at < size; at++) {
      let top = 0
      let below = 0
      loadings.forEach((loading, other) => {
        if (other === at) return
        top += correlation[at]![other]! * loading
        below += loading ** 2
      })
      if (!(below > 0)) return null
      moved = Math.max(moved, Math.abs(top / below - loadings[at]!))
      loadings[at] = top / below
    }
    if (moved < 1e-9) return loadings.some((each) => Math.abs(each) >= 1) ? null : loadings
  }
  return null
}

/**
 * Omega by the formula for one factor. The interval is Bonett's for alpha, on the scale of ln(1 -
 * omega): right where loadings are alike, narrow by a little where they aren't.
 */
export function omegaOf(scale: Moments): Estimate | null {
  const loadings = oneFactor(correlations(covariances(scale)))
  if (loadings === null) return null
  const common = loadings.reduce((sum, each) => sum + each, 0) ** 2
  const unique = loadings.reduce((sum, each) => sum + 1 - each ** 2, 0)
  const value = common / (common + unique)
  const items = loadings.length
  const half = Z * Math.sqrt((2 * items) / ((items - 1) * (scale.n - 2)))
  return { value, low: 1 - (1 - value) * Math.exp(half), high: 1 - (1 - value) * Math.exp(-half) }
}

/**
 * Standard error of one person's score: spread times the root of what isn't reliable. The interval
 * is that of the reliability.
 *
 * @param spread of the scores, in the points that the error is wanted in
 */
export function errorOf(spread: number, reliability: Estimate): Estimate {
  const at = (value: number) => spread * Math.sqrt(Math.max(0, 1 - value))
  return { value: at(reliability.value), low: at(reliability.high), high: at(reliability.low) }
}
