/** What the console tells of an instrument is never about fewer than ten people. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { healthCsv } from '#admin/pages/instruments.ts'
import type { InstrumentView } from '#engine/contract/instruments.ts'
import { healthOf, type InstrumentHealth } from '#engine/psychometrics/health.ts'
import type { CountedItem } from '#engine/psychometrics/sums.ts'

const ITEMS = Array.from({ length: 12 }, (_, at): CountedItem => ({
  item: `a_${at + 1}`,
  scale: 'S',
  place: at + 1,
  middle: 0.5,
  points: { 0: 0, 1: 1 },
  rates: true,
  flip: null,
}))

function healthWith(
  attempts: number,
  careless: number,
  stopped: ReadonlyMap<number, number>,
): InstrumentHealth {
  return healthOf({
    id: 'x',
    version: '1',
    versions: ['1'],
    language: null,
    items: ITEMS,
    options: new Map(),
    promised: 5,
    backgrounds: [],
    languages: [
      { language: 'en', people: attempts - careless, attempts, careless, sums: {}, stopped },
    ],
  })
}

/** People behind each step of the curve. */
function stepsOf(staying: readonly number[], began: number): number[] {
  return staying.slice(1).flatMap((share, at) => {
    const count = Math.round((staying[at]! - share) * began)
    return count === 0 ? [] : [count]
  })
}

describe('cells of fewer than ten people', () => {
  it('are no step of the curve, no share of careless ones and none of those who stopped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 400 }),
        fc.nat({ max: 40 }),
        fc.array(fc.tuple(fc.nat({ max: 11 }), fc.integer({ min: 1, max: 25 })), { maxLength: 12 }),
        (attempts, careless, given) => {
          const stopped = new Map(given)
          const all = [...stopped.values()].reduce((sum, count) => sum + count, 0)
          const health = healthWith(attempts, careless, stopped)
          const isSmall = (count: number) => count > 0 && count < 10
          expect(health.finished === null).toBe(isSmall(all))
          expect(health.languages[0]!.finished === null).toBe(isSmall(all))
          expect(health.careless === null).toBe(isSmall(careless))
          const { began, staying, stop } = health
          expect([began === null, staying === null]).toEqual([isSmall(all), isSmall(all)])
          expect(isSmall(all) && stop !== null).toBe(false)
          const steps = stepsOf(staying ?? [], attempts + all)
          expect(steps.every((count) => count >= 10)).toBe(true)
          expect(steps.reduce((sum, count) => sum + count, 0)).toBe(isSmall(all) ? 0 : all)
        },
      ),
    )
  })

  it('stay where they are if all are large enough', () => {
    const { staying, stop } = healthWith(
      100,
      0,
      new Map([
        [3, 20],
        [7, 30],
      ]),
    )
    expect(stepsOf(staying!, 150)).toEqual([20, 30])
    expect(staying![3]).toBe(1)
    expect(staying![4]).toBeCloseTo(130 / 150, 10)
    expect(stop).toMatchObject({ answered: 7 })
    // Fewer than ten are put with their neighbours, where most of those stopped.
    const few = new Map([
      [2, 6],
      [5, 30],
      [9, 7],
    ])
    const curve = healthWith(100, 0, few).staying!
    expect(stepsOf(curve, 143)).toEqual([43])
    expect([curve[5], curve[6]! < 1]).toEqual([1, true])
  })

  it('are empty in the file too', () => {
    const health = healthWith(100, 4, new Map([[3, 2]]))
    const csv = healthCsv({ ...health } as InstrumentView)
    expect(csv).toContain('x,1,,instrument,x,finished,,,,\r\n')
    expect(csv).toContain('x,1,,instrument,x,careless,,,,\r\n')
  })
})
