/** A placeholder while something loads; after a while it says that it is still trying. */

import { useEffect, useState, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import css from './Waiting.module.css'

const SLOW_AFTER_MS = 4000

export function Bar({ look }: { look: 'title' | 'short' | 'long' | 'whole' | 'tall' }) {
  return <span className={`${css['bar']} ${css[look]}`} />
}

/** @param text a text key for screen readers, shown to everyone if it takes long */
export function Waiting({
  text = 'state.loading',
  children,
}: {
  text?: string
  children: ReactNode
}) {
  const t = useText()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-busy="true">
      <div aria-hidden="true">{children}</div>
      <p className={`small mute ${css['slow']}`} role="status">
        {slow ? t('state.slow', { what: t(text) }) : <span className="hidden-text">{t(text)}</span>}
      </p>
    </div>
  )
}
