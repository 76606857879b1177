/**
 * A result knows the release that it was made under, whose words its report keeps
 * (docs/decisions/0164). Earlier results don't: their reports are drawn with today's documents.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, ['ALTER TABLE attempts ADD COLUMN release text'])
}
