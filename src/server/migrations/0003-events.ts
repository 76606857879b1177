/** Usage events: by device, without a user. */

import { sql, type Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export const TENANT_TABLES = ['events']

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // The device is a keyed hash of its own id: two tenants can't tell that it was the same one.
    `CREATE TABLE events (
      tenant_id uuid NOT NULL REFERENCES tenants (id), id uuid NOT NULL,
      at timestamptz NOT NULL, name text NOT NULL, props jsonb NOT NULL, device bytea NOT NULL, received_at timestamptz NOT NULL,
      PRIMARY KEY (tenant_id, id))`,
    `CREATE INDEX events_name ON events (tenant_id, name, received_at)`,
  ])
  await enableTenantPolicies(db, TENANT_TABLES)
  // Events are append-only.
  await sql.raw('GRANT SELECT, INSERT ON events TO tsela_app').execute(db)
}
