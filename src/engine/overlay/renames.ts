/** When the product gives an entry another id, what a tenant says about it follows. */

import { isIdList, isList, parsePath } from '#engine/documents/address.ts'
import { isObject, own, pointer, type Json } from '#engine/documents/json.ts'
import type { Op } from './ops.ts'

/** Pointer of a list, in old ids -> old id -> new id. A migration declares them (document.ts). */
export type Renames = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What an entry of the list at this pointer is called now. */
function renamed(renames: Renames, list: string, id: string): string {
  return (own(own(renames, list), id) as string | undefined) ?? id
}

/** The value that stood at `at`, with the new ids in all lists of and below it. */
export function renameIn(value: Json, at: string, renames: Renames): Json {
  if (isIdList(value)) {
    return value.map((entry) => ({
      ...(renameIn(entry, at + pointer(entry.id), renames) as { readonly [key: string]: Json }),
      id: renamed(renames, at, entry.id),
    }))
  }
  if (isList(value)) return value
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([name, item]) => [
      name,
      renameIn(item, at + pointer(name), renames),
    ]),
  )
}

/**
 * The op with its path, its neighbour and its value in the new ids. Its stamp is left out: the old
 * value has new ids too.
 */
export function renameOp(op: Op, renames: Renames): Op {
  const old = parsePath(op.at) ?? []
  const path = old.map((segment, index) =>
    renamed(renames, pointer(...old.slice(0, index)), segment),
  )
  const list = op.op === 'insert' ? op.at : pointer(...old.slice(0, -1))
  const next: Record<string, unknown> = { ...op, at: pointer(...path) }
  delete next['was']
  for (const side of ['before', 'after'] as const)
    if (side in op) next[side] = renamed(renames, list, String(own(op, side)))
  if (op.op === 'set') {
    const value = renameIn(op.value, op.at, renames)
    // An entry that is set as a whole holds its own id.
    const isRenamed = path.at(-1) !== old.at(-1)
    next['value'] = isRenamed && isObject(value) ? { ...value, id: path.at(-1) } : value
  }
  return next as Op
}
