/** Timed tasks: the seed of an attempt, and the log of each of its levels. */

import { sql, type Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export const TENANT_TABLES = ['task_logs']

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `ALTER TABLE attempts ADD COLUMN seed integer`,
    `CREATE TABLE task_logs (
      tenant_id uuid NOT NULL, attempt_id uuid NOT NULL, level smallint NOT NULL,
      events jsonb NOT NULL, received_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, attempt_id, level),
      FOREIGN KEY (tenant_id, attempt_id) REFERENCES attempts (tenant_id, id) ON DELETE CASCADE)`,
  ])
  await enableTenantPolicies(db, TENANT_TABLES)
  // Logs are append-only; they are deleted with their user.
  await sql.raw('GRANT SELECT, INSERT ON task_logs TO tsela_app').execute(db)
}
