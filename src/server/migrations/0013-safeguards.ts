/**
 * Safeguards that don't depend on one server's clock, and a record of how long an older secret is
 * needed.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

/**
 * The shortest retention period that a tenant may set (RETENTION_DAYS), by the database's clock,
 * whatever a server's clock says.
 */
const OVER: Readonly<Record<string, string>> = {
  events: `received_at < now() - interval '1 day'`,
  audit: `at < now() - interval '365 days'`,
  messages: `created_at < now() - interval '1 day'`,
  attempts: `state = 'open' AND started_at < now() - interval '90 days'`,
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // In addition to the policies that let housekeeping see all tenants: of those rows it may
    // delete only what can have expired.
    ...Object.entries(OVER).map(
      ([table, isOver]) =>
        `CREATE POLICY keep ON ${table} AS RESTRICTIVE FOR DELETE TO CURRENT_USER USING (current_setting('app.housekeeping', true) IS DISTINCT FROM 'on' OR (${isOver}))`,
    ),
    // Which secret a code or a link was made with; null for earlier ones.
    `ALTER TABLE codes ADD COLUMN key_id text`,
  ])
}
