/** What the widgets of a report read: its metrics by assessment, and the words for a score. */

import { bandsOf, CUTS } from '#engine/scoring/bands.ts'
import type { ReportAnswer, ReportResult } from '#engine/contract/contract.ts'
import { measured, perLevel } from '#engine/scoring/levels.ts'
import type { DataState } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import type { Metrics } from '#engine/scoring/reports.ts'
import { valueOf } from '#widgets/parts/dataOf.ts'

/** Results by assessment. Responses that the device cached from an older server don't have them. */
export function resultsOf(report: ReportAnswer): Readonly<Record<string, ReportResult>> {
  return (report as Partial<ReportAnswer>).results ?? {}
}

/** Assessments of the report that haven't been taken yet. */
export function openOf(report: ReportAnswer): readonly string[] {
  return (report as Partial<ReportAnswer>).open ?? []
}

/** By assessment; those of timed tasks as the mean of a level. */
export function metricsOf(report: ReportAnswer): Metrics {
  return Object.fromEntries(
    Object.entries(resultsOf(report)).map(([assessment, { metrics, quality }]) => [
      assessment,
      perLevel(measured(metrics, quality.not_measured)),
    ]),
  )
}

/** The metrics of a node's report; null while it's loading or if it failed. */
export function metricsIn(data: DataState | undefined): Metrics | null {
  const report = valueOf<ReportAnswer>(data)
  return report === null ? null : metricsOf(report)
}

const BANDS: readonly string[] = ['result.band.less', 'result.band.middle', 'result.band.more']

/**
 * A score in words: its band, or a range of bands if the score could be in either on another day.
 */
export function useBandWords(): (
  score: number,
  sem?: number,
  cuts?: readonly number[],
  bands?: readonly string[],
) => string {
  const t = useText()
  return (score, sem = 0, cuts = CUTS, bands = BANDS) => {
    const [low, high] = bandsOf(score, sem, cuts)
    return low === high
      ? t(bands[low])
      : t('result.between', { low: t(bands[low]), high: t(bands[high]) })
  }
}
