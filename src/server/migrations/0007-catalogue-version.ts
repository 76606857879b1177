/**
 * The catalogue has a version that orders: an older server that starts again leaves a newer
 * catalogue alone.
 */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Nought: imported by a server that knew no versions.
  await runEach(db, [`ALTER TABLE content_versions ADD COLUMN version integer NOT NULL DEFAULT 0`])
}
