/**
 * What reports make of nothing: people whose answers say nothing get the neutral words, and no two
 * sentences of a report contradict each other.
 */

import { describe, expect, it, vi } from 'vitest'
import type { ReportResult } from '#engine/contract/contract.ts'
import { outermost } from '#engine/scoring/standing.ts'
import { stepsOf } from '#engine/scoring/bands.ts'
import { scoreFacets, type Answers } from '#engine/scoring/scoring.ts'
import { catalog } from '../support/documents.ts'
import { saidOnPaper, sixTypes, taken, textOf } from '../support/saidonpaper.ts'
import { modelPerson, randomness } from '../support/simulated.ts'

const PEOPLE = Number(process.env['PEOPLE'] ?? 2000)

vi.setConfig({ testTimeout: 300_000 })

const instrumentOf = (id: string) => ({
  key: catalog.get('scoring', id)!,
  document: catalog.get('assessment', id)!,
})
const noise = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const has = (said: readonly string[], words: string) => said.some((each) => each.includes(words))
const alike = (
  id: string,
  value: (item: { id: string; scale?: string; reverse?: boolean }) => number,
) => Object.fromEntries(catalog.get('scoring', id)!.items.map((item) => [item.id, value(item)]))

describe('facets', () => {
  const { key } = instrumentOf('big_5')
  /** Answers around the middle; `own`: how much a trait moves them, in steps of the scale. */
  const answersOf = (random: () => number, own: number): Answers => {
    const traits = new Map(key.scales.map(({ id }) => [id, own * noise(random)]))
    return alike('big_5', ({ scale, reverse }) =>
      Math.max(
        1,
        Math.min(
          5,
          Math.round(3 + (reverse === true ? -1 : 1) * traits.get(scale!)! + 1.05 * noise(random)),
        ),
      ),
    )
  }
  const limits = { near: 33, above: 84 }
  const named = (answers: Answers, order: 'highest' | 'lowest', count: number) =>
    outermost(
      Object.entries(scoreFacets(answers, key))
        .map(([id, score]) => ({ row: { id }, score: score! }))
        .sort((a, b) => b.score - a.score),
      order,
      { ...limits, count },
    )

  it.each([0, 0.15])('are named of hardly anybody whose traits are %s steps of noise', (own) => {
    const random = randomness(41)
    let high = 0
    let low = 0
    for (let person = 0; person < PEOPLE; person++) {
      const answers = answersOf(random, own)
      if (named(answers, 'highest', 4).length > 0) high++
      if (named(answers, 'lowest', 2).length > 0) low++
    }
    expect(high / PEOPLE).toBeLessThan(0.07)
    expect(low / PEOPLE).toBeLessThan(0.07)
  })

  it('have those limits in the report and on the page of what to practise', () => {
    const nodes = [
      ...catalog.get('report', 'personality-guide')!.children,
      ...catalog.get('screen', 'areas-of-development')!.children,
    ].filter(({ type }) => type === 'facet-practice')
    expect(nodes).toHaveLength(2)
    for (const { props } of nodes) expect(props).toMatchObject(limits)
  })

  it('are named in the report where the answers say so, and neutral otherwise', () => {
    const neutral = textOf('personality.facets.neutral')
    const clear = alike('big_5', ({ scale, reverse }) =>
      scale === 'agreeableness' ? (reverse === true ? 1 : 5) : 3,
    )
    expect(has(saidOnPaper('personality-guide', { big_5: taken('big_5', clear) }), neutral)).toBe(
      false,
    )
    const random = randomness(42)
    const said = Array.from({ length: 100 }, () =>
      saidOnPaper('personality-guide', { big_5: taken('big_5', answersOf(random, 0)) }),
    )
    expect(said.filter((each) => has(each, neutral)).length).toBeGreaterThan(90)
  })

  it('mirror: turned answers name as lowest what was highest', () => {
    const random = randomness(43)
    for (let person = 0; person < 200; person++) {
      const answers = modelPerson(instrumentOf('big_5'), random).answers
      const turned = Object.fromEntries(
        Object.entries(answers).map(([id, value]) => [id, 6 - Number(value)]),
      )
      const ids = (rows: ReturnType<typeof named>) => rows.map(({ row }) => row.id).sort()
      expect(ids(named(turned, 'lowest', 3))).toEqual(ids(named(answers, 'highest', 3)))
    }
  })
})

describe('steps of a skill', () => {
  it.each([
    ['perceiving_emotion', 'perceiving', 18],
    ['understanding_emotion', 'understanding', 19],
  ] as const)('%s: nobody is an expert from one sitting that could be less', (id, part, items) => {
    for (let right = 0; right <= items; right++) {
      const { items: all } = catalog.get('scoring', id)!
      const answers = Object.fromEntries(
        all.map((item, at) => [item.id, at < right ? item.correct! : 'none']),
      )
      const said = saidOnPaper('emotional-intelligence', { [id]: taken(id, answers) })
      const share = right / items
      expect(has(said, textOf(`emotional.${part}.expert`))).toBe(share >= 0.9)
      expect(said.includes('Expert')).toBe(share >= 0.9)
      // The error of so few, as of any share: 1.96 standard errors never reach the cut from there.
      const lowest = share - 1.96 * Math.sqrt((0.9 * 0.1) / items)
      expect(share < 0.9 || lowest > 0.7).toBe(true)
    }
  })

  it('are one or two; a score that could be in three is in its own', () => {
    expect(stepsOf(55, 20, [40, 70])).toEqual({ at: 1, low: 1, high: 1 })
    expect(stepsOf(45, 20, [40, 70])).toEqual({ at: 1, low: 0, high: 1 })
    expect(stepsOf(78, 20, [40, 70])).toEqual({ at: 2, low: 1, high: 2 })
  })
})

