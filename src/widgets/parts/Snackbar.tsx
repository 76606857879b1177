/**
 * A short message at the edge of the page. Announced politely, dismissed automatically, kept while
 * it has focus or the pointer.
 */

import { useEffect, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import css from './Snackbar.module.css'

/** Long enough for what it says, read slowly: a word for four seconds, two sentences for eight. */
const shownMs = (message: string) => Math.min(8000, 3500 + 60 * message.length)

/** @param message the text itself, not a key; null while there is none */
export function Snackbar({ message, onClose }: { message: string | null; onClose: () => void }) {
  const t = useText()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (message === null || held) return
    const timer = setTimeout(onClose, shownMs(message))
    return () => clearTimeout(timer)
  }, [message, held, onClose])
  return (
    <div className={`${css['place']} no-print`} role="status">
      {message !== null && (
        <div
          className={css['bar']}
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className="grow">{message}</span>
          <IconButton label={t('common.close')} onClick={onClose} className={css['close']}>
            <Icon name="close" size="s" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
