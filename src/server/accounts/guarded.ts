/** Who needs a guardian's consent, and what may not be stored before (docs/decisions/0089). */

import { ageOn, isUnderAge, legalAgeIn } from '#engine/decide/age.ts'
import { askedOfGuardian, owedByGuardian, type ConsentItem } from '#engine/decide/consents.ts'
import { countryOf, isGiven } from '#engine/decide/facts.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { addressOfValue, type Address } from '#server/base/address.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Release } from '#server/release/compose.ts'
import type { Tx } from '#server/database/database.ts'
import { lockUser, type UserRow } from '#server/store/users.ts'

type Subject = Pick<UserRow, 'profile' | 'account_type' | 'role' | 'consents'>

/** What consents ask about a user; the same as the fact `guardianPending` of a scope. */
export function personOf({ config }: Release, user: Subject, now: Date) {
  const today = now.toISOString()
  const { birthDate } = user.profile
  const country = countryOf({ user, config })
  return {
    plan: user.account_type,
    country,
    age: ageOn(birthDate, today),
    config,
    underAge: isUnderAge(birthDate, today, legalAgeIn(config, { country })),
    role: user.role,
  }
}

/** Consents that a guardian has to give before anything else of this user may be stored. */
export function owedConsents(release: Release, user: Subject, now: Date): ConsentItem[] {
  return owedByGuardian(release.catalog, personOf(release, user, now), user.consents)
}

/** Consents that a guardian gives for this user, given or not; none for people of age. */
export function guardedConsents(release: Release, user: Subject, now: Date): ConsentItem[] {
  const person = personOf(release, user, now)
  return person.underAge === true ? askedOfGuardian(release.catalog, person) : []
}

/**
 * Ids of the consents that everything else of this person depends on, and that their guardian can
 * take back at any moment; none for people of age.
 */
export function standingConsents(release: Release, user: Subject, now: Date): string[] {
  if (!release.config.consent.parental) return []
  return guardedConsents(release, user, now).map(({ id }) => id)
}

/**
 * For a transaction that stores something of a person whose guardian has agreed. A withdrawal
 * waits for it, or it for the withdrawal.
 *
 * @throws Refusal `consent/guardian` if the consent was taken back since the request was allowed
 */
export async function requireStanding(
  tx: Tx,
  userId: string,
  consents: readonly string[],
): Promise<void> {
  const user = await lockUser(tx, userId)
  // An erased account is refused by whatever comes next.
  if (user !== undefined && consents.some((id) => user.consents[id]?.granted !== true))
    throw new Refusal('consent/guardian')
}

/** @throws Refusal `consent/guardian`: what others store about this person has to wait too */
export function requireGuardian(release: Release, user: Subject, now: Date): void {
  if (owedConsents(release, user, now).length > 0) throw new Refusal('consent/guardian')
}

/**
 * Where guardians are asked, typing another date makes nobody older: it may only become later, and
 * can't be removed.
 */
export function mayChangeBirthDate(
  release: Release,
  user: Subject,
  date: unknown,
  now: Date,
): boolean {
  const known = user.profile['birthDate']
  if (!isGiven(known) || guardedConsents(release, user, now).length === 0) return true
  return typeof date === 'string' && date.slice(0, 10) >= String(known).slice(0, 10)
}

/** An address as its owner recognises it, and nobody else can write to it. */
export function maskAddress({ channel, value }: Address): string {
  if (channel === 'phone') return `${value.slice(0, 3)} ••• ${value.slice(-3)}`
  const [name = '', host = ''] = value.split('@')
  return `${name.slice(0, name.length > 3 ? 2 : 1)}•••@${host}`
}

/** Whom the last request went to; null if there is none, or it was refused or taken back. */
export function guardianOf(
  { secrets }: { readonly secrets: Secrets },
  { guardian_sealed: sealed, tenant_id, id }: Pick<UserRow, 'guardian_sealed' | 'tenant_id' | 'id'>,
): Address | null {
  return sealed === null ? null : addressOfValue(secrets.open(sealed, tenant_id, id))
}