describe('learning styles', () => {
  const styles = (raw: readonly number[]) => {
    const [dc, ow, dt, sf] = raw as [number, number, number, number]
    return {
      metrics: {
        DC: dc,
        OW: ow,
        DT: dt,
        SF: sf,
        x: dc - ow,
        y: dt - sf,
        percent: Object.fromEntries(
          ['DC', 'OW', 'DT', 'SF'].map((code, at) => [code, (100 * (raw[at]! - 12)) / 36]),
        ),
      },
    }
  }

  it('never name a way beside “about equally”', () => {
    const { key } = instrumentOf('learning_styles')
    const random = randomness(31_337)
    let led = 0
    for (let person = 0; person < PEOPLE / 4; person++) {
      const wish = new Map(
        key.scales.map(({ id }) => [id, (person % 2 ? 0.4 : 0.9) * noise(random)]),
      )
      const answers = Object.fromEntries(
        key.items.map(({ id }) => [
          id,
          [...wish]
            .map(([code, each]) => ({ code, at: each + noise(random) }))
            .sort((a, b) => b.at - a.at)
            .map(({ code }) => code),
        ]),
      )
      const said = saidOnPaper('learning-styles', {
        learning_styles: taken('learning_styles', answers),
      })
      const isLed = has(said, 'You like to start by')
      if (isLed) led++
      expect(isLed && has(said, textOf('learning.near.middle'))).toBe(false)
    }
    expect(led).toBeGreaterThan(PEOPLE / 8)
  })

  it.each([
    [[34, 28, 32, 26], false],
    [[36, 28, 30, 26], true],
  ] as const)('%j leads: %s', (raw, isLed) => {
    const said = saidOnPaper('learning-styles', { learning_styles: styles(raw) })
    expect(has(said, 'You like to start by')).toBe(isLed)
    expect(has(said, textOf('learning.even.title'))).toBe(!isLed)
  })
})

describe('close calls', () => {
  const close = (sums: readonly number[]) =>
    saidOnPaper('worker-type', { holland_code: sixTypes(sums) }).filter((each) =>
      /read (?:both|them all)/.test(each),
    )

  it('are about what the headline names, and about four at most', () => {
    expect(close([40, 0, 0, 0, 0, 0])).toEqual([])
    expect(close([18, 16, 6, 4, 8, 2])).toEqual([])
    expect(close([36, 33, 4, 4, 4, 4])).toEqual([expect.stringContaining('Builder and Thinker')])
    const six = close([40, 38, 37, 36, 35, 28])
    expect(six).toEqual([expect.stringContaining('Builder, Thinker, Creator and Helper')])
    expect(six[0]).toContain('4 points')
  })

  it('don’t say that the right thing is missing to somebody who likes one thing very much', () => {
    const low = textOf('worker.elevation.low.text')
    const said = (sums: readonly number[]) =>
      has(saidOnPaper('worker-type', { holland_code: sixTypes(sums) }), low)
    expect(said([40, 0, 0, 0, 0, 0])).toBe(false)
    expect(said([14, 2, 2, 2, 2, 2])).toBe(true)
  })

  it.each([
    ['worker-type', 'holland_code'],
    ['value-scales', 'value_scales'],
  ] as const)('of %s never list more than four', (report, assessment) => {
    const instrument = instrumentOf(assessment)
    const random = randomness(606)
    for (let person = 0; person < 300; person++) {
      const { answers } = modelPerson(instrument, random)
      const said = saidOnPaper(report, { [assessment]: taken(assessment, answers) })
      for (const each of said.filter((words) =>
        /On another day the order could change/.test(words),
      ))
        expect(
          each
            .split('.')
            .find((part) => part.includes(' and '))!
            .split(/, | and /).length,
        ).toBeLessThanOrEqual(4)
    }
  })
})

