/** Parts of a report on paper that say what to do: tips, strengths, facets. */

import {
  ranked,
  type Base,
  type Order,
  type RankedRow,
  type ScoreRow,
} from '#engine/scoring/bands.ts'
import { comparable } from '#engine/scoring/reports.ts'
import {
  lowestOf,
  outermost,
  standingOf,
  withClose,
  type RankLimits,
} from '#engine/scoring/standing.ts'
import { strengthRows } from '#engine/scoring/strengthrows.ts'
import type { Block } from './blocks.ts'
import { card, texts, type PaperContext } from './context.ts'
import { icon, markOf } from './pictures.ts'

type Tip = { readonly id: string; readonly text: string; readonly tile?: string }
export type TipsProps = {
  readonly title: string
  readonly hint?: string
  readonly rows?: readonly Tip[]
  readonly after?: string
  readonly pick?: Pick
}
type Part = { readonly title?: string; readonly text?: string; readonly rows?: readonly Tip[] }
type Pick = Order &
  RankLimits & {
    readonly order: 'highest' | 'lowest'
    readonly neutral?: Part
    readonly groups: readonly (ScoreRow & Part & { readonly sem?: number })[]
  }

export function tipsPaper(
  { title, hint, rows = [], after, pick }: TipsProps,
  { text, t, say, metrics, colors }: PaperContext,
): Block[] {
  const order = pick === undefined ? [] : ranked(metrics, pick.groups, pick)
  const picked = pick === undefined ? [] : pickedOf(order, pick)
  const chosen: readonly Part[] =
    picked.length > 0 || order.length === 0 || pick?.neutral === undefined
      ? picked.map(({ row }) => row)
      : [pick.neutral]
  const said = chosen.flatMap((group) => group.text ?? [])
  const shown = [...chosen.flatMap((group) => group.rows ?? []), ...rows]
  if (shown.length + said.length === 0) return []
  const words = [
    ...(said.length > 0 || hint === undefined ? said : [hint]),
    ...(shown.length === 0 && after !== undefined ? [after] : []),
  ]
  return [
    card(text(chosen[0]?.title ?? title), [
      ...texts('mute', say(words.map((key) => t(key)).join(' '))),
      ...(shown.length === 0
        ? []
        : [
            {
              as: 'list' as const,
              rows: shown.map((row) => ({
                svg: markOf(row, colors) ?? icon('sign', colors['brand']),
                title: [],
                text: text(row.text),
              })),
            },
            ...texts('mute', text(after)),
          ]),
    ]),
  ]
}

/** Those whose tips are shown. */
function pickedOf(
  all: readonly RankedRow<Pick['groups'][number]>[],
  pick: Pick,
): readonly RankedRow<Pick['groups'][number]>[] {
  return pick.order === 'lowest' ? lowestOf(all, pick) : withClose(all, standingOf(all, pick), pick)
}

export type StrengthsProps = RankLimits & {
  readonly base?: Base
  readonly neutral?: string
  readonly title: string
  readonly hint?: string
  readonly meaning?: string
  readonly rows: readonly { readonly id: string; readonly text: string; readonly icon?: string }[]
  readonly look?: 'cards' | 'order'
  readonly lead?: number
}

export function strengthsPaper(
  {
    title,
    hint,
    meaning,
    rows,
    count = 3,
    look = 'cards',
    lead = 3,
    near,
    above,
    base,
    neutral,
  }: StrengthsProps,
  { text, catalog, answer, colors, metrics }: PaperContext,
): Block[] {
  const table = catalog.get('report', answer.report)?.strengths ?? []
  const labels = new Map(table.map(({ id, label }) => [id, label]))
  const all = strengthRows(answer.strengths, table, metrics, base)
  const { named } = standingOf(all, { count: look === 'order' ? lead : count, near, above })
  const strong = new Set(named.map(({ row }) => row.id))
  const listed = look === 'order' ? answer.strengths.slice(0, count) : named.map(({ row }) => row)
  const shown = listed.flatMap(({ id, score }) => {
    const row = rows.find((each) => each.id === id)
    return row === undefined ? [] : [{ row, score, label: text(labels.get(id)) }]
  })
  const isNeutral = strong.size === 0 && neutral !== undefined
  if (all.length === 0 || (shown.length === 0 && !isNeutral)) return []
  const body: Block =
    look === 'order'
      ? {
          as: 'bars',
          rows: shown.map(({ row, score, label }) => ({
            svg: markOf(row, colors),
            name: label,
            value: [],
            text: text(row.text),
            track: { at: score, from: score, to: score, strong: strong.has(row.id) },
          })),
        }
      : {
          as: 'list',
          rows: shown.map(({ row, label }) => ({
            svg: markOf(row, colors),
            title: label,
            text: text(row.text),
          })),
        }
  return [
    card(text(title), [
      ...texts('mute', text(isNeutral ? neutral : hint)),
      ...(shown.length === 0 ? [] : [body]),
      ...texts('tiny', text(meaning)),
    ]),
  ]
}

export type FacetsProps = RankLimits & {
  readonly neutral?: string
  readonly title?: string
  readonly hint?: string
  readonly order: 'highest' | 'lowest'
  readonly look?: 'cards' | 'names'
  readonly rows: readonly {
    readonly id: string
    readonly name: string
    readonly text: string
    readonly tip: string
  }[]
}

export function facetsPaper(
  { title, hint, order, count = 2, near = 0, above, neutral, look = 'cards', rows }: FacetsProps,
  context: PaperContext,
): Block[] {
  const { text, t, sayBoth, answer, colors } = context
  const facets = new Map(
    Object.values(answer.results)
      .flatMap((result) => Object.entries(result.facets ?? {}))
      .filter((facet): facet is [string, number] => facet[1] !== null),
  )
  const known = rows
    .flatMap((row) => {
      const score = facets.get(row.id)
      return score === undefined ? [] : [{ row, score }]
    })
    .sort((a, b) => comparable(b.score) - comparable(a.score))
  const picked = outermost(known, order, { count, near, above })
  const shown = picked.map(({ row }) => row)
  const isNeutral = known.length > 0 && shown.length === 0 && neutral !== undefined
  if (look === 'names') {
    if (shown.length === 0 && !isNeutral) return []
    return [
      card(text(title), [
        ...texts('mute', text(isNeutral ? neutral : hint)),
        ...(shown.length === 0
          ? []
          : [{ as: 'chips' as const, words: shown.map(({ name }) => text(name)) }]),
      ]),
    ]
  }
  if (shown.length === 0)
    return [
      {
        as: 'note',
        title: [],
        text: text(isNeutral ? neutral : 'result.noFacets'),
        svg: icon('info', colors['brand']),
      },
    ]
  return [
    ...(title === undefined
      ? []
      : [{ as: 'heading' as const, level: 2 as const, text: text(title) }]),
    ...texts('mute', text(hint)),
    {
      as: 'columns',
      widths: [1, 1],
      children: shown.map((row) =>
        card(text(row.name), [
          ...texts('plain', text(row.text)),
          {
            as: 'list',
            rows: [
              {
                svg: icon('sign', colors['brand']),
                title: [],
                text: sayBoth(t('result.tryThis'), t(row.tip)),
              },
            ],
          },
        ]),
      ),
    },
  ]
}
