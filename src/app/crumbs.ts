/**
 * The breadcrumbs of a page: a page above that the user's plan doesn't open is named, not linked,
 * and so is the page itself, unless its address asks for one of its parts.
 */

import { lackedBy } from '#engine/decide/access.ts'
import type { Landing } from '#engine/decide/navigate.ts'
import { pageKey, pathTo } from '#engine/decide/routes.ts'
import type { Catalog } from '#engine/documents/catalog.ts'

type Crumb = { readonly id: string; readonly title: string; readonly href?: string | undefined }

export function crumbsOf(
  { route, scope }: Pick<Landing, 'route' | 'scope'>,
  catalog: Catalog,
): Crumb[] {
  return (route.breadcrumbs ?? []).map(({ id, title, path, routeName }) => {
    const above = routeName === undefined ? undefined : catalog.route(routeName)
    if (above === undefined) return { id, title, href: path }
    if (above.id === route.id && pageKey(route, '', scope.route?.query ?? {}) === '')
      return { id, title }
    return lackedBy(above, scope) === undefined ? { id, title, href: pathTo(above) } : { id, title }
  })
}
