/** What the console tells of an instrument is never about fewer than ten people. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { healthCsv } from '#admin/pages/instruments.ts'
import type { InstrumentView } from '#engine/contract/instruments.ts'
import { healthOf, type InstrumentHealth } from '#engine/psychometrics/health.ts'
import { countedItems, type CountedItem } from '#engine/psychometrics/sums.ts'
import { instrument, peopleOf, sumsOf } from '#tests/support/simulatedsums.ts'

const ITEMS = Array.from({ length: 12 }, (_, at): CountedItem => ({
  item: `a_${at + 1}`,
  scale: 'S',
  place: at + 1,
  middle: 0.5,
  points: { 0: 0, 1: 1 },
  rates: true,
  flip: null,
}))

const ASKED = {
  id: 'x',
  version: '1',
  versions: ['1'],
  language: null,
  items: ITEMS,
  options: new Map<string, readonly string[]>(),
  promised: 5,
  backgrounds: [],
}

function healthWith(
  attempts: number,
  careless: number,
  stopped: ReadonlyMap<number, number>,
): InstrumentHealth {
  return healthOf({
    ...ASKED,
    languages: [
      { language: 'en', people: attempts - careless, attempts, careless, sums: {}, stopped },
    ],
  })
}

/** People behind each step of the curve. */
function stepsOf(staying: readonly number[], began: number): number[] {
  return staying.slice(1).flatMap((share, at) => {
    const count = Math.round((staying[at]! - share) * began)
    return count === 0 ? [] : [count]
  })
}

describe('cells of fewer than ten people', () => {
  it('are no step of the curve, no share of careless ones and none of those who stopped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 400 }),
        fc.nat({ max: 40 }),
        fc.array(fc.tuple(fc.nat({ max: 11 }), fc.integer({ min: 1, max: 25 })), { maxLength: 12 }),
        (attempts, careless, given) => {
          const stopped = new Map(given)
          const all = [...stopped.values()].reduce((sum, count) => sum + count, 0)
          const health = healthWith(attempts, careless, stopped)
          const isSmall = (count: number) => count > 0 && count < 10
          expect(health.finished === null).toBe(isSmall(all))
          expect(health.languages[0]!.finished === null).toBe(isSmall(all))
          expect(health.careless === null).toBe(isSmall(careless))
          const { began, staying, stop } = health
          expect([began === null, staying === null]).toEqual([isSmall(all), isSmall(all)])
          expect(isSmall(all) && stop !== null).toBe(false)
          const steps = stepsOf(staying ?? [], attempts + all)
          expect(steps.every((count) => count >= 10)).toBe(true)
          expect(steps.reduce((sum, count) => sum + count, 0)).toBe(isSmall(all) ? 0 : all)
        },
      ),
    )
  })

  it('stay where they are if all are large enough', () => {
    const { staying, stop } = healthWith(
      100,
      0,
      new Map([
        [3, 20],
        [7, 30],
      ]),
    )
    expect(stepsOf(staying!, 150)).toEqual([20, 30])
    expect(staying![3]).toBe(1)
    expect(staying![4]).toBeCloseTo(130 / 150, 10)
    expect(stop).toMatchObject({ answered: 7 })
    // Fewer than ten are put with their neighbours, where most of those stopped.
    const few = new Map([
      [2, 6],
      [5, 30],
      [9, 7],
    ])
    const curve = healthWith(100, 0, few).staying!
    expect(stepsOf(curve, 143)).toEqual([43])
    expect([curve[5], curve[6]! < 1]).toEqual([1, true])
  })

  it('can’t be taken from all languages, less those that are told by themselves', () => {
    const count = fc.nat({ max: 60 })
    const languages = fc.array(fc.tuple(count, fc.nat({ max: 20 }), fc.nat({ max: 20 })), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(languages, (given) => {
        const counted = given.map(([people, careless, stopped], at) => ({
          language: `l${at}`,
          people,
          attempts: people + careless,
          careless,
          sums: { 'minutes//5': [people] },
          stopped: new Map([[3, stopped]]),
        }))
        const asked = { ...ASKED, languages: counted }
        const all = healthOf({ ...asked, language: null })
        const each = counted.map(({ language }) => healthOf({ ...asked, language }))
        const isSmall = (cell: number) => cell > 0 && cell < 10
        // What is told of all, less what is told of each: nobody, or ten and more.
        const rest = (told: (one: InstrumentHealth) => number | null) =>
          told(all) === null ? 0 : told(all)! - each.reduce((sum, one) => sum + (told(one) ?? 0), 0)
        const part = ({ value }: { value: number }, of: number) => Math.round(value * of)
        expect(isSmall(rest(({ people }) => people))).toBe(false)
        const careless = ({ careless: share, completed }: InstrumentHealth) =>
          share === null ? null : part(share, completed!)
        expect(isSmall(rest(careless))).toBe(false)
        const gone = ({ finished, began }: InstrumentHealth) =>
          finished === null ? null : began! - part(finished, began!)
        expect(isSmall(rest(gone))).toBe(false)
        const bars = ({ minutes }: InstrumentHealth) =>
          minutes?.bars.reduce((sum, { people }) => sum + (people ?? 0), 0) ?? null
        expect(isSmall(rest(bars))).toBe(false)
      }),
    )
  })

  it('are empty in the file too', () => {
    const health = healthWith(100, 4, new Map([[3, 2]]))
    const csv = healthCsv({ ...health } as InstrumentView)
    expect(csv).toContain('x,1,,instrument,x,finished,,,,\r\n')
    expect(csv).toContain('x,1,,instrument,x,careless,,,,\r\n')
  })
})

describe('the file', () => {
  it('has the number of people that each figure is of, and an interval', () => {
    const health = healthWith(100, 20, new Map([[3, 50]]))
    const lines = healthCsv(health as InstrumentView).split('\r\n')
    const of = (about: string, figure: string) =>
      lines.map((line) => line.split(',')).find((line) => line[3] === about && line[5] === figure)!
    expect(of('instrument', 'finished').at(-1)).toBe('150')
    expect(of('instrument', 'careless').at(-1)).toBe('100')
    expect(of('language', 'finished').at(-1)).toBe('150')
    expect(Number(of('instrument', 'careless')[7])).toBeCloseTo(0.1334, 3)
  })

  it('has how alike the six types are, with intervals', () => {
    const { key } = instrument('holland_code')
    const people = peopleOf('holland_code', 220)
    const health = healthOf({
      ...ASKED,
      id: 'holland_code',
      items: countedItems(key),
      languages: [
        {
          language: 'en',
          people: 220,
          attempts: 220,
          careless: 0,
          sums: sumsOf('holland_code', people),
          stopped: new Map(),
        },
      ],
    })
    const { near, p } = health.circle!
    expect(near.low < near.value && near.value < near.high && p > 0).toBe(true)
    expect(healthCsv({ ...health } as InstrumentView)).toContain(
      `circle_near_r,${near.value},${near.low},${near.high},220`,
    )
  })
})
