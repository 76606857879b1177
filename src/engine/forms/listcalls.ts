/** What a form asks the app to do with a list in the profile: the one action `list`. Types alone. */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { FormValues } from './formvalues.ts'
import type { Choice } from './formchoice.ts'
import type { ListWrite } from './records.ts'

type Asked = {
  /** Saves one record; `from` is what it was edited from, null for a new one. */
  readonly save: { readonly record: FormValues; readonly from: FormValues | null }
  readonly remove: { readonly item: string; readonly from: FormValues | null }
  readonly order: { readonly order: readonly string[] }
  /** All that is chosen now; `from` is the profile that it was chosen from. */
  readonly choose: { readonly choices: readonly Choice[]; readonly from: FormValues }
  /** What waits on this device. */
  readonly pending: object
  readonly discard: { readonly item: string }
  /** A long list, with its texts; null if it can't be loaded now. */
  readonly words: { readonly list: string }
  /** Help with the section, with its texts; null if there is none, or not now. */
  readonly guide: object
  /** A layout with the part that draws the section's records; null if none does, or not now. */
  readonly paper: object
}

export type ListAnswers = {
  readonly save: FormValues
  /** Does it wait on this device? */
  readonly remove: boolean
  readonly order: boolean
  readonly choose: boolean
  readonly pending: readonly ListWrite[]
  readonly discard: void
  readonly words: DocumentOf<'list'> | null
  readonly guide: DocumentOf<'guide'> | null
  readonly paper: DocumentOf<'paper'> | null
}

export type ListCall = {
  [What in keyof Asked]: { readonly what: What; readonly section: string } & Asked[What]
}[keyof Asked]
export type ListCallOf<What extends keyof Asked> = Extract<ListCall, { readonly what: What }>
