/** Types of hundreds of thousands of records (docs/decisions/0073). */

import type { Kysely } from 'kysely'
import { runEach } from '#server/database/statements.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await runEach(db, [
    // When the next record begins or expires: until then, counts remain valid.
    `CREATE INDEX content_moments ON content (tenant_id, type, version) WHERE starts IS NOT NULL OR ends IS NOT NULL`,
    // With the default estimate of 1,000 rows PostgreSQL reads all 40,000 records of a type to find
    // one; with a lower one it uses an index.
    `ALTER FUNCTION search_content(text, tsquery, text) ROWS 50`,
    // A search takes milliseconds, and compiling its plan takes ten times as long.
    `ALTER FUNCTION search_content(text, tsquery, text) SET jit = off`,
  ])
}
