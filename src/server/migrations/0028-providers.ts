/**
 * Accounts that are signed in to through another service, and the secrets that we share with such
 * services (docs/decisions/0086).
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Whatever two servers do at once, one subject of a service is one user.
    `CREATE TABLE identities (tenant_id uuid NOT NULL, provider text NOT NULL, issuer text NOT NULL, subject text NOT NULL,
      user_id uuid NOT NULL, created_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, provider, issuer, subject),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX identities_user ON identities (tenant_id, user_id)`,
    `CREATE TABLE provider_secrets (tenant_id uuid NOT NULL REFERENCES tenants (id), provider text NOT NULL,
      client text NOT NULL, secret_sealed text NOT NULL, set_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, provider))`,
  ])
  await enableTenantPolicies(db, ['identities', 'provider_secrets'])
  // An identity is never changed: it goes with its user.
  await runEach(db, [
    `GRANT SELECT, INSERT ON identities TO tsela_app`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON provider_secrets TO tsela_app`,
  ])
}
