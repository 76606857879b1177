/** What a publish does to experiments: their arms are stamped, and those that it disturbs are paused. */

import { Refusal, type Problem } from '#engine/contract/problems.ts'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument, ExperimentDocument, MetricDocument } from '#engine/documents/kinds.ts'
import { Catalog } from '#engine/documents/catalog.ts'
import { isCountedAnew, lostBy } from '#engine/experiments/arms.ts'
import { stampArms } from '#engine/experiments/stamps.ts'
import { historyOf } from '#server/store/experimenthistory.ts'
import type { DraftWithAuthor } from '#server/store/drafts.ts'
import type { Tenant } from '#server/store/tenants.ts'
import {
  keyOf,
  prepareRelease as check,
  type Preparation,
  type Workspace,
} from '#server/workspace/workspace.ts'
import { pausedInstead } from '#server/workspace/pausedinstead.ts'
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
 * What was paused by itself stays paused if the draft that would start it again is older: its author, and
 * those who approved or scheduled it, didn't know.
 */
export async function stillPaused(
  context: ReleaseContext,
  tenant: Tenant,
  checked: Preparation,
  { drafts, live }: Workspace,
): Promise<Preparation> {
  const made = new Map(checked.documents)
  for (const { kind, id, updated_at: written } of drafts) {
    const name = `${kind}/${id}`
    const document = made.get(name)
    const before = live.documents.get(name)
    if (document?.kind !== 'experiment' || document.state !== 'running') continue
    if (before?.kind !== 'experiment' || before.state !== 'paused') continue
    const history = await context.database.tenant(tenant.id, (tx) => historyOf(tx, id))
    const last = history.find(({ action }) => STEPS.has(action))
    if (last !== undefined && last.by === null && new Date(last.at) > written)
      made.set(name, { ...document, state: 'paused' })
  }
  return { ...checked, documents: made }
}
const STEPS: ReadonlySet<string> = new Set(['start', 'pause', 'end', 'harm', 'lost'])

/** Going back to an earlier release starts no experiment that has been paused or has ended since. */
export function asPausedNow(
  documents: ReadonlyMap<string, AnyDocument>,
  live: ReadonlyMap<string, AnyDocument>,
): ReadonlyMap<string, AnyDocument> {
  return new Map(
    [...documents].map(([name, document]) => {
      const now = live.get(name)
      return document.kind === 'experiment' &&
        document.state === 'running' &&
        now?.kind === 'experiment' &&
        (now.state === 'paused' || now.state === 'ended')
        ? [name, { ...document, state: now.state }]
        : [name, document]
    }),
  )
}

/**
 * Experiments that begin, or are counted anew, settle what their figures are made with; the others keep
 * what theirs has settled, whatever is sent.
 */
export async function settled(
  context: ReleaseContext,
  tenant: Tenant,
  checked: Preparation,
  live: ReadonlyMap<string, AnyDocument>,
): Promise<Preparation> {
  const made = new Map(checked.documents)
  const catalog = new Catalog(checked.documents.values())
  for (const [name, document] of checked.documents) {
    const before = live.get(name) as ExperimentDocument | undefined
    if (document.kind !== 'experiment' || document === before) continue
    made.set(
      name,
      await settledNow(
        context,
        tenant,
        catalog,
        document,
        before,
        (id) => live.get(`metric/${id}`) as MetricDocument | undefined,
      ),
    )
  }
  return { ...checked, documents: made }
}

async function settledNow(
  context: ReleaseContext,
  tenant: Tenant,
  catalog: Catalog,
  document: ExperimentDocument,
  before: ExperimentDocument | undefined,
  metricBefore: (id: string) => MetricDocument | undefined,
): Promise<ExperimentDocument> {
  const { settled: _, ...rest } = document
  if (document.state === 'planned') return rest
  const kept: ExperimentDocument = {
    ...rest,
    ...(before?.settled !== undefined && { settled: before.settled }),
  }
  const isNew =
    before === undefined ||
    before.state === 'planned' ||
    isCountedAnew(before, kept, metricBefore, (id) => catalog.get('metric', id))
  if (!isNew || document.state === 'ended') return kept
  const own = await context.settle(tenant, catalog, document)
  return { ...rest, settled: own }
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
  const edited = new Set(drafts.map(({ kind, id }) => `${kind}/${id}`))
  return lostBy(
    documents.values(),
    (name) => documents.get(name),
    (name) => edited.has(name),
  ).map(({ experiment: { id }, first: { arm, message } }) => ({ id, arm, text: message }))
}

/** Running experiments that nobody is editing and that a check has found at fault, each once. */
function lostIn(error: unknown, space: Workspace): Lost[] {
  const problems =
    error instanceof Refusal && error.code === 'release/problems'
      ? ((error.detail.extra?.['problems'] ?? []) as readonly Problem[])
      : []
  const lost = new Map<string, Lost>()
  for (const problem of problems) {
    const experiment = pausedInstead(problem, space)
    if (experiment === undefined || lost.has(experiment.id)) continue
    const arm = /^\/arms\/([^/]+)/.exec(problem.pointer)?.[1] ?? ''
    lost.set(experiment.id, { id: experiment.id, arm, text: problem.message })
  }
  return [...lost.values()]
}
