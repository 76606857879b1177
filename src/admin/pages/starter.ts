/** The initial content of a new document: the minimum for its kind, or a copy of another. Pure. */

import { isObject, own, type Json } from '#engine/documents/json.ts'
import type { Schema } from '#engine/documents/inspect.ts'

type Start = { readonly kind: string; readonly id: string; readonly title: string }

/**
 * Everything that the schema requires, with minimal values: empty texts and lists, the first of
 * several choices.
 */
export function emptyDocument(schema: Schema, { kind, id, title }: Start): Json {
  return { ...(leastOf(schema, {}) as object), kind, id, title, source: 'own' }
}

export function copyOf(document: Json, { id, title }: Start): Json {
  return { ...(document as object), id, title, source: 'own' }
}

function leastOf(schema: Schema, outer: Readonly<Record<string, Schema>>): Json {
  const definitions = isObject(schema['$defs'])
    ? { ...outer, ...(schema['$defs'] as Record<string, Schema>) }
    : outer
  if (typeof schema['$ref'] === 'string')
    return leastOf((own(definitions, schema['$ref']) ?? {}) as Schema, definitions)
  if ('const' in schema) return schema['const'] as Json
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as Json
  if (Array.isArray(schema['anyOf'])) return leastOf(schema['anyOf'][0] as Schema, definitions)
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        ((schema['required'] ?? []) as string[]).map((name) => [
          name,
          leastOf((schema['properties'] as Record<string, Schema>)[name]!, definitions),
        ]),
      )
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () =>
        leastOf((schema['items'] ?? {}) as Schema, definitions),
      )
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 0)
    case 'boolean':
      return false
    case 'string':
      return ''
    default:
      // Anything is allowed, as in a rule: one that is always true.
      return true
  }
}

/** Is this a valid id? It is used in paths and references, so it has no spaces. */
export function isId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,119}$/.test(id)
}
