/** Records of all content types by their names, a tenant's own and shared ones. */

import { sql } from 'kysely'
import { sqlBuilder, type Tx } from '#server/database/database.ts'

export type NamedRecord = { readonly type: string; readonly id: string; readonly title: string }

/**
 * Hidden ones too: the console shows them where they can be shown again.
 *
 * @param search folded
 */
export function recordsByName(
  tx: Tx,
  types: readonly string[],
  search: string,
  most: number,
): Promise<NamedRecord[]> {
  const escaped = search.replaceAll(/[\\%_]/g, '\\$&')
  const among = sql.join(types.map((type) => sql`${type}`))
  return tx.all<NamedRecord>({
    compile: () =>
      sql<NamedRecord>`
        WITH own AS (
          SELECT c.type, c.id, c.title, c.order_by FROM content c
          WHERE c.type IN (${among})
            AND c.version = (SELECT coalesce(max(s.current), 0) FROM content_sets s WHERE s.type = c.type)),
        every AS (
          SELECT type, id, title, order_by FROM own
          UNION ALL
          SELECT c.type, c.id, c.title, c.order_by FROM shared_content c
          WHERE c.type IN (${among}) AND NOT EXISTS (SELECT FROM own o WHERE o.type = c.type AND o.id = c.id))
        SELECT type, id, title FROM every WHERE order_by LIKE ${`%${escaped}%`}
        ORDER BY order_by LIKE ${`${escaped}%`} DESC, length(title), order_by COLLATE "C", id LIMIT ${most}`.compile(
        sqlBuilder,
      ),
  })
}
