/**
 * The sum that an event of a payment was about: what is given back in parts adds up. Earlier events
 * don't know theirs.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, ['ALTER TABLE payment_events ADD COLUMN amount integer'])
}
