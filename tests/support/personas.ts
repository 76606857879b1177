/**
 * Kinds of users, each with everything that the product can know about them: the engine is tested
 * with each at every page.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { NO_ONBOARDING, type User, type ScopeInput } from '#engine/rules/scope.ts'

export type Persona = { readonly name: string; readonly world: ScopeInput }

const DAY = '2026-01-01'

/** Every kind of user that the product's own tables can distinguish, for one configuration. */
export function personas(catalog: Catalog, config: ConfigDocument): Persona[] {
  const world = (user: User | null, more: Partial<ScopeInput> = {}): ScopeInput => ({
    user,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language: config.locales.default,
    today: DAY,
    curricula: ['nsc'],
    ...more,
  })
  const signedOut: Persona[] = [{ name: 'signed out', world: world(null) }]
  const researchList = catalog
    .all('assessment')
    .filter(({ followedBy }) => followedBy !== undefined)
    .map(({ id }) => id)
    .slice(0, 1)
  const signedIn = accountClasses(catalog, config).flatMap((accountType) =>
    BOOLEANS.flatMap((verified) =>
      BOOLEANS.flatMap((consented) =>
        BOOLEANS.flatMap((profiled) =>
          RESULTS.flatMap((results) =>
            [...new Set([undefined, ...researchList])].flatMap((research) =>
              BOOLEANS.flatMap((curriculum) =>
                (accountType === 'free' || !consented || !profiled
                  ? ONBOARDING
                  : [NO_ONBOARDING]
                ).map((onboarding): Persona => {
                  const user = makePerson(catalog, config, {
                    accountType,
                    verified,
                    consented,
                    profiled,
                    results,
                    research,
                    curriculum,
                  })
                  const name = [
                    accountType,
                    verified ? 'verified' : 'unverified',
                    consented ? 'consented' : 'no consent',
                    profiled ? 'profile complete' : 'no profile',
                    `results: ${results}`,
                    research ? 'research' : '',
                    curriculum ? '' : 'no curriculum',
                    onboarding.selectedPlan ? 'plan chosen' : '',
                    onboarding.skipVerification ? 'skips verification' : '',
                  ]
                    .filter(Boolean)
                    .join(', ')
                  return { name, world: world(user, { onboarding }) }
                }),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  // Console roles apply in every stage: test one user at the very beginning and one who has
  // completed everything.
  const withRole = [...signedIn.slice(0, 1), ...signedIn.slice(-1)].map(
    ({ name, world: base }): Persona => ({
      name: `${name}, console`,
      world: {
        ...base,
        user: base.user && { ...base.user, app: { ...base.user.app, role: 'owner' } },
      },
    }),
  )
  return [...signedOut, ...signedIn, ...withRole]
}

const BOOLEANS = [false, true] as const
const RESULTS = ['none', 'worker type', 'all'] as const
const ONBOARDING = [
  NO_ONBOARDING,
  { ...NO_ONBOARDING, selectedPlan: 'power', country: 'ZA' },
  { ...NO_ONBOARDING, skipVerification: true },
]

/**
 * One account type per group with the same features and the same hidden entries: the rest behave
 * alike.
 */
function accountClasses(catalog: Catalog, config: ConfigDocument): string[] {
  const seen = new Map<string, string>()
  for (const { id } of catalog.plans) {
    const features = catalog.features
      .filter(
        (feature) =>
          config.features[feature.id] !== false && feature.allow.some((row) => row.id === id),
      )
      .map((feature) => feature.id)
    const key = `${id === 'free'}|${features.join(',')}`
    if (!seen.has(key)) seen.set(key, id)
  }
  return [...seen.values()]
}

type Person = {
  accountType: string
  verified: boolean
  consented: boolean
  profiled: boolean
  results: (typeof RESULTS)[number]
  research: string | undefined
  curriculum: boolean
}

function makePerson(catalog: Catalog, config: ConfigDocument, person: Person): User {
  const consent = { granted: true, updatedAt: DAY }
  const done =
    person.results === 'none'
      ? []
      : person.results === 'worker type'
        ? ['holland_code']
        : catalog.all('assessment').map(({ id }) => id)
  const required = {
    birthDate: '2000-01-01',
    firstName: 'A',
    lastName: 'B',
    nationality: config.defaultCountry,
    phone: '+27110000000',
    idNumber: '0',
  }
  return {
    _id: 'persona',
    email: 'a@b.test',
    phone: null,
    emailVerified: person.verified,
    phoneVerified: false,
    emailSHA256: null,
    createdAt: DAY,
    profile: {
      ...(person.profiled ? required : {}),
      ...(person.curriculum && { schoolCurriculum: 'nsc' }),
    },
    consents: person.consented
      ? {
          terms: consent,
          marketing: consent,
          internalMarketingSharing: consent,
          parent: consent,
          researchContact: consent,
        }
      : {},
    assessments: Object.fromEntries(done.map((id) => [id, { metrics: {}, updatedAt: DAY }])),
    interactions: [],
    app: {
      accountType: person.accountType,
      role: null,
      researchAssessments: person.research === undefined ? [] : [person.research],
      cohort: null,
      termsAgreement: person.consented,
      guardianEmail: null,
      legalAge: null,
    },
    auth: {
      currentSessionAuthMethod: 'email',
      currentSessionAuthVerified: person.verified,
      newAddress: null,
      codeTo: null,
    },
  }
}
