/**
 * Do six types lie on a circle? The randomisation test of Hubert & Arabie (1987), as Rounds, Tracey
 * & Hubert (1992) use it for Holland's hexagon: neighbours should correlate more than alternate
 * types, and these more than opposite ones. Pure.
 */

import { Z } from './items.ts'
import type { Estimate, Matrix } from './moments.ts'

export type CircleFit = {
  /** Predictions met less predictions missed, as a share of all 72: 1 is perfect, 0 is chance. */
  readonly fit: number
  /** Share of the 720 orders of the types that fit as well as theirs; at least 1/60. */
  readonly p: number
}

/** What a reader can judge: `fit` jumps from one prediction to the next, and has no good interval. */
export type Circle = Pick<CircleFit, 'p'> & {
  /** Mean correlation of types that are one, two and three steps apart: neighbours first. */
  readonly near: Estimate
  readonly next: Estimate
  readonly opposite: Estimate
}

type Pair = readonly [number, number]

const TYPES = 6
const PAIRS = Array.from({ length: TYPES }, (_, a) =>
  Array.from({ length: TYPES - a - 1 }, (__, step) => [a, a + step + 1] as const),
).flat()
/** Pairs of pairs, of which the first should correlate more. */
const PREDICTIONS = PAIRS.flatMap((near) =>
  PAIRS.filter((far) => distance(near) < distance(far)).map((far) => [near, far] as const),
)

/** @param correlation of the six types, in the order of the circle. @throws RangeError if not six */
export function circleFit(correlation: Matrix): CircleFit {
  if (correlation.length !== TYPES) throw new RangeError(`${correlation.length} types`)
  const orders = permutations([0, 1, 2, 3, 4, 5])
  const own = scoreOf(correlation, orders[0]!)
  return {
    fit: own / PREDICTIONS.length,
    p: orders.filter((order) => scoreOf(correlation, order) >= own).length / orders.length,
  }
}

/** @param people whom the correlations are of. @throws RangeError if they aren't of six types */
export function circleOf(correlation: Matrix, people: number): Circle {
  const { p } = circleFit(correlation)
  const apart = (steps: number) =>
    meanCorrelation(
      correlation,
      PAIRS.filter((pair) => distance(pair) === steps),
      people,
    )
  return { p, near: apart(1), next: apart(2), opposite: apart(3) }
}

/** Met less missed. */
function scoreOf(correlation: Matrix, order: readonly number[]): number {
  const at = ([a, b]: Pair) => correlation[order[a]!]![order[b]!]!
  let score = 0
  for (const [near, far] of PREDICTIONS) score += Math.sign(at(near) - at(far))
  return score
}

/**
 * The interval counts in that correlations of the same types depend on each other (Olkin & Siotani
 * 1976). It holds for sums of questions, which are near enough to normal.
 */
function meanCorrelation(r: Matrix, pairs: readonly Pair[], people: number): Estimate {
  const value = pairs.reduce((sum, [a, b]) => sum + r[a]![b]!, 0) / pairs.length
  const variance = pairs.reduce(
    (all, one) => pairs.reduce((sum, other) => sum + covarianceOf(r, one, other), all),
    0,
  )
  const half = (Z * Math.sqrt(Math.max(0, variance) / people)) / pairs.length
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) }
}

/** Of two correlations, times the number of people. */
function covarianceOf(r: Matrix, [j, k]: Pair, [h, m]: Pair): number {
  const at = (a: number, b: number) => r[a]![b]!
  return (
    (at(j, k) * at(h, m) * (at(j, h) ** 2 + at(j, m) ** 2 + at(k, h) ** 2 + at(k, m) ** 2)) / 2 +
    at(j, h) * at(k, m) +
    at(j, m) * at(k, h) -
    at(j, k) * (at(j, h) * at(j, m) + at(k, h) * at(k, m)) -
    at(h, m) * (at(j, h) * at(k, h) + at(j, m) * at(k, m))
  )
}

function distance([a, b]: Pair): number {
  return Math.min(b - a, TYPES - (b - a))
}

function permutations(of: readonly number[]): number[][] {
  if (of.length === 0) return [[]]
  return of.flatMap((first) =>
    permutations(of.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  )
}
