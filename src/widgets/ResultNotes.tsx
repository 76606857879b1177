/** What must be said beside a result, in the same size: less sure than usual, near ties, and what is still open. */

import Type from 'typebox'
import { ranked } from '#engine/bands.ts'
import type { ReportAnswer } from '#engine/contract.ts'
import { useHref, useScope, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { CarryOn } from './CarryOn.tsx'
import { valueOf } from './dataOf.ts'
import { capital, listOf } from './intl.ts'
import { Note } from './Note.tsx'
import { metricsOf } from './resultOf.ts'
import * as score from './scoreProps.ts'
import css from './ResultNotes.module.css'

export const Props = Type.Object(
  {
    close: Type.Optional(
      Type.Object(
        {
          rows: Type.Array(Type.Object({ ...score.row, title: score.Text }, score.strict), { minItems: 2, maxItems: 12 }),
          ...score.scale,
          within: Type.Number({ minimum: 0, description: 'How many points out of 100 two must differ by to be told apart.' }),
          count: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: 'How many of the highest the report talks about; default 3.' })),
        },
        { ...score.strict, description: 'Says which of the highest could change places on another day.' },
      ),
    ),
    text: Type.Optional(Type.String({ 'x-ref': 'text', description: 'What must always be said.' })),
    open: Type.Optional(Type.Boolean({ description: 'Says which parts are left to take; default true. False if the page has cards for them.' })),
  },
  score.strict,
)

export const ResultNotes = defineWidget<typeof Props>('result-notes', function ResultNotes({ data, close, text, open = true }) {
  const t = useText()
  const { language } = useScope()
  const { catalog } = useSurroundings()
  const report = valueOf<ReportAnswer>(data)
  if (report === null) return null
  const known = (ids: readonly string[]) => ids.flatMap((id) => catalog.get('assessment', id) ?? [])
  const many = Object.keys(report.results).length + report.open.length > 1
  const unsure = known(Object.keys(report.results).filter((id) => report.results[id]!.quality.confidence === 'low'))
  const near = close === undefined ? [] : together(ranked(metricsOf(report), close.rows, close), close.within, close.count ?? 3)
  const parts = known(open ? report.open : [])
  const begun = Object.keys(report.results).map((id) => <CarryOn key={id} assessment={id} named={many} />)
  if (near.length < 2 && unsure.length === 0 && parts.length === 0 && !text) return <>{begun}</>
  return (
    <div className="stack-s">
      {begun}
      {near.length > 1 && (
        <Note look="doubt" title={t('result.close.title')}>
          {t('result.close.text', {
            names: capital(
              listOf(
                near.map(({ row }) => t(row.title)),
                language,
              ),
              language,
            ),
          })}
        </Note>
      )}
      {unsure.map(({ id, label, minutes, quizRoute, startRoute }) => (
        <Note key={id} look="doubt" title={t('result.unsure.title')}>
          {many && `${t(label)}: `}
          {t('result.unsure.text', { minutes: t('common.minutes', { count: minutes }) })}
          <Go route={quizRoute ?? startRoute} text={t('result.unsure.again')} />
        </Note>
      ))}
      {parts.map(({ id, label, minutes, startRoute }) => (
        <Note key={id} title={t(label)}>
          {t('result.open.text', { minutes: t('common.minutes', { count: minutes }) })}
          <Go route={startRoute} text={t('result.open.go')} />
        </Note>
      ))}
      {text && <Note>{t(text)}</Note>}
    </div>
  )
})

function Go({ route, text }: { route: string | undefined; text: string }) {
  const href = useHref()
  return (
    route !== undefined && (
      <div className={css['go']}>
        <ButtonLink look="line" small to={href(route)}>
          {text}
        </ButtonLink>
      </div>
    )
  )
}

/** The run of scores, highest first, in which each is near to the one before; it has to touch those that the report speaks of. */
function together<R>(all: readonly { row: R; score: number }[], within: number, count: number): readonly { row: R; score: number }[] {
  for (let first = 0; first < Math.min(count, all.length); first++) {
    let end = first + 1
    while (end < all.length && all[first]!.score - all[end]!.score <= within) end++
    if (end - first > 1) return all.slice(first, end)
  }
  return []
}
