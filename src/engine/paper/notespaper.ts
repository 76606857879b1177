/** Notes beside a result on paper: what is less certain, what is close, and parts still open. */

import { capital, listOf } from '#engine/documents/intl.ts'
import { pointsOf, ranked, type Order, type ScoreRow } from '#engine/scoring/bands.ts'
import type { CloseRun } from '#engine/scoring/closeness.ts'
import { closeNotes } from '#engine/scoring/closenotes.ts'
import { reasonsOf } from '#engine/scoring/reasons.ts'
import { endsOf } from '#engine/scoring/reports.ts'
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
  const { even, runs, whole, named } = closeNotes(all, close)
  const note = (title: Said, words: Said, svg: string | null = null): Block => ({
    as: 'note',
    title,
    text: words,
    svg: svg ?? icon('info', context.colors['brand']),
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
      closeCall(run, close!, index === runs.length - 1 && named > 1, context, note),
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

/** The widget `notice`. */
export function noticePaper(
  { title, text: words }: { readonly title?: string; readonly text: string },
  { text, colors }: PaperContext,
): Block {
  return { as: 'note', title: text(title), text: text(words), svg: icon('info', colors['brand']) }
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
