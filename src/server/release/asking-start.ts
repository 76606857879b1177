/**
 * The start of an experiment, where a second person has to approve it: a draft of the experiment as
 * it is, running, and the request to publish that alone.
 */

import { Refusal } from '#engine/contract/problems.ts'
import { nameOf } from '#engine/documents/document.ts'
import { canonical } from '#engine/documents/json.ts'
import type { ExperimentDocument } from '#engine/documents/kinds.ts'
import { hasRoom, saveDraft } from '#server/store/drafts.ts'
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

function says(text: string | null, wanted: ExperimentDocument): boolean {
  return text !== null && canonical(JSON.parse(text)) === canonical(wanted)
}
