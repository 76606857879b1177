/** What the careers can be filtered by: the keys of the page's query, as `GET careers` takes them. */

import type { Query } from '#engine/routes.ts'

export const FILTERS = ['workerType', 'direction', 'jobZone'] as const
export type FilterName = (typeof FILTERS)[number]

/** An empty value takes a key out of the query. */
export const NO_FILTERS = { search: '', workerType: '', direction: '', jobZone: '', page: '' } as const

/** How many filters are on, the search left out. */
export function filterCount(query: Query): number {
  return FILTERS.filter((name) => query[name]).length
}

/** What somebody has narrowed the list by; none is a list that is empty by itself. The words that clear it go by it. */
export type NarrowedBy = 'none' | 'search' | 'filters' | 'both'

export function narrowedBy(query: Query): NarrowedBy {
  if (filterCount(query) === 0) return query['search'] ? 'search' : 'none'
  return query['search'] ? 'both' : 'filters'
}
