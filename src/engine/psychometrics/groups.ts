/** Groups of people that are compared, and questions that work differently for them. Pure. */

import { groupDifference, type Cell, type GroupDifference } from './difference.ts'
import { Z } from './items.ts'
import type { Estimate } from './moments.ts'
import type { Sums } from './sums.ts'

/** How many people it takes before each kind of figure is shown (assessments.md 0). */
export const FROM = { cell: 10, items: 50, scales: 200, norms: 300, pairs: 50, group: 200 } as const
/** `by`: language, or a column of the background; `than`: the group it was compared with. */
export type Different = {
  readonly by: string
  readonly group: string
  readonly than: string
  /**
   * Odds of an answer above the middle, of people with the same score: so many times those of the
   * other group. Around 1 the difference isn't the same everywhere on the scale.
   */
  readonly odds: Estimate
} & GroupDifference

/** Who is compared with whom. */
export type Compared = {
  readonly by: string
  /** Largest first; null: fewer than ten. */
  readonly groups: readonly { readonly group: string; readonly people: number | null }[]
  /** The one that others are compared with; null unless there are two of enough people. */
  readonly than: string | null
}

/** What was counted in one language. */
export type Counted = {
  readonly language: string
  readonly people: number
  readonly attempts: number
  readonly careless: number
  readonly sums: Sums
  /** Answers given by those who stopped -> how many. */
  readonly stopped: ReadonlyMap<number, number>
}

/** A group of people, with answers to each item by total on its scale. */
type Group = {
  readonly group: string
  readonly people: number
  readonly cells: (item: string, group: 0 | 1) => Cell[]
}
export type GroupsBy = { readonly by: string; readonly groups: readonly Group[] }

export function ofLanguages(languages: readonly Counted[]): Group[] {
  return languages
    .toSorted((a, b) => b.people - a.people)
    .map(({ language, people, sums }) => ({
      group: language,
      people,
      cells: (item, group) =>
        rowsOf(sums, 'level', item).map(([score, [no = 0, yes = 0]]) => ({
          score: Number(score),
          group,
          yes,
          no,
        })),
    }))
}

export function ofBackground(sums: Sums, by: string): Group[] {
  return rowsOf(sums, 'member', by)
    .map(([name, [people = 0]]): Group => ({
      group: name,
      people,
      cells: (item, group) => {
        const row = sums[`apart/${item}/${by}:${name}`] ?? []
        return Array.from({ length: row.length / 2 }, (_, score) => ({
          score,
          group,
          no: row[2 * score]!,
          yes: row[2 * score + 1]!,
        })).filter(({ no, yes }) => no + yes > 0)
      },
    }))
    .toSorted((a, b) => b.people - a.people)
}

export function comparedOf({ by, groups }: GroupsBy): Compared {
  return {
    by,
    groups: groups.map(({ group, people }) => ({
      group,
      people: people >= FROM.cell ? people : null,
    })),
    than: (groups[1]?.people ?? 0) >= FROM.group ? groups[0]!.group : null,
  }
}

export function differencesIn(item: string, { by, groups }: GroupsBy): Different[] {
  const [first, ...others] = groups.filter(({ people }) => people >= FROM.group)
  return others.flatMap((other) => {
    const found = groupDifference([...first!.cells(item, 0), ...other.cells(item, 1)])
    return found === null || found.size === 'none'
      ? []
      : [{ by, group: other.group, than: first!.group, odds: oddsOf(found), ...found }]
  })
}

function oddsOf({ effect, error }: GroupDifference): Estimate {
  return {
    value: Math.exp(effect),
    low: Math.exp(effect - Z * error),
    high: Math.exp(effect + Z * error),
  }
}

export function rowsOf(sums: Sums, kind: string, of: string): [string, readonly number[]][] {
  const start = `${kind}/${of}/`
  return Object.entries(sums).flatMap(([name, row]) =>
    name.startsWith(start) ? [[name.slice(start.length), row] as [string, readonly number[]]] : [],
  )
}
