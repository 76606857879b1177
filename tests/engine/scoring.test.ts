/** The scorer: worked examples to the printed precision, and the laws that hold for all answers. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  HEXAGON,
  hexagonDistance,
  interestCode,
  score,
  scoreScales,
  type Answers,
  type InterestMetrics,
  type Letter,
  type ScoringKey,
} from '#engine/scoring/scoring.ts'
import { catalog } from '#tests/support/documents.ts'

const KEY = catalog.get('scoring', 'holland_code')!
const ITEMS = catalog.get('assessment', 'holland_code')!.items!.map(({ id }) => id)
const RUNS = { seed: 11, numRuns: 1000 }

/** Answers in the order of the items, repeating the given ones. */
const cyclic = (...values: number[]): Answers =>
  Object.fromEntries(ITEMS.map((id, index) => [id, values[index % values.length]!]))
const interests = (answers: Answers) => score(answers, KEY) as unknown as InterestMetrics
const sums = (metrics: InterestMetrics) => HEXAGON.map((letter) => metrics[letter])

/** A custom key: `E` gives scale E, a `-` before the number a reversed item. */
function keyOf(
  scales: Readonly<Record<string, string>>,
  responseScale: { min: number; max: number },
  more: Partial<ScoringKey> = {},
): ScoringKey {
  const items = Object.entries(scales).flatMap(([scale, list]) =>
    list.split(/[ ,]+/).map((each) => ({
      id: each.replace('-', ''),
      scale,
      ...(each.startsWith('-') && { reverse: true }),
    })),
  )
  return {
    kind: 'scoring',
    id: 'test',
    v: 1,
    title: 'Test',
    source: 'test',
    assessment: 'test',
    responseScale,
    items,
    scales: Object.keys(scales).map((id) => ({ id, aggregate: 'mean', from: 0 })),
    ...more,
  }
}
const numbered = (values: readonly number[]): Answers =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), value]))

describe('worker type', () => {
  it('scores the worked example: R40 I30 A10 S0 E20 C30, RIC, tied', () => {
    expect(interests(cyclic(5, 4, 2, 1, 3, 4))).toEqual({
      R: 40,
      I: 30,
      A: 10,
      S: 0,
      E: 20,
      C: 30,
      code: 'RIC',
      tied: true,
      consistency: 'high',
      range: 40,
      scale: { lowest: 0, highest: 40 },
      even: false,
    })
  })

  it('withholds the code if all scores are equal', () => {
    for (const value of [1, 3, 5]) {
      const same = (value - 1) * 10
      expect(interests(cyclic(value))).toEqual({
        R: same,
        I: same,
        A: same,
        S: same,
        E: same,
        C: same,
        code: null,
        tied: true,
        consistency: null,
        range: 0,
        scale: { lowest: 0, highest: 40 },
        even: true,
      })
    }
  })

  it('gives a code from a difference of one point on', () => {
    expect(interests({ ...cyclic(3), S_4: 4 })).toMatchObject({
      S: 21,
      R: 20,
      code: expect.stringMatching(/^S/) as string,
      tied: true,
      range: 1,
    })
  })

  it('knows a code without ties', () => {
    expect(interests(cyclic(5, 4, 3, 2, 1, 1))).toMatchObject({
      code: 'RIA',
      tied: false,
      consistency: 'high',
      range: 40,
      scale: { lowest: 0, highest: 40 },
      even: false,
    })
  })

  it('calls a code tied if a type outside it has the same sum', () => {
    expect(interests(cyclic(5, 4, 3, 3, 1, 1))).toMatchObject({
      R: 40,
      I: 30,
      A: 20,
      S: 20,
      code: 'RIA',
      tied: true,
    })
  })

  it('ignores ties among the types below the code', () => {
    expect(interests(cyclic(5, 4, 3, 1, 1, 1))).toMatchObject({ code: 'RIA', tied: false })
  })
})

