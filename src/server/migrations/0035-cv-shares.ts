/** Links that show a CV to others until they expire or are ended (docs/decisions/0093). */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE cv_shares (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL, user_id uuid NOT NULL,
      token_hash bytea NOT NULL, hide text[] NOT NULL, language text NOT NULL, opened integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, revoked_at timestamptz,
      PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, token_hash),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX cv_shares_user ON cv_shares (tenant_id, user_id)`,
    `CREATE INDEX cv_shares_expire ON cv_shares (expires_at)`,
  ])
  await enableTenantPolicies(db, ['cv_shares'])
  await runEach(db, [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON cv_shares TO tsela_app`,
    // Until then a link says that it has ended.
    `CREATE POLICY over ON cv_shares TO tsela_keeper USING (expires_at < now() - interval '30 days')`,
    `GRANT SELECT, DELETE ON cv_shares TO tsela_keeper`,
  ])
}
