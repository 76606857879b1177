/** The page on which a document can be seen, and as whom it is best looked at. */

import type { PersonaInput } from '#engine/contract/admincontract.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { routeShowing, viewerOf } from '#engine/experiments/viewer.ts'
import { queryText } from '#engine/decide/routes.ts'

export type ShownAt = {
  readonly path: string
  readonly viewer: Pick<PersonaInput, 'stage'> & Partial<PersonaInput>
}

type Route = Parameters<typeof viewerOf>[1]

/** The sections of a profile are parts of one page, which is asked for one of them. */
const SECTIONS = 'cv'
/** They are everywhere: the first page that somebody sees has them. */
const EVERYWHERE: ReadonlySet<Kind> = new Set(['menu', 'flow', 'locale', 'config', 'rule'])

/** Is a page about it? Others decide or stand on many, and are read as a form. */
export function isOnePage(kind: Kind): boolean {
  return kind !== 'flow' && !EVERYWHERE.has(kind)
}

/** @returns null for what no page shows by itself */
export function shownAt(
  catalog: Catalog,
  kind: Kind,
  id: string,
  document: unknown,
): ShownAt | null {
  if (id === 'console' && kind === 'menu') return null
  const route = routeOf(catalog, kind, id, document)
  if (route !== undefined) {
    const query = route.id === SECTIONS ? queryText({ section: id }) : ''
    return { path: route.path + query, viewer: viewerOf(catalog, route) }
  }
  return EVERYWHERE.has(kind) ? { path: '/', viewer: { stage: 'fullAccess' } } : null
}

function routeOf(catalog: Catalog, kind: Kind, id: string, document: unknown): Route {
  const fixed = [...catalog.routes.values()].filter(({ path }) => /^\/[^:*]*$/.test(path))
  const { feature, steps, assessment } = (document ?? {}) as {
    feature?: unknown
    assessment?: unknown
    steps?: readonly { id: string }[]
  }
  switch (kind) {
    case 'screen':
      return routeShowing(catalog, [id])
    case 'report':
      // The first page of its feature; the others lead to it.
      return fixed.find((route) => route.feature !== undefined && route.feature === feature)
    case 'flow':
      return fixed.find((route) => route.id === steps?.[0]?.id)
    case 'profile-section':
      return (
        fixed.find(({ screen }) => screen === readOut(id)) ??
        fixed.find((route) => route.id === SECTIONS)
      )
    case 'assessment':
      return fixed.find((route) => route.assessment === (assessment ?? id) || quiz(route, document))
    default:
      return undefined
  }
}

const quiz = (route: { readonly id: string }, document: unknown) =>
  (document as { quizRoute?: unknown } | null)?.quizRoute === route.id

/** `initialProfile` -> `initial-profile`: a section that has a page to itself. */
function readOut(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
