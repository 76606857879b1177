/** Signs of careless answers (assessments 9): both sides of every limit. */

import { describe, expect, it } from 'vitest'
import { normsOf } from '#engine/psychometrics/norms.ts'
import { fittedKey } from '#engine/psychometrics/own.ts'
import { countedItems } from '#engine/psychometrics/sums.ts'
import { longestCycle } from '#engine/scoring/consistency.ts'
import { judgeQuality, median } from '#engine/scoring/quality.ts'
import type { Answers } from '#engine/scoring/scoring.ts'
import { catalog } from '#tests/support/documents.ts'
import { sumsOf } from '#tests/support/simulatedsums.ts'
import {
  alphaOf,
  carelessPerson,
  LITTLE,
  modelPerson,
  randomness,
  STYLES,
  variance,
  type Answered,
  type Instrument,
} from '#tests/support/simulated.ts'

const SHIPPED = catalog.get('scoring', 'holland_code')!
const {
  pairs: _p,
  pairsFlag: _d,
  evenOddFlag: _e,
  fit: _f,
  fitInvalid: _i,
  cycleInvalid: _c,
  ...basic
} = SHIPPED.quality!
/** Without the limits of whether answers fit together, which have their own tests below. */
const KEY = { ...SHIPPED, quality: basic }
const ITEMS = catalog.get('assessment', 'holland_code')!.items!.map(({ id }) => id)

const answered = (values: readonly number[]): Answers =>
  Object.fromEntries(values.map((value, index) => [ITEMS[index]!, value]))
const timed = (ms: number): Record<string, number> =>
  Object.fromEntries(ITEMS.map((id) => [id, ms]))
/** Sixty answers of a careful user: no runs, every answer used. */
const MEANT = Array.from({ length: 60 }, (_, index) => [1, 4, 2, 5, 3][index % 5]!)
const judge = (values: readonly number[], ms: Record<string, number> = timed(4300)) =>
  judgeQuality(answered(values), ms, ITEMS, KEY)
/** The same with a run of one answer at its beginning. */
const withRun = (length: number) => [...Array.from({ length }, () => 2), 5, ...MEANT].slice(0, 60)

describe('careful answers', () => {
  it('raise no flag', () => expect(judge(MEANT)).toEqual({ confidence: 'ok', flags: [] }))
  it('raise no flag if no time is known', () =>
    expect(judge(MEANT, {})).toEqual({ confidence: 'ok', flags: [] }))
  it('aren’t judged by an instrument without limits', () => {
    const { quality: _limits, ...key } = KEY
    expect(judgeQuality(answered(MEANT.map(() => 3)), timed(10), ITEMS, key as typeof KEY)).toEqual(
      { confidence: 'ok', flags: [] },
    )
  })
})

describe('too fast', () => {
  it.each([
    [1500, [], 'ok'],
    [1499, ['fast'], 'ok'],
    [1000, ['fast'], 'ok'],
    [999, ['very-fast'], 'low'],
    [0, ['very-fast'], 'low'],
  ])('at %i ms an item: %j, %s', (ms, flags, confidence) => {
    expect(judge(MEANT, timed(ms))).toEqual({ confidence, flags })
  })

  it('uses the median of the items whose time is known', () => {
    const times = Object.fromEntries(
      ITEMS.slice(0, 5).map((id, index) => [id, [100, 100, 4000, 9000, 9000][index]!]),
    )
    expect(judge(MEANT, times).flags).toEqual([])
  })
})

