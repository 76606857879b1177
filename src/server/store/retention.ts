/**
 * What is deleted after its retention period, in all tenants, and what is counted over all of them.
 * Runs as the owner of the tables.
 */

import { sql, type RawBuilder } from 'kysely'
import { RETENTION_DAYS, type ConfigDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder as db, type Database, type Tx } from '#server/database/database.ts'

/** What has a retention period. */
export type Kept = 'events' | 'audit' | 'messages' | 'openAttempts' | 'payments' | 'waitingAccounts'
/** What the database decides by itself. Whether an account waits depends on documents too. */
export type Aged = Exclude<Kept, 'waitingAccounts'>
/** Days to keep each kind. */
export type Retention = Readonly<Record<Kept, number>>
export const KINDS_KEPT = Object.keys(RETENTION_DAYS) as Kept[]

/** By tenant: days for which one kind of record is kept. */
export type Due = { readonly tenants: readonly string[]; readonly days: readonly number[] }
export type TenantRule = {
  readonly id: string
  readonly config: string
  readonly retention: unknown
  /** Are guardians asked? null: as the product ships it. */
  readonly parental: boolean | null
}

/**
 * A tenant's periods: from its own configuration within the product's limits, else the shipped
 * ones.
 */
export function retentionOf(own: unknown, shipped: ConfigDocument['retention']): Retention {
  const given = (typeof own === 'object' && own !== null ? own : {}) as Partial<
    Record<Kept, unknown>
  >
  return Object.fromEntries(
    KINDS_KEPT.map((kept) => {
      const { minimum, maximum } = RETENTION_DAYS[kept]
      const days = [given[kept], shipped?.[kept]].find((each) => typeof each === 'number')
      // Without a setting, keep it as long as allowed.
      return [kept, Math.min(maximum, Math.max(minimum, days ?? maximum))]
    }),
  ) as Record<Kept, number>
}

/** Row-level security binds the owner too; this transaction declares that it reads all tenants. */
export function asHousekeeper<Result>(
  database: Database,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return database.owner(null, async (tx) => {
    await tx.run(query(sql`SELECT set_config('app.housekeeping', 'on', true)`))
    return work(tx)
  })
}

function query<Row>(text: RawBuilder<Row>) {
  return { compile: () => text.compile(db) }
}

/** A page of tenants by id, with the retention settings of their live release. */
export function tenantRules(tx: Tx, after: string, most: number): Promise<TenantRule[]> {
  return tx.all(
    query(sql<TenantRule>`
      SELECT tenants.id, tenants.config, (blobs.body::jsonb -> 'retention') AS retention, (blobs.body::jsonb #> '{consent,parental}')::boolean AS parental
      FROM tenants
        LEFT JOIN live_releases ON live_releases.tenant_id = tenants.id
        LEFT JOIN releases ON releases.tenant_id = live_releases.tenant_id AND releases.id = live_releases.release_id
        LEFT JOIN blobs ON blobs.sha = releases.manifest ->> ('config/' || tenants.config)
      WHERE tenants.id > ${after}::uuid ORDER BY tenants.id LIMIT ${most}`),
  )
}

/**
 * Deletes what is older by the database's own clock: a server whose clock is fast must not delete
 * recent rows.
 *
 * @returns how many were deleted; fewer than `most` if nothing is left
 */
export function deleteExpired(
  tx: Tx,
  kept: Aged,
  { tenants, days }: Due,
  most: number,
): Promise<number> {
  const { table, over } = RULES[kept]
  return tx.run(
    query(sql`
      DELETE FROM ${table} WHERE (tenant_id, id) IN (
        SELECT old.tenant_id, old.id
        FROM (SELECT tenant_id, now() - days * interval '1 day' AS before FROM unnest(${tenants}::uuid[], ${days}::integer[]) AS given (tenant_id, days)) AS due
          CROSS JOIN LATERAL (SELECT one.tenant_id, one.id FROM ${table} AS one WHERE one.tenant_id = due.tenant_id AND ${over} LIMIT ${most}) AS old
        LIMIT ${most})`),
  )
}

const RULES: Readonly<
  Record<Aged, { readonly table: RawBuilder<unknown>; readonly over: RawBuilder<unknown> }>
> = {
  events: { table: sql`events`, over: sql`one.received_at < due.before` },
  audit: { table: sql`audit`, over: sql`one.at < due.before` },
  messages: { table: sql`messages`, over: sql`one.created_at < due.before` },
  // What was never paid is no receipt: half a year, in which money may still come.
  payments: {
    table: sql`payments`,
    over: sql`one.updated_at < CASE WHEN one.paid_at IS NULL THEN now() - interval '180 days' ELSE due.before END`,
  },
  // As recent as the last one sent.
  openAttempts: {
    table: sql`attempts`,
    over: sql`one.state = 'open' AND one.started_at < due.before
      AND NOT EXISTS (SELECT FROM answers WHERE answers.tenant_id = one.tenant_id AND answers.attempt_id = one.id AND answers.received_at >= due.before)
      AND NOT EXISTS (SELECT FROM task_logs WHERE task_logs.tenant_id = one.tenant_id AND task_logs.attempt_id = one.id AND task_logs.received_at >= due.before)`,
  },
}

/**
 * Claims a chore that hasn't been started for this long, by the database's clock. One statement, so
 * that only one of several servers gets it.
 *
 * Of two servers that ask at the same time, the later one finds a start slightly after its own
 * time; a start much later than that was made by a clock that has been set back since.
 */
export async function claimChore(tx: Tx, name: string, everyMs: number): Promise<boolean> {
  const taken = await tx.run(
    query(sql`
      INSERT INTO chores (name, begun_at) VALUES (${name}, now())
      ON CONFLICT (name) DO UPDATE SET begun_at = excluded.begun_at
      WHERE chores.begun_at < now() - ${everyMs}::double precision * interval '1 millisecond' OR chores.begun_at > now() + interval '1 minute'`),
  )
  return taken === 1
}

/** The time by the database's clock. */
export async function clockOf(tx: Tx): Promise<Date> {
  return (await tx.one(query(sql<{ now: Date }>`SELECT clock_timestamp() AS now`))).now
}

export type Numbers = {
  readonly unsent: string
  readonly oldest: Date | null
  readonly published: Date | null
  readonly tidied: Date | null
}

/** @param since older messages are given up */
export async function numbersOfAll(tx: Tx, since: Date): Promise<Numbers> {
  return tx.one(
    query(sql<Numbers>`
      SELECT count(*) AS unsent, min(created_at) AS oldest,
        (SELECT max(created_at) FROM releases) AS published, (SELECT begun_at FROM chores WHERE name = 'retention') AS tidied
      FROM messages WHERE sent_at IS NULL AND created_at > ${since}`),
  )
}
