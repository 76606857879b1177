/**
 * The winner of an experiment as ordinary drafts: what its arm changes, on what is live now and on
 * what somebody else is writing, and the end of the experiment, so that one publish does both.
 */

import type { ExperimentShipped } from '#engine/contract/experimentshapes.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { changedBy } from '#engine/experiments/arms.ts'
import { diff } from '#engine/overlay/diff.ts'
import { OverlayError } from '#engine/overlay/ops.ts'
import { apply } from '#engine/overlay/overlay.ts'
import { rebase, resolve } from '#engine/overlay/rebase.ts'
import { addHistory } from '#server/store/experimenthistory.ts'
import { hasRoom, saveDraft, type DraftWithAuthor } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { loadWorkspace } from '#server/workspace/workspace.ts'
import type { ReleaseContext } from './context.ts'

type Shipped = {
  readonly name: string
  readonly document: Json
  readonly before: DraftWithAuthor | undefined
  readonly conflicts: ExperimentShipped['conflicts']
}

/**
 * @throws Refusal `experiment/unknown`, `experiment/unknown-arm` for the control too;
 *   `experiment/draft` if somebody edits the experiment, removes a document, or saves meanwhile;
 *   `experiment/lost` if the arm no longer fits what is live; `limit/reached`
 */
export async function shipArm(
  context: ReleaseContext,
  tenant: Tenant,
  { id: by }: { readonly id: string },
  id: string,
  arm: string,
): Promise<ExperimentShipped> {
  const { drafts, live } = await loadWorkspace(context, tenant)
  const experiment = live.documents.get(`experiment/${id}`) as ExperimentDocument | undefined
  if (experiment === undefined) throw new Refusal('experiment/unknown')
  if (!experiment.arms.slice(1).some((each) => each.id === arm))
    throw new Refusal('experiment/unknown-arm')
  const draftOf = (name: string) => drafts.find((each) => `${each.kind}/${each.id}` === name)
  if (draftOf(`experiment/${id}`) !== undefined) throw new Refusal('experiment/draft')
  const shipped = armOn(experiment, arm, live.documents, draftOf)
  const ended: Shipped = {
    name: `experiment/${id}`,
    document: { ...(experiment as unknown as Record<string, Json>), state: 'ended' },
    before: undefined,
    conflicts: [],
  }
  const all = experiment.state === 'ended' ? shipped : [...shipped, ended]
  const now = context.now()
  await context.database.tenant(tenant.id, async (tx) => {
    for (const { name, document, before } of all) {
      const [kind, ...rest] = name.split('/') as [string, ...string[]]
      const text = JSON.stringify(document)
      const draft = { kind, id: rest.join('/'), document: text, by, now }
      if (!(await hasRoom(tx, kind, draft.id, Buffer.byteLength(text))))
        throw new Refusal('limit/reached')
      if ((await saveDraft(tx, draft, before?.revision ?? 0)) === null)
        throw new Refusal('experiment/draft')
    }
    await addHistory(tx, {
      id: context.newId(),
      now,
      actor: by,
      experiment: id,
      action: 'ship',
      said: { arm },
    })
  })
  return {
    drafts: all.map(({ name }) => name),
    conflicts: all.flatMap(({ conflicts }) => conflicts),
  }
}

/** What the arm makes of each document, with what is in a draft of it. */
function armOn(
  experiment: ExperimentDocument,
  arm: string,
  documents: ReadonlyMap<string, AnyDocument>,
  draftOf: (name: string) => DraftWithAuthor | undefined,
): Shipped[] {
  let changed: Map<string, AnyDocument>
  try {
    changed = changedBy([experiment], { [experiment.id]: arm }, (name) => documents.get(name))
  } catch (error) {
    if (!(error instanceof OverlayError)) throw error
    throw new Refusal('experiment/lost', { cause: error })
  }
  return [...changed].flatMap(([name, document]): Shipped[] => {
    const made = document as unknown as Json
    const now = documents.get(name) as unknown as Json
    const before = draftOf(name)
    if (before === undefined)
      return canonical(made) === canonical(now)
        ? []
        : [{ name, document: made, before, conflicts: [] }]
    if (before.document === null) throw new Refusal('experiment/draft')
    const draft = JSON.parse(before.document) as Json
    const rebased = rebase(now, draft, diff(now, made))
    const merged = apply(
      draft,
      resolve(draft, rebased, () => 'mine'),
    )
    if (merged === undefined) throw new Refusal('experiment/draft')
    const conflicts = rebased.conflicts.map(({ at, code }) => ({ document: name, at, code }))
    return [{ name, document: merged, before, conflicts }]
  })
}
