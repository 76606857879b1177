/** Scores on paper: as bars, between two ends, level by level, and as dials. */

import { capital } from '#engine/documents/intl.ts'
import {
  CUTS,
  ownError,
  percentileAt,
  REACH,
  sureBand,
  pointsOf,
  ranked,
  reachOf,
  scoreOf,
  stepsOf,
  type Order,
  type ScoreRow,
} from '#engine/scoring/bands.ts'
import { endsOf, metricAt, type ScoreScale } from '#engine/scoring/reports.ts'
import { standingOf, type RankLimits } from '#engine/scoring/standing.ts'
import type { Block, Said } from './blocks.ts'
import { card, texts, type PaperContext } from './context.ts'
import { dial } from './figures.ts'
import { openPart } from './instrumentpaper.ts'
import { icon, markOf } from './pictures.ts'

type Marked = { readonly icon?: string; readonly tile?: string }
export type BarsProps = Order &
  Omit<RankLimits, 'count'> & {
    readonly title: string
    readonly hint?: string
    readonly meaning?: string
    readonly rows: readonly (ScoreRow &
      Marked & { readonly label: string; readonly text?: string; readonly sem?: number })[]
    readonly cuts?: readonly number[]
    readonly bands?: readonly string[]
    readonly sem?: number
    readonly percentiles?: boolean
    readonly value?: 'band' | 'percent' | 'points'
    readonly of?: string
    readonly sort?: boolean
    readonly lead?: number
  }

export function barsPaper(props: BarsProps, context: PaperContext): Block[] {
  const { title, hint, meaning, rows, cuts, bands, sem = 0, value: shows = 'band', of } = props
  const { text, t, metrics, colors, language } = context
  const all = ranked(metrics, rows, props)
  if (all.length === 0) return []
  const ends = endsOf(metrics, props)
  const { lead, near, above, even } = props
  const bold = lead === undefined ? all : standingOf(all, { count: lead, near, above, even }).named
  const strong = new Set(bold.map(({ row }) => row.id))
  const shown = props.sort
    ? all.map(({ row }) => row)
    : rows.filter((row) => all.some((each) => each.row.id === row.id))
  const valueOf = (score: number, error: number): Said => {
    if (shows === 'points')
      return context.sayBoth(
        String(pointsOf(score, ends) + ends.lowest),
        t(of, { most: ends.highest }),
      )
    return shows === 'percent'
      ? text('card.percent', { percent: Math.round(score) })
      : context.band(score, error, cuts, bands)
  }
  return [
    card(text(title), [
      ...texts('mute', text(hint, { least: ends.lowest, most: ends.highest })),
      {
        as: 'bars',
        rows: shown.map((row) => {
          const score = scoreOf(metrics, row, ends)!
          const error = ownError(metrics, row, ends) ?? row.sem ?? sem
          return {
            svg: markOf(row, colors),
            name: context.say(capital(t(row.label), language)),
            value: valueOf(score, error),
            text: withPlace(t(row.text), row, props, context),
            track: { at: score, ...reachOf(score, error), strong: strong.has(row.id) },
          }
        }),
      },
      ...texts('tiny', text(meaning)),
    ]),
  ]
}

export type SlidersProps = ScoreScale & {
  readonly title: string
  readonly hint?: string
  readonly meaning?: string
  readonly rows: readonly (ScoreRow & {
    readonly label: string
    readonly from: string
    readonly to: string
    readonly texts?: readonly string[]
    readonly sem?: number
  })[]
  readonly cuts?: readonly number[]
  readonly sem?: number
  readonly percentiles?: boolean
}

