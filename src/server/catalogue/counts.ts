/** Caches how many records match a filter until the records change: counting reads all of them. */

import { LRUCache } from 'lru-cache'
import type { Counts, Query } from '#server/store/content.ts'

/** Of keys and counts, in characters. */
const MAX_SIZE = 8 * 2 ** 20
/** Records start and expire at any time, without a change of the version. */
const FRESH_MS = 30_000

export class RememberedCounts {
  readonly #cache = new LRUCache<string, { readonly counts: Counts; readonly at: number }>({
    maxSize: MAX_SIZE,
  })

  /** @param version of the records: the tenant's own and the shared ones */
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

/** Everything that decides which records match; not their order or the page. */
function keyOf(
  tenant: string,
  version: string,
  { type, wanted, filters, only, facets }: Query,
): string {
  return JSON.stringify([tenant, type, version, wanted, filters, only, facets])
}
