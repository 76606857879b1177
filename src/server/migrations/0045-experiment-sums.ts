/** What experiments have counted so far, as sums that are continued (docs/decisions/0104). */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // A row for each day on which people began to count; it has the sums of everybody until then,
    // never of fewer than 63, so a row is about nobody.
    `CREATE TABLE experiment_sums (tenant_id uuid NOT NULL REFERENCES tenants (id), experiment text NOT NULL,
      phase text NOT NULL, measure text NOT NULL, day date NOT NULL,
      through timestamptz NOT NULL, people integer NOT NULL, state jsonb NOT NULL,
      PRIMARY KEY (tenant_id, experiment, phase, measure, day))`,
    // What results are broken down by, as it was when the arm was seen.
    `ALTER TABLE experiment_assignments ADD COLUMN device text, ADD COLUMN language text, ADD COLUMN plan text`,
    `CREATE INDEX audit_target ON audit (tenant_id, target, at)`,
    // Which tenants have anything to count, asked by the owner of the tables.
    `CREATE POLICY housekeeping ON experiment_assignments FOR SELECT TO CURRENT_USER USING (current_setting('app.housekeeping', true) = 'on')`,
  ])
  await enableTenantPolicies(db, ['experiment_sums'])
  await runEach(db, [`GRANT SELECT, INSERT, UPDATE, DELETE ON experiment_sums TO tsela_app`])
}
