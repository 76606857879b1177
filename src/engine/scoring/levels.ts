/**
 * Metrics of a timed task as they are shown: the server stores sums over levels, and the reader
 * divides (spec 3). Pure.
 */

import { isObject } from '#engine/documents/json.ts'

/**
 * Metrics that are stored as sums over levels. Counts and speed are overall values; `level_1` to
 * `level_3` belong to one level each.
 */
const SUMS = [
  'total_score',
  'accuracy',
  'accuracy_adjusted',
  'efficiency',
  'penalty',
  'velocity',
] as const

/** Derived from another metric: a maze's speed, as its inverse. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = { speed: ['velocity'] }

/** The metrics without those that weren't measured. */
export function measured(
  metrics: Readonly<Record<string, unknown>>,
  missing: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const gone = new Set(missing.flatMap((id) => [id, ...(TOGETHER[id] ?? [])]))
  return gone.size === 0
    ? metrics
    : Object.fromEntries(Object.entries(metrics).filter(([id]) => !gone.has(id)))
}

/**
 * The same metrics with each sum as a mean of one level.
 *
 * @returns the metrics unchanged if they have no `number_of_levels`: then they aren't those of a
 * timed task
 */
export function perLevel(metrics: unknown): unknown {
  if (!isObject(metrics)) return metrics
  const levels = metrics['number_of_levels']
  if (typeof levels !== 'number' || levels < 1) return metrics
  const means = SUMS.flatMap((id) =>
    typeof metrics[id] === 'number' ? [[id, metrics[id] / levels] as const] : [],
  )
  return { ...metrics, ...Object.fromEntries(means) }
}
