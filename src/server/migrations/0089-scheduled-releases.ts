/** Releases that are published at a time that somebody chose. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // What was published is deleted with its release: the audit log keeps that it was scheduled.
    `CREATE TABLE scheduled_releases (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'failed')),
      message text NOT NULL, drafts jsonb NOT NULL, publish_at timestamptz NOT NULL,
      scheduled_by uuid, scheduled_at timestamptz NOT NULL, approval_id uuid,
      reason text, detail text,
      PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, scheduled_by) REFERENCES users (tenant_id, id) ON DELETE SET NULL (scheduled_by),
      FOREIGN KEY (tenant_id, approval_id) REFERENCES approvals (tenant_id, id))`,
    `CREATE INDEX scheduled_releases_due ON scheduled_releases (publish_at) WHERE state = 'waiting'`,
    `CREATE INDEX scheduled_releases_scheduled_by ON scheduled_releases (tenant_id, scheduled_by)`,
    `CREATE INDEX scheduled_releases_approval ON scheduled_releases (tenant_id, approval_id)`,
    // Which tenants have anything due, asked by the owner of the tables.
    `CREATE POLICY housekeeping ON scheduled_releases FOR SELECT TO CURRENT_USER USING (current_setting('app.housekeeping', true) = 'on')`,
    `ALTER TABLE approvals ADD COLUMN publish_at timestamptz`,
  ])
  await enableTenantPolicies(db, ['scheduled_releases'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_releases TO tsela_app`])
}
