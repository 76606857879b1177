/**
 * A page that is ready to be drawn: its landing, the screen's document, and the data it asks for.
 */

import type { Catalog, GroupedRoute } from '#engine/documents/catalog.ts'
import type { DocumentOf, NodeDocument } from '#engine/documents/kinds.ts'
import type { Landing } from '#engine/decide/navigate.ts'
import type { SourceKey } from './data.tsx'
import { sourcesOf } from './sources.ts'

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
      if (report) visit(report.children)
    }
  }
  visit(screen.children)
  return types
}

/** The data of a page: the name of each source and its SWR key. */
export function keysOf({ landing, screen, catalog, release }: View): [string, SourceKey][] {
  const owner = landing.scope.user?._id ?? ''
  return Object.entries(sourcesOf(screen, landing.scope, catalog)).map(([name, path]) => [
    name,
    [path, owner, landing.scope.language, release] as const,
  ])
}
