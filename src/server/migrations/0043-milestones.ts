/** When a person of an experiment reached what no other table dates. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE milestones (tenant_id uuid NOT NULL, user_id uuid NOT NULL,
      fact text NOT NULL, at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, user_id, fact),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
  ])
  await enableTenantPolicies(db, ['milestones'])
  await runEach(db, [`GRANT SELECT, INSERT, DELETE ON milestones TO tsela_app`])
}
