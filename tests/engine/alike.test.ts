/** Sums of people from how many they are and what some of them did, beside those of each of them. */

import { describe, expect, it } from 'vitest'
import type { MetricDocument } from '#engine/documents/kinds.ts'
import { saidYes, valuesOf } from '#engine/statistics/alike.ts'
import { BREAKDOWNS, NOBODY } from '#engine/statistics/counted.ts'
import { addRatios, type RatioSums } from '#engine/statistics/ratio.ts'

const of = { fact: 'signed-up' } as const
const DAYS = 7
/** What is counted, and a person's two values by what they did: how often, of what, after hours. */
const MEASURES: readonly {
  readonly measure: MetricDocument['measure']
  readonly value: (did: { tops: number; belows: number; hours: number }) => [number, number]
}[] = [
  { measure: { as: 'proportion', of }, value: ({ tops }) => [Math.min(1, tops), 1] },
  { measure: { as: 'mean', of, cut: 3 }, value: ({ tops }) => [Math.min(3, tops), 1] },
  { measure: { as: 'ratio', of, per: of }, value: ({ tops, belows }) => [tops, belows] },
  { measure: { as: 'time', of }, value: ({ tops, hours }) => [tops > 0 ? hours : DAYS * 24, 1] },
]

const pick = (i: number, many: number, salt: number) =>
  Math.floor(((i * 7919 + salt * 104_729) % 1009) % many)
const people = Array.from({ length: 600 }, (_, i) => ({
  batch: Math.floor(i / 64),
  arm: pick(i, 2, 1) === 0 ? 'control' : 'other',
  probability: 0.5,
  device: ['phone', 'computer', null][pick(i, 3, 2)]!,
  language: ['en', 'af'][pick(i, 2, 3)]!,
  plan: null,
  day: pick(i, 2, 6),
  tops: pick(i, 3, 4) === 0 ? pick(i, 6, 5) : 0,
  belows: pick(i, 3, 4) === 0 ? 1 : 0,
  hours: pick(i, 100, 7),
}))
type Person = (typeof people)[number]

const one = (top: number, below: number, event: boolean): RatioSums => ({
  n: 1,
  top,
  below,
  topSquares: top * top,
  belowSquares: below * below,
  products: top * below,
  events: event ? 1 : 0,
})

function grouped<Row extends RatioSums>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const sums = new Map<string, RatioSums>()
  for (const row of rows) sums.set(keyOf(row), addRatios(sums.get(keyOf(row)) ?? NOBODY, row))
  return new Map([...sums].sort())
}

describe('values of alike people', () => {
  for (const { measure, value } of MEASURES)
    it(`of a ${measure.as} are what they add up to one by one`, () => {
      const each = people.map((person) => {
        const [top, below] = value(person)
        const { n: _n, ...alike } = { ...person, n: 1 }
        return { ...alike, ...one(top, below, person.tops > 0) }
      })
      const isDoer = ({ tops, belows }: Person) =>
        measure.as === 'ratio' ? tops + belows > 0 : tops > 0
      const cells = grouped(
        people.map((person) => ({ ...person, ...one(0, 0, false) })),
        ({ batch, arm, device, language, day }) =>
          JSON.stringify({ batch, arm, device, language, day }),
      )
      const alike = [...cells].map(([key, { n }]) => ({
        ...(JSON.parse(key) as Person),
        probability: 0.5,
        plan: null,
        n,
      }))
      const did = each.filter((_, at) => isDoer(people[at]!))
      const metric = { measure, windowDays: DAYS }
      const days = new Map(alike.map(({ batch }) => [batch, batch % 2 === 0 ? 'even' : 'odd']))
      const { batches, parts } = valuesOf(metric, alike, did, days)
      const all = [...batches.values()].flat()
      const byBatch = grouped(all, ({ batch, arm }) => `${batch}/${arm}`)
      expect(byBatch).toEqual(grouped(each, ({ batch, arm }) => `${batch}/${arm}`))
      for (const by of BREAKDOWNS) {
        const own = parts.filter((part) => part.by === by)
        expect(grouped(own, ({ day, arm, value: part }) => `${day}/${arm}/${part}`)).toEqual(
          grouped(each, (row) => `${days.get(row.batch)}/${row.arm}/${row[by] ?? ''}`),
        )
      }
    })

  it('of a question are of those who answered it with yes', () => {
    const { batch, arm, probability, device, language, plan } = people[0]!
    const row = { batch, arm, probability, device, language, plan }
    const marked = [
      { ...row, n: 5, marks: 0b101 },
      { ...row, n: 3, marks: 0b010 },
    ]
    const yes = [0, 1, 2, 29].map((question) => saidYes(marked, question).map(({ n }) => n))
    expect(yes).toEqual([[5], [3], [5], []])
    expect(saidYes([{ ...row, n: 2, marks: 2 ** 29 }], 29)).toEqual([
      { ...row, n: 2, top: 2, below: 2, topSquares: 2, belowSquares: 2, products: 2, events: 2 },
    ])
  })
})
