/**
 * The facts about an instrument: where it comes from, its length and its reliability. Shown before
 * and after taking it.
 */

import { lengthOf } from '#engine/scoring/answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { languageName } from '#engine/documents/intl.ts'
import css from './InstrumentFacts.module.css'

/** The facts about one result: version, language and date. */
export type Taken = { readonly version: string; readonly language: string; readonly date: string }

export function InstrumentFacts({
  document,
  taken,
}: {
  document: DocumentOf<'assessment'>
  taken?: Taken | undefined
}) {
  const t = useText()
  const { language } = useScope()
  const { instrument, minutes } = document
  const { asked, count } = lengthOf(document)
  const about = t('common.minutes', { count: minutes })
  const versionOf = () => {
    const now = instrument?.version ?? ''
    const answered = taken?.version ?? now
    return answered === now || answered === ''
      ? now
      : t('instrument.newer', { version: answered, now })
  }
  const rows: [name: string, value: string][] = [
    ['basis', t(instrument?.basis)],
    [
      'length',
      count === undefined
        ? about
        : t('instrument.lengthOf', {
            asked: t(`instrument.asked.${asked}`, { count }),
            minutes: about,
          }),
    ],
    ['language', languageName(taken?.language ?? language, language)],
    ['reliability', t(instrument?.reliability) || t('instrument.reliabilityUnknown')],
    ['limits', t(instrument?.limits)],
    ['version', versionOf()],
    ['date', taken?.date ?? ''],
  ]
  return (
    <div className="small">
      <dl className={css['facts']}>
        {rows.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt>{t(`instrument.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={css['purpose']}>{t('instrument.purpose')}</p>
    </div>
  )
}
