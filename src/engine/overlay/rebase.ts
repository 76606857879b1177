/**
 * Three-way comparison of an overlay with a base that has changed: what still applies, what the new
 * base already contains, and what an editor has to decide. Nothing is dropped silently.
 */

import { Finder, idsOf, isList, parentOf, parsePath } from '#engine/documents/address.ts'
import { canonical, isObject, pointer, type Json } from '#engine/documents/json.ts'
import { isStamped, OverlayError, targetOf, type Op, type Reason } from './ops.ts'
import { hashOf, NONE, stamp } from './overlay.ts'
import { renameIn, renameOp, type Renames } from '#engine/documents/renames.ts'
import { WorkingCopy } from './workingcopy.ts'

export type Conflict = {
  /**
   * `base-changed`: both changed it, differently. `target-removed`: what I changed, or what
   * contained it, is gone. `duplicate-id`: the base now has an entry (or document) with the same id
   * as mine.
   */
  readonly code: 'base-changed' | 'target-removed' | 'duplicate-id'
  readonly op: Op
  readonly at: string
  /**
   * The value that the op was based on, the current one, and mine; absent if there is none. For a
   * move: the ids in order, in a long list those around the entry.
   */
  readonly baseOld?: Json
  readonly baseNew?: Json
  readonly mine?: Json
  /** The op that applies mine to the new base, if the editor decides so. */
  readonly keep: Op
}
/**
 * `redundant`: the base already has my value. `anchor-lost`: my neighbour is gone, so the entry is
 * now last.
 */
export type Note = {
  readonly code: 'redundant' | 'anchor-lost'
  readonly op: Op
  readonly at: string
}
/** `ops` apply to the new base, and are stamped with it. */
export type Rebased = {
  readonly ops: readonly Op[]
  readonly conflicts: readonly Conflict[]
  readonly notes: readonly Note[]
}

/**
 * @param base    what the ops were based on; undefined if there was no such document
 * @param next    the base now
 * @param ops     stamped, or compared with `base` alone
 * @param renames ids that the base has changed
 */
export function rebase(
  base: Json | undefined,
  next: Json | undefined,
  ops: readonly Op[],
  renames: Renames = {},
): Rebased {
  const isRenamed = Object.keys(renames).length > 0
  const from = isRenamed && base !== undefined ? renameIn(base, '', renames) : base
  const mine = isRenamed ? ops.map((op) => renameOp(op, renames)) : ops
  const first = replay(from, next, mine, new Set())
  const contested = contestedLists(from, next, mine, first)
  const { old, taken, open, notes } =
    contested.size === 0 ? first : replay(from, next, mine, contested)
  const bringBack = bringerBack(next, old.document)
  const conflicts: Conflict[] = []
  for (const each of open) {
    const keep = keepMine(each, old, bringBack)
    // An entry that I added and removed again is not missed.
    if (keep === null) notes.push({ code: 'redundant', op: each.op, at: each.op.at })
    else conflicts.push({ ...each, keep })
  }
  return { ops: stamp(next, taken), conflicts, notes }
}

/**
 * The ops of an overlay after its conflicts were decided, stamped with the new base.
 *
 * @param choose `mine`: applied to the new base anyway; `theirs`: left out
 */
export function resolve(
  next: Json | undefined,
  { ops, conflicts }: Pick<Rebased, 'ops' | 'conflicts'>,
  choose: (conflict: Conflict) => 'mine' | 'theirs',
): Op[] {
  const taken = [...ops]
  const now = new WorkingCopy(next)
  ops.forEach((op, index) => now.apply(op, index))
  for (const conflict of conflicts.filter((each) => choose(each) === 'mine')) {
    const { keep } = conflict
    if (keep.op === 'set' && equal(now.get(keep.at), keep.value)) continue
    const before = now.neighbourOf(keep.at)
    const tried = attempt(now, keep)
    // Two changes in one removed entry restore it once; entries inside something that I removed
    // stay removed.
    if ('reason' in tried || (keep.op === 'move' && now.neighbourOf(keep.at) === before)) continue
    taken.push(tried.op)
  }
  return stamp(next, taken)
}

type Code = Conflict['code']
/** A conflict before the op that would keep mine is known. */
type Open = Omit<Conflict, 'keep'>
type Replayed = {
  readonly old: WorkingCopy
  readonly now: WorkingCopy
  readonly taken: Op[]
  readonly open: Open[]
  readonly notes: Note[]
}

