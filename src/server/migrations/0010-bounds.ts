/** Deletes what exceeds its limit: a user's oldest interactions, and unused pictures. */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a user did in the last hour is counted at every action.
  await runEach(db, [`CREATE INDEX audit_actor ON audit (tenant_id, actor, at)`])
  await sql.raw('GRANT DELETE ON interactions, images TO tsela_app').execute(db)
}
