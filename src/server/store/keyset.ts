/**
 * Pages by what the last row was, and not by how many came before it: rows that are added or
 * removed shift nothing.
 */

import { sql, type RawBuilder } from 'kysely'

/** One key of an order. Nulls come last, whatever the direction. */
export type OrderKey = {
  readonly value: RawBuilder<unknown>
  /** What its text is turned back into: `text`, `numeric` or another type of PostgreSQL. */
  readonly as: 'text' | 'numeric' | 'integer' | 'real' | 'float8'
  readonly descending?: boolean
  /** Never null: rows can be compared as a whole, and an index can be used for it. */
  readonly always?: boolean
}

export function orderBy(keys: readonly OrderKey[]): RawBuilder<unknown> {
  return sql.join(
    keys.map(({ value, descending, always }) => {
      const directed = descending === true ? sql`${value} DESC` : value
      return always === true ? directed : sql`${directed} NULLS LAST`
    }),
  )
}

/**
 * The keys of a row as texts, from which `afterRow` finds the place again: PostgreSQL's texts of
 * numbers lose nothing.
 */
export function placeOf(keys: readonly OrderKey[]): RawBuilder<unknown> {
  return sql`ARRAY[${sql.join(keys.map(({ value }) => sql`(${value})::text`))}]`
}

/** @param place of a row, which may have been deleted since; as many texts as there are keys */
export function afterRow(
  keys: readonly OrderKey[],
  place: readonly (string | null)[],
): RawBuilder<unknown> {
  const given = keys.map(({ as }, index) => sql`${place[index] ?? null}::text::${sql.raw(as)}`)
  if (keys.every(({ always, descending }) => always === true && descending !== true))
    return sql`(${sql.join(keys.map(({ value }) => value))}) > (${sql.join(given)})`
  // Equal in all keys before this one, and after the row in this one.
  const ways = keys.map((key, index) =>
    sql.join(
      [
        ...keys
          .slice(0, index)
          .map(({ value }, before) => sql`${value} IS NOT DISTINCT FROM ${given[before]!}`),
        isAfter(key, place[index] ?? null, given[index]!),
      ],
      sql` AND `,
    ),
  )
  return sql`((${sql.join(ways, sql`) OR (`)}))`
}

function isAfter(
  { value, descending, always }: OrderKey,
  text: string | null,
  given: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // Nothing comes after null.
  if (text === null) return sql`false`
  const further = descending === true ? sql`${value} < ${given}` : sql`${value} > ${given}`
  return always === true ? further : sql`(${further} OR ${value} IS NULL)`
}
