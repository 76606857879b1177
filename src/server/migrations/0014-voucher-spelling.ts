/** Vouchers are found however their code is spelt, ignoring hyphens, spaces and case. */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Not unique: earlier codes may differ only in a hyphen, and then only an exact match counts.
  await runEach(db, [
    `CREATE INDEX vouchers_spelling ON vouchers (tenant_id, translate(upper(code), '- ', ''))`,
  ])
}
