/**
 * Values that other code guarantees. If a guarantee is broken, the error says which, instead of
 * "undefined".
 */

/** @throws Error naming what is missing */
export function required<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}

/** Removes the entry that was added first, to make room in a cache. */
export function dropOldest<Key>(map: Map<Key, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}
