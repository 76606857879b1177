/** Caches what belongs to a record until the records of the other type change. */

import { LRUCache } from 'lru-cache'
import type { Tx } from '#server/database/database.ts'
import { joinedRecords, type Joined, type JoinQuery } from '#server/store/joins.ts'

/** In characters of keys and records. */
const MAX_SIZE = 16 * 2 ** 20
/** Records begin and expire at any time, without a change of the version. */
const FRESH_MS = 30_000

export class RememberedJoins {
  readonly #cache = new LRUCache<string, { readonly joined: Joined; readonly at: number }>({
    maxSize: MAX_SIZE,
  })

  /** @param version of the records of the other type */
  async read(tx: Tx, version: string, query: JoinQuery): Promise<Joined> {
    const { now, ...asked } = query
    // How far towns are follows from the town that was chosen, and would make the key very long.
    const key = JSON.stringify([tx.tenant, version, asked], (name, value: unknown) =>
      name === 'km' ? undefined : value,
    )
    const found = this.#cache.get(key)
    const age = found === undefined ? Infinity : now.getTime() - found.at
    if (found !== undefined && 0 <= age && age < FRESH_MS) return found.joined
    const joined = await joinedRecords(tx, query)
    const size = key.length + JSON.stringify(joined).length
    this.#cache.set(key, { joined, at: now.getTime() }, { size })
    return joined
  }
}
