/** Notes beside a result on paper: what is less certain, what is close, and parts still open. */

import { capital, listOf } from '#engine/documents/intl.ts'
import {
  pointsOf,
  ranked,
  type Order,
  type RankedRow,
  type ScoreRow,
} from '#engine/scoring/bands.ts'
import { closeRuns, type CloseRun } from '#engine/scoring/closeness.ts'
import { reasonsOf } from '#engine/scoring/reasons.ts'
import { endsOf } from '#engine/scoring/reports.ts'
import { standingOf } from '#engine/scoring/standing.ts'
import type { Block, Said } from './blocks.ts'
import type { PaperContext } from './context.ts'
import { overlap } from './figures.ts'
import { icon } from './pictures.ts'

type Saying = { readonly title: string; readonly text: string }
type RunWords = { readonly title: string; readonly two: string; readonly many: string }
type Row = ScoreRow & { readonly title: string; readonly tile?: string }
type Close = Order & {
  readonly rows: readonly Row[]
  readonly within: number
  readonly above?: number
  readonly count?: number
  readonly runs?: { readonly near: RunWords; readonly tie: RunWords; readonly after?: string }
  readonly even?: Saying & { readonly within: number }
  readonly low?: Saying & { readonly below: number }
  readonly high?: Saying & { readonly above: number }
}
export type NotesProps = { readonly close?: Close; readonly text?: string; readonly open?: boolean }

export function notesPaper(
  { close, text: always, open = true }: NotesProps,
  context: PaperContext,
): Block[] {
  const { t, text, say, answer, catalog, metrics } = context
  const many = Object.keys(answer.results).length + answer.open.length > 1
  const known = (ids: readonly string[]) => ids.flatMap((id) => catalog.get('assessment', id) ?? [])
  const all = close === undefined ? [] : ranked(metrics, close.rows, close)
  const standing = standingOf(all, {
    count: close?.count ?? 3,
    near: close?.within,
    even: close?.even?.within,
  })
  const isEven = close !== undefined && standing.shape === 'even'
  const even = isEven ? close.even : undefined
  const runs = close === undefined || isEven ? [] : runsOf(all, close)
  const whole = close === undefined || even !== undefined ? undefined : wholeOf(all, close)
  const note = (title: Said, words: Said, svg: string | null = null): Block => ({
    as: 'note',
    title,
    text: words,
    svg: svg ?? icon('info', context.colors['brand']!),
  })
  const whyOf = (id: string) =>
    reasonsOf(answer.results[id]!.quality.flags)
      .map((key) => t(key))
      .join(' ')
  const unsure = known(
    Object.keys(answer.results).filter((id) => answer.results[id]!.quality.confidence === 'low'),
  )
  return [
    ...(even === undefined ? [] : [note(text(even.title), text(even.text))]),
    ...runs.map((run, index) =>
      closeCall(run, close!, index === runs.length - 1 && standing.named.length > 1, context, note),
    ),
    ...unsure.map(({ id, label, minutes }) =>
      note(
        text('result.unsure.title'),
        say(
          `${many ? `${t(label)}: ` : ''}${t('result.unsure.text', { why: whyOf(id), minutes: t('common.minutes', { count: minutes }) })}`,
        ),
      ),
    ),
    ...(whole === undefined ? [] : [note(text(whole.title), text(whole.text))]),
    ...known(open ? answer.open : []).map(({ label, minutes }) =>
      note(
        text(label),
        text('result.open.text', { minutes: t('common.minutes', { count: minutes }) }),
      ),
    ),
    ...(always === undefined ? [] : [note([], text(always))]),
  ]
}

function closeCall(
  { rows, apart }: CloseRun<Row>,
  close: Close,
  isLast: boolean,
  { t, text, say, language, metrics, colors }: PaperContext,
  note: (title: Said, words: Said, svg?: string | null) => Block,
): Block {
  const names = listOf(
    rows.map(({ title }) => t(title)),
    language,
  )
  const { runs } = close
  if (runs === undefined) {
    return note(
      text('result.close.title'),
      text('result.close.text', { names: capital(names, language) }),
    )
  }
  const words = runs[apart === 0 ? 'tie' : 'near']
  const count = pointsOf(apart, endsOf(metrics, close))
  const tiles = rows.flatMap(({ tile }) => tile ?? [])
  const said = t(rows.length > 2 ? words.many : words.two, { types: names, count })
  return note(
    text(words.title),
    say(isLast ? `${said} ${t(runs.after)}` : said),
    tiles.length > 1 ? overlap(tiles, colors) : null,
  )
}

function runsOf(
  all: readonly RankedRow<Row>[],
  { within, above = -1, count = 3, runs }: Close,
): readonly CloseRun<Row>[] {
  const found = closeRuns(
    all.filter(({ score }) => score > above),
    within,
    count,
  )
  // Without words for each, only the first is said.
  return runs === undefined ? found.slice(0, 1) : found
}

/** The note about the mean of all scores, if there is one. */
function wholeOf(all: readonly RankedRow<Row>[], { low, high }: Close): Saying | undefined {
  if (all.length === 0) return undefined
  const mean = all.reduce((sum, { score }) => sum + score, 0) / all.length
  if (low !== undefined && mean < low.below) return low
  return high !== undefined && mean > high.above ? high : undefined
}
