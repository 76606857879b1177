/** Which records belong to a record of another type, as SQL: by the values of their fields. */

import { sql, type RawBuilder } from 'kysely'

/** A field (or `id`) has at least one of these values, the best one first. */
export type OneOf = { readonly field: string; readonly values: readonly string[] }

/** What belongs to one record by one part of a join. */
export type Belonging = {
  /** At least one of them holds. Empty: no condition. */
  readonly any: readonly OneOf[]
  /** All of them hold. */
  readonly all: readonly OneOf[]
}

export function belongs({ any, all }: Belonging): RawBuilder<unknown> {
  const some = any.length === 0 ? [] : [sql`(${sql.join(any.map(holds), sql` OR `)})`]
  const each = [...some, ...all.map(holds)]
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` AND `)})`
}

/** A list contains one of them, or a single value is one of them. */
function holds({ field, values }: OneOf): RawBuilder<unknown> {
  return field === 'id'
    ? sql`id = ANY (${[...values]}::text[])`
    : sql`coalesce(data -> ${field}::text ?| ${[...values]}::text[], false)`
}