describe('equal sums are put in order', () => {
  /** Ten answers per type, 1 if not given. */
  const from = (values: Partial<Record<Letter, readonly number[]>>) =>
    interests(
      Object.fromEntries(
        ITEMS.map((id) => [id, values[id[0] as Letter]?.[Number(id.slice(2)) - 1] ?? 1]),
      ),
    ).code
  const flat = (value: number) => Array.from({ length: 10 }, () => value)
  /** Five and five: the same sum as ten times the middle. */
  const half = (a: number, b: number) => [a, a, a, a, a, b, b, b, b, b]

  it('by more of the highest answer', () => {
    expect(from({ R: flat(3), C: half(5, 1), A: half(2, 2) })).toMatch(/^CR/)
  })

  it('then by more of the two highest answers', () => {
    expect(from({ R: flat(3), C: half(4, 2) })).toMatch(/^CR/)
    // Both have 24 points and two fives; C has three fours besides.
    expect(from({ I: [5, 3, 3, 3, 3, 3, 3, 3, 3, 5], C: [5, 5, 4, 4, 4, 3, 3, 2, 2, 2] })).toMatch(
      /^CI/,
    )
  })

  it('then by nearness to the first letter', () => {
    // C is one step from R; A and E are two steps each, and A comes first.
    expect(from({ R: flat(5), A: flat(3), E: flat(3), C: flat(3) })).toBe('RCA')
    expect(from({ S: flat(5), R: flat(3), E: flat(3), C: flat(3) })).toBe('SEC')
  })

  it('finally by the order of the hexagon', () => {
    expect(from({ R: flat(5), I: flat(3), C: flat(3) })).toBe('RIC')
    expect(from({ C: flat(3), R: flat(3), A: flat(3) })).toMatch(/^R/)
  })
})

describe('nearness on the hexagon', () => {
  it('is the shorter way round', () => {
    const table = HEXAGON.map((a) => HEXAGON.map((b) => hexagonDistance(a, b)).join(''))
    expect(table).toEqual(['012321', '101232', '210123', '321012', '232101', '123210'])
  })

  it.each([
    ['RI', 'high'],
    ['RC', 'high'],
    ['RA', 'medium'],
    ['RE', 'medium'],
    ['RS', 'low'],
    ['IE', 'low'],
    ['AC', 'low'],
  ] as const)('makes the consistency of %s %s', (letters, expected) => {
    const [first, second] = [...letters] as [Letter, Letter]
    const values = Object.fromEntries(
      HEXAGON.map((letter) => [letter, letter === first ? 30 : letter === second ? 20 : 0]),
    ) as Record<Letter, number>
    expect(interestCode(values, {}, KEY)).toMatchObject({
      code: expect.stringMatching(new RegExp(`^${letters}`)) as string,
      consistency: expected,
    })
  })
})

