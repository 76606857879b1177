/**
 * Scores an answered questionnaire. Pure: the same answers and key always give the same metrics, whatever the order of
 * answering. Instruments are documents; nothing in here knows one by name.
 */

import type { DocumentOf } from './kinds.ts'

export type ScoringKey = DocumentOf<'scoring'>
/** Item id -> raw answer, 1-based; unanswered items are absent. */
export type Answers = Readonly<Record<string, number>>

export const SCORER_VERSION = 1

/** The hexagon's order: neighbours have most in common (Holland). */
export const HEXAGON = ['R', 'I', 'A', 'S', 'E', 'C'] as const
export type Letter = (typeof HEXAGON)[number]

export type InterestMetrics = Readonly<Record<Letter, number>> & {
  /** Three letters, most first; null where all six are alike and any order would be made up. */
  readonly code: string | null
  /** Some letter of the code has the same sum as any other type. */
  readonly tied: boolean
  /** Nearness of the first two letters on the hexagon; null without a code. */
  readonly consistency: 'high' | 'medium' | 'low' | null
  /** Highest minus lowest sum. */
  readonly range: number
}

/**
 * Value of each scale.
 *
 * @returns scale -> sum or mean; null where fewer than `1 - missingShare` of its items are answered, never 0
 * @throws Error when an answer has no row in the key: our mistake, the border checks items before
 */
export function scoreScales(answers: Answers, key: ScoringKey): Record<string, number | null> {
  const known = new Map(key.items.map((item) => [item.id, item]))
  for (const id of Object.keys(answers)) if (!known.has(id)) throw new Error(`scoring/${key.id} has no item "${id}"`)
  const missingShare = key.quality?.missingShare ?? 0.2
  return Object.fromEntries(
    key.scales.map((scale) => {
      const items = key.items.filter((item) => item.scale === scale.id)
      const values = items.flatMap((item) => {
        const raw = answers[item.id]
        if (raw === undefined) return []
        const { min, max } = key.responseScale
        return [(item.reverse ? min + max - raw : raw) - scale.from]
      })
      if (values.length === 0 || values.length < Math.floor(items.length * (1 - missingShare))) return [scale.id, null]
      const sum = values.reduce((total, value) => total + value, 0)
      // A sum over fewer items is brought to the full length, so that scales stay comparable.
      return [scale.id, scale.aggregate === 'mean' ? sum / values.length : (sum * items.length) / values.length]
    }),
  )
}

/** All metrics of an instrument: its scales, then what its key derives from them. */
export function score(answers: Answers, key: ScoringKey): Record<string, unknown> {
  const scales = scoreScales(answers, key)
  const derived = (key.derive ?? []).map(({ op }) => {
    switch (op) {
      case 'interest-code':
        return interestCode(scales as Record<Letter, number>, answers, key)
    }
  })
  return Object.assign({}, scales, ...derived) as Record<string, unknown>
}

/** Steps between two letters on the hexagon, 0 to 3. */
export function hexagonDistance(a: Letter, b: Letter): number {
  const steps = Math.abs(HEXAGON.indexOf(a) - HEXAGON.indexOf(b))
  return Math.min(steps, 6 - steps)
}

/**
 * The three-letter code with what must be said about it.
 *
 * Order: sum, then more highest answers, then more of at least the second highest, then nearness to the first letter,
 * then the order of the hexagon (design decision, assessments 1).
 */
export function interestCode(sums: Readonly<Record<Letter, number>>, answers: Answers, key: ScoringKey): Pick<InterestMetrics, 'code' | 'tied' | 'consistency' | 'range'> {
  const values = HEXAGON.map((letter) => sums[letter])
  const range = Math.max(...values) - Math.min(...values)
  if (range === 0) return { code: null, tied: true, consistency: null, range }
  const top = key.responseScale.max
  const count = (letter: Letter, least: number) => key.items.filter((item) => item.scale === letter && (answers[item.id] ?? 0) >= least).length
  const bySum = (a: Letter, b: Letter) => sums[b] - sums[a] || count(b, top) - count(a, top) || count(b, top - 1) - count(a, top - 1)
  const byPlace = (a: Letter, b: Letter) => HEXAGON.indexOf(a) - HEXAGON.indexOf(b)
  const first = [...HEXAGON].sort((a, b) => bySum(a, b) || byPlace(a, b))[0]!
  const rest = HEXAGON.filter((letter) => letter !== first).sort((a, b) => bySum(a, b) || hexagonDistance(a, first) - hexagonDistance(b, first) || byPlace(a, b))
  const code = [first, rest[0]!, rest[1]!]
  const tied = code.some((letter) => HEXAGON.some((other) => other !== letter && sums[other] === sums[letter]))
  const consistency = (['high', 'high', 'medium', 'low'] as const)[hexagonDistance(code[0]!, code[1]!)]!
  return { code: code.join(''), tied, consistency, range }
}
