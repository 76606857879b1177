/** A note: info, waiting, error, sent, or dotted for doubt. Always an icon and words. */

import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import css from './Note.module.css'

export type NoteLook = 'info' | 'wait' | 'bad' | 'ok' | 'doubt'
const ICON = {
  info: 'info',
  wait: 'phone',
  bad: 'warning',
  ok: 'tick',
  doubt: 'info',
} as const

export function Note({
  look = 'info',
  title,
  children,
  alert = false,
  ref,
  picture,
  className = '',
}: {
  look?: NoteLook
  title?: string
  children: ReactNode
  alert?: boolean
  ref?: Ref<HTMLDivElement>
  picture?: ReactNode
  className?: string
}) {
  return (
    <div
      className={`${css['note']} ${css[look]} ${className}`}
      ref={ref}
      {...(alert && { role: 'alert', tabIndex: -1 })}
    >
      {picture ?? <Icon name={ICON[look]} />}
      <div className={css['words']}>
        {title && <strong>{title} </strong>}
        {children}
      </div>
    </div>
  )
}
