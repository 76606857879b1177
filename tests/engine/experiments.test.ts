/** Experiments: who is in which arm, and what the check refuses. */

import { GrowthBook } from '@growthbook/growthbook'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDocument } from '#engine/check/checkdocument.ts'
import type { Context } from '#engine/check/context.ts'
import { checkExperiments } from '#engine/check/experiments.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { nameOf } from '#engine/documents/document.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { scopeTypes } from '#engine/rules/scopetypes.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import { MIGRATIONS } from '#engine/documents/migrations.ts'
import type { AnyDocument, ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { personaUser } from '#engine/check/personas.ts'
import { changedBy, combinationsOf, phaseOf, runningOf } from '#engine/experiments/arms.ts'
import { routeShowing, viewerOf } from '#engine/experiments/viewer.ts'
import { assign, nameOfArms, readArms, type Dividing } from '#engine/experiments/assign.ts'
import { bucketOf } from '#engine/experiments/hash.ts'
import { catalog, code } from '#tests/support/documents.ts'

const home: ExperimentDocument = { ...catalog.get('experiment', 'home-action')!, state: 'running' }
const yes = () => true

describe('the hash', () => {
  /** mulberry32: the pairs are made again instead of being stored. */
  function random(seed: number): () => number {
    let state = seed >>> 0
    return () => {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = state
      mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
    }
  }
  const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789-_.éß😀']
  const SHAPES = [
    { weights: [0.5, 0.5], coverage: 1 },
    { weights: [0.5, 0.5], coverage: 0.4 },
    { weights: [0.2, 0.3, 0.5], coverage: 1 },
    { weights: [0.1, 0.9], coverage: 0.7 },
    { weights: [0.25, 0.25, 0.25, 0.25], coverage: 0.5 },
  ]

  it('puts 10,000 pairs of seed and unit where GrowthBook puts them', () => {
    const next = random(14)
    const word = (length: number) =>
      Array.from({ length }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join('')
    const different = Array.from({ length: 10_000 }, () => {
      const seed = word(1 + Math.floor(next() * 12))
      const unit = word(1 + Math.floor(next() * 24))
      const { weights, coverage } = SHAPES[Math.floor(next() * SHAPES.length)]!
      const ours: Dividing = {
        id: 'k',
        seed,
        state: 'running',
        coverage,
        arms: weights.map((weight, index) => ({ id: String(index), weight })),
      }
      const theirs = new GrowthBook({ attributes: { id: unit } }).run({
        key: 'k',
        seed,
        hashVersion: 2,
        weights,
        coverage,
        variations: weights.map((_, index) => index) as [number, number, ...number[]],
      })
      const arm = Number(assign(ours, unit, undefined, yes).arm ?? -1)
      return arm === (theirs.inExperiment ? theirs.variationId : -1) ? [] : [[seed, unit]]
    })
    expect(different.flat()).toEqual([])
  })

  it.each([
    ['rvoir2', 'é', 0.8738],
    ['c5ago', 'éc1k6qé1.kj', 0.8964],
  ])('puts "%s" and "%s" at %d', (seed, unit, bucket) => {
    expect(bucketOf(seed, unit)).toBe(bucket)
  })
})

describe('an assignment', () => {
  const half = {
    id: 'x',
    state: 'running',
    arms: [
      { id: 'a', weight: 0.5 },
      { id: 'b', weight: 0.5 },
    ],
  } as const satisfies Dividing
  const everybody = { id: 'h', share: 1 }
  const nobodyHere = { id: 'n', from: 0, to: 0 }

  it.each<[string, Partial<Dividing>, { sticky?: string; mayJoin?: boolean }, string]>([
    ['stopped, whatever else', { state: 'paused', holdout: everybody }, { sticky: 'b' }, 'stopped'],
    ['ended', { state: 'ended' }, { sticky: 'b' }, 'stopped'],
    ['held out, even with an arm', { holdout: everybody }, { sticky: 'b' }, 'holdout'],
    ['in the arm of before, out of the audience', {}, { sticky: 'b', mayJoin: false }, 'sticky'],
    ['in the arm of before, without coverage', { coverage: 0 }, { sticky: 'b' }, 'sticky'],
    ['not in an arm that was taken away', { coverage: 0 }, { sticky: 'c' }, 'coverage'],
    ['out of the audience', { namespace: nobodyHere }, { mayJoin: false }, 'audience'],
    ['out of the namespace', { namespace: nobodyHere, coverage: 0 }, {}, 'namespace'],
    ['not covered', { coverage: 0 }, {}, 'coverage'],
    ['in an arm', {}, {}, 'variant'],
  ])('is %s', (_name, more, { sticky, mayJoin = true }, why) => {
    const found = assign({ ...half, ...more }, 'u', sticky, () => mayJoin)
    const arm = { sticky: 'b', variant: 'b' }[why] ?? null
    expect(found).toEqual({ why, arm })
  })

  const unit = fc.string({ minLength: 1, maxLength: 40 })
  it('stays when coverage grows, and takes in others', () => {
    fc.assert(
      fc.property(unit, fc.double({ min: 0, max: 1, noNaN: true }), (id, coverage) => {
        const before = assign({ ...half, coverage }, id, undefined, yes).arm
        const after = assign(half, id, undefined, yes).arm
        expect(after).not.toBeNull()
        expect([null, after]).toContain(before)
      }),
    )
  })

  it('is in one experiment of a namespace at most', () => {
    fc.assert(
      fc.property(unit, fc.double({ min: 0, max: 1, noNaN: true }), (id, border) => {
        const arms = ['x', 'y'].map(
          (name, index) =>
            assign(
              {
                ...half,
                id: name,
                namespace: {
                  id: 'n',
                  from: index === 0 ? 0 : border,
                  to: index === 0 ? border : 1,
                },
              },
              id,
              undefined,
              yes,
            ).arm,
        )
        expect(arms.filter((arm) => arm !== null)).toHaveLength(1)
      }),
    )
  })

  it('is the one of before, if it is asked again with it', () => {
    fc.assert(
      fc.property(unit, fc.double({ min: 0, max: 1, noNaN: true }), (id, weight) => {
        const first = assign(half, id, undefined, yes).arm!
        const moved = {
          ...half,
          arms: [
            { id: 'a', weight },
            { id: 'b', weight: 1 - weight },
          ],
        }
        expect(assign(moved, id, first, yes)).toEqual({ arm: first, why: 'sticky' })
      }),
    )
  })

  it('is written and read', () => {
    const id = fc.stringMatching(/^[a-z0-9-]{1,40}$/)
    fc.assert(
      fc.property(fc.dictionary(id, id), (arms) => {
        expect(readArms(nameOfArms(arms))).toEqual({ ...arms })
      }),
    )
    for (const wrong of ['a', 'a:b:c', 'a:B', 'a:b~', ':', 'a:b,c'])
      expect(readArms(wrong), wrong).toBeNull()
  })
})

describe('the arms of experiments', () => {
  const get = (name: string) => {
    const [kind, ...id] = name.split('/')
    return catalog.get(kind as AnyDocument['kind'], id.join('/'))
  }

  it('change the documents that they name, and no others', () => {
    const changed = changedBy([home], { 'home-action': 'outcome' }, get)
    expect([...changed.keys()]).toEqual(['screen/home'])
    expect(JSON.stringify(changed.get('screen/home'))).toContain('home.startOutcome')
    expect(changedBy([home], { 'home-action': 'control' }, get).size).toBe(0)
  })

  it('come in every combination, but not two of a namespace', () => {
    const other = { ...home, id: 'other' }
    expect(combinationsOf([home, other])).toHaveLength(8)
    const namespace = (from: number) => ({ id: 'n', from, to: from + 0.5 })
    expect(
      combinationsOf([
        { ...home, namespace: namespace(0) },
        { ...other, namespace: namespace(0.5) },
      ]),
    ).toHaveLength(4)
  })

  it('are left out when the document has changed below them', () => {
    const lost: string[] = []
    const without = (name: string) =>
      name === 'screen/home' ? { ...get(name)!, children: [] } : get(name)
    const running = runningOf([home], without, ({ id }) => void lost.push(id))
    expect([running, lost]).toEqual([[], ['home-action']])
    expect(runningOf([home, { ...home, id: 'off', state: 'paused' }], get)).toEqual([home])
  })

  it('begin another analysis when the division, an arm or a metric changes, not when a word does', () => {
    const metricOf = (id: string) => catalog.get('metric', id)
    const signedUp = catalog.get('metric', 'signed-up')!
    const phase = phaseOf(home, metricOf)
    expect(phaseOf({ ...home, hypothesis: 'Another', plannedDays: 3 }, metricOf)).toBe(phase)
    for (const change of [
      { coverage: 0.5 },
      { audience: true },
      { metrics: { primary: 'consented' } },
      { metrics: { ...home.metrics, further: ['assessment-complete', 'favourite'] } },
      { metrics: { ...home.metrics, guardrails: [] } },
      { namespace: { id: 'n', from: 0, to: 0.5 } },
      { holdout: { id: 'h', share: 0.1 } },
      { arms: home.arms.map((arm, index) => ({ ...arm, weight: index === 0 ? 0.4 : 0.6 })) },
      {
        arms: home.arms.map((arm) => ({
          ...arm,
          overlays: arm.overlays.map((overlay) => ({
            ...overlay,
            ops: [
              { op: 'set' as const, at: '/children/hero/props/buttonText', value: 'home.start' },
            ],
          })),
        })),
      },
    ] satisfies Partial<ExperimentDocument>[])
      expect(phaseOf({ ...home, ...change }, metricOf), JSON.stringify(change)).not.toBe(phase)
    const with_ = (change: Partial<MetricDocument>) =>
      phaseOf(home, (id) => (id === 'signed-up' ? { ...signedUp, ...change } : metricOf(id)))
    expect(with_({ title: 'Another word', name: 'metric.other' })).toBe(phase)
    for (const change of [
      { windowDays: 9 },
      { goal: 'less' },
      { measure: { as: 'mean', of: { fact: 'signed-up' }, cut: 3 } },
    ] satisfies Partial<MetricDocument>[])
      expect(with_(change), JSON.stringify(change)).not.toBe(phase)
  })
})

const isList = (each: AnyDocument | readonly AnyDocument[]): each is readonly AnyDocument[] =>
  Array.isArray(each)

describe('the check of experiments', () => {
  const others = [...catalog.documents()].filter(({ kind }) => kind !== 'experiment')
  const types = scopeTypes(catalog)
  /** Everything that the check says of experiments, without reading all other documents again. */
  function problemsOf(
    ...given: readonly (ExperimentDocument | readonly AnyDocument[])[]
  ): string[] {
    const experiments = given.filter((each): each is ExperimentDocument => !isList(each))
    const instead = given.filter(isList).flat()
    const names = new Set(instead.map(nameOf))
    const all = new Catalog([
      ...others.filter((each) => !names.has(nameOf(each))),
      ...instead,
      ...experiments,
    ])
    const context: Context = {
      catalog: all,
      host: { ...code, migrations: MIGRATIONS },
      types,
      problems: [],
      where: new Map(),
      read: new Map(),
      isLossy: false,
      texts: new Map(),
      names: new Map(),
      suggestions: 0,
      steps: 0,
    }
    for (const experiment of experiments)
      checkDocument(
        experiment,
        { ...inspect(KINDS.experiment as unknown as Schema, experiment), scripts: [] },
        context,
      )
    checkExperiments(context)
    return context.problems.map(
      ({ code: what, pointer, severity }) => `${severity} ${what} ${pointer}`,
    )
  }
  const [control, outcome] = home.arms as [
    ExperimentDocument['arms'][0],
    ExperimentDocument['arms'][0],
  ]
  const overlay = outcome.overlays[0]!
  const withOverlay = (more: object, scope: object = {}): ExperimentDocument => ({
    ...home,
    arms: [control, { ...outcome, overlays: [{ ...overlay, ...more }] }],
    scope: [{ ...home.scope[0]!, ...scope }],
  })

  it('refuses to count events that are deleted before they are counted', () => {
    const viewed: MetricDocument = {
      ...catalog.get('metric', 'signed-up')!,
      id: 'viewed',
      windowDays: 30,
      measure: { as: 'ratio', of: { fact: 'signed-up' }, per: { event: 'pageView' } },
    }
    const config = catalog.get('config', 'default')!
    const kept = (events: number) =>
      problemsOf({ ...home, metrics: { primary: 'signed-up', further: ['viewed'] } }, [
        viewed,
        { ...config, retention: { ...config.retention!, events } },
      ])
    expect(kept(60)).toEqual(['error experiment/retention /metrics/further/0'])
    expect(kept(61)).toEqual([])
  })

  it('accepts the ones that are shipped, running', () => {
    const shipped = catalog
      .all('experiment')
      .map((each) => ({ ...each, state: 'running' as const }))
    expect(shipped).toHaveLength(2)
    expect(problemsOf(...shipped)).toEqual([])
  })

  it.each<[string, ExperimentDocument, string]>([
    [
      'weights that do not add up',
      { ...home, arms: [control, { ...outcome, weight: 0.4 }] },
      'experiment/weights /arms',
    ],
    [
      'an arm that nobody would get into',
      {
        ...home,
        arms: [
          { ...control, weight: 0 },
          { ...outcome, weight: 1 },
        ],
      },
      'experiment/weights /arms/control/weight',
    ],
    [
      'a share of people that differs by all of them',
      { ...home, smallestEffect: 5 },
      'experiment/effect /smallestEffect',
    ],
    [
      'an unknown guardrail, which says which',
      { ...home, metrics: { ...home.metrics, guardrails: ['consented', 'contented'] } },
      'experiment/unknown-metric /metrics/guardrails/1',
    ],
    [
      'an unknown consent of people under age',
      { ...home, underAge: 'someConsent' },
      'experiment/unknown-consent /underAge',
    ],
    [
      'an unknown consent of research users',
      { ...home, research: 'someConsent' },
      'experiment/unknown-consent /research',
    ],
    [
      'an arm without overlays',
      { ...home, arms: [control, { ...outcome, overlays: [] }] },
      'experiment/no-change /arms/outcome',
    ],
    [
      'an arm that sets what is there already',
      withOverlay({ ops: [{ ...overlay.ops[0], value: 'home.start' }] }),
      'experiment/no-change /arms/outcome',
    ],
    [
      'a control with changes',
      { ...home, arms: [outcome, outcome] },
      'experiment/control /arms/outcome/overlays',
    ],
    [
      'an audience on an unknown variable',
      { ...home, audience: { var: 'session.singedIn' } },
      'rule/unknown-variable /audience/var',
    ],
    [
      'a change outside its scope',
      withOverlay({}, { paths: ['/children/types'] }),
      'experiment/outside-scope /arms/outcome/overlays/home/ops/0',
    ],
    [
      'a part that is not there',
      withOverlay(
        { ops: [{ op: 'set', at: '/children/gone/props/x', value: 1 }] },
        { paths: ['/children'] },
      ),
      'experiment/cannot-apply /arms/outcome',
    ],
    [
      'a locked row',
      withOverlay(
        {
          kind: 'flow',
          document: 'onboarding',
          ops: [{ op: 'set', at: '/rows/consent/note', value: 'x' }],
        },
        { kind: 'flow', document: 'onboarding', paths: ['/rows'] },
      ),
      'experiment/locked /arms/outcome',
    ],
    [
      'a locked row in another place',
      withOverlay(
        {
          kind: 'flow',
          document: 'onboarding',
          ops: [{ op: 'move', at: '/rows/consent', after: 'profile' }],
        },
        { kind: 'flow', document: 'onboarding', paths: ['/rows'] },
      ),
      'experiment/locked /arms/outcome/overlays/home/ops/0',
    ],
    [
      'a row in front of a locked one',
      withOverlay(
        {
          kind: 'flow',
          document: 'onboarding',
          ops: [
            {
              op: 'insert',
              at: '/rows',
              first: true,
              value: { id: 'past', when: true, then: { go: 'allow' } },
            },
          ],
        },
        { kind: 'flow', document: 'onboarding', paths: ['/rows'] },
      ),
      'experiment/locked /arms/outcome',
    ],
    [
      'prices',
      withOverlay(
        { kind: 'access', document: 'prices', ops: [{ op: 'set', at: '/note', value: 'x' }] },
        { kind: 'access', document: 'prices', paths: [''] },
      ),
      'experiment/fixed-kind /arms/outcome/overlays/home',
    ],
    [
      'an exposure that an arm has no place for',
      { ...home, exposure: [{ id: 'x', screen: 'home', node: '/children/gone' }] },
      'experiment/no-place /exposure/x/node',
    ],
    [
      'a metric that nobody counts',
      { ...home, metrics: { primary: 'happiness' } },
      'experiment/unknown-metric /metrics/primary',
    ],
  ])('refuses %s', (_name, experiment, problem) => {
    expect(problemsOf(experiment)).toContain(`error ${problem}`)
  })

  it('only warns about one that is not running', () => {
    expect(
      problemsOf({ ...home, state: 'planned', arms: [control, { ...outcome, overlays: [] }] }),
    ).toEqual(['warning experiment/no-change /arms/outcome'])
  })

  it('says nothing of one that has ended', () => {
    const empty = { ...home, arms: [control, { ...outcome, overlays: [] }] }
    expect(problemsOf({ ...empty, state: 'ended' })).toEqual([])
  })

  it.each([
    ['/coverage', { coverage: 0 }],
    ['/audience', { audience: false }],
  ])('warns where nobody new takes part: %s', (at, more) => {
    expect(problemsOf({ ...home, ...more })).toEqual([`warning experiment/nobody ${at}`])
  })

  it('warns where people count on a page that no version changes, unless more than pages changes', () => {
    const elsewhere = { exposure: [{ id: 'careers', screen: 'careers-all' }] }
    expect(problemsOf({ ...home, ...elsewhere })).toEqual([
      'warning experiment/same-page /exposure/careers',
    ])
    const order = catalog.get('experiment', 'onboarding-order')!
    expect(problemsOf({ ...order, state: 'running', ...elsewhere })).toEqual([])
  })

  it('refuses two that change the same place, unless a namespace divides people', () => {
    const other = { ...home, id: 'other' }
    expect(problemsOf(home, other)).toEqual(['error experiment/overlap /scope'])
    const part = (from: number, to: number) => ({ namespace: { id: 'home', from, to } })
    expect(problemsOf({ ...home, ...part(0, 0.5) }, { ...other, ...part(0.5, 1) })).toEqual([])
    expect(problemsOf({ ...home, ...part(0, 0.6) }, { ...other, ...part(0.5, 1) })).toEqual([
      'error experiment/overlap /namespace',
    ])
    expect(problemsOf(home, { ...other, state: 'ended' })).toEqual([])
  })
})

describe('a version', () => {
  it('is looked at as somebody who may be on its page', () => {
    const seenBy = (...screens: string[]) => {
      const route = routeShowing(catalog, screens)
      return [route?.path, viewerOf(catalog, route)]
    }
    // The home page is chosen by a rule of its route.
    expect(seenBy('home')).toEqual(['/home', { stage: 'signedOut' }])
    expect(seenBy('redeem-license')).toEqual([
      '/onboarding/redeem-license',
      { stage: 'onboarding', done: ['consents', 'verified'], plan: 'free' },
    ])
    expect(seenBy('initial-profile')).toEqual([
      '/onboarding/profile',
      { stage: 'onboarding', done: ['consents', 'verified'] },
    ])
    expect(seenBy('explore')).toEqual(['/explore', { stage: 'fullAccess' }])
    expect(seenBy('none')).toEqual([undefined, { stage: 'fullAccess' }])
    const user = personaUser(
      catalog,
      catalog.get('config', 'default')!,
      { plan: 'free', country: 'ZA', language: 'en', stage: 'onboarding', done: ['consents'] },
      'x',
    )!
    expect([user.app.termsAgreement, user.emailVerified]).toEqual([true, false])
  })
})
