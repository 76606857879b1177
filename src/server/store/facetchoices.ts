/** What a record is counted for in a facet: its values, or the choices that find them. */

import { sql, type RawBuilder } from 'kysely'

/** @param foundBy value -> the choices that find it; a record is counted once for each of them */
export function choicesIn(
  field: string,
  foundBy: Readonly<Record<string, readonly string[]>> | undefined,
): RawBuilder<unknown> {
  const values = valuesIn(field)
  if (foundBy === undefined) return values
  return sql`LATERAL (SELECT DISTINCT choice FROM ${values} AS entry(entry), jsonb_array_elements_text(
        coalesce(${JSON.stringify(foundBy)}::jsonb -> entry, jsonb_build_array(entry))) AS choice(choice))`
}

/** The entries of a field, or its one value. */
function valuesIn(field: string): RawBuilder<unknown> {
  return sql`jsonb_array_elements_text(
        CASE jsonb_typeof(data -> ${field}) WHEN 'array' THEN data -> ${field} WHEN 'null' THEN '[]' ELSE coalesce(jsonb_build_array(data -> ${field}), '[]') END)`
}
