/**
 * `$schema` of a document in the repository: the path to its kind's meta-schema, by which a plain
 * editor completes and underlines. It is for files only: checked and removed when they are read, so
 * that no hash, overlay, release or bundle ever contains it (docs/decisions/0060).
 */

import { isObject, own } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import type { Problem } from '#engine/contract/problems.ts'

/** Folder below `schemas` for the documents of a kind. */
export const FOLDERS: Readonly<Record<Kind, string>> = {
  access: 'access',
  assessment: 'assessments',
  config: 'config',
  'consent-list': 'consents',
  'content-type': 'content-types',
  curriculum: 'curricula',
  flow: 'flows',
  glossary: 'glossaries',
  experiment: 'experiments',
  guide: 'guides',
  help: 'help',
  join: 'joins',
  list: 'lists',
  locale: 'locales',
  menu: 'menus',
  overlay: 'tenants',
  paper: 'papers',
  metric: 'metrics',
  'profile-section': 'profile-sections',
  report: 'reports',
  'route-group': 'routes',
  rule: 'rules',
  scoring: 'scoring',
  screen: 'screens',
  tenant: 'tenants',
}

export type Read = { readonly value: unknown; readonly problem?: Problem }

/** `schemas/menus/main.json` of kind `menu` -> `../meta/menu.json` */
export function schemaPath(where: string, kind: string): string {
  const depth = where.split(/[\\/]/).length - 2
  return `${'../'.repeat(depth)}meta/${kind}.json`
}

/**
 * @param where path of the file from the repository's root
 * @returns the document without its `$schema`, and what is wrong with that; a document may have
 *   none
 */
export function withoutSchema(where: string, value: unknown): Read {
  if (!isObject(value) || own(value, '$schema') === undefined) return { value }
  const { $schema: said, ...document } = value
  const right = schemaPath(where, String(document['kind']))
  if (said === right) return { value: document }
  return {
    value: document,
    problem: {
      code: 'document/schema',
      document: where,
      pointer: '/$schema',
      message: `${JSON.stringify(said)} is not the meta-schema of its kind`,
      suggestion: right,
      severity: 'error',
    },
  }
}
