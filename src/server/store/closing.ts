/** Months in which something closes, counted from the current one, as SQL. */

import { sql, type RawBuilder } from 'kysely'

/**
 * Open now is what closes this month or in the next two: a user who finds it at the end of a month
 * should still have time to apply.
 */
export const MONTHS_OF_NOW = 3

/** How many months until the next one in a field; null if it has none. */
export function monthsAhead(field: string, now: Date): RawBuilder<unknown> {
  return sql`(SELECT min((month::integer + 12 - ${now.getUTCMonth() + 1}::integer) % 12)
    FROM jsonb_array_elements_text(coalesce(data -> ${field}, '[]')) AS month)`
}
