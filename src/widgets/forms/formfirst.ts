/** Which fields of a form are asked for first; the others are in a fold. */

import { createContext } from 'react'
import { canonical } from '#engine/documents/json.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import type { SectionForm } from './formschema.ts'

export type First = {
  /** Keys of the profile. */
  readonly keys: readonly string[]
  /** On the fold with the others: a text key. */
  readonly rest: string
}

export type FirstFields = {
  readonly keys: ReadonlySet<string>
  readonly rest: string
  /** Is the fold open at the start? */
  readonly isOpen: boolean
  /** Is a field in the fold required? */
  readonly needed: boolean
}

/** Null if all fields are shown alike. */
export const FirstFieldsContext = createContext<FirstFields | null>(null)

/**
 * With what has to be filled in before the form can be saved. Open if something in the fold was
 * typed and isn't saved.
 *
 * @param start what the form begins with
 * @param saved what is in the profile
 */
export function firstFields(
  { keys, rest }: First,
  { fields }: SectionForm,
  start: FormValues,
  saved: FormValues,
): FirstFields {
  const isEmpty = (key: string) => start[key] === undefined || start[key] === ''
  const shown = new Set([
    ...keys,
    ...[...fields].flatMap(([key, { required }]) => (required && isEmpty(key) ? [key] : [])),
  ])
  const folded = [...fields.keys()].filter((key) => !shown.has(key))
  return {
    keys: shown,
    rest,
    isOpen: folded.some((key) => canonical(start[key] ?? null) !== canonical(saved[key] ?? null)),
    needed: folded.some((key) => fields.get(key)?.required === true),
  }
}
