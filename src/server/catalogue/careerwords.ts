/**
 * What a career is called locally and what people in it do all day (content/career-words.json), in
 * the language of the request.
 */

import type { CareerFacts, CareerRow, CareerWords } from '#server/store/careers.ts'

/** The texts of a career as in the file: `also` is what users type to find it. */
export type WordsRecord = {
  readonly code: string
  readonly also: readonly string[]
  readonly en: CareerWords
  readonly [language: string]: CareerWords | string | readonly string[]
}

/** Adds the texts to the facts; a career without them keeps its American title. */
export function withWords(facts: CareerFacts, record: WordsRecord | undefined): CareerFacts {
  if (record === undefined) return facts
  const { code: _code, also, ...words } = record
  return { ...facts, words: words as Readonly<Record<string, CareerWords>>, also }
}

/** In this language, or else in its base (`af` for `af-ZA`), or else in English. */
export function wordsOf({ title, facts }: CareerRow, language: string): CareerWords {
  const { words } = facts
  return (
    words?.[language] ??
    words?.[language.split('-', 1)[0] ?? ''] ??
    words?.['en'] ?? { title, does: '' }
  )
}
