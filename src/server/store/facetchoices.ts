/** What a record is counted for in a facet: its values, or the choices that find them. */

import { sql, type RawBuilder } from 'kysely'

/**
 * `value` and `n` of each choice. Records with the same values are counted first, so that what
 * finds a value is looked up once for all of them.
 *
 * @param foundBy value -> the choices that find it; a record is counted once for each of them
 * @param where of the records counted
 */
export function choiceCounts(
  field: string,
  foundBy: Readonly<Record<string, readonly string[]>> | undefined,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
      SELECT ${field}::text AS field, value, sum(n)::integer AS n FROM (
        SELECT data -> ${field} AS entries, count(*) AS n FROM base WHERE data ? ${field} AND ${where} GROUP BY 1) alike,
        ${choicesOf(foundBy)} AS found(value) GROUP BY value`
}

function choicesOf(
  foundBy: Readonly<Record<string, readonly string[]>> | undefined,
): RawBuilder<unknown> {
  if (foundBy === undefined) return VALUES
  return sql`LATERAL (SELECT DISTINCT choice FROM ${VALUES} AS entry(entry), jsonb_array_elements_text(
        coalesce(${JSON.stringify(foundBy)}::jsonb -> entry, jsonb_build_array(entry))) AS choice(choice))`
}

/** The entries of a field, or its one value. */
const VALUES = sql`jsonb_array_elements_text(
        CASE jsonb_typeof(entries) WHEN 'array' THEN entries WHEN 'null' THEN '[]' ELSE jsonb_build_array(entries) END)`
