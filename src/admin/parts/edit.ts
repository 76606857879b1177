/**
 * Changes inside a document, by pointers that identify list entries by id (as inspect.ts does), or
 * by position if they have none. Pure: unchanged parts are shared with the old document.
 */

import { parsePath } from '#engine/documents/address.ts'
import { FORBIDDEN_KEYS, isObject, own, pointer } from '#engine/documents/json.ts'

/**
 * The segments of list entries: their ids, or their positions if an id is missing or duplicated.
 */
export function segmentsOf(list: readonly unknown[]): string[] {
  const seen = new Set<string>()
  return list.map((entry, index) => {
    const id = own(entry, 'id')
    if (typeof id !== 'string' || seen.has(id)) return String(index)
    seen.add(id)
    return id
  })
}

export function segmentAt(list: readonly unknown[], index: number): string {
  return segmentsOf(list)[index] ?? String(index)
}

function indexOf(list: readonly unknown[], segment: string): number {
  const byId = list.findIndex((entry) => own(entry, 'id') === segment)
  if (byId >= 0 || !/^(?:0|[1-9]\d*)$/.test(segment)) return byId
  return Number(segment) < list.length ? Number(segment) : -1
}

function step(node: unknown, segment: string): unknown {
  return Array.isArray(node) ? (node as unknown[])[indexOf(node, segment)] : own(node, segment)
}

/** The value at a pointer; undefined if there is none. */
export function valueAt(document: unknown, at: string): unknown {
  return parsePath(at)?.reduce<unknown>(step, document)
}

/** `/items/reports` -> [`/items`, `reports`] */
export function splitPointer(at: string): readonly [parent: string, last: string] {
  const path = parsePath(at) ?? []
  return [pointer(...path.slice(0, -1)), path.at(-1) ?? '']
}

/**
 * @returns the same document if the pointer leads nowhere; `change` returns undefined to remove the
 *   value
 */
function update(
  node: unknown,
  path: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  const [segment, ...rest] = path
  if (segment === undefined) return change(node)
  if (Array.isArray(node)) {
    const list = node as readonly unknown[]
    const index = indexOf(list, segment)
    if (index < 0) return list
    const next = update(list[index], rest, change)
    if (next === undefined) return list.filter((_entry, each) => each !== index)
    return next === list[index] ? list : list.map((entry, each) => (each === index ? next : entry))
  }
  if (!isObject(node) || FORBIDDEN_KEYS.has(segment)) return node
  const next = update(own(node, segment), rest, change)
  if (next === own(node, segment)) return node
  if (next !== undefined) return { ...node, [segment]: next }
  const { [segment]: _gone, ...others } = node
  return others
}

function updateAt(document: unknown, at: string, change: (value: unknown) => unknown): unknown {
  const path = parsePath(at)
  return path === null ? document : update(document, path, change)
}

/** Sets a member or an entry; a new member comes last. */
export function setAt(document: unknown, at: string, value: unknown): unknown {
  return updateAt(document, at, () => value)
}

/** Removes a member or an entry. */
export function removeAt(document: unknown, at: string): unknown {
  return updateAt(document, at, () => undefined)
}

/**
 * Adds a member in its usual position.
 *
 * @param order names of all possible members, in the order of the schema
 */
export function addMember(
  document: unknown,
  at: string,
  name: string,
  value: unknown,
  order: readonly string[],
): unknown {
  return updateAt(document, at, (object) => {
    if (!isObject(object) || FORBIDDEN_KEYS.has(name)) return object
    const later = new Set(order.slice(order.indexOf(name) + 1))
    const members = Object.entries(object).filter(([each]) => each !== name)
    const index = order.includes(name) ? members.findIndex(([each]) => later.has(each)) : -1
    members.splice(index < 0 ? members.length : index, 0, [name, value])
    return Object.fromEntries(members)
  })
}

/** @param index in the list; the end by default */
export function insertAt(
  document: unknown,
  at: string,
  value: unknown,
  index = Number.POSITIVE_INFINITY,
): unknown {
  return updateAt(document, at, (list) =>
    Array.isArray(list)
      ? [...(list as unknown[]).slice(0, index), value, ...(list as unknown[]).slice(index)]
      : list,
  )
}

/** Moves an entry up (-1) or down (1); at either end it stays. */
export function moveAt(document: unknown, at: string, by: number): unknown {
  const [parent, segment] = splitPointer(at)
  return updateAt(document, parent, (list) => {
    if (!Array.isArray(list)) return list
    const from = indexOf(list, segment)
    const to = from + by
    if (from < 0 || to < 0 || to >= list.length) return list
    const others: unknown[] = (list as unknown[]).filter((_entry, index) => index !== from)
    others.splice(to, 0, list[from])
    return others
  })
}

/**
 * Changes the id of an entry, or the name of a member, in place. Does nothing if the name is taken
 * or forbidden.
 */
export function renameAt(document: unknown, at: string, name: string): unknown {
  const [parent, segment] = splitPointer(at)
  return updateAt(document, parent, (owner) => {
    if (FORBIDDEN_KEYS.has(name) || name === segment) return owner
    if (Array.isArray(owner))
      return owner.some((entry) => own(entry, 'id') === name)
        ? owner
        : update(owner, [segment, 'id'], () => name)
    if (!isObject(owner) || Object.hasOwn(owner, name) || !Object.hasOwn(owner, segment))
      return owner
    return Object.fromEntries(
      Object.entries(owner).map(([each, value]) => [each === segment ? name : each, value]),
    )
  })
}

/** `wanted`, or `wanted-2`, `wanted-3` ... if it is taken. */
export function freeName(taken: Iterable<string>, wanted: string): string {
  const all = new Set(taken)
  let name = wanted
  for (let number = 2; all.has(name); number++) name = `${wanted}-${number}`
  return name
}
