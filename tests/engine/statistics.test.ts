/**
 * The analysis of experiments: known values of the distributions, and what it promises about false
 * alarms, power and coverage, on simulated experiments with fixed seeds.
 */

import { describe, expect, it } from 'vitest'
import {
  addBatch,
  batchOf,
  differenceOf,
  noPeople,
  type Difference,
  type Sums,
} from '#engine/statistics/contrast.ts'
import {
  chiSquareTail,
  lnGamma,
  normalCdf,
  normalQuantile,
} from '#engine/statistics/distributions.ts'
import {
  chiSquareP,
  lnBayesFactor,
  MISMATCH_ALPHA,
  nextMismatch,
  NO_MISMATCH,
} from '#engine/statistics/mismatch.ts'
import { noncentralityRange } from '#engine/statistics/noncentral.ts'
import { crossing, driftFor, effectFor, neededFor } from '#engine/statistics/plan.ts'
import { ratioDifference } from '#engine/statistics/ratio.ts'
import {
  alphaFor,
  chanceToBeat,
  halfWidth,
  holm,
  intervalOf,
  lowerBound,
  rhoFor,
  sequenceP,
} from '#engine/statistics/sequence.ts'
import { isDecided, isShown, verdictOf } from '#engine/statistics/verdict.ts'
import { KINDS, simulate, type Kind } from '#tests/support/trials.ts'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { resultsOf, type Compared } from '#engine/statistics/results.ts'
import { makeRandom } from '#engine/tasks/random.ts'

const chance = (seed: number) => makeRandom(String(seed)).next

describe('distributions', () => {
  // From R 4.3: lgamma, pnorm, qnorm, pchisq(lower.tail = FALSE).
  it.each([
    ['lgamma(0.1)', () => lnGamma(0.1), 2.252712651734206],
    ['lgamma(1)', () => lnGamma(1), 0],
    ['lgamma(0.5)', () => lnGamma(0.5), 0.5723649429247001],
    ['lgamma(10)', () => lnGamma(10), 12.801827480081469],
    ['lgamma(100)', () => lnGamma(100), 359.1342053695754],
    ['pnorm(0)', () => normalCdf(0), 0.5],
    ['pnorm(1.96)', () => normalCdf(1.96), 0.9750021048517795],
    ['pnorm(-5)', () => normalCdf(-5), 2.866515718791939e-7],
    ['qnorm(0.975)', () => normalQuantile(0.975), 1.959963984540054],
    ['qnorm(0.001)', () => normalQuantile(0.001), -3.090232306167813],
    ['pchisq(3.841459, 1)', () => chiSquareTail(3.841458820694124, 1), 0.05],
    ['pchisq(10.82757, 1)', () => chiSquareTail(10.827566170662733, 1), 0.001],
    ['pchisq(5.991465, 2)', () => chiSquareTail(5.991464547107979, 2), 0.05],
    ['pchisq(0, 3)', () => chiSquareTail(0, 3), 1],
  ])('%s', (_name, value, expected) => {
    expect(value()).toBeCloseTo(
      expected,
      9 - Math.max(0, Math.floor(Math.log10(Math.abs(expected) || 1))),
    )
  })

  // From scipy 1.17: the roots of ncx2.cdf(x, 2, l) = 0.975 and 0.025.
  it.each([
    [4, 0, 14.262],
    [10, 0.8261, 24.9611],
    [25, 8.4629, 47.2602],
    [80, 47.897, 117.798],
    [400, 324.4932, 481.1921],
    [5000, 4725.6746, 5280.0085],
  ])('effects behind a chi-square statistic of %s', (x, low, high) => {
    const range = noncentralityRange(x, 2)
    // The normal approximation of large ones is good to a thousandth.
    const near = (value: number) => (x > 400 ? Math.abs(value) / 1000 : 1e-3)
    expect(Math.abs(range.low - low)).toBeLessThanOrEqual(near(low))
    expect(Math.abs(range.high - high)).toBeLessThanOrEqual(near(high))
  })

  it.each([0, 1, -0.2, Number.NaN])('has no quantile of %s', (p) => {
    expect(() => normalQuantile(p)).toThrow(RangeError)
  })
})

