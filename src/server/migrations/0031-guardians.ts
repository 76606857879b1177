/**
 * Asking guardians for their consent (docs/decisions/0089). A row for each request that was sent, and
 * what came of it: the evidence. Whom it went to is not here but sealed at the user, and only as long
 * as it is needed.
 */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE guardian_requests (tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL, user_id uuid NOT NULL,
      token_hash bytea NOT NULL, channel text NOT NULL CHECK (channel IN ('email', 'phone')), language text NOT NULL,
      state text NOT NULL CHECK (state IN ('open', 'replaced', 'agreed', 'refused', 'withdrawn')),
      created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
      version integer, answered_at timestamptz, withdrawn_at timestamptz, PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, token_hash),
      CHECK ((state IN ('open', 'replaced')) = (answered_at IS NULL)), CHECK ((answered_at IS NULL) = (version IS NULL)),
      CHECK ((state = 'withdrawn') = (withdrawn_at IS NOT NULL)),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX guardian_requests_user ON guardian_requests (tenant_id, user_id, created_at)`,
  ])
  await enableTenantPolicies(db, ['guardian_requests'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON guardian_requests TO tsela_app`])
}
