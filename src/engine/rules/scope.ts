/**
 * What rules can read: one object, computed the same way by the browser (as a courtesy) and by the
 * server (as the decision). The server takes none of it from the client, except the onboarding
 * cookies, which are only hints.
 */

import { featuresFor } from '#engine/decide/access.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { decide } from '#engine/decide/decide.ts'
import { computeFacts } from '#engine/decide/facts.ts'
import type { InstanceConfig, Onboarding, Scope, ScopeConfig, ScopeInput } from './scopeshape.ts'

export type {
  Consent,
  User,
  InstanceConfig,
  ScopeConfig,
  RouteScope,
  Onboarding,
  Scope,
  ScopeInput,
} from './scopeshape.ts'

export const NO_ONBOARDING: Onboarding = {
  selectedPlan: null,
  skipVerification: false,
  country: null,
  coupon: null,
  code: null,
}

/**
 * The scope of a user, without a route. The stage is the first matching row of flow/app-stage; null
 * when signed out.
 */
export function buildScope(catalog: Catalog, world: ScopeInput): Scope {
  const { user, config } = world
  const facts = computeFacts(catalog, world)
  const feature = featuresFor(catalog, config, user?.app.accountType ?? null, facts.country)
  const withoutStage: Scope = {
    session: {
      signedIn: user !== null,
      method: user?.auth.currentSessionAuthMethod ?? null,
      verified: user?.auth.currentSessionAuthVerified ?? false,
      initialised: world.initialised,
    },
    user,
    stage: null,
    facts,
    feature,
    // The cookies are wishes: a plan that isn't sold is none, and whether the confirmation may be
    // skipped is said by the configuration.
    onboarding: {
      ...world.onboarding,
      selectedPlan: catalog.sold.some(({ id }) => id === world.onboarding.selectedPlan)
        ? world.onboarding.selectedPlan
        : null,
      skipVerification: world.onboarding.skipVerification && config.skipVerification === true,
    },
    config: scopeConfig(config),
    language: world.language,
    route: null,
  }
  if (user === null) return withoutStage
  const decision = decide(catalog, 'app-stage', withoutStage)
  return {
    ...withoutStage,
    stage: decision && 'stage' in decision.then ? decision.then.stage : null,
  }
}

export function scopeConfig(config: InstanceConfig): ScopeConfig {
  const {
    instanceKey,
    appName,
    initialProfile,
    consent,
    defaultTermsConsent,
    signup,
    policies,
    assistanceEmail,
    legalAge,
    authProviders,
    locales,
  } = config
  return {
    instanceKey,
    appName,
    initialProfile,
    consent,
    defaultTermsConsent,
    signup,
    policies,
    legalAge,
    authProviders,
    locales,
    ...(assistanceEmail !== undefined && { assistanceEmail }),
    helpChat: Boolean(config.integrations.crispChatId),
    resultFirst: config.resultFirst === true,
    skipVerification: config.skipVerification === true,
  }
}
