/**
 * Where an untrusted address may lead: to a page of this product or, if it comes from a document,
 * to an https address (reliability.md 2 and 5).
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { matchPath } from './routes.ts'

/**
 * @param value the raw value, percent-decoded once
 * @returns path and query of one of our pages; null for everything else
 */
export function safeRedirect(catalog: Catalog, value: string | null | undefined): string | null {
  if (value === null || value === undefined || value.length > 1000) return null
  // Browsers read a backslash as a slash and drop tabs and line ends, so a path with either is not
  // what it seems.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\')) return null
  const [path = '', ...rest] = value.split('?')
  if (path.includes('//') || /%(?:2f|5c|0[0-9a-f]|1[0-9a-f])/i.test(path) || path.includes('#'))
    return null
  // Browsers treat an encoded dot as a dot: they would open a different page than the one matched
  // below.
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
 * May a page link to this address from a document, or load an image or a font from it?
 *
 * @param own paths on this product's host are allowed too
 */
export function isSafeAddress(value: string, own = false): boolean {
  return value.length <= 1000 && (WEB.test(value) || (own && OWN.test(value)))
}
