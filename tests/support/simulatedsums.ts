/** Sums of simulated people, as the store makes them in SQL from stored answers. */

import { momentsOf } from '#engine/psychometrics/moments.ts'
import { countedItems, packed, type Sums } from '#engine/psychometrics/sums.ts'
import { ownRatings } from '#engine/scoring/consistency.ts'
import { catalog } from './documents.ts'
import { modelPerson, randomness } from './simulated.ts'

export const instrument = (id: string) => ({
  key: catalog.get('scoring', id)!,
  document: catalog.get('assessment', id)!,
})
export const peopleOf = (id: string, people: number, seed = 5) => {
  const random = randomness(seed)
  return Array.from({ length: people }, () => modelPerson(instrument(id), random))
}
export const pointsOf = (id: string, scale: string, people: ReturnType<typeof peopleOf>) => {
  const items = countedItems(instrument(id).key).filter((item) => item.scale === scale)
  return people.map(({ answers }) =>
    items.map(({ item, points }) => points[String(answers[item])] ?? 0),
  )
}

/** The rows that the store makes in SQL, one by one. */
export function sumsOf(id: string, people: ReturnType<typeof peopleOf>, age?: string): Sums {
  const { key } = instrument(id)
  const items = countedItems(key)
  const rows: Record<string, number[]> = {}
  const cells: Parameters<typeof packed>[0][number][] = []
  const totals = new Map<string, number[]>()
  for (const { id: scale } of key.scales) {
    const points = pointsOf(id, scale, people)
    totals.set(
      scale,
      points.map((row) => row.reduce((sum, each) => sum + each, 0)),
    )
    const { n, sums, products } = momentsOf(points)
    rows[`scale/${scale}/`] = [n, ...sums, ...products.flatMap((row, at) => row.slice(at))]
    const own = people.map(({ answers }) =>
      ownRatings(answers, key).flatMap((each) => (each.scale === scale ? [each.value] : [])),
    )
    const flat = own.flat()
    rows[`own/${scale}/`] = [
      n,
      flat.reduce((sum, value) => sum + value, 0),
      flat.reduce((sum, value) => sum + value ** 2, 0),
      own.reduce((sum, row) => sum + row.reduce((all, value) => all + value, 0) ** 2, 0),
    ]
    for (const [at, { item, middle }] of items.filter((each) => each.scale === scale).entries())
      for (const row of points) {
        const sum = row.reduce((all, value) => all + value, 0)
        const cell = (rows[`level/${item}/${sum}`] ??= [0, 0])
        const isYes = row[at]! > middle
        cell[isYes ? 1 : 0]!++
        if (age !== undefined)
          cells.push({
            item,
            group: `age_band:${age}`,
            total: sum,
            no: isYes ? 0 : 1,
            yes: isYes ? 1 : 0,
          })
      }
  }
  for (const [a, own] of totals)
    for (const [b, other] of totals)
      if (a < b)
        rows[`cross/${a}/${b}`] = [own.reduce((sum, each, at) => sum + each * other[at]!, 0)]
  const packedUp: Record<string, number[]> = {}
  for (const [name, row] of cells.map((cell) => Object.entries(packed([cell]))[0]!))
    packedUp[name] = Array.from(
      { length: Math.max(row.length, packedUp[name]?.length ?? 0) },
      (_, at) => (packedUp[name]?.[at] ?? 0) + (row[at] ?? 0),
    )
  return {
    ...rows,
    ...packedUp,
    ...(age !== undefined && { [`member/age_band/${age}`]: [people.length] }),
  }
}
