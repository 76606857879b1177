/** What a field is told about its place. */

import type { Schema } from '#engine/documents/inspect.ts'
import type { Lock } from '#engine/overlay/locks.ts'
import { own } from '#engine/documents/json.ts'
import type { Definitions } from './shape.ts'

export type FieldProps = {
  /** Without `$ref`. */
  readonly schema: Schema
  readonly definitions: Definitions
  readonly value: unknown
  /** The same place of the document that this one is compared with; undefined where it has nothing. */
  readonly base: unknown
  /** Is there something to compare with, around this place at least? */
  readonly compared: boolean
  /** Pointer, list entries by their ids. */
  readonly at: string
  readonly label: string
  readonly hint: string | undefined
  /** May be left out. */
  readonly optional: boolean
  readonly readOnly: boolean
  /** The product's, where it holds back this place. */
  readonly lock: Lock | undefined
  /** Within a widget's props: any value may come from a rule. */
  readonly bindable: boolean
  /** The label stands right above already: it is said to readers, but not drawn. */
  readonly bare?: true
}

/** Lock of an entry; only the product's own locks bind. */
export function lockOf(value: unknown, base: unknown, compared: boolean): Lock | undefined {
  const lock = own(compared ? base : value, 'lock')
  return lock === 'no-overlay' || lock === 'tighten-only' ? lock : undefined
}

/** Lock of a member, as its meta-schema says. */
export function markOf(schema: Schema): Lock | undefined {
  const lock = schema['x-lock']
  return lock === 'no-overlay' || lock === 'tighten-only' ? lock : undefined
}
