/**
 * The start of an experiment, where a second person has to approve it: a draft of the experiment as
 * it is, running, and the request to publish that alone.
 */

import { Refusal } from '#engine/contract/problems.ts'
import { nameOf } from '#engine/documents/document.ts'
import { canonical } from '#engine/documents/json.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import type { Tx } from '#server/database/database.ts'
import { approvalById } from '#server/store/approvals.ts'
import { deleteDraft, hasRoom, saveDraft } from '#server/store/drafts.ts'
import { loadWorkspace } from '#server/workspace/workspace.ts'
import { askForApproval, type Hooks } from './approving.ts'
import { log, type Asking } from './asking.ts'

/**
 * @returns the id of the request
 * @throws Refusal `experiment/unknown`, `experiment/state`; `experiment/draft` if somebody edits it;
 *   and what askForApproval throws: then there is no draft either
 */
export async function askToStart(
  asking: Asking,
  id: string,
  message: string,
  hooks: Pick<Hooks, 'asked'> = {},
): Promise<string> {
  const { context, tenant, person } = asking
  const name = `experiment/${id}`
  const { drafts, live } = await loadWorkspace(context, tenant, { kind: 'experiment', id })
  const experiment = live.documents.get(name) as ExperimentDocument | undefined
  if (experiment === undefined) throw new Refusal('experiment/unknown')
  if (experiment.state !== 'planned' && experiment.state !== 'paused')
    throw new Refusal('experiment/state')
  const started: ExperimentDocument = { ...experiment, state: 'running' }
  const [draft] = drafts
  // Asked again after it was sent back: the draft is there already.
  if (draft !== undefined && !says(draft.document, started)) throw new Refusal('experiment/draft')
  return askForApproval(
    asking,
    { message, only: [name] },
    {
      ...hooks,
      // A colleague may have written to it since it was read.
      requireSame: (written) => {
        const own = written.find((each) => nameOf(each) === name)
        if (own === undefined || !says(own.document, started)) throw new Refusal('experiment/draft')
      },
      before: async (tx) => {
        if (draft !== undefined) return
        const text = JSON.stringify(started)
        if (!(await hasRoom(tx, 'experiment', id, Buffer.byteLength(text))))
          throw new Refusal('limit/reached')
        const saved = { kind: 'experiment', id, document: text, by: person.id, now: context.now() }
        const revision = await saveDraft(tx, saved, 0)
        if (revision === null) throw new Refusal('experiment/draft')
        await log(context, tx, person, 'draft.save', name, { revision })
      },
    },
  )
}

/**
 * Sent back or withdrawn, the draft of a start goes with its request: it says nothing but "running",
 * and an experimenter, who may not discard drafts, couldn't change the experiment beside it.
 *
 * @returns what is to be done in the transaction that ends the request
 */
export async function endOfStart(
  { context, tenant, person }: Asking,
  request: string,
): Promise<(tx: Tx) => Promise<void>> {
  const nothing = async () => undefined
  const row = await context.database.tenant(tenant.id, (tx) => approvalById(tx, request))
  const [name = '', ...more] = Object.keys(row?.drafts ?? {})
  // What was sent back before may be asked for by somebody else now.
  if (row?.state !== 'asked' || more.length > 0 || !name.startsWith(OF_EXPERIMENTS)) return nothing
  const id = name.slice(OF_EXPERIMENTS.length)
  const { drafts, live } = await loadWorkspace(context, tenant, { kind: 'experiment', id })
  const experiment = live.documents.get(name) as ExperimentDocument | undefined
  const [draft] = drafts
  if (experiment === undefined || draft === undefined) return nothing
  if (!says(draft.document, { ...experiment, state: 'running' })) return nothing
  return async (tx) => {
    if (await deleteDraft(tx, 'experiment', id, draft.revision))
      await log(context, tx, person, 'draft.discard', name, { document: draft.document })
  }
}
const OF_EXPERIMENTS = 'experiment/'

function says(text: string | null, wanted: ExperimentDocument): boolean {
  return text !== null && canonical(JSON.parse(text)) === canonical(wanted)
}
