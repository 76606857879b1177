/** What is settled of an experiment's count before it begins, so that its figures mean the same until its end. Pure. */

import type { ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'

/** Events of a phone that was offline are awaited this long after the window. */
export const GRACE_DAYS = 3

/** A metric as this experiment counts it: a mean is cut off where the start has settled it. */
export function asSettled(
  { settled }: { readonly settled?: ExperimentDocument['settled'] | undefined },
  metric: MetricDocument,
): MetricDocument {
  const cut = settled?.cutAt?.find(({ id }) => id === metric.id)?.cut
  return metric.measure.as !== 'mean' || cut === undefined
    ? metric
    : { ...metric, measure: { ...metric.measure, cut } }
}