describe('other instruments, through the same scorer', () => {
  it('scores the worked example of the big five, including reversed items', () => {
    const key = keyOf(
      {
        E: '1 6 -11 -16 21 -26 -31 -36 41 46 -51 56',
        A: '2 7 -12 -17 -22 27 32 -37 -42 -47 52 57',
        C: '-3 -8 13 18 -23 -28 33 38 43 -48 53 -58',
        N: '-4 -9 14 19 -24 -29 34 39 -44 -49 54 59',
        O: '-5 10 15 20 -25 -30 35 40 -45 -50 -55 60',
      },
      { min: 1, max: 5 },
    )
    expect(scoreScales(numbered(Array.from({ length: 60 }, () => 4)), key)).toEqual({
      E: 3,
      A: 3,
      C: 3,
      N: 3,
      O: 3,
    })
    const answers = Array.from({ length: 60 }, (_, i) => (((i * i + 3 * i) % 7) % 5) + 1)
    expect(answers.slice(0, 12)).toEqual([1, 5, 4, 5, 1, 1, 1, 1, 5, 4, 5, 1])
    const means = scoreScales(numbered(answers), key)
    expect(
      Object.fromEntries(Object.entries(means).map(([scale, mean]) => [scale, mean!.toFixed(3)])),
    ).toEqual({ E: '2.083', A: '3.333', C: '3.000', O: '2.667', N: (6 - 3.667).toFixed(3) })
  })

  it('scores the worked example of entrepreneurial intent', () => {
    const key = keyOf(
      {
        attitude: '1 2 3 4 5',
        norm: '6 7 8',
        control: '9 10 11 12 13 14',
        intention: '15 16 17 18 19 20',
      },
      { min: 1, max: 7 },
    )
    const means = scoreScales(
      numbered([6, 7, 5, 6, 6, 4, 5, 4, 3, 4, 2, 4, 3, 3, 6, 6, 5, 7, 6, 6]),
      key,
    )
    expect(Object.values(means).map((mean) => mean!.toFixed(3))).toEqual([
      '6.000',
      '4.333',
      '3.167',
      '6.000',
    ])
  })

  it('scores the worked example of the values, as far as their means are concerned', () => {
    const key = keyOf(
      {
        conformity: '7 16 28 36',
        tradition: '9 20 25 38',
        kindness: '12 18 27 33',
        universalism: '3 8 19 23 29 40',
        freedom: '1 11 22 34',
        experience: '6 15 30',
        pleasure: '10 26 37',
        achievement: '4 13 24 32',
        power: '2 17 39',
        security: '5 14 21 31 35',
      },
      { min: 1, max: 6 },
    )
    const wanted: Readonly<Record<string, number>> = {
      conformity: 3,
      tradition: 2,
      kindness: 6,
      universalism: 5,
      freedom: 6,
      experience: 4,
      pleasure: 4,
      achievement: 5,
      power: 1,
      security: 4,
    }
    const answers = Object.fromEntries(key.items.map(({ id, scale }) => [id, wanted[scale!]!]))
    expect(scoreScales(answers, key)).toEqual(wanted)
    expect(Object.values(answers).reduce((sum, value) => sum + value, 0) / 40).toBe(4.125)
  })

  it('moves a reversed answer to the other end of its own scale', () => {
    const key = (min: number, max: number) => keyOf({ x: '-1' }, { min, max })
    expect([1, 2, 3, 4, 5].map((raw) => scoreScales({ 1: raw }, key(1, 5))['x'])).toEqual([
      5, 4, 3, 2, 1,
    ])
    expect([1, 4, 7].map((raw) => scoreScales({ 1: raw }, key(1, 7))['x'])).toEqual([7, 4, 1])
    expect([0, 3].map((raw) => scoreScales({ 1: raw }, key(0, 3))['x'])).toEqual([3, 0])
  })
})

describe('missing answers', () => {
  const ten = keyOf({ x: '1 2 3 4 5 6 7 8 9 10' }, { min: 1, max: 5 })
  const sum = { ...ten, scales: [{ id: 'x', aggregate: 'sum', from: 1 }] } as ScoringKey
  const first = (count: number, value = 4) => numbered(Array.from({ length: count }, () => value))

  it.each([
    [10, 4],
    [9, 4],
    [8, 4],
    [7, null],
    [0, null],
  ])(
    'with %i of ten the mean is %s: four fifths are enough, and it is never 0',
    (count, expected) => {
      expect(scoreScales(first(count), ten)['x']).toBe(expected)
    },
  )

  it('scale a sum up to the full length', () => {
    expect(scoreScales(first(10), sum)['x']).toBe(30)
    expect(scoreScales(first(8), sum)['x']).toBe(30)
    expect(scoreScales(first(7), sum)['x']).toBeNull()
  })

  it('follow the share that the key gives', () => {
    const strict = { ...ten, quality: { ...KEY.quality!, missingShare: 0 } } as ScoringKey
    expect(scoreScales(first(9), strict)['x']).toBeNull()
    expect(scoreScales(first(10), strict)['x']).toBe(4)
  })

  it('of one scale don’t affect another', () => {
    const two = keyOf({ x: '1 2', y: '3 4' }, { min: 1, max: 5 })
    expect(scoreScales({ 3: 5, 4: 4 }, two)).toEqual({ x: null, y: 4.5 })
  })

  it('are distinguished from answers that belong to nothing', () => {
    expect(() => scoreScales({ R_11: 3 }, KEY)).toThrow('scoring/holland_code has no item "R_11"')
    expect(() => scoreScales(JSON.parse('{"__proto__":3}') as Answers, KEY)).toThrow(
      'has no item "__proto__"',
    )
  })
})

