/** Counted windows: how often something happened to somebody. One statement each, so parallel calls cannot slip past. */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '../database.ts'

/**
 * Counts one more, and says how many there are in the window now.
 *
 * @param key     what is counted for whom, hashed where it holds an address
 * @param seconds length of the window; it begins with the first count
 */
export async function count(tx: Tx, key: string, seconds: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - seconds * 1000)
  const row = await tx.first(
    db
      .insertInto('limits')
      .values({ tenant_id: tx.tenant!, key, started_at: now, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'key']).doUpdateSet({
          count: sql<number>`CASE WHEN limits.started_at < ${since} THEN 1 ELSE limits.count + 1 END`,
          started_at: sql<Date>`CASE WHEN limits.started_at < ${since} THEN ${now} ELSE limits.started_at END`,
        }),
      )
      .returning('count'),
  )
  return row?.count ?? 1
}

/** How many there are in the window, without counting. */
export async function counted(tx: Tx, key: string, seconds: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - seconds * 1000)
  const row = await tx.first(db.selectFrom('limits').select('count').where('key', '=', key).where('started_at', '>=', since))
  return row?.count ?? 0
}

/** Windows that nothing asks for any more. */
export function deleteOldLimits(tx: Tx, before: Date): Promise<number> {
  return tx.run(db.deleteFrom('limits').where('started_at', '<', before))
}

export function forget(tx: Tx, key: string): Promise<number> {
  return tx.run(db.deleteFrom('limits').where('key', '=', key))
}
