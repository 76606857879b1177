/**
 * Values, learning styles and entrepreneurial intent: the order of their lines, and their scores as
 * in the design.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerValue } from '#engine/scoring/answervalue.ts'
import type { CentredMetrics, PoleMetrics } from '#engine/scoring/derive.ts'
import { judgeQuality } from '#engine/scoring/quality.ts'
import { score, type Answers, type ScoringKey } from '#engine/scoring/scoring.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import table from '#tests/cases/scoring-values.json' with { type: 'json' }
import { catalog } from '#tests/support/documents.ts'

type ByScale = Readonly<Record<string, number | readonly number[]>>
type ValueCase = {
  readonly description: string
  readonly key: string
  readonly answers: ByScale
  readonly mrat: string
  readonly expect: object
  readonly groups: object
}
type LearningCase = {
  readonly description: string
  readonly rankings: readonly (readonly [string, number])[]
  readonly expect: object
  readonly percent: object
}
type IntentCase = {
  readonly description: string
  readonly answers: ByScale
  readonly keyed?: boolean
  readonly expect: object
}

const VALUES = [
  'freedom',
  'universalism',
  'kindness',
  'conformity',
  'tradition',
  'security',
  'power',
  'achievement',
  'pleasure',
  'experience',
]
const CODES = ['DC', 'OW', 'DT', 'SF']

const itemsOf = (id: string) => catalog.get('assessment', id)!.items!
const idsOf = (id: string) => itemsOf(id).map((item) => item.id)
const keyOf = (id: string) => catalog.get('scoring', id)!
const scaleOf = (item: string) => item.replace(/_\d+$/, '')

/** The key of the values with the published portraits in place of our lines. */
const PORTRAITS: ScoringKey = {
  ...keyOf('value_scales'),
  id: 'portraits',
  scales: Object.keys(table.portraits).map((id) => ({
    id,
    aggregate: 'mean',
    from: 0,
    show: 'hidden',
  })),
  items: Object.entries(table.portraits).flatMap(([scale, lines]) =>
    lines.split(' ').map((id) => ({ id, scale })),
  ),
}

/** Raw answers of a key's lines, from what each scale is given. */
function answered(key: ScoringKey, given: ByScale, keyed = false): Answers {
  const used: Record<string, number> = {}
  return Object.fromEntries(
    key.items.map(({ id, scale, reverse }) => {
      const values = given[scale!]!
      const place = (used[scale!] = (used[scale!] ?? 0) + 1) - 1
      const value = typeof values === 'number' ? values : values[place]!
      return [id, keyed && reverse ? 8 - value : value]
    }),
  )
}
/** As printed; -0 is 0. */
const printed = (values: Readonly<Record<string, number | null>>, digits: number) =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      value!.toFixed(digits).replace(/^-(0\.0+)$/, '$1'),
    ]),
  )

describe('the lines of the value scales', () => {
  const ids = idsOf('value_scales')

  it('go through the ten values four times, shifted by three each time', () => {
    const rounds = [0, 10, 20, 30].map((from) => ids.slice(from, from + 10).map(scaleOf))
    expect(rounds).toEqual(
      [0, 3, 6, 9].map((step) => [...VALUES.slice(step), ...VALUES.slice(0, step)]),
    )
    expect([...ids].sort()).toEqual(
      VALUES.flatMap((value) => [1, 2, 3, 4].map((n) => `${value}_${n}`)).sort(),
    )
  })

  it('ask about every value about as early as any other', () => {
    for (const value of VALUES) {
      const places = ids.flatMap((id, index) => (scaleOf(id) === value ? [index + 1] : []))
      const mean = places.reduce((sum, place) => sum + place, 0) / 4
      expect(mean, value).toBeGreaterThanOrEqual(19)
      expect(mean, value).toBeLessThanOrEqual(22)
    }
  })

  it('have a key in which each counts for the value that it is named after, and each value is in one group', () => {
    expect(keyOf('value_scales').items).toEqual(ids.map((id) => ({ id, scale: scaleOf(id) })))
    const groups = keyOf('value_scales').derive!.flatMap((row) =>
      row.op === 'centre' ? row.groups : [],
    )
    expect(groups.flatMap(({ scales }) => scales.map(({ id }) => id)).sort()).toEqual(
      [...VALUES].sort(),
    )
  })
})

describe('the values', () => {
  it.each(table.values as readonly ValueCase[])('$key: $description', (given) => {
    const key = given.key === 'portraits' ? PORTRAITS : keyOf(given.key)
    expect(key.items).toHaveLength(40)
    const metrics = score(answered(key, given.answers), key) as CentredMetrics
    expect(metrics.mrat!.toFixed(3)).toBe(given.mrat)
    expect(printed(metrics.values, 3)).toEqual(given.expect)
    expect(printed(metrics.groups, 3)).toEqual(given.groups)
    // Uncentred means would show how high a user answers in general, which isn't a value.
    expect(Object.keys(metrics).sort()).toEqual(['groups', 'mrat', 'values'])
  })

  it('are the same for a user who answers all lines one step higher', () => {
    const key = keyOf('value_scales')
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 40 }),
        (given) => {
          const values = (add: number) =>
            (
              score(
                Object.fromEntries(key.items.map(({ id }, index) => [id, given[index]! + add])),
                key,
              ) as CentredMetrics
            ).values
          for (const value of VALUES) expect(values(1)[value]!).toBeCloseTo(values(0)[value]!, 10)
        },
      ),
      { seed: 3, numRuns: 200 },
    )
  })

  it.each([
    [35, false],
    [36, true],
    [40, true],
  ])('with %i answers alike count as identical: %j', (alike, isIdentical) => {
    const ids = idsOf('value_scales')
    const others = ids.filter((_, index) => index % 8 === 7).slice(0, 40 - alike)
    const quality = judgeQuality(
      Object.fromEntries(
        ids.map((id) => [id, others.includes(id) ? [1, 6][others.indexOf(id) % 2]! : 4]),
      ),
      {},
      ids,
      keyOf('value_scales'),
    )
    expect(quality.flags.includes('identical')).toBe(isIdentical)
    expect(quality.confidence).toBe('low')
  })
})

