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
  /** A tsquery: all of the words, the last one as a prefix. */
  readonly query: string
  readonly typed: string
}

/** @returns null if there is nothing to search for */
export function wantedOf(search: string): Wanted | null {
  const words = wordsOf(search)
  if (words.length === 0) return null
  const query = words.map((word) => `'${word}'`).join(' & ')
  return { query: `${query}:*`, typed: words.join(' ') }
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
