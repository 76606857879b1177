/**
 * What one person and one tenant may keep at most. Far beyond what anybody needs: these bounds keep one of them from
 * filling the disk for all others (docs/decisions/0041), and are no rules of the product.
 */

import { Refusal } from '#engine/contract/problems.ts'

/** Of one person. */
export const PERSON = {
  sessions: 100,
  interactions: 200,
  /** Attempts at one assessment. */
  attemptsADay: 10,
  attempts: 200,
  /** How often one item of an attempt may be answered anew. */
  answersAnItem: 100,
  profileBytes: 128 * 1024,
  /** What is written in the log of the console. */
  auditedAnHour: 5000,
  previewsAnHour: 120,
} as const

/** Of one tenant. */
export const TENANT = {
  drafts: 1000,
  /** As they are read, all together, whenever somebody looks at the list: twice the largest release. */
  draftBytes: 12 * 2 ** 20,
  images: 300,
  vouchers: 100_000,
  releasesADay: 500,
  /** Documents and bundles that previews add: they outlive them, for they are kept by content. */
  previewKilobytesADay: 256 * 1024,
  eventsADay: 5_000_000,
} as const

/** Of a draft that was thrown away, so much is kept in the log. */
export const MAX_LOGGED_BYTES = 256 * 1024

export function noRoom(): Refusal {
  return new Refusal('limit/reached')
}

export function tooOften(retryAfter: number): Refusal {
  return new Refusal('request/rate-limited', { retryAfter })
}
