/**
 * How people train for a career locally: one training path each, by a table that is read in order
 * (docs/decisions/0065).
 */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { trainingFor, trainingOf, type TrainingTable } from '#server/catalogue/training.ts'
import type { CareerFacts } from '#server/store/careers.ts'

const read = <T>(name: string) => JSON.parse(readFileSync(`content/${name}.json`, 'utf8')) as T
const TABLE = read<TrainingTable>('career-training')
const CAREERS = read<{ items: CareerFacts[] }>('careers').items
const careers = (code: string) => CAREERS.find((career) => career.code === code)!
const locale = (language: string) =>
  (
    JSON.parse(readFileSync(`schemas/locales/${language}.json`, 'utf8')) as {
      texts: { career: Record<'road' | 'roadMore' | 'study', Record<string, string>> }
    }
  ).texts.career

describe('the training for a career', () => {
  it.each([
    ['an attorney', '23-1011.00', 'articles'],
    ['a family doctor', '29-1215.00', 'medicine'],
    ['a cardiologist', '29-1212.00', 'specialist'],
    ['a pharmacist', '29-1051.00', 'professional'],
    ['a physiotherapist', '29-1123.00', 'professional'],
    ['a civil engineer', '17-2051.00', 'professional'],
    ['a chartered accountant', '13-2011.00', 'articles'],
    ['a registered nurse', '29-1141.00', 'professional'],
    ['a high school teacher', '25-2031.00', 'professional'],
    ['a boilermaker', '47-2011.00', 'trade'],
    ['an electrician', '47-2111.00', 'trade'],
    ['a welder, whose job zone is low', '51-4121.00', 'trade'],
    ['a bus driver', '53-3052.00', 'licence'],
    ['a software developer, whom no survey asked', '15-1252.00', 'degree'],
    ['a credit analyst, as 95 of 100 say', '13-2041.00', 'degree'],
    ['a petrol attendant', '53-6031.00', 'grade12'],
    ['a domestic worker', '37-2012.00', 'on_the_job'],
  ])('for %s is what is required here', (_who, code, road) => {
    expect(trainingOf(careers(code), TABLE).road).toBe(road)
  })

  it('exists for every career, and no row of the table is unused', () => {
    const used = new Set<string>()
    for (const career of CAREERS) {
      const { road, years, step } = trainingOf(career, TABLE)
      expect([career.code, step]).toEqual([
        career.code,
        years === 0 ? 1 : years === 1 ? 2 : years <= 3 ? 3 : years === 4 ? 4 : 5,
      ])
      used.add(road)
    }
    expect([...used].sort()).toEqual(TABLE.roads.map(({ id }) => id).sort())
    for (const { id } of TABLE.rows) {
      const without = { ...TABLE, rows: TABLE.rows.filter((row) => row.id !== id) }
      const differs = CAREERS.some((career) => {
        try {
          return trainingOf(career, without).road !== trainingOf(career, TABLE).road
        } catch {
          return true
        }
      })
      expect([id, differs]).toEqual([id, true])
    }
  })

  it('needs half of the respondents: 49 of 100 are no majority', () => {
    const career = { ...careers('13-2041.00'), jobZone: 5 }
    const asked = (pct: number) =>
      trainingOf({ ...career, education: { mode: 6, pct } }, TABLE).road
    expect([asked(50), asked(49.9)]).toEqual(['degree', 'postgraduate'])
  })

  it('has texts in both languages, South African and general', () => {
    for (const language of ['en', 'af'])
      for (const { id } of TABLE.roads)
        for (const road of [id, `general_${id}`]) {
          expect(locale(language).road[road], road).toMatch(/\S/)
          expect(locale(language).roadMore[road], road).toMatch(/\.$/)
          const general = locale(language).roadMore[`general_${id}`]
          expect(general).not.toMatch(/NQF|NKR|TVET|PDP|matri/i)
        }
  })

  it('is general outside South Africa, and null if none is known', () => {
    const training = { road: 'trade', years: 3, step: 3 }
    expect(trainingFor({ training }, 'ZA')).toEqual(training)
    expect(trainingFor({ training }, 'KE')).toEqual({ ...training, road: 'general_trade' })
    expect(trainingFor({ training: null }, 'ZA')).toBeNull()
  })

  it('has a choice in the list of the content type, in the same order', () => {
    const { items } = JSON.parse(readFileSync('schemas/lists/training-roads.json', 'utf8')) as {
      items: { id: string }[]
    }
    expect(items.map(({ id }) => id)).toEqual(TABLE.roads.map(({ id }) => id))
  })

  it('throws if the table has no row', () => {
    expect(() => trainingOf(careers('47-2011.00'), { ...TABLE, rows: [] })).toThrow(/47-2011\.00/)
  })
})
