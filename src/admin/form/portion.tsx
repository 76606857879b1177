/**
 * Renders long lists in portions: thousands of fields at once would freeze the page for minutes.
 */

import { useState, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { useForm } from './context.ts'

const PORTION = 100

/**
 * The first portion and, wherever it is, the one with the open entry, because the user was sent
 * there.
 *
 * @param at    of the list
 * @param rows  everything to render
 * @param names of the rows in the form, in the same order
 */
export function usePortion<T>(
  at: string,
  rows: readonly T[],
  names: readonly string[],
): { readonly shown: readonly T[]; readonly more: ReactNode } {
  const t = useText()
  const { open } = useForm()
  const [most, setMost] = useState(PORTION)
  if (rows.length <= most) return { shown: rows, more: null }
  const place = names.indexOf(open.get(at) ?? '')
  const shown = rows.filter(
    (_row, index) => index < most || (place >= 0 && portionOf(index) === portionOf(place)),
  )
  const more = (
    <Button look="text" small onClick={() => setMost(most + PORTION)}>
      {t('console.form.showMore', { count: Math.min(PORTION, rows.length - most) })}
    </Button>
  )
  return { shown, more }
}

function portionOf(index: number): number {
  return Math.floor(index / PORTION)
}
