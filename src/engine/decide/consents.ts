/** What people are asked to agree to: which of the list they are asked, what they must say yes to, what is still open. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'
import type { Consent, InstanceConfig, ScopeConfig } from '#engine/rules/scopeshape.ts'

export type ConsentItem = DocumentOf<'consent-list'>['items'][number]

/** Who is asked. Members are read only where a rule asks for them: the model check decides people no further than that. */
export type Asked = {
  readonly plan: string | null
  readonly country: string
  /** In whole years; null while no birth date is known. */
  readonly age: number | null
  readonly config: InstanceConfig | ScopeConfig
}

export type AskedConsent = {
  readonly item: ConsentItem
  /** Nobody carries on without a yes. */
  readonly needed: boolean
}

export function consentItems(catalog: Catalog): readonly ConsentItem[] {
  return catalog.get('consent-list', 'main')?.items ?? []
}

/** The version of the words that are asked now. */
export function versionOf(catalog: Catalog, consent: string): number {
  return consentItems(catalog).find(({ id }) => id === consent)?.version ?? 1
}

/** The consents that this person is asked for, in their order. */
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
 * Is there nothing left to ask? A yes or no holds for the words that it was given to, and for older ones: whoever
 * answered version 2 isn't asked again when a tenant goes back to version 1.
 *
 * @param given undefined: never answered. Without a version: from before there were versions, so for the first
 */
export function isAnswered({ item, needed }: AskedConsent, given: Consent | undefined): boolean {
  return given !== undefined && (given.version ?? 1) >= item.version && (given.granted || !needed)
}
