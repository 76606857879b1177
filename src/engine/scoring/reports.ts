/** Derived results of a report, by the tables in its document. Pure. */

import { isObject } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'

type Report = DocumentOf<'report'>
type Strength = NonNullable<Report['strengths']>[number]

/** Existing results by assessment. */
export type Metrics = Readonly<Record<string, unknown>>

/**
 * The number at a dotted path below an assessment's metrics: `big_5.extraversion.score`; null if
 * there is none.
 */
export function metricAt(metrics: Metrics, path: string): number | null {
  const value = valueAt(metrics, path)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The word at such a path: `holland_code.code`; null if there is none. */
export function wordAt(metrics: Metrics, path: string): string | null {
  const value = valueAt(metrics, path)
  return typeof value === 'string' ? value : null
}

/** Is the value at such a path true? `holland_code.even`. */
export function isSaidAt(metrics: Metrics, path: string): boolean {
  return valueAt(metrics, path) === true
}

function valueAt(metrics: Metrics, path: string): unknown {
  let value: unknown = metrics
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/**
 * The range of a report's metrics; `scale`: the path where the result gives it itself, such as
 * `holland_code.scale`.
 */
export type ScoreScale = {
  readonly lowest?: number
  readonly highest?: number
  readonly scale?: string
}

/** The ends of a scale: from the result, otherwise from the document, otherwise 0 to 100. */
export function endsOf(
  metrics: Metrics,
  { lowest = 0, highest = 100, scale }: ScoreScale,
): { readonly lowest: number; readonly highest: number } {
  if (scale === undefined) return { lowest, highest }
  return {
    lowest: metricAt(metrics, `${scale}.lowest`) ?? lowest,
    highest: metricAt(metrics, `${scale}.highest`) ?? highest,
  }
}

/** What a result says about a metric, in the same shape beside the metrics. */
export function besideOf(path: string, name: string): string {
  const dot = path.indexOf('.')
  return `${path.slice(0, dot)}.${name}${path.slice(dot)}`
}

/** The standard error that a result itself has for a metric, in points out of 100. */
export function errorAt(metrics: Metrics, path: string, scale: ScoreScale): number | null {
  const { lowest, highest } = endsOf(metrics, scale)
  const error = metricAt(metrics, besideOf(path, 'errors'))
  return error === null || highest === lowest ? null : (100 * error) / (highest - lowest)
}

/** Without the last digits of a division, which would decide a tie. */
export function comparable(score: number): number {
  return Math.round(score * 1e6) / 1e6
}

/** `own`: the standard error from the tenant's own people, in points out of 100. */
export type StrengthScore = { readonly id: string; readonly score: number; readonly own?: number }

/**
 * Preparation strengths and values (spec 3), each the weighted mean of the metrics that its row
 * names, highest first.
 *
 * @returns 0 to 100 each; rows with a missing metric are left out
 */
export function strengthsOf(report: Report, metrics: Metrics): StrengthScore[] {
  const known = (report.strengths ?? []).flatMap((row) => {
    const score = strength(row, metrics)
    const own = ownOf(row, metrics)
    return score === null ? [] : [{ id: row.id, score, ...(own !== null && { own }) }]
  })
  return known.sort((a, b) => comparable(b.score) - comparable(a.score))
}

function strength({ from }: Strength, metrics: Metrics): number | null {
  let sum = 0
  let weights = 0
  for (const { metric, weight, ...scale } of from) {
    const value = metricAt(metrics, metric)
    if (value === null) return null
    const { lowest, highest } = endsOf(metrics, scale)
    const share = Math.min(1, Math.max(0, (value - lowest) / (highest - lowest)))
    sum += 100 * share * weight
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}

/** Null unless all of its metrics have one. */
function ownOf({ from }: Strength, metrics: Metrics): number | null {
  const errors = from.map(({ metric, weight, ...scale }) => {
    const error = errorAt(metrics, metric, scale)
    return error === null ? null : weight * error
  })
  const weights = from.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0 || errors.includes(null)) return null
  return Math.hypot(...errors.map((error) => error!)) / weights
}
