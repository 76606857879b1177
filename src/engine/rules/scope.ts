/**
 * What rules can read: one object, computed the same way by the browser (as a courtesy) and by the
 * server (as the decision). The server takes none of it from the client, except the onboarding
 * cookies, which are only hints.
 */

import { featuresFor, type FeatureAccess } from '#engine/decide/access.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { decide } from '#engine/decide/decide.ts'
import { computeFacts, type Facts } from '#engine/decide/facts.ts'
import type { ConfigDocument, RouteDocument, Stage } from '#engine/documents/kinds.ts'

export type Consent = {
  readonly granted: boolean
  readonly updatedAt: string
  /** Of the words that were answered; absent in what was given before words had versions. */
  readonly version?: number
}

/** A user as returned by `GET auth/get-user` (spec 3, User). */
export type User = {
  readonly _id: string
  readonly email: string | null
  readonly phone: string | null
  readonly emailVerified: boolean
  readonly phoneVerified: boolean
  readonly emailSHA256: string | null
  readonly createdAt: string
  readonly profile: Readonly<Record<string, unknown>>
  /** By the ids of consent-list/main. */
  readonly consents: Readonly<Record<string, Consent | undefined>>
  readonly assessments: Readonly<
    Record<
      string,
      { readonly metrics: unknown; readonly updatedAt: string; readonly quality?: unknown }
    >
  >
  readonly interactions: readonly unknown[]
  readonly app: {
    readonly accountType: string
    readonly role: string | null
    readonly researchAssessments: readonly string[]
    readonly cohort: {
      readonly name?: string
      readonly institution: { readonly name?: string; readonly tenant: { readonly slug: string } }
    } | null
    readonly termsAgreement: boolean
    readonly guardianEmail: string | null
    readonly legalAge: boolean | null
  }
  readonly auth: {
    readonly currentSessionAuthMethod: string
    readonly currentSessionAuthVerified: boolean
  }
}

/**
 * A configuration without its envelope: the response of `GET app-configuration`, and what
 * everything but the check uses.
 */
export type InstanceConfig = Omit<
  ConfigDocument,
  'kind' | 'id' | 'v' | 'title' | 'source' | 'note' | '$schema'
>

/** What a rule can read of the instance's configuration. */
export type ScopeConfig = Pick<
  ConfigDocument,
  | 'instanceKey'
  | 'appName'
  | 'initialProfile'
  | 'consent'
  | 'defaultTermsConsent'
  | 'signup'
  | 'policies'
  | 'assistanceEmail'
  | 'legalAge'
> & {
  readonly authProviders: Readonly<Record<string, unknown>>
  readonly locales: ConfigDocument['locales']
  readonly helpChat: boolean
}

/** Where the user wants to go: the route, with its path parameters and query. */
export type RouteScope = {
  readonly name: string
  readonly class: RouteDocument['class']
  readonly group: string
  readonly path: string
  /** Path and query: the intended destination if the user has to sign in first. */
  readonly href: string
  readonly stages: readonly Stage[]
  readonly needs: readonly string[]
  readonly feature: string | null
  /** Does the user have access to the route's feature? True for a route without one. */
  readonly access: boolean
  /** Is this page's assessment complete? False for a page without one. */
  readonly assessmentDone: boolean
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export type Onboarding = {
  readonly selectedPlan: string | null
  readonly skipVerification: boolean
  readonly country: string | null
  readonly coupon: string | null
  readonly code: string | null
}

export type Scope = {
  readonly session: {
    readonly signedIn: boolean
    readonly method: string | null
    readonly verified: boolean
    readonly initialised: boolean
  }
  readonly user: User | null
  readonly stage: Stage | null
  readonly facts: Facts
  readonly feature: Readonly<Record<string, FeatureAccess>>
  readonly onboarding: Onboarding
  readonly config: ScopeConfig
  readonly language: string
  readonly route: RouteScope | null
}

/** The inputs of a scope. */
export type ScopeInput = {
  readonly user: User | null
  readonly initialised: boolean
  readonly onboarding: Onboarding
  readonly config: InstanceConfig
  readonly language: string
  /** Today's date in ISO format: ages depend on it. */
  readonly today: string
  /** Keys returned by `GET school-curricula`; null if not fetched. */
  readonly curricula: readonly string[] | null
}

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
    onboarding: world.onboarding,
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
  }
}
