/**
 * Scores an answered questionnaire. Pure: the same answers and key always give the same metrics,
 * whatever the order of answering. Instruments are documents; no code here depends on a particular
 * one.
 */

import type { AnswerValue } from './answervalue.ts'
import { HAIR } from './closeness.ts'
import { centre, correctedForChance, hitRates, poles } from './derive.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'

export type ScoringKey = DocumentOf<'scoring'>
/** Item id -> answer; unanswered items are absent. */
export type Answers = Readonly<Record<string, AnswerValue>>

export const SCORER_VERSION = 3

/** The hexagon's order: neighbours have most in common (Holland). */
export const HEXAGON = ['R', 'I', 'A', 'S', 'E', 'C'] as const
export type Letter = (typeof HEXAGON)[number]

export type InterestMetrics = Readonly<Record<Letter, number>> & {
  /** Three letters, highest first; null if all six are equal and any order would be arbitrary. */
  readonly code: string | null
  /** A letter of the code has the same sum as another type. */
  readonly tied: boolean
  /** Nearness of the first two letters on the hexagon; null without a code. */
  readonly consistency: 'high' | 'medium' | 'low' | null
  /** Highest minus lowest sum. */
  readonly range: number
  /**
   * Possible range of each sum: an instrument may get longer later, but a stored result keeps its
   * range.
   */
  readonly scale: Range
  /** The sums are so close to each other that no order may be shown; the limit is in the key. */
  readonly even: boolean
}

export type Range = { readonly lowest: number; readonly highest: number }

type KeyItem = ScoringKey['items'][number]
type Points = { readonly scale: string; readonly points: number }

/** The points of one answer, and the scales they count for. */
function pointsOf(item: KeyItem, answer: AnswerValue, key: ScoringKey): Points[] {
  if (item.ranks) {
    const order = answer as readonly string[]
    return order.map((scale, place) => ({ scale, points: order.length - place }))
  }
  const { scale } = item
  if (scale === undefined) throw new Error(`scoring/${key.id}: row "${item.id}" names no scale`)
  if (item.correct !== undefined) return [{ scale, points: answer === item.correct ? 1 : 0 }]
  if (item.weights !== undefined)
    return [{ scale, points: item.weights.find(({ id }) => id === answer)?.weight ?? 0 }]
  const raw = answer as number
  if (!item.reverse) return [{ scale, points: raw }]
  const { min, max } = responseScaleOf(key)
  return [{ scale, points: min + max - raw }]
}

/** The same for an item that may be unanswered. */
function pointsFor(item: KeyItem, answers: Answers, key: ScoringKey): Points[] {
  const answer = answers[item.id]
  return answer === undefined ? [] : pointsOf(item, answer, key)
}

/** @throws Error if the key has none: its items aren't answered on a scale */
function responseScaleOf(key: ScoringKey): NonNullable<ScoringKey['responseScale']> {
  if (key.responseScale === undefined) throw new Error(`scoring/${key.id} has no response scale`)
  return key.responseScale
}

/**
 * Value of each scale.
 *
 * @returns scale -> sum, mean or share; null if fewer than `1 - missingShare` of its items are
 *   answered, never 0
 * @throws Error if an answer has no row in the key, which is our own error because items are
 * checked on arrival
 */
export function scoreScales(answers: Answers, key: ScoringKey): Record<string, number | null> {
  const known = new Map(key.items.map((item) => [item.id, item]))
  for (const id of Object.keys(answers))
    if (!known.has(id)) throw new Error(`scoring/${key.id} has no item "${id}"`)
  const points = key.items.flatMap((item) => pointsFor(item, answers, key))
  return Object.fromEntries(
    key.scales.map((scale) => {
      const all = key.items.filter((item) => item.ranks === true || item.scale === scale.id).length
      const values = points
        .filter((each) => each.scale === scale.id)
        .map((each) => each.points - scale.from)
      return [scale.id, isEnough(values.length, all, key) ? aggregated(values, all, scale) : null]
    }),
  )
}

function isEnough(answered: number, all: number, key: ScoringKey): boolean {
  return answered > 0 && answered >= Math.floor(all * (1 - (key.quality?.missingShare ?? 0.2)))
}

function aggregated(
  values: readonly number[],
  all: number,
  { aggregate, times = 1 }: ScoringKey['scales'][number],
): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  switch (aggregate) {
    case 'mean':
      return mean * times
    case 'share':
      return 100 * mean * times
    case 'sum':
      // A sum over fewer items is extrapolated to the full length, so that scales stay comparable.
      // A full one stays exact.
      return (
        (values.length === all ? values.reduce((total, value) => total + value, 0) : mean * all) *
        times
      )
  }
}

/** 0 to 100 of what was possible (POMP). @param mean on the answer scale */
function pomp(mean: number, { min, max }: NonNullable<ScoringKey['responseScale']>): number {
  return (100 * (mean - min)) / (max - min)
}

