/**
 * Words as search compares them: without accents, capitals and punctuation, both in records and in
 * queries.
 */

import type { ContentType } from '#engine/documents/kinds.ts'

export type Fields = Readonly<Record<string, unknown>>

/** `Stellenbosch, Université` -> `stellenbosch universite` */
export function fold(text: string): string {
  return wordsOf(text).join(' ')
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

export type Wanted = {
  /** A tsquery: all of the words or what stands for them, the last one as a prefix too. */
  readonly query: string
  readonly typed: string
}

/** Other words for one that was typed; each may be several words, which must all be found. */
export type Synonyms = (word: string) => readonly string[]

/** Words of a search that have synonyms: a longer search is a title, and each costs time. */
const MAX_WITH_SYNONYMS = 6

/** @returns null if there is nothing to search for */
export function wantedOf(search: string, synonyms: Synonyms = () => []): Wanted | null {
  const words = wordsOf(search)
  if (words.length === 0) return null
  const query = words.map((word, index) => {
    const typed = index === words.length - 1 ? `'${word}':*` : `'${word}'`
    const others = index < MAX_WITH_SYNONYMS ? othersOf(word, synonyms) : []
    return others.length === 0 ? typed : `(${[typed, ...others].join(' | ')})`
  })
  return { query: query.join(' & '), typed: words.join(' ') }
}

/** Its singular and its synonyms, as parts of a tsquery. */
function othersOf(word: string, synonyms: Synonyms): string[] {
  const one = singular(word)
  const said = one === word ? synonyms(word) : [one, ...synonyms(word), ...synonyms(one)]
  const parts = said.map((each) =>
    wordsOf(each)
      .map((part) => `'${part}'`)
      .join(' & '),
  )
  return [...new Set(parts)].filter(Boolean).map((part) => `(${part})`)
}

/** Of an English plural: `colleges` -> `college`, `bursaries` -> `bursary`. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

export type Searched = {
  readonly title: string
  /** Weight A, B and C: words of fields whose `search` is 3, 2 and 1. */
  readonly weighted: readonly [string, string, string]
}

export function searchedOf(type: ContentType, record: Fields): Searched {
  const at = (weight: number) =>
    fold(
      type.fields
        .filter(({ search }) => search === weight)
        .flatMap(({ id }) => textsOf(record[id]))
        .join(' '),
    )
  return { title: textsOf(record[type.record.title])[0] ?? '', weighted: [at(3), at(2), at(1)] }
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (entry) => typeof entry === 'string',
  )
}
