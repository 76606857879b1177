/** The caller of a request: the session, the user behind it, and the scope for rules. */

import { createHash } from 'node:crypto'
import {
  buildScope,
  NO_ONBOARDING,
  type Onboarding,
  type Scope,
  type User,
} from '#engine/rules/scope.ts'
import { legalAgeIn } from '#engine/decide/age.ts'
import { countryOf } from '#engine/decide/facts.ts'
import { guardianOf, maskAddress } from './guarded.ts'
import { addressOf } from '#server/base/address.ts'
import { factorState } from './factorrule.ts'
import { PERSON } from '#server/base/bounds.ts'
import type { Tx } from '#server/database/database.ts'
import type { Release } from '#server/release/compose.ts'
import { resultsOf } from '#server/store/answers.ts'
import { favouritesOf, interactionsOf } from '#server/store/others.ts'
import type { SessionRow } from '#server/store/sessions.ts'
import { userById, type UserRow } from '#server/store/users.ts'
import type { Secrets } from '#server/base/secrets.ts'

/** The parts of a server that identify the caller. */
export type PeopleContext = {
  readonly demo: boolean
  readonly secrets: Secrets
  readonly now: () => Date
}

export type Person = {
  readonly session: SessionRow
  readonly user: User
  readonly row: UserRow
  readonly scope: Scope
}

export async function loadPerson(
  context: PeopleContext,
  tx: Tx,
  release: Release,
  session: SessionRow,
  onboarding: Onboarding,
  language: string,
): Promise<Person | null> {
  const row = await userById(tx, session.user_id)
  if (row === undefined || !mayEnter(context, row)) return null
  const user = await presentUser(context, tx, row, session, release)
  return { session, row, user, scope: scopeOf(context, release, user, onboarding, language) }
}

/** The passwords of demo users are public, so their accounts are disabled outside demo mode. */
export function mayEnter(
  context: Pick<PeopleContext, 'demo'>,
  { demo }: Pick<UserRow, 'demo'>,
): boolean {
  return context.demo || !demo
}

export function scopeOf(
  context: PeopleContext,
  release: Release,
  user: User | null,
  onboarding: Onboarding,
  language: string,
): Scope {
  const today = context.now().toISOString().slice(0, 10)
  return buildScope(release.catalog, {
    user,
    initialised: true,
    onboarding,
    config: release.config,
    language,
    today,
    curricula: null,
  })
}

/** A user as returned by `GET auth/get-user` (spec 3, User). Sealed values are masked. */
export async function presentUser(
  context: PeopleContext,
  tx: Tx,
  row: UserRow,
  session: SessionRow,
  { config }: Pick<Release, 'config'>,
): Promise<User> {
  const results = await resultsOf(tx, row.id)
  const favourites = await favouritesOf(tx, row.id)
  const interactions = await interactionsOf(tx, row.id, PERSON.interactions + PERSON.traces)
  const idNumber =
    row.id_number_sealed === null
      ? null
      : maskIdNumber(context.secrets.open(row.id_number_sealed, row.tenant_id, row.id))
  const guardian = guardianOf(context, row)
  return {
    _id: row.id,
    email: row.email,
    phone: row.phone,
    emailVerified: row.email_verified,
    phoneVerified: row.phone_verified,
    emailSHA256: row.email === null ? null : createHash('sha256').update(row.email).digest('hex'),
    createdAt: row.created_at.toISOString(),
    profile: { ...row.profile, ...(idNumber !== null && { idNumber }), favourites },
    consents: row.consents,
    assessments: Object.fromEntries(
      results.map((result) => [
        result.assessment,
        {
          metrics: result.metrics,
          quality: result.quality,
          updatedAt: result.updated_at.toISOString(),
        },
      ]),
    ),
    interactions,
    app: {
      accountType: row.account_type,
      role: row.role,
      researchAssessments: row.research_assessments,
      cohort: row.cohort as User['app']['cohort'],
      termsAgreement: row.consents['terms']?.granted ?? false,
      guardianEmail: guardian === null ? null : maskAddress(guardian),
      legalAge: legalAgeIn(config, { country: countryOf({ user: row, config }) }),
    },
    auth: {
      currentSessionAuthMethod: session.method,
      currentSessionAuthVerified: session.verified,
      newAddress: row.new_address,
      codeTo: row.new_address ?? addressOf(row, session.method)?.value ?? null,
      secondFactor: factorState(context, config, row, session),
    },
  }
}

/** All but the last four digits. */
export function maskIdNumber(idNumber: string): string {
  return idNumber.slice(-4).padStart(idNumber.length, '•')
}

/** The sign-up cookies are hints for where the flow continues; they grant nothing (spec 9). */
export function onboardingFrom(cookies: Readonly<Record<string, string | undefined>>): Onboarding {
  const text = (name: string): string | null => {
    const value = cookies[name]
    return value !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : null
  }
  return {
    ...NO_ONBOARDING,
    selectedPlan: text('selected-plan') ?? text('package'),
    skipVerification: cookies['skip-verification'] === 'true',
    country: text('plan-country'),
    coupon: text('coupon-code'),
    code: text('voucher-code'),
  }
}
