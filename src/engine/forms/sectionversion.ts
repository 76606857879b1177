/**
 * Identifies the values that a profile section was edited from: browser and server compute the same
 * tag.
 */

import { canonical } from '#engine/documents/json.ts'
import type { FormValues } from './formvalues.ts'

/**
 * @param profile values by key; cleared and never given are the same
 * @param keys of the section's values
 * @returns an ETag; two different states have the same one by chance in 1 of 2^53 cases
 */
export function sectionVersion(profile: FormValues, keys: readonly string[]): string {
  const state = [...keys].sort().map((key) => [key, profile[key] ?? null])
  return `"${hash(canonical(state))}"`
}

/** cyrb53 (public domain): fast, but not a signature. Nothing here is secret. */
function hash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
