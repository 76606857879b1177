/** What must be said beside a result, in the same size as the result: near ties, no shape, low confidence, the whole. */

import Type from 'typebox'
import { closeRuns, isFlat, type CloseRun } from '#engine/closeness.ts'
import type { WorkerTypeReport } from '#engine/contract.ts'
import { useHref, useScope, useSurroundings } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { ButtonLink } from './Button.tsx'
import { CarryOn } from './CarryOn.tsx'
import { valueOf } from './dataOf.ts'
import { TYPE_OF_LETTER, type WorkerType } from './Glyph.tsx'
import { listOf } from './intl.ts'
import { Note } from './Note.tsx'
import css from './ReportNotes.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

/** The spec's id of the assessment that this report is about. */
const ASSESSMENT = 'holland_code'

export const ReportNotes = defineWidget<typeof Props>('report-notes', function ReportNotes({ data }) {
  const t = useText()
  const href = useHref()
  const { catalog } = useSurroundings()
  const report = valueOf<WorkerTypeReport>(data)
  if (report === null) return null
  const flat = isFlat(report.metrics)
  const again = catalog.get('assessment', ASSESSMENT)?.quizRoute
  const runs = flat ? [] : closeRuns(report.types)
  return (
    <div className="stack-s">
      <CarryOn assessment={ASSESSMENT} />
      {flat && (
        <Note look="doubt" title={t('worker.flat.note')}>
          {t('worker.flat.meaning')}
        </Note>
      )}
      {runs.map((run) => (
        <CloseCall key={run.letters.join('')} run={run} />
      ))}
      {report.quality.confidence === 'low' && (
        <Note look="doubt" title={t('worker.unsure.title')}>
          {t('worker.unsure.text')}
          {again !== undefined && (
            <div className={css['again']}>
              <ButtonLink look="line" small to={href(again)}>
                {t('worker.unsure.again')}
              </ButtonLink>
            </div>
          )}
        </Note>
      )}
      {!flat && report.elevation !== 'middle' && (
        <Note look="doubt" title={t(`worker.elevation.${report.elevation}.title`)}>
          {t(`worker.elevation.${report.elevation}.text`)}
        </Note>
      )}
    </div>
  )
})

function CloseCall({ run }: { run: CloseRun }) {
  const t = useText()
  const { language } = useScope()
  const types = run.letters.map((letter) => TYPE_OF_LETTER[letter])
  const names = types.map((type) => t(`type.${type}.name`))
  const many = names.length > 2 ? 'many' : 'two'
  const words = t(`worker.close.${run.apart === 0 ? 'tie' : 'near'}.${many}`, { types: listOf(names, language), count: run.apart })
  return (
    <Note look="doubt" title={t(run.apart === 0 ? 'worker.close.tieTitle' : 'worker.close.title')} picture={<Overlap types={types} />}>
      {words} {t('worker.close.legend')}
    </Note>
  )
}

/** Two circles in the colours of the types, one over the other. */
function Overlap({ types }: { types: readonly WorkerType[] }) {
  return (
    <svg className={css['overlap']} viewBox="0 0 56 40" aria-hidden="true" focusable="false">
      {types.slice(0, 2).map((type, index) => (
        <circle key={type} className={`t-${type}`} cx={20 + index * 16} cy="20" r="17" />
      ))}
    </svg>
  )
}
