/** The score of rock, paper, scissors, from what its replay gives (assessments 7.1). */

import { median } from '#engine/scoring/quality.ts'
import {
  clamp,
  errorOf,
  errorOfMean,
  leftOutError,
  totalScore,
  type LevelScore,
} from './levelscore.ts'
import type { TaskLevel } from './log.ts'
import { rightHand, RPS_LEVELS } from './rps.ts'
import type { RpsOutcome, RpsPlay } from './rpsreplay.ts'

/** Faster than anyone can see and decide. */
const ANTICIPATION_MS = 150

export type RpsCounts = {
  readonly n: number
  readonly correct: number
  readonly incorrect: number
  readonly missed: number
  readonly anticipations: number
  readonly sumSeconds: number
}

/** @param sumSeconds reaction times of the answered trials, without anticipations */
export function scoreRpsLevel(
  { n, correct, incorrect, missed, anticipations, sumSeconds }: RpsCounts,
  referenceSeconds: number,
): LevelScore {
  const accuracy = (100 * correct) / n
  // A third is right by chance alone.
  const accuracy_adjusted = clamp(50 * ((3 * correct) / n - 1), 0, 100)
  const efficiency =
    sumSeconds > 0 ? clamp((100 * correct * referenceSeconds) / sumSeconds, 0, 100) : 0
  const penalty = clamp((100 * (incorrect + anticipations + 0.5 * missed)) / n, 0, 100)
  return {
    total_score: totalScore(accuracy_adjusted, efficiency, penalty),
    accuracy,
    accuracy_adjusted,
    efficiency,
    penalty,
  }
}

export type RpsLevelMetrics = LevelScore & {
  /** Standard error of the total score. */
  readonly error: number
  readonly trials: number
  readonly correct: number
  readonly incorrect: number
  readonly missed: number
  readonly anticipations: number
  /** Median reaction time of the correct answers in ms; null without one. */
  readonly speed: number | null
  /**
   * Inverse efficiency: mean correct reaction time divided by the share of correct answers; for
   * research.
   */
  readonly ies: number | null
  /** Linear integrated speed and accuracy, in ms; for research. */
  readonly lisas: number | null
  /** Level 2: its speed minus that of level 1. */
  readonly lose_cost?: number | null
  /** Level 3: median after a change of the cue minus the median without one. */
  readonly switch_cost?: number | null
}

const isCorrect = (outcome: RpsOutcome): boolean =>
  outcome.rt !== null && outcome.rt >= ANTICIPATION_MS && outcome.answer === rightHand(outcome)
const timesOf = (outcomes: readonly RpsOutcome[]): number[] =>
  outcomes.flatMap((outcome) => (isCorrect(outcome) ? (outcome.rt ?? []) : []))

function countsOf(outcomes: readonly RpsOutcome[]): RpsCounts {
  const anticipated = (each: RpsOutcome) => each.rt !== null && each.rt < ANTICIPATION_MS
  const answered = outcomes.filter((each) => each.rt !== null && !anticipated(each))
  const correct = timesOf(outcomes).length
  return {
    n: outcomes.length,
    correct,
    incorrect: answered.length - correct,
    missed: outcomes.filter(({ answer }) => answer === null).length,
    anticipations: outcomes.filter(anticipated).length,
    sumSeconds: answered.reduce((sum, { rt }) => sum + (rt ?? 0), 0) / 1000,
  }
}

/** Never below what the share of right tries alone gives: trials that all went well say little. */
function errorOfLevel(outcomes: readonly RpsOutcome[], referenceSeconds: number): number {
  const { n, correct } = countsOf(outcomes)
  const leftOut = leftOutError(
    outcomes,
    (rest) => scoreRpsLevel(countsOf(rest), referenceSeconds).total_score,
  )
  // A third is right by chance: one more of all is worth 150 points.
  return Math.max(leftOut, errorOf(correct / n, n, 150))
}

function levelMetrics(outcomes: readonly RpsOutcome[], referenceSeconds: number): RpsLevelMetrics {
  const { n, sumSeconds, ...counts } = countsOf(outcomes)
  const times = timesOf(outcomes)
  const mean = times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0) / times.length
  const wrong = 1 - times.length / n
  const spread =
    mean === null
      ? 0
      : Math.sqrt(times.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / times.length)
  return {
    ...scoreRpsLevel({ n, ...counts, sumSeconds }, referenceSeconds),
    error: errorOfLevel(outcomes, referenceSeconds),
    trials: n,
    ...counts,
    speed: median(times),
    ies: mean === null ? null : mean / (1 - wrong),
    lisas:
      mean === null
        ? null
        : wrong === 0
          ? mean
          : mean + (spread / Math.sqrt(wrong * (1 - wrong))) * wrong,
  }
}

const less = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b

export type RpsMetrics = LevelScore & {
  /** Standard error of the mean total score of the levels. */
  readonly error: number
  readonly number_of_levels: number
  readonly correct: number
  readonly incorrect: number
  readonly missed: number
  readonly anticipations: number
  readonly speed: number | null
  readonly level_1: RpsLevelMetrics
  readonly level_2: RpsLevelMetrics
  readonly level_3: RpsLevelMetrics
}

/**
 * Metrics of the three levels: scores as sums, which the reader divides (spec 3), counts and speed
 * over all.
 *
 * @param references seconds per correct answer of level 1 to 3 that count as full efficiency
 */
export function scoreRps(
  plays: readonly [RpsPlay, RpsPlay, RpsPlay],
  references: readonly number[] = [],
): RpsMetrics {
  const [one, two, three] = plays.map(({ outcomes }, index) =>
    levelMetrics(
      outcomes,
      references[index] ?? RPS_LEVELS[(index + 1) as TaskLevel].referenceSeconds,
    ),
  ) as [RpsLevelMetrics, RpsLevelMetrics, RpsLevelMetrics]
  const levels = [one, two, three]
  const sum = (key: keyof LevelScore | 'correct' | 'incorrect' | 'missed' | 'anticipations') =>
    levels.reduce((total, level) => total + level[key], 0)
  const last = plays[2].outcomes
  const after = (isSwitch: boolean) =>
    timesOf(
      last.filter(
        (outcome, index) => index > 0 && (last[index - 1]?.cue !== outcome.cue) === isSwitch,
      ),
    )
  return {
    total_score: sum('total_score'),
    accuracy: sum('accuracy'),
    accuracy_adjusted: sum('accuracy_adjusted'),
    efficiency: sum('efficiency'),
    penalty: sum('penalty'),
    error: errorOfMean(levels.map(({ error }) => error)),
    number_of_levels: levels.length,
    correct: sum('correct'),
    incorrect: sum('incorrect'),
    missed: sum('missed'),
    anticipations: sum('anticipations'),
    speed: median(plays.flatMap(({ outcomes }) => timesOf(outcomes))),
    level_1: one,
    level_2: { ...two, lose_cost: less(two.speed, one.speed) },
    level_3: { ...three, switch_cost: less(median(after(true)), median(after(false))) },
  }
}
