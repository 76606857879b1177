/**
 * Fills values from the scope into props: `{"bind": <rule>}` is replaced by the rule's value, at
 * any depth.
 */

import { isObject } from '#engine/documents/json.ts'
import type { RuleBook, Rule } from '#engine/rules/rules.ts'

export function isBinding(value: unknown): value is { bind: Rule } {
  return isObject(value) && Object.keys(value).length === 1 && 'bind' in value
}

/**
 * The value with every binding replaced. Values without a binding are returned as they are, not
 * copied.
 */
export function bind<T>(value: T, scope: unknown, book: RuleBook): T {
  if (isBinding(value)) return book.evaluate(value.bind, scope) as T
  if (Array.isArray(value)) {
    let changed = false
    const items = value.map((item) => {
      const bound: unknown = bind(item, scope, book)
      changed ||= bound !== item
      return bound
    })
    return (changed ? items : value) as T
  }
  if (isObject(value)) {
    let changed = false
    const result: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(value)) {
      result[key] = bind(item, scope, book)
      changed ||= result[key] !== item
    }
    return (changed ? result : value) as T
  }
  return value
}

/** Bound texts for a query or for path parameters; missing and empty ones are left out. */
export function bindTexts(
  values: Readonly<Record<string, unknown>> | undefined,
  scope: unknown,
  book: RuleBook,
): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [key, value] of Object.entries(values ?? {})) {
    const bound: unknown = bind(value, scope, book)
    if (bound !== null && bound !== undefined && bound !== '') result[key] = String(bound)
  }
  return result
}
