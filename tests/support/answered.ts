/**
 * Made-up answers for the statistics of instruments: 400 people, a scale of eight items with one
 * factor, six types on a circle, and ten right-or-wrong items of which two work differently for the
 * second group. The same for a seed, in whole numbers, so that R reads what the tests have.
 */

import { randomness } from './simulated.ts'

export type MadeUp = {
  /** People x items, 1 to 5. */
  readonly scale: readonly (readonly number[])[]
  /** People x types R I A S E C, 0 to 40. */
  readonly types: readonly (readonly number[])[]
  /** People x items, 0 or 1. */
  readonly right: readonly (readonly number[])[]
  readonly group: readonly (0 | 1)[]
}

const LOADINGS = [0.8, 0.7, 0.75, 0.6, 0.65, 0.55, 0.7, 0.2]

export function madeUp(people = 400, seed = 7): MadeUp {
  const random = randomness(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const clamp = (value: number, low: number, high: number) =>
    Math.max(low, Math.min(high, Math.round(value)))
  const all = Array.from({ length: people }, (_, person) => {
    const group = (person % 2) as 0 | 1
    const factor = normal()
    const [x, y, level] = [normal(), normal(), normal()]
    const ability = normal() - 0.3 * group
    return {
      group,
      scale: LOADINGS.map((loading) =>
        clamp(3 + 1.1 * (loading * factor + Math.sqrt(1 - loading ** 2) * normal()), 1, 5),
      ),
      types: [0, 1, 2, 3, 4, 5].map((at) => {
        const angle = (at * Math.PI) / 3
        return clamp(
          20 + 5 * (x * Math.cos(angle) + y * Math.sin(angle)) + 3 * level + 4 * normal(),
          0,
          40,
        )
      }),
      right: Array.from({ length: 10 }, (__, item) => {
        const uniform = item === 3 && group === 1 ? -1.1 : 0
        const slope = item === 6 && group === 1 ? 0.2 : 1.4
        const odds = slope * ability - (item - 4.5) * 0.3 + uniform
        return random() < 1 / (1 + Math.exp(-odds)) ? 1 : 0
      }),
    }
  })
  return {
    scale: all.map(({ scale }) => scale),
    types: all.map(({ types }) => types),
    right: all.map(({ right }) => right),
    group: all.map(({ group }) => group),
  }
}

/** As R reads it: a line a person. */
export function asCsv({ scale, types, right, group }: MadeUp): string {
  const names = [
    ...scale[0]!.map((_, at) => `s${at + 1}`),
    'R',
    'I',
    'A',
    'S',
    'E',
    'C',
    ...right[0]!.map((_, at) => `q${at + 1}`),
    'group',
  ]
  const lines = scale.map((row, at) => [...row, ...types[at]!, ...right[at]!, group[at]!].join(','))
  return [names.join(','), ...lines, ''].join('\n')
}
