/**
 * The texts of every career: each has a title in the singular and a sentence, in both languages,
 * and no two share a title.
 */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Words = { readonly title: string; readonly does: string }
type Item = {
  readonly code: string
  readonly en: Words
  readonly af: Words
  readonly also: string[]
}
const read = (name: string) =>
  (JSON.parse(readFileSync(`content/${name}.json`, 'utf8')) as { items: Item[] }).items
const WORDS = read('career-words')

/**
 * What a title names, its last word before where or whose: `Lecturer` of `Lecturer in mathematics`.
 */
const head = (title: string) =>
  title
    .split(/ (?:of|in|to|by|at|from|van|vir|oor)\b|:/)[0]!
    .split(' ')
    .at(-1)!

describe('the texts of careers', () => {
  it('exist once for every career, in the order of the codes', () => {
    const codes = WORDS.map(({ code }) => code)
    expect(codes).toEqual(
      read('careers')
        .map(({ code }) => code)
        .sort(),
    )
    expect(new Set(codes).size).toBe(923)
  })

  it.each(['en', 'af'] as const)('have a unique title of at most 40 characters: %s', (language) => {
    const titles = WORDS.map((words) => words[language].title)
    expect(titles.filter((title) => title.length > 40 || title.length < 3)).toEqual([])
    expect(titles.filter((title) => !/^\p{Lu}/u.test(title))).toEqual([])
    expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(923)
  })

  it('have no title in the plural', () => {
    const plural = (pattern: RegExp, language: 'en' | 'af') =>
      WORDS.map((words) => words[language].title).filter((title) => pattern.test(head(title)))
    expect(plural(/[^s']s$/, 'en')).toEqual([])
    expect(plural(/(ers|eurs|aars|kundiges|iste|oloë|ante|ente|mense|lui)$/, 'af')).toEqual([])
  })

  it('would find a plural title', () => {
    expect(head('Lecturers in physics')).toBe('Lecturers')
    expect(head('Lecturer in physics')).toBe('Lecturer')
    expect(head('Painters and decorators')).toBe('decorators')
  })

  it.each(['en', 'af'] as const)('say what people do in one or two sentences: %s', (language) => {
    for (const words of WORDS) {
      const { does } = words[language]
      expect(does, words.code).toMatch(/^\p{Lu}.*\.$/u)
      expect([words.code, does.length >= 50 && does.length <= 150]).toEqual([words.code, true])
    }
    expect(new Set(WORDS.map((words) => words[language].does)).size).toBe(923)
  })

  it('use no words from another country or from officialese', () => {
    const odd = /postsecondary|all other|and\/or|K-12|various|responsible for|utili[sz]e/i
    expect(WORDS.filter(({ en }) => odd.test(`${en.title} ${en.does}`))).toEqual([])
  })

  it('have at most ten more search terms, none twice', () => {
    for (const { code, also } of WORDS) {
      expect([code, also.length <= 10]).toEqual([code, true])
      expect([code, new Set(also.map((word) => word.toLowerCase())).size]).toEqual([
        code,
        also.length,
      ])
    }
  })
})
