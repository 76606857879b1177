/** Help with a form, where its document has some: null on every other page, and until it's there. */

import { createContext, type ReactNode } from 'react'
import type { FormValues } from '#engine/forms/formvalues.ts'
import type { Guide } from '#engine/forms/guide.ts'

export type FieldAsked = {
  readonly id: string
  readonly value: unknown
  readonly onChange: (value: string) => void
}
export type FormGuide = {
  /** Null until it has been loaded, and where there is none. */
  readonly guide: Guide | null
  /** The values of the form, after every key. */
  readonly look: (values: FormValues) => void
  /** What is shown below a field. */
  readonly below: (field: FieldAsked) => ReactNode
}

export const GuideContext = createContext<FormGuide | null>(null)
