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

/** The consents that this user is asked for, in order. */
export function askedConsents(catalog: Catalog, person: Asked): AskedConsent[] {
  const { book } = catalog
  return consentItems(catalog)
    .filter(({ asked }) => book.holds(asked as Rule | undefined, person))
    .map((item) => ({
      item,
      needed: item.needed !== undefined && book.holds(item.needed as Rule, person),
    }))
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
