/** What an operator allows a tenant at most, and what it has. In a transaction of the tenant. */

import { sql } from 'kysely'
import type { TenantLimit, TenantLimits } from '#engine/contract/tenantlimits.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export async function limitsOf(tx: Tx, tenant = tx.tenant): Promise<TenantLimits> {
  const found = await tx.first(db.selectFrom('tenants').select('limits').where('id', '=', tenant))
  const { people = null, pictures = null, records = null } = found?.limits ?? {}
  return { people, pictures, records }
}

/** As the owner of the tables. */
export function setLimits(tx: Tx, tenant: string, limits: TenantLimits): Promise<number> {
  const said = Object.entries(limits).filter(([, most]) => most !== null)
  return tx.run(
    db
      .updateTable('tenants')
      .set({ limits: JSON.stringify(Object.fromEntries(said)) })
      .where('id', '=', tenant),
  )
}

const CURRENT = sql`c.version = coalesce((SELECT s.current FROM content_sets s WHERE s.type = c.type), 0)`
/** Rows that count. A record that only hides a shared one is none of its own. */
const ROWS = {
  people: sql`FROM users`,
  pictures: sql`FROM images`,
  records: sql`FROM content c WHERE ${CURRENT} AND c.data <> '{}'`,
} as const satisfies Record<TenantLimit, unknown>

/** @param most it counts no further than this */
export async function countOf(tx: Tx, what: TenantLimit, most: number): Promise<number> {
  const text = sql<{ count: number }>`SELECT count(*)::integer AS count
    FROM (SELECT 1 ${ROWS[what]} LIMIT ${most}) AS found`
  const { count } = await tx.one<{ count: number }>({ compile: () => text.compile(db) })
  return count
}

/**
 * Would the tenant have more than it's allowed? After what is added was written, in its transaction.
 * Several at the same moment may together pass it by a few.
 */
export async function isOver(tx: Tx, what: TenantLimit): Promise<boolean> {
  const most = (await limitsOf(tx))[what]
  return most !== null && (await countOf(tx, what, most + 1)) > most
}
