/** What a collection can be filtered by: the keys of the page's query, as the call accepts them. */

import type { Query } from '#engine/decide/routes.ts'
import type { Filter } from './collectionProps.ts'

/** In the address: nothing chosen, not even the preset. */
const ALL = 'all'

type Key = Pick<Filter, 'id' | 'preset'>

/** What a filter is set to; empty if it narrows nothing. */
export function chosenIn(query: Query, { id, preset }: Key): string {
  const asked = query[id]
  return !asked ? (preset ?? '') : asked === ALL && isPreset(preset) ? '' : asked
}

/** What the address must say so that a filter is set to this. */
export function setTo({ preset }: Pick<Key, 'preset'>, value: string): string {
  return value === '' && isPreset(preset) ? ALL : value
}

function isPreset(preset: Key['preset'] | undefined): boolean {
  return Boolean(preset)
}

/** An empty value removes a key from the query. */
export function noFilters(filters: readonly Key[]): Record<string, string> {
  return Object.fromEntries([
    ['search', ''],
    ['page', ''],
    ...filters.map((filter) => [filter.id, setTo(filter, '')]),
  ])
}

/** How many filters the user has set, not counting the search. */
export function filterCount(query: Query, filters: readonly Key[]): number {
  return filters.filter((filter) => query[filter.id] && chosenIn(query, filter) !== '').length
}

/**
 * What filters the list; `none`: the list itself is empty. The text of the button that clears it
 * depends on this.
 */
export type NarrowedBy = 'none' | 'search' | 'filters' | 'both'

export function narrowedBy(query: Query, filters: readonly Key[]): NarrowedBy {
  if (filterCount(query, filters) === 0) return query['search'] ? 'search' : 'none'
  return query['search'] ? 'both' : 'filters'
}

/** The same for a list that came back empty, which a preset may be the reason for. */
export function emptiedBy(query: Query, filters: readonly Key[]): NarrowedBy {
  const narrows = filters.some((filter) => chosenIn(query, filter) !== '')
  if (!narrows) return query['search'] ? 'search' : 'none'
  return query['search'] ? 'both' : 'filters'
}
