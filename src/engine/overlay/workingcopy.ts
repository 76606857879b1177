/**
 * A document while operations are applied to it, one after another. Containers that an operation
 * passes through are opened once (lists become linked lists indexed by id), so each operation costs
 * what it touches, however long the lists are.
 */

import { isIdList, isSet, parsePath, type Entry } from '#engine/documents/address.ts'
import { canonical, FORBIDDEN_KEYS, isObject, own, type Json } from '#engine/documents/json.ts'
import { OverlayError, type Anchor, type Op, type Reason } from './ops.ts'

/** A value as it was given, or opened. */
type Node = Json | Opened
type Opened = Members | Entries | Scalars

class Members {
  changed = false
  readonly named: Map<string, Node>
  constructor(readonly was: Readonly<Record<string, Json>>) {
    this.named = new Map(Object.entries(was))
  }

  child(name: string): Node | undefined {
    return this.named.get(name)
  }

  put(name: string, node: Node): void {
    this.named.set(name, node)
  }

  value(): Json {
    return Object.fromEntries([...this.named].map(([name, node]) => [name, valueOf(node)]))
  }
}

type Link = { readonly id: string; node: Node; before: Link | null; after: Link | null }

class Entries {
  changed = false
  readonly named = new Map<string, Link>()
  first: Link | null = null
  last: Link | null = null
  constructor(readonly was: readonly Entry[]) {
    for (const entry of was)
      this.join({ id: entry.id, node: entry, before: null, after: null }, this.last)
  }

  child(id: string): Node | undefined {
    return this.named.get(id)?.node
  }

  put(id: string, node: Node): void {
    this.named.get(id)!.node = node
  }

  /** @param after null: to the front */
  join(link: Link, after: Link | null): void {
    const next = after === null ? this.first : after.after
    link.before = after
    link.after = next
    if (after === null) this.first = link
    else after.after = link
    if (next === null) this.last = link
    else next.before = link
    this.named.set(link.id, link)
  }

  leave({ id, before, after }: Link): void {
    if (before === null) this.first = after
    else before.after = after
    if (after === null) this.last = before
    else after.before = before
    this.named.delete(id)
  }

  *links(): Generator<Link> {
    for (let link = this.first; link !== null; link = link.after) yield link
  }

  value(): Json {
    return [...this.links()].map(({ node }) => valueOf(node))
  }
}

class Scalars {
  changed = false
  readonly values: Set<Json>
  constructor(readonly was: readonly Json[]) {
    this.values = new Set(was)
  }

  value(): Json {
    return [...this.values]
  }
}

function isOpened(node: Node | undefined): node is Opened {
  return node instanceof Members || node instanceof Entries || node instanceof Scalars
}

/** What no op has touched is the original value. */
function valueOf(node: Node): Json {
  return !isOpened(node) ? node : node.changed ? node.value() : node.was
}

type Container = Members | Entries
/** The containers along a path, outermost first, each with the name of the next one in it. */
type Way = { readonly through: Container; readonly name: string }[]
type Refuse = (reason: Reason, what: string) => OverlayError

export class WorkingCopy {
  #root: Node | undefined

  /** @param document undefined if there is none (yet). It is not modified. */
  constructor(document: Json | undefined) {
    this.#root = document
  }

  /** The current document; what no op has touched is shared with the original. */
  get document(): Json | undefined {
    return this.#root === undefined ? undefined : valueOf(this.#root)
  }

  /** The current value at a path; undefined if there is none. */
  get(at: string): Json | undefined {
    const node = this.#find(at)
    return node === undefined ? undefined : valueOf(node)
  }

  has(at: string): boolean {
    return this.#find(at) !== undefined
  }

  /** Is this one of the values in the list at the path? */
  holds(at: string, value: Json): boolean {
    const scalars = this.#openAt(parsePath(at) ?? undefined, openScalars)
    if (scalars !== undefined) return scalars.values.has(value)
    const list = this.get(at)
    return Array.isArray(list) && list.includes(value)
  }

  /** The ids of a list in order, at most this many on either side of the entry. */
  idsAround(list: string, id: string, most: number): string[] {
    const entries = this.#openAt(parsePath(list) ?? undefined, openEntries)
    if (entries === undefined) return []
    const ids: string[] = []
    let link = entries.named.get(id) ?? entries.first
    for (let steps = 0; link?.before != null && steps < most; steps++) link = link.before
    for (let steps = 0; link !== null && steps <= 2 * most; steps++, link = link.after)
      ids.push(link.id)
    return ids
  }

