/** Counts in memory how often something comes from somewhere: a guard against floods, which no other server needs to know of. */

/** Bounded, for keys come from outside. */
const MAX_KEYS = 100_000

export class Windows {
  readonly #counts = new Map<string, number>()
  #began = new Date(0)

  /** @param seconds length of the window, which is one for all keys */
  constructor(
    readonly seconds: number,
    readonly most: number,
  ) {}

  /** @returns false where there were as many in this window already */
  take(key: string, now: Date): boolean {
    const age = now.getTime() - this.#began.getTime()
    // A clock that was put back begins a new window too.
    if (age < 0 || age >= this.seconds * 1000 || this.#counts.size >= MAX_KEYS) {
      this.#counts.clear()
      this.#began = now
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= this.most
  }
}
