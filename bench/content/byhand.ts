/**
 * A list with search, filters and facets as written by hand without row-level security: the
 * conditions on tenant and version are in the statement.
 */

import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Query } from '#server/store/content.ts'

export type Answered = {
  readonly items: readonly { readonly id: string }[]
  readonly total: number
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Whether the words occur at all, whatever the filters. */
  readonly isFound?: boolean
}

const FACETS = ['type', 'country', 'provinces', 'public', 'studyFields']
const COLUMNS = 'c.id, c.title, c.order_by, c.data'
const IS_NOW = '(c.starts IS NULL OR c.starts <= $3) AND (c.ends IS NULL OR c.ends > $3)'

/** @param counted whether total and facets are requested */
export async function listByHand(
  client: pg.Client,
  tenant: string,
  { type, wanted, filters, pageSize, after, now }: Query,
  counted: boolean,
): Promise<Answered> {
  const words = wanted === null ? null : [wanted.query, wanted.typed]
  const exact = ['c.search @@ $4::tsquery', 'ts_rank(c.search, $4::tsquery)'] as const
  const similar = ['$5 <% c.words', 'word_similarity($5, c.words)'] as const
  const run = async ([condition, rank]: readonly [string, string]) => {
    const base = `
      SELECT ${COLUMNS}, ${rank} AS rank FROM content c
        WHERE c.tenant_id = $1 AND c.type = $2 AND c.version = 0 AND c.state = 'shown' AND ${IS_NOW} AND ${condition}
      UNION ALL
      SELECT ${COLUMNS}, ${rank} FROM shared_content c WHERE c.type = $2 AND ${IS_NOW} AND ${condition}
        AND NOT EXISTS (SELECT FROM content o WHERE o.tenant_id = $1 AND o.type = $2 AND o.version = 0 AND o.id = c.id)`
    const narrowed = Object.entries(filters).map(
      ([field, filter]) =>
        [
          field,
          'anyOf' in filter ? `data @> '${JSON.stringify(filter.anyOf[0])}'` : 'true',
        ] as const,
    )
    const but = (field: string | null) =>
      narrowed
        .filter(([name]) => name !== field)
        .map(([, where]) => ` AND ${where}`)
        .join('')
    const facets = FACETS.map(
      (field) =>
        `SELECT '${field}' AS field, value, count(*)::integer AS n FROM base, jsonb_array_elements_text(CASE jsonb_typeof(data -> '${field}') WHEN 'array' THEN data -> '${field}' ELSE jsonb_build_array(data -> '${field}') END) AS value WHERE data ? '${field}'${but(field)} GROUP BY value`,
    ).join(' UNION ALL ')
    const counts = counted
      ? `(SELECT count(*)::integer FROM matched) AS total, (SELECT coalesce(json_object_agg(field, counts), '{}') FROM (SELECT field, json_object_agg(value, n) AS counts FROM (${facets}) f GROUP BY field) g) AS facets,`
      : ''
    const place = after === undefined ? '' : `AND (order_by COLLATE "C", id) > ($6, $7)`
    const order = wanted === null ? '' : 'rank DESC,'
    const values = [tenant, type, now, ...(words ?? ['', '']), ...(after ?? ['', ''])]
    const { rows } = await client.query<Answered>({
      name: createHash('md5')
        .update(`${condition} ${counted} ${place} ${JSON.stringify(filters)}`)
        .digest('hex'),
      text: `WITH base AS ${counted ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${base}), matched AS (SELECT * FROM base WHERE true${but(null)}),
        shown AS (SELECT id, title, data FROM matched WHERE true ${place} ORDER BY ${order} order_by COLLATE "C", id LIMIT ${pageSize + 1})
      SELECT ${counts} EXISTS (SELECT FROM base) AS "isFound", (SELECT coalesce(json_agg(shown), '[]') FROM shown) AS items, $4::text, $5::text, $6::text, $7::text`,
      values,
    })
    return rows[0]!
  }
  if (wanted === null) return run(['true', '0::real'])
  const found = await run(exact)
  return found.isFound ? found : run(similar)
}
