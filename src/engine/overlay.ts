/**
 * How a tenant or a variant changes a document: seven operations that name what they change by id, so that they still
 * mean the same when the product inserts, moves or removes something beside it (engine.md 2).
 */

import { isIdList, isSet, lookup, parsePath, type Entry } from './address.ts'
import { canonical, FORBIDDEN_KEYS, isObject, own, pointer, type Json } from './json.ts'

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

/**
 * The document with every operation done, in order. Nothing of `base` is changed; what no op touches is shared with it.
 *
 * @param base undefined: there is no such document (yet)
 * @throws OverlayError at the first op that cannot be done
 */
export function apply(base: Json | undefined, ops: readonly Op[]): Json | undefined {
  return ops.reduce<Json | undefined>(applyOne, base)
}

/** @param index of the op in its overlay, for the error */
export function applyOne(document: Json | undefined, op: Op, index = 0): Json | undefined {
  const refuse: Refuse = (reason, what) => new OverlayError(index, String(op.at), reason, what)
  const path = typeof op.at === 'string' ? parsePath(op.at) : null
  if (path === null) throw refuse('hostile', 'this is no path')
  if ('value' in op) refuseHostileKeys(op.value, refuse)
  const inList = (of: readonly string[], change: (list: readonly Entry[]) => readonly Entry[]) =>
    replace(document, of, refuse, (list) => {
      if (list === undefined) throw refuse('missing', 'there is no such list')
      if (!isIdList(list)) throw refuse('shape', 'this is no list of entries with ids')
      return change(list)
    })
  const inSet = (change: (set: readonly Json[]) => readonly Json[]) =>
    replace(document, path, refuse, (set) => {
      if (set === undefined) throw refuse('missing', 'there is no such list')
      if (!isSet(set)) throw refuse('shape', 'this is no list of single values')
      return change(set)
    })
  switch (op.op) {
    case 'set':
      if (op.value === undefined) throw refuse('shape', 'it has no value')
      return replace(document, path, refuse, () => op.value)
    case 'unset':
      return replace(document, path, refuse, (value) => {
        if (value === undefined) throw refuse('missing', 'nothing is there')
        return undefined
      })
    case 'insert': {
      const entry = op.value
      if (!isIdList([entry])) throw refuse('shape', 'an entry is an object with an id')
      return inList(path, (list) => {
        if (list.some(({ id }) => id === (entry as Entry).id)) throw refuse('present', `an entry "${(entry as Entry).id}" is there already`)
        return place(list, entry as Entry, op, refuse)
      })
    }
    case 'remove':
    case 'move': {
      const name = path.at(-1)
      return inList(path.slice(0, -1), (list) => {
        const entry = list.find(({ id }) => id === name)
        if (entry === undefined) throw refuse('missing', `there is no entry "${name}"`)
        const others = list.filter((each) => each !== entry)
        return op.op === 'remove' ? others : place(others, entry, op, refuse)
      })
    }
    case 'add':
      return inSet((set) => {
        if (set.includes(op.value)) throw refuse('present', `${canonical(op.value)} is there already`)
        if (!isSet([op.value])) throw refuse('shape', 'only a single value can be added')
        return [...set, op.value]
      })
    case 'drop':
      return inSet((set) => {
        if (!set.includes(op.value)) throw refuse('missing', `${canonical(op.value)} is not there`)
        return set.filter((each) => each !== op.value)
      })
    default:
      throw refuse('shape', `no operation is called ${JSON.stringify((op as { op: unknown }).op)}`)
  }
}

type Refuse = (reason: Reason, what: string) => OverlayError

/** Gives the value at the path what `change` makes of it (undefined: takes it away); copies what lies on the way only. */
function replace(node: Json | undefined, path: readonly string[], refuse: Refuse, change: (value: Json | undefined) => Json | undefined): Json | undefined {
  const [segment, ...rest] = path
  if (segment === undefined) return change(node)
  if (isIdList(node)) {
    const index = node.findIndex(({ id }) => id === segment)
    if (index < 0) throw refuse('missing', `there is no entry "${segment}"`)
    const entry = replace(node[index], rest, refuse, change)
    // A list that loses its ids could not be addressed any more; a new id is another entry.
    if (own(entry, 'id') !== segment) throw refuse('shape', `the entry "${segment}" keeps its id; remove it, or insert another`)
    return node.with(index, entry as Entry)
  }
  if (!isObject(node)) throw refuse('missing', `there is nothing that could hold "${segment}"`)
  const value = replace(own(node, segment) as Json | undefined, rest, refuse, change)
  if (value !== undefined) return { ...(node as Record<string, Json>), [segment]: value }
  return Object.fromEntries(Object.entries(node as Record<string, Json>).filter(([name]) => name !== segment))
}

function place(list: readonly Entry[], entry: Entry, { before, after, first }: Anchor, refuse: Refuse): readonly Entry[] {
  if ([before, after, first].filter((each) => each !== undefined).length > 1) throw refuse('shape', 'it names more than one place')
  if (first) return [entry, ...list]
  const neighbour = before ?? after
  if (neighbour === undefined) return [...list, entry]
  const index = list.findIndex(({ id }) => id === neighbour)
  if (index < 0) throw refuse('anchor', `there is no entry "${neighbour}" to stand beside`)
  return list.toSpliced(before === undefined ? index + 1 : index, 0, entry)
}

function refuseHostileKeys(value: Json, refuse: Refuse): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw refuse('hostile', `the name "${key}" is not allowed`)
    refuseHostileKeys((value as Record<string, Json>)[key]!, refuse)
  }
}

// ---- stamps ---------------------------------------------------------------------------------------------------------

/** The stamp of nothing. */
export const NONE = 'h:none'

/** `h:` and eight letters or digits of a 53-bit hash (cyrb53) of the canonical text: the same for the same value, whatever the order of its keys. */
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
 * The same ops, each with the hash of what it was made on.
 *
 * @throws OverlayError where an op cannot be done
 */
export function stamp(base: Json | undefined, ops: readonly Op[]): Op[] {
  let document = base
  return ops.map((op, index) => {
    const stamped = isStamped(op) ? { ...op, was: hashOf(lookup(document, op.at)) } : op
    document = applyOne(document, op, index)
    return stamped
  })
}

/** Does this op say what it was made on? The others add something new, or only change an order. */
export function isStamped(op: Op): op is Extract<Op, { op: 'set' | 'unset' | 'remove' }> {
  return op.op === 'set' || op.op === 'unset' || op.op === 'remove'
}

/** The one thing that the op is about: of an insert the entry, not its list. */
export function targetOf(op: Op): string {
  return op.op === 'insert' ? op.at + pointer(String(own(op.value, 'id'))) : op.at
}
