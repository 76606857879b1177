/** How far records are from a town, as SQL. */

import { sql, type RawBuilder } from 'kysely'

/** Nearer than this is in the town itself, in kilometres: a town has no middle. */
export const HERE_KM = 1

export type Near = {
  readonly field: string
  readonly lat: number
  readonly lon: number
  /** For records without a point: their towns, and how far each town is. */
  readonly towns?: { readonly field: string; readonly km: Readonly<Record<string, number>> }
}

/**
 * Great-circle distance. A record has at best the coordinates of its town, so that is accurate
 * enough.
 */
export function kilometres({ field, lat, lon, towns }: Near): RawBuilder<unknown> {
  const part = (name: 'lat' | 'lon') => sql`(data -> ${field}::text ->> ${name}::text)::float8`
  const [toLat, toLon] = [part('lat'), part('lon')]
  // `least` ignores nulls: without the CASE, a record without a place would be on the other side of
  // the world.
  return sql`CASE WHEN data -> ${field}::text ->> 'lat' IS NOT NULL THEN 12742 * asin(least(1, sqrt(
    power(sin(radians(${toLat} - ${lat}::float8) / 2), 2) +
    cos(radians(${lat}::float8)) * cos(radians(${toLat})) * power(sin(radians(${toLon} - ${lon}::float8) / 2), 2)))) ${towns === undefined ? sql`` : sql`ELSE ${nearestTown(towns)}`} END`
}

function nearestTown({ field, km }: NonNullable<Near['towns']>): RawBuilder<unknown> {
  return sql`(SELECT min((${JSON.stringify(km)}::jsonb ->> town)::float8)
    FROM jsonb_array_elements_text(coalesce(data -> ${field}::text, '[]')) AS town)`
}
