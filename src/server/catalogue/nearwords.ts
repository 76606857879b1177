/**
 * Typing mistakes in a search that found nothing: the words of the type's records that are a mistake
 * away, as for careers. Trigrams alone miss swapped letters in short words.
 */

import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/database.ts'
import type { Query } from '#server/store/content.ts'
import { versionOf } from '#server/store/contentversions.ts'
import { wordsIn } from '#server/store/contentwords.ts'
import { mistakesBetween, MAX_MISTAKES, nearestWords, wordsNear } from '#engine/forms/mistakes.ts'
import { fold, singular, wantedOf, type Synonyms, type Wanted } from './words.ts'

const MAX_CACHED = 100
/** Words that one typed word may stand for. */
const MAX_MEANT = 6
/**
 * Corrected words of a search: each is compared with every word of the type, and other requests
 * wait meanwhile.
 */
const MAX_CORRECTED = 2
/** Words that an empty list offers. */
export const MAX_NEAR = 3

export class NearWords {
  readonly #words = new LRUCache<string, readonly string[]>({ max: MAX_CACHED })

  constructor(readonly database: Database) {}

  /** @returns what else the search may mean; null if every word of it is known, or none is near */
  async find(tenant: string, query: Query, said: Said): Promise<Wanted | null> {
    return (await this.look(tenant, query, said))?.wanted ?? null
  }

  /** @returns null if nothing is searched for */
  async look(
    tenant: string,
    { type, wanted, now }: Query,
    { synonyms, others = [] }: Said,
  ): Promise<Looked | null> {
    if (wanted === null) return null
    const words = await this.database.tenant(tenant, async (tx) => {
      const key = JSON.stringify([tenant, type, await versionOf(tx, type)])
      const known = this.#words.get(key) ?? (await wordsIn(tx, type, now))
      this.#words.set(key, known)
      return known
    })
    return lookedUp(wanted.typed, words, synonyms, others)
  }
}

/** What users say for what records say. */
export type Said = {
  readonly synonyms: Synonyms
  /** Words that have synonyms: typing mistakes are compared with them too. */
  readonly others?: readonly string[]
}

export type Looked = {
  /** The corrected search; null if every word of it is known, or none is near. */
  readonly wanted: Wanted | null
  /** Typed words that no record has -> the words that each may stand for. */
  readonly meant: ReadonlyMap<string, readonly string[]>
  /** A little further away: words to offer if nothing is found. */
  readonly near: () => readonly string[]
}

/**
 * @param typed folded words; one with synonyms is no mistake, nor is the start of a word
 * @param others words that have synonyms; those of which no record has any aren't compared
 */
export function lookedUp(
  typed: string,
  words: readonly string[],
  synonyms: Synonyms,
  others: readonly string[] = [],
): Looked {
  const unknown = typed
    .split(' ')
    .filter((word) => synonyms(word).length === 0 && synonyms(singular(word)).length === 0)
    .filter((word) => !words.some((each) => each.startsWith(word) || each === singular(word)))
    .slice(0, MAX_CORRECTED)
  if (unknown.length === 0) return { wanted: null, meant: new Map(), near: () => [] }
  const said = new Set(words)
  const isFound = (word: string) =>
    synonyms(word).some((each) =>
      fold(each)
        .split(' ')
        .every((part) => said.has(part)),
    )
  const isFar = (word: string) =>
    unknown.every((each) => mistakesBetween(each, word, MAX_MISTAKES) > MAX_MISTAKES)
  const known = new Set([...words, ...others.filter((word) => !isFar(word) && isFound(word))])
  const meant = new Map(
    unknown.map((word) => [word, nearestWords(known, word).slice(0, MAX_MEANT)] as const),
  )
  const isNear = [...meant.values()].some((near) => near.length > 0)
  const meaning = (word: string) =>
    (meant.get(word) ?? []).flatMap((each) => [each, ...synonyms(each)]).concat(synonyms(word))
  return {
    wanted: isNear ? wantedOf(typed, meaning) : null,
    meant,
    near: () => [...new Set(unknown.flatMap((word) => wordsNear(known, word)))].slice(0, MAX_NEAR),
  }
}

export function corrected(
  typed: string,
  words: readonly string[],
  synonyms: Synonyms,
): Wanted | null {
  return lookedUp(typed, words, synonyms).wanted
}

/**
 * Which words were found instead of the typed ones.
 *
 * @param texts of the first record that was found, folded
 * @returns null if every typed word is known; empty if the record is only similar
 */
export function foundInstead(
  { meant }: Pick<Looked, 'meant'>,
  texts: ReadonlySet<string>,
): string[] | null {
  if (meant.size === 0) return null
  const found = [...meant.values()].map((near) => near.find((word) => texts.has(word)))
  return found.flatMap((word) => word ?? [])
}
