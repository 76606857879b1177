/** Brings the tables to the newest version, forward only. A failed migration stops the start. */

import { setTimeout as wait } from 'node:timers/promises'
import {
  Kysely,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  sql,
  type Migration,
  type MigrationProvider,
} from 'kysely'
import type pg from 'pg'
import { APP_ROLE, KEEPER_ROLE, LONG_MS, type Database } from './database.ts'
import * as foundation from '#server/migrations/0001-foundation.ts'
import * as releases from '#server/migrations/0002-releases.ts'
import * as events from '#server/migrations/0003-events.ts'
import * as tasks from '#server/migrations/0004-tasks.ts'
import * as cohorts from '#server/migrations/0005-cohorts.ts'
import * as leaving from '#server/migrations/0006-leaving.ts'
import * as catalogueVersion from '#server/migrations/0007-catalogue-version.ts'
import * as manyServers from '#server/migrations/0008-many-servers.ts'
import * as demo from '#server/migrations/0009-demo.ts'
import * as bounds from '#server/migrations/0010-bounds.ts'
import * as operations from '#server/migrations/0011-operations.ts'
import * as retention from '#server/migrations/0012-retention.ts'
import * as safeguards from '#server/migrations/0013-safeguards.ts'
import * as voucherSpelling from '#server/migrations/0014-voucher-spelling.ts'
import * as lastRelease from '#server/migrations/0015-last-release.ts'
import * as content from '#server/migrations/0016-content.ts'
import * as resultScale from '#server/migrations/0017-result-scale.ts'
import * as contentVersions from '#server/migrations/0018-content-versions.ts'

/** How long a migration waits for a table: less than PostgreSQL's deadlock_timeout. */
const LOCK_WAIT_MS = 500
/** And how long it leaves the table to others before it tries again. */
const LOCK_AGAIN_MS = 500

/** Every migration by name, in the order of the names. Never edited once it has run anywhere. */
const MIGRATIONS = {
  '0001-foundation': foundation,
  '0002-releases': releases,
  '0003-events': events,
  '0004-tasks': tasks,
  '0005-cohorts': cohorts,
  '0006-leaving': leaving,
  '0007-catalogue-version': catalogueVersion,
  '0008-many-servers': manyServers,
  '0009-demo': demo,
  '0010-bounds': bounds,
  '0011-operations': operations,
  '0012-retention': retention,
  '0013-safeguards': safeguards,
  '0014-voucher-spelling': voucherSpelling,
  '0015-last-release': lastRelease,
  '0016-content': content,
  '0017-result-scale': resultScale,
  '0018-content-versions': contentVersions,
} as const

/**
 * Kysely's lock is one of the session, and a pooler lends another session for its release: it would stay for ever, and no
 * server could start any more. Whoever migrates holds a lock of its own kind (`Database.alone`, or the transaction of a
 * restore); the embedded database, which grants such a lock to everybody at once, has its folder's.
 */
class NoLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new NoLockAdapter()
  }
}

/**
 * Whoever calls it sees to it that nobody else does.
 *
 * @returns the migrations of a newer version that the database has had already: tables only ever grow, so a server of this
 *   version runs on them too
 * @throws the error of the first migration that failed; those before it stay
 */
export async function migrate({
  pool,
}: Pick<Database, 'pool'>): Promise<{ newer: readonly string[] }> {
  const db = kyselyOn(pool)
  await makeRoles(db)
  const newer = (await migrationsOf(db)).filter((name) => !isKnownMigration(name))
  const nothing: Migration = { up: async () => undefined }
  const all: Readonly<Record<string, Migration>> = {
    ...Object.fromEntries(newer.map((name) => [name, nothing])),
    ...Object.fromEntries(
      Object.entries(MIGRATIONS).map(([name, migration]) => [name, givingWay(migration)]),
    ),
  }
  for (const until = performance.now() + LONG_MS; ; await wait(LOCK_AGAIN_MS)) {
    try {
      await run(db, all, false)
      return { newer }
    } catch (error) {
      if (!wasLocked(error) || performance.now() > until) throw error
    }
  }
}

/**
 * Behind a migration that waits for a table everybody waits, and after a second PostgreSQL looks for those who wait for each
 * other and fails one of them, a person's call for one. So the migration gives up first, is taken back, and begins again.
 */
function givingWay({ up }: Migration): Migration {
  return {
    up: async (db) => {
      await sql.raw(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`).execute(db)
      await up(db)
    },
  }
}

/** Did it wait in vain for somebody's lock? */
function wasLocked(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return code === '55P03' || code === '40P01'
}

/**
 * The same in a transaction that is under way.
 *
 * @param only these of them; default: all
 */
export async function migrateWithin(
  client: pg.ClientBase,
  only: readonly string[] = Object.keys(MIGRATIONS),
): Promise<void> {
  const lent = {
    query: client.query.bind(client) as pg.PoolClient['query'],
    release: () => undefined,
  }
  const db = kyselyOn({
    connect: async () => lent as pg.PoolClient,
    end: async () => undefined,
  } as pg.Pool)
  await makeRoles(db)
  await run(
    db,
    Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => only.includes(name))),
    true,
  )
}

export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, name)
}

function kyselyOn(pool: pg.Pool): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new Dialect({ pool }) })
}

async function makeRoles(db: Kysely<unknown>): Promise<void> {
  for (const role of [APP_ROLE, KEEPER_ROLE]) {
    // Roles belong to the whole cluster: another database of it may have made ours already, even at this moment.
    await sql
      .raw(
        `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
      )
      .execute(db)
    await sql
      .raw(
        `DO $$ BEGIN EXECUTE format('GRANT ${role} TO %I', current_user); EXCEPTION WHEN OTHERS THEN NULL; END $$`,
      )
      .execute(db)
    await sql.raw(`GRANT USAGE ON SCHEMA public TO ${role}`).execute(db)
  }
}

async function run(
  db: Kysely<unknown>,
  migrations: Readonly<Record<string, Migration>>,
  disableTransactions: boolean,
): Promise<void> {
  const provider: MigrationProvider = { getMigrations: async () => ({ ...migrations }) }
  // Numbers are given before the work is done, so that a lower one may come later.
  const { error, results } = await new Migrator({
    db,
    provider,
    allowUnorderedMigrations: true,
    disableTransactions,
  }).migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(
    `the migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )
}

/** What the database has had; nothing where it is new. */
async function migrationsOf(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    isNew: boolean
  }>`SELECT to_regclass('public.kysely_migration') IS NULL AS "isNew"`.execute(db)
  if (rows[0]?.isNew !== false) return []
  return (await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)).rows.map(
    ({ name }) => name,
  )
}

export async function runEach(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Row-level security that binds the owner too: a row is there for the tenant that is set, and for nobody else. */
export async function enableTenantPolicies(
  db: Kysely<unknown>,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    // Hosts must be looked up before the tenant is known; a host name is no secret.
    const read = table === 'tenant_hosts' ? 'true' : TENANT_IS_SET
    await runEach(db, [
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY tenant ON ${table} USING (${read}) WITH CHECK (${TENANT_IS_SET})`,
    ])
  }
}

// An unset tenant reads as '' once a transaction has set it before: no rows then, rather than an error or all rows.
const TENANT_IS_SET = "tenant_id = nullif(current_setting('app.tenant', true), '')::uuid"
