/** Rate-limit windows in memory: a guard against floods that each server applies on its own. */

/** Bounded, because keys come from outside. */
const MAX_KEYS = 100_000

export class Windows {
  readonly #counts = new Map<string, number>()
  #began = new Date(0)

  /** @param seconds length of the window, shared by all keys */
  constructor(
    readonly seconds: number,
    readonly most: number,
  ) {}

  /** @returns false if the limit of this window is reached */
  take(key: string, now: Date): boolean {
    const age = now.getTime() - this.#began.getTime()
    // A clock that was set back starts a new window too.
    if (age < 0 || age >= this.seconds * 1000 || this.#counts.size >= MAX_KEYS) {
      this.#counts.clear()
      this.#began = now
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= this.most
  }
}
