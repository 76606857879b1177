/** Surface with a 1 px line; `cloth` is indigo with the one large turn; `locked` is dotted. */

import type { ReactNode } from 'react'
import css from './Card.module.css'

export function Card({
  look = 'paper',
  turn = false,
  tight = false,
  labelledBy,
  children,
}: {
  look?: 'paper' | 'cloth' | 'locked'
  turn?: boolean
  tight?: boolean
  labelledBy?: string
  children: ReactNode
}) {
  const className = [
    css['card'],
    css[look],
    turn && css['turn'],
    tight && css['tight'],
    look === 'cloth' && 'on-cloth',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <section className={className} aria-labelledby={labelledBy}>
      {children}
    </section>
  )
}
