/**
 * What an instrument's key derives from its scales, one function per operation. Pure; none depends
 * on a particular instrument.
 */

import type { AnswerValue } from './answervalue.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'

type ScoringKey = DocumentOf<'scoring'>
export type Derivation = NonNullable<ScoringKey['derive']>[number]
export type Centre = Extract<Derivation, { op: 'centre' }>
export type Poles = Extract<Derivation, { op: 'poles' }>
type Scales = Readonly<Record<string, number | null>>

export type CentredMetrics = {
  /** Mean of all answers: the respondent's general tendency to answer high or low. */
  readonly mrat: number | null
  /** Scale -> its mean minus mrat. */
  readonly values: Readonly<Record<string, number | null>>
  /** Group -> mean of the centred values in it. */
  readonly groups: Readonly<Record<string, number | null>>
}

/**
 * Priorities relative to the respondent's own mean, whichever part of the scale they use
 * (assessments 3).
 */
export function centre(
  scales: Scales,
  answers: Readonly<Record<string, AnswerValue>>,
  { groups }: Centre,
): CentredMetrics {
  const raw = Object.values(answers).filter((value): value is number => typeof value === 'number')
  const mrat = mean(raw)
  const values = Object.fromEntries(
    Object.entries(scales).map(([id, value]) => [
      id,
      value === null || mrat === null ? null : value - mrat,
    ]),
  )
  return {
    mrat,
    values,
    groups: Object.fromEntries(
      groups.map((group) => {
        const known = group.scales.map(({ id }) => values[id])
        return [group.id, known.every((value) => typeof value === 'number') ? mean(known) : null]
      }),
    ),
  }
}

export type PoleMetrics = {
  /** Scale -> 0 to 100, where 0 is last in every ranking and 100 first. */
  readonly percent: Readonly<Record<string, number>>
  readonly x: number
  readonly y: number
  /** The scale with the most points; the key's order decides ties. */
  readonly primary: string
  /** No pole stands out on either axis. */
  readonly balanced: boolean
}

/**
 * Two axes between four scales that share their points (assessments 4). @param options how many are
 * ranked in one item
 */
export function poles(
  scales: Scales,
  items: number,
  options: number,
  { x: [right, left], y: [up, down], balancedBelow }: Poles,
): PoleMetrics {
  const value = (id: string | undefined) => (id === undefined ? 0 : (scales[id] ?? 0))
  const x = value(right) - value(left)
  const y = value(up) - value(down)
  const ids = Object.keys(scales)
  return {
    percent: Object.fromEntries(
      ids.map((id) => [id, (100 * (value(id) - items)) / (items * (options - 1))]),
    ),
    x,
    y,
    primary: ids.reduce((most, id) => (value(id) > value(most) ? id : most)),
    balanced: Math.max(Math.abs(x), Math.abs(y)) < balancedBelow,
  }
}

/**
 * Right option -> hits x hits / (times shown x times chosen): knowing it, without the luck of
 * choosing it always (Wagner's Hu).
 */
export function hitRates(
  answers: Readonly<Record<string, AnswerValue>>,
  key: ScoringKey,
): Record<string, number> {
  const asked = key.items.flatMap(({ id, correct }) =>
    correct === undefined ? [] : [{ correct, chosen: answers[id] }],
  )
  return Object.fromEntries(
    [...new Set(asked.map(({ correct }) => correct))].sort().map((option) => {
      const shown = asked.filter(({ correct }) => correct === option).length
      const used = asked.filter(({ chosen }) => chosen === option).length
      const hits = asked.filter(
        ({ correct, chosen }) => correct === option && chosen === option,
      ).length
      return [option, hits === 0 ? 0 : (hits * hits) / (shown * used)]
    }),
  )
}

/**
 * What is above guessing, of all that could be: 0 for choosing blindly (or worse), 100 for the best
 * option every time. Null without an answer.
 */
export function correctedForChance(
  answers: Readonly<Record<string, AnswerValue>>,
  key: ScoringKey,
): number | null {
  const asked = key.items.flatMap(({ id, weights }) =>
    weights === undefined || answers[id] === undefined
      ? []
      : [
          {
            got: weights.find((option) => option.id === answers[id])?.weight ?? 0,
            blind: mean(weights.map(({ weight }) => weight)) ?? 0,
            best: Math.max(...weights.map(({ weight }) => weight)),
          },
        ],
  )
  const total = (of: 'got' | 'blind' | 'best') => asked.reduce((sum, each) => sum + each[of], 0)
  if (asked.length === 0 || total('best') === total('blind')) return null
  const share = (total('got') - total('blind')) / (total('best') - total('blind'))
  return Math.min(100, Math.max(0, 100 * share))
}

/** Points that blind choice and the best choice give on all items with weights. */
export function chanceOf(key: ScoringKey): { readonly blind: number; readonly best: number } {
  const weights = key.items.flatMap((item) =>
    item.weights === undefined ? [] : [item.weights.map(({ weight }) => weight)],
  )
  const sumOf = (of: (each: readonly number[]) => number) =>
    weights.reduce((sum, each) => sum + of(each), 0)
  return { blind: sumOf((each) => mean(each) ?? 0), best: sumOf((each) => Math.max(...each)) }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
