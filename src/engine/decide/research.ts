/**
 * The assessments of a research cohort: those listed, their sub-assessments, and which unlocks
 * which (spec 3). Pure.
 */

import type { Catalog, GroupedRoute } from '#engine/documents/catalog.ts'
import { isDone, subAssessments } from './facts.ts'
import type { User } from '#engine/rules/scope.ts'

export type ResearchStep = {
  readonly id: string
  /** The listed assessment that unlocks this one; null if it is listed itself. */
  readonly parent: string | null
  /** `closed`: the product has no research page for it. */
  readonly state: 'done' | 'open' | 'locked' | 'closed'
}

/** In the order they are taken: each listed assessment, then its sub-assessments. */
export function researchSteps(catalog: Catalog, user: User | null): ResearchStep[] {
  const listed = user?.app.researchAssessments ?? []
  const seen = new Set<string>()
  return listed.flatMap((parent) =>
    [parent, ...subAssessments(catalog, parent).filter((id) => !listed.includes(id))].flatMap(
      (id): ResearchStep[] => {
        if (seen.has(id)) return []
        seen.add(id)
        const opener = id === parent ? null : parent
        return [{ id, parent: opener, state: stateOf(catalog, user, id, opener) }]
      },
    ),
  )
}

function stateOf(
  catalog: Catalog,
  user: User | null,
  id: string,
  parent: string | null,
): ResearchStep['state'] {
  if (isDone(user, id)) return 'done'
  if (researchRoute(catalog, id) === undefined) return 'closed'
  return parent === null || isDone(user, parent) ? 'open' : 'locked'
}

/** The first research page of an assessment: its instructions where it has some. */
export function researchRoute(catalog: Catalog, id: string): GroupedRoute | undefined {
  return [...catalog.routes.values()].find(
    (route) => route.group === 'research' && route.assessment === id,
  )
}

/**
 * The assessments that a cohort can list: all that have a research page and don't follow
 * automatically from another one.
 */
export function offeredForResearch(catalog: Catalog): string[] {
  const all = catalog.all('assessment')
  const following = new Set(all.flatMap(({ followedBy }) => followedBy ?? []))
  return all
    .map(({ id }) => id)
    .filter((id) => !following.has(id) && researchRoute(catalog, id) !== undefined)
}
