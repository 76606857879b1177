/**
 * Access to features (spec 6): enabled in the configuration, and allowed for the country and the
 * account type.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type {
  ActionDocument,
  ConfigDocument,
  FeatureDocument,
  RouteDocument,
  Stage,
} from '#engine/documents/kinds.ts'
import type { Code } from '#engine/contract/problems.ts'
import type { FeatureAccess, Scope } from '#engine/rules/scopeshape.ts'

export type { FeatureAccess } from '#engine/rules/scopeshape.ts'

/** The account type that an upgrade leads to (spec 6). */
export const UPGRADE_PLAN = 'power'

const GRANTED: FeatureAccess = { access: true, visible: true, upgradable: false, why: null }

export function featuresFor(
  catalog: Catalog,
  config: Pick<ConfigDocument, 'features'>,
  accountType: string | null,
  country: string,
): Record<string, FeatureAccess> {
  const features: Record<string, FeatureAccess> = {}
  for (const feature of catalog.features)
    features[feature.id] = featureAccess(feature, config, accountType, country)
  return features
}

export function featureAccess(
  feature: FeatureDocument,
  config: Pick<ConfigDocument, 'features'>,
  accountType: string | null,
  country: string,
): FeatureAccess {
  // A feature is on unless the configuration switches it off, so a new one needs no change in every
  // tenant.
  if (config.features[feature.id] === false)
    return { access: false, visible: false, upgradable: false, why: 'off' }
  if (accountType !== null && allows(feature, accountType, country)) return GRANTED
  const upgradable = allows(feature, UPGRADE_PLAN, country)
  const somewhere = feature.allow.some((row) => row.id === accountType)
  return { access: false, visible: upgradable, upgradable, why: somewhere ? 'country' : 'plan' }
}

function allows(feature: FeatureDocument, accountType: string, country: string): boolean {
  return feature.allow.some(
    (row) =>
      row.id === accountType && (row.countries.includes('*') || row.countries.includes(country)),
  )
}

/** The plan that unlocks a feature, for "Part of Commit"; null if no upgrade does. */
export function planThatOpens(catalog: Catalog, scope: Scope, feature: string): string | null {
  const state = scope.feature[feature]
  if (state === undefined || !state.upgradable) return null
  const document = catalog.feature(feature)
  if (document === undefined) return null
  return (
    catalog.sold.find((plan) => allows(document, plan.id, scope.facts.country))?.id ?? UPGRADE_PLAN
  )
}

/** The feature that a route's guard would miss; undefined if its page opens (spec 4). */
export function lackedBy(
  { guard, feature }: Pick<RouteDocument, 'guard' | 'feature'>,
  scope: Pick<Scope, 'feature'>,
): string | undefined {
  const checked = guard === 'none' ? undefined : (guard ?? feature)
  return checked === undefined || scope.feature[checked]?.access === true ? undefined : checked
}

export type Permission =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly code: Code
      readonly feature?: string
      readonly upgrade?: boolean
    }

/**
 * May this user do this? Decided from the documents: session, then role, stage, the action's own
 * rule, and last the feature.
 */
export function mayDo(catalog: Catalog, action: ActionDocument, scope: Scope): Permission {
  const refuse = (code: Code): Permission => {
    const { feature } = action
    if (feature === undefined) return { allowed: false, code }
    return {
      allowed: false,
      code,
      feature,
      ...(scope.feature[feature]?.upgradable && { upgrade: true }),
    }
  }
  if (action.session === 'none') return { allowed: true }
  if (scope.user === null) return { allowed: false, code: 'access/session' }
  // Before roles: a person under age may have been given one.
  if (scope.facts.guardianPending && action.beforeGuardian !== true)
    return { allowed: false, code: 'consent/guardian' }
  if (action.roles && !(scope.user.app.role !== null && action.roles.includes(scope.user.app.role)))
    return refuse('access/role')
  if (
    action.stages &&
    !(scope.stage !== null && (action.stages as readonly Stage[]).includes(scope.stage))
  )
    return refuse('access/stage')
  // Before the plan: what a later step unlocks anyway must not be presented as a paid upgrade.
  if (!catalog.book.holds(action.when as never, scope)) return refuse('access/stage')
  if (action.feature !== undefined) {
    const state = scope.feature[action.feature]
    if (!state?.access)
      return refuse(
        state?.why === 'country'
          ? 'access/country'
          : state?.why === 'plan'
            ? 'access/plan'
            : 'access/off',
      )
  }
  return { allowed: true }
}
