/**
 * A career as matches, lists and its page use it, read from a record of the content type `careers`.
 * Pure.
 *
 * A tenant's own record has what it was given: all but the title may be missing.
 */

import type { ContentType } from '#engine/documents/kinds.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Six } from '#engine/scoring/match.ts'
import { HEXAGON, type Letter } from '#engine/scoring/scoring.ts'
import { slugOf, type CareerWords, type Training } from '#server/store/careers.ts'
import type { RecordRow } from '#server/store/content.ts'
import { indexCareer, type CareerIndex } from './careersearch.ts'
import { stepOf } from './training.ts'

/** The type of its records, and what joins, favourites and interactions call them. */
export const CAREERS = 'careers'

/** The heaviest first. */
export type Rated = readonly (readonly [id: string, importance: number])[]

/** A claim that nobody should make without saying where it is from, and as of which day. */
export type Sourced = { readonly text: string; readonly source: string; readonly on: string }

export type Career = {
  readonly id: string
  readonly slug: string
  /** By language; the first language's have the key ''. */
  readonly words: Readonly<Record<string, CareerWords>>
  /** American and in the plural; null if it isn't O*NET's. */
  readonly onetTitle: string | null
  readonly otherTitles: readonly string[]
  /** Job family (SOC major group). */
  readonly direction: string
  readonly jobZone: number | null
  readonly types: readonly Letter[]
  /** Null: it's never matched. */
  readonly interests: Six | null
  readonly training: Training | null
  readonly skills: Rated
  readonly knowledge: Rated
  readonly workStyles: Rated
  readonly technologies: readonly string[]
  readonly pay: Sourced | null
  readonly demand: Sourced | null
  readonly isco08: string | null
  readonly related: readonly string[]
  readonly index: CareerIndex
}

/** Which fields say the title and the sentence in other languages. */
export type Translations = readonly {
  readonly id: string
  readonly of: 'name' | 'does'
  readonly language: string
}[]

export function translationsOf(type: ContentType): Translations {
  return type.fields.flatMap(({ id, of, language }) =>
    (of === 'name' || of === 'does') && language !== undefined ? [{ id, of, language }] : [],
  )
}

export function careerOf({ id, title, data }: RecordRow, translations: Translations): Career {
  const words = wordsIn(data, title, translations)
  const onetTitle = textIn(data['onetTitle'])
  const otherTitles = textsIn(data['otherTitles'])
  return {
    id,
    slug: slugOf(words['']?.title ?? title),
    words,
    onetTitle,
    otherTitles,
    direction: textIn(data['direction']) ?? '',
    jobZone: numberIn(data['jobZone']),
    types: textsIn(data['types']).filter(isLetter),
    interests: sixIn(data['interests']),
    training: trainingIn(data),
    skills: ratedIn(data['skills']),
    knowledge: ratedIn(data['knowledge']),
    workStyles: ratedIn(data['workStyles']),
    technologies: textsIn(data['technologies']),
    pay: sourcedIn(data, 'payBand'),
    demand: sourcedIn(data, 'demand'),
    isco08: textIn(data['isco08']),
    related: textsIn(data['related']),
    index: indexCareer({
      id,
      titles: Object.values(words).map((each) => each.title),
      also: textsIn(data['also']),
      onet: onetTitle === null ? [] : [onetTitle],
      others: otherTitles,
    }),
  }
}

/** As joins ask what a career is, wherever the user lives. */
export function joinableCareer(
  { id, isco08, direction, training, knowledge }: Career,
  title: string,
): Readonly<Record<string, unknown>> & { readonly id: string; readonly title: string } {
  return {
    id,
    title,
    isco08,
    direction,
    road: training?.road,
    knowledge: knowledge.map(([each, importance]) => ({ id: each, importance })),
  }
}

/** In this language, else in its base (`af` of `af-ZA`), else in the first one. */
export function wordsOf({ words }: Career, language: string): CareerWords {
  return words[language] ?? words[language.split('-', 1)[0] ?? ''] ?? words['']!
}

function wordsIn(
  data: RecordRow['data'],
  title: string,
  translations: Translations,
): Readonly<Record<string, CareerWords>> {
  const first = { title: textIn(data['name']) ?? title, does: textIn(data['does']) ?? '' }
  const words: Record<string, CareerWords> = { '': first }
  for (const { id, of, language } of translations) {
    const text = textIn(data[id])
    const said = words[language] ?? first
    if (text !== null)
      words[language] = of === 'name' ? { ...said, title: text } : { ...said, does: text }
  }
  return words
}

function trainingIn({ road, years }: RecordRow['data']): Training | null {
  const [named, length] = [textIn(road), numberIn(years)]
  return named === null || length === null
    ? null
    : { road: named, years: length, step: stepOf(length) }
}

function sourcedIn(data: RecordRow['data'], field: 'payBand' | 'demand'): Sourced | null {
  const text = textIn(data[field])
  const source = textIn(data[`${field}Source`])
  const on = textIn(data[`${field}On`])
  return text === null || source === null || on === null ? null : { text, source, on }
}

function sixIn(value: unknown): Six | null {
  if (!isObject(value) || HEXAGON.some((letter) => typeof value[letter] !== 'number')) return null
  const { R, I, A, S, E, C } = value as Six
  return { R, I, A, S, E, C }
}

/** Of equal ones, 2.C.3 is before 2.C.10, as in O*NET's own tables. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true })

function ratedIn(value: unknown): Rated {
  if (!isObject(value)) return []
  return Object.entries(value)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .sort((a, b) => b[1] - a[1] || BY_NUMBER.compare(a[0], b[0]))
}

function isLetter(text: string): text is Letter {
  return (HEXAGON as readonly string[]).includes(text)
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
