/** How much the order of some scores says: which of them could swap on another day, and where nothing stands out. Pure. */

import type { RankedRow } from './bands.ts'

/** Scores that are one close step after the other, highest first. */
export type CloseRun<R> = {
  readonly rows: readonly R[]
  /** Points of 100 between the first and the last of them; 0 means that their order says nothing. */
  readonly apart: number
}

/** 10 of 100 and 4 of 40 are the same, whatever the last digit of a division says. */
export const HAIR = 1e-9

/** Can two scores swap on another day? @param within so many points of 100 apart, or fewer */
export function isClose(a: number, b: number, within: number): boolean {
  return Math.abs(a - b) <= within + HAIR
}

/** Runs that touch the `top` highest. Further down an order matters to nobody. @param all highest first */
export function closeRuns<R>(all: readonly RankedRow<R>[], within: number, top = 3): CloseRun<R>[] {
  const runs: CloseRun<R>[] = []
  for (let first = 0; first < Math.min(top, all.length);) {
    let last = first
    while (last + 1 < all.length && isClose(all[last]!.score, all[last + 1]!.score, within)) last++
    if (last > first)
      runs.push({
        rows: all.slice(first, last + 1).map(({ row }) => row),
        apart: all[first]!.score - all[last]!.score,
      })
    first = last + 1
  }
  return runs
}

/** Are the highest and the lowest so near that no order may be shown? @param within fewer points of 100 than this */
export function isEven(all: readonly RankedRow<unknown>[], within: number): boolean {
  return all.length > 0 && all[0]!.score - all.at(-1)!.score < within - HAIR
}

/** The first `count`, and one more where it is close to the last of them. @param within points of 100; absent where the count is the count */
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
