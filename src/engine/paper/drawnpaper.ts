/** Results as drawings on paper: a hexagon, two axes, a wheel. Each is said in words too. */

import { listOf } from '#engine/documents/intl.ts'
import { pointsOf, ranked, type Order, type ScoreRow } from '#engine/scoring/bands.ts'
import { closeRuns } from '#engine/scoring/closeness.ts'
import { placePoints, type AxisPoint, type GapTexts } from '#engine/scoring/placing.ts'
import { endsOf, type ScoreScale } from '#engine/scoring/reports.ts'
import { standingOf, type RankLimits } from '#engine/scoring/standing.ts'
import type { Block, Said } from './blocks.ts'
import { card, group, texts, type PaperContext } from './context.ts'
import { axes, hexagon, wheel } from './figures.ts'
import { icon } from './pictures.ts'

export type HexagonProps = Order &
  Omit<RankLimits, 'count'> & {
    readonly title: string
    readonly hint?: string
    readonly nearHint?: string
    readonly name: string
    readonly rows: readonly (ScoreRow & {
      readonly title: string
      readonly tile?: string
      readonly icon?: string
    })[]
    readonly of?: string
    readonly lead?: number
  }

export function hexagonPaper(props: HexagonProps, context: PaperContext): Block[] {
  const { rows, lead = 3, near, above, even } = props
  const { t, text, say, metrics, colors } = context
  const all = ranked(metrics, rows, props)
  // A missing score would leave a gap in the figure.
  if (all.length < rows.length) return []
  const standing = standingOf(all, { count: lead, near, above, even })
  const top = new Set(standing.named.map(({ row }) => row.id))
  const swaps = new Set(
    standing.shape !== 'even' && near !== undefined
      ? closeRuns(all, near, lead).flatMap((run) => run.rows.map(({ id }) => id))
      : [],
  )
  const scores = new Map(all.map(({ row, score }) => [row.id, score]))
  const ends = endsOf(metrics, props)
  const values = rows.map(({ id }) => ({
    share: scores.get(id)! / 100,
    top: top.has(id),
    swaps: swaps.has(id),
  }))
  const drawn = rows.map((row) => ({ ...row, title: t(row.title) }))
  const said = drawn.map(
    ({ id, title }) =>
      `${title} ${pointsOf(scores.get(id)!, ends) + ends.lowest} ${t(props.of, { most: ends.highest })}`,
  )
  return [
    card(text(props.title), [
      ...texts('mute', say(`${t(props.hint)} ${swaps.size > 0 ? t(props.nearHint) : ''}`)),
      {
        as: 'picture',
        svg: hexagon(drawn, colors, values),
        alt: `${t(props.name)}: ${said.join('; ')}`,
        width: 190,
      },
    ]),
  ]
}

type End = { readonly text: string; readonly near: string; readonly icon?: string }
export type AxesProps = Readonly<Record<'left' | 'right' | 'down' | 'up', End>> &
  GapTexts & {
    readonly title: string
    readonly hint?: string
    readonly meaning?: string
    readonly points: readonly (AxisPoint & {
      readonly label: string
      readonly guess?: { readonly below: number; readonly text: string }
    })[]
    readonly middle?: { readonly within: number; readonly text: string }
  }

export function axesPaper(props: AxesProps, context: PaperContext): Block[] {
  const { left, right, down, up, points, middle } = props
  const { t, text, say, metrics, colors, language, answer } = context
  const { shown, gaps } = placePoints(points, metrics, answer.results, props)
  if (shown.length === 0 && gaps.length === 0) return []
  const within = middle?.within ?? 0
  const isMiddle = (value: number) => Math.abs(value - 50) < within
  const words = ({ at: { x, y }, guess }: (typeof shown)[number]): string => {
    if (guess !== undefined && y <= guess.below) return t(guess.text)
    if (middle !== undefined && isMiddle(x) && isMiddle(y)) return t(middle.text)
    return [
      isMiddle(x) ? '' : t(x < 50 ? left.near : right.near),
      isMiddle(y) ? '' : t(y < 50 ? down.near : up.near),
    ]
      .filter(Boolean)
      .join(' ')
  }
  const end = (each: End) => ({ ...each, text: t(each.text) })
  const many = points.length > 1
  const svg = axes(
    { left: end(left), right: end(right), down: end(down), up: end(up) },
    shown.map(({ at }) => at),
    { middle: middle?.within ?? null, many },
    colors,
  )
  const lines = many
    ? shown.map((point, index) => context.sayBoth(`${index + 1}. ${t(point.label)}:`, words(point)))
    : shown.map((point) => say(words(point)))
  const alt = [t(left.text), t(right.text), t(down.text), t(up.text)].join(' – ')
  return [
    card(text(props.title), [
      ...texts('mute', text(props.hint)),
      { as: 'picture', svg, alt: `${t(props.title)}: ${alt}`, width: 200 },
      ...texts(many ? 'plain' : 'strong', ...lines),
      ...gaps.map(({ text: said, about }) => ({
        as: 'note' as const,
        title: [],
        text: text(said, {
          names: listOf(
            about.map(({ label }) => t(label)),
            language,
          ),
        }),
        svg: icon('info', colors['brand']),
      })),
      ...texts('tiny', text(props.meaning)),
    ]),
  ]
}

export type WheelProps = ScoreScale & {
  readonly title: string
  readonly hint?: string
  readonly meaning?: string
  readonly name: string
  /** Instead of the name, if no slice stands out. */
  readonly even?: string
  readonly near?: number
  readonly above?: number
  readonly lead?: number
  readonly groups: readonly {
    readonly id: string
    readonly label: string
    readonly text?: string
    readonly slices: readonly (ScoreRow & { readonly label: string; readonly icon: string })[]
  }[]
}

export function wheelPaper(props: WheelProps, context: PaperContext): Block[] {
  const { groups, lead = 3, near, above } = props
  const { t, text, metrics, colors, language } = context
  const order = ranked(
    metrics,
    groups.flatMap((group) => group.slices),
    props,
  )
  const scores = new Map(order.map(({ row, score }) => [row.id, score]))
  const highest = standingOf(order, { count: lead, near, above }).named.map(({ row }) => row)
  const top = new Set(highest.map(({ id }) => id))
  const most = listOf(
    highest.map(({ label }) => t(label)),
    language,
  )
  const svg = wheel(
    groups.map(({ label, slices }) => ({
      label: t(label),
      slices: slices.map((slice) => ({
        icon: slice.icon,
        score: scores.get(slice.id) ?? null,
        top: top.has(slice.id),
      })),
    })),
    colors,
  )
  const words = group(
    groups.flatMap((each): Block[] => [
      { as: 'heading', level: 3, text: text(each.label) },
      ...texts('mute', text(each.text)),
      {
        as: 'text',
        look: 'plain',
        text: each.slices.flatMap((slice, index): Said => {
          const between =
            index === 0 ? [] : context.say('·').map(([turned]) => [turned, ' · '] as const)
          const [piece] = text(slice.label)
          if (piece === undefined) return []
          const [turned, words] = piece
          return [...between, top.has(slice.id) ? [turned, words, true] : [turned, words]]
        }),
      },
    ]),
  )
  return [
    card(text(props.title), [
      ...texts('mute', text(props.hint)),
      {
        as: 'columns',
        widths: [1, 1],
        children: [
          {
            as: 'picture',
            svg,
            alt: t((highest.length === 0 ? props.even : undefined) ?? props.name, { most }),
            width: 235,
          },
          words,
        ],
      },
      ...texts('tiny', text(props.meaning)),
    ]),
  ]
}
