/**
 * A tenant's documents and drafts, as the server passes them to the worker process. Drafts are text
 * here.
 */

import { setImmediate } from 'node:timers/promises'
import type { DocumentChange } from '#engine/contract/admincontract.ts'
import type { AnyDocument, Kind } from '#engine/documents/kinds.ts'
import { Refusal, type Problem } from '#engine/contract/problems.ts'
import { shaOf } from '#server/base/asset.ts'
import { shaOfDocument, type DocumentSet } from '#server/release/shipped.ts'
import type { Subject } from '#server/release/document-workers.ts'
import type { CheckOutcome } from '#server/base/metrics.ts'
import { draftOf, draftsOf, type DraftWithAuthor } from '../store/drafts.ts'
import { baseManifest, liveRelease } from '../store/releases.ts'
import type { Tenant } from '../store/tenants.ts'
import type { ReleaseContext } from '#server/release/context.ts'
import { Stopped } from './process.ts'
import type { Prepared, Ready } from './prepare.ts'
import type { TaskName, Tasks } from './tasks.ts'

export type BaseSet = DocumentSet & { readonly id: string }

/** Everything that an edit is compared with. */
export type Workspace = {
  /** The version of the product that the tenant is on, which may be older than the deployed one. */
  readonly base: BaseSet
  /** Id of the live release; null if the product's own documents are live. */
  readonly liveId: string | null
  readonly live: DocumentSet
  readonly drafts: readonly DraftWithAuthor[]
}

/** @param only this document; otherwise all */
export async function loadWorkspace(
  context: ReleaseContext,
  tenant: Tenant,
  only?: { readonly kind: Kind; readonly id: string },
): Promise<Workspace> {
  const { row, drafts } = await context.database.tenant(tenant.id, async (tx) => ({
    row: await liveRelease(tx),
    drafts:
      only === undefined
        ? await draftsOf(tx)
        : [await draftOf(tx, only.kind, only.id)].filter((draft) => draft !== undefined),
  }))
  const base = await baseOf(context, tenant, row?.base)
  const live =
    row === undefined
      ? base
      : {
          documents: await context.releases.documents(tenant, row.manifest),
          manifest: row.manifest,
        }
  return { base, liveId: row?.id ?? null, live, drafts }
}

export async function baseOf(
  context: ReleaseContext,
  tenant: Tenant,
  id: string | undefined,
): Promise<BaseSet> {
  const now = context.releases.bases.of(tenant)
  if (id === undefined || id === now.id) return now
  const manifest = await context.database.shared((tx) => baseManifest(tx, id))
  if (manifest === undefined) throw new Error(`the base ${id} is gone`)
  return { id, manifest, documents: await context.releases.documents(tenant, manifest) }
}

/**
 * The ETag of a document for its next editor: of the draft, or of the live version. It names the
 * content too: revisions start again once a draft was published or discarded.
 */
export function etagOf(
  draft: Pick<DraftWithAuthor, 'revision' | 'document'> | undefined,
  live: AnyDocument | undefined,
): string {
  if (draft === undefined) return `"0-${live === undefined ? 'none' : shaOfDocument(live)}"`
  return `"${draft.revision}-${draft.document === null ? 'none' : shaOf(draft.document)}"`
}

/**
 * The input of a task may be less than a workspace (one document), or a different one (an earlier
 * release).
 */
export type Parts = Pick<Workspace, 'base' | 'live'> &
  Partial<Pick<Workspace, 'drafts'>> & { readonly others?: Subject['others'] }

/** Runs one task in the worker process. @throws as DocumentWorkers.ask does */
export function ask<Name extends TaskName>(
  context: ReleaseContext,
  tenant: Tenant,
  task: Name,
  args: Tasks[Name]['args'],
  { base, live, drafts = [], others }: Parts,
  sameAs?: string,
): Promise<Tasks[Name]['result']> {
  const texts = drafts.map((draft) => ({
    name: `${draft.kind}/${draft.id}`,
    text: draft.document,
    etag: etagOf(draft, undefined),
  }))
  return context.documentWorkers.ask(
    task,
    args,
    {
      tenant: tenant.id,
      code: context.code,
      base,
      live,
      drafts: texts,
      ...(others && { others }),
    },
    sameAs,
  )
}

/** The same for interactive requests: an unfinished task becomes an error that suggests a retry. */
export async function askNow<Name extends TaskName>(
  context: ReleaseContext,
  tenant: Tenant,
  task: Name,
  args: Tasks[Name]['args'],
  parts: Parts,
  sameAs?: string,
): Promise<Tasks[Name]['result']> {
  try {
    return await ask(context, tenant, task, args, parts, sameAs)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    context.log?.error(
      { err: error, task, tenant: tenant.id, at: error.at },
      'work on documents was stopped',
    )
    throw new Refusal('server/busy', { retryAfter: 5, cause: error })
  }
}

/** A workspace reduced to one document. */
export function onlyOne({ base, live, drafts }: Workspace, name: string): Parts {
  const one = ({ documents, manifest }: DocumentSet): DocumentSet => {
    const document = documents.get(name)
    return { documents: document === undefined ? new Map() : new Map([[name, document]]), manifest }
  }
  return {
    base: { ...base, ...one(base) },
    live: one(live),
    drafts: drafts.filter(({ kind, id }) => `${kind}/${id}` === name),
  }
}

