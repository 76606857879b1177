/** What a user typed, and what is stored of it: the same in the form and on the server. */

import { isGiven } from '#engine/decide/facts.ts'
import { isObject } from '#engine/documents/json.ts'

export type FormValues = Readonly<Record<string, unknown>>

/**
 * What is sent and kept: texts without the spaces at their ends, null for what was left empty, so that a value can be
 * cleared again.
 *
 * @param keys what the values should hold; a key that was never touched is null too
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

/** What a schema is asked about: only what was given, for a schema says of an absent value all that there is to say. */
export function givenValues(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(keptValues(values)).filter(([, value]) => value !== null),
  )
}
