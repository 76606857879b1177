/** Brings the tables to the newest version, forward only. A failed migration stops the start. */

import { Kysely, Migrator, PostgresAdapter, PostgresDialect, sql, type MigrationProvider } from 'kysely'
import { APP_ROLE, type Database } from './database.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as releases from './migrations/0002-releases.ts'
import * as events from './migrations/0003-events.ts'
import * as tasks from './migrations/0004-tasks.ts'
import * as cohorts from './migrations/0005-cohorts.ts'
import * as leaving from './migrations/0006-leaving.ts'

/** Every migration by name, in the order of the names. Never edited once it has run anywhere. */
const MIGRATIONS = {
  '0001-foundation': foundation,
  '0002-releases': releases,
  '0003-events': events,
  '0004-tasks': tasks,
  '0005-cohorts': cohorts,
  '0006-leaving': leaving,
} as const

/** The embedded database grants an advisory lock to everybody at once; its lock file stands for it. */
class NoLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class EmbeddedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new NoLockAdapter()
  }
}

/** @throws the error of the first migration that failed; those before it stay */
export async function migrate(database: Database): Promise<void> {
  const config = { pool: database.pool }
  const db = new Kysely<unknown>({ dialect: database.kind === 'embedded' ? new EmbeddedDialect(config) : new PostgresDialect(config) })
  // Roles belong to the whole cluster: another database of it may have made ours already, even at this moment.
  await sql
    .raw(
      `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN CREATE ROLE ${APP_ROLE} NOLOGIN; END IF; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    )
    .execute(db)
  await sql.raw(`DO $$ BEGIN EXECUTE format('GRANT ${APP_ROLE} TO %I', current_user); EXCEPTION WHEN OTHERS THEN NULL; END $$`).execute(db)
  await sql.raw(`GRANT USAGE ON SCHEMA public TO ${APP_ROLE}`).execute(db)
  const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find(({ status }) => status === 'Error')
    throw new Error(`the migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

export async function runEach(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Row-level security that binds the owner too: a row is there for the tenant that is set, and for nobody else. */
export async function enableTenantPolicies(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
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
