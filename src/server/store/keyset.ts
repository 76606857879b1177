/**
 * Pages by the last row's keys rather than by an offset: rows that are added or removed don't shift
 * anything.
 */

import { sql, type RawBuilder } from 'kysely'

/** One key of an order. Nulls come last, whatever the direction. */
export type OrderKey = {
  readonly value: RawBuilder<unknown>
  /** The PostgreSQL type that its text is cast back to, such as `text` or `numeric`. */
  readonly as: 'text' | 'numeric' | 'integer' | 'real' | 'float8'
  readonly descending?: boolean
  /** Never null: rows can be compared as a whole, which can use an index. */
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
 * The keys of a row as texts, from which `afterRow` finds the position again: PostgreSQL's text of
 * a number is exact.
 */
export function placeOf(keys: readonly OrderKey[]): RawBuilder<unknown> {
  return sql`ARRAY[${sql.join(keys.map(({ value }) => sql`(${value})::text`))}]`
}

/**
 * @param place keys of a row, which may have been deleted since; as many texts as there are keys
 */
export function afterRow(
  keys: readonly OrderKey[],
  place: readonly (string | null)[],
): RawBuilder<unknown> {
  const given = keys.map(({ as }, index) => sql`${place[index] ?? null}::text::${sql.raw(as)}`)
  if (keys.every(({ always, descending }) => always === true && descending !== true))
    return sql`(${sql.join(keys.map(({ value }) => value))}) > (${sql.join(given)})`
  // Equal in all earlier keys, and after the row in this one.
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
