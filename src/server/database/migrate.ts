/** Migrates the tables to the newest version, forward only. A failed migration stops the start. */

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
import * as importJobs from '#server/migrations/0019-import-jobs.ts'
import * as contentAtSize from '#server/migrations/0020-content-at-size.ts'
import * as reports from '#server/migrations/0021-reports.ts'
import * as searchRecords from '#server/migrations/0024-search-records.ts'
import * as addresses from '#server/migrations/0025-addresses.ts'
import * as payments from '#server/migrations/0026-payments.ts'
import * as providers from '#server/migrations/0028-providers.ts'
import * as voucherBatches from '#server/migrations/0029-voucher-batches.ts'
import * as errorLog from '#server/migrations/0030-error-log.ts'
import * as guardians from '#server/migrations/0031-guardians.ts'
import * as secondFactor from '#server/migrations/0032-second-factor.ts'
import * as cvShares from '#server/migrations/0035-cv-shares.ts'
import * as cvFiles from '#server/migrations/0037-cv-files.ts'
import * as experiments from '#server/migrations/0039-experiments.ts'
import * as milestones from '#server/migrations/0043-milestones.ts'
import * as experimentSums from '#server/migrations/0045-experiment-sums.ts'
import * as instrumentSums from '#server/migrations/0048-instrument-sums.ts'
import * as operators from '#server/migrations/0053-operators.ts'
import * as counting from '#server/migrations/0064-counting.ts'
import * as instrumentNorms from '#server/migrations/0076-instrument-norms.ts'
import * as lastReleaseSessions from '#server/migrations/0077-last-release-sessions.ts'
import * as releaseOfAResult from '#server/migrations/0078-release-of-a-result.ts'
import * as normsDue from '#server/migrations/0079-norms-due.ts'
import * as guessesUncounted from '#server/migrations/0080-guesses-uncounted.ts'
import * as refundsInParts from '#server/migrations/0081-refunds-in-parts.ts'
import * as declinedPayments from '#server/migrations/0082-declined-payments.ts'
import * as pictures from '#server/migrations/0083-pictures.ts'
import * as earlierArms from '#server/migrations/0084-earlier-arms.ts'
import * as exposuresCovered from '#server/migrations/0085-exposures-covered.ts'
import * as mixedAnalyses from '#server/migrations/0086-mixed-analyses.ts'
import * as approvals from '#server/migrations/0087-approvals.ts'
import * as draftComments from '#server/migrations/0088-draft-comments.ts'
import * as scheduledReleases from '#server/migrations/0089-scheduled-releases.ts'
import * as verifiedHosts from '#server/migrations/0090-verified-hosts.ts'
import * as tenantLimits from '#server/migrations/0091-tenant-limits.ts'
import * as ownKeys from '#server/migrations/0092-own-keys.ts'
import * as languagesOfPeople from '#server/migrations/0093-languages-of-people.ts'

/** How long a migration waits for a table: less than PostgreSQL's deadlock_timeout. */
const LOCK_WAIT_MS = 500
/** How long it leaves the table to others before it tries again. */
const LOCK_AGAIN_MS = 500

/** Every migration by name, in order. Never edited once it has run anywhere. */
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
  '0019-import-jobs': importJobs,
  '0020-content-at-size': contentAtSize,
  '0021-reports': reports,
  '0024-search-records': searchRecords,
  '0025-addresses': addresses,
  '0026-payments': payments,
  '0028-providers': providers,
  '0029-voucher-batches': voucherBatches,
  '0030-error-log': errorLog,
  '0031-guardians': guardians,
  '0032-second-factor': secondFactor,
  '0035-cv-shares': cvShares,
  '0037-cv-files': cvFiles,
  '0039-experiments': experiments,
  '0043-milestones': milestones,
  '0045-experiment-sums': experimentSums,
  '0048-instrument-sums': instrumentSums,
  '0053-operators': operators,
  '0064-counting': counting,
  '0076-instrument-norms': instrumentNorms,
  '0077-last-release-sessions': lastReleaseSessions,
  '0078-release-of-a-result': releaseOfAResult,
  '0079-norms-due': normsDue,
  '0080-guesses-uncounted': guessesUncounted,
  '0081-refunds-in-parts': refundsInParts,
  '0082-declined-payments': declinedPayments,
  '0083-pictures': pictures,
  '0084-earlier-arms': earlierArms,
  '0085-exposures-covered': exposuresCovered,
  '0086-mixed-analyses': mixedAnalyses,
  '0087-approvals': approvals,
  '0088-draft-comments': draftComments,
  '0089-scheduled-releases': scheduledReleases,
  '0090-verified-hosts': verifiedHosts,
  '0091-tenant-limits': tenantLimits,
  '0092-own-keys': ownKeys,
  '0093-languages-of-people': languagesOfPeople,
} as const

/**
 * Kysely's lock belongs to the session, and a pooler may release it in another session: it would
 * stay forever, and no server could start again. The caller of `migrate` holds a lock of its own
 * (`Database.alone`, or the transaction of a restore); the embedded database, which grants such a
 * lock to all callers at once, has the lock of its folder.
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
 * Callers make sure that only one of them runs at a time.
 *
 * @returns migrations of a newer version that the database already has: tables only ever grow, so a
 *   server of this version works with them too
 * @throws the error of the first migration that failed; those before it stay applied
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
      Object.entries(MIGRATIONS).map(([name, migration]) => [name, withLockTimeout(migration)]),
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
 * A migration that waits for a table makes every later query wait behind it, and after a second
 * PostgreSQL looks for deadlocks and aborts one of the parties, perhaps a user's request. So the
 * migration gives up first, is rolled back, and starts again.
 */
function withLockTimeout({ up }: Migration): Migration {
  return {
    up: async (db) => {
      await sql.raw(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`).execute(db)
      await up(db)
    },
  }
}

/** Did it give up waiting for a lock? */
function wasLocked(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  return code === '55P03' || code === '40P01'
}

/**
 * The same within an open transaction.
 *
 * @param only names of the migrations to run; default: all
 */
export async function migrateWithin(
  client: pg.ClientBase,
  only: readonly string[] = Object.keys(MIGRATIONS),
): Promise<void> {
  const lent = {
    query: client.query.bind(client),
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
    // Roles belong to the whole cluster: another database may create ours first, even concurrently.
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
  // Numbers are assigned before the work is done, so a lower one may arrive later.
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

/** Names of the migrations that the database has; none if it is new. */
async function migrationsOf(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    isNew: boolean
  }>`SELECT to_regclass('public.kysely_migration') IS NULL AS "isNew"`.execute(db)
  if (rows[0]?.isNew !== false) return []
  return (await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)).rows.map(
    ({ name }) => name,
  )
}
