/**
 * Decision tables as seen from one place: without the rows that its route rules out for every user.
 */

import type { Tables } from '#engine/decide/decide.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { isObject } from '#engine/documents/json.ts'
import type { FlowDocument } from '#engine/documents/kinds.ts'
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
