/**
 * A three-way comparison of an overlay with a base that has moved on: what still applies, what the new base has by
 * itself now, and what somebody has to decide. Nothing is dropped in silence.
 */

import { child, idsOf, isIdList, isList, lookup, parentOf, parsePath } from './address.ts'
import { canonical, isObject, pointer, type Json } from './json.ts'
import { applyOne, hashOf, isStamped, NONE, OverlayError, stamp, targetOf, type Op, type Reason } from './overlay.ts'
import { renameIn, renameOp, type Renames } from './renames.ts'

export type Conflict = {
  /**
   * `base-changed`: both changed it, differently. `target-removed`: what I changed is gone, or what it stood in.
   * `duplicate-id`: the base has an entry (or document) of its own with the id of mine.
   */
  readonly code: 'base-changed' | 'target-removed' | 'duplicate-id'
  readonly op: Op
  readonly at: string
  /** What the op was made on, what is there now, and what I want; absent where nothing is. Of a move: the ids in order. */
  readonly baseOld?: Json
  readonly baseNew?: Json
  readonly mine?: Json
  /** What does it on the new base all the same, where somebody decides so. */
  readonly keep: Op
}
/** `redundant`: the base has my value by itself. `anchor-lost`: my neighbour is gone, so the entry stands last now. */
export type Note = { readonly code: 'redundant' | 'anchor-lost'; readonly op: Op; readonly at: string }
/** `ops` apply to the new base, and are stamped on it. */
export type Rebased = { readonly ops: readonly Op[]; readonly conflicts: readonly Conflict[]; readonly notes: readonly Note[] }

/**
 * @param base    what the ops were made on; undefined: there was no such document
 * @param next    what the base is now
 * @param ops     stamped, or to be compared with `base` alone
 * @param renames ids that the base has changed
 */
export function rebase(base: Json | undefined, next: Json | undefined, ops: readonly Op[], renames: Renames = {}): Rebased {
  const isRenamed = Object.keys(renames).length > 0
  const from = isRenamed && base !== undefined ? renameIn(base, '', renames) : base
  const mine = isRenamed ? ops.map((op) => renameOp(op, renames)) : ops
  const first = replay(from, next, mine, new Set())
  const contested = contestedLists(from, next, mine, first)
  const { old, taken, open, notes } = contested.size === 0 ? first : replay(from, next, mine, contested)
  const conflicts: Conflict[] = []
  for (const each of open) {
    const keep = keepMine(each, next, old)
    // What I took away again later on is not missed.
    if (keep === null) notes.push({ code: 'redundant', op: each.op, at: each.op.at })
    else conflicts.push({ ...describe(each), keep })
  }
  return { ops: stamp(next, taken), conflicts, notes }
}

/**
 * The ops of an overlay whose conflicts somebody has decided, stamped on the new base.
 *
 * @param choose `mine`: done on the new base all the same; `theirs`: left out
 */
export function resolve(next: Json | undefined, { ops, conflicts }: Pick<Rebased, 'ops' | 'conflicts'>, choose: (conflict: Conflict) => 'mine' | 'theirs'): Op[] {
  const taken = [...ops]
  let now = ops.reduce<Json | undefined>(applyOne, next)
  for (const conflict of conflicts.filter((each) => choose(each) === 'mine')) {
    const tried = attempt(now, conflict.keep)
    // Two changes in one entry that is gone bring it back once; what stood in something that I took away is away.
    if ('reason' in tried || equal(tried.document, now)) continue
    now = tried.document
    taken.push(tried.op)
  }
  return stamp(next, taken)
}

type Code = Conflict['code']
/** A conflict before it is known what keeping mine would mean: the values before the op, on both sides. */
type Open = { readonly code: Code; readonly op: Op; readonly old: Json | undefined; readonly now: Json | undefined }
type Replayed = { old: Json | undefined; now: Json | undefined; taken: Op[]; open: Open[]; notes: Note[] }

/** Every op on the old base and, where nothing speaks against it, on the new one. */
function replay(from: Json | undefined, next: Json | undefined, ops: readonly Op[], contested: ReadonlySet<string>): Replayed {
  const state: Replayed = { old: from, now: next, taken: [], open: [], notes: [] }
  for (const op of ops) {
    const { old, now } = state
    const verdict = judge(op, old, now, contested)
    if (verdict === 'redundant') state.notes.push({ code: verdict, op, at: op.at })
    else if (typeof verdict === 'string') state.open.push({ code: verdict, op, old, now })
    else {
      if (verdict.isLost) state.notes.push({ code: 'anchor-lost', op, at: op.at })
      state.taken.push(verdict.op)
      state.now = verdict.document
    }
    const made = attempt(old, op)
    if ('document' in made) state.old = made.document
  }
  return state
}

type Done = { readonly document: Json | undefined; readonly op: Op; readonly isLost: boolean }

