/** Groups that people told of themselves: who is compared, and which question differs. */

import { describe, expect, it } from 'vitest'
import { healthOf } from '#engine/psychometrics/health.ts'
import { added, packed, type CountedItem, type Sums } from '#engine/psychometrics/sums.ts'
import { randomness } from '../support/simulated.ts'

const ITEMS = ['a', 'b', 'c', 'd', 'e', 'f'].map((item, at): CountedItem => ({
  item,
  scale: 'S',
  place: at + 1,
  middle: 0.5,
  points: { 0: 0, 1: 1 },
  rates: true,
  flip: null,
}))

/** People who answer alike, but for question `c`, which `biased` people say yes to far more often. */
function sumsOf(sizes: Readonly<Record<string, number>>, biased: string): Sums {
  const random = randomness(5)
  const cells = new Map<string, { no: number; yes: number }>()
  for (const [group, size] of Object.entries(sizes))
    for (let person = 0; person < size; person++) {
      const trait = 2 * random() - 1
      const answers = ITEMS.map(({ item }) => {
        const shift = item === 'c' && group === biased ? 2.5 : 0
        return random() < 1 / (1 + Math.exp(-2 * trait - shift)) ? 1 : 0
      })
      const total = answers.reduce((sum, each) => sum + each, 0 as number)
      answers.forEach((answer, at) => {
        const name = `${ITEMS[at]!.item}|gender:${group}|${total}`
        const cell = cells.get(name) ?? { no: 0, yes: 0 }
        cell[answer === 1 ? 'yes' : 'no']++
        cells.set(name, cell)
      })
    }
  return {
    ...Object.fromEntries(
      Object.entries(sizes).map(([group, size]) => [`member/gender/${group}`, [size]]),
    ),
    ...packed(
      [...cells].map(([name, counts]) => {
        const [item = '', group = '', total = ''] = name.split('|')
        return { item, group, total: Number(total), ...counts }
      }),
    ),
  }
}

const healthWith = (sums: Sums) =>
  healthOf({
    id: 'x',
    version: '1',
    versions: ['1'],
    language: null,
    items: ITEMS,
    options: new Map(),
    promised: 5,
    backgrounds: ['gender'],
    languages: [
      { language: 'en', people: 1000, attempts: 1000, careless: 0, sums, stopped: new Map() },
    ],
  })

describe('groups', () => {
  const sums = sumsOf({ female: 500, male: 400, other: 9 }, 'male')
  const health = healthWith(sums)

  it('are told with their number, largest first, and hidden below ten', () =>
    expect(health.compared[1]).toEqual({
      by: 'gender',
      groups: [
        { group: 'female', people: 500 },
        { group: 'male', people: 400 },
        { group: 'other', people: null },
      ],
      than: 'female',
    }))

  it('differ in the question that one of them understands differently, and in no other', () => {
    expect(
      health.items.flatMap(({ id, different }) =>
        different.map(({ group, than }) => [id, group, than]),
      ),
    ).toEqual([['c', 'male', 'female']])
    const { effect, odds } = health.items[2]!.different[0]!
    expect(effect).toBeGreaterThan(1)
    // Each in the middle of its interval, on the scale of logarithms.
    expect(odds.value).toBeCloseTo(Math.exp(effect), 10)
    expect(Math.log(odds.low * odds.high) / 2).toBeCloseTo(effect, 10)
    expect(odds.low).toBeGreaterThan(1)
  })

  it('are not compared before two of them have 200 people', () => {
    const few = healthWith(sumsOf({ female: 500, male: 199 }, 'male'))
    expect(few.compared[1]!.than).toBeNull()
    expect(few.items.flatMap(({ different }) => different)).toEqual([])
  })

  it('add up over blocks', () =>
    expect(healthWith(added(sums, sums)).compared[1]!.groups[0]).toEqual({
      group: 'female',
      people: 1000,
    }))
})
