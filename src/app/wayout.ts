/** Where the close button of a single-task page leads. */

import type { Catalog } from '#engine/documents/catalog.ts'
import { homeOf } from '#engine/decide/menu.ts'
import type { Landing } from '#engine/decide/navigate.ts'

/**
 * One step up: from the questions to the page they start on, from there to the report or list it
 * belongs to, and from a first page home.
 *
 * @returns the name of a route; null if home would only redirect back here
 */
export function wayOut(
  { route, scope }: Pick<Landing, 'route' | 'scope'>,
  catalog: Catalog,
): string | null {
  // A page that only substitutes for a missing report has no parent.
  const parts = route.layout === 'focus' ? route.path.split('/') : []
  for (let end = parts.length - 1; end > 1; end--) {
    const path = parts.slice(0, end).join('/')
    for (const above of catalog.routes.values())
      if (above.path === path && above.redirect === undefined) return above.id
  }
  return scope.stage === 'fullAccess' ? homeOf(catalog, 'main') : null
}

/**
 * A page that its address opens a part of is left part by part.
 *
 * @returns the query without the innermost part that is open; null if none is
 */
export function queryAbove({
  route: { parts = [] },
  query,
}: Pick<Landing, 'route' | 'query'>): Landing['query'] | null {
  const open = parts.findLast((name) => (query[name] ?? '') !== '')
  return open === undefined
    ? null
    : Object.fromEntries(
        Object.entries(query).filter(([name, value]) => name !== open && value !== ''),
      )
}
