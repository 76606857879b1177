/**
 * Learners' reports are stored with their other interactions; this records up to when each record's
 * reports have been handled (docs/decisions/0072). Who did that is in the audit log.
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE handled_reports (tenant_id uuid NOT NULL REFERENCES tenants (id), type text NOT NULL, record text NOT NULL,
      until timestamptz NOT NULL, audit_id uuid NOT NULL, PRIMARY KEY (tenant_id, type, record))`,
    // Finds reports among all interactions.
    `CREATE INDEX interactions_reports ON interactions (tenant_id, created_at) WHERE body ->> 'event' = 'report'`,
  ])
  await enableTenantPolicies(db, ['handled_reports'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON handled_reports TO tsela_app`])
}
