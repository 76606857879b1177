/**
 * What each attempt accepts, in memory: items and ranges of an attempt never change, and every
 * answer is checked against them. Reading them costs more than saving the answer.
 */

import { LRUCache } from 'lru-cache'
import type { DocumentOf } from '#engine/documents/kinds.ts'

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
 * More than are ever in progress on one server at a time. An entry takes about 100 bytes, because
 * attempts with the same items share them. With 10,000 entries, all dropped as soon as they were
 * full, 40,000 learners saved a fifth as many answers a second.
 */
const MAX_ATTEMPTS = 200_000
/** Different combinations of document and items. */
const MAX_SHARED = 1000

export class KnownAttempts {
  readonly #attempts: LRUCache<string, AttemptRules>
  readonly #shared = new LRUCache<string, Pick<AttemptRules, 'items' | 'document'>>({
    max: MAX_SHARED,
  })

  constructor(max = MAX_ATTEMPTS) {
    this.#attempts = new LRUCache({ max })
  }

  get(tenant: string, attempt: string): AttemptRules | undefined {
    return this.#attempts.get(`${tenant}/${attempt}`)
  }

  keep(tenant: string, attempt: string, found: Found): AttemptRules {
    const { user_id: user, answers } = found
    const rules = { user, answers, ...this.#sharedOf(found) }
    this.#attempts.set(`${tenant}/${attempt}`, rules)
    return rules
  }

  /** Each attempt has its own order of items; only which items they are counts here. */
  #sharedOf({ sha, items, document }: Found): Pick<AttemptRules, 'items' | 'document'> {
    const key = `${sha} ${items.toSorted().join(' ')}`
    let shared = this.#shared.get(key)
    if (shared === undefined) {
      shared = { items: new Set(items), document }
      this.#shared.set(key, shared)
    }
    return shared
  }
}
