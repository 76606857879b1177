/** What the notes beside a result say about its scores as a whole: one rule for screen and paper. */

import type { RankedRow, ScoreRow } from './bands.ts'
import { closeRuns, isClose, type CloseRun } from './closeness.ts'
import { MIDDLE, standingOf } from './standing.ts'

type Saying = { readonly title: string; readonly text: string }
export type CloseLimits = {
  readonly within: number
  readonly above?: number | undefined
  readonly count?: number | undefined
  /** Words for every run; without them, only the first is said. */
  readonly runs?: unknown
  readonly even?: (Saying & { readonly within: number }) | undefined
  readonly low?: (Saying & { readonly below: number }) | undefined
  readonly high?: (Saying & { readonly above: number }) | undefined
}
export type CloseNotes<R> = {
  readonly even: Saying | undefined
  readonly runs: readonly CloseRun<R>[]
  /** The note about the mean of all scores, if there is one. */
  readonly whole: Saying | undefined
  /** How many the report names. */
  readonly named: number
}

/** More names than this can't be read as a close call. */
const MAX_NAMES = 4

/** @param all highest first */
export function closeNotes<R extends ScoreRow & { readonly sem?: number }>(
  all: readonly RankedRow<R>[],
  close: CloseLimits | undefined,
): CloseNotes<R> {
  if (close === undefined || all.length === 0)
    return { even: undefined, runs: [], whole: undefined, named: 0 }
  const { within, count = 3, above = MIDDLE } = close
  const standing = standingOf(all, { count, near: within, above, even: close.even?.within })
  const named = standing.named.length
  const isEven = standing.shape === 'even'
  return {
    even: isEven ? close.even : undefined,
    runs: runsOf(all, named, above, close),
    whole: isEven && close.even !== undefined ? undefined : wholeOf(all, named, close),
    named,
  }
}

/**
 * Only what touches the names of the headline: which of the others comes first is nobody's question.
 * What is below the middle isn't worth reading because it is close.
 */
function runsOf<R extends ScoreRow>(
  all: readonly RankedRow<R>[],
  named: number,
  above: number,
  { within, runs }: CloseLimits,
): readonly CloseRun<R>[] {
  if (named === 0) return []
  const looked = all.filter(
    ({ score, denied }, index) => index < named || (score > above && denied !== true),
  )
  const found = closeRuns(looked, within, named).flatMap((run) => {
    const rows = fewest(looked.filter(({ row }) => run.rows.includes(row)))
    const apart = rows.length === 0 ? 0 : rows[0]!.score - rows.at(-1)!.score
    return rows.length < 2 ? [] : [{ rows: rows.map(({ row }) => row), apart }]
  })
  return runs === undefined ? found.slice(0, 1) : found
}

/** The first four; none of several that are as good as the last of them. */
function fewest<R>(run: readonly RankedRow<R>[]): readonly RankedRow<R>[] {
  const [last, next] = [run[MAX_NAMES - 1], run[MAX_NAMES]]
  if (last === undefined || next === undefined) return run
  return isClose(last.score, next.score, 0)
    ? run.filter(({ score }) => !isClose(score, last.score, 0)).slice(0, MAX_NAMES)
    : run.slice(0, MAX_NAMES)
}

/** Somebody with one strong interest isn't told that nothing appeals to them, however low the rest is. */
function wholeOf(
  all: readonly RankedRow<unknown>[],
  named: number,
  { low, high }: CloseLimits,
): Saying | undefined {
  const mean = all.reduce((sum, { score }) => sum + score, 0) / all.length
  if (low !== undefined && mean < low.below && named === 0) return low
  return high !== undefined && mean > high.above ? high : undefined
}
