/** Keeps what was asked for last, up to a weight: how many tenants there are must not decide how much memory there must be. */
export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>()
  #weight = 0

  /** @param most in the unit of the weights */
  constructor(readonly most: number) {}

  /** What all entries weigh together. */
  get weight(): number {
    return this.#weight
  }

  /** Makes it the youngest. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** The oldest go until the rest is light enough; the youngest stays, whatever it weighs. */
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
