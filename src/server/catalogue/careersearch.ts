/**
 * Searches careers: local and American titles and everyday words, in every language at once, best
 * match first.
 */

import { nearestWords, wordsNear } from '#engine/forms/mistakes.ts'
import { MAX_NEAR } from './nearwords.ts'
import { singular } from './words.ts'

const MAX_WORDS = 8
/**
 * Shorter pieces aren't searched inside longer words (onderwyser in hoërskoolonderwyser): they'd be
 * found everywhere.
 */
const MIN_INSIDE = 4

/** The weight of a word, or of the whole search, by where it is found. */
const WEIGHTS = {
  title: { phrase: 100, word: 70, start: 60, inside: 40 },
  also: { phrase: 90, word: 50, start: 44, inside: 0 },
  onet: { phrase: 85, word: 48, start: 42, inside: 0 },
  alternative: { phrase: 80, word: 30, start: 25, inside: 15 },
} as const

type Field = {
  readonly phrases: readonly (readonly string[])[]
  readonly words: readonly string[]
  readonly weights: (typeof WEIGHTS)[keyof typeof WEIGHTS]
}
export type CareerIndex = { readonly id: string; readonly fields: readonly Field[] }

/**
 * Lower case, without accents and punctuation, and in the singular: applied to both the search and
 * the careers.
 */
export function searchWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(singular)
}

/** @param titles local ones, in every language; `others` are alternative titles of O*NET's */
export function indexCareer({
  id,
  titles,
  also,
  onet,
  others,
}: {
  readonly id: string
  readonly titles: readonly string[]
  readonly also: readonly string[]
  readonly onet: readonly string[]
  readonly others: readonly string[]
}): CareerIndex {
  const field = (texts: readonly string[], weights: Field['weights']): Field => {
    const phrases = texts.map(searchWords)
    return {
      phrases,
      words: [...new Set(phrases.flat())],
      weights,
    }
  }
  return {
    id,
    fields: [
      field(titles, WEIGHTS.title),
      field(also, WEIGHTS.also),
      field(onet, WEIGHTS.onet),
      field(others, WEIGHTS.alternative),
    ],
  }
}

/**
 * Which careers a search finds, and how well.
 *
 * @param search as it was typed; every word must be found somewhere. A word that isn't found is
 *   replaced by the words that are a typing mistake away.
 * @param exact whether a word that isn't found finds nothing instead
 * @returns id -> weight, larger is better; undefined if the search has no word, which finds
 *   everything
 */
export function searchCareers(
  index: readonly CareerIndex[],
  search: string,
  exact = false,
): ReadonlyMap<string, number> | undefined {
  const words = searchWords(search).slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  const meant = words.map((word) => {
    const isKnown = index.some((career) => weigh(career, [word]) > 0)
    return isKnown || exact ? [word] : nearestWords(vocabularyOf(index), word)
  })
  const found = new Map<string, number>()
  for (const career of index) {
    const whole = career.fields.find(({ phrases }) => phrases.some((phrase) => says(phrase, meant)))
    const each = meant.map((words) => weigh(career, words))
    if (each.every((weight) => weight > 0))
      found.set(
        career.id,
        whole?.weights.phrase ?? each.reduce((sum, weight) => sum + weight, 0) / each.length,
      )
  }
  return found
}

/**
 * What a search did with words that no career has.
 *
 * @param found id of the best career that it found; undefined if it found none
 * @returns null if every word is known
 */
export function searchedInstead(
  index: readonly CareerIndex[],
  search: string,
  found: string | undefined,
): { readonly instead: string[] } | { readonly near: string[] } | null {
  const unknown = searchWords(search)
    .slice(0, MAX_WORDS)
    .filter((word) => !index.some((career) => weigh(career, [word]) > 0))
  if (unknown.length === 0) return null
  const words = vocabularyOf(index)
  if (found === undefined) {
    const near = unknown.flatMap((word) => wordsNear(words, word))
    return { near: [...new Set(near)].slice(0, MAX_NEAR) }
  }
  const best = index.find(({ id }) => id === found)
  const has = (word: string) => best !== undefined && weigh(best, [word]) > 0
  return { instead: unknown.flatMap((word) => nearestWords(words, word).find(has) ?? []) }
}

function says(phrase: readonly string[], meant: readonly (readonly string[])[]): boolean {
  return phrase.length === meant.length && phrase.every((word, at) => meant[at]?.includes(word))
}

/** The weight of the best place where one of these words is found; 0 if none is. */
function weigh({ fields }: CareerIndex, words: readonly string[]): number {
  let best = 0
  for (const { words: there, weights } of fields)
    for (const word of words)
      for (const each of there) {
        const weight =
          each === word
            ? weights.word
            : each.startsWith(word)
              ? weights.start
              : word.length >= MIN_INSIDE && each.includes(word)
                ? weights.inside
                : 0
        if (weight > best) best = weight
      }
  return best
}

function vocabularyOf(index: readonly CareerIndex[]): ReadonlySet<string> {
  return new Set(index.flatMap(({ fields }) => fields.flatMap(({ words }) => words)))
}