describe('laws of the worker type', () => {
  const value = fc.integer({ min: 1, max: 5 })
  const answers = fc
    .array(value, { minLength: 60, maxLength: 60 })
    .map((values) => Object.fromEntries(ITEMS.map((id, index) => [id, values[index]!])))
  const order = fc.shuffledSubarray(ITEMS, { minLength: 60 })

  it('the order of answering changes nothing', () => {
    fc.assert(
      fc.property(answers, order, (given, ids) => {
        expect(score(Object.fromEntries(ids.map((id) => [id, given[id]!])), KEY)).toEqual(
          score(given, KEY),
        )
      }),
      RUNS,
    )
  })

  it('the order of the key’s items changes nothing', () => {
    fc.assert(
      fc.property(
        answers,
        fc.shuffledSubarray([...KEY.items], { minLength: 60 }),
        (given, items) => {
          expect(score(given, { ...KEY, items })).toEqual(score(given, KEY))
        },
      ),
      RUNS,
    )
  })

  it('an answer one point higher is one point more, in its own type only', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...ITEMS), (given, id) => {
        fc.pre(given[id]! < 5)
        const before = interests(given)
        const after = interests({ ...given, [id]: given[id]! + 1 })
        expect(HEXAGON.map((letter) => after[letter] - before[letter])).toEqual(
          HEXAGON.map((letter) => (id.startsWith(letter) ? 1 : 0)),
        )
      }),
      RUNS,
    )
  })

  it('every sum is from 0 to 40, and together they are everything that was answered', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const values = sums(interests(given))
        expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...values)).toBeLessThanOrEqual(40)
        expect(values.reduce((total, each) => total + each, 0)).toBe(
          Object.values(given).reduce((total, each) => total + each - 1, 0),
        )
      }),
      RUNS,
    )
  })

  it('the code has three different letters and no higher one outside it, and is tied exactly when a sum in it occurs twice', () => {
    const few = fc
      .array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 })
      .map((values) => cyclic(...values))
    fc.assert(
      fc.property(fc.oneof(answers, few), (given) => {
        const metrics = interests(given)
        const values = sums(metrics)
        expect(metrics.range).toBe(Math.max(...values) - Math.min(...values))
        const isFlat = metrics.range === 0
        expect([metrics.code === null, metrics.consistency === null]).toEqual([isFlat, isFlat])
        fc.pre(!isFlat)
        const code = [...metrics.code!] as Letter[]
        expect(new Set(code).size).toBe(3)
        const inside = code.map((letter) => metrics[letter])
        expect(inside).toEqual([...inside].sort((a, b) => b - a))
        const outside = HEXAGON.filter((letter) => !code.includes(letter)).map(
          (letter) => metrics[letter],
        )
        expect(Math.max(...outside)).toBeLessThanOrEqual(inside[2]!)
        expect(metrics.tied).toBe(
          inside.some((each) => values.filter((other) => other === each).length > 1),
        )
        expect(metrics.consistency).toBe(
          ['', 'high', 'medium', 'low'][hexagonDistance(code[0]!, code[1]!)],
        )
      }),
      RUNS,
    )
  })
})

describe('the key of the worker type', () => {
  it('has each of the sixty items once, ten per type, with the type in the name', () => {
    expect(KEY.items.map(({ id }) => id).sort()).toEqual([...ITEMS].sort())
    expect(new Set(ITEMS).size).toBe(60)
    for (const letter of HEXAGON)
      expect(KEY.items.filter(({ scale }) => scale === letter).map(({ id }) => id)).toEqual(
        Array.from({ length: 10 }, (_, index) => `${letter}_${index + 1}`),
      )
  })

  it('asks in the order R, I, A, S, E, C, ten times over', () => {
    expect(ITEMS.map((id) => id[0]).join('')).toBe('RIASEC'.repeat(10))
  })
})
