/**
 * Values of people from how many there are and what some of them did: all who did nothing have the
 * same value, so they needn't be looked at one by one. Pure.
 */

import type { MetricDocument } from '#engine/documents/kinds.ts'
import { BREAKDOWNS, NOBODY, type Breakdown, type Cell } from './counted.ts'
import type { RatioSums } from './ratio.ts'

/** People of one batch who are alike in all that results tell apart. */
export type Alike = {
  readonly batch: number
  readonly arm: string
  readonly probability: number
  /** Null where it wasn't noted, or they have none. */
  readonly device: string | null
  readonly language: string | null
  readonly plan: string | null
  readonly n: number
}
/** People who gave the same answers. */
export type Marked = Alike & {
  /** A bit for each question. */
  readonly marks: number
}
/** Of one batch, and of all batches of a day. */
export type Values = {
  readonly batches: ReadonlyMap<number, readonly Cell[]>
  readonly parts: readonly Part[]
}
type Part = RatioSums & {
  readonly day: string
  readonly by: Breakdown
  readonly arm: string
  readonly value: string
}
type Growing<Row> = { -readonly [Key in keyof Row]: Row[Key] }

/** How many of each row answered a question with yes, as values of a metric that asks just this. */
export function saidYes(marked: readonly Marked[], question: number): (Alike & RatioSums)[] {
  const yes: (Alike & RatioSums)[] = []
  for (const row of marked) {
    const { batch, arm, probability, device, language, plan, n, marks } = row
    if ((marks & (1 << question)) === 0) continue
    const one = { n, top: n, below: n, topSquares: n, belowSquares: n, products: n, events: n }
    yes.push({ batch, arm, probability, device, language, plan, ...one })
  }
  return yes
}

/**
 * @param did sums of those who did anything, who are some of the people
 * @param days batch -> the day that it's kept with
 */
export function valuesOf(
  { measure, windowDays }: Pick<MetricDocument, 'measure' | 'windowDays'>,
  people: readonly Alike[],
  did: readonly (Alike & RatioSums)[],
  days: ReadonlyMap<number, string>,
): Values {
  const nothing = {
    proportion: { top: 0, below: 1 },
    mean: { top: 0, below: 1 },
    ratio: { top: 0, below: 0 },
    // Who didn't get there counts as the whole window.
    time: { top: windowDays * 24, below: 1 },
  }[measure.as]
  const batches = new Map<number, Growing<Cell>[]>()
  const parts: Growing<Part>[] = []
  // Day -> arm -> value of each breakdown. A key made of them for each row takes longer than adding it.
  const found = new Map<string, Map<string, Map<string, Growing<Part>>[]>>()
  const partsOf = (day: string, arm: string) => {
    let arms = found.get(day)
    if (arms === undefined) found.set(day, (arms = new Map()))
    let values = arms.get(arm)
    if (values === undefined) arms.set(arm, (values = BREAKDOWNS.map(() => new Map())))
    return values
  }
  const add = (row: Alike, n: number, sums: RatioSums | null) => {
    const { batch, arm, probability } = row
    let cells = batches.get(batch)
    if (cells === undefined) batches.set(batch, (cells = []))
    let cell = cells.find((each) => each.arm === arm && each.probability === probability)
    if (cell === undefined) cells.push((cell = { batch, arm, probability, ...NOBODY }))
    grow(cell, n, nothing, sums)
    const day = days.get(batch) ?? ''
    for (const [at, values] of partsOf(day, arm).entries()) {
      const by = BREAKDOWNS[at]!
      const value = row[by] ?? ''
      let part = values.get(value)
      if (part === undefined) {
        values.set(value, (part = { day, by, arm, value, ...NOBODY }))
        parts.push(part)
      }
      grow(part, n, nothing, sums)
    }
  }
  for (const row of people) if (row.n > 0) add(row, row.n, null)
  // They were taken for people who did nothing.
  for (const row of did) add(row, -row.n, row)
  return { batches, parts }
}

/** By `n` people with the same values, and by sums of others. */
function grow(
  all: Growing<RatioSums>,
  n: number,
  { top, below }: { readonly top: number; readonly below: number },
  sums: RatioSums | null,
): void {
  all.n += n + (sums?.n ?? 0)
  all.top += n * top + (sums?.top ?? 0)
  all.below += n * below + (sums?.below ?? 0)
  all.topSquares += n * top * top + (sums?.topSquares ?? 0)
  all.belowSquares += n * below * below + (sums?.belowSquares ?? 0)
  all.products += n * top * below + (sums?.products ?? 0)
  all.events += sums?.events ?? 0
}
