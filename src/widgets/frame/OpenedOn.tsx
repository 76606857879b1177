/**
 * A page with data stored on this device says when they were fetched: offline, they may be
 * outdated.
 */

import { useText } from '#engine/react/text.tsx'
import { dayOf } from '#engine/documents/intl.ts'
import css from './OpenedOn.module.css'

/** @param at ISO */
export function OpenedOn({ at, language }: { at: string; language: string }) {
  const t = useText()
  return (
    <p className={`${css['opened']} mute small`}>
      {t('state.openedOn', { date: dayOf(at, language) })}
    </p>
  )
}
