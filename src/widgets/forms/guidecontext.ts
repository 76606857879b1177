/** Help with a form, where its document has some: null on every other page, and until it's there. */

import { createContext, type ComponentType } from 'react'
import type { FormValues } from '#engine/forms/formvalues.ts'
import type { Guide, Hint } from '#engine/forms/guide.ts'

export type FieldAsked = {
  readonly id: string
  readonly value: unknown
  readonly onChange: (value: string) => void
}
export type FormGuide = {
  readonly guide: Guide
  readonly hints: readonly Hint[]
  /** The row of `counts` that the record began with, while it still has its name. */
  readonly row: string | undefined
  /** Told the values of the form at the start and after every key. */
  readonly look: (values: FormValues) => void
  /** What is shown below a field. */
  readonly Below: ComponentType<FieldAsked>
}

/** More would be a list to read. */
const MAX_STARTERS = 8

/**
 * Beginnings of sentences for a field, or, without one, for own words of a list to choose from:
 * first those that fit the row that the record began with.
 */
export function startersOf(
  guide: Guide | null | undefined,
  field?: string,
  row?: string,
): NonNullable<Guide['starters']> {
  const all = (guide?.starters ?? []).filter((each) => each.field === field)
  const fitting = all.filter(({ rows }) => row !== undefined && rows?.includes(row) === true)
  const general = all.filter(({ rows }) => rows === undefined)
  return [...fitting, ...general].slice(0, Math.max(MAX_STARTERS, general.length))
}

export const GuideContext = createContext<FormGuide | null>(null)
