/** Caches summaries of types until their records change: making one reads all of them. */

import { LRUCache } from 'lru-cache'
import { apart, bounded } from '#server/base/patience.ts'
import { LONG_MS, type Database } from '#server/database/database.ts'
import type { Counts, Query } from '#server/store/content.ts'
import { groupsOf, nextChange, takeLong, type Group } from '#server/store/contentsummary.ts'
import { countsFrom, summaryFields } from './summary.ts'

/** Groups of a type; if there are more, the database counts each time. */
const MAX_GROUPS = 5000
/** In groups, across all types of all tenants: about a hundred bytes each. */
const MAX_KEPT = 100_000
/**
 * A summary that took longer is shown while the next one is made, so counts may be as old as that
 * takes.
 */
const SLOW_MS = 500

type Summary = {
  readonly version: string
  readonly groups: readonly Group[] | null
  readonly until: number
  readonly tookMs: number
}

export class Summaries {
  readonly #kept = new LRUCache<string, Summary>({ maxSize: MAX_KEPT })
  readonly #making = new Map<string, Promise<Summary>>()

  /** @returns undefined if it has to be made first */
  find(tenant: string, version: string, query: Query): Counts | null | undefined {
    const summary = this.#kept.get(keyOf(tenant, query))
    if (summary === undefined) return undefined
    const isFresh = summary.version === version && query.now.getTime() < summary.until
    return isFresh ? countsOf(summary, query) : undefined
  }

  /**
   * @param version read beforehand: what is read now may be newer, but never older
   * @returns null if the records are too varied for a summary
   */
  async make(
    database: Database,
    tenant: string,
    version: string,
    query: Query,
  ): Promise<Counts | null> {
    const key = keyOf(tenant, query)
    const last = this.#kept.get(key)
    const making = this.#makeOnce(database, tenant, version, query)
    if (last !== undefined && last.tookMs > SLOW_MS) {
      making.catch(() => undefined)
      return countsOf(last, query)
    }
    return countsOf(await bounded(making), query)
  }

  #makeOnce(database: Database, tenant: string, version: string, query: Query): Promise<Summary> {
    const key = keyOf(tenant, query)
    const name = `${key} ${version}`
    const making =
      this.#making.get(name) ??
      apart(() => makeSummary(database, tenant, version, query)).finally(() =>
        this.#making.delete(name),
      )
    this.#making.set(name, making)
    void making.then(
      (summary) => this.#kept.set(key, summary, { size: 1 + (summary.groups?.length ?? 0) }),
      () => undefined,
    )
    return making
  }
}

async function makeSummary(
  database: Database,
  tenant: string,
  version: string,
  { type, facets, now }: Query,
): Promise<Summary> {
  const began = performance.now()
  return database.tenant(
    tenant,
    async (tx) => {
      await takeLong(tx, LONG_MS)
      const groups = await groupsOf(tx, type, summaryFields(facets), MAX_GROUPS, now)
      const until = (await nextChange(tx, type, now))?.getTime() ?? Infinity
      return { version, groups, until, tookMs: performance.now() - began }
    },
    LONG_MS,
  )
}

function countsOf({ groups }: Summary, query: Query): Counts | null {
  return groups === null ? null : countsFrom(groups, summaryFields(query.facets), query)
}

/** A type of a tenant; a new release may have different filters. */
function keyOf(tenant: string, { type, facets }: Query): string {
  return JSON.stringify([tenant, type, summaryFields(facets)])
}
