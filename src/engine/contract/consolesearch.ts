/** `GET admin/search?text=`: what the console finds, each kind of thing with its best few. */

import type { Kind } from '#engine/documents/kinds.ts'
import type { Role } from './admincontract.ts'

/** Fewer letters are in nearly everything. */
export const MIN_SEARCHED = 2

export type FoundDocument = { readonly kind: Kind; readonly id: string; readonly title: string }
/** Words in one language, and the first place that shows them; none: `document` is empty. */
export type FoundText = {
  readonly key: string
  readonly words: string
  /** Id of the language. */
  readonly language: string
  readonly document: string
  readonly title: string
  readonly pointer: string
}
export type FoundRecord = {
  readonly type: string
  /** What its type is called, in the language of the request. */
  readonly label: string
  readonly id: string
  readonly title: string
}
/** Somebody with a role: learners are only found on the page of people, where searches are logged. */
export type FoundPerson = { readonly email: string; readonly role: Role | null }

export type ConsoleFound = {
  readonly documents: readonly FoundDocument[]
  readonly texts: readonly FoundText[]
  readonly records: readonly FoundRecord[]
  /** Null for roles without a page of people. */
  readonly people: readonly FoundPerson[] | null
}
