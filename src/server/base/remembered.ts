/**
 * A cache that is trusted for a moment. Older values are read again, and stay valid while that
 * fails or takes long: every page needs its tenant, and a database outage of a minute should not
 * take pages down.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { dropOldest } from './required.ts'
import { apart, bounded } from './patience.ts'

export type RememberedOptions = {
  /** How long a value is trusted. */
  readonly freshMs: number
  /**
   * Maximum entries, and as many again for keys found missing: both can be requested from outside.
   * The oldest are evicted.
   */
  readonly most: number
  readonly report?: (error: unknown, key: string) => void
}

/** How long an old value is used while no new one is available. */
const STALE_MS = 24 * 3_600_000
/** After a failure, requests don't wait for a new attempt this soon. */
const AGAIN_MS = 1000
/** Requests that have an old value to fall back on wait no longer than this. */
const PATIENCE_MS = 250

type Entry<Value> = {
  readonly value: Value | undefined
  /** When it was read, by the monotonic clock. */
  readonly at: number
  failed: number
  /** It may have changed: read it again before trusting it. */
  doubted: boolean
}

export class Remembered<Value> {
  readonly #there = new Map<string, Entry<Value>>()
  readonly #missing = new Map<string, Entry<Value>>()
  readonly #asking = new Map<string, Promise<Value | undefined>>()

  constructor(readonly options: RememberedOptions) {}

  /** @returns null for a key found missing, undefined if it has to be read */
  fresh(key: string): Value | null | undefined {
    const entry = this.#entry(key)
    if (
      entry === undefined ||
      entry.doubted ||
      performance.now() - entry.at >= this.options.freshMs
    )
      return undefined
    return entry.value ?? null
  }

  /** @throws what `load` throws, if there is no older value either */
  async read(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const fresh = this.fresh(key)
    if (fresh !== undefined) return fresh ?? undefined
    const entry = this.#entry(key)
    const now = performance.now()
    if (entry === undefined || now - entry.at >= STALE_MS) return bounded(this.#ask(key, load))
    if (now - entry.failed < AGAIN_MS) return entry.value
    const asked = this.#ask(key, load).catch(() => entry.value)
    return entry.doubted
      ? bounded(asked).catch(() => entry.value)
      : Promise.race([asked, wait(PATIENCE_MS, entry.value, { ref: false })])
  }

  /** Marks a value as possibly outdated. */
  doubt(key: string): void {
    // A read in progress may return the old value.
    this.#asking.delete(key)
    const entry = this.#entry(key)
    if (entry !== undefined) entry.doubted = true
  }

  doubtAll(): void {
    for (const key of [...this.#there.keys(), ...this.#missing.keys(), ...this.#asking.keys()])
      this.doubt(key)
  }

  #entry(key: string): Entry<Value> | undefined {
    return this.#there.get(key) ?? this.#missing.get(key)
  }

  #ask(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const asking = this.#asking.get(key)
    if (asking !== undefined) return asking
    const mine: Promise<Value | undefined> = apart(load).then(
      (value) => {
        if (this.#asking.get(key) === mine) this.#keep(key, value)
        return value
      },
      (error: unknown) => {
        if (this.#asking.get(key) === mine) this.#asking.delete(key)
        const entry = this.#entry(key)
        if (entry !== undefined) entry.failed = performance.now()
        this.options.report?.(error, key)
        throw error
      },
    )
    this.#asking.set(key, mine)
    return mine
  }

  #keep(key: string, value: Value | undefined): void {
    this.#asking.delete(key)
    this.#there.delete(key)
    this.#missing.delete(key)
    const map = value === undefined ? this.#missing : this.#there
    map.set(key, { value, at: performance.now(), failed: -Infinity, doubted: false })
    if (map.size > this.options.most) dropOldest(map)
  }
}
