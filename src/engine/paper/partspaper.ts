/** Parts of a report on paper that say what to do: tips, strengths, facets. */

import { ranked, type Order, type ScoreRow } from '#engine/scoring/bands.ts'
import { leadersOf } from '#engine/scoring/closeness.ts'
import type { Block } from './blocks.ts'
import { card, texts, type PaperContext } from './context.ts'
import { icon, markOf } from './pictures.ts'

type Tip = { readonly id: string; readonly text: string; readonly tile?: string }
export type TipsProps = {
  readonly title: string
  readonly hint?: string
  readonly rows?: readonly Tip[]
  readonly after?: string
  readonly pick?: Order & {
    readonly order: 'highest' | 'lowest'
    readonly count?: number
    readonly near?: number
    readonly groups: readonly (ScoreRow & {
      readonly title?: string
      readonly text?: string
      readonly rows?: readonly Tip[]
    })[]
  }
}

export function tipsPaper(
  { title, hint, rows = [], after, pick }: TipsProps,
  { text, t, say, metrics, colors }: PaperContext,
): Block[] {
  const order = pick === undefined ? [] : ranked(metrics, pick.groups, pick)
  const chosen = leadersOf(
    pick?.order === 'lowest' ? [...order].reverse() : order,
    pick?.count ?? 1,
    pick?.near,
  ).map(({ row }) => row)
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
                svg: markOf(row, colors) ?? icon('sign', colors['brand']!),
                title: [],
                text: text(row.text),
              })),
            },
            ...texts('mute', text(after)),
          ]),
    ]),
  ]
}

export type StrengthsProps = {
  readonly title: string
  readonly hint?: string
  readonly meaning?: string
  readonly rows: readonly { readonly id: string; readonly text: string; readonly icon?: string }[]
  readonly count?: number
  readonly look?: 'cards' | 'order'
  readonly lead?: number
}

export function strengthsPaper(
  { title, hint, meaning, rows, count = 3, look = 'cards', lead = 3 }: StrengthsProps,
  { text, catalog, answer, colors }: PaperContext,
): Block[] {
  const labels = new Map(
    (catalog.get('report', answer.report)?.strengths ?? []).map(({ id, label }) => [id, label]),
  )
  const shown = answer.strengths.slice(0, count).flatMap(({ id, score }) => {
    const row = rows.find((each) => each.id === id)
    return row === undefined ? [] : [{ row, score, label: text(labels.get(id)) }]
  })
  if (shown.length === 0) return []
  const body: Block =
    look === 'order'
      ? {
          as: 'bars',
          rows: shown.map(({ row, score, label }, index) => ({
            svg: markOf(row, colors),
            name: label,
            value: [],
            text: text(row.text),
            track: { at: score, from: score, to: score, strong: index < lead },
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
  return [card(text(title), [...texts('mute', text(hint)), body, ...texts('tiny', text(meaning))])]
}

export type FacetsProps = {
  readonly title?: string
  readonly hint?: string
  readonly order: 'highest' | 'lowest'
  readonly count?: number
  readonly look?: 'cards' | 'names'
  readonly rows: readonly {
    readonly id: string
    readonly name: string
    readonly text: string
    readonly tip: string
  }[]
}

export function facetsPaper(
  { title, hint, order, count = 2, look = 'cards', rows }: FacetsProps,
  context: PaperContext,
): Block[] {
  const { text, t, sayBoth, answer, colors } = context
  const facets = new Map(
    Object.values(answer.results)
      .flatMap((result) => Object.entries(result.facets ?? {}))
      .filter((facet): facet is [string, number] => facet[1] !== null),
  )
  const shown = rows
    .filter(({ id }) => facets.has(id))
    .sort((a, b) => (facets.get(a.id)! - facets.get(b.id)!) * (order === 'lowest' ? 1 : -1))
    .slice(0, count)
  if (look === 'names') {
    if (shown.length === 0) return []
    return [
      card(text(title), [
        ...texts('mute', text(hint)),
        { as: 'chips', words: shown.map(({ name }) => text(name)) },
      ]),
    ]
  }
  if (shown.length === 0)
    return [
      {
        as: 'note',
        title: [],
        text: text('result.noFacets'),
        svg: icon('info', colors['brand']!),
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
                svg: icon('sign', colors['brand']!),
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
