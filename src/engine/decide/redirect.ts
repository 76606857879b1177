/** Where an untrusted address may lead: to a page of this product (reliability.md 2). */

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
