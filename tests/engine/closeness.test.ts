import { describe, expect, it } from 'vitest'
import { ranked, type RankedRow } from '#engine/scoring/bands.ts'
import { closeRuns, isEven } from '#engine/scoring/closeness.ts'
import { explainFit } from '#engine/scoring/explainfit.ts'

/** Sums of 0 to 40 as a report reads them, on 0 to 100. */
function sums(...scores: [letter: string, sum: number][]): RankedRow<string>[] {
  return scores.map(([row, sum]) => ({ row, score: (100 * sum) / 40 }))
}
/** 4 points of 40. */
const CLOSE = 10

describe('close calls', () => {
  it('names a pair and its points', () => {
    expect(
      closeRuns(sums(['S', 34], ['I', 32], ['A', 27], ['E', 21], ['R', 16], ['C', 9]), CLOSE),
    ).toEqual([{ rows: ['S', 'I'], apart: 5 }])
  })

  it('follows no chain: all are close to the first of them', () => {
    expect(
      closeRuns(sums(['S', 38], ['I', 30], ['A', 22], ['E', 18], ['R', 14], ['C', 4]), CLOSE),
    ).toEqual([{ rows: ['A', 'E'], apart: 10 }])
  })

  it('ignores types below the top three', () => {
    expect(
      closeRuns(sums(['S', 38], ['I', 30], ['A', 22], ['E', 10], ['R', 9], ['C', 8]), CLOSE),
    ).toEqual([])
  })

  it('recognises a tie: no points apart', () => {
    expect(
      closeRuns(sums(['S', 38], ['I', 30], ['A', 30], ['E', 10], ['R', 5], ['C', 0]), CLOSE),
    ).toEqual([{ rows: ['I', 'A'], apart: 0 }])
  })

  it('keeps two pairs apart', () => {
    expect(
      closeRuns(sums(['S', 38], ['I', 37], ['A', 30], ['E', 29], ['R', 5], ['C', 0]), CLOSE),
    ).toEqual([
      { rows: ['S', 'I'], apart: 2.5 },
      { rows: ['A', 'E'], apart: 2.5 },
    ])
  })

  it('leaves nobody out between two that are close, however exact each is known', () => {
    const own = (row: string, score: number, error: number) => ({ row, score, own: error })
    // 80 and 66 are apart; 80 and 64 would be close, for 64 is less exact.
    expect(closeRuns([own('S', 80, 5), own('I', 66, 5), own('A', 64, 7)], CLOSE)).toEqual([
      { rows: ['I', 'A'], apart: 2 },
    ])
  })

  it('ends at the limit: four points are close, five are not', () => {
    expect(closeRuns(sums(['S', 38], ['I', 34]), CLOSE)).toHaveLength(1)
    expect(closeRuns(sums(['S', 38], ['I', 33]), CLOSE)).toEqual([])
  })

  it('doesn’t depend on the last digit of a division', () => {
    const third = (points: number) => ({ row: points, score: (100 * points) / 28 })
    expect(closeRuns([third(25), third(22)], 300 / 28)).toHaveLength(1)
    expect(isEven([third(25), third(22)], 300 / 28)).toBe(false)
  })
})

describe('the order of equal scores', () => {
  const rows = ['R', 'I', 'A'].map((id) => ({ id, metric: `code.${id}` }))
  const order = (metrics: Record<string, unknown>, ties?: string) =>
    ranked({ code: metrics }, rows, ties === undefined ? {} : { ties }).map(({ row }) => row.id)

  it('is the order of the rows if nothing else decides', () =>
    expect(order({ R: 1, I: 7, A: 7 })).toEqual(['I', 'A', 'R']))
  it('follows the code', () =>
    expect(order({ R: 1, I: 7, A: 7, code: 'AIR' }, 'code.code')).toEqual(['A', 'I', 'R']))
  it('never contradicts the scores', () =>
    expect(order({ R: 1, I: 7, A: 8, code: 'RIA' }, 'code.code')).toEqual(['A', 'I', 'R']))
  it('is the order of the rows if no code is known', () =>
    expect(order({ R: 7, I: 7, A: 7, code: null }, 'code.code')).toEqual(['R', 'I', 'A']))
})

describe('a result without shape', () => {
  it('is one whose scores are less than four points apart', () => {
    expect(isEven(sums(['R', 23], ['I', 20]), CLOSE)).toBe(true)
    expect(isEven(sums(['R', 24], ['I', 20]), CLOSE)).toBe(false)
  })
  it('isn’t one with no known scores', () => expect(isEven([], CLOSE)).toBe(false))
})

describe('why a career fits, in sentences', () => {
  it('says first what is shared, then what differs', () => {
    expect(explainFit({ shared: ['S'], more: 'C', less: null })).toEqual([
      { key: 'one', types: ['S'] },
      { key: 'more', types: ['C'] },
    ])
    expect(explainFit({ shared: ['S', 'I'], more: null, less: 'A' })).toEqual([
      { key: 'two', types: ['S', 'I'] },
      { key: 'less', types: ['A'] },
    ])
    expect(explainFit({ shared: [], more: 'C', less: 'A' })).toEqual([
      { key: 'none', types: [] },
      { key: 'both', types: ['C', 'A'] },
    ])
    expect(explainFit({ shared: ['S', 'I', 'A'], more: null, less: null })).toEqual([
      { key: 'three', types: ['S', 'I', 'A'] },
    ])
  })
})
