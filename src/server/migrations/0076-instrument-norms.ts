/** What a tenant's own people say about a scale, for those who take it next (docs/decisions/0146). */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `CREATE TABLE instrument_norms (tenant_id uuid NOT NULL REFERENCES tenants (id), assessment text NOT NULL,
      language text NOT NULL, age text NOT NULL, scoring text NOT NULL, version text NOT NULL, people integer NOT NULL, norms jsonb NOT NULL, updated_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, assessment, language, age))`,
    // They are made of sums, and go with any of them: the next pass makes them again.
    `CREATE OR REPLACE FUNCTION forget_norms() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM instrument_norms WHERE tenant_id = OLD.tenant_id AND assessment = OLD.assessment;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER instrument_blocks_forget AFTER DELETE ON instrument_blocks FOR EACH ROW EXECUTE FUNCTION forget_norms()`,
  ])
  await enableTenantPolicies(db, ['instrument_norms'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON instrument_norms TO tsela_app`])
}
