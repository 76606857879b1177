/**
 * The careers that are shipped, from three files: O*NET's facts, our words, and how people train
 * here (docs/decisions/0065).
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CareerFacts, CareerWords } from '#server/store/careers.ts'
import type { ContentRecord } from './newrecord.ts'
import { trainingOf, type TrainingTable } from './training.ts'

/** Words of a career as the file has them: `also` is what people type to find it. */
type WordsRecord = {
  readonly code: string
  readonly also: readonly string[]
  readonly en: CareerWords
  readonly [language: string]: CareerWords | string | readonly string[]
}
type ContentFile<Item> = { readonly version: number; readonly items: readonly Item[] }

export type CareerFiles = {
  /** Of the three texts. */
  readonly sha: string
  /** Parsed only if they are imported. */
  readonly read: () => { readonly version: number; readonly items: readonly CareerFacts[] }
}

export function careerFiles(contentDir: string): CareerFiles {
  const read = (name: string) => readFileSync(join(contentDir, name), 'utf8')
  const texts = [read('careers.json'), read('career-words.json'), read('career-training.json')]
  const sha = texts.reduce((hash, text) => hash.update(text), createHash('sha256')).digest('hex')
  return { sha, read: () => careersFrom(texts) }
}

function careersFrom([facts = '', words = '', training = '']: readonly string[]) {
  const careers = JSON.parse(facts) as ContentFile<CareerFacts>
  const written = JSON.parse(words) as ContentFile<WordsRecord>
  const table = JSON.parse(training) as TrainingTable
  const byCode = new Map(written.items.map((record) => [record.code, record]))
  return {
    // The version of each file only increases, and so does their sum. It used to be the version of
    // the facts alone.
    version: careers.version + written.version + table.version,
    items: withOwnTools(careers.items).map((career) => ({
      ...withWords(career, byCode.get(career.code)),
      training: trainingOf(career, table),
    })),
  }
}

/** A program that more than this share of all careers use says nothing about one of them. */
const COMMON = 0.1
/** One alone, such as the bookkeeping of a gym, isn't what a career is known for. */
const FEWEST = 2
/** Careers in an office, whose tools are just those. */
const OFFICE = '43'

/**
 * The programs that a career is known for: those that fewer others use come first, and what half of
 * the working world uses, such as a spreadsheet, is left out, except in an office.
 */
function withOwnTools(careers: readonly CareerFacts[]): CareerFacts[] {
  const users = new Map<string, number>()
  for (const name of careers.flatMap(({ tech }) => tech))
    users.set(name, (users.get(name) ?? 0) + 1)
  const usersOf = (name: string) => users.get(name) ?? 0
  return careers.map((career) => {
    const own = career.tech.filter(
      (name) => career.socMajor === OFFICE || usersOf(name) <= COMMON * careers.length,
    )
    const tech = own.length < FEWEST ? [] : own.toSorted((a, b) => usersOf(a) - usersOf(b))
    return { ...career, tech }
  })
}

/** Adds the words to the facts; a career without words keeps its American title. */
function withWords(facts: CareerFacts, record: WordsRecord | undefined): CareerFacts {
  if (record === undefined) return facts
  const { code: _code, also, ...words } = record
  return { ...facts, words: words as Readonly<Record<string, CareerWords>>, also }
}

/** As a record of the content type `careers`: its fields in other languages end with their code. */
export function recordOfCareer(facts: CareerFacts): ContentRecord {
  const { en, ...others } = facts.words ?? {}
  return {
    id: facts.code,
    name: en?.title ?? facts.title,
    ...(en !== undefined && { does: en.does }),
    ...Object.fromEntries(
      Object.entries(others).flatMap(([language, { title, does }]) => [
        [`name${suffixOf(language)}`, title],
        [`does${suffixOf(language)}`, does],
      ]),
    ),
    also: facts.also ?? [],
    direction: facts.socMajor,
    types: [...facts.hollandCode],
    interests: facts.riasec,
    ...(facts.training !== undefined && {
      road: facts.training.road,
      years: facts.training.years,
    }),
    ...(facts.isco08 !== null && { isco08: facts.isco08 }),
    skills: Object.fromEntries(facts.skills),
    knowledge: Object.fromEntries(facts.knowledge),
    workStyles: Object.fromEntries(facts.workStyles),
    technologies: facts.tech,
    related: facts.related,
    jobZone: facts.jobZone,
    onetTitle: facts.title,
    otherTitles: facts.altTitles,
  }
}

/** `af` -> `Af` */
function suffixOf(language: string): string {
  return language.charAt(0).toUpperCase() + language.slice(1)
}
