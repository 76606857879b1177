/**
 * Do the answers fit together? Four figures of one person's answers, none of which depends on how
 * strongly or how kindly that person answers. Pure.
 */

import type { Answers, ScoringKey } from './scoring.ts'

type Quality = NonNullable<ScoringKey['quality']>
export type Expected = NonNullable<Quality['fit']>[number]

/** Longest cycle that is looked for: a scale of seven answers, to its end and back. */
const MAX_CYCLE = 12
/** Two answers can also come in twos. */
const MIN_CYCLE = 4

/**
 * The longest stretch that repeats itself: one answer throughout, two in turn, or a cycle of as many
 * as there are different answers, there and back too; or one step up or down each time, turning at
 * the ends.
 *
 * @param given answers in the order in which they were shown
 * @param about what each is about. Where that repeats itself too, a longer cycle is no sign: with
 *   types that take turns, liking each in its own way is one.
 * @returns how many answers it has; less than two rounds are no cycle
 */
export function longestCycle(given: readonly unknown[], about: readonly unknown[] = []): number {
  let longest = longestZigzag(given)
  const different = new Set(given).size
  const most = Math.min(MAX_CYCLE, Math.max(MIN_CYCLE, 2 * (different - 1)))
  for (let cycle = 1; cycle <= most; cycle++) {
    const isLong = cycle > Math.max(2, different)
    let run = 0
    let turns = 0
    given.forEach((value, index) => {
      const isSame = index >= cycle && given[index - cycle] === value
      run = isSame ? run + 1 : 0
      const isTurn = about[index] !== undefined && about[index] === about[index - cycle]
      turns = !isSame ? 0 : isTurn ? turns + 1 : turns
      if (run >= cycle && !(isLong && turns === run)) longest = Math.max(longest, run + cycle)
    })
  }
  return longest
}

/** 1 2 3 4 5 4 3 2 1 2 ...: a step each time, and round at the lowest and highest of those given. */
function longestZigzag(given: readonly unknown[]): number {
  const values = given.filter((value): value is number => typeof value === 'number')
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length < given.length || high - low < 2) return 0
  let longest = 0
  let run = 1
  let way = 0
  for (let at = 1; at < values.length; at++) {
    const [before, value] = [values[at - 1]!, values[at]!]
    const step = value - before
    const isStep = Math.abs(step) === 1
    const goesOn = way === 0 || step === way || before === low || before === high
    run = isStep ? (goesOn ? run + 1 : 2) : 1
    way = isStep ? step : 0
    longest = Math.max(longest, run)
  }
  // From one end to the other at least, and round.
  return longest < high - low + 2 ? 0 : longest
}

/** How an item was answered, in the direction of its scale. */
type Keyed = { readonly id: string; readonly scale: string; readonly value: number }

/**
 * Ratings from the person's own mean, in the person's own standard deviations: people who agree
 * with everything, or use the ends of the scale, answer as consistently as anyone else.
 *
 * @returns empty if all answers are the same, or they aren't ratings
 */
export function ownRatings(answers: Answers, key: ScoringKey): readonly Keyed[] {
  const rated = key.items.flatMap(({ id, scale, reverse = false }) => {
    const value = answers[id]
    return typeof value === 'number' && scale !== undefined ? [{ id, scale, value, reverse }] : []
  })
  const mean = meanOf(rated.map(({ value }) => value))
  const deviation = Math.sqrt(meanOf(rated.map(({ value }) => (value - mean) ** 2)))
  if (rated.length < 2 || deviation === 0) return []
  return rated.map(({ id, scale, value, reverse }) => ({
    id,
    scale,
    value: ((reverse ? -1 : 1) * (value - mean)) / deviation,
  }))
}

/**
 * Mean distance between two answers that should be alike, in standard deviations of the person: 0
 * for perfect agreement, about 1.1 for answers that have nothing to do with each other.
 */
export function pairDistance(
  own: readonly Keyed[],
  pairs: NonNullable<Quality['pairs']>,
): number | null {
  const values = new Map(own.map(({ id, value }) => [id, value]))
  const distances = pairs.flatMap(({ id, like }) => {
    const [a, b] = [values.get(id), values.get(like)]
    return a === undefined || b === undefined ? [] : [Math.abs(a - b)]
  })
  return distances.length === 0 ? null : meanOf(distances)
}

/**
 * Correlation of the scales' first, third, fifth ... items with their second, fourth ...; for
 * instruments with facets, of the facets'. Null for fewer than five of them.
 */
export function evenOdd(own: readonly Keyed[], key: ScoringKey): number | null {
  const groups =
    key.facets === undefined
      ? key.scales.map(({ id }) => own.filter(({ scale }) => scale === id))
      : key.facets.map(({ items }) => own.filter(({ id }) => items.some((item) => item.id === id)))
  const halves = groups.flatMap((group) =>
    group.length < 2
      ? []
      : [0, 1].map((half) =>
          meanOf(group.filter((_, at) => at % 2 === half).map(({ value }) => value)),
        ),
  )
  const odd = halves.filter((_, at) => at % 2 === 0)
  const even = halves.filter((_, at) => at % 2 === 1)
  return odd.length < 5 ? null : correlation(odd, even)
}

/**
 * Mahalanobis distance from what model people answer, per item. The covariance is that of scales
 * whose items have one mean, one deviation and one correlation each, so it needs no matrix.
 *
 * @param expected of the answers that `ownRatings` gives
 */
export function misfit(own: readonly Keyed[], expected: readonly Expected[]): number | null {
  let sum = 0
  let count = 0
  for (const { id, mean, sd, r } of expected) {
    const values = own.filter(({ scale }) => scale === id).map(({ value }) => (value - mean) / sd)
    const total = values.reduce((all, value) => all + value, 0)
    const squares = values.reduce((all, value) => all + value ** 2, 0)
    sum += (squares - (r * total ** 2) / (1 + (values.length - 1) * r)) / (1 - r)
    count += values.length
  }
  return count === 0 ? null : sum / count
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const both = meanOf(a.map((value, at) => (value - meanA) * (b[at]! - meanB)))
  const spread = Math.sqrt(
    meanOf(a.map((value) => (value - meanA) ** 2)) * meanOf(b.map((value) => (value - meanB) ** 2)),
  )
  return spread === 0 ? 0 : both / spread
}
