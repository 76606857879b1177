/** How far a record is from a town, as the database counts it for a list (store/content.ts). */

import { isObject } from '#engine/documents/json.ts'
import type { Near } from '#server/store/distances.ts'

const EARTH_KM = 12_742
const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * @param data of a record
 * @returns null if it has neither a point nor a town of the list
 */
export function kilometresOfRecord(
  near: Near,
  data: Readonly<Record<string, unknown>>,
): number | null {
  const km = kilometresTo(near, data[near.field])
  if (km !== null || near.towns === undefined) return km
  const towns = data[near.towns.field]
  const known = near.towns.km
  const far = (Array.isArray(towns) ? (towns as readonly unknown[]) : []).flatMap(
    (town) => known[String(town)] ?? [],
  )
  return far.length === 0 ? null : Math.min(...far)
}

/** @returns null if the place has no latitude and longitude */
export function kilometresTo(
  from: { readonly lat: number; readonly lon: number },
  place: unknown,
): number | null {
  const { lat, lon } = isObject(place) ? place : {}
  if (typeof lat !== 'number' || typeof lon !== 'number') return null
  const half = (a: number, b: number) => Math.sin(radians(a - b) / 2) ** 2
  const part =
    half(lat, from.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(lat)) * half(lon, from.lon)
  return EARTH_KM * Math.asin(Math.min(1, Math.sqrt(part)))
}
