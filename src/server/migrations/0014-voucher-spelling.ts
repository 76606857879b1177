/** Vouchers are found however their code is spelt: without its hyphens, spaces and case. */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Not unique: codes of before may differ in nothing but a hyphen, and then only the exact one is
  // taken.
  await runEach(db, [
    `CREATE INDEX vouchers_spelling ON vouchers (tenant_id, translate(upper(code), '- ', ''))`,
  ])
}
