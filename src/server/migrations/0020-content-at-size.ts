/** Types of hundreds of thousands of records (docs/decisions/0073). */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // When the next record begins or ends by itself: until then what was counted is true.
    `CREATE INDEX content_moments ON content (tenant_id, type, version) WHERE starts IS NOT NULL OR ends IS NOT NULL`,
    // At the usual guess of 1,000 rows PostgreSQL reads all records of a type of 40,000 to find
    // one; an index is read otherwise.
    `ALTER FUNCTION search_content(text, tsquery, text) ROWS 50`,
    // A search takes milliseconds, and compiling its plan tens of them.
    `ALTER FUNCTION search_content(text, tsquery, text) SET jit = off`,
  ])
}
