/**
 * The seven operations by which a tenant or a variant changes a document, and how each can fail
 * (engine.md 2).
 */

import { own, pointer, type Json } from '#engine/documents/json.ts'

/**
 * Position of an entry: beside another one, at the front, or (if empty) at the end. At most one is
 * given.
 */
export type Anchor = { readonly before?: string; readonly after?: string; readonly first?: true }
type Said = { readonly at: string; readonly why?: string }
/**
 * The version that the op was based on: hashOf the previous value. Computed, never typed by hand.
 */
type Stamped = { readonly was?: string }

export type Op =
  /** Sets a member, an entry (which keeps its id) or the whole document. */
  | (Said & Stamped & { readonly op: 'set'; readonly value: Json })
  /** Removes a member, or the whole document. */
  | (Said & Stamped & { readonly op: 'unset' })
  /** Inserts an entry with an id of its own into the list `at`. */
  | (Said & Anchor & { readonly op: 'insert'; readonly value: Json })
  | (Said & Stamped & { readonly op: 'remove' })
  | (Said & Anchor & { readonly op: 'move' })
  /** Appends a scalar to the set `at`. */
  | (Said & { readonly op: 'add'; readonly value: Json })
  | (Said & { readonly op: 'drop'; readonly value: Json })

/**
 * `anchor`: its neighbour is gone; `present`: what it would add already exists; `shape`: the place
 * has another type.
 */
export type Reason = 'hostile' | 'missing' | 'present' | 'anchor' | 'shape'

export class OverlayError extends Error {
  constructor(
    readonly index: number,
    readonly at: string,
    readonly reason: Reason,
    what: string,
  ) {
    super(`operation ${index} at "${at}": ${what}`)
    this.name = 'OverlayError'
  }
}

/**
 * Does this op record what it was based on? The others add something new, or only change an order.
 */
export function isStamped(op: Op): op is Extract<Op, { op: 'set' | 'unset' | 'remove' }> {
  return op.op === 'set' || op.op === 'unset' || op.op === 'remove'
}

/** What the op changes: for an insert the entry, not its list. */
export function targetOf(op: Op): string {
  return op.op === 'insert' ? op.at + pointer(String(own(op.value, 'id'))) : op.at
}
