/**
 * What users are asked to agree to: which consents of the list, which of them they must give, and
 * which are still open.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { Consent, InstanceConfig, ScopeConfig } from '#engine/rules/scopeshape.ts'

export type ConsentItem = DocumentOf<'consent-list'>['items'][number]

/**
 * The user who is asked. Members are read lazily: the model check only distinguishes users by those
 * that a rule reads.
 */
export type Asked = {
  readonly plan: string | null
  readonly country: string
  /** In whole years; null while no birth date is known. */
  readonly age: number | null
  readonly config: InstanceConfig | ScopeConfig
}

export type PersonAsked = Asked & {
  /** Of the legal age of their country; null while no birth date is known. */
  readonly underAge: boolean | null
  readonly role: string | null
}

export type AskedConsent = {
  readonly item: ConsentItem
  /** Without it, the user can't continue. */
  readonly needed: boolean
}

export function consentItems(catalog: Catalog): readonly ConsentItem[] {
  return catalog.get('consent-list', 'main')?.items ?? []
}

/** The current version of the text. */
export function versionOf(catalog: Catalog, consent: string): number {
  return consentItems(catalog).find(({ id }) => id === consent)?.version ?? 1
}

/** The consents that this user is asked for, in order; not those that their guardian is. */
export function askedConsents(catalog: Catalog, person: Asked): AskedConsent[] {
  const { book } = catalog
  return consentItems(catalog)
    .filter(({ asked, by }) => by === undefined && book.holds(asked as Rule | undefined, person))
    .map((item) => ({
      item,
      needed: item.needed !== undefined && book.holds(item.needed as Rule, person),
    }))
}

/** The consents that a guardian gives for people like this, if they are under age. */
export function askedOfGuardian(catalog: Catalog, person: Asked): ConsentItem[] {
  return consentItems(catalog).filter((item) => isGuardians(catalog, item, person))
}

/**
 * Those that are missing: nothing of this user may be stored before. Without a birth date it may be
 * a child, so they are missing too; but not for a role in the console, which only an owner gives.
 */
export function owedByGuardian(
  catalog: Catalog,
  person: PersonAsked,
  given: Readonly<Record<string, Consent | undefined>>,
): ConsentItem[] {
  // In this order, because the model check tells users apart by what is read.
  return consentItems(catalog).filter(
    (item) =>
      item.by !== undefined &&
      !isAnswered({ item, needed: true }, given[item.id]) &&
      isGuardians(catalog, item, person) &&
      (person.underAge ?? person.role === null),
  )
}

function isGuardians({ book }: Catalog, { by, asked }: ConsentItem, person: Asked): boolean {
  return by === 'guardian' && book.holds(asked as Rule | undefined, person)
}

/**
 * Is there nothing left to ask? An answer counts for the version of the text that it was given to,
 * and for older ones: a user who answered version 2 isn't asked again when a tenant goes back to
 * version 1.
 *
 * @param given undefined: never answered. Without a version: from before there were versions, so
 *   for the first
 */
export function isAnswered({ item, needed }: AskedConsent, given: Consent | undefined): boolean {
  return given !== undefined && (given.version ?? 1) >= item.version && (given.granted || !needed)
}
