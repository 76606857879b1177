/**
 * Do six types lie on a circle? The randomisation test of Hubert & Arabie (1987), as Rounds, Tracey
 * & Hubert (1992) use it for Holland's hexagon: neighbours should correlate more than alternate
 * types, and these more than opposite ones. Pure.
 */

import type { Matrix } from './moments.ts'

export type CircleFit = {
  /** Predictions met less predictions missed, as a share of all 72: 1 is perfect, 0 is chance. */
  readonly fit: number
  readonly met: number
  /** Share of the 720 orders of the types that fit as well as theirs; at least 1/60. */
  readonly p: number
}

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
    fit: own.score / PREDICTIONS.length,
    met: own.met,
    p:
      orders.filter((order) => scoreOf(correlation, order).score >= own.score).length /
      orders.length,
  }
}

function scoreOf(correlation: Matrix, order: readonly number[]) {
  const at = ([a, b]: readonly [number, number]) => correlation[order[a]!]![order[b]!]!
  let met = 0
  let missed = 0
  for (const [near, far] of PREDICTIONS)
    if (at(near) > at(far)) met++
    else if (at(near) < at(far)) missed++
  return { met, score: met - missed }
}

function distance([a, b]: readonly [number, number]): number {
  return Math.min(b - a, TYPES - (b - a))
}

function permutations(of: readonly number[]): number[][] {
  if (of.length === 0) return [[]]
  return of.flatMap((first) =>
    permutations(of.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  )
}
