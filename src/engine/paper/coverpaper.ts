/** The cover of a report on paper: its headline, its tiles or its way. */

import { capital, listOf } from '#engine/documents/intl.ts'
import { bandSaid, ranked, scoreOf, type Order, type ScoreRow } from '#engine/scoring/bands.ts'
import { areClose } from '#engine/scoring/closeness.ts'
import type { ScoreScale } from '#engine/scoring/reports.ts'
import { standingOf, type RankLimits } from '#engine/scoring/standing.ts'
import type { Block } from './blocks.ts'
import type { PaperContext } from './context.ts'
import { markOf } from './pictures.ts'

type Tile = {
  readonly id: string
  readonly title: string
  readonly icon?: string
  readonly tile?: string
}
type Row = ScoreRow &
  Tile & {
    readonly over?: string
    readonly words?: string
    readonly lead?: string
    readonly letter?: string
  }
export type CoverProps = {
  readonly over?: string
  readonly title: string
  readonly lead?: string
  readonly tiles?: readonly Tile[]
  readonly pick?: Order &
    Omit<RankLimits, 'even'> & {
      readonly rows: readonly Row[]
      readonly close?: string
      readonly low?: { readonly title: string; readonly lead: string }
      readonly even?: {
        readonly within: number
        readonly title: string
        readonly lead: string
        readonly showAll?: boolean
      }
    }
  readonly band?: ScoreScale & {
    readonly metric: string
    readonly cuts: readonly number[]
    readonly sem?: number
    readonly rows: readonly { readonly title: string; readonly lead: string }[]
    readonly from?: string
    readonly to?: string
  }
}

type Cover = Extract<Block, { as: 'cover' }>
type Headline = {
  readonly over?: string
  readonly title: string
  readonly lead: string
  readonly tiles?: Cover['tiles']
  readonly way?: Cover['way']
}

export function coverPaper(props: CoverProps, context: PaperContext): Block {
  const { say, language } = context
  const { over = '', title, lead, tiles = [], way = null } = headlineOf(props, context)
  return {
    as: 'cover',
    over: say(over),
    title: say(capital(title, language)),
    lead: say(lead),
    tiles,
    way,
  }
}

function headlineOf(props: CoverProps, context: PaperContext): Headline {
  const { pick, band } = props
  const { t } = context
  const plain = {
    over: t(props.over),
    title: t(props.title),
    lead: t(props.lead),
    ...(props.tiles !== undefined && { tiles: sideBySide(props.tiles, context) }),
  }
  if (pick !== undefined) return picked(pick, plain, props, context)
  if (band === undefined) return plain
  const score = scoreOf(context.metrics, { id: 'band', metric: band.metric }, band)
  const row = score === null ? undefined : band.rows[bandSaid(score, context.metrics, band)]
  if (score === null || row === undefined) return plain
  return {
    over: plain.over,
    title: t(row.title),
    lead: t(row.lead),
    ...(band.from !== undefined && {
      way: { at: score, from: firstUpper(band.from, context), to: firstUpper(band.to, context) },
    }),
  }
}

function picked(
  pick: NonNullable<CoverProps['pick']>,
  plain: Headline,
  props: CoverProps,
  context: PaperContext,
): Headline {
  const { t, text, language } = context
  const all = ranked(context.metrics, pick.rows, pick)
  if (all.length === 0) return plain
  const standing = standingOf(all, { ...pick, even: pick.even?.within })
  if (standing.shape !== 'led') {
    const neutral = (standing.shape === 'low' ? pick.low : undefined) ?? pick.even
    if (neutral === undefined) return { ...plain, over: '', lead: '' }
    const tiles = pick.even?.showAll === true ? sideBySide(pick.rows, context) : plain.tiles
    return { title: t(neutral.title), lead: t(neutral.lead), ...(tiles && { tiles }) }
  }
  const top = standing.named
  const said = top.map(({ row }) => t(row.words))
  const [one = '', two = '', three = ''] = said
  return {
    over: t((standing.isClear ? undefined : pick.close) ?? top[0]!.row.over ?? props.over),
    title: listOf(
      top.map(({ row }) => t(row.title)),
      language,
      'unit',
    ),
    lead: t(top[0]!.row.lead ?? props.lead, {
      words: listOf(said, language),
      first: one,
      second: two,
      third: three,
    }),
    ...((pick.count ?? 1) > 1 && {
      tiles: top.map((each, index) => ({
        svg: markOf(each.row, context.colors, 'cloth'),
        title: firstUpper(each.row.title, context),
        letter: text(each.row.letter === undefined ? undefined : { words: each.row.letter }),
        join:
          index === 0
            ? null
            : areClose(top[index - 1]!, each, pick.near ?? 0)
              ? ('close' as const)
              : ('clear' as const),
      })),
    }),
  }
}

function sideBySide(tiles: readonly Tile[], context: PaperContext): Cover['tiles'] {
  return tiles.map((tile) => ({
    svg: markOf(tile, context.colors, 'cloth'),
    title: firstUpper(tile.title, context),
    letter: [],
    join: null,
  }))
}

/** Texts that are also used within a sentence are in lower case. */
function firstUpper(text: string | undefined, { t, say, language }: PaperContext) {
  return say(capital(t(text), language))
}
