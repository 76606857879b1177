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
  /** Told the values of the form at the start and after every key. */
  readonly look: (values: FormValues) => void
  /** What is shown below a field. */
  readonly Below: ComponentType<FieldAsked>
}

/** Beginnings of sentences for a field, or, without one, for own words of a list to choose from. */
export function startersOf(
  guide: Guide | null | undefined,
  field?: string,
): NonNullable<Guide['starters']> {
  return (guide?.starters ?? []).filter((each) => each.field === field)
}

export const GuideContext = createContext<FormGuide | null>(null)
