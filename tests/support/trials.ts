/**
 * Simulated experiments: people of two arms with outcomes of known distributions, judged at 50 looks
 * as the product judges real ones, and beside it by a test that allows one look only.
 */

import {
  addBatch,
  batchOf,
  differenceOf,
  noPeople,
  type Difference,
  type Sums,
} from '#engine/statistics/contrast.ts'
import { NOBODY } from '#engine/statistics/counted.ts'
import { neededFor } from '#engine/statistics/plan.ts'
import { addRatios, ratioDifference } from '#engine/statistics/ratio.ts'
import { intervalOf, type SequencePlan } from '#engine/statistics/sequence.ts'
import { isShown } from '#engine/statistics/verdict.ts'
import { makeRandom, type Random } from '#engine/tasks/random.ts'

const LOOKS = 50
const ALPHA = 0.05
const POWER = 0.8
const HALVES = [0.5, 0.5] as const

/** Probability of each value 0, 1, 2 ... in the control and in the other arm. */
type Values = { readonly control: readonly number[]; readonly other: readonly number[] }
/** Corrected of given: some people are better by `unlike` than others. */
type Share = { readonly control: number; readonly other: number; readonly unlike: number }

/** 0 to 9, most of them small: winsorised at 9. */
const visits = (more: number): number[] => {
  const once = Array.from({ length: 10 }, (_, i) => 0.72 ** i * (i === 9 ? 1 : 0.28))
  return once.map((p, i) => p * (i === 9 ? 1 : 1 - more) + (i === 0 ? 0 : once[i - 1]! * more))
}
/** Days until it happened; 14 is the end of the window. */
const days = (hazard: number): number[] =>
  Array.from({ length: 15 }, (_, i) => (1 - hazard) ** i * (i === 14 ? 1 : hazard))

export const KINDS = {
  proportion: { control: [0.7, 0.3], other: [0.62, 0.38] },
  mean: { control: visits(0), other: visits(0.4) },
  time: { control: days(0.1), other: days(0.12) },
  ratio: { control: 0.6, other: 0.645, unlike: 0.2 },
} as const satisfies Readonly<Record<string, Values | Share>>
export type Kind = keyof typeof KINDS

type Outcome = {
  /** Share of runs in which the sequence left out nought at some look. */
  readonly alarms: number
  /** The same, for the direction that the effect has. */
  readonly found: number
  /** Share of runs in which a test for one look said so at some look. */
  readonly fixedAlarms: number
  /** Share of runs in which the true difference was outside at some look. */
  readonly missed: number
  /** People of both arms when it was found, in the middle of all runs that found it. */
  readonly medianStop: number
  readonly planned: number
}

const momentsOf = (values: readonly number[]) => {
  const mean = values.reduce((all, p, value) => all + p * value, 0)
  return { mean, variance: values.reduce((all, p, value) => all + p * value ** 2, 0) - mean ** 2 }
}

/**
 * @param effect 0: both arms are the control; 1: as in the table
 * @param stretch people of a run, in parts of the planned number for a test with one look; the
 *   planner's own number without it
 */
export function simulate(
  kind: Kind,
  { runs, effect, seed, stretch }: { runs: number; effect: 0 | 1; seed: number; stretch?: number },
): Outcome {
  const law: Values | Share = KINDS[kind]
  const trial = 'unlike' in law ? shares(law, effect) : values(law, effect)
  const needed = neededFor({
    spread: trial.spread,
    effect: trial.planned,
    weights: HALVES,
    alpha: ALPHA,
    power: POWER,
    perDay: 1,
  })
  const people = stretch === undefined ? needed.people : Math.ceil(stretch * needed.fixed)
  const plan: SequencePlan = { alpha: ALPHA, planned: people }
  let [alarms, found, fixedAlarms, missed] = [0, 0, 0, 0]
  const stops: number[] = []
  for (let run = 0; run < runs; run++) {
    const random = makeRandom(`${seed}:${run}`)
    const one = trial.begin()
    let [isAlarm, isFixed, isMissed] = [false, false, false]
    let stop: number | null = null
    for (let look = 1; look <= LOOKS; look++) {
      const n = Math.round((people * look) / LOOKS) - Math.round((people * (look - 1)) / LOOKS)
      const { seen, arms } = one.add(random, n)
      if (seen.spread === 0) continue
      if (Math.abs(seen.estimate / seen.spread) * Math.sqrt(seen.n) > 1.959964) isFixed = true
      if (!isShown(arms, seen)) continue
      const { low, high } = intervalOf(seen, plan)
      if (low > 0 || high < 0) isAlarm = true
      if (low > trial.truth || high < trial.truth) isMissed = true
      if ((trial.planned > 0 ? low > 0 : high < 0) && stop === null) stop = seen.n
    }
    alarms += Number(isAlarm)
    fixedAlarms += Number(isFixed)
    missed += Number(isMissed)
    if (stop !== null) stops.push(stop)
    found = stops.length
  }
  stops.sort((a, b) => a - b)
  return {
    alarms: alarms / runs,
    found: found / runs,
    fixedAlarms: fixedAlarms / runs,
    missed: missed / runs,
    medianStop: stops[Math.floor(stops.length / 2)] ?? Infinity,
    planned: people,
  }
}

