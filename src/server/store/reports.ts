/** Learners' reports by record, and up to when they have been handled (docs/decisions/0072). */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** How many of the newest reports of a record are returned. */
const MAX_STATEMENTS = 20
/** Characters of a comment; pages send at most as many. */
const MAX_CHARACTERS = 500

export type Reported = {
  readonly type: string
  readonly record: string
  /** Null if there is no such record. */
  readonly title: string | null
  readonly people: number
  /** ISO 8601, like every time in JSON. */
  readonly last: string
  readonly said: readonly { readonly reason: string; readonly text: string; readonly at: string }[]
  readonly handledAt: string | null
  readonly actor: string | null
  /** The actor's id; null if the account was erased. */
  readonly known: string | null
  readonly email: string | null
}
export type ReportQuery = {
  readonly types: readonly string[]
  readonly handled: boolean
  readonly page: number
  readonly pageSize: number
}

function query<Row>(text: RawBuilder<Row>) {
  return { compile: () => text.compile(db) }
}

// Pages may send anything in `interactions`: what isn't text is ignored. In milliseconds, as
// clients use them.
const TOLD = sql`
  SELECT body ->> 'type' AS type, body ->> 'id' AS record, left(body ->> 'reason', 60) AS reason,
    CASE WHEN jsonb_typeof(body -> 'text') = 'string' THEN left(body ->> 'text', ${MAX_CHARACTERS}) ELSE '' END AS text,
    user_id, date_trunc('milliseconds', created_at) AS at
  FROM interactions WHERE body ->> 'event' = 'report' AND jsonb_typeof(body -> 'type') = 'string' AND jsonb_typeof(body -> 'id') = 'string'`

/**
 * One page of records with reports, those with the newest report first. Doesn't include who
 * reported.
 */
export async function reportedRecords(
  tx: Tx,
  { types, handled, page, pageSize }: ReportQuery,
): Promise<{ readonly items: readonly Reported[]; readonly total: number }> {
  const isWanted = handled ? sql`told.at <= h.until` : sql`(h.until IS NULL OR told.at > h.until)`
  const found = await tx.first<{ items: readonly Reported[]; total: number }>(
    query(sql<{ items: readonly Reported[]; total: number }>`
      WITH told AS (${TOLD} AND body ->> 'type' = ANY (${[...types]}::text[])),
        wanted AS (SELECT told.type, told.record, told.reason, told.text, told.user_id, told.at FROM told LEFT JOIN handled_reports h ON h.type = told.type AND h.record = told.record WHERE ${isWanted}),
        records AS (SELECT type, record, count(DISTINCT user_id)::integer AS people, max(at) AS last FROM wanted GROUP BY type, record),
        shown AS (SELECT type, record, people, last FROM records ORDER BY last DESC, type, record LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize})
      SELECT (SELECT count(*)::integer FROM records) AS total,
        (SELECT coalesce(json_agg(json_build_object('type', shown.type, 'record', shown.record, 'people', people, 'last', ${iso(sql`last`)},
          'title', coalesce(
            (SELECT c.title FROM content c WHERE c.type = shown.type AND c.id = shown.record
              AND c.version = coalesce((SELECT s.current FROM content_sets s WHERE s.type = c.type), 0)),
            (SELECT c.title FROM shared_content c WHERE c.type = shown.type AND c.id = shown.record)),
          'said', (SELECT json_agg(json_build_object('reason', s.reason, 'text', s.text, 'at', ${iso(sql`s.at`)}) ORDER BY s.at DESC)
            FROM (SELECT w.reason, w.text, w.at FROM wanted w WHERE w.type = shown.type AND w.record = shown.record ORDER BY w.at DESC LIMIT ${MAX_STATEMENTS}) s),
          'handledAt', ${iso(sql`a.at`)}, 'actor', a.actor, 'known', u.id, 'email', u.email) ORDER BY last DESC, shown.type, shown.record), '[]')
          FROM shown LEFT JOIN handled_reports h ON ${handled} AND h.type = shown.type AND h.record = shown.record
            LEFT JOIN audit a ON a.id = h.audit_id LEFT JOIN users u ON u.id = a.actor) AS items`),
  )
  return found!
}

function iso(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/**
 * Marks what was reported up to a time as handled; later reports are open. By the database's clock,
 * like reports.
 *
 * @param until null: now
 * @returns false if the record has no reports
 */
export async function handleReports(
  tx: Tx,
  type: string,
  record: string,
  { until, auditId }: { readonly until: Date | null; readonly auditId: string },
): Promise<boolean> {
  const done = await tx.run(
    query(sql`
      INSERT INTO handled_reports (tenant_id, type, record, until, audit_id)
      SELECT ${tx.tenant}::uuid, ${type}, ${record}, least(${until}::timestamptz, now()), ${auditId}::uuid
        WHERE EXISTS (SELECT FROM (${TOLD}) told WHERE told.type = ${type} AND told.record = ${record})
      ON CONFLICT (tenant_id, type, record) DO UPDATE SET until = excluded.until, audit_id = excluded.audit_id`),
  )
  return done === 1
}

/** Reopens all reports of a record. @returns false if none was handled */
export async function reopenReports(tx: Tx, type: string, record: string): Promise<boolean> {
  return (
    (await tx.run(
      db.deleteFrom('handled_reports').where('type', '=', type).where('record', '=', record),
    )) === 1
  )
}
