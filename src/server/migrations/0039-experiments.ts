/** Who is in which arm of an experiment, and has seen it (docs/decisions/0099). */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Of several people with one unit, who share a phone, only the first is counted.
    `CREATE TABLE person_units (tenant_id uuid NOT NULL, user_id uuid NOT NULL, unit uuid NOT NULL,
      counted boolean NOT NULL, created_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, user_id),
      FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE)`,
    `CREATE INDEX person_units_unit ON person_units (tenant_id, unit)`,
    // A phase is one analysis of an experiment: it ends when the division of people changes.
    `CREATE TABLE experiment_assignments (tenant_id uuid NOT NULL REFERENCES tenants (id), unit uuid NOT NULL,
      experiment text NOT NULL, phase text NOT NULL, arm text NOT NULL, probability double precision NOT NULL,
      assigned_at timestamptz NOT NULL, exposed_at timestamptz,
      PRIMARY KEY (tenant_id, unit, experiment, phase))`,
    `CREATE INDEX experiment_assignments_exposed ON experiment_assignments (tenant_id, experiment, phase, exposed_at)`,
    `CREATE INDEX experiment_assignments_at ON experiment_assignments (assigned_at)`,
    // Null outside experiments, and for everything from before.
    `ALTER TABLE events ADD COLUMN unit uuid`,
    `CREATE INDEX events_unit ON events (tenant_id, unit) WHERE unit IS NOT NULL`,
  ])
  await enableTenantPolicies(db, ['person_units', 'experiment_assignments'])
  await runEach(db, [
    `GRANT SELECT, INSERT, DELETE ON person_units TO tsela_app`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON experiment_assignments TO tsela_app`,
    // Only with the person whose unit they have.
    `GRANT DELETE ON events TO tsela_app`,
    `CREATE POLICY over ON experiment_assignments TO tsela_keeper USING (assigned_at < now() - interval '730 days')`,
    `GRANT SELECT, DELETE ON experiment_assignments TO tsela_keeper`,
  ])
}
