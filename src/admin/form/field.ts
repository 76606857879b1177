/** The props of a field, about its place in the document. */

import type { Schema } from '#engine/documents/inspect.ts'
import type { Lock } from '#engine/overlay/locks.ts'
import { own } from '#engine/documents/json.ts'
import type { Definitions } from './shape.ts'

export type FieldProps = {
  /** Without `$ref`. */
  readonly schema: Schema
  readonly definitions: Definitions
  readonly value: unknown
  /** The same place in the document compared with; undefined if it has nothing there. */
  readonly base: unknown
  /** Is there a document to compare with, at least around this place? */
  readonly compared: boolean
  /** Pointer, with list entries by id. */
  readonly at: string
  readonly label: string
  readonly hint: string | undefined
  /** May be left out. */
  readonly optional: boolean
  readonly readOnly: boolean
  /** The product's lock on this place, if any. */
  readonly lock: Lock | undefined
  /** Within a widget's props: any value may be computed by a rule. */
  readonly bindable: boolean
  /** The label is already visible right above: announced to screen readers, but not shown. */
  readonly bare?: true
}

/** The text that a place shows: the one that it names, or else what its widget says of its own accord. */
export function textKeyOf({ value, schema }: Pick<FieldProps, 'value' | 'schema'>): string {
  if (typeof value === 'string') return value
  return value === undefined && typeof schema['default'] === 'string' ? schema['default'] : ''
}

/** Lock of an entry; only the product's own locks bind. */
export function lockOf(value: unknown, base: unknown, compared: boolean): Lock | undefined {
  const lock = own(compared ? base : value, 'lock')
  return lock === 'no-overlay' || lock === 'tighten-only' ? lock : undefined
}

/** Lock of a member, from its meta-schema. */
export function markOf(schema: Schema): Lock | undefined {
  const lock = schema['x-lock']
  return lock === 'no-overlay' || lock === 'tighten-only' ? lock : undefined
}
