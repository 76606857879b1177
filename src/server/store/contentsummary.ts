/**
 * How many records of a type have which values: all counts of a list without a search are derived
 * from it.
 */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { current, visible } from './content.ts'

/** Records with the same values in all fields that lists can be filtered by. */
export type Group = { readonly values: readonly unknown[]; readonly n: number }

/** @returns null if there are more than `most` groups */
export async function groupsOf(
  tx: Tx,
  type: string,
  fields: readonly string[],
  most: number,
  now: Date,
): Promise<readonly Group[] | null> {
  const values = sql.join(fields.map((field) => sql`data -> ${field}::text`))
  const groups = await tx.all<Group>(
    query(sql<Group>`
      SELECT jsonb_build_array(${values}) AS values, count(*)::integer AS n FROM (${visible(type, now)}) v
      GROUP BY 1 LIMIT ${most + 1}`),
  )
  return groups.length > most ? null : groups
}

/** When the next record begins or expires; null if none does. */
export async function nextChange(tx: Tx, type: string, now: Date): Promise<Date | null> {
  const found = await tx.one<{ at: Date | null }>(
    query(sql<{ at: Date | null }>`
      SELECT min(at) AS at FROM (
        SELECT unnest(ARRAY[starts, ends]) AS at FROM content WHERE type = ${type} AND version = ${current(type)} AND (starts IS NOT NULL OR ends IS NOT NULL)
        UNION ALL
        SELECT unnest(ARRAY[starts, ends]) FROM shared_content WHERE type = ${type} AND (starts IS NOT NULL OR ends IS NOT NULL)) moments
      WHERE at > ${now}`),
  )
  return found.at
}

/** Reading all of them may take longer than a request's statement is allowed to. */
export async function takeLong(tx: Tx, ms: number): Promise<void> {
  await tx.all(query(sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`))
}

function query<Row>(text: RawBuilder<Row>) {
  return { compile: () => text.compile(db) }
}
