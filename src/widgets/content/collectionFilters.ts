/** What a collection can be filtered by: the keys of the page's query, as the call accepts them. */

import type { Query } from '#engine/decide/routes.ts'

/** An empty value removes a key from the query. */
export function noFilters(filters: readonly string[]): Record<string, string> {
  return Object.fromEntries(['search', ...filters, 'page'].map((name) => [name, '']))
}

/** How many filters are on, not counting the search. */
export function filterCount(query: Query, filters: readonly string[]): number {
  return filters.filter((name) => query[name]).length
}

/**
 * What filters the list; `none`: the list itself is empty. The text of the button that clears it
 * depends on this.
 */
export type NarrowedBy = 'none' | 'search' | 'filters' | 'both'

export function narrowedBy(query: Query, filters: readonly string[]): NarrowedBy {
  if (filterCount(query, filters) === 0) return query['search'] ? 'search' : 'none'
  return query['search'] ? 'both' : 'filters'
}
