/** Password hashes: argon2id, two at a time, with a bounded queue in front (reliability.md 2). */

import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#engine/problems.ts'

/** 2 is argon2id in the library's enum, which isolated modules cannot import. */
const SETTINGS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const QUEUE = 100

export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []
  #nobody: Promise<string> | undefined

  hash(password: string): Promise<string> {
    return this.#take(() => hash(password, SETTINGS))
  }

  /** For a person who does not exist the same work is done, so that the time tells nothing. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    this.#nobody ??= hash('nobody has this password', SETTINGS)
    const against = stored ?? (await this.#nobody)
    const right = await this.#take(() => verify(against, password).catch(() => false))
    return right && stored !== null
  }

  async #take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= QUEUE) throw new Refusal('server/busy', { retryAfter: 2 })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}
