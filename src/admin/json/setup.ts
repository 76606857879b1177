/** What the language service needs to know about a document. */

import type { Names } from '#engine/contract/admincontract.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { kindTypesOf } from '#engine/rules/scopetypes.ts'
import { enrich, type Widgets } from './enrich.ts'
import type { Setup } from './language.ts'

/** Names of the data that nodes of this text can use; none while it is unreadable. */
export function sourcesOf(kind: Kind, text: string): string[] {
  if (kind === 'report') return ['report']
  if (kind !== 'screen') return []
  try {
    const document: unknown = JSON.parse(text)
    return isObject(document) && isObject(document['data']) ? Object.keys(document['data']) : []
  } catch {
    return []
  }
}

/** @param sources names of the data that its nodes can use */
export function setupOf(
  kind: Kind,
  schema: Schema,
  names: Names,
  widgets: Widgets,
  sources: readonly string[],
): Setup {
  const ids = Object.fromEntries(
    Object.entries(names).map(([target, entries]) => [target, entries.map(({ id }) => id)]),
  )
  const known = (target: string) => ids[target] ?? []
  const scope = kindTypesOf(
    {
      features: known('feature'),
      plans: known('plan'),
      assessments: known('assessment'),
      profileKeys: known('profileKey'),
      routes: known('route'),
      groups: known('route-group'),
      countries: known('country'),
      consents: known('consent'),
    },
    kind,
    sources,
  )
  return {
    schema,
    scope,
    widgets,
    ids,
    enriched: enrich(kind, schema, { names, widgets, scope, sources }),
  }
}
