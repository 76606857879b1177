/** What a release changes about experiments, as entries of their histories. */

import type { ExperimentEntry } from '#engine/contract/experimentshapes.ts'
import { canonical } from '#engine/documents/json.ts'
import type { AnyDocument, ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { isCountedAnew } from '#engine/experiments/arms.ts'
import type { Tx } from '#server/database/database.ts'
import { addHistory } from '#server/store/experimenthistory.ts'
import type { ReleaseContext } from './context.ts'

type Documents = ReadonlyMap<string, AnyDocument>
export type ExperimentChange = {
  readonly id: string
  readonly action: Extract<ExperimentEntry['action'], 'make' | 'change' | 'start' | 'pause' | 'end'>
  /** It continues, but what was counted until now isn't continued. */
  readonly newPhase: boolean
}

const STEP = { running: 'start', paused: 'pause', ended: 'end', planned: 'change' } as const

/**
 * Experiments that are made, changed, started, paused or ended between two sets of documents, and
 * those whose metrics have changed in what they count.
 */
export function experimentChanges(before: Documents, after: Documents): ExperimentChange[] {
  return [...after.values()].flatMap((document): ExperimentChange[] => {
    if (document.kind !== 'experiment') return []
    const { id, state } = document
    const was = before.get(`experiment/${id}`) as ExperimentDocument | undefined
    if (was === undefined) return [{ id, action: 'make', newPhase: false }]
    const newPhase = isCountedAnew(was, document, metricsIn(before), metricsIn(after))
    if (was.state !== state) return [{ id, action: STEP[state], newPhase }]
    return newPhase || canonical(was) !== canonical(document)
      ? [{ id, action: 'change', newPhase }]
      : []
  })
}

function metricsIn(documents: Documents): (id: string) => MetricDocument | undefined {
  return (id) => documents.get(`metric/${id}`) as MetricDocument | undefined
}

/**
 * Writes them: an experiment keeps a history of every change, whichever way it was made.
 *
 * @param actor null: the server by itself
 * @param text what was said of the release
 */
export async function tellHistory(
  context: Pick<ReleaseContext, 'newId' | 'now'>,
  tx: Tx,
  actor: string | null,
  changes: readonly ExperimentChange[],
  text: string,
): Promise<void> {
  for (const { id, action, newPhase } of changes)
    await addHistory(tx, {
      id: context.newId(),
      now: context.now(),
      actor,
      experiment: id,
      action,
      said: { ...(text !== '' && { text }), ...(newPhase && { newPhase }) },
    })
}
