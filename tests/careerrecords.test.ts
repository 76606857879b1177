/** Careers on their way from their files to their pages: as records, nothing of them is lost. */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { careerOf, translationsOf, wordsOf } from '#server/catalogue/career.ts'
import { careerFiles, recordOfCareer } from '#server/catalogue/careerrecords.ts'
import { newRecord } from '#server/catalogue/newrecord.ts'
import type { RecordRow } from '#server/store/content.ts'
import { catalog, root } from '#tests/support/documents.ts'

const type = catalog.get('content-type', 'careers')!
const translations = translationsOf(type)
const { items } = careerFiles(join(root, 'content')).read()
/** As PostgreSQL gives it back: members of an object in the order of its own. */
const stored = (data: unknown): RecordRow['data'] =>
  JSON.parse(JSON.stringify(data), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) as RecordRow['data']

describe('a career that is shipped', () => {
  it('is the same as a record: facts, words, road and the order of what it needs', () => {
    expect(items).toHaveLength(923)
    for (const facts of items) {
      const { id, title, data } = newRecord(type, recordOfCareer(facts))
      const career = careerOf({ id, title, data: stored(data) }, translations)
      expect(career).toMatchObject({
        id: facts.code,
        onetTitle: facts.title,
        otherTitles: facts.altTitles,
        direction: facts.socMajor,
        jobZone: facts.jobZone,
        types: [...facts.hollandCode],
        interests: facts.riasec,
        training: facts.training,
        skills: facts.skills,
        knowledge: facts.knowledge,
        workStyles: facts.workStyles,
        technologies: facts.tech,
        isco08: facts.isco08,
        related: facts.related,
      })
      for (const language of ['en', 'af'])
        expect(wordsOf(career, language)).toEqual(facts.words![language])
      expect(wordsOf(career, 'af-ZA')).toEqual(facts.words!['af'])
      expect(wordsOf(career, 'zu')).toEqual(facts.words!['en'])
    }
  })
})

describe('the tools of a career', () => {
  const toolsOf = (code: string) => items.find((career) => career.code === code)?.tech

  it('are those that it is known for, and no office programs of a trade', () => {
    expect(toolsOf('47-2111.00'), 'an electrician').toEqual([])
    expect(toolsOf('17-1011.00')?.[0], 'an architect').not.toBe('Autodesk AutoCAD')
    expect(toolsOf('17-1011.00')).toContain('Autodesk AutoCAD')
    expect(toolsOf('43-6014.00')?.at(-1), 'a secretary').toBe('Microsoft Excel')
    expect(toolsOf('39-9031.00'), 'a fitness instructor').toEqual([])
    const common = items.filter(
      ({ socMajor, tech }) =>
        socMajor !== '43' &&
        tech.some((name) =>
          /^Microsoft (Excel|Office software|Word|Outlook|PowerPoint)$/.test(name),
        ),
    )
    expect(common.map(({ title }) => title)).toEqual([])
  })
})

describe("a tenant's own career", () => {
  it('may have its title and direction alone', () => {
    const data = { name: 'Drone pilot', direction: '53' }
    expect(careerOf({ id: 'drone-pilot', title: 'Drone pilot', data }, translations)).toMatchObject(
      {
        slug: 'drone-pilot',
        words: { '': { title: 'Drone pilot', does: '' } },
        interests: null,
        training: null,
        jobZone: null,
        types: [],
        knowledge: [],
      },
    )
  })

  it('is matched only with all six interests', () => {
    const six = { R: 5, I: 4, A: 2, S: 1, E: 3, C: 4 }
    const interests = (given: unknown) =>
      careerOf({ id: 'x', title: 'x', data: { name: 'X', interests: given } }, []).interests
    expect(interests(six)).toEqual(six)
    expect([interests({ ...six, C: '4' }), interests({ R: 5 }), interests(null)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('has its pay and the demand for it only with where that is from, and of which day', () => {
    const source = { payBandSource: 'A survey', payBandOn: '2026-03-01' }
    const of = (data: object) => careerOf({ id: 'x', title: 'x', data: { ...data } }, [])
    expect(of({ payBand: 'R8 000 a month', ...source }).pay).toEqual({
      text: 'R8 000 a month',
      source: 'A survey',
      on: '2026-03-01',
    })
    expect([of({ payBand: 'R8 000' }).pay, of(source).pay, of(source).demand]).toEqual([
      null,
      null,
      null,
    ])
    expect(of({ demand: 'scarce', demandSource: 'A list', demandOn: '2026-01-01' }).demand).toEqual(
      { text: 'scarce', source: 'A list', on: '2026-01-01' },
    )
  })

  it('has a road only with its years', () => {
    const training = (data: object) => careerOf({ id: 'x', title: 'x', data: { ...data } }, [])
    expect(training({ road: 'trade', years: 3 }).training).toEqual({
      road: 'trade',
      years: 3,
      step: 3,
    })
    expect([training({ road: 'trade' }).training, training({ years: 3 }).training]).toEqual([
      null,
      null,
    ])
  })
})
