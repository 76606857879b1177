/** What a user drafted or published remains when their account is erased, without their name. */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `ALTER TABLE drafts ALTER COLUMN updated_by DROP NOT NULL, DROP CONSTRAINT drafts_tenant_id_updated_by_fkey,
      ADD FOREIGN KEY (tenant_id, updated_by) REFERENCES users (tenant_id, id) ON DELETE SET NULL (updated_by)`,
    `ALTER TABLE releases DROP CONSTRAINT releases_tenant_id_created_by_fkey,
      ADD FOREIGN KEY (tenant_id, created_by) REFERENCES users (tenant_id, id) ON DELETE SET NULL (created_by)`,
  ])
}
