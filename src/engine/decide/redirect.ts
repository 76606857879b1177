/** Where an address may lead that somebody else has written: into a page of this product, or, from a document, by https (reliability.md 2 and 5). */

import type { Catalog } from '#engine/documents/catalog.ts'
import { matchPath } from './routes.ts'

/**
 * @param value what stands in the address, already percent-decoded once
 * @returns path and query of one of our pages; null for everything else
 */
export function safeRedirect(catalog: Catalog, value: string | null | undefined): string | null {
  if (value === null || value === undefined || value.length > 1000) return null
  // Browsers read a backslash as a slash and drop tabs and line ends, so a path with either is not what it looks like.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\')) return null
  const [path = '', ...rest] = value.split('?')
  if (path.includes('//') || /%(?:2f|5c|0[0-9a-f]|1[0-9a-f])/i.test(path) || path.includes('#'))
    return null
  // Browsers take an encoded dot for a dot: the page that they would open is not the one that is matched below.
  if (path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return null
  const match = matchPath(catalog.matchers, path)
  const route = match && catalog.route(match.name)
  if (!route || route.path === '*' || route.id === 'logout') return null
  const query = rest.join('?').split('#')[0]!
  return query === '' ? path : `${path}?${query}`
}

const WEB =
  /^https:\/\/[A-Za-z0-9][A-Za-z0-9.-]{0,252}(?::\d{1,5})?(?:[/?#](?:(?!["'<>\\`])[\x21-\x7e])*)?$/
const OWN = /^\/(?!\/)(?:(?!["'<>\\`])[\x21-\x7e])*$/

/**
 * May a page send people to this address of a document, or fetch a picture or a font from it?
 *
 * @param own a path of this product's host will do too
 */
export function isSafeAddress(value: string, own = false): boolean {
  return value.length <= 1000 && (WEB.test(value) || (own && OWN.test(value)))
}
