/**
 * What is stored of many people's answers to one instrument: named rows of counts and sums, which
 * add up over people. `kind/a/b` names a row; the store writes them, and `health.ts` reads them. Pure.
 *
 * | Row | Numbers |
 * |---|---|
 * | `scale/R/` | people, the sums of the scale's items in the key's order, their products (upper triangle by rows) |
 * | `own/R/` | people, the sum of their answers to the scale, of the answers' squares, and of the squares of each person's sum, in each person's own mean and deviations |
 * | `cross/R/I` | sum of the products of the two scales' totals |
 * | `value/R_1/4` | people who gave this answer |
 * | `time/R_1/17` | answers that took so long, see `timeBin` |
 * | `minutes//8` | people who took 8 minutes and some seconds |
 * | `level/R_1/23` | of people with this total on the item's scale: how many answered up to the item's middle, and above it |
 * | `member/gender/female` | people who said so of themselves, with consent to research |
 * | `apart/R_1/gender:female` | of these by total, from 0: how many answered up to the item's middle, and above it |
 * | `again/R/14` | people who took it again after 14 days on (0: earlier): number, sums of first and second score, of squares of each, of products |
 */

import type { ScoringKey } from '#engine/scoring/scoring.ts'

export type Sums = Readonly<Record<string, readonly number[]>>

export function added(a: Sums, b: Sums): Sums {
  const all: Record<string, readonly number[]> = { ...a }
  for (const [name, row] of Object.entries(b)) {
    const known = all[name] ?? []
    all[name] = Array.from(
      { length: Math.max(known.length, row.length) },
      (_, at) => (known[at] ?? 0) + (row[at] ?? 0),
    )
  }
  return all
}

/** Bins of answer times: four for each doubling, from a tenth of a second. */
const TIME_BINS = 4
const TIME_FROM_MS = 100

/** Lower edge of a bin, in ms. */
export function timeOf(bin: number): number {
  return TIME_FROM_MS * 2 ** (bin / TIME_BINS)
}

/** An item of a key as the sums need it; items that put options in order belong to no scale. */
export type CountedItem = {
  readonly item: string
  readonly scale: string | null
  /** Place in its scale, from 1. */
  readonly place: number
  /** Answers above this count as a yes. */
  readonly middle: number
  /** Answer -> points in the direction of the scale; others have none. */
  readonly points: Readonly<Record<string, number>>
  /** Every answer is as good as the others: it says how much. */
  readonly rates: boolean
  /** Of a reversed rating: what its points and its answer add up to. */
  readonly flip: number | null
}

export function countedItems(key: ScoringKey): CountedItem[] {
  const places = new Map<string, number>()
  return key.items.map((item) => {
    const { id, scale } = item
    if (item.ranks === true || scale === undefined)
      return { item: id, scale: null, place: 0, middle: 0, points: {}, rates: false, flip: null }
    const place = (places.get(scale) ?? 0) + 1
    places.set(scale, place)
    const points = pointsOf(item, key)
    const values = Object.values(points)
    const rates = item.correct === undefined && item.weights === undefined
    const lowest = rates ? Math.min(...values) : 0
    const { min, max } = key.responseScale ?? { min: 0, max: 0 }
    return {
      item: id,
      scale,
      place,
      middle: (lowest + Math.max(...values)) / 2,
      points,
      rates,
      flip: rates && item.reverse === true ? min + max : null,
    }
  })
}

function pointsOf(item: ScoringKey['items'][number], key: ScoringKey): Record<string, number> {
  if (item.correct !== undefined) return { [item.correct]: 1 }
  if (item.weights !== undefined)
    return Object.fromEntries(item.weights.map(({ id, weight }) => [id, weight]))
  const { min, max } = key.responseScale!
  return Object.fromEntries(
    Array.from({ length: max - min + 1 }, (_, at) => [
      String(min + at),
      item.reverse === true ? max - at : min + at,
    ]),
  )
}

/** Rows `apart/…` as they are stored, from one for each total. */
export function packed(
  rows: readonly {
    readonly item: string
    readonly group: string
    readonly total: number
    readonly no: number
    readonly yes: number
  }[],
): Sums {
  const all: Record<string, number[]> = {}
  for (const { item, group, total, no, yes } of rows) {
    const row = (all[`apart/${item}/${group}`] ??= [])
    while (row.length < 2 * total + 2) row.push(0)
    row[2 * total] = no
    row[2 * total + 1] = yes
  }
  return all
}
