/**
 * A cache of the most recently used values, up to a total weight: memory must not grow with the
 * number of tenants.
 */
export class LruCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>()
  #weight = 0

  /** @param most maximum total, in the unit of the weights */
  constructor(readonly most: number) {}

  /** Total weight of all entries. */
  get weight(): number {
    return this.#weight
  }

  /** Marks it as the most recently used. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Evicts the oldest entries until the rest fit; the newest stays, whatever its weight. */
  set(key: string, value: Value, weight: number): void {
    this.delete(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.most || oldest === key) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
