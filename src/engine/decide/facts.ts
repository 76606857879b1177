/**
 * Computed facts that rules can read: profile complete, consents complete, research pending ...
 * (spec 4, App stage).
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import { ageOn, isUnderAge, legalAgeIn } from './age.ts'
import { askedConsents, isAnswered, owedByGuardian, type PersonAsked } from './consents.ts'
import { own } from '#engine/documents/json.ts'
import type { Facts, InstanceConfig, ScopeInput, User } from '#engine/rules/scopeshape.ts'

export type { Facts } from '#engine/rules/scopeshape.ts'

/** Flag of the configuration -> key of the profile (spec 3, initialProfile). */
export const INITIAL_PROFILE_KEYS = {
  birthDate: 'birthDate',
  firstName: 'firstName',
  lastName: 'lastName',
  nationality: 'nationality',
  phone: 'phone',
  rsaIdNumber: 'idNumber',
} as const satisfies Record<keyof InstanceConfig['initialProfile'], string>

/** Each fact by itself: the model check evaluates one without the others. */
export const FACTS: {
  readonly [Name in keyof Facts]: (catalog: Catalog, world: ScopeInput) => Facts[Name]
} = {
  profileComplete: (_, { user, config }) =>
    user !== null && missingInitialProfile(user, config).length === 0,
  consentsComplete: (catalog, world) =>
    ownConsentsComplete(catalog, world) && !FACTS.guardianPending(catalog, world),
  termsGranted: (_, { user }) => user?.consents['terms']?.granted ?? false,
  isResearchUser: (_, { user }) => (user?.app.researchAssessments.length ?? 0) > 0,
  researchPending: (catalog, { user }) => user !== null && researchPending(catalog, user),
  workerTypeDone: (_, { user }) => isDone(user, 'holland_code'),
  verified: (_, { user }) => user !== null && isVerified(user),
  age: (_, { user, today }) => ageOn(user?.profile['birthDate'], today),
  underAge: (_, world) => underAge(world),
  guardianPending: (catalog, world) =>
    world.user !== null && guardianPending(catalog, world, world.user),
  birthDateNeeded: (catalog, world) =>
    world.user !== null && guardianPending(catalog, world, world.user) && underAge(world) === null,
  country: (_, world) => countryOf(world),
  curriculumChosen: (_, { user, curricula }) => {
    if (curricula === null) return true
    const curriculum = user?.profile['schoolCurriculum']
    return typeof curriculum === 'string' && curricula.includes(curriculum)
  },
  // An operator of the installation sees nothing of a tenant's console.
  hasConsoleRole: (_, { user }) => !['operator', null, undefined].includes(user?.app.role),
}

const COMPUTED = Object.entries(FACTS)

export function computeFacts(catalog: Catalog, world: ScopeInput): Facts {
  const facts: Record<string, unknown> = {}
  for (const [name, compute] of COMPUTED) facts[name] = compute(catalog, world)
  return facts as Facts
}

/** Is this assessment complete? */
export function isDone(user: User | null, assessment: string): boolean {
  return user !== null && own(user.assessments, assessment) !== undefined
}

/** A value counts as given if it is neither null nor an empty text (spec 5). */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** The profile keys that the configuration requires and that are still missing. */
function missingInitialProfile(user: User, config: InstanceConfig): string[] {
  return (Object.keys(INITIAL_PROFILE_KEYS) as (keyof typeof INITIAL_PROFILE_KEYS)[])
    .filter(
      (flag) => config.initialProfile[flag] && !isGiven(user.profile[INITIAL_PROFILE_KEYS[flag]]),
    )
    .map((flag) => INITIAL_PROFILE_KEYS[flag])
}

/** The country whose plans and prices count: the nationality, else the instance's own. */
export function countryOf({
  user,
  config,
}: {
  readonly user: Pick<User, 'profile'> | null
  readonly config: Pick<InstanceConfig, 'defaultCountry'>
}): string {
  const nationality = user?.profile['nationality']
  return typeof nationality === 'string' && nationality !== '' ? nationality : config.defaultCountry
}

/** Without a guardian's. The terms are always required, whatever the list says. */
export function ownConsentsComplete(catalog: Catalog, world: ScopeInput): boolean {
  const { user } = world
  return (
    user !== null &&
    (user.consents['terms']?.granted ?? false) &&
    askedConsents(catalog, askedOf(world, user)).every((asked) =>
      isAnswered(asked, user.consents[asked.item.id]),
    )
  )
}

function guardianPending(catalog: Catalog, world: ScopeInput, user: User): boolean {
  return owedByGuardian(catalog, askedOf(world, user), user.consents).length > 0
}

/** What consents ask of a user, read lazily. */
function askedOf(world: ScopeInput, user: User): PersonAsked {
  return {
    get plan() {
      return user.app.accountType
    },
    get country() {
      return countryOf(world)
    },
    get age() {
      return ageOn(user.profile['birthDate'], world.today)
    },
    config: world.config,
    get underAge() {
      return underAge(world)
    },
    get role() {
      return user.app.role
    },
  }
}

/** Under the legal age of their country; null while no birth date is known. */
function underAge(world: ScopeInput): boolean | null {
  return isUnderAge(
    world.user?.profile['birthDate'],
    world.today,
    legalAgeIn(world.config, {
      get country() {
        return countryOf(world)
      },
    }),
  )
}

/**
 * Research is complete when each listed assessment is done, and so are its sub-assessments (spec
 * 4).
 */
function researchPending(catalog: Catalog, user: User): boolean {
  return user.app.researchAssessments.some((id) =>
    [id, ...subAssessments(catalog, id)].some((each) => !isDone(user, each)),
  )
}

/** Sub-assessments that follow an assessment in a research cohort (spec 3). */
export function subAssessments(catalog: Catalog, id: string): readonly string[] {
  return catalog.get('assessment', id)?.followedBy ?? []
}

function isVerified(user: User): boolean {
  const method = user.auth.currentSessionAuthMethod
  if (method === 'email') return user.emailVerified
  if (method === 'phone') return user.phoneVerified
  return true
}