  /** The id of the preceding entry; null if it is the first. */
  neighbourOf(at: string): string | null {
    const path = parsePath(at)
    const entries = this.#openAt(path?.slice(0, -1), openEntries)
    return entries?.named.get(path?.at(-1) ?? '')?.before?.id ?? null
  }

  /**
   * Applies one operation.
   *
   * @param index of the op in its overlay, for the error
   * @throws OverlayError if it fails; then nothing has changed
   */
  apply(op: Op, index = 0): void {
    const refuse: Refuse = (reason, what) => new OverlayError(index, String(op.at), reason, what)
    const path = typeof op.at === 'string' ? parsePath(op.at) : null
    if (path === null) throw refuse('hostile', 'this is not a path')
    if ('value' in op) refuseHostileKeys(op.value, refuse)
    switch (op.op) {
      case 'set':
        if (op.value === undefined) throw refuse('shape', 'it has no value')
        return this.#replace(path, op.value, refuse)
      case 'unset':
        return this.#replace(path, undefined, refuse)
      case 'insert':
        return this.#insert(path, op, refuse)
      case 'remove':
      case 'move':
        return this.#rearrange(path, op, refuse)
      case 'add':
      case 'drop':
        return this.#collect(path, op, refuse)
      default:
        throw refuse(
          'shape',
          `there is no operation called ${JSON.stringify((op as { op: unknown }).op)}`,
        )
    }
  }

  #replace(path: readonly string[], value: Json | undefined, refuse: Refuse): void {
    const way = this.#walk(path, refuse)
    const last = way.at(-1)
    const before = last === undefined ? this.#root : last.through.child(last.name)
    if (value === undefined && before === undefined)
      throw refuse('missing', 'there is nothing there')
    this.#requireSameId(way, value, refuse)
    markChanged(way)
    if (last === undefined) this.#root = value
    else if (value !== undefined) last.through.put(last.name, value)
    // An entry without a value was refused, so this is a member.
    else (last.through as Members).named.delete(last.name)
  }

  /** A list without ids could no longer be addressed; a new id is another entry. */
  #requireSameId(way: Way, value: Json | undefined, refuse: Refuse): void {
    const [holder, last] = way.slice(-2)
    const inner = last ?? holder
    if (inner === undefined) return
    const wrong = (id: string) =>
      refuse('shape', `the entry "${id}" keeps its id; remove it, or insert another`)
    if (inner.through instanceof Entries && own(value, 'id') !== inner.name) throw wrong(inner.name)
    if (
      last !== undefined &&
      holder?.through instanceof Entries &&
      last.name === 'id' &&
      value !== holder.name
    )
      throw wrong(holder.name)
  }

  #insert(path: readonly string[], op: Extract<Op, { op: 'insert' }>, refuse: Refuse): void {
    const { value } = op
    if (!isIdList([value])) throw refuse('shape', 'an entry is an object with an id')
    const entry = value as Entry
    const { way, list: entries } = this.#listAt(path, openEntries, NO_ENTRIES, refuse)
    if (entries.named.has(entry.id))
      throw refuse('present', `an entry "${entry.id}" already exists`)
    const after = placeFor(entries, op, null, refuse)
    markChanged(way, entries)
    entries.join({ id: entry.id, node: entry, before: null, after: null }, after)
  }

  #rearrange(
    path: readonly string[],
    op: Extract<Op, { op: 'remove' | 'move' }>,
    refuse: Refuse,
  ): void {
    const name = path.at(-1) ?? ''
    const { way, list: entries } = this.#listAt(path.slice(0, -1), openEntries, NO_ENTRIES, refuse)
    const link = entries.named.get(name)
    if (link === undefined) throw refuse('missing', `there is no entry "${name}"`)
    const after = op.op === 'move' ? placeFor(entries, op, link, refuse) : null
    markChanged(way, entries)
    entries.leave(link)
    if (op.op === 'move') entries.join(link, after)
  }

  #collect(
    path: readonly string[],
    { op, value }: Extract<Op, { op: 'add' | 'drop' }>,
    refuse: Refuse,
  ): void {
    const { way, list: scalars } = this.#listAt(
      path,
      openScalars,
      'this is not a list of single values',
      refuse,
    )
    if (op === 'add' && scalars.values.has(value))
      throw refuse('present', `${canonical(value)} is already in the list`)
    if (op === 'add' && !isSet([value])) throw refuse('shape', 'only a single value can be added')
    if (op === 'drop' && !scalars.values.has(value))
      throw refuse('missing', `${canonical(value)} is not in the list`)
    markChanged(way, scalars)
    if (op === 'add') scalars.values.add(value)
    else scalars.values.delete(value)
  }

  #listAt<List extends Opened>(
    path: readonly string[],
    opener: (node: Node) => List | undefined,
    otherwise: string,
    refuse: Refuse,
  ): { way: Way; list: List } {
    const way = this.#walk(path, refuse)
    const last = way.at(-1)
    const node = last === undefined ? this.#root : last.through.child(last.name)
    if (node === undefined) throw refuse('missing', 'there is no such list')
    const list = opener(node)
    if (list === undefined) throw refuse('shape', otherwise)
    this.#keep(last, list)
    return { way, list }
  }

  /** Opens everything along the path up to the last name, which may be missing. */
  #walk(path: readonly string[], refuse: Refuse): Way {
    const way: Way = []
    let here = this.#root
    for (const name of path) {
      const through = open(here)
      if (through === undefined)
        throw refuse('missing', `there is nothing that could hold "${name}"`)
      this.#keep(way.at(-1), through)
      if (through instanceof Entries && !through.named.has(name))
        throw refuse('missing', `there is no entry "${name}"`)
      way.push({ through, name })
      here = through.child(name)
    }
    return way
  }

  /** Replaces the original with its opened form, so that it is opened once. */
  #keep(within: Way[number] | undefined, node: Opened): void {
    if (within === undefined) this.#root = node
    else within.through.put(within.name, node)
  }

  #find(at: string): Node | undefined {
    return this.#openAt(parsePath(at) ?? undefined, (node) => node)
  }

  /** @returns undefined if there is nothing, or it cannot be opened this way */
  #openAt<Found extends Node>(
    path: readonly string[] | undefined,
    opener: (node: Node) => Found | undefined,
  ): Found | undefined {
    if (path === undefined) return undefined
    let within: Way[number] | undefined
    let here = this.#root
    for (const name of path) {
      const through = open(here)
      if (through === undefined) return undefined
      this.#keep(within, through)
      within = { through, name }
      here = through.child(name)
    }
    const found = here === undefined ? undefined : opener(here)
    if (isOpened(found)) this.#keep(within, found)
    return found
  }
}

