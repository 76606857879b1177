/** Where places are drawn around a town: by how far, and in which direction. */

import { describe, expect, it } from 'vitest'
import { placesAround } from '#widgets/content/CollectionAround.tsx'

const TOWN = { lat: -24, lon: 29 }
/** Degrees of latitude of this many km. */
const north = (km: number) => ({ lat: TOWN.lat + km / 111.2, lon: TOWN.lon })
const from = ({ x, y }: { readonly x: number; readonly y: number }) => Math.hypot(x - 120, y - 120)

describe('places around a town', () => {
  it('are as far out as they are far, on rings of 50, 100 and 200 km', () => {
    const [near, middle, far] = placesAround(TOWN, [north(50), north(-100), north(199.9)])
    expect([near, middle, far].map((place) => Math.round(from(place!)))).toEqual([48, 68, 96])
    expect(near!.x, 'straight up').toBe(120)
    expect(near!.y).toBeLessThan(120)
  })

  it('lie in their direction', () => {
    const east = placesAround(TOWN, [{ lat: TOWN.lat, lon: TOWN.lon + 1 }])[0]!
    expect([east.x > 120, east.y]).toEqual([true, 120])
    // A degree of longitude is shorter here than one of latitude.
    expect(from(east)).toBeLessThan(from(placesAround(TOWN, [north(111.2)])[0]!))
  })

  it('keep the numbers of the list, whatever isn’t drawn', () => {
    const points = [TOWN, null, north(80), north(80), north(201), north(-80)]
    expect(placesAround(TOWN, points).map(({ number }) => number)).toEqual([3, 6])
  })

  it('never cover each other or the town', () => {
    const drawn = placesAround(
      TOWN,
      Array.from({ length: 60 }, (_, at) => north((at - 30) * 5)),
    )
    const apart = drawn.flatMap((place, at) => [
      from(place),
      ...drawn.slice(0, at).map(({ x, y }) => Math.hypot(place.x - x, place.y - y)),
    ])
    expect(drawn.length).toBeGreaterThan(3)
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(20)
  })
})