describe('the middle', () => {
  it('has an error: “Not sure” likes nothing', () => {
    const said = (sums: readonly number[]) =>
      saidOnPaper('worker-type', { holland_code: sixTypes(sums) })
    expect(has(said([21, 10, 10, 10, 10, 10]), textOf('worker.low.title'))).toBe(true)
    expect(has(said([21, 10, 10, 10, 10, 10]), textOf('worker.like.builder'))).toBe(false)
    expect(has(said([27, 10, 10, 10, 10, 10]), textOf('worker.like.builder'))).toBe(true)
  })

  it('of a plan has one too, and whoever plans nothing isn’t told to sell something', () => {
    const said = (value: (scale: string) => number) =>
      saidOnPaper('entrepreneurship', {
        entrepreneurial_intent: taken(
          'entrepreneurial_intent',
          alike('entrepreneurial_intent', ({ scale, reverse }) =>
            reverse === true ? 8 - value(scale!) : value(scale!),
          ),
        ),
      })
    const want = textOf('entrepreneurship.intention.more.title')
    expect(
      has(
        said(() => 5),
        want,
      ),
    ).toBe(false)
    expect(
      has(
        said(() => 6),
        want,
      ),
    ).toBe(true)
    const sell = textOf('entrepreneurship.next.control.a')
    const none = said(() => 1)
    expect(has(none, textOf('entrepreneurship.intention.less.title'))).toBe(true)
    expect(has(none, sell)).toBe(false)
    expect(has(none, textOf('entrepreneurship.curious.title'))).toBe(true)
    expect(
      has(
        said(() => 4),
        sell,
      ),
    ).toBe(true)
  })

  it('of values is on their own scale as well', () => {
    const said = (kindness: number, rest: number) =>
      saidOnPaper('value-scales', {
        value_scales: taken(
          'value_scales',
          alike('value_scales', ({ scale }) => (scale === 'kindness' ? kindness : rest)),
        ),
      })
    const words = textOf('values.value.kindness.words')
    expect(has(said(3, 1), words)).toBe(false)
    expect(has(said(3, 1), textOf('values.low.title'))).toBe(true)
    expect(has(said(5, 3), words)).toBe(true)
  })
})

describe('ways of learning and working', () => {
  it('are named where they stand out by more than their error', () => {
    const random = randomness(31_337)
    const [traits, types] = [instrumentOf('big_5'), instrumentOf('holland_code')]
    const words = textOf('personality.strength.interpersonal.text')
    const said = Array.from({ length: 200 }, () =>
      saidOnPaper('personality-guide', {
        big_5: taken('big_5', modelPerson(traits, random, 'plain').answers),
        holland_code: taken('holland_code', modelPerson(types, random, 'plain').answers),
      }),
    )
    const share = said.filter((each) => has(each, words)).length / said.length
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.3)
  })
})

describe('a game', () => {
  const said = (accuracy: number, speed: number) =>
    saidOnPaper('cognitive-ability', {
      rock_paper_scissors: {
        metrics: {
          number_of_levels: 3,
          total_score: 90,
          accuracy_adjusted: 3 * accuracy,
          speed,
          error: 4,
          ...Object.fromEntries([1, 2, 3].map((level) => [`level_${level}`, { total_score: 30 }])),
        },
      },
    })

  it('says that guessing gives as many, and calls a third wrong no balance', () => {
    const guess = textOf('cognitive.pace.guess')
    expect(has(said(0, 600), guess)).toBe(true)
    expect(has(said(16, 600), guess)).toBe(true)
    expect(has(said(30, 600), guess)).toBe(false)
    expect(has(said(30, 600), textOf('cognitive.pace.nearLoose'))).toBe(true)
    expect(has(said(50, 900), textOf('cognitive.pace.middle'))).toBe(true)
    expect(has(said(50, 900), 'balance')).toBe(false)
  })

  const maze = (
    velocity: number | null,
    quality: ReportResult['quality'],
    each: readonly number[] = [1, 1, 1],
  ) =>
    saidOnPaper('cognitive-ability', {
      maze: {
        metrics: {
          number_of_levels: 3,
          total_score: 0,
          accuracy_adjusted: 0,
          velocity,
          ...Object.fromEntries(
            each.map((own, at) => [`level_${at + 1}`, { total_score: 0, velocity: own }]),
          ),
        },
        quality,
      },
    })
  /** Which of the sentences about a maze's pace are said. */
  const paceOf = (words: readonly string[]) =>
    ['missing', 'idle', 'unlikely', 'nearSlower', 'nearFaster', 'nearExact', 'nearLoose'].filter(
      (key) => has(words, textOf(`cognitive.pace.${key}`).split(':')[0]!),
    )

  it('blames the device for late frames alone, and nobody took their time who left no maze', () => {
    expect(paceOf(maze(0, { confidence: 'low', flags: ['idle'] }))).toEqual(['idle'])
    const busy = { confidence: 'ok' as const, flags: ['frame-drops'], not_measured: ['velocity'] }
    expect(paceOf(maze(null, busy))).toEqual(['missing'])
    const fine = { confidence: 'ok' as const, flags: [] }
    expect(paceOf(maze(1, fine))).toEqual(['nearSlower', 'nearLoose'])
    // Two mazes run through, and one never begun: together they only look slow.
    expect(paceOf(maze(4, fine, [2, 2, 0]))).toEqual(['idle'])
  })

  it.each(['superhuman', 'rushed'])('that is %s is no speed and no accuracy of anybody', (flag) => {
    const quality = { confidence: 'low' as const, flags: [flag] }
    const said = maze(9, quality, [3, 3, 3])
    expect(paceOf(said)).toEqual(['unlikely'])
    expect(has(said, textOf('result.unsure.why.machine'))).toBe(true)
  })
})