describe('one answer throughout', () => {
  it.each([
    [9, []],
    [10, ['longstring']],
    [29, ['longstring']],
    [30, ['very-longstring']],
  ])('%i times in a row: %j', (length, flags) => {
    expect(judge(withRun(length)).flags).toEqual(flags)
  })

  it('is enough by itself from half of the items on, but not before', () => {
    expect(judge(withRun(29)).confidence).toBe('ok')
    expect(judge(withRun(30)).confidence).toBe('low')
  })

  it('counts along the order in which the items were shown', () => {
    const values = answered(MEANT)
    const sorted = [...ITEMS].sort((a, b) => Number(values[a]) - Number(values[b]))
    expect(judgeQuality(values, timed(4300), sorted, KEY).flags).toEqual(['longstring'])
    expect(judgeQuality(values, timed(4300), ITEMS, KEY).flags).toEqual([])
  })

  it('continues across a skipped item', () => {
    const { [ITEMS[4]!]: _left, ...values } = answered(withRun(11))
    expect(judgeQuality(values, timed(4300), ITEMS, KEY).flags).toEqual(['longstring'])
  })
})

describe('answers that hardly differ', () => {
  // Population standard deviation of a share p of ones among zeros: sqrt(p(1 - p)), which is 0.5 at
  // one half.
  const pattern = (fours: number) =>
    Array.from({ length: 60 }, (_, index) =>
      Math.floor(((index + 1) * fours) / 60) > Math.floor((index * fours) / 60) ? 4 : 3,
    )
  it('are flagged below half a point, but not at it', () => {
    expect(judge(pattern(30)).flags).toEqual([])
    expect(judge(pattern(29)).flags).toEqual(['flat'])
  })

  it('are one flag, and with a second one too many', () => {
    expect(judge(pattern(29))).toMatchObject({ confidence: 'ok' })
    expect(judge(pattern(29), timed(1200))).toEqual({ confidence: 'low', flags: ['fast', 'flat'] })
  })

  it('aren’t found in a single answer', () => {
    expect(judgeQuality({ R_1: 3 }, {}, ['R_1'], KEY).flags).toEqual(['missing'])
  })
})

describe('missing answers', () => {
  it.each([
    [48, []],
    [47, ['missing']],
    [0, ['missing']],
  ])('with %i of sixty: %j', (count, flags) => {
    expect(judge(MEANT.slice(0, count)).flags).toEqual(flags)
  })

  it('count per scale: a few of the whole may be too many of one type', () => {
    const without = (gone: number) =>
      Object.fromEntries(
        Object.entries(answered(MEANT)).filter(
          ([id]) => !id.startsWith('S_') || Number(id.slice(2)) > gone,
        ),
      )
    expect(judgeQuality(without(2), timed(4300), ITEMS, KEY).flags).toEqual([])
    expect(judgeQuality(without(3), timed(4300), ITEMS, KEY).flags).toEqual(['missing'])
  })
})

it('the same answer to everything, given fast, raises every flag that it deserves', () => {
  expect(
    judge(
      Array.from({ length: 60 }, () => 3),
      timed(400),
    ),
  ).toEqual({ confidence: 'low', flags: ['very-fast', 'very-longstring', 'flat'] })
})

describe('the median', () => {
  it.each([
    [[], null],
    [[5], 5],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 2], 9],
  ])('of %j is %s', (values, expected) => expect(median(values)).toBe(expected))

  it('leaves the list as it was', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})

