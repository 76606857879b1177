/** Writes records that come with the product, or with its samples. */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { current } from './content.ts'

export type NewRecord = {
  readonly id: string
  readonly title: string
  readonly orderBy: string
  readonly data: Readonly<Record<string, unknown>>
  readonly weighted: readonly [string, string, string]
  readonly ends: Date | null
}

/** The embedded database reads each message into memory as a whole. */
const BATCH = 200

/** Replaces all shared records of a type. As the owner of the tables. */
export async function replaceShared(
  tx: Tx,
  type: string,
  records: readonly NewRecord[],
): Promise<void> {
  await tx.run(db.deleteFrom('shared_content').where('type', '=', type))
  for (let start = 0; start < records.length; start += BATCH)
    await tx.run(
      db.insertInto('shared_content').values(
        records.slice(start, start + BATCH).map(({ id, title, orderBy, data, weighted, ends }) => ({
          type,
          id,
          title,
          order_by: orderBy,
          data: JSON.stringify(data),
          words: weighted.filter(Boolean).join(' '),
          search: vectorOf(weighted),
          ends,
          starts: null,
        })),
      ),
    )
}

/**
 * Adds records of a tenant's own. Existing ones aren't changed unless they have expired: samples
 * should still be there a few weeks after the first start.
 */
export async function addOwn(
  tx: Tx,
  type: string,
  records: readonly NewRecord[],
  now: Date,
): Promise<void> {
  for (const { id, title, orderBy, data, weighted, ends } of records)
    await tx.run(
      db
        .insertInto('content')
        .values({
          tenant_id: tx.tenant,
          type,
          id,
          title,
          order_by: orderBy,
          data: JSON.stringify(data),
          words: weighted.filter(Boolean).join(' '),
          search: vectorOf(weighted),
          ends,
          starts: null,
          version: sql<string>`${current(type)}`,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'type', 'version', 'id'])
            .doUpdateSet((eb) => ({ data: eb.ref('excluded.data'), ends: eb.ref('excluded.ends') }))
            .where('content.ends', '<=', now),
        ),
    )
}

function vectorOf([a, b, c]: NewRecord['weighted']): RawBuilder<string> {
  return sql`setweight(to_tsvector('simple', ${a}::text), 'A') || setweight(to_tsvector('simple', ${b}::text), 'B') || setweight(to_tsvector('simple', ${c}::text), 'C')`
}
