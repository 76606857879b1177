/**
 * Three-way comparison of an overlay with a base that has changed: what still applies, what the new
 * base already contains, and what an editor has to decide. Nothing is dropped silently.
 */

import { parentOf, parsePath } from '#engine/documents/address.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import { bringerBack, keepMine } from './bringback.ts'
import { contestedLists } from './contested.ts'
import { isStamped, OverlayError, targetOf, type Op, type Reason } from './ops.ts'
import { hashOf, NONE, stamp } from './overlay.ts'
import { renameIn, renameOp, type Renames } from './renames.ts'
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
  const lost = first.notes.flatMap(({ code, at }) => (code === 'anchor-lost' ? [parentOf(at)] : []))
  const contested = contestedLists(
    { base: from, mine: first.old.document, theirs: next, merged: first.now.document },
    mine,
    new Set(lost),
  )
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
