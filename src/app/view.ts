/**
 * A page that is ready to be drawn: its landing, the screen's document, and the data it asks for.
 */

import { bindTexts } from '#engine/decide/bind.ts'
import type { Catalog, GroupedRoute } from '#engine/documents/catalog.ts'
import type { DocumentOf, NodeDocument } from '#engine/documents/kinds.ts'
import type { Landing } from '#engine/decide/navigate.ts'
import { queryText } from '#engine/decide/routes.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { Scope } from '#engine/rules/scope.ts'
import type { SourceKey } from './data.tsx'

export type View = {
  readonly landing: Landing
  readonly screen: DocumentOf<'screen'>
  readonly catalog: Catalog
  /** Id of the release that all of this is from. */
  readonly release: string
}

/**
 * Is this the page on which an assessment is answered? Any page of an assessment except its
 * instructions.
 */
export function isQuiz(catalog: Catalog, route: GroupedRoute): boolean {
  return catalog
    .all('assessment')
    .some(
      ({ quizRoute, id }) =>
        quizRoute === route.id || (route.assessment === id && !isInstructions(catalog, route)),
    )
}

/** Of several pages of an assessment in one group, the first is the instructions. */
function isInstructions(catalog: Catalog, { id, group, assessment }: GroupedRoute): boolean {
  const pages = [...catalog.routes.values()].filter(
    (route) => route.group === group && route.assessment === assessment,
  )
  return pages.length > 1 && pages[0]!.id === id
}

/** Does the page start with a cloth section, so that the bar above it uses cloth too? */
export function beginsOnCloth(catalog: Catalog, { screen }: Pick<Landing, 'screen'>): boolean {
  const nodes = (screen === null ? undefined : catalog.get('screen', screen))?.children as
    | readonly NodeDocument[]
    | undefined
  return nodes?.some(({ type }) => type === 'home-hero') === true
}

/** Every widget type used on a page, including those of its reports. */
export function widgetTypes(catalog: Catalog, screen: DocumentOf<'screen'>): Set<string> {
  const types = new Set<string>()
  const visit = (nodes: readonly NodeDocument[]): void => {
    for (const node of nodes) {
      types.add(node.type)
      visit(node.children ?? [])
      if (node.fallback) visit([node.fallback])
      const report =
        node.type === 'report' ? catalog.get('report', String(node.props?.['report'])) : undefined
      if (report) visit(report.children as NodeDocument[])
    }
  }
  visit(screen.children as NodeDocument[])
  return types
}

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

/** The data of a page: the name of each source and its SWR key. */
export function keysOf({ landing, screen, catalog, release }: View): [string, SourceKey][] {
  const owner = landing.scope.user?._id ?? ''
  return Object.entries(sourcesOf(screen, landing.scope, catalog)).map(([name, path]) => [
    name,
    [path, owner, landing.scope.language, release] as const,
  ])
}
