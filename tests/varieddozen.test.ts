/** Which of the nearest careers come first, apart from what careers.test.ts shows of real ones. */

import { describe, expect, it } from 'vitest'
import type { Career } from '#server/catalogue/career.ts'
import { variedDozen } from '#server/catalogue/varieddozen.ts'

/** Each in a unit group of its own; eight families in turn. @param years of study */
function ranked(...years: readonly number[]) {
  return years.map((long, at) => ({
    row: {
      id: `${at}`,
      isco08: `${1000 + at}`,
      direction: `${at % 8}`,
      onetTitle: null,
      training: { road: 'road', years: long, step: long > 4 ? 5 : 4 },
    } as unknown as Career,
  }))
}
const idsOf = (careers: ReturnType<typeof ranked>) => variedDozen(careers).map(({ row }) => row.id)

describe('of a dozen', () => {
  it('at most four take more than four years, and the others are the nearest that don’t', () => {
    const near = Array.from({ length: 10 }, () => 6)
    const far = Array.from({ length: 20 }, () => 3)
    expect(idsOf(ranked(...near, ...far))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '17',
    ])
  })

  it('more do if there are too few others, in their own order', () => {
    const near = Array.from({ length: 14 }, () => 6)
    expect(idsOf(ranked(...near, 3, 0))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '14',
      '15',
    ])
  })
})
