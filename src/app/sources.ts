/** Which data a screen asks for. Pure, so that the server's tests can ask it too. */

import { bindTexts } from '#engine/decide/bind.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { queryText } from '#engine/decide/routes.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { Scope } from '#engine/rules/scope.ts'

/**
 * The addresses of a screen's data, under /api.
 *
 * @returns source -> path with query; a source whose `when` is false or that lacks a parameter, is
 *   left out
 */
export function sourcesOf(
  screen: DocumentOf<'screen'>,
  scope: Scope,
  catalog: Catalog,
): Record<string, string> {
  const sources: Record<string, string> = {}
  for (const [name, source] of Object.entries(screen.data ?? {})) {
    if (!catalog.book.holds(source.when as Rule | undefined, scope)) continue
    const params = scope.route?.params ?? {}
    let complete = true
    const path = source.get.replace(/\{(\w+)\}/g, (_whole, key: string) => {
      const value = Object.hasOwn(params, key) ? params[key] : undefined
      if (value === undefined) complete = false
      return encodeURIComponent(value ?? '')
    })
    if (complete) sources[name] = path + queryText(bindTexts(source.query, scope, catalog.book))
  }
  return sources
}
