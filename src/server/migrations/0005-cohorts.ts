/** Research cohorts: a voucher may put a user into one; and an index for all attempts of a user. */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    `ALTER TABLE vouchers ADD COLUMN cohort jsonb`,
    `CREATE INDEX attempts_user ON attempts (tenant_id, user_id, assessment)`,
  ])
}
