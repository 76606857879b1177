/** What raters chose says whether a question is seen as meant, from enough of them on. */

import { describe, expect, it } from 'vitest'
import { panelItems, panelKind } from '#engine/psychometrics/panel.ts'
import { countedItems } from '#engine/psychometrics/sums.ts'
import { catalog } from '#tests/support/documents.ts'

const itemsOf = (id: string) => countedItems(catalog.get('scoring', id)!)

it.each([
  ['perceiving_emotion', 'right'],
  ['understanding_emotion', 'right'],
  ['managing_emotion', 'weights'],
  ['holland_code', null],
  ['learning_styles', null],
])('%s is judged by: %s', (id, kind) => {
  expect(panelKind(itemsOf(id))).toBe(kind)
})

describe('a face', () => {
  const [face] = itemsOf('perceiving_emotion')
  const [best = ''] = Object.keys(face!.points)
  const judged = (people: number, seen: number) =>
    panelItems([face!], new Map([[face!.item, [best, 'other']]]), people, {
      [`value/${face!.item}/${best}`]: [seen],
      [`value/${face!.item}/other`]: [people - seen],
    })[0]

  it.each([
    [30, 21, true],
    [30, 20, false],
    [100, 70, true],
    [29, 29, null],
    [10, 10, null],
  ])('of %i raters, %i see it as meant: stays %s', (people, seen, kept) => {
    expect(judged(people, seen)?.kept).toBe(kept)
  })

  it('shows nothing of fewer than ten, and each share with its interval from ten on', () => {
    expect(judged(9, 9)).toBeUndefined()
    const { shares } = judged(10, 8)!
    expect(shares.map(({ value, share, points }) => [value, share.value, points])).toEqual([
      [best, 0.8, 1],
      ['other', 0.2, 0],
    ])
    // Wilson's interval for 8 of 10.
    expect(shares[0]!.share.low).toBeCloseTo(0.4902, 4)
    expect(shares[0]!.share.high).toBeCloseTo(0.9433, 4)
  })
})

it('puts what experts chose beside the points of the key, without a verdict', () => {
  const items = itemsOf('managing_emotion').slice(0, 1)
  const [{ item, points }] = items as [(typeof items)[number]]
  const options = Object.keys(points)
  const [first = ''] = options
  const [judged] = panelItems(items, new Map([[item, options]]), 12, {
    [`value/${item}/${first}`]: [12],
  })
  expect(judged?.kept).toBeNull()
  expect(judged?.shares.map(({ value, points: of }) => [value, of])).toEqual(Object.entries(points))
  expect(judged?.shares[0]?.share.value).toBe(1)
})
