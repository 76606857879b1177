/**
 * Where a user who requests a path ends up, and why: redirecting routes, then the decision table
 * `flow/navigation-guard`, repeated until a page is allowed (spec 4, Navigation guard).
 */

import { lackedBy } from './access.ts'
import { bindTexts } from './bind.ts'
import type { Catalog, GroupedRoute } from '#engine/documents/catalog.ts'
import { decide, type Decision, type Tables } from './decide.ts'
import { isDone } from './facts.ts'
import type { RedirectVerdict } from '#engine/documents/kinds.ts'
import { matchPath, pathTo, queryText, type Query } from './routes.ts'
import type { Rule } from '#engine/rules/rules.ts'
import { buildScope, type RouteScope, type Scope, type ScopeInput } from '#engine/rules/scope.ts'

/**
 * A longer redirect chain is treated as a loop; the check before publishing looks for loops too.
 */
export const MAX_REDIRECTS = 5

/** One step of a navigation: the decision there, and the rows of other tables that delegated it. */
export type Hop = {
  readonly from: string
  readonly path: string
  readonly query: Query
  readonly decision: Decision | null
  readonly by: readonly Decision[]
  readonly reason?: string
}

export type Landing = {
  readonly outcome: 'page' | 'loop'
  readonly route: GroupedRoute
  readonly path: string
  readonly query: Query
  readonly scope: Scope
  readonly screen: string | null
  readonly layout: string
  /** The redirects followed; when traced, the page itself is the last of them. */
  readonly hops: readonly Hop[]
  /** The decision that allowed the page. */
  readonly decision: Decision | null
  readonly by: readonly Decision[]
  /** Text key of the reason for a redirect, if one was given. */
  readonly reason: string | null
}

/**
 * Follows a path to the page where it ends.
 *
 * @param location path without query, and the query as plain texts
 * @throws Error if no route matches at all, which never happens in a catalog with a `*` route
 */
export function navigate(
  catalog: Catalog,
  world: ScopeInput,
  location: Location,
  options: { trace?: boolean } = {},
): Landing {
  return navigateScope(catalog, buildScope(catalog, world), location, options)
}

/** The same for an existing scope. */
export function navigateScope(
  catalog: Catalog,
  base: Scope,
  start: Location,
  options: { trace?: boolean } = {},
): Landing {
  const hops: Hop[] = []
  let at = start
  let reason: string | null = null
  for (;;) {
    const step = stepFrom(catalog, base, at, options)
    const { route, scope, decision, by, next } = step
    if (next === null || hops.length === MAX_REDIRECTS) {
      if (options.trace || next !== null) hops.push({ from: route.id, ...at, decision, by })
      return {
        outcome: next === null ? 'page' : 'loop',
        route,
        path: at.path,
        query: at.query,
        scope,
        hops,
        decision,
        by,
        reason,
        ...screenOf(catalog, route, scope),
      }
    }
    hops.push({
      from: route.id,
      ...at,
      decision,
      by,
      ...(step.reason !== undefined && { reason: step.reason }),
    })
    reason = step.reason ?? reason
    at = next
  }
}

export type Location = { readonly path: string; readonly query: Query }
export type Step = {
  readonly route: GroupedRoute
  readonly scope: Scope
  readonly decision: Decision | null
  readonly by: readonly Decision[]
  /** The redirect target; null if the user may stay. */
  readonly next: Location | null
  readonly reason?: string
}

/** One step for one address: its route, and whether the user may stay. */
function stepFrom(
  catalog: Catalog,
  base: Scope,
  location: Location,
  options: { trace?: boolean } = {},
): Step {
  const place = placeOf(catalog, location)
  const scope: Scope = {
    ...base,
    route: routeScope(base, place.route, place.params, location.query, location.path),
  }
  return { route: place.route, scope, ...decideAt(catalog, scope, place, options) }
}

/** A route, with the parameters and query of the address. */
export type Place = Location & {
  readonly route: GroupedRoute
  readonly params: Readonly<Record<string, string>>
}

