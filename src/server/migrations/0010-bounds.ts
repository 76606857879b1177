/**
 * What is beyond its bound goes: the oldest interactions of a person, pictures that nothing shows.
 */

import { sql, type Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // How much somebody did in the last hour is asked at everything that they do.
  await runEach(db, [`CREATE INDEX audit_actor ON audit (tenant_id, actor, at)`])
  await sql.raw('GRANT DELETE ON interactions, images TO tsela_app').execute(db)
}
