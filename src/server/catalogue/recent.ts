/**
 * What a user opened and filtered recently, as pages report it with interactions
 * (src/app/interactions.ts).
 */

import { isObject } from '#engine/documents/json.ts'
import type { User } from '#engine/rules/scope.ts'

/** One page of a list. */
const MAX_RECENT = 20

/** @returns ids of this type, the last opened first, each once */
export function recentlySeen(user: Pick<User, 'interactions'>, type: string): string[] {
  const ids = new Set<string>()
  const opened = user.interactions as readonly Partial<Record<'event' | 'type' | 'id', unknown>>[]
  for (const each of opened.toReversed())
    if (each.event === 'opened' && each.type === type && typeof each.id === 'string')
      ids.add(each.id)
  return [...ids].slice(0, MAX_RECENT)
}

/** @returns the value that a user chose last in a filter of a type's list; undefined: none yet */
export function lastFilter(
  user: Pick<User, 'interactions'>,
  type: string,
  filter: string,
): string | undefined {
  for (const each of user.interactions.toReversed()) {
    const { event, type: of, by } = each as Readonly<Record<string, unknown>>
    const value = event === 'filtered' && of === type && isObject(by) ? by[filter] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** So that pages offer these filters only to somebody who has saved or opened something. */
export function ownFacets(
  own: Readonly<Record<string, readonly string[]>>,
): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(own).map(([filter, ids]) => [
      filter,
      ids.length > 0 ? { true: ids.length } : {},
    ]),
  )
}

/** In the order of the ids. */
export function inOrderOf<T extends { readonly id: string }>(
  ids: readonly string[],
  records: readonly T[],
): T[] {
  return records.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
