/** How close a career is: Pearson over six types, with three words for it and the reason. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  closenessOf,
  correlate,
  errorOfMatch,
  explainMatch,
  levelOf,
  topTypes,
  type Six,
} from '#engine/scoring/match.ts'
import { HEXAGON, isTooEven, type Letter } from '#engine/scoring/scoring.ts'
import { catalog } from '#tests/support/documents.ts'
import { randomness } from '#tests/support/simulated.ts'

/** The values in the shipped key. */
const KEY = catalog.get('scoring', 'holland_code')!
const CUTS = KEY.careers!

const six = (...values: number[]): Six =>
  Object.fromEntries(HEXAGON.map((letter, index) => [letter, values[index]!])) as Six
const RUNS = { seed: 5, numRuns: 2000 }
const sums = fc
  .array(fc.integer({ min: 0, max: 40 }), { minLength: 6, maxLength: 6 })
  .map((values) => six(...values))
const shares = fc
  .array(fc.double({ min: 1, max: 7, noNaN: true }), { minLength: 6, maxLength: 6 })
  .map((values) => six(...values))
const spread = (profile: Six) =>
  Math.max(...Object.values(profile)) - Math.min(...Object.values(profile))

describe('the worked example', () => {
  const person = six(40, 30, 10, 0, 20, 30)
  it.each([
    ['A', six(6.5, 3, 1.5, 1.2, 2.5, 4), 0.907, 'strong'],
    ['B', six(1.5, 3, 5, 6.5, 4, 2), -0.983, 'low'],
    ['C', six(4, 6.7, 2, 2.5, 2, 3.5), 0.589, 'fair'],
  ] as const)('job %s', (_name, job, r, level) => {
    expect(correlate(person, job)).toBeCloseTo(r, 3)
    expect(levelOf(correlate(person, job)!, CUTS)).toBe(level)
  })
})

describe('the correlation', () => {
  it('is 1 with itself and -1 with its opposite', () => {
    const person = six(40, 30, 10, 0, 20, 30)
    expect(correlate(person, person)).toBeCloseTo(1, 12)
    expect(correlate(person, six(0, 10, 30, 40, 20, 10))).toBeCloseTo(-1, 12)
  })

  it('is the same in both directions', () => {
    fc.assert(
      fc.property(sums, shares, (a, b) => {
        expect(correlate(a, b)).toBe(correlate(b, a))
      }),
      RUNS,
    )
  })

  it('never leaves the range -1 to 1', () => {
    fc.assert(
      fc.property(fc.oneof(sums, shares), fc.oneof(sums, shares), (a, b) => {
        const r = correlate(a, b)
        if (r === null) return
        expect(r).toBeGreaterThanOrEqual(-1)
        expect(r).toBeLessThanOrEqual(1)
      }),
      RUNS,
    )
  })

  it('is 1 with anything that rises and falls alike, despite rounding', () => {
    fc.assert(
      fc.property(
        shares.filter((profile) => spread(profile) > 0.01),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (a, times) => {
          const r = correlate(a, six(...HEXAGON.map((letter) => a[letter] * times)))!
          expect(r).toBeLessThanOrEqual(1)
          expect(r).toBeCloseTo(1, 9)
        },
      ),
      RUNS,
    )
  })

  it('doesn’t depend on the mean or the spread of a user’s answers', () => {
    const wide = shares.filter((profile) => spread(profile) > 0.1)
    fc.assert(
      fc.property(
        sums.filter((profile) => spread(profile) > 0),
        wide,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -20, max: 20 }),
        (a, b, times, more) => {
          const moved = six(...HEXAGON.map((letter) => a[letter] * times + more))
          expect(correlate(moved, b)).toBeCloseTo(correlate(a, b)!, 9)
        },
      ),
      RUNS,
    )
  })

  it('doesn’t exist if either side is flat, at whatever level', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 40, noNaN: true }), sums, (height, other) => {
        const flat = six(...HEXAGON.map(() => height))
        expect(correlate(flat, other)).toBeNull()
        expect(correlate(other, flat)).toBeNull()
      }),
      RUNS,
    )
  })
})

describe('the level', () => {
  it.each([
    [1, 'strong'],
    [CUTS.strong, 'strong'],
    [CUTS.strong - 1e-9, 'fair'],
    [CUTS.fair, 'fair'],
    [CUTS.fair - 1e-9, 'low'],
    [0, 'low'],
    [-1, 'low'],
  ])('of %d is %s', (r, level) => expect(levelOf(r, CUTS)).toBe(level))

  it('has the limits of the design', () =>
    expect(CUTS).toMatchObject({ strong: 0.729, fair: 0.347 }))
})

