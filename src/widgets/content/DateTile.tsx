/**
 * When a record closes, as a tile beside its title: the next of its months, or its day. Dotted where
 * nobody knows. For the eye only: a line of the card says it in words.
 */

import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { fieldOf } from './record.ts'
import type { Tile } from './recordProps.ts'
import css from './DateTile.module.css'

const DAY = /^\d{4}-\d{2}-\d{2}/

export function DateTile({
  record,
  tile: { path, label, unknown },
}: {
  record: unknown
  tile: Tile
}) {
  const t = useText()
  const { language } = useScope()
  const value = fieldOf(record, path)
  const day = typeof value === 'string' && DAY.test(value) ? new Date(value.slice(0, 10)) : null
  const month = day === null ? nextOf(monthsIn(value), new Date().getMonth() + 1) : null
  if (day !== null)
    return (
      <p className={css['tile']} aria-hidden="true">
        <small>{shortMonth(day.getUTCMonth() + 1, language)}</small>
        {new Intl.NumberFormat(language).format(day.getUTCDate())}
      </p>
    )
  if (month === null)
    return (
      <p className={`${css['tile']} ${css['unknown']}`} aria-hidden="true">
        {t(unknown)}
      </p>
    )
  return (
    <p className={css['tile']} aria-hidden="true">
      <small>{t(label)}</small>
      {shortMonth(month, language)}
    </p>
  )
}

/** Months in a field, 1 to 12. */
export function monthsIn(value: unknown): readonly number[] {
  return Array.isArray(value)
    ? (value as unknown[]).filter(
        (month): month is number =>
          Number.isInteger(month) && 1 <= Number(month) && Number(month) <= 12,
      )
    : []
}

/** The first of them from the current month on; null if there is none. */
function nextOf(months: readonly number[], current: number): number | null {
  const ahead = (month: number) => (month + 12 - current) % 12
  return months.toSorted((a, b) => ahead(a) - ahead(b))[0] ?? null
}

/** Without the full stop that some languages put after it. */
export function shortMonth(month: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return format.format(Date.UTC(2024, month - 1, 1)).replace(/\.$/, '')
}
