/** What is recorded of how the product is used: by a device, and by nobody in particular. */

import { sql, type Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export const TENANT_TABLES = ['events']

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // The device is a keyed hash of what it calls itself: two tenants cannot tell that it was the
    // same one.
    `CREATE TABLE events (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      at timestamptz NOT NULL, name text NOT NULL, props jsonb NOT NULL, device bytea NOT NULL, received_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, id))`,
    `CREATE INDEX events_name ON events (tenant_id, name, received_at)`,
  ])
  await enableTenantPolicies(db, TENANT_TABLES)
  // Events are only ever added.
  await sql.raw('GRANT SELECT, INSERT ON events TO tsela_app').execute(db)
}
