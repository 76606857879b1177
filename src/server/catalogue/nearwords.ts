/**
 * Typing mistakes in a search that found nothing: the words of the type's records that are a mistake
 * away, as for careers. Trigrams alone miss swapped letters in short words.
 */

import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/database.ts'
import { versionOf, type Query } from '#server/store/content.ts'
import { wordsIn } from '#server/store/contentwords.ts'
import { nearestWords } from '#engine/forms/mistakes.ts'
import { wantedOf, type Synonyms, type Wanted } from './words.ts'

const MAX_CACHED = 100
/** Words that one typed word may stand for. */
const MAX_MEANT = 6
/**
 * Corrected words of a search: each is compared with every word of the type, and other requests
 * wait meanwhile.
 */
const MAX_CORRECTED = 2

export class NearWords {
  readonly #words = new LRUCache<string, readonly string[]>({ max: MAX_CACHED })

  constructor(readonly database: Database) {}

  /** @returns what else the search may mean; null if every word of it is known, or none is near */
  async find(
    tenant: string,
    { type, wanted, now }: Query,
    synonyms: Synonyms,
  ): Promise<Wanted | null> {
    if (wanted === null) return null
    const words = await this.database.tenant(tenant, async (tx) => {
      const key = JSON.stringify([tenant, type, await versionOf(tx, type)])
      const known = this.#words.get(key) ?? (await wordsIn(tx, type, now))
      this.#words.set(key, known)
      return known
    })
    return corrected(wanted.typed, words, synonyms)
  }
}

/** @param typed folded words; one with synonyms is no mistake, nor is the start of a word */
export function corrected(
  typed: string,
  words: readonly string[],
  synonyms: Synonyms,
): Wanted | null {
  const meant = new Map(
    typed
      .split(' ')
      .filter((word) => synonyms(word).length === 0)
      .filter((word) => !words.some((each) => each.startsWith(word)))
      .slice(0, MAX_CORRECTED)
      .map((word) => [word, nearestWords(words, word).slice(0, MAX_MEANT)] as const)
      .filter(([, near]) => near.length > 0),
  )
  if (meant.size === 0) return null
  return wantedOf(typed, (word) =>
    (meant.get(word) ?? []).flatMap((each) => [each, ...synonyms(each)]).concat(synonyms(word)),
  )
}