/** Containers that a path can pass through: an object, or a list of entries. */
function open(node: Node | undefined): Container | undefined {
  if (node instanceof Members || node instanceof Entries) return node
  if (node === undefined || node instanceof Scalars) return undefined
  if (isIdList(node)) return new Entries(node)
  return isObject(node) ? new Members(node) : undefined
}

const NO_ENTRIES = 'this is not a list of entries with ids'

/** An empty list may become a list of entries, or of single values. */
function openEntries(node: Node): Entries | undefined {
  if (node instanceof Entries) return node
  const value = node instanceof Scalars && node.values.size === 0 ? [] : node
  return !isOpened(value) && isIdList(value) ? new Entries(value) : undefined
}

function openScalars(node: Node): Scalars | undefined {
  if (node instanceof Scalars) return node
  const value = node instanceof Entries && node.first === null ? [] : node
  return !isOpened(value) && isSet(value) ? new Scalars(value) : undefined
}

function markChanged(way: Way, ...more: readonly Opened[]): void {
  for (const { through } of way) through.changed = true
  for (const opened of more) opened.changed = true
}

/** The entry that the new one will follow; null for the front. */
function placeFor(
  entries: Entries,
  { before, after, first }: Anchor,
  moving: Link | null,
  refuse: Refuse,
): Link | null {
  if ([before, after, first].filter((each) => each !== undefined).length > 1)
    throw refuse('shape', 'it names more than one place')
  // The moving entry itself is skipped: it is removed before it is inserted.
  const past = (link: Link | null) => (link !== null && link === moving ? link.before : link)
  if (first) return null
  const neighbour = before ?? after
  if (neighbour === undefined) return past(entries.last)
  const link = entries.named.get(neighbour)
  if (link === undefined || link === moving)
    throw refuse('anchor', `there is no entry "${neighbour}" to put it next to`)
  return before === undefined ? link : past(link.before)
}

function refuseHostileKeys(value: Json, refuse: Refuse): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw refuse('hostile', `the name "${key}" is not allowed`)
    refuseHostileKeys((value as Record<string, Json>)[key]!, refuse)
  }
}
