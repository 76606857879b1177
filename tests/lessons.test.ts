/** The short lessons that are shipped: what they say, and that each leaves one thing to do. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flattenTexts } from '#engine/documents/texts.ts'
import { catalog, root } from '#tests/support/documents.ts'

type Lesson = Readonly<Record<'id' | 'name' | 'lead' | 'body' | 'task' | 'topic', string>> &
  Readonly<Record<'nameAf' | 'leadAf' | 'bodyAf' | 'taskAf', string>> & {
    readonly minutes: number
    readonly curricula?: readonly string[]
  }

const { items: LESSONS } = JSON.parse(
  readFileSync(join(root, 'content', 'lessons.json'), 'utf8'),
) as { items: readonly Lesson[] }
const LANGUAGES = [
  ['English', ''],
  ['Afrikaans', 'Af'],
] as const

const wordsOf = (text: string) =>
  text
    .replace(/<[^>]+>|###/g, ' ')
    .split(/\s+/)
    .filter(Boolean)

describe('the lessons', () => {
  it('are at least twelve, and cover what learners ask about', () => {
    expect(LESSONS.length).toBeGreaterThanOrEqual(12)
    const about = (pattern: RegExp) => LESSONS.filter(({ id }) => pattern.test(id)).length
    for (const topic of [/maths-lit/, /learnership/, /nsfas/, /prospectus/])
      expect([String(topic), about(topic) > 0]).toEqual([String(topic), true])
  })

  it.each(LANGUAGES)('have one thing to do each, in one sentence: %s', (_name, suffix) => {
    const tasks = LESSONS.map((lesson) => lesson[`task${suffix}`])
    for (const task of tasks) expect(task).toMatch(/^\p{Lu}[^.!?]{15,140}\.$/u)
    expect(new Set(tasks).size, 'no two the same').toBe(LESSONS.length)
  })

  it.each(LANGUAGES)('are read in the minutes that they say: %s', (_name, suffix) => {
    for (const lesson of LESSONS) {
      const count = wordsOf(lesson[`body${suffix}`]).length
      expect([lesson.id, count > 80 && count / lesson.minutes < 200]).toEqual([lesson.id, true])
    }
  })

  it.each(LANGUAGES)('have a name and a lead of their own: %s', (_name, suffix) => {
    for (const key of ['name', 'lead'] as const) {
      const texts = LESSONS.map((lesson) => lesson[`${key}${suffix}`])
      expect(texts.filter((text) => text.length < 3 || text.length > 140)).toEqual([])
      expect(new Set(texts).size).toBe(LESSONS.length)
    }
  })

  it('say nothing about money or dates that changes each year', () => {
    const dated = /\bR ?\d|\b20\d\d\b/
    expect(
      LESSONS.filter(({ body, bodyAf, task }) => dated.test(`${body} ${bodyAf} ${task}`)).map(
        ({ id }) => id,
      ),
    ).toEqual([])
  })

  it('belong to topics and curricula that exist', () => {
    const topics = catalog.get('list', 'lesson-topics')!.items.map(({ id }) => id)
    const curricula = catalog.all('curriculum').map(({ id }) => id)
    for (const { id, topic, curricula: own = [] } of LESSONS)
      expect([id, topics.includes(topic), own.every((each) => curricula.includes(each))]).toEqual([
        id,
        true,
        true,
      ])
  })
})

describe('the questions about NSFAS', () => {
  type Bursary = { readonly id: string; readonly terms: string; readonly termsAf: string }
  const bursaries = (
    JSON.parse(readFileSync(join(root, 'content', 'bursaries.json'), 'utf8')) as {
      items: readonly Bursary[]
    }
  ).items
  const bursary = (id: string) => bursaries.find((each) => each.id === id)!
  const sums = (text: string) => text.replaceAll('\u00a0', ' ').match(/R\d{3} 000/g)

  it.each([
    ['en', 'terms'],
    ['af', 'termsAf'],
  ] as const)('ask for the limits that its record has: %s', (language, terms) => {
    const texts = flattenTexts(catalog.get('locale', language)!.texts)
    const said = (key: string) => sums(texts[`bursary.check.${key}`] ?? '')
    const nsfas = sums(bursary('nsfas-bursary')[terms])!
    expect(nsfas).toHaveLength(2)
    expect(said('income.title')).toEqual([nsfas[0]])
    expect(said('disability.title')).toEqual([nsfas[1]])
    expect(said('over.card')).toEqual(sums(bursary('isfap-bursary')[terms]))
  })
})
