/**
 * Replaces the package `idb` where there is no browser: the part of it that `src/app/outbox.ts`
 * uses, in memory. Values are copied on write, as in a browser, so that later changes to an object
 * don't affect what was stored.
 */

type Key = string
type Row = Readonly<Record<string, unknown>>

class Store {
  readonly rows = new Map<Key, Row>()
  readonly #indexes = new Map<string, string>()

  constructor(readonly keyPath: string) {}

  createIndex(name: string, path: string): void {
    this.#indexes.set(name, path)
  }
  async get(key: Key): Promise<Row | undefined> {
    return structuredClone(this.rows.get(key))
  }
  async put(row: Row): Promise<void> {
    this.rows.set(row[this.keyPath] as Key, structuredClone(row))
  }
  async delete(key: Key): Promise<void> {
    this.rows.delete(key)
  }
  async getAll(): Promise<Row[]> {
    return structuredClone([...this.rows.values()])
  }
  index(name: string) {
    const path = this.#indexes.get(name)!
    const found = (value: unknown) => [...this.rows].filter(([, row]) => row[path] === value)
    return {
      getAll: async (value: unknown) => structuredClone(found(value).map(([, row]) => row)),
      getAllKeys: async (value: unknown) => found(value).map(([key]) => key),
    }
  }
}

class MemoryDatabase {
  readonly #stores = new Map<string, Store>()

  createObjectStore(name: string, { keyPath }: { keyPath: string }): Store {
    const store = new Store(keyPath)
    this.#stores.set(name, store)
    return store
  }
  #store(name: string): Store {
    const store = this.#stores.get(name)
    if (store === undefined) throw new Error(`there is no store "${name}"`)
    return store
  }
  get(store: string, key: Key) {
    return this.#store(store).get(key)
  }
  getAll(store: string) {
    return this.#store(store).getAll()
  }
  getAllFromIndex(store: string, index: string, value: unknown) {
    return this.#store(store).index(index).getAll(value)
  }
  transaction(names: string | readonly string[]) {
    return {
      store: this.#store(typeof names === 'string' ? names : names[0]!),
      objectStore: (name: string) => this.#store(name),
      done: Promise.resolve(),
    }
  }
}

export async function openDB(
  _name: string,
  _version: number,
  { upgrade }: { upgrade: (db: MemoryDatabase) => void },
): Promise<MemoryDatabase> {
  const db = new MemoryDatabase()
  upgrade(db)
  return db
}
