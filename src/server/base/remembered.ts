/**
 * What was read a moment ago is believed. What is older is read again, and stands while that fails or takes long: a page
 * needs to know whose it is, and a database that is away for a minute should cost nobody the page.
 */

import { setTimeout as wait } from 'node:timers/promises'

export type RememberedOptions = {
  /** So long it is believed. */
  readonly freshMs: number
  /** Entries, and as many again of what was found not to be there: both may be asked for from outside. The oldest go. */
  readonly most: number
  readonly report?: (error: unknown, key: string) => void
}

/** So long an old value stands while no new one is to be had. */
const STALE_MS = 24 * 3_600_000
/** After a failure nobody waits for another one so soon. */
const AGAIN_MS = 1000
/** Longer than this nobody waits who could have an old value. */
const PATIENCE_MS = 250

type Entry<Value> = {
  readonly value: Value | undefined
  /** When it was read, by the clock that only goes forward. */
  readonly at: number
  failed: number
  /** Somebody said that it has changed: it is read again before it is believed. */
  doubted: boolean
}

export class Remembered<Value> {
  readonly #there = new Map<string, Entry<Value>>()
  readonly #missing = new Map<string, Entry<Value>>()
  readonly #asking = new Map<string, Promise<Value | undefined>>()

  constructor(readonly options: RememberedOptions) {}

  /** @returns null for what was found not to be there, undefined where it has to be read */
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

  /** @throws what `load` throws, where there is nothing older either */
  async read(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const fresh = this.fresh(key)
    if (fresh !== undefined) return fresh ?? undefined
    const entry = this.#entry(key)
    const now = performance.now()
    if (entry === undefined || now - entry.at >= STALE_MS) return this.#ask(key, load)
    if (now - entry.failed < AGAIN_MS) return entry.value
    const asked = this.#ask(key, load).catch(() => entry.value)
    return entry.doubted
      ? asked
      : Promise.race([asked, wait(PATIENCE_MS, entry.value, { ref: false })])
  }

  /** What was read before now may be wrong. */
  doubt(key: string): void {
    // Whoever is asking now may be told what was so before.
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
    const mine: Promise<Value | undefined> = load().then(
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
    if (map.size > this.options.most) map.delete(map.keys().next().value!)
  }
}
