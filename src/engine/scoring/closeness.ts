/**
 * How reliable the order of scores is: which could swap on another day, and whether they differ at
 * all. Pure.
 */

import { REACH, type RankedRow } from './bands.ts'

/** A run of scores, each close to the first of them, highest first. */
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
 * The same of two rows: by their own errors if both are known, otherwise within a limit.
 *
 * @param within points out of 100, where it isn't known how exact the scores are
 */
export function areClose(a: RankedRow<unknown>, b: RankedRow<unknown>, within: number): boolean {
  return isClose(a.score, b.score, ownReach(a, b) ?? within)
}

/** How many points two scores must differ by to be different; null if an error isn't known. */
export function ownReach(a: RankedRow<unknown>, b: RankedRow<unknown>): number | null {
  return a.own === undefined || b.own === undefined ? null : REACH * Math.hypot(a.own, b.own)
}

/**
 * Runs that include one of the `top` highest: further down the order doesn't matter. @param all
 * highest first
 */
export function closeRuns<R>(all: readonly RankedRow<R>[], within: number, top = 3): CloseRun<R>[] {
  const runs: CloseRun<R>[] = []
  for (let first = 0; first < Math.min(top, all.length);) {
    // Compared with the first: a chain of small steps can span the whole scale.
    const rest = all.slice(first)
    // With errors of their own, a later score can be close to the first where one between them isn't.
    const end = rest.findIndex((each) => !areClose(rest[0]!, each, within))
    const run = end < 0 ? rest : rest.slice(0, end)
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
