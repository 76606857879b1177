/** Routes: unique names and paths, something to show, and one that catches unknown paths. */

import { nameOf } from '#engine/documents/document.ts'
import { adder, type Context } from './context.ts'

export function checkRoutes(context: Context): void {
  const names = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const group of context.catalog.all('route-group')) {
    const add = adder(nameOf(group), context)
    for (const route of group.routes) {
      const at = `/routes/${route.id}`
      const otherName = names.get(route.id)
      if (otherName !== undefined)
        add('route/duplicate-name', at, `the route "${route.id}" is in ${otherName} too`)
      names.set(route.id, nameOf(group))
      const shape = route.path.replace(/:[^/?]+/g, ':')
      const otherPath = paths.get(shape)
      if (otherPath !== undefined)
        add('route/duplicate-path', `${at}/path`, `"${otherPath}" has the same path`)
      paths.set(shape, route.id)
      const shows = [route.screen, route.screens, route.redirect].filter(
        (each) => each !== undefined,
      ).length
      if (route.redirect !== undefined && shows > 1)
        add('route/redirect-and-screen', at, "a route that redirects can't show a screen")
      if (shows === 0)
        add('route/shows-nothing', at, 'a route needs a screen, screens or a redirect')
    }
  }
  if (!context.catalog.matchers.some(({ rest }) => rest))
    adder('route-group/general', context)(
      'route/no-unknown',
      '',
      'one route must have the path "*"',
    )
}
