/** Errors in users' browsers, counted (engine/contract/errorreports.ts). Nobody is named. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // The id follows from the texts: the same error is one row.
    `CREATE TABLE error_log (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      name text NOT NULL, message text NOT NULL, frame text NOT NULL, page text NOT NULL, release text NOT NULL,
      count bigint NOT NULL, first_at timestamptz NOT NULL, last_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, id))`,
    `CREATE INDEX error_log_last ON error_log (tenant_id, last_at)`,
  ])
  await enableTenantPolicies(db, ['error_log'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON error_log TO tsela_app`])
}
