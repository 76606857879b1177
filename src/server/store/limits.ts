/**
 * Rate-limit windows: how often something happened for a key. One statement each, so that parallel
 * requests can't slip past.
 */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/**
 * Clocks of several servers differ a little. A window that begins later than this was begun by a
 * clock that has been set back since, and doesn't count.
 */
const SKEW_MS = 60_000

/** Every window that still counts began between these times. */
function openWindow(seconds: number, now: Date): { since: Date; until: Date } {
  return {
    since: new Date(now.getTime() - seconds * 1000),
    until: new Date(now.getTime() + SKEW_MS),
  }
}

/**
 * Adds to the count, and returns the total of the current window.
 *
 * @param key what is counted for whom, hashed if it contains an address
 * @param seconds length of the window; it begins with the first count
 */
export async function count(
  tx: Tx,
  key: string,
  seconds: number,
  now: Date,
  by = 1,
): Promise<number> {
  const { since, until } = openWindow(seconds, now)
  const isOpen = sql<boolean>`limits.started_at BETWEEN ${since} AND ${until}`
  const row = await tx.first(
    db
      .insertInto('limits')
      .values({ tenant_id: tx.tenant, key, started_at: now, count: by })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'key']).doUpdateSet({
          count: sql<number>`CASE WHEN ${isOpen} THEN limits.count + ${by} ELSE ${by} END`,
          started_at: sql<Date>`CASE WHEN ${isOpen} THEN limits.started_at ELSE ${now} END`,
        }),
      )
      .returning('count'),
  )
  return row?.count ?? by
}

/** The count of the current window, without adding to it. */
export async function counted(tx: Tx, key: string, seconds: number, now: Date): Promise<number> {
  const { since, until } = openWindow(seconds, now)
  const row = await tx.first(
    db
      .selectFrom('limits')
      .select('count')
      .where('key', '=', key)
      .where('started_at', '>=', since)
      .where('started_at', '<=', until),
  )
  return row?.count ?? 0
}

export type Window = { readonly key: string; readonly seconds: number; readonly most: number }

/** Seconds until a full window has room again; 0 if it has room. Nothing is counted. */
export async function secondsUntilRoom(
  tx: Tx,
  { key, seconds, most }: Window,
  now: Date,
): Promise<number> {
  const { since, until } = openWindow(seconds, now)
  const row = await tx.first(
    db
      .selectFrom('limits')
      .select(['started_at', 'count'])
      .where('key', '=', key)
      .where('started_at', '>=', since)
      .where('started_at', '<=', until),
  )
  if (row === undefined || row.count < most) return 0
  return Math.floor((row.started_at.getTime() + seconds * 1000 - now.getTime()) / 1000) + 1
}

/**
 * Counts one in each of several windows, or in none of them. The caller makes sure that nothing
 * else uses the same windows in the meantime.
 *
 * @returns when all of them will have room; null if one is full
 */
export async function takePlace(
  tx: Tx,
  windows: readonly Window[],
  now: Date,
): Promise<Date | null> {
  const keys = windows.map(({ key }) => key)
  const rows = await tx.all(
    db
      .selectFrom('limits')
      .select(['key', 'started_at', 'count'])
      .where('key', '=', sql<string>`ANY (${keys}::text[])`),
  )
  let next = now
  for (const { key, seconds, most } of windows) {
    const row = rows.find((each) => each.key === key)
    const { since, until } = openWindow(seconds, now)
    const isOpen = row !== undefined && row.started_at >= since && row.started_at <= until
    const taken = isOpen ? row.count : 0
    if (taken >= most) return null
    const end = new Date((isOpen ? row.started_at : now).getTime() + seconds * 1000)
    if (taken + 1 >= most && end > next) next = end
  }
  for (const { key, seconds } of windows) await count(tx, key, seconds, now)
  return next
}

/** Subtracts one that turned out not to count. */
export function uncount(tx: Tx, key: string): Promise<number> {
  return tx.run(
    db
      .updateTable('limits')
      .set({ count: sql`count - 1` })
      .where('key', '=', key)
      .where('count', '>', 0),
  )
}

export function forget(tx: Tx, key: string): Promise<number> {
  return tx.run(db.deleteFrom('limits').where('key', '=', key))
}
