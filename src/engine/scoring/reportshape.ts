/**
 * The shape of a result as its report sees it, for every other page that speaks of it: cards, the
 * share card, careers. Pure.
 */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { ranked, type ScoreRow } from './bands.ts'
import { metricAt, type Metrics } from './reports.ts'
import { standingOf, type Standing } from './standing.ts'

type Result = NonNullable<DocumentOf<'report'>['result']>

/**
 * Null if the report doesn't rank its types, or the result doesn't say what its scores can be.
 *
 * @param metrics by assessment
 * @param letters of all types
 * @param count   how many may be named at most
 */
export function shapeOf(
  { code, near, above, within }: Result,
  metrics: Metrics,
  letters: readonly string[],
  count: number,
): Standing<ScoreRow> | null {
  const path = code.slice(0, code.lastIndexOf('.'))
  if (near === undefined || metricAt(metrics, `${path}.scale.highest`) === null) return null
  const rows = letters.map((id) => ({ id, metric: `${path}.${id}` }))
  const order = ranked(metrics, rows, { scale: `${path}.scale`, ties: code })
  return standingOf(order, { count, near, above, even: within })
}
