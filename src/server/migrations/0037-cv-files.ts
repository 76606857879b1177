/** Which files of the CV a person made, and when last: one row for each format. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE cv_files (tenant_id uuid NOT NULL REFERENCES tenants (id), user_id uuid NOT NULL, format text NOT NULL,
      layout text NOT NULL, made integer NOT NULL DEFAULT 1, first_at timestamptz NOT NULL, last_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, user_id, format),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
  ])
  await enableTenantPolicies(db, ['cv_files'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON cv_files TO tsela_app`])
}
