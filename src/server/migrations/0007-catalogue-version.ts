/**
 * The catalogue has an ordered version: an older server that restarts leaves a newer catalogue
 * alone.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // 0: imported by a server from before versions existed.
  await runEach(db, [`ALTER TABLE content_versions ADD COLUMN version integer NOT NULL DEFAULT 0`])
}
