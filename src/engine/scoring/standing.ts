/**
 * What may be said about the order of some scores: one rule for every sentence that ranks, such as
 * "highest", "lowest", "most", "a clear gap" or "balanced". Pure.
 *
 * A tie, or a difference that could vanish on another day, names no order; and what is below the
 * middle of its scale is never said to be liked (docs/decisions/0100).
 */

import { REACH, type RankedRow } from './bands.ts'
import { HAIR, isClose, isEven, ownReach } from './closeness.ts'

/** Of 0 to 100. For centred scores it is the user's own mean, for shared points an equal share. */
export const MIDDLE = 50
/** More names than this, all the same, are no headline. */
const MAX_NAMES = 5

/** `sem`: the standard error of the row's score, in points out of 100. */
type Measured = {
  readonly id: string
  readonly sem?: number | undefined
  /** The row that it pulls against: its opposite. */
  readonly against?: string | undefined
}

export type RankLimits = {
  /** How many may be named at most; default 1. */
  readonly count?: number | undefined
  /**
   * Two scores up to this many points out of 100 apart can't be told apart. Default: what the
   * standard errors of the rows give. Errors from the tenant's own people replace both.
   */
  readonly near?: number | undefined
  /**
   * Only what is higher than this is named; default the middle. A limit above the middle is that of
   * a borrowed error: of a row with its own, it is the middle and its own error.
   */
  readonly above?: number | undefined
  /** A wider limit for the whole, exclusive: nothing stands out below it. */
  readonly even?: number | undefined
}

export type Standing<R> = {
  /**
   * `even`: no order may be shown. `low`: nothing is above the middle. `led`: `named` may be said.
   */
  readonly shape: 'even' | 'low' | 'led'
  /** Highest first; empty unless something leads. */
  readonly named: readonly RankedRow<R>[]
  /** The first is ahead of the second, or all named ones of the rest, by more than the error. */
  readonly isClear: boolean
}

/** How many points two scores must differ by to be different. */
function reachBetween<R extends Measured>(
  a: RankedRow<R>,
  b: RankedRow<R>,
  near: number | undefined,
): number {
  return ownReach(a, b) ?? near ?? REACH * Math.hypot(a.row.sem ?? 0, b.row.sem ?? 0)
}

/** What a score must be above to be named. */
function leastOf({ own }: RankedRow<unknown>, above: number): number {
  return above > MIDDLE && own !== undefined ? MIDDLE + REACH * own : above
}

function isAble(each: RankedRow<unknown>, above: number): boolean {
  return each.denied !== true && each.score > leastOf(each, above) + HAIR
}

/** @param all highest first */
export function standingOf<R extends Measured>(
  all: readonly RankedRow<R>[],
  { count = 1, near, above = MIDDLE, even = 0 }: RankLimits = {},
): Standing<R> {
  const none = { named: [], isClear: false }
  if (all.length === 0) return { shape: 'low', ...none }
  // From the highest down: with errors of their own, one that is named can't stand below one that isn't.
  const end = all.findIndex((each) => !isAble(each, above))
  const able = end < 0 ? all : all.slice(0, end)
  const isFlat =
    all.length > 1 &&
    (isEven(all, even) || !differs(all[0], all.at(-1), near) || isBalanced(all, near))
  if (isFlat) return { shape: 'even', ...none }
  if (able.length === 0) return { shape: 'low', ...none }
  const named = withoutHalfTie(able, count)
  if (named.length > Math.max(count, MAX_NAMES)) return { shape: 'even', ...none }
  const isClear = differs(all[0], all[1], near) || differs(named.at(-1), all[named.length], near)
  return { shape: 'led', named, isClear }
}

/**
 * The lowest that are reliably lower than the rest; empty if that can't be said. @param all highest
 * first
 */
export function lowestOf<R extends Measured>(
  all: readonly RankedRow<R>[],
  { count = 1, near }: Pick<RankLimits, 'count' | 'near'> = {},
): readonly RankedRow<R>[] {
  const up = [...all].reverse()
  for (let size = Math.min(count, up.length - 1); size > 0; size--)
    if (differs(up[size], up[size - 1], near)) return up.slice(0, size)
  return []
}

/**
 * Those that lead, and one more if it is as good as the last of them.
 *
 * @param all highest first
 */
export function withClose<R extends Measured>(
  all: readonly RankedRow<R>[],
  { named }: Standing<R>,
  { near, above = MIDDLE }: RankLimits,
): readonly RankedRow<R>[] {
  const [next, after] = all.slice(named.length)
  const isMore =
    near !== undefined &&
    named.length > 0 &&
    next !== undefined &&
    isAble(next, above) &&
    !differs(named.at(-1), next, near) &&
    !(after !== undefined && isClose(next.score, after.score, 0))
  return isMore ? [...named, next] : named
}

/**
 * The highest or the lowest of many that may be named. Where `above` is given, the lowest are judged
 * as the highest are, from the other end: what is named is below the middle by more than its error.
 *
 * @param all highest first
 */
export function outermost<R extends Measured>(
  all: readonly RankedRow<R>[],
  order: 'highest' | 'lowest',
  limits: RankLimits,
): readonly RankedRow<R>[] {
  if (order === 'highest') return standingOf(all, limits).named
  if (limits.above === undefined) return lowestOf(all, limits)
  const turned = all.map((each) => ({ ...each, score: 100 - each.score })).reverse()
  return standingOf(turned, limits).named
}

/** Is every row that has an opposite as good as level with it? False if none has one. */
function isBalanced<R extends Measured>(
  all: readonly RankedRow<R>[],
  near: number | undefined,
): boolean {
  const pairs = all.flatMap((each) => {
    const other = all.find(({ row }) => row.id === each.row.against)
    return other === undefined ? [] : [[each, other] as const]
  })
  return (
    pairs.length > 0 &&
    pairs.every(([a, b]) =>
      // What a picture of the pairs calls level is level here too, however small the error is.
      isClose(a.score, b.score, Math.max(near ?? 0, reachBetween(a, b, near))),
    )
  )
}

/** A row that doesn't exist differs from none. */
function differs<R extends Measured>(
  a: RankedRow<R> | undefined,
  b: RankedRow<R> | undefined,
  near: number | undefined,
): boolean {
  if (a === undefined || b === undefined) return a !== undefined
  return !isClose(a.score, b.score, reachBetween(a, b, near))
}

/**
 * The first `count`. If the next one has the same score as the last of them, neither is named:
 * choosing one would be a guess. If that leaves nobody, all of those are named.
 */
function withoutHalfTie<R>(able: readonly RankedRow<R>[], count: number): readonly RankedRow<R>[] {
  const [last, next] = [able[count - 1], able[count]]
  if (last === undefined || next === undefined || !isClose(last.score, next.score, 0))
    return able.slice(0, count)
  const before = able.filter(({ score }) => score > last.score + HAIR)
  return before.length > 0 ? before : able.filter(({ score }) => isClose(score, last.score, 0))
}
