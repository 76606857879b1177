/**
 * The careers of each tenant: the shared ones, less those that it hides, and its own (decision
 * 0077). Tenants that have changed none have one book in common, and the others share all rows that
 * they haven't changed.
 */

import { setImmediate as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ContentType } from '#engine/documents/kinds.ts'
import { apart, bounded } from '#server/base/patience.ts'
import type { Database } from '#server/database/database.ts'
import { ownRecords, sharedRecords, typeVersion, type OwnRecord } from '#server/store/wholetype.ts'
import type { RecordRow } from '#server/store/content.ts'
import { CareerBook } from './careerbook.ts'
import { CAREERS, careerOf, translationsOf, type Career, type Translations } from './career.ts'

/** How soon an edit that another server saved shows here. */
const LOOK_EVERY_MS = 1000
/** Of one tenant: each is compared in every match. More are in the catalogue alone. */
export const MAX_OWN = 2000
/** Careers that only one tenant has, of all tenants, at some 7 kB each. */
const MAX_KEPT = 12_000
/** Of one version: one for each set of languages that types translate careers into. */
const MAX_SHARED = 3
/** Are read at a stretch: a few milliseconds. */
const STRETCH = 100

type Kept = {
  readonly version: string
  readonly book: CareerBook
  readonly size: number
  /** When the next own record begins or ends, in ms. */
  readonly until: number
  /** By the clock that only goes forward. */
  lookedAt: number
}
type Asked = {
  readonly database: Database
  readonly tenant: string
  /**
   * As the tenant's release has it: it says which languages there are. Undefined in a release of an
   * older version of the product.
   */
  readonly type: ContentType | undefined
  readonly now: Date
}

export class CareerBooks {
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MAX_KEPT })
  readonly #shared = new LRUCache<string, Promise<CareerBook>>({ max: MAX_SHARED })
  readonly #looking = new Map<string, Promise<CareerBook>>()
  readonly #usual: Translations

  /** @param type the product's own */
  constructor(type: ContentType | undefined) {
    this.#usual = type === undefined ? [] : translationsOf(type)
  }

  async load(asked: Asked): Promise<CareerBook> {
    const translations = asked.type === undefined ? this.#usual : translationsOf(asked.type)
    const key = `${asked.tenant} ${JSON.stringify(translations)}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && isFresh(kept, asked.now)) return kept.book
    const looking = this.#looking.get(key) ?? this.#look(key, asked, translations)
    return bounded(looking)
  }

  /** The tenant's careers have changed: the next response shows it. */
  doubt(tenant: string): void {
    // A look that is under way may have seen the old ones.
    for (const key of this.#looking.keys()) if (key.startsWith(tenant)) this.#looking.delete(key)
    for (const [key, kept] of this.#kept.entries())
      if (key.startsWith(tenant)) kept.lookedAt = -Infinity
  }

  #look(key: string, asked: Asked, translations: Translations): Promise<CareerBook> {
    const looking: Promise<CareerBook> = apart(() => this.#read(key, asked, translations))
      .then((kept) => {
        if (this.#looking.get(key) === looking) this.#kept.set(key, kept, { size: kept.size })
        return kept.book
      })
      .finally(() => {
        if (this.#looking.get(key) === looking) this.#looking.delete(key)
      })
    this.#looking.set(key, looking)
    return looking
  }

  async #read(
    key: string,
    { database, tenant, now }: Asked,
    translations: Translations,
  ): Promise<Kept> {
    const before = this.#kept.get(key)
    const lookedAt = performance.now()
    const [sha, version, own] = await database.tenant(tenant, async (tx) => {
      const { shared, own } = await typeVersion(tx, CAREERS)
      const version = `${shared} ${own}`
      const isSame = before?.version === version && now.getTime() < before.until
      return [shared, version, isSame ? null : await ownRecords(tx, CAREERS, MAX_OWN)] as const
    })
    if (own === null && before !== undefined) return { ...before, lookedAt }
    const shared = await this.#sharedBook(database, sha, translations)
    const mine = own ?? []
    // Words in languages of its own make every row its own.
    const isUsual = JSON.stringify(translations) === JSON.stringify(this.#usual)
    return {
      version,
      book: mine.length === 0 ? shared : await bookOf(shared, mine, translations, now),
      size: 1 + mine.length + (isUsual ? 0 : shared.careers.length),
      until: Math.min(...mine.flatMap((each) => momentsOf(each, now))),
      lookedAt,
    }
  }

  /** Read once for all tenants, outside of their transactions. */
  #sharedBook(database: Database, sha: string, translations: Translations): Promise<CareerBook> {
    const key = `${sha} ${JSON.stringify(translations)}`
    const known = this.#shared.get(key)
    if (known !== undefined) return known
    const made = database
      .shared((tx) => sharedRecords(tx, CAREERS))
      .then(async (rows) => new CareerBook(await careersOf(rows, translations)))
    made.catch(() => this.#shared.delete(key))
    this.#shared.set(key, made)
    return made
  }
}

function isFresh({ lookedAt, until }: Kept, now: Date): boolean {
  return performance.now() - lookedAt < LOOK_EVERY_MS && now.getTime() < until
}

/** A record of its own takes the place of a shared one, and leaves it empty where it isn't shown. */
async function bookOf(
  shared: CareerBook,
  own: readonly OwnRecord[],
  translations: Translations,
  now: Date,
): Promise<CareerBook> {
  const replaced = new Set(own.map(({ id }) => id))
  const shown = await careersOf(
    own.filter((record) => isShown(record, now)),
    translations,
  )
  return new CareerBook([...shared.careers.filter(({ id }) => !replaced.has(id)), ...shown])
}

/** Other requests are served in between. */
async function careersOf(
  rows: readonly RecordRow[],
  translations: Translations,
): Promise<Career[]> {
  const careers: Career[] = []
  for (let start = 0; start < rows.length; start += STRETCH) {
    if (start > 0) await pause()
    for (const row of rows.slice(start, start + STRETCH)) careers.push(careerOf(row, translations))
  }
  return careers
}

function isShown({ state, starts, ends, data }: OwnRecord, now: Date): boolean {
  return (
    state === 'shown' &&
    Object.keys(data).length > 0 &&
    (starts === null || starts <= now) &&
    (ends === null || ends > now)
  )
}

function momentsOf({ starts, ends }: OwnRecord, now: Date): number[] {
  return [starts, ends].flatMap((at) => (at !== null && at > now ? [at.getTime()] : []))
}
