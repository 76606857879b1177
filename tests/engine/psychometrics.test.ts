/** The statistics of instruments, beside R's (tests/data/psychometrics/reference.R made the numbers). */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circleFit, circleOf } from '#engine/psychometrics/circle.ts'
import { groupDifference, type Cell } from '#engine/psychometrics/difference.ts'
import {
  itemRest,
  meanOf,
  medianOf,
  shareOf,
  spreadIn,
  spreadOf,
} from '#engine/psychometrics/items.ts'
import {
  correlations,
  covariances,
  momentsOf,
  together,
  total,
  type Estimate,
} from '#engine/psychometrics/moments.ts'
import { randomness } from '../support/simulated.ts'
import { normAt } from '#engine/psychometrics/norms.ts'
import { alphaOf, errorOf, omegaOf, oneFactor } from '#engine/psychometrics/reliability.ts'
import { madeUp } from '#tests/support/answered.ts'

const R = JSON.parse(
  readFileSync(new URL('../data/psychometrics/reference.json', import.meta.url), 'utf8'),
) as Record<string, number[]> & { dif: number[][] }
const people = madeUp()
const scale = momentsOf(people.scale)

/** Equal to three decimals. */
const near = (theirs: readonly number[] = []): unknown[] =>
  theirs.map((each) => expect.closeTo(each, 3) as unknown)

