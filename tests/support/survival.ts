/** Did an edit survive? For a single operation, and independent of how overlays are rebased. */

import { idsOf, isIdList, isSet, lookup, parentOf } from '#engine/documents/address.ts'
import { canonical, pointer, type Json, type JsonObject } from '#engine/documents/json.ts'
import type { Op } from '#engine/overlay/ops.ts'

/**
 * Does the document have what the op wanted? For a move only that the entry exists: see keepsOrder.
 */
export function holds(op: Op, document: Json | undefined): boolean {
  const there = lookup(document, op.at)
  switch (op.op) {
    case 'set':
      return there !== undefined && canonical(there) === canonical(op.value)
    case 'unset':
    case 'remove':
      return there === undefined
    case 'insert': {
      const entry = lookup(document, op.at + pointer(String((op.value as JsonObject)['id'])))
      return entry !== undefined && canonical(entry) === canonical(op.value)
    }
    case 'add':
      return Array.isArray(there) && there.includes(op.value)
    case 'drop':
      return !Array.isArray(there) || !there.includes(op.value)
    case 'move':
      return there !== undefined
  }
}

/**
 * Do all pairs of entries that `changed` swapped have that order in `merged`, if all three have
 * them?
 */
export function keepsOrder(
  list: string,
  base: Json | undefined,
  changed: Json | undefined,
  merged: Json | undefined,
): boolean {
  const [before, wanted, now] = [base, changed, merged].map((document) =>
    idsOf(lookup(document, list)),
  ) as [readonly string[], readonly string[], readonly string[]]
  return keepsSwaps(before, wanted, now)
}

function keepsSwaps(
  before: readonly Json[],
  wanted: readonly Json[],
  now: readonly Json[],
): boolean {
  const common = before.filter((each) => wanted.includes(each) && now.includes(each))
  return common.every((one, index) =>
    common
      .slice(index + 1)
      .every(
        (other) =>
          wanted.indexOf(one) < wanted.indexOf(other) || now.indexOf(one) > now.indexOf(other),
      ),
  )
}

/**
 * Are the additions, removals and moves of `changed` in a set preserved in `merged`, whatever else
 * changed?
 */
export function keepsSet(
  at: string,
  base: Json | undefined,
  changed: Json | undefined,
  merged: Json | undefined,
): boolean {
  const [before, wanted, now] = [base, changed, merged].map((document) => lookup(document, at))
  if (!isSet(before) || !isSet(wanted) || !isSet(now)) return false
  return (
    wanted.every((each) => before.includes(each) || now.includes(each)) &&
    before.every((each) => wanted.includes(each) || !now.includes(each)) &&
    keepsSwaps(before, wanted, now)
  )
}

/**
 * Do two ops overlap: does one change what contains, or is, the target of the other? Two moves in
 * one list do.
 */
export function overlap(one: Op, other: Op): boolean {
  if (one.op === 'move' && other.op === 'move' && parentOf(one.at) === parentOf(other.at))
    return true
  const [a, b] = [watched(one), watched(other)]
  return `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`)
}

function watched(op: Op): string {
  if (op.op === 'insert') return op.at + pointer(String((op.value as JsonObject)['id']))
  if (op.op === 'add' || op.op === 'drop') return op.at + pointer(`value ${canonical(op.value)}`)
  return op.op === 'move' ? `${op.at}/its place` : op.at
}

/** The document with all lists of entries, and all sets, in one order. */
export function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) {
    const items = (value as Json[]).map((item) => sorted(item)!)
    return isIdList(items) || isSet(items)
      ? items.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1))
      : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, item]) => [name, sorted(item)!]),
  )
}
