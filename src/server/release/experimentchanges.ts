/** What a release changes about experiments, as entries of their histories. */

import type { ExperimentEntry } from '#engine/contract/experimentshapes.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
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
  readonly changed: NonNullable<ExperimentEntry['changed']>
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
    if (was === undefined) return [{ id, action: 'make', newPhase: false, changed: [] }]
    const newPhase = isCountedAnew(was, document, metricsIn(before), metricsIn(after))
    const changed = changedIn(was, document)
    if (was.state !== state) return [{ id, action: STEP[state], newPhase, changed }]
    return newPhase || canonical(was) !== canonical(document)
      ? [{ id, action: 'change', newPhase, changed }]
      : []
  })
}

/** What the server writes by itself, and what the entry says anyway. */
const OWN: ReadonlySet<string> = new Set(['state', 'settled', 'v', '$schema'])
/** A longer value is named only. */
const MAX_SAID = 400

/** Members that differ, in the order of the document. A hypothesis isn't rewritten silently. */
function changedIn(
  before: ExperimentDocument,
  after: ExperimentDocument,
): ExperimentChange['changed'] {
  const [was, is] = [before, after].map(flatOf) as [Flat, Flat]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((member) => canonical(was[member] ?? null) !== canonical(is[member] ?? null))
    .map((member) => ({
      member,
      ...said('was', was[member]),
      ...said('is', is[member]),
    }))
}

type Flat = Readonly<Record<string, Json | undefined>>

/** Metrics by their roles, and the shares of the arms apart from what they change. */
function flatOf({ metrics, arms, ...rest }: ExperimentDocument): Flat {
  const { primary, further = [], guardrails = [] } = metrics
  const shares = arms.map(({ id, weight }) => `${id}: ${weight}`).join(', ')
  const overlays = arms.map(({ id, overlays: own }) => [id, own])
  const members = Object.entries(rest).filter(([member]) => !OWN.has(member))
  return {
    ...Object.fromEntries(members),
    primary,
    further: further.join(', '),
    guardrails: guardrails.join(', '),
    weight: shares,
    overlays,
  } as Flat
}

function said(when: 'was' | 'is', value: Json | undefined): { was?: string; is?: string } {
  if (typeof value !== 'string' && typeof value !== 'number') return {}
  const text = String(value)
  return text === '' || text.length > MAX_SAID ? {} : { [when]: text }
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
  for (const { id, action, newPhase, changed } of changes)
    await addHistory(tx, {
      id: context.newId(),
      now: context.now(),
      actor,
      experiment: id,
      action,
      said: {
        ...(text !== '' && { text }),
        ...(newPhase && { newPhase }),
        ...(changed.length > 0 && { changed }),
      },
    })
}