describe('what is said of a match', () => {
  it.each([
    // Exact scores: the limits themselves.
    [CUTS.strong, 0, 'strong'],
    [CUTS.strong - 1e-9, 0, 'fair'],
    [CUTS.fair - 1e-9, 0, 'low'],
    // 1.96 standard errors from a limit, and a little nearer.
    [CUTS.strong + 0.0981, 0.05, 'strong'],
    [CUTS.strong + 0.0979, 0.05, 'fair-strong'],
    [CUTS.strong - 0.0979, 0.05, 'fair-strong'],
    [CUTS.strong - 0.0981, 0.05, 'fair'],
    [CUTS.fair + 0.0979, 0.05, 'low-fair'],
    [CUTS.fair - 0.0979, 0.05, 'low-fair'],
    [CUTS.fair - 0.0981, 0.05, 'low'],
    // Any of the three.
    [0.6, 0.5, 'fair-strong'],
    [0.5, 0.5, 'low-fair'],
  ])('with r %d and an error of %d is %s', (r, error, said) =>
    expect(closenessOf(r, error, CUTS)).toBe(said),
  )

  const noise = (random: () => number) =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const answeredAgain = (person: Six, errors: Six, random: () => number): Six =>
    six(...HEXAGON.map((letter) => person[letter] + errors[letter] * noise(random)))
  const ERRORS = six(2, 3, 2.5, 1.5, 3, 2)

  it('comes from an error that repeated answering shows', () => {
    const random = randomness(3)
    const career = six(6.5, 3, 1.5, 1.2, 2.5, 4)
    for (const person of [six(34, 30, 10, 6, 20, 24), six(20, 30, 24, 10, 8, 30)]) {
      const rs = Array.from({ length: 4000 }, () =>
        correlate(answeredAgain(person, ERRORS, random), career)!,
      )
      const mean = rs.reduce((sum, r) => sum + r, 0) / rs.length
      const seen = Math.sqrt(rs.reduce((sum, r) => sum + (r - mean) ** 2, 0) / rs.length)
      const ratio = errorOfMatch(person, career, ERRORS) / seen
      expect([ratio > 0.85, ratio < 1.15], `ratio ${ratio}`).toEqual([true, true])
    }
    expect(errorOfMatch(six(1, 1, 1, 1, 1, 1), career, ERRORS)).toBe(0)
  })

  it('is “strong” only where the true scores say so too, unlike the limits alone', () => {
    const random = randomness(8)
    const any = (low: number, high: number) =>
      six(...HEXAGON.map(() => low + random() * (high - low)))
    const wrong = { said: 0, level: 0 }
    const strong = { said: 0, level: 0 }
    for (let at = 0; at < 6000; at++) {
      const [truth, career] = [any(4, 36), any(1, 7)]
      const seen = answeredAgain(truth, ERRORS, random)
      const [r, meant] = [correlate(seen, career)!, levelOf(correlate(truth, career)!, CUTS)]
      for (const [which, word] of [
        ['said', closenessOf(r, errorOfMatch(seen, career, ERRORS), CUTS)],
        ['level', levelOf(r, CUTS)],
      ] as const) {
        if (word !== 'strong') continue
        strong[which]++
        if (meant !== 'strong') wrong[which]++
      }
    }
    expect(strong.said).toBeGreaterThan(100)
    expect(wrong.said / strong.said).toBeLessThan(0.05)
    expect(wrong.level / strong.level).toBeGreaterThan(0.1)
  })
})

describe('a profile', () => {
  it.each([
    [40, 0, true],
    [40, 3, true],
    [40, 4, false],
    [40, 40, false],
    [30, 2, true],
    [30, 3, false],
  ])('of sums up to %i with a range of %i is too flat: %s', (highest, range, expected) => {
    expect(isTooEven(range, { lowest: 0, highest }, 10)).toBe(expected)
  })

  it('ranks its top types highest, with ties in the hexagon’s order', () => {
    expect(topTypes(six(40, 30, 10, 0, 20, 30), 3)).toEqual(['R', 'I', 'C'])
    expect(topTypes(six(20, 20, 20, 20, 20, 20), 2)).toEqual(['R', 'I'])
    expect(topTypes(six(0, 0, 0, 0, 1, 2), 6)).toEqual(['C', 'E', 'R', 'I', 'A', 'S'])
  })
})

describe('why a career fits', () => {
  const person = six(40, 30, 10, 0, 20, 30)

  it.each<[string, Six, { shared: Letter[]; more: Letter | null; less: Letter | null }]>([
    [
      'shares everything with its like',
      six(7, 5.5, 2.5, 1, 4, 5.5),
      { shared: ['R', 'I', 'C'], more: null, less: null },
    ],
    [
      'shares two, in the person’s order; more of one of them is no reason against it',
      six(5, 7, 3, 2, 1, 2),
      { shared: ['R', 'I'], more: null, less: 'C' },
    ],
    [
      'shares nothing with its opposite',
      six(1, 2.5, 5.5, 7, 4, 2.5),
      { shared: [], more: 'S', less: 'R' },
    ],
  ])('%s', (_what, career, expected) => {
    expect(explainMatch(person, career, CUTS, topTypes(person, 3))).toEqual(expected)
  })

  it('is based on facts: shared types are high on both sides, and differences go the stated way', () => {
    fc.assert(
      fc.property(sums, shares, (a, b) => {
        const { shared, more, less } = explainMatch(a, b, CUTS, topTypes(a, 3))
        const [mine, theirs] = [topTypes(a, 3), topTypes(b, 3)]
        for (const letter of shared)
          expect(mine.includes(letter) && theirs.includes(letter)).toBe(true)
        expect(shared).toEqual(mine.filter((letter) => shared.includes(letter)))
        expect(more === null || theirs.includes(more)).toBe(true)
        expect(less === null || mine.includes(less)).toBe(true)
        expect(more === null || more !== less).toBe(true)
        for (const each of [more, less])
          expect(each !== null && shared.includes(each), `${shared.join('')} and ${each}`).toBe(
            false,
          )
      }),
      RUNS,
    )
  })

  it('says “high” only of what the report names', () => {
    const career = six(7, 6, 2, 2, 1, 2)
    expect(explainMatch(person, career, CUTS, ['R']).shared).toEqual(['R'])
    expect(explainMatch(person, six(1, 2.5, 5.5, 7, 4, 2.5), CUTS, []).less).toBeNull()
  })

  it('gives no reason for a flat career', () => {
    expect(explainMatch(person, six(3, 3, 3, 3, 3, 3), CUTS, topTypes(person, 3))).toMatchObject({
      shared: [],
    })
  })
})
