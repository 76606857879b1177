/**
 * The first dozen careers that a user sees: close to their interests, but different from each other
 * (content.md 5).
 */

import type { Career } from './career.ts'

const DOZEN = 12
/**
 * Of one ISCO-08 unit group, and of one job family; and how many families a full dozen comes from
 * at least.
 */
const MAX_OF_A_GROUP = 2
const MAX_OF_A_FAMILY = 3
const MIN_FAMILIES = 5
/**
 * At most this many of a dozen take more than four years. Most of the careers nearest to a thinker
 * do, and a page full of them tells a learner that nothing is within reach.
 */
const MAX_LONG = 4
const MAX_STEP_OF_A_DEGREE = 4

/**
 * Takes from the top, and skips careers that are too similar to those before them.
 *
 * @param ranked nearest first
 * @returns at most a dozen, in their order; fewer if the careers are too alike, as with a narrow
 *   filter
 */
export function variedDozen<Ranked extends { readonly row: Career }>(
  ranked: readonly Ranked[],
): Ranked[] {
  const dozen: Ranked[] = []
  const groups = new Map<string, number>()
  const families = new Map<string, number>()
  // A filter may leave fewer families than that: then all of them are enough.
  const wanted = Math.min(MIN_FAMILIES, new Set(ranked.map(({ row }) => row.direction)).size)
  const take = (each: Ranked) => {
    const group = unitGroup(each.row)
    const family = each.row.direction
    const others = families.size + (families.has(family) ? 0 : 1)
    const hasRoom = dozen.length < DOZEN && wanted - others <= DOZEN - dozen.length - 1
    if (
      hasRoom &&
      count(groups, group) < MAX_OF_A_GROUP &&
      (wanted < MIN_FAMILIES || count(families, family) < MAX_OF_A_FAMILY)
    ) {
      dozen.push(each)
      groups.set(group, count(groups, group) + 1)
      families.set(family, count(families, family) + 1)
    }
  }
  const tooLong: Ranked[] = []
  for (const each of ranked) {
    const isOver = isLong(each.row) && dozen.filter(({ row }) => isLong(row)).length >= MAX_LONG
    if (isOver) tooLong.push(each)
    else take(each)
  }
  // One that takes long is better than none.
  tooLong.forEach(take)
  return dozen.sort((one, other) => ranked.indexOf(one) - ranked.indexOf(other))
}

/** Whether it takes a master's degree or more: the last step of how long one would study. */
function isLong({ training }: Career): boolean {
  return training !== null && training.step > MAX_STEP_OF_A_DEGREE
}

/**
 * The few that are in a report itself: each from a family of its own, as far as there are so many.
 *
 * @param ranked nearest first
 */
export function variedFew<Ranked extends { readonly row: Career }>(
  ranked: readonly Ranked[],
  most: number,
): Ranked[] {
  const families = new Set<string>()
  const few = ranked.filter(({ row }) => {
    if (families.size >= most || families.has(row.direction)) return false
    families.add(row.direction)
    return true
  })
  const rest = variedDozen(ranked).filter((each) => !few.includes(each))
  return [...few, ...rest].slice(0, most)
}

function count(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0
}

/**
 * If ISCO-08 has no group for it: O*NET's occupation without its specialities. A tenant's own is
 * alone.
 */
function unitGroup({ id, isco08, onetTitle }: Career): string {
  return isco08 ?? (onetTitle === null ? id : id.slice(0, 7))
}
