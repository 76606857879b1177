/** When a release goes live: at once, or at a time that is said back in words with its time zone. */

import { MAX_AHEAD_SECONDS, MIN_AHEAD_SECONDS } from '#engine/contract/approvals.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { ChoiceField, TextField } from '#admin/parts/Field.tsx'
import { fullWhen, zoneAt } from '#admin/parts/when.ts'
import css from './When.module.css'

export type When = {
  readonly isLater: boolean
  /** As the fields give them: `2026-12-01` and `08:00`, in the user's time zone. */
  readonly date: string
  readonly time: string
}

/** @param now the fields begin with eight o'clock on the next day */
export function atOnce(now: Date): When {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  const two = (number: number) => String(number).padStart(2, '0')
  const date = [next.getFullYear(), two(next.getMonth() + 1), two(next.getDate())].join('-')
  return { isLater: false, date, time: '08:00' }
}

/** The chosen time; null as long as it isn't complete. */
export function momentOf({ date, time }: When): Date | null {
  const at = new Date(`${date}T${time}`)
  return date === '' || time === '' || Number.isNaN(at.getTime()) ? null : at
}

/** What is wrong with it. */
export function faultOf(at: Date, now: Date): 'soon' | 'far' | null {
  const seconds = (at.getTime() - now.getTime()) / 1000
  return seconds < MIN_AHEAD_SECONDS ? 'soon' : seconds > MAX_AHEAD_SECONDS ? 'far' : null
}

/** @param atOnceWords what "not later" means here */
export function WhenField({
  value,
  atOnceWords,
  onChange,
}: {
  value: When
  atOnceWords: string
  onChange: (value: When) => void
}) {
  const t = useText()
  const { language } = useScope()
  const { isLater, date, time } = value
  const at = momentOf(value)
  const fault = at === null ? null : faultOf(at, new Date())
  const zone = zoneAt(at ?? new Date(), language)
  return (
    <div className="stack-s">
      <ChoiceField
        label={t('console.schedule.when')}
        value={isLater ? 'later' : 'now'}
        choices={[
          { id: 'now', label: atOnceWords },
          { id: 'later', label: t('console.schedule.later') },
        ]}
        onChange={(chosen) => onChange({ ...value, isLater: chosen === 'later' })}
      />
      {isLater && (
        <>
          <div className={css['fields']}>
            <TextField
              type="date"
              label={t('console.schedule.date')}
              value={date}
              error={fault === null ? undefined : t(`console.schedule.${fault}`)}
              onChange={(next) => onChange({ ...value, date: next })}
            />
            <TextField
              type="time"
              label={t('console.schedule.time')}
              value={time}
              onChange={(next) => onChange({ ...value, time: next })}
            />
          </div>
          <p className="small mute" role="status">
            {at === null || fault !== null
              ? t('console.schedule.zone', { zone })
              : t('console.schedule.live', { when: fullWhen(at, language), zone })}
          </p>
        </>
      )}
    </div>
  )
}
