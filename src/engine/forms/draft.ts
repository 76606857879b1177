/** What was typed in a form and not saved: kept on the device by the action `section.draft`. */

import type { FormValues } from './formvalues.ts'

export type Draft = {
  readonly values: FormValues
  /**
   * What it was typed over. Saved later, it is still compared with that: what another device has
   * changed in the meantime isn't overwritten silently.
   */
  readonly from: FormValues
  /** Nothing was typed yet: the values are an idea that was chosen. */
  readonly isIdea?: boolean
}

/** The item of a section that is no list. */
export const FIELDS = 'fields'

export type DraftCall = {
  readonly section: string
  /** A record's `_id`, FIELDS, or what else of the section is typed. */
  readonly item: string
  /** Keeps it, or deletes it if null. Without it, what is kept is only read. */
  readonly keep?: Draft | null
}
