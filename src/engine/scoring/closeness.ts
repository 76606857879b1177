/**
 * How reliable the order of scores is: which could swap on another day, and whether they differ at
 * all. Pure.
 */

import type { RankedRow } from './bands.ts'

/** A run of scores, each close to the next, highest first. */
export type CloseRun<R> = {
  readonly rows: readonly R[]
  /** Points out of 100 between the first and the last; 0 means that their order is arbitrary. */
  readonly apart: number
}

/** Tolerance for rounding: 10 of 100 and 4 of 40 are the same. */
export const HAIR = 1e-9

/** Can two scores swap on another day? @param within maximum distance in points out of 100 */
export function isClose(a: number, b: number, within: number): boolean {
  return Math.abs(a - b) <= within + HAIR
}

/**
 * Runs that include one of the `top` highest: further down the order doesn't matter. @param all
 * highest first
 */
export function closeRuns<R>(all: readonly RankedRow<R>[], within: number, top = 3): CloseRun<R>[] {
  const runs: CloseRun<R>[] = []
  for (let first = 0; first < Math.min(top, all.length);) {
    const run: RankedRow<R>[] = []
    for (const row of all.slice(first)) {
      const last = run.at(-1)
      if (last !== undefined && !isClose(last.score, row.score, within)) break
      run.push(row)
    }
    if (run.length > 1) runs.push({ rows: run.map(({ row }) => row), apart: spread(run) })
    first += run.length
  }
  return runs
}

/**
 * Are the highest and the lowest so close that no order may be shown? @param within limit in points
 * out of 100, exclusive
 */
export function isEven(all: readonly RankedRow<unknown>[], within: number): boolean {
  return all.length > 0 && spread(all) < within - HAIR
}

/** Points between the first and the last. */
function spread(all: readonly RankedRow<unknown>[]): number {
  return (all[0]?.score ?? 0) - (all.at(-1)?.score ?? 0)
}

/**
 * The first `count`, and one more if it is close to the last of them. @param within points out of
 * 100; absent for exactly `count`
 */
export function leadersOf<R>(
  all: readonly RankedRow<R>[],
  count: number,
  within?: number,
): readonly RankedRow<R>[] {
  const [last, next] = [all[count - 1], all[count]]
  const isOneMore =
    within !== undefined &&
    last !== undefined &&
    next !== undefined &&
    isClose(last.score, next.score, within)
  return all.slice(0, isOneMore ? count + 1 : count)
}
