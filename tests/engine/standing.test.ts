/** One rule for every sentence that ranks: its laws, over 2,000 simulated profiles of each shape. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RankedRow } from '#engine/scoring/bands.ts'
import { lowestOf, standingOf, withClose } from '#engine/scoring/standing.ts'

type Row = { readonly id: string; readonly sem?: number }
const profile = (...scores: number[]): RankedRow<Row>[] =>
  scores
    .map((score, index) => ({ row: { id: 'abcdefghij'[index]! }, score }))
    .sort((a, b) => b.score - a.score)
const names = (rows: readonly RankedRow<Row>[]) => rows.map(({ row }) => row.id).join('')

describe('what may be named', () => {
  it.each([
    // scores, limits, shape, named, clear
    [[40, 30, 20], {}, 'low', '', false],
    [[50, 20, 10], {}, 'low', '', false],
    [[80, 80, 80], {}, 'even', '', false],
    [[80, 70, 60], { near: 20 }, 'even', '', false],
    [[80, 70, 59], { near: 20 }, 'led', 'a', false],
    [[80, 59, 10], { near: 20 }, 'led', 'a', true],
    [[80, 70, 49], { near: 20, count: 3 }, 'led', 'ab', true],
    [[80, 70, 51, 45], { near: 20, count: 3 }, 'led', 'abc', false],
    [[90, 70, 70, 10], { near: 5, count: 2 }, 'led', 'a', true],
    [[70, 70, 70, 10], { near: 5, count: 2 }, 'led', 'abc', true],
    [[70, 70, 70, 70, 70, 70, 10], { count: 3 }, 'even', '', false],
    [[60, 40, 10], { above: 64.7 }, 'low', '', false],
    [[54, 46, 50], { even: 10 }, 'even', '', false],
    [[0.1 + 0.2 + 50, 50.3, 10], { count: 1 }, 'led', 'ab', true],
    [[], {}, 'low', '', false],
  ] as const)('%j within %j: %s %s', (scores, limits, shape, named, isClear) => {
    const standing = standingOf(profile(...scores), limits)
    expect([standing.shape, names(standing.named)]).toEqual([shape, named])
    expect(standing.isClear).toBe(isClear)
  })

  it('is as far apart as standard errors say where no limit is given', () => {
    const two = (gap: number) => [
      { row: { id: 'a', sem: 7 }, score: 60 + gap },
      { row: { id: 'b', sem: 7 }, score: 60 },
    ]
    expect(standingOf(two(19.4)).shape).toBe('even')
    expect(standingOf(two(19.5))).toMatchObject({ shape: 'led', isClear: true })
  })

  it('has one more where it is as good as the last, but not one of several', () => {
    const more = (...scores: number[]) => {
      const limits = { count: 2, near: 5 }
      return names(withClose(profile(...scores), standingOf(profile(...scores), limits), limits))
    }
    expect(more(90, 80, 76, 10)).toBe('abc')
    expect(more(90, 80, 74, 10)).toBe('ab')
    expect(more(90, 80, 76, 76)).toBe('ab')
    expect(more(55, 52, 49, 10)).toBe('ab')
  })
})

describe('the lowest', () => {
  it.each([
    [[100, 100, 100], {}, ''],
    [[90, 60, 60], {}, ''],
    [[90, 60, 30], { near: 20 }, 'c'],
    [[90, 60, 41], { near: 20 }, ''],
    [[90, 60, 41], { near: 20, count: 2 }, 'cb'],
    [[50], {}, ''],
  ] as const)('of %j within %j is %s', (scores, limits, lowest) =>
    expect(names(lowestOf(profile(...scores), limits))).toBe(lowest),
  )
})

describe('for anybody', () => {
  const anybody = fc.record({
    scores: fc.array(
      fc.integer({ min: 0, max: 40 }).map((sum) => sum * 2.5),
      {
        minLength: 2,
        maxLength: 10,
      },
    ),
    near: fc.integer({ min: 0, max: 25 }),
    count: fc.integer({ min: 1, max: 3 }),
  })
  const law = (check: (all: RankedRow<Row>[], limits: { near: number; count: number }) => void) =>
    fc.assert(
      fc.property(anybody, ({ scores, ...limits }) => check(profile(...scores), limits)),
      { seed: 16, numRuns: 2000 },
    )

  it('nobody unnamed is as high as somebody named, and all named are above the middle', () =>
    law((all, limits) => {
      const { named, shape } = standingOf(all, limits)
      expect(named.length > 0).toBe(shape === 'led')
      const rest = all.slice(named.length)
      for (const each of named) {
        expect(each.score).toBeGreaterThan(50)
        for (const other of rest) expect(other.score).toBeLessThan(each.score)
      }
    }))

  it('a clear order is further apart than the error', () =>
    law((all, limits) => {
      const { named, isClear } = standingOf(all, limits)
      if (!isClear) return
      const gap = (index: number) => all[index - 1]!.score - (all[index]?.score ?? -Infinity)
      expect(Math.max(gap(1), gap(named.length))).toBeGreaterThan(limits.near)
    }))

  it('the lowest mirror those that lead clearly', () =>
    law((all, limits) => {
      const lowest = lowestOf(all, limits)
      const mirrored = all.map(({ row, score }) => ({ row, score: 100 - score })).reverse()
      const standing = standingOf(mirrored, { ...limits, count: lowest.length || 1, above: -1 })
      expect(standing.isClear && standing.named.length <= limits.count).toBe(lowest.length > 0)
      expect(lowest.length === 0 ? '' : names(standing.named)).toBe(names(lowest))
    }))

  it('the order in which scores come in changes nothing but ties', () =>
    law((all, limits) => {
      const shuffled = profile(...all.map(({ score }) => score).reverse())
      const [a, b] = [standingOf(all, limits), standingOf(shuffled, limits)]
      expect(b.shape).toBe(a.shape)
      expect(b.named.map(({ score }) => score)).toEqual(a.named.map(({ score }) => score))
    }))
})
