/** What a plan adds to the user's own: for the overlay of a plan that lacks a feature. Pure. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { Scope } from '#engine/rules/scope.ts'

/**
 * @returns text keys of the features that the plan adds in this user's country, the requested one
 * first
 */
export function planAdds(catalog: Catalog, scope: Scope, plan: string, asked?: string): string[] {
  const adds = catalog.features.filter(
    (feature) =>
      scope.feature[feature.id]?.access === false &&
      scope.feature[feature.id]?.why !== 'off' &&
      feature.allow.some(
        ({ id, countries }) =>
          id === plan && (countries.includes('*') || countries.includes(scope.facts.country)),
      ),
  )
  return adds
    .sort((a, b) => Number(b.id === asked) - Number(a.id === asked))
    .map(({ label }) => label)
}