/** An unchanged workspace has the same key. */
export function keyOf({ base, liveId, drafts }: Workspace): string {
  return [
    base.id,
    liveId,
    ...drafts.map(({ kind, id, revision }) => `${kind}/${id}#${revision}`),
  ].join(' ')
}

/** Every problem of the current drafts; if the check itself fails, the document at fault. */
export function checkWorkspace(
  context: ReleaseContext,
  tenant: Tenant,
  workspace: Workspace,
): Promise<readonly Problem[]> {
  return measured(
    context,
    async () => {
      try {
        return await ask(context, tenant, 'check', null, workspace, keyOf(workspace))
      } catch (error) {
        return stoppedBy(context, tenant, workspace, error)
      }
    },
    (problems) => problems,
  )
}

export type PrepareInput = Parts & {
  /** What changes are compared with; by default the live version. */
  readonly before?: DocumentSet
  /** Even if nothing has changed. */
  readonly anyway?: boolean
  /** Despite what is wrong with it: that is live already, and less of it will be. */
  readonly regardless?: boolean
  readonly sameAs?: string
}
/** The contents of a new release. */
export type Preparation = {
  readonly documents: ReadonlyMap<string, AnyDocument>
  readonly changes: readonly DocumentChange[]
}

/**
 * Runs every check before a release, and prepares its contents.
 *
 * @returns null if nothing has changed
 * @throws Refusal `release/problems` with all of them
 */
export async function prepareRelease(
  context: ReleaseContext,
  tenant: Tenant,
  { before, anyway = false, regardless = false, sameAs, ...parts }: PrepareInput,
): Promise<Preparation | null> {
  const prepared = await measured(
    context,
    async (): Promise<Prepared> => {
      try {
        return await ask(
          context,
          tenant,
          'prepare',
          { before: before === undefined ? 'live' : 'before', anyway, regardless },
          { ...parts, ...(before && { others: { before } }) },
          sameAs,
        )
      } catch (error) {
        return {
          problems: await stoppedBy(context, tenant, parts, error),
          changes: [],
          documents: null,
        }
      }
    },
    ({ problems }) => problems,
  )
  const { problems, changes, documents } = prepared
  if (problems.some(({ severity }) => severity === 'error'))
    throw new Refusal('release/problems', { extra: { problems } })
  return documents === null
    ? null
    : { documents: await documentsOf(documents, parts.live, parts.base), changes }
}

/**
 * Documents that were sent are known here; the rest came back as text and are parsed one at a time,
 * so that requests are served in between.
 */
export async function documentsOf(
  ready: readonly Ready[],
  ...sets: readonly DocumentSet[]
): Promise<Map<string, AnyDocument>> {
  const documents = new Map<string, AnyDocument>()
  for (const { name, sha, text } of ready) {
    const known =
      text === null
        ? sets.find(({ manifest }) => manifest[name] === sha)?.documents.get(name)
        : (JSON.parse(text) as AnyDocument)
    if (known === undefined) throw new Error(`document not available: ${name} (${sha})`)
    documents.set(name, known)
    if (text !== null) {
      shaOfDocument(known)
      await setImmediate()
    }
  }
  return documents
}

async function measured<T>(
  context: ReleaseContext,
  work: () => Promise<T>,
  problemsOf: (result: T) => readonly Problem[],
): Promise<T> {
  const began = performance.now()
  let outcome: CheckOutcome = 'failed'
  try {
    const result = await work()
    outcome = problemsOf(result).some(({ severity }) => severity === 'error') ? 'problems' : 'sound'
    return result
  } finally {
    context.metrics.checked(outcome, performance.now() - began)
  }
}

/** How many checks of fewer drafts search for the one at fault. */
const MAX_LOOKS = 4

/**
 * The problem of a check that did not finish: the draft where it stopped, or the one whose removal
 * fixes it.
 *
 * @throws the original error, if it was something else
 */
async function stoppedBy(
  context: ReleaseContext,
  tenant: Tenant,
  parts: Parts,
  error: unknown,
): Promise<readonly Problem[]> {
  if (!(error instanceof Stopped)) throw error
  context.log?.error({ err: error, tenant: tenant.id, at: error.at }, 'a check was stopped')
  const problem = (document: string): Problem => ({
    code: 'check/stopped',
    document,
    pointer: '',
    message: "the check of this document didn't finish",
    severity: 'error',
  })
  if (error.at !== null && error.at !== '') return [problem(error.at)]
  let suspects = parts.drafts ?? []
  for (let look = 0; look < MAX_LOOKS && suspects.length > 1; look++) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2))
    const isAmong = await ask(context, tenant, 'check', null, { ...parts, drafts: half }).then(
      () => false,
      (again: unknown) => again instanceof Stopped,
    )
    suspects = isAmong ? half : suspects.slice(half.length)
  }
  return suspects.length === 0
    ? [problem('')]
    : suspects.map(({ kind, id }) => problem(`${kind}/${id}`))
}
