/**
 * The hand-written engine that `npm run bench -- engine` compares with is the same product: it
 * decides like the documents.
 */

import { expect, it } from 'vitest'
import { resolveMenu } from '#engine/decide/menu.ts'
import { personas } from '#tests/support/personas.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { catalog } from '#tests/support/documents.ts'
import { ByHand, menuByHand } from '../../bench/engine/handwritten.ts'

/** The benchmark compares all users; this test a sample, at every route. */
const STRIDE = 23

it('decides where users land and what their menu contains as the documents do', () => {
  const byHand = new ByHand(
    [...catalog.routes.values()],
    Object.fromEntries(
      catalog
        .all('screen')
        .flatMap(({ id, layout }) => (layout === undefined ? [] : [[id, layout]])),
    ),
    Object.fromEntries(
      catalog.all('assessment').map(({ id, followedBy }) => [id, followedBy ?? []]),
    ),
  )
  const worlds = catalog
    .all('config')
    .flatMap((config) => personas(catalog, config).map(({ world }) => world))
  const routes = [...catalog.routes.values()]
  expect(worlds.length).toBeGreaterThan(10 * STRIDE)
  for (const world of worlds.filter((_world, index) => index % STRIDE === 0)) {
    for (const route of routes) {
      const params = Object.fromEntries(
        [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [
          name!,
          name === 'assessment' ? 'learning-styles' : 'x',
        ]),
      )
      const path = route.path === '*' ? '/no/such/page' : pathTo(route, params)
      const landing = navigate(catalog, world, { path, query: {} })
      if (landing.outcome !== 'page') throw new Error(`${path} leads nowhere`)
      const { screen, layout, reason, scope } = landing
      const place = {
        route: landing.route.id,
        path: landing.path,
        query: landing.query,
        screen,
        layout,
        reason,
        stage: scope.stage,
      }
      expect({ place, menu: resolveMenu(catalog, 'main', scope) }, path).toEqual({
        place: byHand.navigate(world, path, {}),
        menu: menuByHand(world),
      })
    }
  }
})
