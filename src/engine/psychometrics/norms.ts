/**
 * What earlier people's answers say about a scale, for those who take it next: the error of one
 * person's score, how many people had which total, and what answers that were meant look like. Pure.
 *
 * @see docs/decisions/0146
 */

import { FROM, rowsOf } from './groups.ts'
import { Z } from './items.ts'
import { covariances, momentsIn, total, type Estimate } from './moments.ts'
import { alphaOf, errorOf } from './reliability.ts'
import type { CountedItem, Sums } from './sums.ts'
import type { Expected } from '#engine/scoring/consistency.ts'

/** The column of the background that norms are parted by, beside the language. */
export const AGE = 'age_band'

/** Sum of points on a scale, and how many people had it; lowest first. */
export type Totals = readonly (readonly [total: number, people: number])[]

export type Norms = {
  readonly people: number
  /** Scale -> standard error of one person's sum of points; none from fewer than 200 people. */
  readonly errors: Readonly<Record<string, number>>
  /** Scale -> totals; none from fewer than 300 people. */
  readonly totals: Readonly<Record<string, Totals>>
  /** What `misfit` compares answers with; empty from fewer than 300 people. */
  readonly fit: readonly Expected[]
}

/** Of all people behind the sums. */
export function normsOf(items: readonly CountedItem[], sums: Sums, people: number): Norms {
  const scales = scalesOf(items)
  return {
    people,
    errors: Object.fromEntries(
      scales.flatMap(([id, own]) => {
        const error = people < FROM.scales ? null : errorIn(sums, id, own.length)
        return error === null ? [] : [[id, error]]
      }),
    ),
    totals: totalsOf(scales, people, ({ item }) => totalsIn(sums, item)),
    fit: scales.flatMap(([id, own]) => expectedIn(sums, id, own.length) ?? []),
  }
}

/** How many people have which total on the scale of an item. */
export function totalsIn(sums: Sums, item: string): [total: number, people: number][] {
  return rowsOf(sums, 'level', item).map(([at, [no = 0, yes = 0]]) => [Number(at), no + yes])
}

/** Of those people behind the sums who say that they are of this age; only totals. */
export function normsOfAge(items: readonly CountedItem[], sums: Sums, age: string): Norms {
  const people = sums[`member/${AGE}/${age}`]?.[0] ?? 0
  return {
    people,
    errors: {},
    totals: totalsOf(scalesOf(items), people, ({ item }) => {
      const row = sums[`apart/${item}/${AGE}:${age}`] ?? []
      return Array.from({ length: row.length / 2 }, (_, at) => [
        at,
        row[2 * at]! + row[2 * at + 1]!,
      ])
    }),
    fit: [],
  }
}

/** Rows of sums that norms are made of: `kind/` of scales, `kind/item/` of the first item of each. */
export function rowsForNorms(items: readonly CountedItem[]): string[] {
  return scalesOf(items).flatMap(([id, [first]]) => [
    `scale/${id}/`,
    `own/${id}/`,
    `level/${first!.item}/`,
    `apart/${first!.item}/${AGE}:`,
  ])
}

/** Share of people below, and half of those at the same total, in percent. */
export function percentileOf(own: number, totals: Totals): number {
  let below = 0
  let all = 0
  for (const [at, people] of totals) {
    all += people
    below += at < own ? people : at === own ? people / 2 : 0
  }
  return (100 * below) / all
}

/** Total at which a share of people is reached, for tables of norms. @param share 0 to 1 */
export function totalAt(share: number, totals: Totals): number {
  const all = totals.reduce((sum, [, people]) => sum + people, 0)
  let passed = 0
  for (const [at, people] of totals) {
    passed += people
    if (passed >= share * all) return at
  }
  return totals.at(-1)?.[0] ?? 0
}

/**
 * The same with the totals of the ranks between which it lies in 95 of 100 samples.
 *
 * @param share 0 to 1
 */
export function normAt(share: number, totals: Totals): Estimate {
  const all = totals.reduce((sum, [, people]) => sum + people, 0)
  const half = Z * Math.sqrt((share * (1 - share)) / all)
  const at = (part: number) => totalAt(Math.min(1, Math.max(0, part)), totals)
  return { value: at(share), low: at(share - half), high: at(share + half) }
}

function scalesOf(items: readonly CountedItem[]): [string, CountedItem[]][] {
  const ids = new Set(items.flatMap(({ scale }) => (scale === null ? [] : [scale])))
  return [...ids].map((id) => [id, items.filter(({ scale }) => scale === id)])
}

function totalsOf(
  scales: readonly [string, CountedItem[]][],
  people: number,
  rows: (first: CountedItem) => [number, number][],
): Norms['totals'] {
  if (people < FROM.norms) return {}
  return Object.fromEntries(
    scales.map(([id, [first]]) => [
      id,
      rows(first!)
        .filter(([, count]) => count > 0)
        .toSorted(([a], [b]) => a - b),
    ]),
  )
}

function errorIn(sums: Sums, scale: string, size: number): number | null {
  const moments = momentsIn(sums, scale, size)
  const alpha = moments === undefined ? null : alphaOf(moments)
  if (moments === undefined || alpha === null) return null
  return errorOf(Math.sqrt(Math.max(0, total(covariances(moments)))), alpha).value
}

/** Mean, deviation and correlation of a scale's answers, each in the person's own measure. */
function expectedIn(sums: Sums, id: string, size: number): Expected | null {
  const [people = 0, sum = 0, squares = 0, totals = 0] = sums[`own/${id}/`] ?? []
  if (people < FROM.norms || size < 2) return null
  const mean = sum / (people * size)
  const variance = squares / (people * size) - mean ** 2
  if (!(variance > 0)) return null
  const ofTotals = totals / people - (mean * size) ** 2
  const r = (ofTotals / (size * variance) - 1) / (size - 1)
  return { id, mean, sd: Math.sqrt(variance), r: Math.min(0.95, Math.max(0, r)) }
}
