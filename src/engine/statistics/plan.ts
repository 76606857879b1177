/**
 * How many people and days an experiment needs, computed from the sequence that will judge it and
 * not from a test that may be looked at once. Pure.
 */

import { normalCdf, normalQuantile } from './distributions.ts'
import { alphaFor } from './sequence.ts'

/** `weights` of all arms, the control first; `spread` of one person's value within an arm. */
export type PlanInput = {
  readonly spread: number
  readonly effect: number
  readonly weights: readonly number[]
  readonly alpha: number
  readonly power: number
  /** People a day who would take part. */
  readonly perDay: number
}

/** `fixed`: what a test with one look would need, for comparison. */
export type Needed = {
  readonly people: number
  readonly fixed: number
  readonly days: number
}

/**
 * What it costs that arm means and spreads have to be learnt from the same people: found by
 * simulated experiments of a few thousand people (`npm run bench -- experiments`).
 */
const LEARNING = 1.08

/** An experiment that needs longer cannot be decided with this traffic. */
export const MAX_DAYS = 366

/** More than there are: an arm that nobody gets into is never judged. */
const MAX_PEOPLE = 1e12

export function neededFor({ effect, perDay, ...input }: PlanInput): Needed {
  const { sequence, fixed } = scaleOf(input)
  const people = Math.min(MAX_PEOPLE, Math.ceil(sequence / effect ** 2))
  return {
    people,
    fixed: Math.min(MAX_PEOPLE, Math.ceil(fixed / effect ** 2)),
    days: perDay > 0 ? Math.ceil(people / perDay) : Infinity,
  }
}

/** People for an effect of 1; for others they fall with its square. */
function scaleOf({ spread, weights, alpha, power }: Omit<PlanInput, 'effect' | 'perDay'>) {
  const each = alphaFor(alpha, weights.length)
  // The arm that gets the fewest people decides.
  const smallest = Math.min(...weights.slice(1))
  const variance = spread ** 2 * (1 / weights[0]! + 1 / smallest)
  const once = normalQuantile(1 - each / 2) + normalQuantile(power)
  return { sequence: LEARNING * driftFor(each, power) ** 2 * variance, fixed: once ** 2 * variance }
}

/** The smallest effect that this many people show with the power asked for. */
export function effectFor(people: number, input: Omit<PlanInput, 'effect' | 'perDay'>): number {
  return people > 0 ? Math.sqrt(scaleOf(input).sequence / people) : Infinity
}

/** Looks that the crossing is computed at; more change the third digit. */
const LOOKS = 128
/** Cells of the grid, from one boundary to the other. */
const CELLS = 400

const drifts = new Map<string, number>()

/**
 * The drift, in standard errors at the planned number of people, with which the sequence has left
 * out zero by then with the power asked for.
 */
export function driftFor(alpha: number, power: number): number {
  const key = `${alpha}|${power}`
  let drift = drifts.get(key)
  if (drift === undefined) {
    let low = 0
    let high = 20
    for (let i = 0; i < 30; i++) {
      drift = (low + high) / 2
      if (crossing(drift, alpha) < power) low = drift
      else high = drift
    }
    drift = (low + high) / 2
    drifts.set(key, drift)
  }
  return drift
}

/**
 * Probability that the sequence leaves out zero by the planned number of people: a Brownian motion
 * with drift against the boundary, its density carried from look to look on a grid.
 */
export function crossing(drift: number, alpha: number): number {
  const log = -2 * Math.log(alpha)
  const grown = log + Math.log(log + 1)
  const boundaryAt = (t: number) =>
    Math.sqrt(((2 * (t * grown + 1)) / grown) * Math.log(Math.sqrt(t * grown + 1) / alpha))
  const step = 1 / LOOKS
  const width = (2 * boundaryAt(1)) / CELLS
  const left = -boundaryAt(1)
  // Transition from one cell to another depends on their distance alone.
  const reach = Math.ceil((drift * step + 6 * Math.sqrt(step)) / width) + 1
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const distance = (i - reach) * width - drift * step
    const z = (edge: number) => normalCdf((distance + edge) / Math.sqrt(step))
    return z(width / 2) - z(-width / 2)
  })
  let density = new Float64Array(CELLS)
  density[CELLS / 2] = 0.5
  density[CELLS / 2 - 1] = 0.5
  let inside = 1
  for (let look = 1; look <= LOOKS; look++) {
    const limit = boundaryAt(look * step)
    const next = new Float64Array(CELLS)
    inside = 0
    for (let to = 0; to < CELLS; to++) {
      const at = left + (to + 0.5) * width
      if (Math.abs(at) >= limit) continue
      let sum = 0
      const from = Math.max(0, to - reach)
      const until = Math.min(CELLS - 1, to + reach)
      for (let cell = from; cell <= until; cell++)
        sum += density[cell]! * kernel[to - cell + reach]!
      next[to] = sum
      inside += sum
    }
    density = next
  }
  return 1 - inside
}
