/** Codes that were created together are found together: printed again, counted, withdrawn. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE voucher_batches (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      plan text NOT NULL, note text NOT NULL, uses integer, expires_at timestamptz, cohort jsonb,
      created_at timestamptz NOT NULL, withdrawn_at timestamptz, PRIMARY KEY (tenant_id, id))`,
    // Null for older codes and those of servers of an earlier version. No foreign key: a migration
    // adds no constraint to a table that others write (docs/decisions/0062).
    `ALTER TABLE vouchers ADD COLUMN batch_id uuid`,
    `CREATE INDEX vouchers_batch ON vouchers (tenant_id, batch_id)`,
  ])
  await enableTenantPolicies(db, ['voucher_batches'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON voucher_batches TO tsela_app`])
}
