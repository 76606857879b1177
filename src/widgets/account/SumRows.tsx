/** Rows of a bill: what, and how much or what else; the last may be the sum. */

import type { ReactNode } from 'react'
import css from './SumRows.module.css'

export type SumRow = {
  readonly id: string
  readonly label: ReactNode
  readonly value: string
  /** total: in large letters, under a line; off: what a coupon takes off. */
  readonly look?: 'total' | 'off' | undefined
}

export function SumRows({ rows }: { rows: readonly SumRow[] }) {
  return (
    <dl className={css['rows']}>
      {rows.map(({ id, label, value, look }) => (
        <div key={id} className={look && css[look]}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
