/**
 * Stands in for the package `idb`: the part of it that this device's stores use, in memory. Values
 * are copied, as in a browser.
 */

type Range = { readonly lower: string; readonly upper: string }

/** For `vi.stubGlobal('IDBKeyRange', KeyRange)`. */
export const KeyRange = { bound: (lower: string, upper: string): Range => ({ lower, upper }) }

class Store {
  readonly rows = new Map<string, unknown>()
  readonly #indexes = new Map<string, string>()
  readonly #keyPath: string | undefined

  constructor(keyPath: string | undefined) {
    this.#keyPath = keyPath
  }
  createIndex(name: string, path: string): void {
    this.#indexes.set(name, path)
  }
  async get(key: string): Promise<unknown> {
    return structuredClone(this.rows.get(key))
  }
  async put(row: unknown, key?: string): Promise<void> {
    const name =
      this.#keyPath === undefined ? key! : (row as Record<string, string>)[this.#keyPath]!
    this.rows.set(name, structuredClone(row))
  }
  async delete(key: string): Promise<void> {
    this.rows.delete(key)
  }
  async getAll(range?: Range): Promise<unknown[]> {
    const wanted = [...this.rows].filter(
      ([key]) => range === undefined || (key >= range.lower && key <= range.upper),
    )
    return structuredClone(wanted.sort(byKey).map(([, row]) => row))
  }
  async openCursor(range: Range): Promise<Cursor | null> {
    const keys = [...this.rows.keys()]
      .filter((key) => key >= range.lower && key <= range.upper)
      .sort()
    return cursor(this.rows, keys)
  }
  index(name: string) {
    const path = this.#indexes.get(name)!
    const sorted = () =>
      [...this.rows].sort(
        ([, one], [, other]) => (of(one, path) as number) - (of(other, path) as number),
      )
    return {
      getAll: async () => structuredClone(sorted().map(([, row]) => row)),
      openCursor: async (_range: null, _direction: 'prev') =>
        cursor(
          this.rows,
          sorted()
            .map(([key]) => key)
            .reverse(),
        ),
    }
  }
}

type Cursor = {
  readonly key: string
  readonly value: unknown
  readonly update: (value: unknown) => Promise<void>
  readonly continue: () => Promise<Cursor | null>
}

const of = (row: unknown, path: string): unknown => (row as Record<string, unknown>)[path]
const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

function cursor(rows: Map<string, unknown>, [key, ...rest]: readonly string[]): Cursor | null {
  if (key === undefined) return null
  return {
    key,
    value: structuredClone(rows.get(key)),
    update: async (value) => void rows.set(key, structuredClone(value)),
    continue: async () => cursor(rows, rest),
  }
}

/** Every database of this browser, by name. */
export const databases = new Map<string, MemoryDatabase>()

/** A browser that refuses to open any database. */
export const browser = { isBroken: false }

export class MemoryDatabase {
  readonly stores = new Map<string, Store>()
  /** The durability of every transaction that wrote. */
  readonly writes: (string | undefined)[] = []

  createObjectStore(name: string, { keyPath }: { keyPath?: string } = {}): Store {
    const store = new Store(keyPath)
    this.stores.set(name, store)
    return store
  }
  getAll(store: string): Promise<unknown[]> {
    return this.stores.get(store)!.getAll()
  }
  transaction(
    names: string | readonly string[],
    mode?: string,
    options?: { readonly durability?: string },
  ) {
    if (mode === 'readwrite') this.writes.push(options?.durability)
    return {
      store: this.stores.get(typeof names === 'string' ? names : names[0]!)!,
      objectStore: (name: string) => this.stores.get(name)!,
      done: Promise.resolve(),
    }
  }
}

export async function openDB(
  name: string,
  _version: number,
  { upgrade }: { upgrade: (db: MemoryDatabase) => void },
): Promise<MemoryDatabase> {
  if (browser.isBroken) throw new Error('no storage')
  let db = databases.get(name)
  if (db === undefined) {
    db = new MemoryDatabase()
    databases.set(name, db)
    upgrade(db)
  }
  return db
}
