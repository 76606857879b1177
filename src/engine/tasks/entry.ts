/**
 * Access to entries of lists that must be there: a missing one is our own error, not the player's.
 */

/** @throws RangeError if the list has no such entry */
export function entryAt<T>(list: readonly T[], index: number): T {
  const entry = list[index]
  if (entry === undefined) throw new RangeError(`no entry ${index} in a list of ${list.length}`)
  return entry
}

/** @throws RangeError if the list is empty */
export function lastEntry<T>(list: readonly T[]): T {
  return entryAt(list, list.length - 1)
}

/** Removes and returns the last entry. @throws RangeError if there is none */
export function takeLast<T>(list: T[]): T {
  const last = lastEntry(list)
  list.pop()
  return last
}
