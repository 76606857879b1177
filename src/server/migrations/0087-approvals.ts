/** Releases that one person asked for and another approves, where a tenant wants that. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // `drafts`: document -> hash of its draft, so that what is approved is what was asked for.
    `CREATE TABLE approvals (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      state text NOT NULL CHECK (state IN ('asked', 'returned', 'approved')),
      message text NOT NULL, drafts jsonb NOT NULL,
      asked_by uuid, asked_at timestamptz NOT NULL,
      decided_by uuid, decided_at timestamptz, comment text, release_id uuid,
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, asked_by) REFERENCES users (tenant_id, id) ON DELETE SET NULL (asked_by),
      FOREIGN KEY (tenant_id, decided_by) REFERENCES users (tenant_id, id) ON DELETE SET NULL (decided_by),
      FOREIGN KEY (tenant_id, release_id) REFERENCES releases (tenant_id, id))`,
    `CREATE INDEX approvals_open ON approvals (tenant_id, asked_at) WHERE state <> 'approved'`,
    `CREATE INDEX approvals_release ON approvals (tenant_id, release_id)`,
    `CREATE INDEX approvals_asked_by ON approvals (tenant_id, asked_by)`,
    `CREATE INDEX approvals_decided_by ON approvals (tenant_id, decided_by)`,
  ])
  await enableTenantPolicies(db, ['approvals'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON approvals TO tsela_app`])
}
