/** What an experiment says, in words and in a drawing. */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { Translate } from '#engine/react/text.tsx'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import {
  appliedTo,
  experimentFrom,
  missingIn,
  NOTHING,
  wantedFrom,
  withVersion,
  type Wanted,
} from '#admin/experiments/making.ts'
import { draw, reachOf, type Point } from '#admin/experiments/sequence.ts'
import {
  bandOf,
  dayOf,
  doesHarm,
  leadOf,
  powerOf,
  standingOf,
  standOf,
  stepsOf,
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
    ['almost at nought, which isn’t nought', SHARE, 0.00013, 0.14, 'of100.better 0.01 14'],
  ])('%s', (_what, metric, low, high, words) => {
    expect(bandOf({ low, high }, metric, t, 'en')).toBe(words)
  })
})

it.each<[Result['role'], Result['verdict'], boolean, boolean, string]>([
  ['guardrail', 'open', false, true, 'off noHarm'],
  ['guardrail', 'same', false, true, 'ok fine'],
  ['guardrail', 'better', false, true, 'ok fine'],
  ['guardrail', 'worse', false, true, 'bad worse'],
  ['guardrail', 'open', true, true, 'bad harmed'],
  ['guardrail', 'open', false, false, 'off early'],
  ['further', 'open', false, true, 'off open'],
  ['further', 'same', false, true, 'ok same'],
])(
  'a %s that is %s (harmed: %s, shown: %s) is told as %s',
  (role, verdict, harmed, isShown, said) => {
    const { look, state } = standOf({ role, verdict, harmed } as Result, isShown)
    expect(`${look} ${state}`).toBe(said)
  },
)

it('has the steps that people took since they saw it, most first, and those that nobody has reached', () => {
  const funnel = Object.entries({
    signed: 0,
    verified: 30,
    consented: 60,
    redeemed: 0,
    about: 20,
    done: 0,
  }).flatMap(([step, n]) => ['control', 'new'].map((arm) => ({ step, arm, n, of: 100 })))
  expect(stepsOf(funnel)).toEqual(['consented', 'verified', 'about', 'done'])
  expect(stepsOf([])).toEqual([])
})

