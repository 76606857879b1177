/**
 * A tenant's own keys of payment providers and its own mail server, and with which of them a
 * payment began (docs/decisions/0222).
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // `retired_at`: replaced or removed, but payments that began with it may still need it.
    // `failed_at`, `failure`: of a mail server that refused the last message.
    `CREATE TABLE own_keys (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      service text NOT NULL CHECK (service IN ('paystack', 'stripe', 'smtp')), keys_sealed text NOT NULL,
      set_at timestamptz NOT NULL, set_by uuid, retired_at timestamptz, failed_at timestamptz, failure text,
      PRIMARY KEY (tenant_id, id))`,
    `CREATE UNIQUE INDEX own_keys_current ON own_keys (tenant_id, service) WHERE retired_at IS NULL`,
    `CREATE INDEX own_keys_retired ON own_keys (retired_at) WHERE retired_at IS NOT NULL`,
    // Null: with the installation's keys. Without a foreign key: the payment outlives the keys.
    `ALTER TABLE payments ADD COLUMN own_key uuid`,
    `CREATE INDEX payments_own_key ON payments (tenant_id, own_key) WHERE own_key IS NOT NULL`,
  ])
  await enableTenantPolicies(db, ['own_keys'])
  await runEach(db, [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON own_keys TO tsela_app`,
    `CREATE POLICY over ON own_keys TO tsela_keeper USING (retired_at < now() - interval '180 days')`,
    `GRANT SELECT, DELETE ON own_keys TO tsela_keeper`,
  ])
}
