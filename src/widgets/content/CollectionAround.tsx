/**
 * Where the records of a list are around a chosen place: the place is the middle, and a record is as
 * far out as it is far, in its direction. No map and no service.
 */

import { isObject } from '#engine/documents/json.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { Around } from './collectionProps.ts'
import { fieldOf, useItem, type Fields } from './record.ts'
import css from './CollectionAround.module.css'

/** In km. What is farther than the last one isn't drawn. */
const RINGS = [50, 100, 200] as const
const OUTER = 96
const MIDDLE = 120
/** Half a number's circle; a place that would cover an earlier one isn't drawn. */
const RADIUS = 10
const KM_PER_DEGREE = 111.2

type Point = { readonly lat: number; readonly lon: number }

export function CollectionAround({
  around: { list, path, title, text },
  place: chosen,
  records,
}: {
  around: Around
  /** Id of the one in the middle. */
  place: string
  records: readonly Fields[]
}) {
  const t = useText()
  const item = useItem()
  const { catalog } = useRenderContext()
  const middle = catalog.get('list', list)?.items.find((each) => each.id === chosen)?.at
  if (middle === undefined) return null
  const places = placesAround(
    middle,
    records.map((record) => pointIn(fieldOf(record, path))),
  )
  if (places.length === 0) return null
  const place = item(list, chosen)?.words ?? chosen
  return (
    <figure className={css['around']}>
      <svg className={css['sky']} viewBox="0 0 240 240" role="img" aria-label={t(title, { place })}>
        {RINGS.map((km) => (
          <circle key={km} className={css['ring']} cx={MIDDLE} cy={MIDDLE} r={radiusOf(km)} />
        ))}
        <circle className={css['sun']} cx={MIDDLE} cy={MIDDLE} r="13" />
        {places.map(({ number, x, y }) => (
          <g key={number}>
            <circle className={css['place']} cx={x} cy={y} r={RADIUS} />
            <text x={x} y={y + 4}>
              {number}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="small mute">{t(text, { place })}</figcaption>
    </figure>
  )
}

/** Numbered as in the list, the nearest first; those in the middle itself have no direction. */
export function placesAround(
  middle: Point,
  points: readonly (Point | null)[],
): { readonly number: number; readonly x: number; readonly y: number }[] {
  const drawn = [{ x: MIDDLE, y: MIDDLE }]
  return points.flatMap((point, index) => {
    if (point === null) return []
    const north = (point.lat - middle.lat) * KM_PER_DEGREE
    const east = (point.lon - middle.lon) * KM_PER_DEGREE * Math.cos((middle.lat * Math.PI) / 180)
    const km = Math.hypot(north, east)
    if (km > RINGS[2] || km === 0) return []
    const scale = radiusOf(km) / km
    const at = { x: round(MIDDLE + east * scale), y: round(MIDDLE - north * scale) }
    if (drawn.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < 2 * RADIUS)) return []
    drawn.push(at)
    return [{ number: index + 1, ...at }]
  })
}

/** Near places are apart: the rings are drawn by the root of their distance. */
function radiusOf(km: number): number {
  return round(OUTER * Math.sqrt(km / RINGS[2]))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function pointIn(value: unknown): Point | null {
  if (!isObject(value)) return null
  const { lat, lon } = value
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null
}
