/** What happened to an experiment: entries of the audit log about it. */

import type { ExperimentEntry } from '#engine/contract/experimentshapes.ts'
import type { Tx } from '#server/database/database.ts'
import { addAudit, auditAbout } from './audit.ts'

type Action = ExperimentEntry['action']
type Said = Pick<
  ExperimentEntry,
  'text' | 'arm' | 'metric' | 'phase' | 'newPhase' | 'release' | 'changed'
>

const ACTIONS = [
  'make',
  'change',
  'start',
  'pause',
  'end',
  'ship',
  'note',
  'harm',
  'lost',
  'split',
] as const satisfies readonly Action[]
/** Nobody reads more on one page. */
const MAX_ENTRIES = 200

export async function historyOf(tx: Tx, experiment: string): Promise<ExperimentEntry[]> {
  const rows = await auditAbout(
    tx,
    targetOf(experiment),
    ACTIONS.map((action) => `experiment.${action}`),
    MAX_ENTRIES,
  )
  return rows.map(({ at, email, action, detail }) => ({
    at: at.toISOString(),
    by: email,
    action: action.slice('experiment.'.length) as Action,
    ...(detail as Said),
  }))
}

/** @throws Refusal `request/rate-limited` as `addAudit` does */
export function addHistory(
  tx: Tx,
  entry: {
    readonly id: string
    readonly now: Date
    /** Null: the server by itself. */
    readonly actor: string | null
    readonly experiment: string
    readonly action: Action | 'export'
    readonly said?: Said
  },
): Promise<void> {
  const { experiment, action, said = {}, ...rest } = entry
  return addAudit(tx, {
    ...rest,
    action: `experiment.${action}`,
    target: targetOf(experiment),
    detail: said,
  })
}

function targetOf(experiment: string): string {
  return `experiment/${experiment}`
}
