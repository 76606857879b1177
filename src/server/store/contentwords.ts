/** The words of a type's records, which typing mistakes are compared with. */

import { sql } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { sourcesOf } from './content.ts'

/** Of so many records, a tenant's own and shared ones each: more would take too long. */
const MAX_READ_FOR_WORDS = 5000
/** Comparing a typed word with all of them takes about 15 ms. */
const MAX_WORDS = 20_000

/** The words that a search finds records of a type by, in alphabetical order. */
export async function wordsIn(tx: Tx, type: string, now: Date): Promise<string[]> {
  const from = sourcesOf(type, now, sql`c.search`).map(
    (source) => sql`(${source} LIMIT ${MAX_READ_FOR_WORDS})`,
  )
  const found = await tx.all<{ word: string }>({
    compile: () =>
      sql<{ word: string }>`
        SELECT DISTINCT word FROM (${sql.join(from, sql` UNION ALL `)}) v, unnest(tsvector_to_array(v.search)) AS word
        ORDER BY word LIMIT ${MAX_WORDS}`.compile(db),
  })
  return found.map(({ word }) => word)
}
