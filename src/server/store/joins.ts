/** Records of one type that belong to a record of another, by the values of their fields. */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { belongs, type Belonging, type OneOf } from './belonging.ts'
import { monthsAhead, MONTHS_OF_NOW } from './closing.ts'
import { visible, type RecordRow } from './content.ts'
import { kilometres, type Near } from './distances.ts'

/**
 * What is open now comes first, and of records that fit equally well, what closes next; or what is
 * nearest, of all. Records of which that isn't known come last.
 */
export type First = { readonly closes: string } | { readonly near: Near }

/** Matches of the first of `any` come first, in the order of its values. */
export type JoinQuery = Belonging & {
  readonly type: string
  /** Null: in the order of the values. */
  readonly first: First | null
  readonly most: number
  readonly now: Date
}

export type Joined = {
  readonly items: readonly RecordRow[]
  readonly total: number
}

/** More values than any real field has, so that ranks of different conditions never overlap. */
const STRIDE = 1000

/** The best few and how many there are, in one round trip. */
export function joinedRecords(tx: Tx, query: JoinQuery): Promise<Joined> {
  const { type, any, first, most, now } = query
  return tx.one<Joined>({
    compile: () =>
      sql<Joined>`
        WITH base AS MATERIALIZED (${visible(type, now)}),
          matched AS (SELECT id, title, order_by, data, ${rankOf(any)} AS place,
            ${first !== null && 'near' in first ? kilometres(first.near) : sql`NULL::float8`} AS km,
            ${first !== null && 'closes' in first ? monthsAhead(first.closes, now) : sql`NULL::integer`} AS months FROM base
            WHERE ${belongs(query)}),
          shown AS (SELECT id, title, data, km FROM matched ORDER BY km NULLS LAST, coalesce(months, ${MONTHS_OF_NOW}) < ${MONTHS_OF_NOW} DESC, place, months NULLS LAST, order_by COLLATE "C", id LIMIT ${most})
        SELECT (SELECT coalesce(json_agg(shown), '[]') FROM shown) AS items,
          (SELECT count(*)::integer FROM matched) AS total`.compile(db),
  })
}

function rankOf(any: readonly OneOf[]): RawBuilder<unknown> {
  if (any.length === 0) return sql`0`
  return sql`least(${sql.join(
    any.map(({ field, values }, index) => {
      const isIt = field === 'id' ? sql`id = w.value` : sql`data -> ${field}::text ? w.value`
      return sql`(SELECT min(w.place) + ${index * STRIDE}::bigint FROM unnest(${[...values]}::text[]) WITH ORDINALITY AS w(value, place) WHERE ${isIt})`
    }),
  )})`
}
