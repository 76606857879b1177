/** Signs that answers may not be meant: too fast, one answer throughout, missing. Never an accusation (assessments 9). */

import type { Answers, ScoringKey } from './scoring.ts'

export type Quality = {
  /** `low` means: result kept and shown, marked "low confidence", left out of norms and research. */
  readonly confidence: 'ok' | 'low'
  readonly flags: readonly QualityFlag[]
}
export type QualityFlag = 'fast' | 'very-fast' | 'longstring' | 'very-longstring' | 'flat' | 'missing'

/** One alone is enough to doubt a result; of the others it takes two. */
const HARD: ReadonlySet<QualityFlag> = new Set(['very-fast', 'very-longstring'])

/**
 * @param order item ids as they were shown; runs of equal answers are counted along it
 * @param ms    item id -> milliseconds on that item, where known
 */
export function judgeQuality(answers: Answers, ms: Readonly<Record<string, number>>, order: readonly string[], key: ScoringKey): Quality {
  const limits = key.quality
  if (limits === undefined) return { confidence: 'ok', flags: [] }
  const flags: QualityFlag[] = []
  const values = order.flatMap((id) => answers[id] ?? [])

  const pace = median(order.flatMap((id) => ms[id] ?? []))
  if (pace !== null && pace < limits.fastInvalidMs) flags.push('very-fast')
  else if (pace !== null && pace < limits.fastFlagMs) flags.push('fast')

  const run = longestRun(values)
  if (run >= limits.longstringInvalid) flags.push('very-longstring')
  else if (run >= limits.longstringFlag) flags.push('longstring')

  if (values.length > 1 && deviation(values) < limits.irvFlag) flags.push('flat')
  // By scale, as the scorer counts: a fifth of the whole may be most of one of them.
  const missing = key.scales.some(({ id }) => {
    const items = key.items.filter((item) => item.scale === id)
    return items.filter((item) => answers[item.id] !== undefined).length < items.length * (1 - limits.missingShare)
  })
  if (missing) flags.push('missing')

  const low = flags.length >= 2 || flags.some((flag) => HARD.has(flag))
  return { confidence: low ? 'low' : 'ok', flags }
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

/** Standard deviation within one person (population). */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
