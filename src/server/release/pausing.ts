/** What a publish does to experiments: their arms are stamped, and those that it disturbs are paused. */

import { Refusal, type Problem } from '#engine/contract/problems.ts'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { lostArms } from '#engine/experiments/arms.ts'
import { stampArms } from '#engine/experiments/stamps.ts'
import type { DraftWithAuthor } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import {
  keyOf,
  prepareRelease as check,
  type Preparation,
  type Workspace,
} from '#server/workspace/workspace.ts'
import type { ReleaseContext } from './context.ts'
import { draftNamed } from './differences.ts'

export type Lost = { readonly id: string; readonly arm: string; readonly text: string }

/**
 * Experiments that are made, changed or started know what their arms are based on, however they were
 * edited. The check has found them sound.
 */
export function stamped(checked: Preparation, live: ReadonlyMap<string, AnyDocument>): Preparation {
  const { documents } = checked
  const made = new Map(documents)
  for (const [name, document] of documents) {
    const before = live.get(name)
    if (document.kind !== 'experiment' || document === before) continue
    made.set(
      name,
      stampArms(document, before as ExperimentDocument | undefined, (each) => documents.get(each)),
    )
  }
  return { ...checked, documents: made }
}

/**
 * Checks a workspace. Running experiments whose arms no longer fit what is published, or would break
 * it, or whose control it changes, are paused with it: an edit doesn't wait for an experiment, and no
 * arm is ever broken or compared with two things.
 *
 * @throws Refusal `release/problems` if anything else is wrong
 */
export async function checkOrPause(
  context: ReleaseContext,
  tenant: Tenant,
  space: Workspace,
): Promise<{ checked: Preparation | null; paused: readonly Lost[] }> {
  const paused: Lost[] = []
  for (;;) {
    const drafts = paused.map(({ id }): DraftWithAuthor => {
      const live = space.live.documents.get(`experiment/${id}`) as ExperimentDocument
      const document: ExperimentDocument = { ...live, state: 'paused' }
      return draftNamed(tenant, null, nameOf(document), document)
    })
    const isNew = ({ id }: Lost) => !paused.some((each) => each.id === id)
    try {
      const checked = await check(context, tenant, {
        ...space,
        ...(drafts.length === 0
          ? { sameAs: keyOf(space) }
          : { drafts: [...space.drafts, ...drafts] }),
      })
      const moved = checked === null ? [] : movedIn(checked.documents, space).filter(isNew)
      if (moved.length === 0) return { checked, paused }
      paused.push(...moved)
    } catch (error) {
      const lost = lostIn(error, space).filter(isNew)
      if (lost.length === 0) throw error
      paused.push(...lost)
    }
  }
}

/** Running experiments that nobody is editing and whose control would change, each once. */
function movedIn(documents: ReadonlyMap<string, AnyDocument>, { drafts }: Workspace): Lost[] {
  return [...documents.values()].flatMap((document): Lost[] => {
    if (document.kind !== 'experiment' || document.state !== 'running') return []
    const { id } = document
    if (drafts.some((draft) => draft.kind === 'experiment' && draft.id === id)) return []
    const [lost] = lostArms(document, (name) => documents.get(name))
    return lost === undefined ? [] : [{ id, arm: lost.arm, text: lost.message }]
  })
}

/** Running experiments that nobody is editing and that a check has found at fault, each once. */
function lostIn(error: unknown, { drafts, live }: Workspace): Lost[] {
  const problems =
    error instanceof Refusal && error.code === 'release/problems'
      ? ((error.detail.extra?.['problems'] ?? []) as readonly Problem[])
      : []
  const lost = new Map<string, Lost>()
  for (const { severity, document, pointer, message } of problems) {
    const experiment = live.documents.get(document) as ExperimentDocument | undefined
    if (
      severity === 'error' &&
      experiment?.kind === 'experiment' &&
      experiment.state === 'running' &&
      !lost.has(experiment.id) &&
      !drafts.some(({ kind, id }) => kind === 'experiment' && id === experiment.id)
    ) {
      const arm = /^\/arms\/([^/]+)/.exec(pointer)?.[1] ?? ''
      lost.set(experiment.id, { id: experiment.id, arm, text: message })
    }
  }
  return [...lost.values()]
}