describe('shares of the arms', () => {
  it('sees three fifths in one of two halves among 500, before there are figures', () => {
    expect(nextMismatch(NO_MISMATCH, [300, 200], [0.5, 0.5]).alarm).toBe(true)
    expect(nextMismatch(NO_MISMATCH, [265, 235], [0.5, 0.5]).alarm).toBe(false)
  })

  it('knows the Bayes factor of a few people by hand', () => {
    // Beta(1000, 1000) prior, one person: both outcomes are as likely as planned.
    expect(lnBayesFactor([1, 0], [0.5, 0.5])).toBeCloseTo(0, 9)
    // Two of one arm: (1000 / 2000) (1001 / 2001), or (10 / 20) (11 / 21), instead of a quarter.
    expect(lnBayesFactor([2, 0], [0.5, 0.5])).toBeCloseTo(
      Math.log(((1000 * 1001) / (2000 * 2001) + (10 * 11) / (20 * 21)) / 2 / 0.25),
      9,
    )
  })

  it('stays accused once it is', () => {
    const accused = nextMismatch(NO_MISMATCH, [600, 200], [0.5, 0.5])
    expect(accused.alarm).toBe(true)
    const later = nextMismatch(accused, [60_000, 60_000], [0.5, 0.5])
    expect(later).toEqual(accused)
  })

  it('agrees with chisq.test of R', () => {
    expect(chiSquareP([510, 490], [0.5, 0.5])).toBeCloseTo(0.5270892568655381, 9)
    expect(chiSquareP([30, 50, 20], [0.3, 0.4, 0.3])).toBeCloseTo(Math.exp(-35 / 12), 9)
    expect(chiSquareP([0, 0], [0.5, 0.5])).toBe(1)
  })

  /** @returns after how many people it is accused; null if not within 20,000 */
  const accusedAfter = (share: number, seed: number): number | null => {
    const random = chance(seed)
    let first = 0
    let state = NO_MISMATCH
    for (let n = 1; n <= 20_000; n++) {
      if (random() < share) first += 1
      if (n % 20 !== 0) continue
      state = nextMismatch(state, [first, n - first], [0.5, 0.5])
      if (state.alarm) return n
    }
    return null
  }

  it('finds 52 to 48 within 20,000 people, and accuses next to no fair experiment', () => {
    const of = (share: number, from: number) =>
      Array.from({ length: 1_000 }, (_, i) => accusedAfter(share, from + i)).filter(
        (n) => n !== null,
      ).length
    expect(of(0.52, 1)).toBeGreaterThanOrEqual(900)
    expect(of(0.5, 50_001)).toBeLessThanOrEqual(4)
    expect(MISMATCH_ALPHA).toBe(0.001)
  }, 60_000)
})

const sums = (values: readonly number[]): Sums => ({
  n: values.length,
  sum: values.reduce((all, value) => all + value, 0),
  squares: values.reduce((all, value) => all + value ** 2, 0),
  events: values.filter((value) => value !== 0).length,
})

