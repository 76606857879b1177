/**
 * For retention periods: reading expired rows of all tenants; and counts for operators over all of
 * them.
 */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

/**
 * Rows that may be read for all tenants: by the owner of the tables, in a transaction that declares
 * it, never in the role of a request.
 */
const LOOKED_AT = ['events', 'audit', 'messages', 'attempts', 'live_releases', 'releases']

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE INDEX events_received ON events (tenant_id, received_at)`,
    `CREATE INDEX audit_at ON audit (tenant_id, at)`,
    `CREATE INDEX messages_created ON messages (tenant_id, created_at)`,
    `CREATE INDEX messages_unsent ON messages (created_at) WHERE sent_at IS NULL`,
    `CREATE INDEX attempts_begun ON attempts (tenant_id, started_at) WHERE state = 'open'`,
    `CREATE INDEX releases_created ON releases (created_at)`,
    // When each of the chores that one server does for all was last started.
    `CREATE TABLE chores (name text PRIMARY KEY, begun_at timestamptz NOT NULL)`,
    // Answers and logs of an attempt are read as well, because an attempt is as recent as the last
    // of them.
    ...[...LOOKED_AT, 'answers', 'task_logs'].map(
      (table) =>
        `CREATE POLICY housekeeping ON ${table} TO CURRENT_USER USING (current_setting('app.housekeeping', true) = 'on')`,
    ),
  ])
  await sql.raw('GRANT SELECT ON chores TO tsela_app').execute(db)
}
