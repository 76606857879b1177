/** A small label: brand, plain, ok, waiting or bad. */

import type { ReactNode } from 'react'
import css from './Chip.module.css'

export function Chip({
  look = 'brand',
  children,
}: {
  look?: 'brand' | 'plain' | 'ok' | 'wait' | 'bad'
  children: ReactNode
}) {
  return <span className={`${css['chip']} ${css[look]}`}>{children}</span>
}
