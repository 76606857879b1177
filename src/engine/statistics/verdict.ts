/** What may be said of a metric now. Pure. */

import type { Difference, Sums } from './contrast.ts'
import type { Interval } from './sequence.ts'

/** An arm with fewer says nothing yet: the sequence is right for many people only. */
const MIN_PEOPLE = 200
const MIN_EVENTS = 20

/**
 * May results of these arms be shown? @param arms the control and the arm that it is compared with
 */
export function isShown(
  arms: readonly Pick<Sums, 'n' | 'events'>[],
  { spread }: Pick<Difference, 'spread'>,
): boolean {
  return spread > 0 && arms.every(({ n, events }) => n >= MIN_PEOPLE && events >= MIN_EVENTS)
}

/** `same`: whatever difference there is, it is smaller than what is worth knowing. */
export type Verdict = 'better' | 'worse' | 'same' | 'open'

/**
 * @param goal whether more of the metric is good
 * @param smallest the smallest difference worth knowing; absent where none was declared
 */
export function verdictOf({ low, high }: Interval, goal: 'more' | 'less', smallest = 0): Verdict {
  if (low > 0) return goal === 'more' ? 'better' : 'worse'
  if (high < 0) return goal === 'more' ? 'worse' : 'better'
  return low > -smallest && high < smallest ? 'same' : 'open'
}

/** A verdict that more people can't turn round. */
export function isDecided(verdict: Verdict): boolean {
  return verdict !== 'open'
}
