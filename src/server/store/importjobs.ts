/**
 * The progress of the last import of each content type: one row each, updated by the server that
 * runs it.
 */

import { sql, type RawBuilder } from 'kysely'
import { UNKEEPABLE } from '#engine/documents/bounds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** A job without an update for this long has ended with its server. */
const SILENT_SECONDS = 20
const ALL_UNKEEPABLE = new RegExp(UNKEEPABLE, 'gu')
const ENDED = sql`('done', 'refused', 'failed')`

/** @typeParam Report of an import; only a finished job has one */
export type StoredJob<Report> = {
  readonly file: string
  readonly dryRun: boolean
  readonly phase: 'checking' | 'writing' | 'done' | 'refused' | 'failed'
  /** Checked or written so far. */
  readonly rows: number
  /** In the file; null until it has been checked. */
  readonly total: number | null
  readonly report?: Report
  /** Why it failed. */
  readonly code?: string
}

function query<Row>(text: RawBuilder<Row>) {
  return { compile: () => text.compile(db) }
}

/** @returns false while another import of the type is in progress */
export async function beginJob(
  tx: Tx,
  type: string,
  id: string,
  job: StoredJob<unknown>,
  now: Date,
): Promise<boolean> {
  const done = await tx.run(
    query(sql`
      INSERT INTO content_imports (tenant_id, type, id, state, beat_at) VALUES (${tx.tenant}, ${type}, ${id}, ${keepable(job)}::jsonb, ${now})
      ON CONFLICT (tenant_id, type) DO UPDATE SET id = excluded.id, state = excluded.state, beat_at = excluded.beat_at
        WHERE content_imports.state ->> 'phase' IN ${ENDED} OR content_imports.beat_at < ${silentSince(now)}`),
  )
  return done === 1
}

/** A job that has ended stays as it is. */
export function noteJob(
  tx: Tx,
  type: string,
  id: string,
  job: StoredJob<unknown>,
  now: Date,
): Promise<number> {
  return tx.run(
    query(
      sql`UPDATE content_imports SET state = ${keepable(job)}::jsonb, beat_at = ${now} WHERE type = ${type} AND id = ${id} AND state ->> 'phase' NOT IN ${ENDED}`,
    ),
  )
}

/**
 * @returns undefined if nothing was ever imported; `stopped`: its server ended before the job did
 */
export function jobOf<Report>(
  tx: Tx,
  type: string,
  now: Date,
): Promise<(StoredJob<Report> & { readonly stopped: boolean }) | undefined> {
  type Row = StoredJob<Report> & { readonly stopped: boolean }
  return tx
    .first<{ job: Row }>(
      query(sql<{ job: Row }>`
        SELECT state || jsonb_build_object('stopped', state ->> 'phase' NOT IN ${ENDED} AND beat_at < ${silentSince(now)}) AS job
        FROM content_imports WHERE type = ${type}`),
    )
    .then((found) => found?.job)
}

/** A report quotes what was wrong in a file, which may include what the database can't store. */
function keepable(job: StoredJob<unknown>): string {
  return JSON.stringify(job, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(ALL_UNKEEPABLE, '\uFFFD') : value,
  )
}

function silentSince(now: Date): Date {
  return new Date(now.getTime() - SILENT_SECONDS * 1000)
}
