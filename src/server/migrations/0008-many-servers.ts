/**
 * Many servers on one database: what they announce to each other, and a role that sees only expired
 * rows.
 */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Which tenants have published, for servers that can't be notified: a pooler loses PostgreSQL's
    // notifications.
    `CREATE TABLE announcements (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      tenant uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
      at timestamptz NOT NULL DEFAULT now())`,
    `CREATE INDEX announcements_at ON announcements (at)`,
    // The clean-up looks for expired rows of all tenants at once.
    `CREATE INDEX sessions_seen ON sessions (seen_at)`,
    `CREATE INDEX codes_expiry ON codes (expires_at)`,
    `CREATE INDEX limits_start ON limits (started_at)`,
    `CREATE INDEX previews_over ON previews (expires_at)`,
    // By the database's own clock: a server whose clock is fast ends no session.
    `CREATE POLICY over ON sessions TO tsela_keeper USING (seen_at < now() - interval '14 days')`,
    `CREATE POLICY over ON codes TO tsela_keeper USING (expires_at < now() - interval '1 day')`,
    `CREATE POLICY over ON limits TO tsela_keeper USING (started_at < now() - interval '2 days')`,
    `CREATE POLICY over ON previews TO tsela_keeper USING (expires_at < now())`,
    // Unsent messages are retried, whichever tenant they belong to.
    `CREATE POLICY unsent ON messages TO tsela_keeper USING (sent_at IS NULL)`,
  ])
  await sql.raw('GRANT SELECT, INSERT ON announcements TO tsela_app').execute(db)
  await sql
    .raw('GRANT SELECT, DELETE ON announcements, sessions, codes, limits, previews TO tsela_keeper')
    .execute(db)
  await sql.raw('GRANT SELECT ON messages TO tsela_keeper').execute(db)
}
