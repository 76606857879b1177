/** The seven operations by which a tenant or a variant changes a document, and what can be wrong with one (engine.md 2). */

import { own, pointer, type Json } from '#engine/documents/json.ts'

/** Where an entry goes: beside another one, to the front, or (none of them) to the end. At most one is given. */
export type Anchor = { readonly before?: string; readonly after?: string; readonly first?: true }
type Said = { readonly at: string; readonly why?: string }
/** What the op was made on: hashOf the value before it. Stamped, never typed by people. */
type Stamped = { readonly was?: string }

export type Op =
  /** Gives a member, an entry (which keeps its id) or the whole document a value. */
  | (Said & Stamped & { readonly op: 'set'; readonly value: Json })
  /** Takes a member, or the whole document, away. */
  | (Said & Stamped & { readonly op: 'unset' })
  /** Puts an entry with an id of its own into the list `at`. */
  | (Said & Anchor & { readonly op: 'insert'; readonly value: Json })
  | (Said & Stamped & { readonly op: 'remove' })
  | (Said & Anchor & { readonly op: 'move' })
  /** Puts a scalar into the set `at`, last. */
  | (Said & { readonly op: 'add'; readonly value: Json })
  | (Said & { readonly op: 'drop'; readonly value: Json })

/** `anchor`: its neighbour is gone; `present`: what it would add is there; `shape`: the place is of another nature. */
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

/** Does this op say what it was made on? The others add something new, or only change an order. */
export function isStamped(op: Op): op is Extract<Op, { op: 'set' | 'unset' | 'remove' }> {
  return op.op === 'set' || op.op === 'unset' || op.op === 'remove'
}

/** The one thing that the op is about: of an insert the entry, not its list. */
export function targetOf(op: Op): string {
  return op.op === 'insert' ? op.at + pointer(String(own(op.value, 'id'))) : op.at
}
