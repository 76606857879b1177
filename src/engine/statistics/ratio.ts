/**
 * A ratio of two sums, such as answers corrected by answers given: each person counts by what they
 * have of the denominator. The spread comes by the delta method. Pure.
 */

import { rootOf, type Difference } from './contrast.ts'

/** Sums over people of one arm: `top` and `below` are the two values of a person. */
export type RatioSums = {
  readonly n: number
  readonly top: number
  readonly below: number
  readonly topSquares: number
  readonly belowSquares: number
  readonly products: number
  /** People with anything in the numerator. */
  readonly events: number
}

export function addRatios(a: RatioSums, b: RatioSums): RatioSums {
  return {
    n: a.n + b.n,
    top: a.top + b.top,
    below: a.below + b.below,
    topSquares: a.topSquares + b.topSquares,
    belowSquares: a.belowSquares + b.belowSquares,
    products: a.products + b.products,
    events: a.events + b.events,
  }
}

/** The ratio of an arm; 0 while its denominator is. */
export function ratioOf({ top, below }: RatioSums): number {
  return below === 0 ? 0 : top / below
}

/**
 * The difference of an arm's ratio from the control's.
 *
 * @param arms by arm in the order of the experiment, the control first
 * @param arm 1 for the first after the control
 * @param probabilities probability of each arm
 */
export function ratioDifference(
  arms: readonly RatioSums[],
  arm: number,
  probabilities: readonly number[],
): Difference {
  const n = arms.reduce((sum, { n: people }) => sum + people, 0)
  const [control, other] = [arms[0], arms[arm]]
  if (control === undefined || other === undefined || arm < 1)
    throw new RangeError(`there is no arm ${arm}`)
  const estimate = ratioOf(other) - ratioOf(control)
  if (n === 0 || control.below === 0 || other.below === 0) return { n, estimate, spread: 0 }
  const variance =
    influence(control, probabilities[0]!) / n + influence(other, probabilities[arm]!) / n
  return { n, estimate, spread: rootOf(variance) }
}

/** Sum of the squared influence that the people of an arm have on its ratio. */
function influence(sums: RatioSums, probability: number): number {
  const ratio = ratioOf(sums)
  const mean = sums.below / sums.n
  const rest = sums.topSquares - 2 * ratio * sums.products + ratio ** 2 * sums.belowSquares
  return Math.max(0, rest) / (mean * probability) ** 2
}
