/** The score of one level of a timed task: accuracy and speed, less what was careless. */

export type LevelScore = {
  readonly total_score: number
  readonly accuracy: number
  readonly accuracy_adjusted: number
  readonly efficiency: number
  readonly penalty: number
}

/** Of the score, the share that accuracy has. */
const ACCURACY_SHARE = 0.6

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

export function totalScore(accuracyAdjusted: number, efficiency: number, penalty: number): number {
  return clamp(ACCURACY_SHARE * accuracyAdjusted + 0.4 * efficiency - 0.25 * penalty, 0, 100)
}

/**
 * Standard error of a level's total score, from how many tries its accuracy is the mean of.
 *
 * @param right share of right tries, 0 to 1
 * @param gain  points of accuracy for one more right try of all
 */
export function errorOf(right: number, tries: number, gain = 100): number {
  // Nobody is right forever: half a mistake more keeps the error of a perfect level above 0.
  const share = clamp(right, 0.5 / (tries + 1), 1 - 0.5 / (tries + 1))
  return ACCURACY_SHARE * gain * Math.sqrt((share * (1 - share)) / tries)
}

/**
 * Standard error of a score of independent trials, by leaving each of them out once: whatever the
 * score takes from a trial, such as its time, or that it was a slip, is in it.
 *
 * @param scoreOf of any trials but one
 */
export function leftOutError<Trial>(
  trials: readonly Trial[],
  scoreOf: (rest: readonly Trial[]) => number,
): number {
  const n = trials.length
  if (n < 2) return 0
  const scores = trials.map((_, index) => scoreOf(trials.filter((__, at) => at !== index)))
  const mean = scores.reduce((sum, score) => sum + score, 0) / n
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0)
  return Math.sqrt(((n - 1) / n) * squares)
}

/** The same for the mean of levels. */
export function errorOfMean(errors: readonly number[]): number {
  return Math.hypot(...errors) / errors.length
}
