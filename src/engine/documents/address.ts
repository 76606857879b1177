/**
 * How a value in a document is addressed: by the names of members and the ids of list entries,
 * never by a position.
 */

import { FORBIDDEN_KEYS, isObject, own, type Json, type JsonObject } from './json.ts'

/** An entry of a list that is addressed by id. */
export type Entry = JsonObject & { readonly id: string }
export type Scalar = null | boolean | number | string

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value)
}

/** Is every entry an object with a string `id` of its own? The empty list may become one. */
export function isIdList(value: unknown): value is readonly Entry[] {
  if (!isList(value)) return false
  const ids = new Set<string>()
  for (const entry of value) {
    const id = isObject(entry) ? own(entry, 'id') : undefined
    if (typeof id !== 'string' || FORBIDDEN_KEYS.has(id) || ids.has(id)) return false
    ids.add(id)
  }
  return true
}

/** Is every entry a scalar, without duplicates? An empty list counts, because it can become one. */
export function isSet(value: unknown): value is readonly Scalar[] {
  return (
    isList(value) &&
    value.every((entry) => entry === null || typeof entry !== 'object') &&
    new Set(value).size === value.length
  )
}

/**
 * The segments of a path: `/items/reports/label` -> items, reports, label. `''` is the whole
 * document.
 *
 * @returns null for an invalid path (RFC 6901), and for one with a forbidden key
 */
export function parsePath(at: string): readonly string[] | null {
  if (at === '') return []
  if (!at.startsWith('/') || /~(?![01])/.test(at)) return null
  const segments = at
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  return segments.some((segment) => FORBIDDEN_KEYS.has(segment)) ? null : segments
}

/** The name of a list entry in a pointer: its id, or its position if it has none. */
export function segmentOf(entry: unknown, index: number): string | number {
  const id = own(entry, 'id')
  return typeof id === 'string' ? id : index
}

/**
 * One step down: the member with that name, or the entry with that id; undefined if there is none.
 */
export function child(node: Json | undefined, segment: string): Json | undefined {
  if (isList(node)) return isIdList(node) ? node.find(({ id }) => id === segment) : undefined
  return own(node, segment) as Json | undefined
}

/** The value at a path; undefined if there is none. */
export function lookup(document: Json | undefined, at: string): Json | undefined {
  return parsePath(at)?.reduce<Json | undefined>(child, document)
}

/** `/items/reports` -> `/items` */
export function parentOf(at: string): string {
  return at.slice(0, at.lastIndexOf('/'))
}

/** `/items/reports` -> `reports` */
export function lastOf(at: string): string {
  return parsePath(at)?.at(-1) ?? ''
}

/** The ids of a list, in order; empty if it isn't addressed by id. */
export function idsOf(list: Json | undefined): readonly string[] {
  return isIdList(list) ? list.map(({ id }) => id) : []
}

/**
 * Looks up entries in documents that don't change: a list is indexed once, however often it is
 * used.
 */
export class Finder {
  readonly #positions = new Map<readonly Json[], ReadonlyMap<string, number>>()

  child(node: Json | undefined, segment: string): Json | undefined {
    if (!isList(node)) return child(node, segment)
    const position = this.positionsIn(node).get(segment)
    return position === undefined ? undefined : node[position]
  }

  lookup(document: Json | undefined, at: string): Json | undefined {
    return parsePath(at)?.reduce<Json | undefined>(
      (node, segment) => this.child(node, segment),
      document,
    )
  }

  /** Id -> position in the list; empty if it isn't addressed by id. */
  positionsIn(list: readonly Json[]): ReadonlyMap<string, number> {
    let positions = this.#positions.get(list)
    if (positions === undefined) {
      positions = new Map(idsOf(list).map((id, index) => [id, index]))
      this.#positions.set(list, positions)
    }
    return positions
  }
}
