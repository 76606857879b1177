/** A library of pictures: what they are called and show, narrower versions, and what was removed. */

import type { Kysely } from 'kysely'
import { enableTenantPolicies, runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // Images of before, and those that servers of an earlier version store, have no row.
    `CREATE TABLE pictures (tenant_id uuid NOT NULL REFERENCES tenants (id), sha text NOT NULL,
      name text NOT NULL, words jsonb NOT NULL DEFAULT '{}', width integer, height integer, removed_at timestamptz,
      PRIMARY KEY (tenant_id, sha), FOREIGN KEY (tenant_id, sha) REFERENCES images (tenant_id, sha) ON DELETE CASCADE)`,
    `CREATE TABLE picture_widths (tenant_id uuid NOT NULL REFERENCES tenants (id), sha text NOT NULL,
      width integer NOT NULL, type text NOT NULL, body bytea NOT NULL,
      PRIMARY KEY (tenant_id, sha, width), FOREIGN KEY (tenant_id, sha) REFERENCES images (tenant_id, sha) ON DELETE CASCADE)`,
  ])
  await enableTenantPolicies(db, ['pictures', 'picture_widths'])
  await runEach(db, [
    `GRANT SELECT, INSERT, UPDATE ON pictures TO tsela_app`,
    // Their bytes never change, and go with the image.
    `GRANT SELECT, INSERT ON picture_widths TO tsela_app`,
  ])
}
