/**
 * What must not depend on one server's clock, and what is needed to say how long an older secret
 * has to stay.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

/**
 * The shortest time that any tenant may keep something (RETENTION_DAYS): by the database's clock,
 * whatever a server believes.
 */
const OVER: Readonly<Record<string, string>> = {
  events: `received_at < now() - interval '1 day'`,
  audit: `at < now() - interval '365 days'`,
  messages: `created_at < now() - interval '1 day'`,
  attempts: `state = 'open' AND started_at < now() - interval '90 days'`,
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Beside the policies that let housekeeping see all tenants: of those rows it may delete only
    // what can be over at all.
    ...Object.entries(OVER).map(
      ([table, isOver]) =>
        `CREATE POLICY keep ON ${table} AS RESTRICTIVE FOR DELETE TO CURRENT_USER USING (current_setting('app.housekeeping', true) IS DISTINCT FROM 'on' OR (${isOver}))`,
    ),
    // Which secret a code or a link was made with. Those of before do not say.
    `ALTER TABLE codes ADD COLUMN key_id text`,
  ])
}