describe('answers that don’t fit together', () => {
  const instruments = ['big_5', 'ipip', 'holland_code', 'value_scales'].map((id) => ({
    key: catalog.get('scoring', id)!,
    document: catalog.get('assessment', id)!,
  }))
  const confidence = (instrument: Instrument, { answers, ms, order }: Answered) =>
    judgeQuality(answers, ms, order, instrument.key).confidence
  const share = (instrument: Instrument, make: (random: () => number) => Answered) => {
    const random = randomness(7)
    const people = Array.from({ length: 300 }, () => confidence(instrument, make(random)))
    return people.filter((each) => each === 'low').length / people.length
  }

  it.each(instruments.map((instrument) => [instrument.key.id, instrument] as const))(
    'mark every pattern of %s, most random ones, and few people who mean it',
    (id, instrument) => {
      for (const kind of ['same option', 'alternating', 'cycling'] as const)
        expect(share(instrument, (random) => carelessPerson(instrument, kind, random))).toBe(1)
      const found = share(instrument, (random) => carelessPerson(instrument, 'random', random))
      // Where no question is turned round, random answers are hardly less alike than meant ones.
      expect(found).toBeGreaterThan({ big_5: 0.9, ipip: 0.87 }[id] ?? 0.15)
    },
  )

  const marked = ({ key, document }: Instrument, people: readonly Answered[]) =>
    people.filter(
      ({ answers, ms, order }) =>
        judgeQuality(answers, ms, order, key, document).confidence === 'low',
    ).length / people.length
  const some = (count: number, seed: number, make: (random: () => number) => Answered) => {
    const random = randomness(seed)
    return Array.from({ length: count }, () => make(random))
  }
  const questionnaires: Instrument[] = catalog
    .all('scoring')
    .filter(({ responseScale, quality }) => responseScale !== undefined && quality !== undefined)
    .map((key) => ({ key, document: catalog.get('assessment', key.assessment)! }))

  it.each(questionnaires.map((instrument) => [instrument.key.id, instrument] as const))(
    '%s: of no kind of people who mean it are more than 8 of 100 marked, seed 606',
    (_id, instrument) => {
      // With the reference's alphas, and where the questions of a scale agree less.
      for (const alpha of [undefined, LITTLE])
        for (const style of STYLES) {
          const people = some(1500, 606, (random) => modelPerson(instrument, random, style, alpha))
          expect(marked(instrument, people), `${style} ${alpha ?? ''}`).toBeLessThanOrEqual(0.08)
        }
    },
    60_000,
  )

  it.each(questionnaires.map((instrument) => [instrument.key.id, instrument] as const))(
    '%s: nor by what a tenant’s own people answer, however well their questions agree',
    (id, instrument) => {
      for (const alpha of [0.4, LITTLE, undefined, 0.9]) {
        const model = (random: () => number) => modelPerson(instrument, random, undefined, alpha)
        // Norms are of those who weren't marked.
        const own = some(400, 707, model).filter((each) => marked(instrument, [each]) === 0)
        const all = normsOf(countedItems(instrument.key), sumsOf(id, own), own.length)
        expect(all.fit).toHaveLength(instrument.key.scales.length)
        const fitted = { ...instrument, key: fittedKey(instrument.key, { all }) }
        const said = `alpha ${alpha ?? 'as known'}`
        expect(marked(fitted, some(2000, 708, model)), said).toBeLessThanOrEqual(0.08)
      }
    },
    60_000,
  )

  it('by a tenant’s own people, random answers of IPIP length are still found', () => {
    const ipip = questionnaires.find(({ key }) => key.id === 'ipip')!
    const own = some(400, 707, (random) => modelPerson(ipip, random))
    const all = normsOf(countedItems(ipip.key), sumsOf('ipip', own), own.length)
    const fitted = { ...ipip, key: fittedKey(ipip.key, { all }) }
    const found = some(2000, 709, (random) => carelessPerson(fitted, 'random', random))
    expect(marked(fitted, found)).toBeGreaterThan(0.9)
  })

  it('are told from model people with the means, spreads and alphas of the reference sample', () => {
    const ipip = questionnaires.find(({ key }) => key.id === 'ipip')!
    const { min, max } = ipip.key.responseScale!
    const people = some(5000, 808, (random) => modelPerson(ipip, random))
    // Assessments 2, all 19,718.
    for (const [scale, mean, sd, alpha] of [
      ['extraversion', 3.01, 0.92, 0.89],
      ['emotional_stability', 2.9, 0.86, 0.87],
      ['agreeableness', 3.85, 0.72, 0.83],
      ['conscientiousness', 3.35, 0.73, 0.81],
      ['open_mindedness', 3.91, 0.63, 0.79],
    ] as const) {
      const rows = people.map(({ answers }) =>
        ipip.key.items.flatMap((item) => {
          const value = Number(answers[item.id])
          return item.scale !== scale ? [] : [item.reverse ? min + max - value : value]
        }),
      )
      const means = rows.map((row) => row.reduce((sum, value) => sum + value, 0) / row.length)
      const found = [
        means.reduce((sum, value) => sum + value, 0) / means.length,
        Math.sqrt(variance(means)),
        alphaOf(rows),
      ]
      for (const [at, expected] of [mean, sd, alpha].entries())
        expect(Math.abs(found[at]! - expected), `${scale} ${at}`).toBeLessThan(0.06)
    }
  })

  it.each(
    catalog
      .all('scoring')
      .filter(({ quality }) => quality?.note?.includes('on seed 2') === true)
      .map(({ id }) => id),
  )(
    '%s: are found as often as the note beside its limits says',
    (id) => {
      const key = catalog.get('scoring', id)!
      const instrument = { key, document: catalog.get('assessment', key.assessment)! }
      const share = (make: (random: () => number) => Answered) =>
        `${Math.round(1000 * marked(instrument, some(2000, 2, make))) / 10} %`
      const { note } = key.quality!
      expect(note).toContain(
        `${share((random) => carelessPerson(instrument, 'random', random))} of random answers, 100 % of one option, alternating and cycling,`,
      )
      expect(note).toContain(
        `Model people marked: ${share((random) => modelPerson(instrument, random))},`,
      )
    },
    60_000,
  )

  it('lists that are put in order: the same places, in turn and round and round are always found', () => {
    const key = catalog.get('scoring', 'learning_styles')!
    const instrument = { key, document: catalog.get('assessment', key.assessment)! }
    for (const kind of ['same option', 'alternating', 'cycling'] as const)
      expect(
        marked(
          instrument,
          some(300, 2, (random) => carelessPerson(instrument, kind, random)),
        ),
        kind,
      ).toBe(1)
  })

  it('need no pace: the same random answers are marked when they were slow', () => {
    const [instrument] = instruments as [Instrument]
    const random = randomness(3)
    const person = carelessPerson(instrument, 'random', random)
    expect(judgeQuality(person.answers, {}, person.order, instrument.key)).toMatchObject({
      confidence: 'low',
      flags: expect.arrayContaining(['misfit']),
    })
  })

  it.each([
    [[1, 5, 1, 5, 1, 5], 6],
    [[1, 2, 3, 4, 5, 1, 2, 3, 4, 5], 10],
    [[3, 3, 3, 3], 4],
    [[1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 4], 12],
    [[1, 1, 5, 5, 1, 1, 5, 5], 8],
    // A step up or down each time, but not round at the ends.
    [[1, 2, 3, 2, 3, 4, 3, 4, 5], 4],
    [[1, 2, 4, 1, 3], 0],
    [['a', 'b', 'a', 'b'], 4],
  ])('%j has a pattern of %i', (given, length) => expect(longestCycle(given)).toBe(length))

  it('are none where what they are about repeats itself as well: each type is liked in its own way', () => {
    const given = [5, 4, 2, 1, 3, 4, 5, 4, 2, 1, 3, 4]
    expect(longestCycle(given)).toBe(12)
    expect(longestCycle(given, [...'RIASECRIASEC'])).toBe(0)
  })

  it.each(
    catalog
      .all('scoring')
      .filter(({ responseScale, quality }) => responseScale !== undefined && quality !== undefined)
      .map(({ id }) => id),
  )('%s: up and down the scale, round and round, and in twos is always found', (id) => {
    const key = catalog.get('scoring', id)!
    const document = catalog.get('assessment', key.assessment)!
    const { min, max } = key.responseScale!
    const up = Array.from({ length: max - min + 1 }, (_, step) => min + step)
    const random = randomness(12)
    for (const pattern of [
      [...up, ...up.slice(1, -1).reverse()],
      up,
      up.toReversed(),
      [min, max],
      [min, min, max, max],
      [min + 1, min + 2, min + 3, min + 2],
    ])
      for (let person = 0; person < 30; person++) {
        const start = Math.floor(random() * 30)
        const order = document
          .items!.map((item) => ({ id: item.id, at: random() }))
          .sort((a, b) => a.at - b.at)
          .map((item) => item.id)
        const answers = Object.fromEntries(
          order.map((id, at) => [id, pattern[(at + start) % pattern.length]!]),
        )
        expect(judgeQuality(answers, {}, order, key).confidence).toBe('low')
      }
  })

  it('lists tapped in the order in which they are shown are one; the same wish every time is none', () => {
    const key = catalog.get('scoring', 'learning_styles')!
    const document = catalog.get('assessment', 'learning_styles')!
    const order = document.items!.map(({ id }) => id)
    const judged = (rank: (shown: readonly string[]) => readonly string[]) =>
      judgeQuality(
        Object.fromEntries(
          document.items!.map(({ id, options }) => [id, rank(options!.map((each) => each.id))]),
        ),
        {},
        order,
        key,
        document,
      )
    const unsure = { confidence: 'low', flags: ['pattern'] }
    expect(judged((shown) => shown)).toEqual(unsure)
    expect(judged((shown) => shown.toReversed())).toEqual(unsure)
    expect(judged(() => ['DC', 'OW', 'DT', 'SF'])).toEqual({ confidence: 'ok', flags: [] })
  })

  it.each([101, 202, 303])('random answers of IPIP length are found, seed %i', (seed) => {
    const instrument = instruments.find(({ key }) => key.id === 'ipip')!
    const of = (make: (random: () => number) => Answered) =>
      marked(instrument, some(2000, seed, make))
    expect(of((random) => carelessPerson(instrument, 'random', random))).toBeGreaterThan(0.9)
    expect(of((random) => modelPerson(instrument, random))).toBeLessThan(0.05)
  })

  /** So many right, the others wrong without a pattern. */
  function withRight(id: string, right: number) {
    const key = catalog.get('scoring', id)!
    const answers = Object.fromEntries(
      key.items.map(({ id: item, correct, weights }, at) => {
        const best = correct ?? weights!.reduce((a, b) => (b.weight > a.weight ? b : a)).id
        return [item, at < right ? best : `wrong ${(at * at) % 11}`]
      }),
    )
    return judgeQuality(
      answers,
      {},
      key.items.map((item) => item.id),
      key,
    )
  }

  it.each([
    // Five of eighteen are still what guesses give, six are more.
    ['perceiving_emotion', 5, 'low', ['chance']],
    ['perceiving_emotion', 6, 'ok', []],
    ['understanding_emotion', 6, 'low', ['chance']],
    ['understanding_emotion', 7, 'ok', []],
    ['managing_emotion', 6, 'low', ['chance']],
    // Left out of norms, and not in doubt for that alone.
    ['managing_emotion', 7, 'ok', ['chance']],
    ['managing_emotion', 8, 'ok', []],
  ])('%s with %i right is %s', (id, right, confidence, flags) => {
    expect(withRight(id, right)).toEqual({ confidence, flags })
  })

  it.each(['perceiving_emotion', 'understanding_emotion', 'managing_emotion'])(
    'of those who guess in %s most are found, and few who mean it, seed 404',
    (id) => {
      const instrument: Instrument = {
        key: catalog.get('scoring', id)!,
        document: catalog.get('assessment', id)!,
      }
      const marked = (make: (random: () => number) => Answered) => {
        const random = randomness(404)
        const low = Array.from({ length: 2000 }, () => make(random)).filter(
          ({ answers, ms, order }) =>
            judgeQuality(answers, ms, order, instrument.key, instrument.document).confidence ===
            'low',
        )
        return low.length / 2000
      }
      expect(marked((random) => carelessPerson(instrument, 'random', random))).toBeGreaterThan(0.8)
      for (const style of STYLES)
        expect(
          marked((random) => modelPerson(instrument, random, style)),
          style,
        ).toBeLessThan(0.08)
    },
  )
})