type Running = {
  add: (random: Random, people: number) => { seen: Difference; arms: readonly Sums[] }
}
type Trial = {
  readonly spread: number
  /** Effect of the table, which the number of people is planned for. */
  readonly planned: number
  /** Effect of this run. */
  readonly truth: number
  readonly begin: () => Running
}

function values({ control, other }: Values, effect: 0 | 1): Trial {
  const [a, b] = [momentsOf(control), momentsOf(other)]
  const laws = [control, effect === 0 ? control : other]
  return {
    spread: Math.sqrt((a.variance + b.variance) / 2),
    planned: b.mean - a.mean,
    truth: effect === 0 ? 0 : b.mean - a.mean,
    begin: () => {
      let state = noPeople(2)
      let all = 0
      return {
        add(random, people) {
          let arms = [nobody(), nobody()]
          for (let i = 0; i < people; i++) {
            const arm = random.next() < 0.5 ? 0 : 1
            const value = drawn(laws[arm]!, random.next())
            const mine = arms[arm]!
            mine.n += 1
            mine.sum += value
            mine.squares += value ** 2
            mine.events += value === 0 ? 0 : 1
            all += 1
            if (batchOf(all) === batchOf(all - 1) && i < people - 1) continue
            state = addBatch(state, { arms, probabilities: HALVES })
            arms = [nobody(), nobody()]
          }
          return { seen: differenceOf(state, 1), arms: state.arms }
        },
      }
    },
  }
}

const nobody = (): { -readonly [K in keyof Sums]: number } => ({
  n: 0,
  sum: 0,
  squares: 0,
  events: 0,
})

function drawn(law: readonly number[], at: number): number {
  let rest = at
  for (let value = 0; value < law.length - 1; value++) {
    rest -= law[value]!
    if (rest < 0) return value
  }
  return law.length - 1
}

function shares({ control, other, unlike }: Share, effect: 0 | 1): Trial {
  const rates = [control, effect === 0 ? control : other]
  // One to five tries, as likely: the variance of a person's influence on the ratio.
  const variance = (rate: number) => {
    const tries = [1, 2, 3, 4, 5]
    const mean = 3
    return (
      tries.reduce((all, n) => {
        const within = [rate - unlike, rate + unlike].reduce((sum, p) => sum + n * p * (1 - p), 0)
        return all + (within / 2 + (n * unlike) ** 2) / tries.length
      }, 0) /
      mean ** 2
    )
  }
  return {
    spread: Math.sqrt((variance(control) + variance(other)) / 2),
    planned: other - control,
    truth: effect === 0 ? 0 : other - control,
    begin: () => {
      let arms = [NOBODY, NOBODY]
      return {
        add(random, people) {
          const added = [{ ...NOBODY }, { ...NOBODY }]
          for (let i = 0; i < people; i++) {
            const arm = random.next() < 0.5 ? 0 : 1
            const rate = rates[arm]! + (random.next() < 0.5 ? -unlike : unlike)
            const below = 1 + random.below(5)
            let top = 0
            for (let at = 0; at < below; at++) if (random.next() < rate) top += 1
            const mine = added[arm]!
            mine.n += 1
            mine.top += top
            mine.below += below
            mine.topSquares += top ** 2
            mine.belowSquares += below ** 2
            mine.products += top * below
            mine.events += top === 0 ? 0 : 1
          }
          arms = arms.map((sums, at) => addRatios(sums, added[at]!))
          return {
            seen: ratioDifference(arms, 1, HALVES),
            arms: arms.map(({ n, top, topSquares, events }) => ({
              n,
              sum: top,
              squares: topSquares,
              events,
            })),
          }
        },
      }
    },
  }
}