/** All metrics of an instrument: its scales, then what its key derives from them. */
export function score(answers: Answers, key: ScoringKey): Record<string, unknown> {
  const scales = scoreScales(answers, key)
  const shown = key.scales.flatMap(({ id, show }) => {
    const value = scales[id] ?? null
    if (show === 'hidden') return []
    return [
      [
        id,
        show === 'mean-and-score'
          ? { mean: value, score: value === null ? null : pomp(value, responseScaleOf(key)) }
          : value,
      ] as const,
    ]
  })
  const derived = (key.derive ?? []).map((row) => {
    switch (row.op) {
      case 'interest-code':
        return interestCode(scales as Record<Letter, number | null>, answers, key, row.even)
      case 'centre':
        return centre(scales, answers, row)
      case 'poles':
        return poles(scales, key.items.filter(({ ranks }) => ranks).length, key.scales.length, row)
      case 'hit-rates':
        return { emotions: hitRates(answers, key) }
      case 'chance':
        return { corrected: correctedForChance(answers, key) }
    }
  })
  return Object.assign(Object.fromEntries(shown), ...derived) as Record<string, unknown>
}

/**
 * Facets of the scales, 0 to 100: too short to show as a number. @returns facet -> score; null if
 * too few items were answered
 */
export function scoreFacets(answers: Answers, key: ScoringKey): Record<string, number | null> {
  return Object.fromEntries(
    (key.facets ?? []).map((facet) => {
      const items = key.items.filter(({ id }) => facet.items.some((each) => each.id === id))
      const values = items.flatMap((item) =>
        pointsFor(item, answers, key).map(({ points }) => points),
      )
      if (!isEnough(values.length, items.length, key)) return [facet.id, null]
      return [
        facet.id,
        pomp(
          values.reduce((total, value) => total + value, 0) / values.length,
          responseScaleOf(key),
        ),
      ]
    }),
  )
}

/** Lowest and highest possible value of a scale. */
export function rangeOf(id: string, key: ScoringKey): Range {
  const scale = key.scales.find((each) => each.id === id)
  const items = key.items.filter((item) => item.scale === id)
  const { from = 0, times = 1, aggregate = 'sum' } = scale ?? {}
  const { min, max } = key.responseScale ?? { min: 0, max: 1 }
  const unit = times * (aggregate === 'sum' ? items.length : aggregate === 'share' ? 100 : 1)
  return { lowest: (min - from) * unit, highest: (max - from) * unit }
}

/**
 * Are the highest and the lowest so close that no order may be shown? @param within points out of
 * 100
 */
export function isTooEven(range: number, { lowest, highest }: Range, within: number): boolean {
  return range === 0 || range < (within * (highest - lowest)) / 100 - HAIR
}

/**
 * How close the highest and the lowest must be to have no order, according to the key; in points
 * out of 100.
 */
export function evenWithin({ derive = [] }: ScoringKey): number {
  return derive.flatMap((row) => (row.op === 'interest-code' ? (row.even ?? 0) : []))[0] ?? 0
}

/** Steps between two letters on the hexagon, 0 to 3. */
export function hexagonDistance(a: Letter, b: Letter): number {
  const steps = Math.abs(HEXAGON.indexOf(a) - HEXAGON.indexOf(b))
  return Math.min(steps, 6 - steps)
}

/**
 * The three-letter code with its qualifications.
 *
 * Order: sum, then more highest answers, then more of at least the second highest, then nearness to
 * the first letter, then the order of the hexagon (design decision, assessments 1).
 *
 * @param within if the highest and the lowest sum are fewer points out of 100 apart, there is no
 *   order
 */
export function interestCode(
  known: Readonly<Record<Letter, number | null>>,
  answers: Answers,
  key: ScoringKey,
  within = 0,
): Omit<InterestMetrics, Letter> {
  const scale = rangeOf(HEXAGON[0], key)
  // Without all six sums there is no order.
  if (HEXAGON.some((letter) => known[letter] === null))
    return { code: null, tied: false, consistency: null, range: 0, scale, even: true }
  const sums = known as Readonly<Record<Letter, number>>
  const values = HEXAGON.map((letter) => sums[letter])
  const range = Math.max(...values) - Math.min(...values)
  if (range === 0) return { code: null, tied: true, consistency: null, range, scale, even: true }
  const even = isTooEven(range, scale, within)
  const top = key.responseScale?.max ?? 0
  const count = (letter: Letter, least: number) =>
    key.items.filter((item) => item.scale === letter && Number(answers[item.id] ?? 0) >= least)
      .length
  const bySum = (a: Letter, b: Letter) =>
    sums[b] - sums[a] || count(b, top) - count(a, top) || count(b, top - 1) - count(a, top - 1)
  const byPlace = (a: Letter, b: Letter) => HEXAGON.indexOf(a) - HEXAGON.indexOf(b)
  const [first] = [...HEXAGON].sort((a, b) => bySum(a, b) || byPlace(a, b)) as [Letter]
  const [second, third] = HEXAGON.filter((letter) => letter !== first).sort(
    (a, b) => bySum(a, b) || hexagonDistance(a, first) - hexagonDistance(b, first) || byPlace(a, b),
  ) as [Letter, Letter]
  const code = [first, second, third]
  const tied = code.some((letter) =>
    HEXAGON.some((other) => other !== letter && sums[other] === sums[letter]),
  )
  const steps = hexagonDistance(first, second)
  const consistency = steps <= 1 ? 'high' : steps === 2 ? 'medium' : 'low'
  return { code: code.join(''), tied, consistency, range, scale, even }
}
