/** The statistics of instruments, beside R's (tests/data/psychometrics/reference.R made the numbers). */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { circleFit } from '#engine/psychometrics/circle.ts'
import { groupDifference, type Cell } from '#engine/psychometrics/difference.ts'
import { itemRest, meanOf, medianOf, shareOf, spreadOf } from '#engine/psychometrics/items.ts'
import {
  correlations,
  covariances,
  momentsOf,
  together,
  total,
  type Estimate,
} from '#engine/psychometrics/moments.ts'
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

  it('half of the people are below the median of a histogram', () => {
    expect(medianOf(new Map([[2, 10]]), (bin) => bin)).toBe(2.5)
    const counts = new Map([
      [3, 6],
      [1, 2],
      [2, 2],
    ])
    expect(medianOf(counts, (bin) => bin * 10)).toBeCloseTo(30 + 10 / 6, 10)
    expect(medianOf(new Map(), (bin) => bin)).toBeNaN()
  })
})
