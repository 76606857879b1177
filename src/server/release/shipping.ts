/**
 * The winner of an experiment as ordinary drafts: what its arm changes, on what is live now and on
 * what somebody else is writing, and the end of the experiment, so that one publish does both.
 */

import type { ExperimentShipped, ShipConflict } from '#engine/contract/experimentshapes.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { changedBy, targetName } from '#engine/experiments/arms.ts'
import { diff } from '#engine/overlay/diff.ts'
import { OverlayError, type Op } from '#engine/overlay/ops.ts'
import { apply } from '#engine/overlay/overlay.ts'
import { rebase, resolve, type Rebased } from '#engine/overlay/rebase.ts'
import { addHistory } from '#server/store/experimenthistory.ts'
import { hasRoom, saveDraft, type DraftWithAuthor } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { Choices } from '#server/workspace/rebase-changes.ts'
import { loadWorkspace } from '#server/workspace/workspace.ts'
import type { ReleaseContext } from './context.ts'

type Shipped = {
  readonly name: string
  readonly document: Json
  readonly before: DraftWithAuthor | undefined
  readonly conflicts: readonly ShipConflict[]
}

/**
 * @throws Refusal `experiment/unknown`, `experiment/unknown-arm` for the control too;
 *   `experiment/draft` if somebody edits the experiment, removes a document, or saves meanwhile;
 *   `experiment/lost` if the arm no longer fits what is live; `experiment/conflicts` while there is
 *   something to decide: then nothing has been written; `limit/reached`
 */
export async function shipArm(
  context: ReleaseContext,
  tenant: Tenant,
  { id: by }: { readonly id: string },
  id: string,
  { arm, choices = {} }: { readonly arm: string; readonly choices?: Choices },
): Promise<ExperimentShipped> {
  const { drafts, live } = await loadWorkspace(context, tenant)
  const experiment = live.documents.get(`experiment/${id}`) as ExperimentDocument | undefined
  if (experiment === undefined) throw new Refusal('experiment/unknown')
  if (!experiment.arms.slice(1).some((each) => each.id === arm))
    throw new Refusal('experiment/unknown-arm')
  const draftOf = (name: string) => drafts.find((each) => `${each.kind}/${each.id}` === name)
  if (draftOf(`experiment/${id}`) !== undefined) throw new Refusal('experiment/draft')
  const shipped = armOn(experiment, arm, live.documents, draftOf, choices)
  const conflicts = shipped.flatMap((each) => each.conflicts)
  if (conflicts.some(({ document, at }) => choices[`${document}#${at}`] === undefined))
    throw new Refusal('experiment/conflicts', { extra: { conflicts } })
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
    conflicts: conflicts.map(({ document, at, code }) => ({ document, at, code })),
  }
}

type Place = {
  readonly name: string
  readonly live: Json
  readonly ops: readonly Op[]
  readonly draft: DraftWithAuthor | undefined
}

/** What the arm makes of each document, on what is live and with what is in a draft of it. */
function armOn(
  experiment: ExperimentDocument,
  arm: string,
  documents: ReadonlyMap<string, AnyDocument>,
  draftOf: (name: string) => DraftWithAuthor | undefined,
  choices: Choices,
): Shipped[] {
  let changed: Map<string, AnyDocument>
  try {
    changed = changedBy([experiment], { [experiment.id]: arm }, (name) => documents.get(name))
  } catch (error) {
    if (!(error instanceof OverlayError)) throw error
    throw new Refusal('experiment/lost', { cause: error })
  }
  const overlays = experiment.arms.find(({ id }) => id === arm)?.overlays ?? []
  return [...changed.keys()].flatMap((name) => {
    const ops = overlays.filter((each) => targetName(each) === name).flatMap((each) => each.ops)
    const live = documents.get(name) as unknown as Json
    return shippedOf({ name, live, ops: ops as readonly Op[], draft: draftOf(name) }, choices)
  })
}

/**
 * Two questions, which are asked together: has the value that the arm replaces become another one
 * since it was made, and does somebody's draft change the same place? What is decided for the value
 * there isn't the arm's to change any more.
 */
function shippedOf({ name, live, ops, draft }: Place, choices: Choices): Shipped[] {
  const onLive = settled(name, live, rebase(live, live, ops), choices)
  // What an op was based on is known by its hash alone.
  const unknown = onLive.conflicts.map((conflict): ShipConflict => {
    const { baseOld: _, ...known } = conflict
    return known
  })
  const isDecided = unknown.every(({ at }) => choices[`${name}#${at}`] !== undefined)
  if (draft === undefined)
    return isDecided && canonical(onLive.document) === canonical(live)
      ? []
      : [{ ...onLive, before: undefined, conflicts: unknown }]
  if (draft.document === null) throw new Refusal('experiment/draft')
  const written = JSON.parse(draft.document) as Json
  const theirs = rebase(live, written, diff(live, onLive.document))
  const onDraft = settled(name, written, theirs, choices)
  // Of a place that is in conflict with both, the draft's is what would be lost.
  const isLater = ({ at }: ShipConflict) => onDraft.conflicts.some((each) => each.at === at)
  const conflicts = [...unknown.filter((each) => !isLater(each)), ...onDraft.conflicts]
  return [{ ...onDraft, before: draft, conflicts }]
}

function settled(
  document: string,
  base: Json,
  rebased: Rebased,
  choices: Choices,
): Pick<Shipped, 'name' | 'document' | 'conflicts'> {
  const made = apply(
    base,
    resolve(base, rebased, ({ at }) => choices[`${document}#${at}`] ?? 'mine'),
  )
  if (made === undefined) throw new Refusal('experiment/draft')
  const conflicts = rebased.conflicts.map(({ at, code, baseOld, baseNew, mine }) => ({
    document,
    at,
    code,
    ...(baseOld !== undefined && { baseOld }),
    ...(baseNew !== undefined && { baseNew }),
    ...(mine !== undefined && { mine }),
  }))
  return { name: document, document: made, conflicts }
}
