/** How many records there are by filter, remembered for as long as the records are the same: counting reads all of them. */

import { LRUCache } from 'lru-cache'
import type { Counts, Query } from '#server/store/content.ts'

/** In characters of keys and counts. */
const MAX_SIZE = 8 * 2 ** 20
/** Records begin and end at any moment, which changes no version. */
const FRESH_MS = 30_000

export class RememberedCounts {
  readonly #cache = new LRUCache<string, { readonly counts: Counts; readonly at: number }>({
    maxSize: MAX_SIZE,
  })

  /** @param version of the records: its own and those that all share */
  find(tenant: string, version: string, query: Query): Counts | undefined {
    const key = keyOf(tenant, version, query)
    const found = this.#cache.get(key)
    return found !== undefined && query.now.getTime() - found.at < FRESH_MS
      ? found.counts
      : undefined
  }

  keep(tenant: string, version: string, query: Query, { total, facets }: Counts): void {
    const key = keyOf(tenant, version, query)
    const size = key.length + JSON.stringify(facets).length
    this.#cache.set(key, { counts: { total, facets }, at: query.now.getTime() }, { size })
  }
}

/** All that decides which records match; not their order, and not the page. */
function keyOf(
  tenant: string,
  version: string,
  { type, wanted, filters, only, facets }: Query,
): string {
  return JSON.stringify([tenant, type, version, wanted, filters, only, facets])
}
