/**
 * What each attempt accepts, in memory: items and ranges of an attempt never change, and every
 * answer is checked against them. Reading them costs more than saving the answer.
 */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { LruCache } from '#server/base/bounded-cache.ts'

export type AttemptRules = {
  /** Id of the user whose attempt it is. */
  readonly user: string
  readonly items: ReadonlySet<string>
  readonly document: DocumentOf<'assessment'>
  /** Answers so far, as far as this server knows; repeated ones are counted again. */
  answers: number
}

type Found = {
  readonly user_id: string
  readonly items: readonly string[]
  readonly document: DocumentOf<'assessment'>
  /** Of the document. */
  readonly sha: string
  readonly answers: number
}

/**
 * More than may be under way on one server at the same time. An entry takes some 300 bytes, because
 * attempts with the same items share them: with 10,000 entries that were all dropped when they were
 * full, 40,000 learners got a fifth of the answers a second.
 */
const MAX_ATTEMPTS = 200_000
/** Of documents and selections of items. */
const MAX_SHARED = 1000

export class KnownAttempts {
  readonly #attempts: LruCache<AttemptRules>
  readonly #shared = new LruCache<Pick<AttemptRules, 'items' | 'document'>>(MAX_SHARED)

  constructor(most = MAX_ATTEMPTS) {
    this.#attempts = new LruCache(most)
  }

  get(tenant: string, attempt: string): AttemptRules | undefined {
    return this.#attempts.get(`${tenant}/${attempt}`)
  }

  keep(tenant: string, attempt: string, found: Found): AttemptRules {
    const { user_id: user, answers } = found
    const rules = { user, answers, ...this.#sharedOf(found) }
    this.#attempts.set(`${tenant}/${attempt}`, rules, 1)
    return rules
  }

  /** Items come in an order of their own in each attempt; which they are is all that counts here. */
  #sharedOf({ sha, items, document }: Found): Pick<AttemptRules, 'items' | 'document'> {
    const key = `${sha} ${items.toSorted().join(' ')}`
    let shared = this.#shared.get(key)
    if (shared === undefined) {
      shared = { items: new Set(items), document }
      this.#shared.set(key, shared, 1)
    }
    return shared
  }
}
