/**
 * The migrations of every kind: how a document written for an older version of its kind is read
 * today.
 */

import type { Migrations } from './upcast.ts'
import type { Schema } from './inspect.ts'
import { isObject } from './json.ts'
import { KINDS } from './kinds.ts'

/** Today's meta-schema with the differences of an older version. */
function older(
  kind: keyof typeof KINDS,
  change: (schema: Record<string, unknown>) => void,
): Schema {
  const schema = JSON.parse(JSON.stringify(KINDS[kind])) as Record<string, unknown>
  change(schema)
  return schema
}

const at = (value: unknown, ...path: string[]): Record<string, unknown> =>
  path.reduce((here, key) => (here as Record<string, unknown>)[key], value) as Record<
    string,
    unknown
  >

export const MIGRATIONS: Migrations = {
  'profile-section': [
    {
      // Nodes, menus and fields all call the rule for their visibility `show`; for fields it used
      // to be `include`.
      from: older('profile-section', (schema) => {
        const field = at(schema, 'properties', 'fields', 'items', 'properties')
        field['include'] = field['show']
        delete field['show']
      }),
      up: (section) => ({
        ...section,
        fields: (section['fields'] as unknown[]).map((field) => {
          if (!isObject(field) || !Object.hasOwn(field, 'include')) return field
          const { include, ...rest } = field
          return { ...rest, show: include }
        }),
      }),
    },
  ],
}
