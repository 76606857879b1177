/** What says that the records of a type have changed. */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/**
 * Changes whenever records of a type change for a tenant, but not when one starts or expires by its
 * dates.
 */
export async function versionOf(tx: Tx, type: string): Promise<string> {
  const versions = await versionsOf(tx, [type])
  return versions.get(type) ?? ''
}

export async function versionsOf(tx: Tx, types: readonly string[]): Promise<Map<string, string>> {
  const found = await tx.all<{ type: string; version: string }>({
    compile: () =>
      sql<{ type: string; version: string }>`
        SELECT type, ${versionIn(sql`t.type`)} AS version
        FROM unnest(${[...types]}::text[]) AS t(type)`.compile(db),
  })
  return new Map(found.map(({ type, version }) => [type, version]))
}

export function versionIn(type: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`concat_ws('.', (SELECT sha FROM content_versions WHERE name = ${type}),
    (SELECT concat(current, '.', changes) FROM content_sets s WHERE s.type = ${type}))`
}
