/**
 * The shape of what rules can read: the user, the configuration, the route, and what is computed
 * from them.
 */

import type { ConfigDocument, RouteDocument, Stage } from '#engine/documents/kinds.ts'

/** One answer to one of the consents. */
export type Consent = {
  readonly granted: boolean
  readonly updatedAt: string
  /** Version of the text that was answered; absent in answers from before texts had versions. */
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
    /** Masked; a phone number, if that is how the guardian was asked. */
    readonly guardianEmail: string | null
    /** Of their country, in years. */ readonly legalAge: number | null
  }
  readonly auth: {
    readonly currentSessionAuthMethod: string
    readonly currentSessionAuthVerified: boolean
    /** An email address or a phone number that a code is to prove. */
    readonly newAddress: string | null
    /** The address that a code goes to now. */
    readonly codeTo: string | null
    /** `due`: required, and this session was opened without. Absent in simulated users. */
    readonly secondFactor?: 'on' | 'offered' | 'off' | 'due'
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
  /** A result comes before the plan is asked for. */
  readonly resultFirst: boolean
  /** The code may be left for later. */
  readonly skipVerification: boolean
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
  /** The feature that the user lacks here although an upgrade would add it; null otherwise. */
  readonly upgrade: string | null
  /** Is this page's assessment complete? False for a page without one. */
  readonly assessmentDone: boolean
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** What a visitor chose before signing up: hints, from cookies. */
export type Onboarding = {
  readonly selectedPlan: string | null
  readonly skipVerification: boolean
  readonly country: string | null
  readonly coupon: string | null
  readonly code: string | null
}

/** What is computed about the user, for rules to read. */
export type Facts = {
  /** Every field that the configuration requires at the start is filled in. */
  readonly profileComplete: boolean
  /**
   * Everything that they are asked has been answered in its current version, with yes where that is
   * required.
   */
  readonly consentsComplete: boolean
  readonly termsGranted: boolean
  readonly isResearchUser: boolean
  readonly researchPending: boolean
  readonly workerTypeDone: boolean
  /** Verified by email or phone, whichever was used to sign in; true for every other method. */
  readonly verified: boolean
  /** In whole years; null while no birth date is known. */
  readonly age: number | null
  /** Under the legal age of their country; null while no birth date is known. */
  readonly underAge: boolean | null
  /**
   * A guardian has to agree before anything is stored, and hasn't: nobody was asked, or has
   * answered, or the answer was no. Also while no birth date is known.
   */
  readonly guardianPending: boolean
  /** The same, and it is the birth date that has to be known first. */
  readonly birthDateNeeded: boolean
  /**
   * The country that features are decided for: nationality, else the instance's default
   * (assumption: docs/decisions/0004).
   */
  readonly country: string
  /**
   * The chosen curriculum is one of those the server listed; true if they were not fetched (spec 4,
   * Subject-choice guard).
   */
  readonly curriculumChosen: boolean
  readonly hasConsoleRole: boolean
}

/** What a feature is to the user now. */
export type FeatureAccess = {
  readonly access: boolean
  /** Accessible or upgradable. */
  readonly visible: boolean
  /** Not accessible, but the power account would have it in this country. */
  readonly upgradable: boolean
  /** Why it is not accessible; null if it is. */
  readonly why: 'off' | 'country' | 'plan' | null
}

/** Everything a rule can read. */
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
