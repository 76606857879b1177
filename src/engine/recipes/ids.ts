/** Ids, keys and addresses that are made of words, so that nobody has to think of one. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { matchPath } from '#engine/decide/routes.ts'

/** `Start here (under 16)` -> `start-here-under-16`; empty if there is no Latin letter in it. */
export function idFrom(words: string): string {
  return words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}

/** `start-here` -> `startHere`: for keys of texts and of the profile, which have no hyphens. */
export function keyFrom(id: string): string {
  return id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** A few letters and digits that other words hardly share. FNV-1a over the letters. */
export function hashOf(words: string): string {
  let hash = 0x811c9dc5
  for (const letter of words) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0
  return hash.toString(36)
}

/** `wanted`, or `wanted-2`, `wanted-3` ... */
export function freeId(isTaken: (id: string) => boolean, wanted: string): string {
  let id = wanted
  for (let number = 2; isTaken(id); number++) id = `${wanted}-${number}`
  return id
}

/** A free id of several documents that are to be called alike. */
export function freeDocumentId(catalog: Catalog, kinds: readonly Kind[], wanted: string): string {
  return freeId((id) => kinds.some((kind) => catalog.get(kind, id) !== undefined), wanted)
}

const PATH = /^(?:\/[a-z0-9][a-z0-9-]*){1,5}$/
/** Addresses of the server itself, and of pages that only the app makes. */
const SERVED = /^\/(?:api|assets|preview|admin|meta|documents|bundles|images)(?:\/|$)/

/** Small letters, digits and hyphens: what can be read out on the phone. */
export function isPath(path: string): boolean {
  return path.length <= 120 && PATH.test(path)
}

/**
 * The title of the page that answers at an address, or its own name; null if it's free. An address
 * that a page with a place holder answers (`/careers/:id`) is taken too.
 */
export function pageAt(catalog: Catalog, path: string): string | null {
  if (SERVED.test(path)) return path
  const found = matchPath(
    catalog.matchers.filter(({ rest }) => !rest),
    path,
  )
  if (found === undefined) return null
  return catalog.route(found.name)?.path ?? found.name
}
