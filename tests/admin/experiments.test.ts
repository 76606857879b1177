/** What an experiment says, in words and in a drawing. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { Translate } from '#engine/react/text.tsx'
import { experimentFrom, missingIn, NOTHING } from '#admin/experiments/making.ts'
import { draw, reachOf, type Point } from '#admin/experiments/sequence.ts'
import {
  bandOf,
  dayOf,
  leadOf,
  powerOf,
  standingOf,
  type Measured,
  type Result,
} from '#admin/experiments/words.ts'

/** The last part of the key and what is put into it. */
const t: Translate = (key, values) =>
  `${String(key).split('.').slice(-2).join('.')} ${Object.values(values ?? {}).join(' ')}`.trim()
const of = { fact: 'signed-up' } as const
const SHARE: Measured = { goal: 'more', measure: { as: 'proportion', of } }
const LOSS: Measured = { ...SHARE, goal: 'less' }
const HOURS: Measured = { goal: 'less', measure: { as: 'time', of } }
const EACH: Measured = { goal: 'more', measure: { as: 'mean', of, cut: 9 } }

describe('a band', () => {
  it.each<[string, Measured, number, number, string]>([
    ['above nought', SHARE, 0.012, 0.063, 'of100.better 1.2 6.3'],
    ['below it', SHARE, -0.063, -0.012, 'of100.worse 1.2 6.3'],
    ['around it', SHARE, -0.03, 0.04, 'of100.both 3 4'],
    ['of what should fall', LOSS, -0.063, -0.012, 'of100.better 1.2 6.3'],
    ['of hours', HOURS, 1.25, 20.6, 'hours.worse 1.3 21'],
    ['of a mean', EACH, 0, 0.44, 'each.better 0 0.4'],
  ])('%s', (_what, metric, low, high, words) => {
    expect(bandOf({ low, high }, metric, t, 'en')).toBe(words)
  })
})

describe('where an experiment is', () => {
  const entry = (action: ExperimentView['history'][number]['action']) => ({
    at: '2026-11-01T00:00:00.000Z',
    by: null,
    action,
  })
  const fine = { srm: { p: 1, alarm: false, chiSquare: 1 } }
  const wrong = { srm: { ...fine.srm, alarm: true } }
  it.each([
    ['planned', 'planned', [], fine, 'planned'],
    ['running', 'running', ['start'], fine, 'running'],
    ['with a wrong split', 'running', ['start'], wrong, 'hidden'],
    ['paused by a person', 'paused', ['note', 'pause', 'harm'], fine, 'paused'],
    ['paused by itself, with a note since', 'paused', ['note', 'harm', 'start'], fine, 'harmed'],
    ['ended without', 'ended', ['end', 'start'], wrong, 'ended'],
    ['ended by shipping', 'ended', ['ship', 'start'], fine, 'shipped'],
  ] as const)('%s', (_what, state, actions, results, standing) => {
    expect(standingOf({ state, history: actions.map(entry) }, results)).toBe(standing)
  })

  it('needs a decision when an arm no longer fits', () => {
    const lost = [{ arm: 'b', document: 'screen/home', at: '/x', message: '' }]
    expect(standingOf({ state: 'running', history: [], lost }, fine)).toBe('lost')
  })
})

it('speaks of the best arm that is surely better, else of one that is worse', () => {
  const arm = (id: string, verdict: Result['verdict'], estimate: number) =>
    ({ id: 'm', arm: id, role: 'primary', verdict, estimate }) as Result
  const open = arm('a', 'open', 0.5)
  expect(leadOf([open, arm('b', 'better', 0.1), arm('c', 'better', 0.2)])?.arm).toBe('c')
  expect(leadOf([open, arm('b', 'worse', -0.1)])?.arm).toBe('b')
  expect(leadOf([open])?.arm).toBe('a')
  expect(leadOf([])).toBeUndefined()
})

it.each([
  [null, null, null, 'power.people 5,000'],
  [100, 50, true, 'power.decidable 5,000 50'],
  [10, 500, false, 'power.undecidable'],
])('says before the start whether it can be known: %s a day', (perDay, days, decidable, lead) => {
  const plan = { people: 5000, fixed: 3000, basis: 'widest', perDay, days, decidable } as const
  expect(powerOf(plan, t, 'en').lead).toBe(lead)
})

