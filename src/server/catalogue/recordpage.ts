/**
 * The page of one record of a type: the route whose screen reads the record that the address names.
 */

import { lackedBy } from '#engine/decide/access.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { Scope } from '#engine/rules/scope.ts'

/** A route, and what its path calls the record's id. */
export type RecordPage = { readonly routeName: string; readonly param: string }

/** @returns the first that the person's plan opens; undefined if there is none */
export function recordPageOf(
  catalog: Catalog,
  type: string,
  scope: Pick<Scope, 'feature'>,
): RecordPage | undefined {
  const reads = new RegExp(`^(?:catalogue/)?${type}/\\{(\\w+)\\}$`)
  for (const route of catalog.routes.values()) {
    const screen = route.screen === undefined ? undefined : catalog.get('screen', route.screen)
    if (screen === undefined || lackedBy(route, scope) !== undefined) continue
    for (const { get } of Object.values(screen.data ?? {})) {
      const param = reads.exec(get)?.[1]
      if (param !== undefined) return { routeName: route.id, param }
    }
  }
  return undefined
}

/**
 * The page that lists records of a type and can search them.
 *
 * @returns the first that the person's plan opens; undefined if there is none
 */
export function listPageOf(
  catalog: Catalog,
  type: string,
  scope: Pick<Scope, 'feature'>,
): string | undefined {
  for (const route of catalog.routes.values()) {
    const screen = route.screen === undefined ? undefined : catalog.get('screen', route.screen)
    if (screen === undefined || route.path.includes(':') || lackedBy(route, scope) !== undefined)
      continue
    const lists = Object.values(screen.data ?? {}).some(
      ({ get, query = {} }) =>
        (get === `catalogue/${type}` || get === type) && query['search'] !== undefined,
    )
    if (lists) return route.id
  }
  return undefined
}

/** The members of a record that the path of its page is filled with. */
export function paramsOf(
  catalog: Catalog,
  { routeName }: RecordPage,
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = catalog.routes.get(routeName)?.path.match(/:(\w+)/g) ?? []
  return Object.fromEntries(names.map((name) => [name.slice(1), record[name.slice(1)]]))
}
