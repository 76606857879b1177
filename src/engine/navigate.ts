/**
 * Where a person who asks for a path lands, and why: redirecting routes, then the decision table
 * `flow/navigation-guard`, again and again until a page is allowed (spec 4, Navigation guard).
 */

import { bindTexts } from './bind.ts'
import type { Catalog, GroupedRoute } from './catalog.ts'
import { decide, type Decision } from './decide.ts'
import { isDone } from './facts.ts'
import type { RedirectVerdict } from './kinds.ts'
import { matchPath, pathTo, queryText, type Query } from './routes.ts'
import type { Rule } from './rules.ts'
import { buildScope, type RouteScope, type Scope, type World } from './scope.ts'

/** A redirect chain that is longer is a loop for the person who waits; the check before publishing looks for them too. */
export const MAX_REDIRECTS = 5

export type Hop = { readonly from: string; readonly path: string; readonly decision: Decision | null; readonly reason?: string }

export type Landing = {
  readonly outcome: 'page' | 'loop'
  readonly route: GroupedRoute
  readonly path: string
  readonly query: Query
  readonly scope: Scope
  readonly screen: string | null
  readonly layout: string
  readonly hops: readonly Hop[]
  /** Text key of the reason why somebody was sent elsewhere, if one was given. */
  readonly reason: string | null
}

/**
 * Follows a path to the page where it ends.
 *
 * @param location path without query, and the query as plain texts
 * @throws Error when no route matches at all, which a catalog with a `*` route never does
 */
export function navigate(catalog: Catalog, world: World, location: { path: string; query: Query }, options: { trace?: boolean } = {}): Landing {
  const base = buildScope(catalog, world)
  const hops: Hop[] = []
  let { path, query } = location
  let reason: string | null = null
  for (;;) {
    const match = matchPath(catalog.matchers, path)
    const route = match && catalog.route(match.name)
    if (!match || !route) throw new Error(`no route matches ${path}`)
    const scope: Scope = { ...base, route: routeScope(base, route, match.params, query, path) }
    const { verdict, decision } = decideRoute(catalog, route, scope, options)
    const target = verdict === null ? null : { to: verdict.to, params: bindTexts(verdict.params, scope, catalog.book) }
    const next = target && catalog.route(target.to)
    const nextPath = next && target ? pathTo(next, target.params) : path
    // A redirect to the page where one already is means: stay. So a flow may name the step that somebody stands on.
    const stays = !verdict || !next || (next.id === route.id && nextPath === pathTo(route, match.params))
    if (stays || hops.length === MAX_REDIRECTS) {
      if (options.trace || !stays) hops.push({ from: route.id, path, decision })
      return { outcome: stays ? 'page' : 'loop', route, path, query, scope, ...screenOf(catalog, route, scope), hops, reason }
    }
    hops.push({ from: route.id, path, decision, ...(verdict.reason !== undefined && { reason: verdict.reason }) })
    reason = verdict.reason ?? reason
    query = { ...keptQuery(query, verdict.keepQuery), ...bindTexts(verdict.query, scope, catalog.book) }
    path = nextPath
  }
}

/** What a rule may know of the route. */
export function routeScope(scope: Scope, route: GroupedRoute, params: Readonly<Record<string, string>>, query: Query, path: string): RouteScope {
  const checked = route.guard === 'none' ? undefined : (route.guard ?? route.feature)
  return {
    name: route.id,
    class: route.class,
    group: route.group,
    path,
    href: path + queryText(query),
    stages: route.stages ?? [],
    needs: route.needs ?? [],
    feature: route.feature ?? null,
    access: checked === undefined || scope.feature[checked]?.access === true,
    assessmentDone: route.assessment !== undefined && isDone(scope.user, route.assessment),
    params,
    query,
  }
}

/** The redirect that a route or the guard asks for; null means that the page may be shown. */
function decideRoute(catalog: Catalog, route: GroupedRoute, scope: Scope, options: { trace?: boolean }): { verdict: RedirectVerdict | null; decision: Decision | null } {
  let flow = 'navigation-guard'
  if (route.redirect) {
    if (route.redirect.go === 'redirect') return { verdict: route.redirect, decision: null }
    flow = route.redirect.flow
  }
  for (let depth = 0; depth < MAX_REDIRECTS; depth++) {
    const decision = decide(catalog, flow, scope, options)
    if (decision === null || !('go' in decision.then) || decision.then.go === 'allow') return { verdict: null, decision }
    if (decision.then.go === 'redirect') return { verdict: decision.then, decision }
    flow = decision.then.flow
  }
  return { verdict: null, decision: null }
}

function keptQuery(query: Query, keep: RedirectVerdict['keepQuery']): Query {
  if (keep === true) return query
  if (!Array.isArray(keep)) return {}
  return Object.fromEntries(Object.entries(query).filter(([key]) => keep.includes(key)))
}

function screenOf(catalog: Catalog, route: GroupedRoute, scope: Scope): { screen: string | null; layout: string } {
  const row = route.screens?.find(({ when }) => catalog.book.holds(when as Rule, scope))
  const screen = row?.screen ?? route.screen ?? null
  const layout = row?.layout ?? route.layout ?? (screen === null ? undefined : catalog.get('screen', screen)?.layout)
  return { screen, layout: layout ?? 'authenticated' }
}