export function placeOf(catalog: Catalog, { path, query }: Location): Place {
  const match = matchPath(catalog.matchers, path)
  const route = match && catalog.route(match.name)
  if (!match || !route) throw new Error(`no route matches ${path}`)
  return { route, params: match.params, path, query }
}

/**
 * Decides whether the user may stay at a place, and otherwise where to redirect. The scope already
 * contains the route.
 */
export function decideAt(
  catalog: Tables,
  scope: Scope,
  { route, params, query }: Place,
  options: { trace?: boolean } = {},
): Omit<Step, 'route' | 'scope'> {
  const { verdict, decision, by } = decideRoute(catalog, route, scope, options)
  const target = verdict === null ? undefined : catalog.route(verdict.to)
  if (verdict === null || target === undefined) return { decision, by, next: null }
  const nextPath = pathTo(target, bindTexts(verdict.params, scope, catalog.book))
  // A flow may name the step that the user is already on: then they stay. If the guard itself did
  // so, it would skip the rows below.
  if (by.length > 0 && target.id === route.id && nextPath === pathTo(route, params))
    return { decision, by, next: null }
  const next = {
    path: nextPath,
    query: {
      ...keptQuery(query, verdict.keepQuery),
      ...bindTexts(verdict.query, scope, catalog.book),
    },
  }
  return { decision, by, next, ...(verdict.reason !== undefined && { reason: verdict.reason }) }
}

/** What a rule can read of the route. */
export function routeScope(
  scope: Scope,
  route: GroupedRoute,
  params: Readonly<Record<string, string>>,
  query: Query,
  path: string,
): RouteScope {
  return {
    name: route.id,
    class: route.class,
    group: route.group,
    path,
    href: path + queryText(query),
    stages: route.stages ?? [],
    needs: route.needs ?? [],
    feature: route.feature ?? null,
    // Lazy, because only some rows read it; the model check records what each row reads.
    get access() {
      return lackedBy(route, scope) === undefined
    },
    get upgrade() {
      const lacked = lackedBy(route, scope)
      return lacked !== undefined && scope.feature[lacked]?.upgradable ? lacked : null
    },
    get assessmentDone() {
      return route.assessment !== undefined && isDone(scope.user, route.assessment)
    },
    params,
    query,
  }
}

type Asked = {
  readonly verdict: RedirectVerdict | null
  readonly decision: Decision | null
  readonly by: readonly Decision[]
}

/** The redirect that a route or the guard asks for; null if the page may be shown. */
function decideRoute(
  catalog: Tables,
  route: GroupedRoute,
  scope: Scope,
  options: { trace?: boolean },
): Asked {
  const by: Decision[] = []
  let flow = 'navigation-guard'
  if (route.redirect) {
    if (route.redirect.go === 'redirect') return { verdict: route.redirect, decision: null, by }
    flow = route.redirect.flow
  }
  while (by.length < MAX_REDIRECTS) {
    const decision = decide(catalog, flow, scope, options)
    if (decision === null || !('go' in decision.then) || decision.then.go === 'allow')
      return { verdict: null, decision, by }
    if (decision.then.go === 'redirect') return { verdict: decision.then, decision, by }
    by.push(decision)
    flow = decision.then.flow
  }
  return { verdict: null, decision: null, by }
}

function keptQuery(query: Query, keep: RedirectVerdict['keepQuery']): Query {
  if (keep === true) return query
  if (!Array.isArray(keep)) return {}
  return Object.fromEntries(Object.entries(query).filter(([key]) => keep.includes(key)))
}

/** The screen and the layout of a route for this user. */
export function screenOf(
  catalog: Catalog,
  route: GroupedRoute,
  scope: Scope,
): { screen: string | null; layout: string } {
  const row = route.screens?.find(({ when }) => catalog.book.holds(when as Rule, scope))
  const screen = row?.screen ?? route.screen ?? null
  const layout =
    row?.layout ??
    route.layout ??
    (screen === null ? undefined : catalog.get('screen', screen)?.layout)
  return { screen, layout: layout ?? 'authenticated' }
}
