/**
 * Which lists a tenant and the base have both reordered so that no single order satisfies both.
 * Pure.
 */

import { Finder, isList, parentOf } from '#engine/documents/address.ts'
import type { Json } from '#engine/documents/json.ts'
import type { Op } from './ops.ts'

/** A list at four moments, in this order: base, mine, theirs, merged. */
type Versions = {
  readonly base: Json | undefined
  readonly mine: Json | undefined
  readonly theirs: Json | undefined
  readonly merged: Json | undefined
}

/**
 * Lists that both sides reordered in conflicting ways: for two entries that I swapped, or that the
 * base swapped, the outcome has them the other way round. Then all my moves there need a decision.
 *
 * @param lost lists where a neighbour is gone, which is noted separately
 */
export function contestedLists(
  { base, mine, theirs, merged }: Versions,
  ops: readonly Op[],
  lost: ReadonlySet<string>,
): Set<string> {
  const lists = new Set(ops.flatMap((op) => (op.op === 'move' ? [parentOf(op.at)] : [])))
  const find = new Finder()
  const ranksOf = (document: Json | undefined, at: string): Ranks => {
    const list = find.lookup(document, at)
    return isList(list) ? find.positionsIn(list) : new Map()
  }
  return new Set(
    [...lists].filter((at) =>
      isContested(
        lost.has(at),
        ranksOf(base, at),
        ranksOf(mine, at),
        ranksOf(theirs, at),
        ranksOf(merged, at),
      ),
    ),
  )
}

type Ranks = ReadonlyMap<string, number>

/** @throws Error for an entry that has no place: callers leave those out */
function rankIn(ranks: Ranks, id: string): number {
  const rank = ranks.get(id)
  if (rank === undefined) throw new Error(`the entry "${id}" has no place`)
  return rank
}

function isContested(
  isLostNoted: boolean,
  base: Ranks,
  mine: Ranks,
  theirs: Ranks,
  merged: Ranks,
): boolean {
  const ids = [...base.keys()].filter((id) => mine.has(id) && theirs.has(id) && merged.has(id))
  const places = ids.map((id) => rankIn(theirs, id))
  const isSwapped = places.some((place, index) => place < (places[index - 1] ?? place))
  // Where the base swapped nothing, an entry of mine that I moved others next to may still be
  // elsewhere there.
  if (!isSwapped) return !isLostNoted && hasUndone(ids, mine, merged)
  return hasUndone(ids, mine, merged) || hasUndone(ids, theirs, merged)
}

/**
 * Did one side swap two of these entries, in the order of the base, without the outcome doing so?
 * Entry by entry: among those before it, in the base and in the outcome, is there one that the side
 * puts after it? A Fenwick tree holds the maximum.
 */
function hasUndone(ids: readonly string[], side: Ranks, merged: Ranks): boolean {
  const places = new Map(
    [...ids]
      .sort((one, other) => rankIn(merged, one) - rankIn(merged, other))
      .map((id, index) => [id, index + 1]),
  )
  const furthest: number[] = Array.from({ length: ids.length + 1 }, () => -1)
  for (const id of ids) {
    const rank = rankIn(side, id)
    const place = rankIn(places, id)
    for (let at = place; at > 0; at -= at & -at) if ((furthest[at] ?? -1) > rank) return true
    for (let at = place; at <= ids.length; at += at & -at)
      furthest[at] = Math.max(furthest[at] ?? -1, rank)
  }
  return false
}