describe('where an experiment is', () => {
  const entry = (action: ExperimentView['history'][number]['action']) => ({
    at: '2026-11-01T00:00:00.000Z',
    by: null,
    action,
  })
  const fine = { srm: { p: 1, alarm: false, chiSquare: null } }
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
    const lost = [
      { code: 'cannot-apply' as const, arm: 'b', document: 'screen/home', at: '/x', message: '' },
    ]
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

it('knows which arm does harm, whatever decides', () => {
  const metric = (arm: string, role: Result['role'], harmed: boolean) =>
    ({ id: role, arm, role, verdict: 'better', harmed }) as Result
  const metrics = [
    metric('a', 'primary', false),
    metric('a', 'guardrail', true),
    metric('b', 'guardrail', false),
  ]
  expect(['a', 'b'].map((arm) => doesHarm(metrics, arm))).toEqual([true, false])
})

it.each([
  [5000, null, null, null, 'power.people 5,000', 'power.noTraffic'],
  [5000, 100, 50, true, 'power.decidable 5,000 50', 'power.decidableText 100'],
  [5000, 10, 500, false, 'power.undecidable', 'power.undecidableText 10 500'],
  [null, null, null, null, 'power.peopleUnknown', 'power.noTraffic'],
  [null, 100, null, null, 'power.peopleUnknown', 'power.decidableText 100'],
])(
  'says before the start whether %s people can be known of: %s a day',
  (people, perDay, days, decidable, lead, rest) => {
    const plan = { people, fixed: 3000, basis: 'widest', perDay, days, decidable } as const
    const said = powerOf(plan, t, 'en')
    expect(said.lead).toContain(lead)
    expect(said.rest).toContain(rest.split(' ')[0])
  },
)

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
          expect(ys(drawn.span.replace('V', `L${drawn.now.x} `))).toEqual([high.at(-1), low.at(-1)])
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

describe('an experiment in its form', () => {
  const ops = [{ op: 'set', at: '/children/hero/props/title', value: 'home.title' }] as const
  const version = { key: '0', name: 'new', share: '30', changes: { 'screen/home': ops } }
  const wanted: Wanted = {
    ...NOTHING,
    title: ' Wôrds, on the first button! ',
    hypothesis: 'More begin.',
    metric: 'signed-up',
    effect: '2,5',
    versions: [version],
    pages: ['home'],
  }
  const experimentOf = (changed: Partial<Wanted> = {}) =>
    experimentFrom({ ...wanted, ...changed }) as unknown as ExperimentDocument

  it('is a document whose arms share everybody, and whose scope is what was changed', () => {
    expect(missingIn(wanted)).toEqual([])
    expect(experimentOf()).toMatchObject({
      id: 'words-on-the-first-button',
      state: 'planned',
      arms: [
        { id: 'control', weight: 0.7, overlays: [] },
        { id: 'new', weight: 0.3, overlays: [{ kind: 'screen', document: 'home', ops }] },
      ],
      scope: [{ kind: 'screen', document: 'home', paths: ['/children/hero/props/title'] }],
      exposure: [{ id: 'page', screen: 'home' }],
      smallestEffect: 0.025,
    })
  })

  it('has several versions of several documents, and people of its own', () => {
    const menu = [{ op: 'insert', at: '/items', value: { id: 'news' } }] as const
    const other = { ...version, key: '1', name: 'Two', share: '20', changes: { 'menu/main': menu } }
    const both = { ...version, changes: { ...version.changes, 'menu/main': menu } }
    const made = experimentOf({
      versions: [both, other],
      audience: { var: 'session.signedIn' },
      coverage: '40',
      group: { name: 'The home page', from: '0', to: '50' },
      holdout: { name: 'all', share: '5' },
      pages: ['home', 'profile-home'],
    })
    expect(made).toMatchObject({
      arms: [
        { weight: 0.5 },
        { id: 'new', overlays: [{ id: 'change' }, { id: 'change-2', kind: 'menu' }] },
        { id: 'two', weight: 0.2, overlays: [{ kind: 'menu', document: 'main', ops: menu }] },
      ],
      scope: [{ document: 'home' }, { document: 'main', paths: ['/items/news'] }],
      audience: { var: 'session.signedIn' },
      coverage: 0.4,
      namespace: { id: 'the-home-page', from: 0, to: 0.5 },
      holdout: { id: 'all', share: 0.05 },
      exposure: [
        { id: 'page', screen: 'home' },
        { id: 'page-2', screen: 'profile-home' },
      ],
    })
    expect(missingIn(wantedFrom(made, true))).toEqual([])
  })

  it.each<[string, Partial<Wanted>]>([
    ['title', { title: ' ! ' }],
    ['hypothesis', { hypothesis: ' ' }],
    ['metric', { metric: '' }],
    ['effect', { effect: '0' }],
    ['days', { days: '1.5' }],
    ['pages', { pages: [] }],
    ['coverage', { coverage: '0' }],
    ['group', { group: { name: 'home', from: '50', to: '50' } }],
    ['holdout', { holdout: { name: '', share: '5' } }],
    ['name', { versions: [{ ...version, name: 'Control' }] }],
    ['share', { versions: [{ ...version, share: '0' }] }],
    ['change', { versions: [{ ...version, changes: { 'screen/home': [] } }] }],
  ])('says that the %s is missing or wrong', (name, changed) => {
    expect(missingIn({ ...wanted, ...changed }).map((each) => each.of)).toEqual([name])
  })

  it('leaves somebody to compare with, and gives each version a name of its own', () => {
    const two = [version, { ...version, key: '1' }].map((each) => ({ ...each, share: '50' }))
    expect(missingIn({ ...wanted, versions: two })).toEqual([
      { of: 'name', version: '1' },
      { of: 'shares' },
    ])
    const more = withVersion(wanted, 'other')
    expect(more.map(({ key, share }) => [key, share])).toEqual([
      ['0', '33.33'],
      ['1', '33.33'],
    ])
    const sum = experimentOf({ versions: more }).arms.reduce((all, { weight }) => all + weight, 0)
    expect(sum).toBeCloseTo(1, 10)
  })

  it('counts each metric in one role, and a mean in its own unit', () => {
    const more = { guardrails: ['signed-up', 'consented'], further: ['consented', 'onboarded'] }
    const made = experimentFrom({ ...wanted, ...more, effect: '1,5' }, false)
    expect(made).toMatchObject({ smallestEffect: 1.5 })
    expect(made).toHaveProperty('metrics', {
      primary: 'signed-up',
      guardrails: ['consented'],
      further: ['onboarded'],
    })
  })

  it.each(['home-action', 'onboarding-order'])('keeps all of %s that it doesn’t show', (name) => {
    const text = readFileSync(`schemas/experiments/${name}.json`, 'utf8')
    const shipped = JSON.parse(text) as ExperimentDocument
    const before = { ...shipped, seed: 'first', underAge: 'parental', coverage: 0.5 }
    expect(experimentFrom(wantedFrom(before, true), true, before)).toEqual(before)
    const changed = experimentFrom({ ...wantedFrom(before, true), days: '35' }, true, before)
    expect(changed).toEqual({ ...before, plannedDays: 35 })
  })

  it('names the changes of a version that no longer fit, and keeps the others', () => {
    const live = { kind: 'screen', children: [{ id: 'hero', props: {} }] }
    const gone = { op: 'set', at: '/children/old/props/title', value: 'x' } as const
    expect(appliedTo(live, [...ops, gone])).toEqual({
      document: { kind: 'screen', children: [{ id: 'hero', props: { title: 'home.title' } }] },
      lost: ['/children/old/props/title'],
    })
  })
})
