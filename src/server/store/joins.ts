/** Records of one type that belong to a record of another, by the values of their fields. */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { kilometres, monthsAhead, visible, type Near, type RecordRow } from './content.ts'

/** A field (or `id`) has at least one of these values, the best one first. */
export type Wanted = { readonly field: string; readonly values: readonly string[] }

/**
 * Of records that fit equally well, what closes next comes first; what is nearest, of all. Records
 * of which that isn't known come last.
 */
export type First = { readonly closes: string } | { readonly near: Near }

export type JoinQuery = {
  readonly type: string
  /**
   * At least one of them holds; matches of the first come first, in the order of its values. Empty:
   * no condition.
   */
  readonly any: readonly Wanted[]
  /** All of them hold. */
  readonly all: readonly Wanted[]
  /**
   * The filters of the full list: counted as well, so that a link to that list shows the right
   * number.
   */
  readonly listed: readonly { readonly field: string; readonly value: string }[]
  /** Null: in the order of the values. */
  readonly first: First | null
  readonly most: number
  readonly now: Date
}

export type Joined = {
  readonly items: readonly RecordRow[]
  readonly total: number
  /** How many records the list has with the filters `listed`. */
  readonly listed: number
}

/** More values than any real field has, so that ranks of different conditions never overlap. */
const STRIDE = 1000

/** The best few and how many there are, in one round trip. */
export function joinedRecords(tx: Tx, query: JoinQuery): Promise<Joined> {
  const { type, any, all, listed, first, most, now } = query
  return tx.one<Joined>({
    compile: () =>
      sql<Joined>`
        WITH base AS MATERIALIZED (${visible(type, now)}),
          matched AS (SELECT id, title, order_by, data, ${rankOf(any)} AS place,
            ${first !== null && 'near' in first ? kilometres(first.near) : sql`NULL::float8`} AS km,
            ${first !== null && 'closes' in first ? monthsAhead(first.closes, now) : sql`NULL::integer`} AS months FROM base
            WHERE ${any.length === 0 ? sql`true` : sql`(${sql.join(any.map(holds), sql` OR `)})`}
              AND ${all.length === 0 ? sql`true` : sql.join(all.map(holds), sql` AND `)}),
          shown AS (SELECT id, title, data, km FROM matched ORDER BY km NULLS LAST, place, months NULLS LAST, order_by COLLATE "C", id LIMIT ${most})
        SELECT (SELECT coalesce(json_agg(shown), '[]') FROM shown) AS items,
          (SELECT count(*)::integer FROM matched) AS total,
          (SELECT count(*)::integer FROM base WHERE ${
            listed.length === 0
              ? sql`true`
              : sql.join(
                  listed.map(({ field, value }) => holds({ field, values: [value] })),
                  sql` AND `,
                )
          }) AS listed`.compile(db),
  })
}

/** A list contains one of them, or a single value is one of them. */
function holds({ field, values }: Wanted): RawBuilder<unknown> {
  return field === 'id'
    ? sql`id = ANY (${[...values]}::text[])`
    : sql`coalesce(data -> ${field}::text ?| ${[...values]}::text[], false)`
}

function rankOf(any: readonly Wanted[]): RawBuilder<unknown> {
  if (any.length === 0) return sql`0`
  return sql`least(${sql.join(
    any.map(({ field, values }, index) => {
      const isIt = field === 'id' ? sql`id = w.value` : sql`data -> ${field}::text ? w.value`
      return sql`(SELECT min(w.place) + ${index * STRIDE}::bigint FROM unnest(${[...values]}::text[]) WITH ORDINALITY AS w(value, place) WHERE ${isIt})`
    }),
  )})`
}
