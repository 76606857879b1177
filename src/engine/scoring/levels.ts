/**
 * Metrics of a timed task as people read them: the server keeps sums over levels, and the reader
 * divides (spec 3). Pure.
 */

import { isObject } from '#engine/documents/json.ts'

/**
 * What is stored as a sum over levels. Counts and speed are of the whole; `level_1` to `level_3`
 * are each of their own.
 */
const SUMS = [
  'total_score',
  'accuracy',
  'accuracy_adjusted',
  'efficiency',
  'penalty',
  'velocity',
] as const

/** Companion of a metric: the speed of a maze, counted the other way round. */
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
 * @returns the metrics as they are where they have no `number_of_levels`: they are not those of a
 *   timed task
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