/** Applies every op to the old base and, unless it conflicts, to the new one. */
function replay(
  from: Json | undefined,
  next: Json | undefined,
  ops: readonly Op[],
  contested: ReadonlySet<string>,
): Replayed {
  const state: Replayed = {
    old: new WorkingCopy(from),
    now: new WorkingCopy(next),
    taken: [],
    open: [],
    notes: [],
  }
  const { old, now } = state
  for (const op of ops) {
    const verdict = judge(op, old, now, contested)
    if (typeof verdict !== 'string') {
      if (verdict.isLost) state.notes.push({ code: 'anchor-lost', op, at: op.at })
      state.taken.push(verdict.op)
      attempt(old, op)
    } else if (verdict === 'redundant') {
      state.notes.push({ code: verdict, op, at: op.at })
      attempt(old, op)
    } else {
      const [baseOld, baseNew] = [valueFor(op, old), valueFor(op, now)]
      const isDone = 'op' in attempt(old, op)
      const mine =
        'value' in op ? op.value : op.op === 'move' && isDone ? valueFor(op, old) : undefined
      state.open.push({
        code: verdict,
        op,
        at: op.at,
        ...(baseOld !== undefined && { baseOld }),
        ...(baseNew !== undefined && { baseNew }),
        ...(mine !== undefined && { mine }),
      })
    }
  }
  return state
}

/** In a longer list, this many ids on either side of an entry show its position. */
const NEAR = 50

/**
 * What a conflict shows of a document: the value that the op changes; for a move, the surrounding
 * ids.
 */
function valueFor(op: Op, document: WorkingCopy): Json | undefined {
  if (op.op !== 'move') return document.get(targetOf(op))
  return document.idsAround(parentOf(op.at), parsePath(op.at)?.at(-1) ?? '', NEAR)
}

/** What was applied, which differs from the op if its neighbour is missing. */
type Done = { readonly op: Op; readonly isLost: boolean }

/** Applies the op to `now`, unless it conflicts. */
function judge(
  op: Op,
  old: WorkingCopy,
  now: WorkingCopy,
  contested: ReadonlySet<string>,
): Code | 'redundant' | Done {
  const target = targetOf(op)
  if (isStamped(op)) {
    const there = now.get(target)
    if (op.op === 'set' ? equal(there, op.value) : there === undefined) return 'redundant'
    const was = op.was ?? hashOf(old.get(op.at))
    if (hashOf(there) !== was)
      return there === undefined
        ? 'target-removed'
        : op.at === '' && was === NONE
          ? 'duplicate-id'
          : 'base-changed'
  } else if (op.op === 'insert') {
    const there = now.get(target)
    if (there !== undefined) return equal(there, op.value) ? 'redundant' : 'duplicate-id'
  } else if (op.op === 'move') {
    if (contested.has(parentOf(op.at)) && now.has(target)) return 'base-changed'
  } else if (now.holds(target, op.value) === (op.op === 'add')) return 'redundant'
  const before = now.neighbourOf(target)
  const tried = attempt(now, op)
  if ('reason' in tried) return tried.reason === 'missing' ? 'target-removed' : 'base-changed'
  return op.op === 'move' && !tried.isLost && now.neighbourOf(target) === before
    ? 'redundant'
    : tried
}

/** Applies the op; if only its neighbour is missing, at the end of the list. */
function attempt(document: WorkingCopy, op: Op): Done | { readonly reason: Reason } {
  try {
    document.apply(op)
    return { op, isLost: false }
  } catch (error) {
    if (!(error instanceof OverlayError) || error.reason === 'hostile') throw error
    if (error.reason !== 'anchor') return { reason: error.reason }
    const { before: _before, after: _after, ...last } = op as Extract<Op, { op: 'insert' | 'move' }>
    document.apply(last)
    return { op: last, isLost: true }
  }
}

function equal(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined
    ? one === other
    : canonical(one) === canonical(other)
}

/**
 * Lists that both sides reordered in ways that one order cannot satisfy: for some two entries that
 * I swapped, or that the base swapped, the outcome has them the other way round. Then all my moves
 * there wait for a decision. A neighbour that is gone has a note of its own.
 */
function contestedLists(
  base: Json | undefined,
  next: Json | undefined,
  ops: readonly Op[],
  { old, now, notes }: Replayed,
): Set<string> {
  const lists = new Set(ops.flatMap((op) => (op.op === 'move' ? [parentOf(op.at)] : [])))
  const find = new Finder()
  const documents = [base, old.document, next, now.document]
  const ranksOf = (document: Json | undefined, at: string): Ranks => {
    const list = find.lookup(document, at)
    return isList(list) ? find.positionsIn(list) : new Map()
  }
  const lost = new Set(
    notes.flatMap(({ code, at }) => (code === 'anchor-lost' ? [parentOf(at)] : [])),
  )
  return new Set(
    [...lists].filter((at) =>
      isContested(
        lost.has(at),
        ...(documents.map((document) => ranksOf(document, at)) as [Ranks, Ranks, Ranks, Ranks]),
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
  // Where the base swapped nothing, an entry of mine that I moved others next to may still be elsewhere there.
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

type BringBack = (op: Op) => Op | null

/**
 * The op that keeps mine: the same one, one that replaces the base's, or one that restores what is
 * gone.
 */
function keepMine({ code, op }: Open, mine: WorkingCopy, bringBack: BringBack): Op | null {
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
function bringerBack(next: Json | undefined, mine: Json | undefined): BringBack {
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
