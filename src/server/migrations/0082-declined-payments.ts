/** A payment that was declined can still be paid until its time is over: then it expires like any. */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    'DROP INDEX payments_open',
    `CREATE INDEX payments_open ON payments (expires_at) WHERE state IN ('created', 'pending', 'declined')`,
  ])
}
