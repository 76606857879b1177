/** What a user typed, and what is stored of it: the same in the form and on the server. */

import { isGiven } from '#engine/decide/facts.ts'
import { isObject } from '#engine/documents/json.ts'

export type FormValues = Readonly<Record<string, unknown>>

/**
 * The values to send and store: trimmed texts, and null for empty ones, so that a value can be
 * cleared.
 *
 * @param keys the keys that the result has; null if a key was never touched
 */
export function keptValues(
  values: FormValues,
  keys: readonly string[] = Object.keys(values),
): Record<string, unknown> {
  return Object.fromEntries(
    keys.map((key) => [key, keptValue(Object.hasOwn(values, key) ? values[key] : null)]),
  )
}

function keptValue(value: unknown): unknown {
  // A list entry is stored as a whole, so its empty fields are simply absent.
  const kept =
    typeof value === 'string'
      ? value.trim()
      : Array.isArray(value)
        ? (value as unknown[]).map((each) => (isObject(each) ? givenValues(each) : each))
        : value
  return !isGiven(kept) || (Array.isArray(kept) && kept.length === 0) ? null : kept
}

/** The values to validate: without nulls, because a schema expresses "missing" by absence. */
export function givenValues(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(keptValues(values)).filter(([, value]) => value !== null),
  )
}
