/** The score of one level of a timed task: accuracy and speed, less what was careless. */

export type LevelScore = {
  readonly total_score: number
  readonly accuracy: number
  readonly accuracy_adjusted: number
  readonly efficiency: number
  readonly penalty: number
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

export function totalScore(accuracyAdjusted: number, efficiency: number, penalty: number): number {
  return clamp(0.6 * accuracyAdjusted + 0.4 * efficiency - 0.25 * penalty, 0, 100)
}
