/** Pages of lists, which read as little as possible: counts are cached. */

import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/database.ts'
import {
  hasMore,
  listContentOnce,
  type Counts,
  type Page,
  type Query,
  type RecordRow,
} from '#server/store/content.ts'
import { RememberedCounts } from './counts.ts'
import { foundInstead, NearWords, type Said } from './nearwords.ts'
import { Summaries } from './summaries.ts'
import { fold, singular, type Synonyms, type Wanted } from './words.ts'

const NOT_COUNTED: Counts = { total: 0, facets: {} }
/** Of one type of a tenant each. */
const MAX_VERSIONS = 20_000
/** Records of a type whose translated titles are put in order for each page, without an index. */
const MAX_TRANSLATED = 5000
const SIZE_KNOWN_MS = 60_000

export class Pages {
  readonly #searched = new RememberedCounts()
  readonly #summaries = new Summaries()
  readonly #versions = new LRUCache<string, string>({ max: MAX_VERSIONS })
  readonly #large = new LRUCache<string, boolean>({ max: MAX_VERSIONS, ttl: SIZE_KNOWN_MS })
  readonly #near: NearWords

  constructor(readonly database: Database) {
    this.#near = new NearWords(database)
  }

  /** @param said also of words that are corrected if the search finds nothing */
  async read(tenant: string, asked: Query, said: Said = { synonyms: () => [] }): Promise<Searched> {
    const ordered = await this.#inOrder(tenant, asked)
    const { wanted } = ordered
    const asTyped = await this.#read(tenant, ordered)
    const [best] = asTyped.items
    if (wanted === null || (best !== undefined && saysAll(best, wanted, said.synonyms)))
      return asTyped
    // Of what is only similar, the most similar comes first, whatever it is.
    const { first: preferred, ...query } = ordered
    const page =
      best === undefined || !preferred?.length ? asTyped : await this.#read(tenant, query)
    const [first] = page.items
    const looked = await this.#near.look(tenant, query, said)
    if (looked === null) return page
    const found =
      first === undefined && looked.wanted !== null
        ? await this.#read(tenant, { ...query, wanted: looked.wanted })
        : page
    if (found.total === 0) return { ...found, near: looked.near() }
    const instead = found.items[0] && foundInstead(looked, textsIn(found.items[0]))
    return instead ? { ...found, instead } : found
  }

  /** A type with very many records stays in the order of its original titles, which has an index. */
  async #inOrder(tenant: string, query: Query): Promise<Query> {
    const { titled: _titled, first, ...original } = query
    const isPreferred = first !== undefined && first.length > 0
    if (query.titled === undefined && (!isPreferred || query.wanted !== null)) return query
    const name = JSON.stringify([tenant, query.type])
    const isLarge =
      this.#large.get(name) ??
      (await this.database.tenant(tenant, (tx) =>
        hasMore(tx, query.type, query.now, MAX_TRANSLATED),
      ))
    this.#large.set(name, isLarge)
    // A search reads every match anyway.
    return isLarge ? { ...original, ...(query.wanted !== null && isPreferred && { first }) } : query
  }

  async #read(tenant: string, query: Query): Promise<Page> {
    // What the records were last time says what is known of them: their version arrives with the
    // page, in one round trip.
    const name = JSON.stringify([tenant, query.type])
    const last = this.#versions.get(name)
    const guess = this.#knownAt(tenant, last, query)
    const { page, version } = await listContentOnce(
      this.database,
      tenant,
      query,
      guess.isUnmade ? NOT_COUNTED : guess.counts,
    )
    this.#versions.set(name, version)
    if (guess.isUnmade) {
      const made = await this.#made(tenant, version, query)
      return made === null ? this.#read(tenant, query) : { ...page, ...made }
    }
    if (guess.counts === undefined) this.#searched.keep(tenant, version, query, page)
    else if (version !== last) return this.#read(tenant, query)
    return page
  }

  /** The counts of a version; `isUnmade` if its summary, which would tell them, isn't there yet. */
  #knownAt(
    tenant: string,
    version: string | undefined,
    query: Query,
  ): { readonly counts?: Counts | undefined; readonly isUnmade?: boolean } {
    // A search finds few of many records, and each search finds different ones.
    const isSummed =
      query.wanted === null &&
      query.only === null &&
      query.facets.length > 0 &&
      !asksWhatBelongs(query)
    if (version === undefined) return { isUnmade: isSummed }
    const summed = isSummed ? this.#summaries.find(tenant, version, query) : null
    if (summed === undefined) return { isUnmade: true }
    return { counts: summed ?? this.#searched.find(tenant, version, query) }
  }

  /** @returns null if the database has to count */
  async #made(tenant: string, version: string, query: Query): Promise<Counts | null> {
    const known = this.#knownAt(tenant, version, query)
    if (known.isUnmade !== true) return known.counts ?? null
    // Outside of a transaction: the embedded database has one session.
    return this.#summaries.make(this.database, tenant, version, query)
  }
}

export type Searched = Page & {
  /**
   * What was found instead of words that no record has; empty: the records are only similar.
   * Undefined: all of them were found as typed.
   */
  readonly instead?: readonly string[]
  /** Words to offer where nothing was found. */
  readonly near?: readonly string[]
}

/** Whether a record was found as it was typed, as far as that can be seen without a query. */
function saysAll(row: RecordRow, { typed }: Wanted, synonyms: Synonyms): boolean {
  const words = [...textsIn(row)]
  return typed.split(' ').every((word) => {
    const one = singular(word)
    const isSaid = words.some((each) => each.startsWith(word) || each === one)
    return isSaid || synonyms(word).length > 0 || synonyms(one).length > 0
  })
}

function textsIn({ title, data }: RecordRow): ReadonlySet<string> {
  const texts = Object.values(data)
    .flat()
    .filter((value) => typeof value === 'string')
  return new Set(fold([title, ...texts].join(' ')).split(' '))
}

/** Which records belong to another isn't in a summary. */
function asksWhatBelongs({ filters, facets }: Query): boolean {
  return [filters, ...facets.map(({ named = {} }) => named)].some((each) =>
    Object.values(each).some((filter) => 'belongs' in filter),
  )
}
