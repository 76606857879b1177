/**
 * How a tenant or a variant changes a document: operations that refer to entries by id, so that
 * they still mean the same when the product inserts, moves or removes something beside them
 * (engine.md 2).
 */

import { canonical, type Json } from '#engine/documents/json.ts'
import { isStamped, type Op } from './ops.ts'
import { WorkingCopy } from './workingcopy.ts'

/**
 * Applies every operation, in order. `base` is not modified; what no op touches is shared with it.
 *
 * @param base undefined if there is no such document (yet)
 * @throws OverlayError at the first op that fails
 */
export function apply(base: Json | undefined, ops: readonly Op[]): Json | undefined {
  const copy = new WorkingCopy(base)
  ops.forEach((op, index) => copy.apply(op, index))
  return copy.document
}

/** The hash of a missing value. */
export const NONE = 'h:none'

/**
 * `h:` and eight letters or digits of a 53-bit hash (cyrb53) of the canonical text: the same for
 * equal values, whatever the order of their keys.
 */
export function hashOf(value: Json | undefined): string {
  if (value === undefined) return NONE
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  const text = canonical(value)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 0x9e3779b1)
    low = Math.imul(low ^ code, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  const hash = (0x1fffff & low) * 2 ** 32 + (high >>> 0)
  return `h:${(hash % 36 ** 8).toString(36).padStart(8, '0')}`
}

/**
 * The same ops, each with the hash of the value it was based on.
 *
 * @throws OverlayError if an op fails
 */
export function stamp(base: Json | undefined, ops: readonly Op[]): Op[] {
  const copy = new WorkingCopy(base)
  return ops.map((op, index) => {
    const stamped = isStamped(op) ? { ...op, was: hashOf(copy.get(op.at)) } : op
    copy.apply(op, index)
    return stamped
  })
}
