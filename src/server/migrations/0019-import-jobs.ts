/**
 * The progress of the last import of each type (docs/decisions/0073): the console asks any server
 * for it, even after a reload.
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // The server that works on it updates `beat_at`; one that was killed doesn't.
    `CREATE TABLE content_imports (tenant_id uuid NOT NULL REFERENCES tenants (id), type text NOT NULL, id uuid NOT NULL,
      state jsonb NOT NULL, beat_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, type))`,
  ])
  await enableTenantPolicies(db, ['content_imports'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON content_imports TO tsela_app`])
}
