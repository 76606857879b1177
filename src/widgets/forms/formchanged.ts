/**
 * Which problems still hold: a field that was changed since the last submit isn't blamed for its
 * old value.
 */

import { createContext, use } from 'react'

export const NOTHING_CHANGED: ReadonlySet<string> = new Set()

/**
 * Keys of the fields that were changed since the last submit. Kept outside rjsf, so that a
 * keystroke renders only one field.
 */
export const ChangedFields = createContext<ReadonlySet<string>>(NOTHING_CHANGED)

/** Keys of the fields that aren't asked now (conditions.ts). */
export const HiddenFields = createContext<ReadonlySet<string>>(NOTHING_CHANGED)

/** The problem to show at a field; undefined when there is none, or none that still holds. */
export function useProblem(id: string, errors: readonly string[] | undefined): string | undefined {
  const changed = use(ChangedFields)
  // A change of a list clears the problems of its entries.
  return changed.has(id) || changed.has(id.split('.')[0]!) ? undefined : errors?.[0]
}
