/**
 * Covers a paused game: the clock has stopped, and the covered game cannot be studied meanwhile.
 */

import { useEffect, useRef } from 'react'
import { useText } from '#engine/react/text.tsx'
import css from './Tasks.module.css'
import button from '#widgets/parts/Button.module.css'

/** @param onGoOn with the timestamp of the press */
export function Paused({ isPaused, onGoOn }: { isPaused: boolean; onGoOn: (at: number) => void }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isPaused) heading.current?.focus()
  }, [isPaused])
  if (!isPaused) return null
  return (
    <div className={css['paused']} role="dialog" aria-modal="true" aria-labelledby="task-paused">
      <h2 id="task-paused" ref={heading} tabIndex={-1}>
        {t('task.paused.title')}
      </h2>
      <p>{t('task.paused.text')}</p>
      <button
        type="button"
        className={`${button['button']} ${button['step']}`}
        onClick={(event) => onGoOn(event.timeStamp)}
      >
        <span>{t('task.paused.goOn')}</span>
      </button>
    </div>
  )
}
