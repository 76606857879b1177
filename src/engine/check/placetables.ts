/**
 * Decision tables as seen from one place: without the rows that its route rules out for every user.
 */

import { isBinding } from '#engine/decide/bind.ts'
import type { Tables } from '#engine/decide/decide.ts'
import type { Catalog, GroupedRoute } from '#engine/documents/catalog.ts'
import { isObject } from '#engine/documents/json.ts'
import type { FlowDocument, RedirectVerdict } from '#engine/documents/kinds.ts'
import { variablesOf, type Rule } from '#engine/rules/rules.ts'
import type { RouteScope } from '#engine/rules/scope.ts'

/** What a rule reads of the route, but depends on the user too. */
const OF_THE_USER = ['route.access', 'route.upgrade', 'route.assessmentDone']

/** Does a rule read only the route? */
export function isOfRoute(rule: Rule): boolean {
  return (
    [...variablesOf(rule, {})].every(
      (path) => path.startsWith('route.') && !OF_THE_USER.includes(path),
    ) && !JSON.stringify(rule).includes('"ref":')
  )
}

/** The tables without the rows that can't decide anything in this place, for any user. */
export function tablesAt(catalog: Catalog, route: RouteScope): Tables {
  const flows = new Map<string, FlowDocument | undefined>()
  const isPossible = (rule: Rule): boolean => {
    if (isOfRoute(rule)) return catalog.book.holds(rule, { route })
    const parts = isObject(rule) ? rule['and'] : undefined
    return !Array.isArray(parts) || (parts as Rule[]).every(isPossible)
  }
  return {
    book: catalog.book,
    route: (name) => catalog.route(name),
    get: (kind, id) => {
      if (!flows.has(id)) {
        const flow = catalog.get(kind, id)
        flows.set(
          id,
          flow && { ...flow, rows: flow.rows.filter(({ when }) => isPossible(when as Rule)) },
        )
      }
      return flows.get(id)
    },
  }
}

const QUERY = 'route.query.'
/** The same at every address of a route. */
const FIXED = ['name', 'class', 'group', 'stages', 'needs', 'feature'].map(
  (name) => `route.${name}`,
)

/**
 * The routes at which it can matter that an address has this in its query: a row there reads it, or
 * sends people on with it to such a route. Anywhere else an address with it is decided as the
 * address without it.
 *
 * @param name  of a value of the query that rules read, among `asked`
 * @returns names of routes
 */
export function routesAsking(
  name: string,
  asked: readonly string[],
  catalog: Catalog,
  flows: readonly FlowDocument[],
): ReadonlySet<string> {
  const rows = flows.flatMap((flow) => flow.rows)
  const found = new Set<string>()
  const carries = new Map<string, Set<string>>()
  for (const route of catalog.routes.values()) {
    const possible = rows.filter(({ when }) => mayHoldAt(catalog, route, when as Rule))
    const verdicts = [
      ...possible.map(({ then }) => then),
      ...(route.redirect === undefined ? [] : [route.redirect]),
    ].flatMap((then) => ('go' in then && then.go === 'redirect' ? [then] : []))
    const read = [
      ...possible.flatMap(({ when }) => [...variablesOf(when as Rule, catalog.book.named)]),
      ...verdicts.flatMap((verdict) => bindingsOf(verdict, asked)),
    ]
    if (read.includes(QUERY + name) || read.includes('route.href')) found.add(route.id)
    const kept = verdicts.filter(
      ({ keepQuery: kept }) => kept === true || (Array.isArray(kept) && kept.includes(name)),
    )
    carries.set(route.id, new Set(kept.map(({ to }) => to)))
  }
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const [from, targets] of carries)
      if ([...targets].some((to) => found.has(to))) found.add(from)
  }
  return found
}

/** Could the rule hold for anyone, at any address of this route? */
function mayHoldAt(catalog: Catalog, route: GroupedRoute, rule: Rule): boolean {
  const read = [...variablesOf(rule, catalog.book.named)]
  if (read.length > 0 && read.every((path) => FIXED.includes(path))) {
    const { id: name, class: kind, group, stages = [], needs = [], feature = null } = route
    const fixed = { name, class: kind, group, stages, needs, feature }
    return catalog.book.holds(rule, { route: fixed })
  }
  const parts = isObject(rule) ? rule['and'] : undefined
  return !Array.isArray(parts) || (parts as Rule[]).every((part) => mayHoldAt(catalog, route, part))
}

/** What decides where exactly a redirect leads: of its query, what rules read. */
function bindingsOf({ params, query }: RedirectVerdict, asked: readonly string[]): string[] {
  const told = Object.entries(query ?? {}).filter(([name]) => asked.includes(name))
  return [...Object.values(params ?? {}), ...told.map(([, value]) => value)].flatMap((value) =>
    isBinding(value) ? [...variablesOf(value.bind, {})] : [],
  )
}