export function slidersPaper(props: SlidersProps, context: PaperContext): Block[] {
  const { title, hint, meaning, cuts = CUTS, sem = 0 } = props
  const { text, t, say, metrics, language } = context
  const rows = props.rows.flatMap((row) => {
    const score = scoreOf(metrics, row, props)
    if (score === null) return []
    const error = ownError(metrics, row, props) ?? row.sem ?? sem
    return [
      {
        name: text(row.label),
        from: say(capital(t(row.from), language)),
        to: say(capital(t(row.to), language)),
        value: context.band(score, error, cuts, [row.from, 'result.band.middle', row.to]),
        text: withPlace(t(row.texts?.[sureBand(score, error, cuts)]), row, props, context),
        track: { at: score, ...reachOf(score, error), strong: true },
        cuts,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    card(text(title), [
      ...texts('mute', text(hint)),
      { as: 'sliders', rows },
      ...texts('tiny', text(meaning)),
    ]),
  ]
}

/** A sentence, and where somebody stands among others, if the document says so. */
function withPlace(
  words: string,
  row: ScoreRow,
  { percentiles = false }: { readonly percentiles?: boolean },
  { metrics, say, t }: PaperContext,
): Said {
  const below = percentiles ? percentileAt(metrics, row) : null
  return say(below === null ? words : `${words} ${t('result.percentile', { below })}`.trim())
}

type Open = { readonly assessment: string; readonly icon?: string }
export type LevelsProps = ScoreScale & {
  readonly of?: string
  readonly tasks: readonly (Open & {
    readonly id: string
    readonly label: string
    readonly text?: string
    readonly metric?: string
    readonly error?: string
    readonly levels: readonly {
      readonly id: string
      readonly metric: string
      readonly label: string
      readonly error?: string
    }[]
  })[]
}

export function levelsPaper(props: LevelsProps, context: PaperContext): Block {
  const { text, t, metrics, colors } = context
  const points = (score: number, path: string | undefined) => {
    const error = path === undefined ? null : metricAt(metrics, path)
    const { from, to } = reachOf(score, error ?? 0)
    const band =
      error === null ? '' : ` ${t('result.reach', { from: Math.round(from), to: Math.round(to) })}`
    return context.sayBoth(String(Math.round(score)), t(props.of, { most: 100 }) + band)
  }
  return sideBySide(
    props.tasks.flatMap((task) => {
      const scores = task.levels.map((level) => scoreOf(metrics, level, props))
      if (scores.every((score) => score === null)) return openPart(task, context)
      const whole =
        task.metric === undefined
          ? null
          : scoreOf(metrics, { id: task.id, metric: task.metric }, props)
      return [
        card(
          text(task.label),
          [
            ...(whole === null ? [] : texts('large', points(whole, task.error))),
            ...texts('mute', text(task.text)),
            {
              as: 'bars',
              rows: task.levels.map(({ label, error }, index) => {
                const score = scores[index]!
                return {
                  svg: null,
                  name: text(label),
                  value: score === null ? context.say('–') : points(score, error),
                  text: [],
                  track:
                    score === null ? null : { at: score, from: score, to: score, strong: true },
                }
              }),
            },
          ],
          markOf(task, colors),
        ),
      ]
    }),
  )
}

export type DialsProps = ScoreScale & {
  readonly rows: readonly (Open &
    ScoreRow & {
      readonly label: string
      readonly bands: readonly string[]
      readonly guess?: { readonly below: number; readonly text: string }
      /** What older results have instead of the metric. */
      readonly former?: string
      readonly tip?: string
      readonly tag?: string
    })[]
  readonly cuts: readonly number[]
  readonly bands: readonly string[]
  readonly near?: number
  readonly tipTitle?: string
}

export function dialsPaper(props: DialsProps, context: PaperContext): Block {
  const { rows, cuts, bands, near = 0, tipTitle } = props
  const { text, t, say, metrics, colors, language } = context
  return sideBySide(
    rows.flatMap((row) => {
      const score =
        scoreOf(metrics, row, props) ??
        (row.former === undefined
          ? null
          : scoreOf(metrics, { id: row.id, metric: row.former }, props))
      if (score === null) return openPart(row, context)
      const own = ownError(metrics, row, props)
      const reach = own === null ? near : REACH * own
      const { at, low, high } = stepsOf(score, reach, cuts)
      const name =
        low === high
          ? t(bands[at])
          : t('result.between', { low: t(bands[low]), high: t(bands[high]) })
      return [
        card(
          text(row.label),
          [
            ...(row.tag === undefined ? [] : [{ as: 'chips' as const, words: [text(row.tag)] }]),
            {
              as: 'picture',
              svg: dial(bands.length, at, low, high, colors),
              alt: null,
              width: 120,
            },
            ...texts('large', say(capital(name, language))),
            ...texts(
              'plain',
              text(
                row.guess !== undefined && score <= row.guess.below
                  ? row.guess.text
                  : row.bands[low],
              ),
            ),
            ...tipOf(row.tip, tipTitle, context),
          ],
          markOf(row, colors),
        ),
      ]
    }),
  )
}

/** One thing to try. */
function tipOf(
  tip: string | undefined,
  title: string | undefined,
  { text, t, sayBoth, colors }: PaperContext,
): Block[] {
  if (tip === undefined) return []
  return [
    {
      as: 'list',
      rows: [
        {
          svg: icon('sign', colors['brand']),
          title: [],
          text: title === undefined ? text(tip) : sayBoth(t(title), t(tip)),
        },
      ],
    },
  ]
}

const AT_ONCE = 3

function sideBySide(cards: readonly Block[]): Block {
  return { as: 'columns', widths: cards.slice(0, AT_ONCE).map(() => 1), children: cards }
}
