/**
 * The parts of a page or a report, as a preview shows them: which there are, and what can be done to
 * one of them. Pure; each change is one step that can be undone.
 */

import { parsePath } from '#engine/documents/address.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject, own, pointer, type Json } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import {
  freeName,
  insertAt,
  moveAt,
  removeAt,
  segmentsOf,
  setAt,
  splitPointer,
  valueAt,
} from '#admin/parts/edit.ts'

export type Part = {
  /** In its document. */
  readonly at: string
  /** How many parts it is inside of. */
  readonly depth: number
  readonly node: Readonly<Record<string, unknown>>
}

const CHILDREN = 'children'

/** In the order of the page. */
export function partsOf(document: unknown, at = '', depth = 0): Part[] {
  const list = own(document, CHILDREN)
  if (!Array.isArray(list)) return []
  const segments = segmentsOf(list)
  return list.flatMap((node: unknown, index) => {
    if (!isObject(node)) return []
    const here = `${at}${pointer(CHILDREN, segments[index] ?? String(index))}`
    return [{ at: here, depth, node }, ...partsOf(node, here, depth + 1)]
  })
}

/** The part that a place of the document is in; null outside of all. */
export function partAt(place: string): string | null {
  return /^(?:\/children\/[^/]+)+/.exec(place)?.[0] ?? null
}

/** A place on a page: those of a report that is on it begin with the report's name. */
export function placeOn(kind: Kind, id: string, at: string): string {
  return kind === 'report' ? pointer(kind, id) + at : at
}

/** The document that a place on a page belongs to. */
export function documentAt(
  screen: string,
  place: string,
): { readonly kind: Kind; readonly id: string; readonly at: string } {
  const [first, id, ...rest] = parsePath(place) ?? []
  return first === 'report' && id !== undefined
    ? { kind: 'report', id, at: pointer(...rest) }
    : { kind: 'screen', id: screen, at: place }
}

/** A part is hidden by a rule that never holds, beside the one that it had. */
export function isHidden(node: unknown): boolean {
  const show = own(node, 'show')
  return show === false || hiddenRule(show) !== undefined
}

function hiddenRule(show: unknown): readonly unknown[] | undefined {
  const all = own(show, 'and')
  return Array.isArray(all) && all.length === 2 && all[0] === false ? all : undefined
}

export function hide(document: Json, at: string): Json {
  const show = own(valueAt(document, at), 'show')
  const hidden = show === undefined ? false : { and: [false, show] }
  return setAt(document, `${at}/show`, hidden) as Json
}

/** With the rule that it had before. */
export function showAgain(document: Json, at: string): Json {
  const rule = hiddenRule(own(valueAt(document, at), 'show'))
  return (
    rule === undefined ? removeAt(document, `${at}/show`) : setAt(document, `${at}/show`, rule[1])
  ) as Json
}

export type Place = { readonly index: number; readonly of: number }

/** Among its siblings. */
export function placeAmong(document: unknown, at: string): Place {
  const [list, segment] = splitPointer(at)
  const segments = segmentsOf(listAt(document, list))
  return { index: segments.indexOf(segment), of: segments.length }
}

/** Up (-1) or down (1). */
export function step(document: Json, at: string, by: number): Json {
  return moveAt(document, at, by) as Json
}

export type Made = { readonly document: Json; readonly at: string }

/** Next to another part, of the same group or of another; not into itself. */
export function moveBeside(document: Json, at: string, beside: string, after: boolean): Made {
  const same = { document, at }
  const from = placeAmong(document, at).index
  const target = placeAmong(document, beside).index
  if (from < 0 || target < 0 || `${beside}/`.startsWith(`${at}/`)) return same
  const [list] = splitPointer(beside)
  if (splitPointer(at)[0] === list) {
    const to = target + (after ? 1 : 0) - (from < target ? 1 : 0)
    return { document: moveAt(document, at, to - from) as Json, at }
  }
  // What is last of a group leaves an empty group behind: that is for the editor to see and to hide.
  const node = valueAt(document, at)
  if (!isObject(node)) return same
  const id = freeName(segmentsOf(listAt(document, list)), String(node['id'] ?? 'part'))
  const moved = insertAt(document, list, { ...node, id }, target + (after ? 1 : 0))
  return { document: removeAt(moved, at) as Json, at: list + pointer(id) }
}

/** The part that this one is inside of; null on the page itself. */
export function groupOf(at: string): string | null {
  return partAt(splitPointer(splitPointer(at)[0])[0])
}

/** Before everything else on the page. */
export function toTop(document: Json, at: string): Made {
  const [first] = partsOf(document)
  return first === undefined ? { document, at } : moveBeside(document, at, first.at, false)
}

/** A copy right below, with ids of its own where they would clash. */
export function duplicate(document: Json, at: string): Made {
  const node = valueAt(document, at)
  if (!isObject(node)) return { document, at }
  return insertBelow(document, at, { ...node })
}

/** A new part right below another one. */
export function insertBelow(
  document: Json,
  at: string,
  node: Readonly<Record<string, unknown>>,
): Made {
  const [list, segment] = splitPointer(at)
  const segments = segmentsOf(listAt(document, list))
  const id = freeName(segments, String(node['id'] ?? 'part'))
  const { lock: _lock, ...rest } = node
  return {
    document: insertAt(document, list, { ...rest, id }, segments.indexOf(segment) + 1) as Json,
    at: list + pointer(id),
  }
}

function listAt(document: unknown, at: string): readonly unknown[] {
  const list = valueAt(document, at)
  return Array.isArray(list) ? (list as unknown[]) : []
}

/** Is it locked, or something around it? Only the product's own locks bind. */
export function isLocked(base: unknown, at: string): boolean {
  const path = parsePath(at) ?? []
  return path.some(
    (_segment, index) => own(valueAt(base, pointer(...path.slice(0, index + 1))), 'lock') != null,
  )
}

/** The first words of a part, where one starts to type; the part itself if it has none. */
export function wordsAt(
  document: unknown,
  at: string,
  widgets: Readonly<Record<string, Schema>>,
): string {
  const node = valueAt(document, at)
  const members = (own(widgets[String(own(node, 'type'))], 'properties') ?? {}) as Readonly<
    Record<string, Schema>
  >
  const name = Object.keys(members).find(
    (each) =>
      members[each]?.['x-ref'] === 'text' && typeof own(own(node, 'props'), each) === 'string',
  )
  return name === undefined ? at : at + pointer('props', name)
}
