/** Plain JSON values, and reads that can never see more than a value's own properties. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/**
 * Keys that no document, path or body may use, because they reach the prototype chain in careless
 * code.
 */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
])

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The own property `key` of an object or array, or undefined. Never follows the prototype chain.
 */
export function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || FORBIDDEN_KEYS.has(key)) return undefined
  return Object.prototype.hasOwnProperty.call(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

/**
 * Follows a dotted path (`user.profile.firstName`) through own properties; undefined if it ends
 * early.
 */
export function read(value: unknown, path: string): unknown {
  if (path === '') return value
  let current = value
  for (const segment of path.split('.')) {
    current = own(current, segment)
    if (current === undefined) return undefined
  }
  return current
}

/** A JSON pointer (RFC 6901) from unescaped segments. */
export function pointer(...segments: (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replace(/~/g, '~0').replace(/\//g, '~1')}`)
    .join('')
}

/**
 * The same JSON text for the same value, whatever the order of its keys: the basis of hashes and
 * ETags.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (isObject(value)) {
    const parts = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    return `{${parts.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** The message for an unknown name; for an empty one there is nothing to quote. */
export const unknownName = (target: string, name: string) =>
  name === '' ? `choose or write the ${target}` : `there is no ${target} called "${name}"`

/**
 * The candidate that a misspelt word most likely meant, by edit distance.
 *
 * @returns undefined if nothing is close: within a third of the word's length, or 2 edits if that
 * is more
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, substitution))
    }
    previous = row
  }
  return previous[b.length]!
}
