/** What an operator allows a tenant at most (docs/decisions/0221). */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [`ALTER TABLE tenants ADD COLUMN limits jsonb NOT NULL DEFAULT '{}'`])
}
