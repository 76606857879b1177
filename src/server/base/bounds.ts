/**
 * The most that one user and one tenant may store. Far beyond any real need: these limits keep one
 * of them from filling the disk for all others (docs/decisions/0041), and are not product rules.
 */

import { Refusal } from '#engine/contract/problems.ts'
import type { TenantLimit } from '#engine/contract/tenantlimits.ts'

/** Per user. */
export const PERSON = {
  sessions: 100,
  interactions: 200,
  /**
   * Interactions that pages add by themselves (`TRACES`), counted apart: they must not displace
   * what users said.
   */
  traces: 40,
  /** Attempts at one assessment. */
  attemptsADay: 10,
  attempts: 200,
  /** How often one item of an attempt may be answered again. */
  answersAnItem: 100,
  profileBytes: 128 * 1024,
  /** Entries in the console's audit log. */
  auditedAnHour: 5000,
  previewsAnHour: 120,
} as const

/** Per tenant. */
export const TENANT = {
  drafts: 1000,
  /** All drafts are read together whenever an editor opens the list: twice the largest release. */
  draftBytes: 12 * 2 ** 20,
  images: 300,
  vouchers: 100_000,
  releasesADay: 500,
  commentsADraft: 100,
  /** Releases asked for that nobody has decided about. */
  approvals: 50,
  /** Releases that wait for their time. */
  scheduledReleases: 50,
  /**
   * Documents and bundles added by previews: they outlive the previews, because they are
   * content-addressed.
   */
  previewKilobytesADay: 256 * 1024,
  eventsADay: 5_000_000,
} as const

/** How much of a discarded draft is kept in the log. */
export const MAX_LOGGED_BYTES = 256 * 1024

export function noRoom(): Refusal {
  return new Refusal('limit/reached')
}

/** What an operator allows the tenant is used up: they can allow more. */
export function siteFull(what: Exclude<TenantLimit, 'people'>): Refusal {
  return new Refusal('limit/reached', { said: { key: `problem.limit.site.${what}` } })
}

/**
 * The sentence that says when to try again.
 *
 * @param key of the texts `seconds`, `minutes` and `hours`
 */
export function saidWhen(
  key: string,
  seconds: number,
): { readonly key: string; readonly values: { readonly count: number } } {
  const [unit, length] =
    seconds < 120 ? ['seconds', 1] : seconds < 7200 ? ['minutes', 60] : ['hours', 3600]
  return { key: `${key}.${unit}`, values: { count: Math.ceil(seconds / length) } }
}

export function tooOften(retryAfter: number): Refusal {
  return new Refusal('request/rate-limited', { retryAfter })
}
