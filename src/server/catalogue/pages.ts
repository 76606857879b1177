/** Pages of lists, which read as little as possible: counts are cached. */

import type { Database } from '#server/database/database.ts'
import {
  listContent,
  versionOf,
  type Counts,
  type Page,
  type Query,
} from '#server/store/content.ts'
import { RememberedCounts } from './counts.ts'
import { NearWords } from './nearwords.ts'
import { Summaries } from './summaries.ts'
import type { Synonyms } from './words.ts'

const NOT_COUNTED: Counts = { total: 0, facets: {} }

export class Pages {
  readonly #searched = new RememberedCounts()
  readonly #summaries = new Summaries()

  readonly #near: NearWords

  constructor(readonly database: Database) {
    this.#near = new NearWords(database)
  }

  /** @param synonyms also of words that are mended if the search finds nothing */
  async read(tenant: string, query: Query, synonyms: Synonyms = () => []): Promise<Page> {
    const page = await this.#read(tenant, query)
    if (page.total > 0 || query.wanted === null) return page
    const wanted = await this.#near.find(tenant, query, synonyms)
    return wanted === null ? page : this.#read(tenant, { ...query, wanted })
  }

  async #read(tenant: string, query: Query): Promise<Page> {
    // A search finds few of many records, and each search finds different ones.
    const isSummed = query.wanted === null && query.only === null && query.facets.length > 0
    const { page, version, counts } = await this.database.tenant(tenant, async (tx) => {
      const version = await versionOf(tx, query.type)
      const summed = isSummed ? this.#summaries.find(tenant, version, query) : null
      if (summed === undefined)
        return { page: await listContent(tx, query, NOT_COUNTED), version, counts: summed }
      const known = summed ?? this.#searched.find(tenant, version, query)
      const page = await listContent(tx, query, known)
      if (known === undefined) this.#searched.keep(tenant, version, query, page)
      return { page, version, counts: page }
    })
    if (counts !== undefined) return page
    // Outside of that transaction: the embedded database has one session.
    const made = await this.#summaries.make(this.database, tenant, version, query)
    return made === null ? this.#read(tenant, query) : { ...page, ...made }
  }
}
