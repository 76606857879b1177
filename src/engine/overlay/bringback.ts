/** Ops that keep my side of a conflict, and restore what the new base no longer has. Pure. */

import { Finder, idsOf, isList, parsePath } from '#engine/documents/address.ts'
import { isObject, pointer, type Json } from '#engine/documents/json.ts'
import { targetOf, type Op } from './ops.ts'
import type { WorkingCopy } from './workingcopy.ts'

type BringBack = (op: Op) => Op | null

/** A conflict that is still open; the codes are those of rebase.ts. */
type Open = {
  readonly code: 'base-changed' | 'target-removed' | 'duplicate-id'
  readonly op: Op
}

/**
 * The op that keeps mine: the same one, one that replaces the base's, or one that restores what is
 * gone.
 */
export function keepMine({ code, op }: Open, mine: WorkingCopy, bringBack: BringBack): Op | null {
  if (code === 'duplicate-id' && op.op === 'insert')
    return { op: 'set', at: targetOf(op), value: op.value }
  if (code === 'target-removed') return bringBack(op)
  if (op.op !== 'add' && op.op !== 'drop') return op
  const value = mine.get(op.at)
  return value === undefined ? null : { op: 'set', at: op.at, value }
}

/**
 * Follows a path as far as the new base has it, and restores the first missing thing from my latest
 * version.
 */
export function bringerBack(next: Json | undefined, mine: Json | undefined): BringBack {
  const find = new Finder()
  /**
   * My list -> each entry's id -> the closest earlier entry that the new base has too; null if
   * none.
   */
  const kept = new Map<Json, ReadonlyMap<string, string | null>>()
  const neighbourOf = (list: Json, id: string, known: readonly Json[]): string | null => {
    let neighbours = kept.get(list)
    if (neighbours === undefined) {
      let last: string | null = null
      neighbours = new Map(
        idsOf(list).map((each) => {
          const before = last
          if (find.positionsIn(known).has(each)) last = each
          return [each, before]
        }),
      )
      kept.set(list, neighbours)
    }
    return neighbours.get(id) ?? null
  }
  return (op) => {
    let at = ''
    let here = next
    let had = mine
    for (const segment of parsePath(op.at) ?? []) {
      const below = find.child(here, segment)
      if (below === undefined && isList(here) && find.positionsIn(here).size === here.length) {
        const entry = find.child(had, segment)
        if (entry === undefined) return null
        const after = had === undefined ? null : neighbourOf(had, segment, here)
        return { op: 'insert', at, value: entry, ...(after === null ? { first: true } : { after }) }
      }
      if (below === undefined && !isObject(here)) break
      at += pointer(segment)
      had = find.child(had, segment)
      if (below === undefined) break
      here = below
    }
    return had === undefined ? null : { op: 'set', at, value: had }
  }
}
