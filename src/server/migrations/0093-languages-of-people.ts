/**
 * The language that somebody uses, for emails that others cause; of a session, so that it is noted
 * once and not at each request (docs/decisions/0223). Null: not known.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    'ALTER TABLE users ADD COLUMN language text',
    'ALTER TABLE sessions ADD COLUMN language text',
  ])
}