describe('the sets of the learning styles', () => {
  const orders = itemsOf('learning_styles').map(({ options }) => options!.map(({ id }) => id))

  it('are twelve, with one ending for each code', () => {
    expect(idsOf('learning_styles')).toEqual(
      Array.from({ length: 12 }, (_, index) => `set_${index + 1}`),
    )
    for (const order of orders) expect([...order].sort()).toEqual([...CODES].sort())
  })

  it('have each code three times in each position, and three times right after each other code', () => {
    for (const code of CODES) {
      expect(
        CODES.map((_, place) => orders.filter((order) => order[place] === code).length),
      ).toEqual([3, 3, 3, 3])
      for (const next of CODES.filter((each) => each !== code))
        expect(
          orders.filter((order) => order.indexOf(next) === order.indexOf(code) + 1),
        ).toHaveLength(3)
    }
  })
})

describe('the learning styles', () => {
  const key = keyOf('learning_styles')
  const ids = idsOf('learning_styles')
  const ranked = (orders: readonly AnswerValue[]) =>
    score(Object.fromEntries(ids.map((id, index) => [id, orders[index]!])), key) as Record<
      string,
      number
    > &
      PoleMetrics

  it.each(table.learning as unknown as readonly LearningCase[])('$description', (given) => {
    const orders = given.rankings.flatMap(([order, times]) =>
      Array.from({ length: times }, () => order.split(' ')),
    )
    expect(orders).toHaveLength(12)
    const { percent, ...metrics } = ranked(orders)
    expect(metrics).toEqual(given.expect)
    expect(printed(percent, 1)).toEqual(given.percent)
  })

  it('share 120 points, whatever the orders', () => {
    fc.assert(
      fc.property(
        fc.array(fc.shuffledSubarray(CODES, { minLength: 4 }), { minLength: 12, maxLength: 12 }),
        (orders) => {
          const metrics = ranked(orders)
          expect(CODES.reduce((sum, code) => sum + metrics[code]!, 0)).toBe(120)
          expect(Math.max(...CODES.map((code) => metrics[code]!))).toBe(metrics[metrics.primary])
        },
      ),
      { seed: 4, numRuns: 200 },
    )
  })
})

describe('entrepreneurial intent', () => {
  const key = keyOf('entrepreneurial_intent')
  const ids = idsOf('entrepreneurial_intent')

  it('cycles through its four parts until each is empty, and reverses two lines of attitude and two of control', () => {
    const counts = { attitude: 5, norm: 3, control: 6, intention: 6 }
    expect(ids).toEqual(
      [1, 2, 3, 4, 5, 6].flatMap((n) =>
        Object.entries(counts).flatMap(([scale, count]) => (n <= count ? [`${scale}_${n}`] : [])),
      ),
    )
    expect(key.items.map(({ id, scale }) => [id, scale])).toEqual(
      ids.map((id) => [id, scaleOf(id)]),
    )
    expect(key.items.filter(({ reverse }) => reverse).map(({ id }) => id)).toEqual([
      'attitude_2',
      'control_3',
      'attitude_5',
      'control_6',
    ])
  })

  it.each(table.intent as readonly IntentCase[])('$description', (given) => {
    const metrics = score(answered(key, given.answers, given.keyed), key) as Record<
      string,
      { mean: number; score: number }
    >
    expect(
      Object.fromEntries(
        Object.entries(metrics).map(([part, { mean, score: of100 }]) => [
          part,
          [mean.toFixed(3), of100.toFixed(1)],
        ]),
      ),
    ).toEqual(given.expect)
  })

  it('doesn’t doubt a user who is sure, either way', () => {
    for (const level of [1, 7])
      expect(
        judgeQuality(
          answered(key, { attitude: level, norm: level, control: level, intention: level }, true),
          {},
          ids,
          key,
        ),
      ).toEqual({ confidence: 'ok', flags: [] })
  })

  it('doubts a user who always gives the same answer', () => {
    expect(judgeQuality(Object.fromEntries(ids.map((id) => [id, 7])), {}, ids, key)).toEqual({
      confidence: 'low',
      flags: ['very-longstring', 'flat'],
    })
  })
})

describe('the texts of the lines', () => {
  it.each(['en', 'af'])(
    'are short in %s, and no two lines of an instrument are the same',
    (language) => {
      const texts = flattenTexts(catalog.get('locale', language)!.texts)
      for (const id of ['value_scales', 'learning_styles', 'entrepreneurial_intent']) {
        const lines = itemsOf(id).flatMap(({ text, options = [] }) =>
          [text, ...options.map((option) => option.text)].map((each) => texts[each]!),
        )
        expect(new Set(lines).size, id).toBe(lines.length)
        expect(
          lines.filter((line) => line.split(' ').length > 15),
          id,
        ).toEqual([])
      }
    },
  )
})
