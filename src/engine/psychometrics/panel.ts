/**
 * What people who judge questions, not learners, chose: whether a face is seen as meant, and whether
 * a key weighs each thing to do as experts do (assessments.md 5). Pure.
 */

import { FROM } from './groups.ts'
import { shareOf } from './items.ts'
import type { Estimate } from './moments.ts'
import type { CountedItem, Sums } from './sums.ts'

/** How many raters it takes to judge a question, and what share of them must choose the right answer. */
export const PANEL = {
  /** One answer is right. */ right: { people: 30, share: 0.7 },
  /** Answers are weighed by the share of experts who choose them. */ weights: {
    people: 10,
    share: null,
  },
} as const

export type PanelKind = keyof typeof PANEL

export type PanelItem = {
  readonly id: string
  /** The answer that the key counts most. */
  readonly best: string
  /** Of the raters, for each answer, beside the key's points from 0 to 1. */
  readonly shares: readonly {
    readonly value: string
    readonly share: Estimate
    readonly points: number
  }[]
  /** Is it seen as meant? Null with too few raters, or where answers are weighed. */
  readonly kept: boolean | null
}

/** @returns null for ratings: no answer to them is right or wrong */
export function panelKind(items: readonly CountedItem[]): PanelKind | null {
  const judged = items.filter(({ rates, scale }) => !rates && scale !== null)
  if (judged.length === 0) return null
  const isRight = judged.every(({ points }) => {
    const given = Object.values(points).filter((each) => each > 0)
    return given.length === 1 && given[0] === 1
  })
  return isRight ? 'right' : 'weights'
}

/**
 * @param options answers of an item, in their order
 * @param people  raters who finished
 * @param sums    of their answers
 */
export function panelItems(
  items: readonly CountedItem[],
  options: ReadonlyMap<string, readonly string[]>,
  people: number,
  sums: Sums,
): PanelItem[] {
  const kind = panelKind(items)
  if (kind === null || people < FROM.cell) return []
  const limit = PANEL[kind]
  return items.flatMap(({ item, rates, points }) => {
    const [best] = Object.entries(points).toSorted(([, a], [, b]) => b - a)
    if (rates || best === undefined) return []
    const shares = (options.get(item) ?? []).map((value) => ({
      value,
      share: shareOf(sums[`value/${item}/${value}`]?.[0] ?? 0, people),
      points: points[value] ?? 0,
    }))
    const seen = shares.find(({ value }) => value === best[0])?.share.value ?? 0
    const isJudged = limit.share !== null && people >= limit.people
    return [{ id: item, best: best[0], shares, kept: isJudged ? seen >= limit.share : null }]
  })
}
