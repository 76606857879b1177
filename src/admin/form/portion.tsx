/** Long lists are drawn a portion at a time: thousands of fields at once would stop the page for minutes. */

import { useState, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { useForm } from './context.ts'

const PORTION = 100

/**
 * The first of these and, wherever it is, the portion of the entry that is open: somebody was sent there.
 *
 * @param at    of the list
 * @param rows  everything that there is to draw
 * @param names by which the form knows them, in the same order
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
