/**
 * How a difference and its band are drawn day by day: places in a square of 100 by 100, which
 * stretches with the page. Better is up, whatever the metric counts.
 */

import type { ExperimentResults } from '#engine/contract/experimentshapes.ts'
import { gainOf, type Measured } from './words.ts'

export type Point = ExperimentResults['series'][number]['points'][number]
export type Drawn = {
  /** Paths of the band, of its edges, of the best guess, and of the band on the last day. */
  readonly band: string
  readonly high: string
  readonly low: string
  readonly guess: string
  readonly span: string
  readonly now: { readonly x: number; readonly y: number }
  /** Half of the height, in the unit of the metric. */
  readonly reach: number
  readonly days: number
  /** Where the smallest difference worth knowing is. */
  readonly worth: number
}

const DAY_MS = 86_400_000
/** Numbers that people read easily at an axis. */
const STEPS = [1, 2, 4, 8, 12, 20, 40, 60, 100]

/** Days between two dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The first step that holds this; steps of tenths for small numbers. */
export function reachOf(value: number): number {
  for (let unit = 0.01; unit < 1e6; unit *= 10)
    for (const step of STEPS) if (step * unit >= value) return step * unit
  return value
}

/** @param first day of the first exposure */
export function draw(
  points: readonly Point[],
  metric: Measured,
  smallestEffect: number,
  plannedDays: number,
  first: string,
): Drawn | null {
  const gains = points.map(({ day, low, high, estimate }) => ({
    day: daysBetween(first, day) + 1,
    ...gainOf({ low, high }, metric),
    guess: gainOf({ low: estimate, high: estimate }, metric).low,
  }))
  const last = gains.at(-1)
  if (last === undefined) return null
  const worth = gainOf({ low: smallestEffect, high: smallestEffect }, { ...metric, goal: 'more' })
  // The first days are wide: the drawing is for the last ones.
  const late = gains.slice(Math.floor(gains.length / 3))
  const reach = reachOf(
    Math.max(worth.low * 1.5, ...late.map(({ low, high }) => Math.max(-low, high))),
  )
  const days = Math.max(plannedDays, last.day)
  const x = (day: number) => (day / days) * 100
  const y = (gain: number) => 50 - (Math.max(-reach, Math.min(reach, gain)) / reach) * 50
  const line = (of: 'low' | 'high' | 'guess', from = gains) =>
    from.map((each, at) => `${at === 0 ? 'M' : 'L'}${round(x(each.day))} ${round(y(each[of]))}`)
  return {
    high: line('high').join(''),
    low: line('low').join(''),
    guess: line('guess').join(''),
    band: `${[...line('high'), ...line('low', gains.toReversed())].join('').replaceAll(/(?!^)M/g, 'L')}Z`,
    // With one day, nothing else of the band can be seen.
    span: `M${round(x(last.day))} ${round(y(last.high))}V${round(y(last.low))}`,
    now: { x: round(x(last.day)), y: round(y(last.guess)) },
    reach,
    days,
    worth: round(y(worth.low)),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
