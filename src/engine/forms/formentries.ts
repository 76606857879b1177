/** One entry of a list in the profile, by the member that identifies it: browser and server alike. */

import { isObject } from '#engine/documents/json.ts'

export function hasEntry(entries: readonly unknown[], member: string, id: string): boolean {
  return entries.some((entry) => isObject(entry) && entry[member] === id)
}

/**
 * @param known anything but a list counts as an empty one
 * @returns the list with the entry or without it; one that is there already keeps its other values
 */
export function withEntry(known: unknown, member: string, id: string, on: boolean): unknown[] {
  const entries = Array.isArray(known) ? (known as unknown[]) : []
  if (!on) return entries.filter((entry) => !hasEntry([entry], member, id))
  return hasEntry(entries, member, id) ? entries : [...entries, { [member]: id }]
}
