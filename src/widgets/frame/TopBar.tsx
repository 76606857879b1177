/** The bar across the top of every page: on paper, or on cloth above a cloth page. */

import type { ReactNode } from 'react'
import css from './TopBar.module.css'

export function TopBar({
  cloth = false,
  sticky = false,
  children,
}: {
  cloth?: boolean
  sticky?: boolean
  children: ReactNode
}) {
  const className = [
    css['bar'],
    cloth && `${css['cloth']} on-cloth`,
    sticky && css['sticky'],
    'no-print',
  ]
    .filter(Boolean)
    .join(' ')
  return <header className={className}>{children}</header>
}
