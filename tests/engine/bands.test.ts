import { describe, expect, it } from 'vitest'
import { bandOf, bandsOf, ranked, reachOf, scoreOf } from '#engine/scoring/bands.ts'

const metrics = {
  test: { a: { score: 70 }, b: { score: 20 }, c: { score: 70 }, values: { up: 1.5, down: -2 } },
}
const row = (id: string, more = {}) => ({ id, metric: `test.${id}.score`, ...more })

describe('a score in words', () => {
  it('is in the band that its cuts give, with the cut itself in the upper one', () => {
    expect([33.29, 33.3, 66.69, 66.7].map((score) => bandOf(score))).toEqual([0, 1, 1, 2])
    expect([39.9, 40, 70].map((score) => bandOf(score, [40, 70]))).toEqual([0, 1, 2])
  })

  it('may be in two if the score on another day could be', () => {
    expect(bandsOf(50, 7.5)).toEqual([1, 1])
    expect(bandsOf(60, 7.5)).toEqual([1, 2])
    expect(bandsOf(20, 7.5)).toEqual([0, 1])
    expect(bandsOf(66.6, 0)).toEqual([1, 1])
  })

  it('extends 1.96 standard errors to both sides, but never beyond the scale', () => {
    expect(reachOf(50, 10)).toEqual({ from: 30.4, to: 69.6 })
    expect(reachOf(95, 10).to).toBe(100)
    expect(reachOf(5, 10).from).toBe(0)
  })
})

describe('a metric of a report', () => {
  it('is scaled to 0 to 100 by its possible range', () => {
    expect(
      scoreOf(metrics, { id: 'up', metric: 'test.values.up' }, { lowest: -5, highest: 5 }),
    ).toBe(65)
    expect(
      scoreOf(
        metrics,
        { id: 'pair', metric: 'test.values.up', minus: 'test.values.down' },
        { lowest: -4, highest: 4 },
      ),
    ).toBe(93.75)
    expect(
      scoreOf(
        metrics,
        { id: 'pair', metric: 'test.values.up', minus: 'test.values.down' },
        { lowest: -3, highest: 3 },
      ),
    ).toBe(100)
  })

  it('can be reversed', () => {
    expect(scoreOf(metrics, row('b', { turned: true }))).toBe(80)
  })

  it('is null if it isn’t known, never 0', () => {
    expect(scoreOf(metrics, row('gone'))).toBeNull()
    expect(scoreOf(metrics, row('a', { minus: 'test.gone.score' }))).toBeNull()
    expect(scoreOf({}, row('a'))).toBeNull()
  })

  it('is sorted, with ties in document order and unknown ones left out', () => {
    expect(
      ranked(metrics, [row('b'), row('c'), row('gone'), row('a')]).map((each) => each.row.id),
    ).toEqual(['c', 'a', 'b'])
  })
})
