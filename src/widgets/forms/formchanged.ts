/** Which problems still hold: a field that was changed since the last submit isn't blamed for its old value. */

import { createContext, use } from 'react'

export const NOTHING_CHANGED: ReadonlySet<string> = new Set()

/** Keys of the fields that were changed since the last try. Kept beside rjsf, so that a key draws one field and no more. */
export const ChangedFields = createContext<ReadonlySet<string>>(NOTHING_CHANGED)

/** Keys of the fields that are not asked now (conditions.ts). */
export const HiddenFields = createContext<ReadonlySet<string>>(NOTHING_CHANGED)

/** The problem to show at a field; undefined when there is none, or none that still holds. */
export function useProblem(id: string, errors: readonly string[] | undefined): string | undefined {
  const changed = use(ChangedFields)
  // A list that was changed as a whole takes the problems of its entries with it.
  return changed.has(id) || changed.has(id.split('.')[0]!) ? undefined : errors?.[0]
}
