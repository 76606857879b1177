/**
 * What people in research tell about themselves: the choices of the sections that only people with
 * consent to research are asked. Each is a column of every file. Pure.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { profileKey } from '#engine/forms/section.ts'

/** The consent without which nothing is asked for research, and nothing leaves. */
export const RESEARCH_CONSENT = 'researchContact'
/** People who didn't answer are a group too. */
export const MISSING = 'missing'

export type Background = {
  /** `home_language`: of the field's id. */
  readonly column: string
  /** Where the answer is in the profile. */
  readonly key: string
  readonly label: string
  /** Possible answers; a name is the same in every language. */
  readonly options: readonly {
    readonly id: string
    readonly label?: string
    readonly name?: string
  }[]
}

/** In the order of the documents. */
export function backgroundsOf(catalog: Catalog): Background[] {
  return catalog
    .all('profile-section')
    .filter(({ consent }) => consent === RESEARCH_CONSENT)
    .flatMap(({ fields }) => fields)
    .filter(({ type }) => type === 'choice')
    .map((field) => ({
      column: field.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      key: profileKey(field),
      label: field.label,
      options: catalog.get('list', field.list ?? '')?.items ?? [],
    }))
}

/** An answer that is no longer offered counts as given: who gave it is still one of a group. */
export function answerOf(profile: Readonly<Record<string, unknown>>, { key }: Background): string {
  const value = profile[key]
  return typeof value === 'string' && value !== '' ? value : MISSING
}
