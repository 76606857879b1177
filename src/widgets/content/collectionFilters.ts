/** What a collection can be narrowed by: the keys of the page's query, as its call takes them. */

import type { Query } from '#engine/decide/routes.ts'

/** An empty value takes a key out of the query. */
export function noFilters(filters: readonly string[]): Record<string, string> {
  return Object.fromEntries(['search', ...filters, 'page'].map((name) => [name, '']))
}

/** How many filters are on, the search left out. */
export function filterCount(query: Query, filters: readonly string[]): number {
  return filters.filter((name) => query[name]).length
}

/** What the list is narrowed by; none: the list itself is empty. The words of the button that clears it depend on it. */
export type NarrowedBy = 'none' | 'search' | 'filters' | 'both'

export function narrowedBy(query: Query, filters: readonly string[]): NarrowedBy {
  if (filterCount(query, filters) === 0) return query['search'] ? 'search' : 'none'
  return query['search'] ? 'both' : 'filters'
}