function judge(op: Op, old: Json | undefined, now: Json | undefined, contested: ReadonlySet<string>): Code | 'redundant' | Done {
  const there = lookup(now, targetOf(op))
  if (isStamped(op)) {
    if (op.op === 'set' ? equal(there, op.value) : there === undefined) return 'redundant'
    const was = op.was ?? hashOf(lookup(old, op.at))
    if (hashOf(there) !== was) return there === undefined ? 'target-removed' : op.at === '' && was === NONE ? 'duplicate-id' : 'base-changed'
  } else if (op.op === 'insert') {
    if (there !== undefined) return equal(there, op.value) ? 'redundant' : 'duplicate-id'
  } else if (op.op === 'move') {
    if (there !== undefined && contested.has(parentOf(op.at))) return 'base-changed'
  } else if ((isList(there) && there.includes(op.value)) === (op.op === 'add')) return 'redundant'
  const tried = attempt(now, op)
  if ('reason' in tried) return tried.reason === 'missing' ? 'target-removed' : 'base-changed'
  if (op.op !== 'move' || tried.isLost) return tried
  const list = parentOf(op.at)
  return canonical(idsOf(lookup(tried.document, list))) === canonical(idsOf(lookup(now, list))) ? 'redundant' : tried
}

/** Does the op; where only its neighbour is missing, at the end of the list. */
function attempt(document: Json | undefined, op: Op): Done | { readonly reason: Reason } {
  try {
    return { document: applyOne(document, op), op, isLost: false }
  } catch (error) {
    if (!(error instanceof OverlayError) || error.reason === 'hostile') throw error
    if (error.reason !== 'anchor') return { reason: error.reason }
    const { before: _before, after: _after, ...last } = op as Extract<Op, { op: 'insert' | 'move' }>
    return { document: applyOne(document, last), op: last, isLost: true }
  }
}

function equal(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : canonical(one) === canonical(other)
}

/**
 * Lists that both sides put into another order, so that one order cannot keep both: for some two entries that I
 * swapped, or that the base swapped, the outcome has them the other way. Then all my moves there wait for a decision.
 */
function contestedLists(base: Json | undefined, next: Json | undefined, ops: readonly Op[], { old, now }: Replayed): Set<string> {
  const lists = new Set(ops.flatMap((op) => (op.op === 'move' ? [parentOf(op.at)] : [])))
  return new Set([...lists].filter((at) => isContested(...([base, old, next, now].map((document) => ranks(lookup(document, at))) as [Ranks, Ranks, Ranks, Ranks]))))
}

type Ranks = ReadonlyMap<string, number>

function ranks(list: Json | undefined): Ranks {
  return new Map(idsOf(list).map((id, index) => [id, index]))
}

function isContested(base: Ranks, mine: Ranks, theirs: Ranks, merged: Ranks): boolean {
  const ids = [...base.keys()].filter((id) => mine.has(id) && theirs.has(id) && merged.has(id))
  const swapped = (order: Ranks, one: string, other: string) => order.get(one)! > order.get(other)!
  const pairs = ids.flatMap((one, index) => ids.slice(index + 1).map((other) => [one, other] as const))
  if (!pairs.some(([one, other]) => swapped(theirs, one, other))) return false
  return pairs.some(([one, other]) => (swapped(mine, one, other) || swapped(theirs, one, other)) && !swapped(merged, one, other))
}

function describe({ code, op, old, now }: Open): Omit<Conflict, 'keep'> {
  const at = op.op === 'move' ? parentOf(op.at) : targetOf(op)
  const value = (document: Json | undefined) => (op.op === 'move' ? idsOf(lookup(document, at)) : lookup(document, at))
  const [baseOld, baseNew] = [value(old), value(now)]
  const tried = op.op === 'move' ? attempt(old, op) : null
  const mine = 'value' in op ? op.value : tried && 'document' in tried ? value(tried.document) : undefined
  return { code, op, at: op.at, ...(baseOld !== undefined && { baseOld }), ...(baseNew !== undefined && { baseNew }), ...(mine !== undefined && { mine }) }
}

/** The op that keeps mine: the same one, one that replaces the base's, or one that brings back what is gone. */
function keepMine({ code, op }: Open, next: Json | undefined, mine: Json | undefined): Op | null {
  if (code === 'duplicate-id' && op.op === 'insert') return { op: 'set', at: targetOf(op), value: op.value }
  if (code === 'target-removed') return bringBack(op, next, mine)
  if (op.op !== 'add' && op.op !== 'drop') return op
  const value = lookup(mine, op.at)
  return value === undefined ? null : { op: 'set', at: op.at, value }
}

/** Follows the path as far as the new base goes, and puts back the first thing that is not there as I had it at last. */
function bringBack(op: Op, next: Json | undefined, mine: Json | undefined): Op | null {
  const path = parsePath(op.at) ?? []
  let at = ''
  let here = next
  for (const segment of path) {
    const below = child(here, segment)
    if (below === undefined && isIdList(here)) {
      const entry = lookup(mine, at + pointer(segment))
      const ids = idsOf(lookup(mine, at))
      const known = new Set(idsOf(here))
      const after = ids.slice(0, ids.indexOf(segment)).findLast((id) => known.has(id))
      return entry === undefined ? null : { op: 'insert', at, value: entry, ...(after === undefined ? { first: true } : { after }) }
    }
    if (!isObject(here) && !isIdList(here)) break
    at += pointer(segment)
    if (below === undefined) break
    here = below
  }
  const value = lookup(mine, at)
  return value === undefined ? null : { op: 'set', at, value }
}
