/** One part that opens and closes, on the native element: it works before any script has loaded. */

import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './Fold.module.css'

export function Fold({
  title,
  hint,
  open = false,
  children,
}: {
  title: string
  /** A summary of the content, in small print. */
  hint?: string
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className={css['fold']} open={open}>
      <summary className={css['title']}>
        <span className="grow">
          {title}
          {hint !== undefined && <span className={`small mute ${css['hint']}`}>{hint}</span>}
        </span>
        <span className={css['mark']}>
          <Icon name="chevron" size="s" />
        </span>
      </summary>
      <div className={css['inside']}>{children}</div>
    </details>
  )
}
