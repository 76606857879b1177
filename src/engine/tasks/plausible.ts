/**
 * Could a person have played it, and was it played at all? Human limits on what the logs of a timed
 * task say; whether they could be played in the time that really passed is for the server. Pure.
 */

import type { MazePlay } from './maze.ts'
import type { RpsPlay } from './rpsreplay.ts'

/** A series with a median below this is no reaction to what was shown. */
const MIN_MEDIAN_MS = 150
/** Nobody answers ten times in a row this evenly. */
const MIN_SPREAD_MS = 8
/** Cells a second over a whole level. */
const MAX_CELLS_A_SECOND = 15
const MIN_SERIES = 10
/** With less than this share of the trials answered, nothing was played. */
const MIN_ANSWERED = 0.5

export type PlayFlag = 'idle' | 'superhuman'

export function judgeRps(plays: readonly RpsPlay[]): PlayFlag[] {
  const outcomes = plays.flatMap((play) => play.outcomes)
  const answered = outcomes.filter(({ answer }) => answer !== null).length
  return [
    ...(answered < MIN_ANSWERED * outcomes.length ? (['idle'] as const) : []),
    ...(plays.some((play) => isSuperhuman(play.outcomes.flatMap(({ rt }) => rt ?? [])))
      ? (['superhuman'] as const)
      : []),
  ]
}

export function judgeMaze(plays: readonly MazePlay[]): PlayFlag[] {
  const still = plays.filter(({ counts }) => counts.moves < 2).length
  const tooFast = ({ counts: { moves, span }, steps }: MazePlay) =>
    moves > MIN_SERIES &&
    (span <= 0 || (moves - 1) / span > MAX_CELLS_A_SECOND || spreadOf(steps) < MIN_SPREAD_MS)
  return [
    ...(still > 1 ? (['idle'] as const) : []),
    ...(plays.some(tooFast) ? (['superhuman'] as const) : []),
  ]
}

function isSuperhuman(times: readonly number[]): boolean {
  if (times.length < MIN_SERIES) return false
  const sorted = [...times].sort((a, b) => a - b)
  return (sorted[sorted.length >> 1] ?? 0) < MIN_MEDIAN_MS || spreadOf(times) < MIN_SPREAD_MS
}

/** Standard deviation. */
function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