it('counts days from the first exposure', () => {
  const days: ExperimentResults['days'] = [
    { day: '2026-11-03', arm: 'b', n: 1 },
    { day: '2026-11-01', arm: 'a', n: 1 },
  ]
  expect(dayOf(days, new Date('2026-11-01T23:00:00Z'))).toBe(1)
  expect(dayOf(days, new Date('2026-11-16T01:00:00Z'))).toBe(16)
  expect(dayOf([], new Date())).toBe(0)
})

describe('the drawing', () => {
  const point = fc
    .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([estimate, half]) => ({ estimate, low: estimate - half, high: estimate + half }))
  const pointsOf = (all: readonly Omit<Point, 'day' | 'n'>[]): Point[] =>
    all.map((each, at) => ({
      ...each,
      n: at,
      day: new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10),
    }))

  it('stays inside, with the guess between the edges, whichever direction is good', () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(SHARE, LOSS, HOURS),
        (all, metric) => {
          const drawn = draw(pointsOf(all), metric, 0.03, 28, '2026-11-01')!
          const ys = (path: string) =>
            [...path.matchAll(/[ML]\S+ ([\d.-]+)/g)].map((m) => Number(m[1]))
          const [high, guess, low] = [ys(drawn.high), ys(drawn.guess), ys(drawn.low)]
          for (const [at, y] of guess.entries()) {
            expect(high[at]).toBeGreaterThanOrEqual(0)
            expect(high[at]).toBeLessThanOrEqual(y)
            expect(low[at]).toBeGreaterThanOrEqual(y)
            expect(low[at]).toBeLessThanOrEqual(100)
          }
        },
      ),
    )
  })

  it('is none without points, and its scale ends at a round number', () => {
    expect(draw([], SHARE, 0.03, 28, '')).toBeNull()
    expect(
      [0.013, 0.9, 1, 6, 11, 13, 70, 101].map(reachOf).map((each) => Number(each.toFixed(3))),
    ).toEqual([0.02, 1, 1, 6, 12, 20, 100, 120])
  })
})

describe('a new experiment', () => {
  const wanted = {
    ...NOTHING,
    title: ' Wôrds, on the first button! ',
    hypothesis: 'More begin.',
    metric: 'signed-up',
    effect: '2,5',
    share: '30',
    changes: 'screen/home',
    page: 'home',
  }
  const ops = [{ op: 'set', at: '/children/hero/props/title', value: 'home.title' }] as const

  it('is a document whose arms share everybody, and whose scope is what was changed', () => {
    expect(missingIn(wanted, ops)).toBeNull()
    expect(experimentFrom(wanted, ops)).toMatchObject({
      id: 'words-on-the-first-button',
      state: 'planned',
      arms: [
        { weight: 0.7 },
        { weight: 0.3, overlays: [{ kind: 'screen', document: 'home', ops }] },
      ],
      scope: [{ paths: ['/children/hero/props/title'] }],
      smallestEffect: 0.025,
    })
  })

  it.each([
    ['title', { title: ' ! ' }],
    ['hypothesis', { hypothesis: ' ' }],
    ['metric', { metric: '' }],
    ['effect', { effect: '0' }],
    ['days', { days: '1.5' }],
    ['share', { share: '100' }],
    ['coverage', { coverage: '0' }],
    ['changes', { changes: '' }],
    ['page', { page: '' }],
  ])('says that the %s is missing or wrong', (name, changed) => {
    expect(missingIn({ ...wanted, ...changed }, ops)).toBe(name)
  })

  it('counts each metric in one role, and a mean in its own unit', () => {
    const more = { guardrails: ['signed-up', 'consented'], further: ['consented', 'onboarded'] }
    const made = experimentFrom({ ...wanted, ...more, coverage: '40', effect: '1,5' }, ops, false)
    expect(made).toMatchObject({ coverage: 0.4, smallestEffect: 1.5 })
    expect(made).toHaveProperty('metrics', {
      primary: 'signed-up',
      guardrails: ['consented'],
      further: ['onboarded'],
    })
  })

  it('differs from what is live', () => {
    expect(missingIn(wanted, [])).toBe('change')
  })
})
