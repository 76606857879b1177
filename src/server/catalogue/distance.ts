/** How far a record is from a town, as the database counts it for a list (store/content.ts). */

import { isObject } from '#engine/documents/json.ts'

const EARTH_KM = 12_742
const radians = (degrees: number) => (degrees * Math.PI) / 180

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