describe('the difference of two arms', () => {
  it('is the mean of the augmented values, computed person by person', () => {
    const random = chance(7)
    const people = Array.from({ length: 400 }, () => ({
      arm: random() < 0.3 ? 0 : random() < 0.5 ? 1 : 2,
      value: Math.floor(random() * 5),
    }))
    const probabilities = [0.3, 0.35, 0.35]
    let state = noPeople(3)
    const values: number[] = []
    const seen: number[][] = [[], [], []]
    for (let from = 0; from < people.length; from += 7) {
      const batch = people.slice(from, from + 7)
      const means = seen.map((all) => (all.length === 0 ? 0 : sums(all).sum / all.length))
      for (const { arm, value } of batch) {
        const correction = (which: number) =>
          arm === which ? (value - means[which]!) / probabilities[which]! : 0
        values.push(means[2]! - means[0]! + correction(2) - correction(0))
      }
      for (const { arm, value } of batch) seen[arm]!.push(value)
      const arms = [0, 1, 2].map((which) =>
        sums(batch.filter(({ arm }) => arm === which).map(({ value }) => value)),
      )
      state = addBatch(state, { arms, probabilities })
    }
    const { sum, squares } = sums(values)
    const mean = sum / values.length
    expect(differenceOf(state, 2).estimate).toBeCloseTo(mean, 9)
    expect(differenceOf(state, 2).spread).toBeCloseTo(
      Math.sqrt(squares / values.length - mean ** 2),
      9,
    )
    expect(state.n).toBe(400)
    expect(state.arms.map(({ n }) => n)).toEqual(seen.map((all) => all.length))
  })

  it('doubles its first batches, then takes 64 people each', () => {
    const sizes = new Map<number, number>()
    for (let ordinal = 0; ordinal < 63 + 64 * 3; ordinal++)
      sizes.set(batchOf(ordinal), (sizes.get(batchOf(ordinal)) ?? 0) + 1)
    expect([...sizes.values()]).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
    expect([...sizes.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is nothing before the first person, and has no spread where nobody differs', () => {
    expect(differenceOf(noPeople(2), 1)).toEqual({ n: 0, estimate: 0, spread: 0 })
    const alike = { arms: [sums([0, 0]), sums([0, 0])], probabilities: [0.5, 0.5] }
    expect(differenceOf(addBatch(noPeople(2), alike), 1)).toEqual({ n: 4, estimate: 0, spread: 0 })
  })

  it.each([
    [
      'a batch of too few arms',
      () => addBatch(noPeople(3), { arms: [sums([1])], probabilities: [1] }),
    ],
    ['an arm that there is not', () => differenceOf(noPeople(2), 2)],
    ['the control against itself', () => differenceOf(noPeople(2), 0)],
  ])('refuses %s', (_name, make) => {
    expect(make).toThrow(RangeError)
  })

  it('of ratios has the spread of the delta method', () => {
    const arm = (pairs: readonly (readonly [number, number])[]) => ({
      n: pairs.length,
      top: pairs.reduce((all, [x]) => all + x, 0),
      below: pairs.reduce((all, [, z]) => all + z, 0),
      topSquares: pairs.reduce((all, [x]) => all + x ** 2, 0),
      belowSquares: pairs.reduce((all, [, z]) => all + z ** 2, 0),
      products: pairs.reduce((all, [x, z]) => all + x * z, 0),
      events: pairs.filter(([x]) => x !== 0).length,
    })
    const control = arm([
      [1, 2],
      [0, 1],
      [3, 4],
      [1, 1],
    ])
    const other = arm([
      [2, 2],
      [1, 3],
      [4, 4],
      [0, 2],
    ])
    const { estimate, spread, n } = ratioDifference([control, other], 1, [0.5, 0.5])
    expect(estimate).toBeCloseTo(7 / 11 - 5 / 8, 12)
    // The residuals by hand, divided by the mean denominator and the probability.
    const rest = (pairs: number[][], ratio: number, mean: number) =>
      pairs.reduce((all, [x, z]) => all + ((x! - ratio * z!) / mean / 0.5) ** 2, 0)
    const variance =
      (rest(
        [
          [1, 2],
          [0, 1],
          [3, 4],
          [1, 1],
        ],
        5 / 8,
        2,
      ) +
        rest(
          [
            [2, 2],
            [1, 3],
            [4, 4],
            [0, 2],
          ],
          7 / 11,
          11 / 4,
        )) /
      8
    expect(spread).toBeCloseTo(Math.sqrt(variance), 12)
    expect(n).toBe(8)
  })
})

describe('the sequence', () => {
  const plan = { alpha: 0.05, planned: 10_000 }

  it('has the width that the formula of the paper gives', () => {
    const rho = Math.sqrt((-2 * Math.log(0.05) + Math.log(-2 * Math.log(0.05) + 1)) / 10_000)
    expect(rhoFor(plan)).toBeCloseTo(rho, 12)
    const n = 5_000
    const expected =
      2 *
      Math.sqrt(
        ((2 * (n * rho ** 2 + 1)) / (n ** 2 * rho ** 2)) *
          Math.log(Math.sqrt(n * rho ** 2 + 1) / 0.05),
      )
    expect(halfWidth(n, 2, plan)).toBeCloseTo(expected, 12)
  })

  it('is endless before the first person and narrows with each', () => {
    expect(halfWidth(0, 1, plan)).toBe(Infinity)
    expect(lowerBound({ n: 0, estimate: 0, spread: 0 }, plan)).toBe(-Infinity)
    const widths = [10, 100, 1_000, 10_000, 100_000].map((n) => halfWidth(n, 1, plan))
    expect(widths).toEqual([...widths].sort((a, b) => b - a))
  })

  it('leaves out nought exactly when its p-value is below alpha', () => {
    const at = (estimate: number): Difference => ({ n: 10_000, estimate, spread: 1 })
    const edge = halfWidth(10_000, 1, plan)
    expect(sequenceP(at(edge), plan)).toBeCloseTo(0.05, 9)
    expect(sequenceP(at(edge * 1.01), plan)).toBeLessThan(0.05)
    expect(sequenceP(at(edge * 0.99), plan)).toBeGreaterThan(0.05)
    expect(sequenceP({ n: 0, estimate: 0, spread: 0 }, plan)).toBe(1)
  })

  it('of one direction is that of Waudby-Smith et al.', () => {
    const rho = rhoFor(plan)
    const n = 4321
    const grown = n * rho ** 2 + 1
    const half = Math.sqrt(
      ((2 * grown) / (n ** 2 * rho ** 2)) * Math.log(1 + Math.sqrt(grown) / (2 * plan.alpha)),
    )
    expect(lowerBound({ n, estimate: 0.2, spread: 0.7 }, plan)).toBeCloseTo(0.2 - 0.7 * half, 12)
  })

  it('asks less of one direction than of two', () => {
    const seen = { n: 10_000, estimate: 0.05, spread: 1 }
    expect(lowerBound(seen, plan)).toBeGreaterThan(intervalOf(seen, plan).low)
  })

  it('splits alpha between the arms beside the control', () => {
    expect([2, 3, 4].map((arms) => alphaFor(0.06, arms))).toEqual([0.06, 0.03, 0.02])
  })

  it('says the chance to beat the control', () => {
    expect(chanceToBeat({ n: 0, estimate: 0, spread: 0 })).toBe(0.5)
    expect(chanceToBeat({ n: 100, estimate: 0.196, spread: 1 })).toBeCloseTo(0.975, 3)
  })

  it.each([
    [[], []],
    [[0.04], [0.04]],
    [
      [0.01, 0.04, 0.03],
      [0.03, 0.06, 0.06],
    ],
    [
      [0.5, 0.9],
      [1, 1],
    ],
    [
      [0.02, 0.02],
      [0.04, 0.04],
    ],
  ])('corrects %j to %j', (ps, expected) => {
    holm(ps).forEach((p, at) => expect(p).toBeCloseTo(expected[at]!, 12))
  })
})

describe('the results of several metrics', () => {
  const metric = (id: string, goal: 'more' | 'less' = 'more'): MetricDocument => ({
    kind: 'metric',
    id,
    v: 1,
    title: id,
    source: 'test',
    name: id,
    goal,
    windowDays: 7,
    measure: { as: 'proportion', of: { fact: 'signed-up' } },
  })
  const METRICS = ['primary', 'one', 'two', 'three']
    .map((id) => metric(id))
    .concat(metric('errors', 'less'))
  const documents = new Map(METRICS.map((each) => [each.id, each]))
  const experiment = (arms: readonly string[]) =>
    ({
      arms: arms.map((id) => ({ id, weight: 1 / arms.length, overlays: [] })),
      metrics: { primary: 'primary', further: ['one', 'two', 'three'], guardrails: ['errors'] },
      smallestEffect: 0.03,
    }) as unknown as ExperimentDocument
  const PLANNED = 10_000
  /** An arm that differs by so many of its own standard errors. */
  const compared = (arm: string, errors: number, shown = true): Compared => ({
    arm,
    n: PLANNED,
    value: 0.5,
    control: 0.5,
    shown,
    difference: { n: PLANNED, estimate: errors / 100, spread: 1 },
  })
  const said = (arms: readonly string[], rows: Readonly<Record<string, readonly Compared[]>>) =>
    new Map(
      resultsOf(experiment(arms), documents, new Map(Object.entries(rows)), PLANNED).map((row) => [
        `${row.id} ${row.arm}`,
        row,
      ]),
    )
  /** How many standard errors leave out zero at the planned number of people. */
  const enough = (alpha: number) =>
    halfWidth(PLANNED, 1, { alpha, planned: PLANNED }) * Math.sqrt(PLANNED)

  it('correct the first further one to be shown by all that there are', () => {
    const alone = enough(0.05) + 0.05
    const rows = {
      primary: [compared('b', 0)],
      one: [compared('b', alone)],
      two: [compared('b', 9, false)],
      three: [compared('b', 9, false)],
    }
    const { verdict, low } = said(['a', 'b'], rows).get('one b')!
    expect(low).toBeGreaterThan(0)
    expect(verdict).toBe('open')
    const sure = said(['a', 'b'], { ...rows, one: [compared('b', enough(0.05) + 2)] })
    expect(sure.get('one b')!.verdict).toBe('better')
    expect(sure.get('two b')).toMatchObject({ verdict: 'open', estimate: null, chance: null })
  })

  it('divide alpha between the arms beside the control', () => {
    const width = (arms: readonly string[]) => {
      const { low, high } = said(arms, { primary: [compared('b', 0)] }).get('primary b')!
      return high! - low!
    }
    expect(width(['a', 'b', 'c'])).toBeGreaterThan(width(['a', 'b']))
    const plan = { alpha: 0.025, planned: PLANNED }
    expect(width(['a', 'b', 'c'])).toBeCloseTo(2 * halfWidth(PLANNED, 1, plan), 12)
  })

  it('see harm in more of what should be less, and in a guardrail alone', () => {
    const worse = enough(0.05) + 0.1
    const found = said(['a', 'b'], {
      primary: [compared('b', -worse)],
      errors: [compared('b', worse)],
    })
    expect(found.get('errors b')).toMatchObject({ verdict: 'worse', harmed: true })
    expect(found.get('primary b')).toMatchObject({ verdict: 'worse', harmed: false })
    const better = said(['a', 'b'], { errors: [compared('b', -worse)] })
    expect(better.get('errors b')).toMatchObject({ verdict: 'better', harmed: false })
    const early = said(['a', 'b'], { errors: [compared('b', worse, false)] })
    expect(early.get('errors b')!.harmed).toBe(false)
  })
})

describe('what may be said', () => {
  const many = { n: 200, events: 20 }
  it.each([
    ['enough of both', [many, many], 1, true],
    ['too few people', [many, { n: 199, events: 20 }], 1, false],
    ['too few events', [{ n: 500, events: 19 }, many], 1, false],
    ['nobody differs', [many, many], 0, false],
  ])('%s', (_name, arms, spread, expected) => {
    expect(isShown(arms, { spread })).toBe(expected)
  })

  it.each([
    [0.01, 0.05, 'more', 'better'],
    [0.01, 0.05, 'less', 'worse'],
    [-0.05, -0.01, 'more', 'worse'],
    [-0.05, -0.01, 'less', 'better'],
    [-0.01, 0.01, 'more', 'same'],
    [-0.01, 0.02, 'more', 'open'],
    [0, 0.5, 'more', 'open'],
  ] as const)('%s to %s, %s is good: %s', (low, high, goal, expected) => {
    expect(verdictOf({ low, high }, goal, 0.02)).toBe(expected)
    expect(isDecided(expected)).toBe(expected !== 'open')
  })

  it('takes no interval for the same where no smallest effect was declared', () => {
    expect(verdictOf({ low: -1e-9, high: 1e-9 }, 'more')).toBe('open')
  })
})

describe('the planner', () => {
  it('computes the crossing as simulations do', () => {
    // Without an effect the boundary is ever crossed in less than 5 of 100.
    expect(crossing(0, 0.05)).toBeLessThan(0.05)
    expect(crossing(driftFor(0.05, 0.8), 0.05)).toBeCloseTo(0.8, 3)
  })

  it('asks for less than twice the people of a test with one look', () => {
    const needed = neededFor({
      spread: 0.5,
      effect: 0.05,
      weights: [0.5, 0.5],
      alpha: 0.05,
      power: 0.8,
      perDay: 100,
    })
    // 2 x 1,570 people: the textbook's number.
    expect(needed.fixed).toBe(3_140)
    expect(needed.people / needed.fixed).toBeGreaterThan(1.6)
    expect(needed.people / needed.fixed).toBeLessThan(1.85)
    expect(needed.days).toBe(Math.ceil(needed.people / 100))
    const effect = effectFor(needed.people, {
      spread: 0.5,
      weights: [0.5, 0.5],
      alpha: 0.05,
      power: 0.8,
    })
    expect(effect).toBeCloseTo(0.05, 4)
  })

  it('never ends where nobody comes', () => {
    const input = { spread: 1, weights: [0.5, 0.5], alpha: 0.05, power: 0.8 }
    expect(neededFor({ ...input, effect: 0.1, perDay: 0 }).days).toBe(Infinity)
    expect(effectFor(0, input)).toBe(Infinity)
  })
})

describe('2,000 simulated experiments without an effect, looked at 50 times', () => {
  it.each(Object.entries(KINDS) as [Kind, (typeof KINDS)[Kind]][])(
    '%s: at most 5 % false alarms, and the truth is inside at every look',
    (kind) => {
      const { alarms, fixedAlarms, missed } = simulate(kind, { runs: 2_000, effect: 0, seed: 11 })
      expect(alarms).toBeLessThanOrEqual(0.05)
      expect(missed).toBeLessThanOrEqual(0.05)
      // Looking at a fixed test 50 times accuses a quarter to a third: the reason for all this.
      expect(fixedAlarms).toBeGreaterThan(0.25)
      expect(fixedAlarms).toBeLessThan(0.35)
    },
    120_000,
  )
})

describe('simulated experiments with the planned effect', () => {
  it.each(
    (Object.keys(KINDS) as Kind[]).flatMap((kind) => [
      [kind, 'the planned number of people', undefined, 1_000] as const,
      // The theory says 82, and what is learnt from so few people costs one: of fewer runs chance
      // would decide. 40,000 runs find 80.7 to 81.6 of 100.
      [kind, '1.75 times the people of a test with one look', 1.75, 5_000] as const,
    ]),
  )(
    '%s: found in 80 of 100 with %s',
    (kind, _people, stretch, runs) => {
      const { found, missed } = simulate(kind, {
        runs,
        effect: 1,
        seed: 23,
        ...(stretch !== undefined && { stretch }),
      })
      expect(found).toBeGreaterThanOrEqual(0.8)
      expect(missed).toBeLessThanOrEqual(0.05)
    },
    120_000,
  )
})
