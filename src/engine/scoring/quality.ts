/**
 * Signs of careless answers: too fast, one answer throughout, missing. Never an accusation
 * (assessments 9).
 */

import { evenOdd, longestCycle, misfit, ownRatings, pairDistance } from './consistency.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { optionsOf, type AnswerValue } from './answervalue.ts'
import type { Answers, ScoringKey } from './scoring.ts'

export type Quality = {
  /**
   * `low` means: result kept and shown, marked "low confidence", left out of norms and research.
   */
  readonly confidence: 'ok' | 'low'
  readonly flags: readonly QualityFlag[]
}
export type QualityFlag =
  | 'fast'
  | 'very-fast'
  | 'longstring'
  | 'very-longstring'
  | 'flat'
  | 'yes-saying'
  | 'identical'
  | 'missing'
  | 'pattern'
  | 'contradictions'
  | 'uneven'
  | 'misfit'
  | 'chance'
  | 'frame-drops'

/** One alone is enough to doubt a result; of the others it takes two. */
const HARD: ReadonlySet<QualityFlag> = new Set([
  'very-fast',
  'very-longstring',
  'identical',
  'pattern',
  'misfit',
])

/**
 * Signs that leave a result out of norms although they alone don't make it unsure, unless the key says
 * from where (`chanceInvalid`): a person may simply find it hard, but nobody knows what more guesses
 * than knowledge say of a question, or where others stand beside them.
 */
export const NOT_COUNTED: readonly QualityFlag[] = ['chance']

/**
 * @param order item ids as they were shown; runs of equal answers are counted along it
 * @param ms    item id -> milliseconds on that item, where known
 * @param document what was shown, for lists that are put in order
 */
export function judgeQuality(
  answers: Answers,
  ms: Readonly<Record<string, number>>,
  order: readonly string[],
  key: ScoringKey,
  document?: DocumentOf<'assessment'>,
): Quality {
  const limits = key.quality
  if (limits === undefined) return { confidence: 'ok', flags: [] }
  const flags: QualityFlag[] = []
  const given = order.flatMap((id) => answers[id] ?? [])
  // Runs and spread are meaningful only on a scale: options of a choice have no order.
  const values = given.filter((value): value is number => typeof value === 'number')

  const pace = median(order.flatMap((id) => ms[id] ?? []))
  if (pace !== null && pace < (limits.fastInvalidMs ?? 0)) flags.push('very-fast')
  else if (pace !== null && pace < (limits.fastFlagMs ?? 0)) flags.push('fast')

  const run = longestRun(values)
  if (run >= (limits.longstringInvalid ?? Infinity)) flags.push('very-longstring')
  else if (run >= (limits.longstringFlag ?? Infinity)) flags.push('longstring')

  if (values.length > 1 && deviation(values) < (limits.irvFlag ?? 0)) flags.push('flat')
  if (mostAlike(values) > (limits.identicalInvalid ?? Infinity)) flags.push('identical')
  if (
    values.length > 0 &&
    key.responseScale !== undefined &&
    Math.abs(offMiddle(values, key.responseScale)) > (limits.acquiescenceFlag ?? Infinity)
  )
    flags.push('yes-saying')
  // Per scale, as the scorer counts: a few of all items may be many of one scale.
  const missing = key.scales.some(({ id }) => {
    const items = key.items.filter((item) => item.ranks === true || item.scale === id)
    return (
      items.filter((item) => answers[item.id] !== undefined).length <
      items.length * (1 - (limits.missingShare ?? 0.2))
    )
  })
  if (missing) flags.push('missing')

  const scales = new Map(key.items.map(({ id, scale }) => [id, scale]))
  if (
    !flags.includes('very-longstring') &&
    longestCycle(
      order.flatMap((id) => placesOf(id, answers[id], document) ?? []),
      order.filter((id) => answers[id] !== undefined).map((id) => scales.get(id)),
    ) >= (limits.cycleInvalid ?? Infinity)
  )
    flags.push('pattern')
  flags.push(...unfitting(answers, key, limits))

  const right = rightShare(answers, key)
  const low = isDoubted(flags) || (right !== null && right <= (limits.chanceInvalid ?? -1))
  return { confidence: low ? 'low' : 'ok', flags }
}

function isDoubted(flags: readonly QualityFlag[]): boolean {
  return flags.length >= 2 || flags.some((flag) => HARD.has(flag))
}

/** Careless, whatever the key calls right: those who judge a key are asked where they differ from it. */
export function isCareless({ flags }: Pick<Quality, 'flags'>): boolean {
  return isDoubted(flags.filter((flag) => !NOT_COUNTED.includes(flag)))
}

/** Of a list that was put in order: where each was shown, such as 0123. Other answers unchanged. */
function placesOf(
  id: string,
  answer: AnswerValue | undefined,
  document: DocumentOf<'assessment'> | undefined,
): AnswerValue | undefined {
  if (!Array.isArray(answer) || document === undefined) return answer
  const shown = optionsOf(document, id)
  return answer.map((option) => shown.indexOf(option)).join('')
}

/** Answers that don't fit together, or that guessing gives too. */
function unfitting(
  answers: Answers,
  key: ScoringKey,
  limits: NonNullable<ScoringKey['quality']>,
): QualityFlag[] {
  const own = ownRatings(answers, key)
  const distance = pairDistance(own, limits.pairs ?? [])
  const halves = evenOdd(own, key)
  const far = misfit(own, limits.fit ?? [])
  const right = rightShare(answers, key)
  return [
    ...(distance !== null && distance > (limits.pairsFlag ?? Infinity)
      ? (['contradictions'] as const)
      : []),
    ...(halves !== null && halves < (limits.evenOddFlag ?? -Infinity) ? (['uneven'] as const) : []),
    ...(far !== null && far > (limits.fitInvalid ?? Infinity) ? (['misfit'] as const) : []),
    ...(right !== null && right <= (limits.chanceFlag ?? -1) ? (['chance'] as const) : []),
  ]
}

/** Of the answers that are right or wrong, how many of 100 are right; null if there are none. */
function rightShare(answers: Answers, key: ScoringKey): number | null {
  const asked = key.items.flatMap(({ id, correct, weights }) => {
    const best = correct ?? weights?.reduce((a, b) => (b.weight > a.weight ? b : a)).id
    return best === undefined ? [] : [answers[id] === best]
  })
  return asked.length === 0 ? null : (100 * asked.filter(Boolean).length) / asked.length
}

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function longestRun(values: readonly number[]): number {
  let longest = 0
  let run = 0
  values.forEach((value, index) => {
    run = index > 0 && values[index - 1] === value ? run + 1 : 1
    longest = Math.max(longest, run)
  })
  return longest
}

/** How often the commonest answer was given. */
function mostAlike(values: readonly number[]): number {
  return Math.max(
    0,
    ...[...new Set(values)].map((value) => values.filter((each) => each === value).length),
  )
}

/**
 * With half of the items reversed, careful answers average near the middle; agreeing with
 * everything does not.
 */
function offMiddle(values: readonly number[], { min, max }: { min: number; max: number }): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length - (min + max) / 2
}

/** Standard deviation within one respondent (population). */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
