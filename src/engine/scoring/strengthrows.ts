/** Strengths of a report as rows that can be ranked. Pure. */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { isDenied, type Base, type RankedRow } from './bands.ts'
import type { Metrics, StrengthScore } from './reports.ts'

type Table = NonNullable<DocumentOf<'report'>['strengths']>
type Row = StrengthScore & { readonly sem?: number }

/**
 * @param all   highest first
 * @param table of the report's document
 */
export function strengthRows(
  all: readonly StrengthScore[],
  table: Table,
  metrics: Metrics,
  base: Base | undefined,
): RankedRow<Row>[] {
  return all.map((row) => {
    const from = table.find(({ id }) => id === row.id)?.from ?? []
    const denied = from.length === 1 && isDenied(metrics, from[0]!.metric, base)
    const { score, own } = row
    return { row, score, ...(own !== undefined && { own }), ...(denied && { denied }) }
  })
}
