/** What the pages of experiments read. */

import type { DocumentView } from '#engine/contract/admincontract.ts'
import type { ExperimentResults, ExperimentView } from '#engine/contract/experimentshapes.ts'
import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { documentPath, useRead, type Read } from '#admin/parts/client.ts'
import { UNKNOWN_METRIC, type Measured } from './words.ts'

export const EXPERIMENTS = 'admin/experiments'

export function experimentPath(id: string): string {
  return `${EXPERIMENTS}/${encodeURIComponent(id)}`
}

export function useExperiment(id: string): Read<ExperimentView> {
  return useRead(experimentPath(id))
}

/** @param isAsked false before the start: there is nothing to count */
export function useResults(id: string, isAsked: boolean): Read<ExperimentResults> {
  return useRead(isAsked ? `${experimentPath(id)}/results` : null)
}

export function useMetric(id: string): Measured {
  const { value } = useRead<DocumentView>(
    id === '' ? null : documentPath('documents', 'metric', id),
  )
  return (value?.effective as MetricDocument | null | undefined) ?? UNKNOWN_METRIC
}

export function documentOf({ document }: ExperimentView): ExperimentDocument {
  return document as ExperimentDocument
}