describe('statistics of a scale', () => {
  it('has the means, spreads and item-rest correlations of R', () => {
    expect(people.scale[0]!.map((_, at) => meanOf(scale, at).value)).toEqual(near(R['mean']))
    expect(people.scale[0]!.map((_, at) => spreadOf(scale, at))).toEqual(near(R['sd']))
    const rest = itemRest(scale)
    expect(rest.map((each) => each!.value)).toEqual(near(R['psychRest']))
    expect([rest[0]!.low, rest[0]!.high]).toEqual(near(R['restInterval']))
    const share = shareOf(37, 400)
    expect([share.low, share.high]).toEqual(near(R['share']))
  })

  it('has the alpha, its interval, the omega and the standard error of R', () => {
    const alpha = alphaOf(scale)!
    expect([alpha.value, alpha.low, alpha.high]).toEqual(near(R['alpha']))
    expect([errorOf(Math.sqrt(total(covariances(scale))), alpha).value]).toEqual(near(R['sem']))
    expect(oneFactor(correlations(covariances(scale)))!).toEqual(near(R['loadings']))
    expect([omegaOf(scale)!.value]).toEqual(near(R['omega']))
  })

  it('has the alpha of assessments.md, section 0', () => {
    const worked = momentsOf([
      [4, 5, 4, 4],
      [2, 1, 2, 3],
      [3, 3, 4, 3],
      [5, 5, 4, 5],
      [1, 2, 1, 2],
    ])
    expect(alphaOf(worked)!.value).toBeCloseTo(0.9499, 4)
  })

  it('is nothing where nobody differs, and for a single question', () => {
    const equal = momentsOf([
      [3, 3, 3],
      [3, 3, 3],
      [3, 3, 3],
    ])
    expect([alphaOf(equal), omegaOf(equal), ...itemRest(equal)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect(alphaOf(momentsOf([[1], [2], [3]]))).toBeNull()
  })

  it('has the circular order of R', () => {
    const { fit, p } = circleFit(correlations(covariances(momentsOf(people.types))))
    expect([fit, p]).toEqual(near(R['circle']))
  })

  it('doubts a circle whose order is mixed up', () => {
    const mixed = people.types.map((row) => [0, 3, 1, 4, 2, 5].map((at) => row[at]!))
    const { fit, p } = circleFit(correlations(covariances(momentsOf(mixed))))
    expect(fit).toBeLessThan(0.2)
    expect(p).toBeGreaterThan(0.05)
  })

  const NAMES = ['near', 'next', 'opposite'] as const
  const circleIn = (rows: readonly (readonly number[])[]) =>
    circleOf(correlations(covariances(momentsOf(rows))), rows.length)

  it('has mean correlations that fall with the distance, with the intervals of a jackknife', () => {
    const { types } = people
    const circle = circleIn(types)
    expect(circle.near.low).toBeGreaterThan(circle.next.high)
    expect(circle.next.low).toBeGreaterThan(circle.opposite.high)
    const all = momentsOf(types)
    const without = types.map((row) => {
      const own = momentsOf([row])
      return circleOf(
        correlations(
          covariances({
            n: all.n - 1,
            sums: all.sums.map((sum, at) => sum - own.sums[at]!),
            products: all.products.map((each, a) =>
              each.map((sum, b) => sum - own.products[a]![b]!),
            ),
          }),
        ),
        all.n - 1,
      )
    })
    for (const name of NAMES) {
      const values = without.map((each) => each[name].value)
      const mean = values.reduce((sum, value) => sum + value, 0) / all.n
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      const half = 1.96 * Math.sqrt(((all.n - 1) / all.n) * squares)
      const { value, low, high } = circle[name]
      expect((high - value) / half).toBeGreaterThan(0.85)
      expect((value - low) / half).toBeLessThan(1.15)
    }
  })

  it('has intervals that hold the true correlations in 95 of 100 samples of 200 people', () => {
    const truth = circleIn(madeUp(40_000, 1).types)
    const samples = 200
    const many = madeUp(200 * samples, 3).types
    const held = NAMES.map(() => 0)
    for (let at = 0; at < samples; at++) {
      const circle = circleIn(many.slice(200 * at, 200 * (at + 1)))
      NAMES.forEach((name, index) => {
        const { low, high } = circle[name]
        if (low <= truth[name].value && truth[name].value <= high) held[index]!++
      })
    }
    for (const count of held) expect(count / samples).toBeGreaterThan(0.91)
  })
})

describe('differences between groups', () => {
  /** People with the same score and group. */
  function cellsOf(item: number): Cell[] {
    const cells = new Map<string, { score: number; group: 0 | 1; yes: number; no: number }>()
    people.right.forEach((row, person) => {
      const group = people.group[person]!
      const score = row.reduce((sum, each) => sum + each, 0)
      const cell = cells.get(`${score}/${group}`) ?? { score, group, yes: 0, no: 0 }
      if (row[item] === 1) cell.yes++
      else cell.no++
      cells.set(`${score}/${group}`, cell)
    })
    return [...cells.values()]
  }

  it('are those of glm in R, by likelihood ratio and Nagelkerke', () => {
    R.dif.forEach((theirs, item) => {
      const { uniform, uniformP, both, bothP, share, effect, error } = groupDifference(
        cellsOf(item),
      )!
      expect([uniform, uniformP, both, bothP, share, effect, error]).toEqual(near(theirs))
    })
  })

  it('explain a share of the answers that has an interval around it', () => {
    for (let item = 0; item < R.dif.length; item++) {
      const { share, explained, bothP } = groupDifference(cellsOf(item))!
      expect(explained.value).toBe(share)
      expect(explained.low).toBeLessThanOrEqual(share)
      expect(explained.high).toBeGreaterThan(share)
      // A difference that may be none explains nothing, at the low end.
      expect(explained.low > 0, `question ${item + 1}`).toBe(bothP < 0.025)
    }
  })

  it('are told where they were put, and nowhere else', () => {
    const sizes = people.right[0]!.map((_, item) => groupDifference(cellsOf(item))!.size)
    expect(sizes.map((size, at) => (size === 'none' ? -1 : at)).filter((at) => at >= 0)).toEqual([
      3,
    ])
  })

  it('are nothing where score or group part the answers completely', () => {
    const parted = [0, 1, 2, 3].flatMap((score) =>
      ([0, 1] as const).map((group) => ({
        score,
        group,
        yes: score > 1 ? 20 : 0,
        no: score > 1 ? 0 : 20,
      })),
    )
    expect(groupDifference(parted)).toBeNull()
  })
})

describe('laws', () => {
  const rows = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 4 }), {
    minLength: 5,
    maxLength: 40,
  })

  it('sums of two groups of people are the sums of all', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        expect(together(momentsOf(a), momentsOf(b))).toEqual(momentsOf([...a, ...b]))
      }),
    )
  })

  it('an interval holds its figure, and alpha doesn’t depend on the direction of the scale', () => {
    const holds = (each: Estimate | null) =>
      each === null || (each.low <= each.value + 1e-9 && each.value <= each.high + 1e-9)
    fc.assert(
      fc.property(rows, (answers) => {
        const moments = momentsOf(answers)
        const mirrored = momentsOf(answers.map((row) => row.map((value) => 6 - value)))
        const alpha = alphaOf(moments)
        expect(
          [alpha, omegaOf(moments), ...itemRest(moments), meanOf(moments, 0)].every(holds),
        ).toBe(true)
        expect(Math.abs((alphaOf(mirrored)?.value ?? 0) - (alpha?.value ?? 0))).toBeLessThan(1e-8)
      }),
    )
  })

  it('the spread of a histogram is that of the people', () => {
    fc.assert(
      fc.property(rows, (answers) => {
        const first = answers.map(([value = 0]) => value)
        const counts = [...new Set(first)].map(
          (value) => [value, first.filter((each) => each === value).length] as const,
        )
        const spread = spreadIn(counts)
        expect(spread.value).toBeCloseTo(spreadOf(momentsOf(answers), 0), 8)
        expect(spread.low).toBeLessThanOrEqual(spread.value)
        expect(spread.high).toBeGreaterThanOrEqual(spread.value)
      }),
    )
  })

  it('the intervals of spread, median and norms hold the true figure in 95 of 100 samples', () => {
    const random = randomness(11)
    // Lopsided answers from 1 to 5: the true figures follow from the shares.
    const shares = [0.05, 0.1, 0.2, 0.4, 0.25]
    const mean = shares.reduce((sum, share, at) => sum + share * (at + 1), 0)
    const truth = {
      spread: Math.sqrt(shares.reduce((sum, share, at) => sum + share * (at + 1 - mean) ** 2, 0)),
      // Minutes are exponential with a mean of 8.
      median: 8 * Math.LN2,
      norm: 4,
    }
    const held = { spread: 0, median: 0, norm: 0 }
    const SAMPLES = 1500
    for (let sample = 0; sample < SAMPLES; sample++) {
      const values = new Map<number, number>()
      const minutes = new Map<number, number>()
      for (let person = 0; person < 80; person++) {
        let at = 0
        for (let left = random(); at < 4 && left > shares[at]!; at++) left -= shares[at]!
        values.set(at + 1, (values.get(at + 1) ?? 0) + 1)
        const tenth = Math.floor(-80 * Math.log(1 - random()))
        minutes.set(tenth, (minutes.get(tenth) ?? 0) + 1)
      }
      const within = (name: keyof typeof held, { low, high }: Estimate) => {
        if (low <= truth[name] && truth[name] <= high) held[name]++
      }
      within('spread', spreadIn([...values]))
      within(
        'median',
        medianOf(minutes, (tenth) => tenth / 10),
      )
      // 35 of 100 have 3 or less, 75 have 4 or less.
      within(
        'norm',
        normAt(
          0.5,
          [...values].toSorted(([a], [b]) => a - b),
        ),
      )
    }
    expect(held.spread / SAMPLES).toBeGreaterThan(0.92)
    expect(held.spread / SAMPLES).toBeLessThan(0.98)
    expect(held.median / SAMPLES).toBeGreaterThan(0.92)
    expect(held.median / SAMPLES).toBeLessThan(0.98)
    expect(held.norm / SAMPLES).toBeGreaterThan(0.95)
  })

  it('half of the people are below the median of a histogram', () => {
    expect(medianOf(new Map([[2, 10]]), (bin) => bin).value).toBe(2.5)
    const counts = new Map([
      [3, 6],
      [1, 2],
      [2, 2],
    ])
    expect(medianOf(counts, (bin) => bin * 10).value).toBeCloseTo(30 + 10 / 6, 10)
    expect(medianOf(new Map(), (bin) => bin).value).toBeNaN()
  })
})
