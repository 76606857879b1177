/**
 * From drafts to a live release: merge, check, compose, store, announce. And rollback to an earlier
 * release. Whatever happens on the way, a tenant has exactly one complete release.
 */

import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument, Kind } from '#engine/documents/kinds.ts'
import { required } from '#server/base/required.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import { addAudit } from '#server/store/audit.ts'
import { addHistory } from '#server/store/experimenthistory.ts'
import { deleteDraft, draftsOf, type DraftWithAuthor } from '#server/store/drafts.ts'
import {
  insertRelease,
  keepBlobs,
  livePointer,
  lockReleases,
  type ReleaseRow,
} from '#server/store/releases.ts'
import type { Tenant } from '#server/store/tenants.ts'
import {
  baseOf,
  loadWorkspace as putTogether,
  prepareRelease as check,
} from '#server/workspace/workspace.ts'
import { blobsOf } from './blobs.ts'
import { draftNamed } from './differences.ts'
import { experimentChanges, tellHistory, type ExperimentChange } from './experimentchanges.ts'
import type { Release } from './compose.ts'
import type { ReleaseContext } from './context.ts'
import { asPausedNow, checkOrPause, stillPaused, settled, stamped, type Lost } from './pausing.ts'
import { earlierRelease } from './restoring.ts'
import { isSeen, keepsApproval, needsApproval } from './second-person.ts'
import { manifestOf, type DocumentSet } from './shipped.ts'

export type Author = { readonly id: string | null }
export type Published = { readonly id: string; readonly number: number; readonly release: Release }

/**
 * How often a publish starts again because a draft was saved or a release published during the
 * check.
 */
const MAX_ROUNDS = 3

export type Wanted = {
  readonly message: string
  /** These documents (`menu/main`), and the other drafts stay what they are; all without it. */
  readonly only?: readonly string[]
  /** In the transaction that pauses experiments whose arms no longer fit. */
  readonly onPaused?: (tx: Tx, paused: readonly Lost[]) => Promise<void>
  /** The drafts as they were when somebody asked for it or scheduled it. */
  readonly exactly?: Exactly
  /** A second person has approved it, where one has to. */
  readonly approved?: boolean
  /** Who makes it live, if that isn't the author. */
  readonly by?: string | undefined
}
export type Exactly = {
  /** @throws Refusal if they have changed */
  readonly requireSame: (drafts: readonly DraftWithAuthor[]) => void
  /** In the transaction that publishes. @param release its id */
  readonly afterwards: (tx: Tx, release: string) => Promise<void>
}

/**
 * Publishes the drafts of a tenant together.
 *
 * @throws Refusal `release/nothing`; `release/problems` with all of them; `release/moved` if others
 *   kept changing it; `approval/needed` where a second person has to approve it
 */
export async function publish(
  context: ReleaseContext,
  tenant: Tenant,
  author: Author,
  { message, only, onPaused, exactly, approved = false, by }: Wanted,
): Promise<Published> {
  const chosen = only && new Set(only)
  return retryWhileMoved(async () => {
    const space = chosenOf(await putTogether(context, tenant), chosen)
    exactly?.requireSame(space.drafts)
    if (!approved && needsApproval(space.live.documents, tenant))
      throw new Refusal('approval/needed')
    if (space.drafts.length === 0) throw new Refusal('release/nothing')
    const { checked: sound, paused } = await checkOrPause(context, tenant, space)
    if (sound === null) throw new Refusal('release/nothing')
    const before = space.live.documents
    const known = await stillPaused(context, tenant, sound, space)
    const checked = await settled(context, tenant, stamped(known, before), before)
    return makeLive(context, tenant, author, {
      kind: 'publish',
      message,
      base: space.base.id,
      ...checked,
      from: null,
      expected: space.liveId,
      drafts: space.drafts,
      ...(chosen && { chosen }),
      ...(by !== undefined && { by }),
      afterwards: async (tx, id, number) => {
        await exactly?.afterwards(tx, id)
        const changes = experimentChanges(space.live.documents, checked.documents)
        await tellHistory(
          context,
          tx,
          author.id,
          changes.filter(({ id }) => !paused.some((each) => each.id === id)),
          message,
        )
        for (const { id, arm, text } of paused)
          await addHistory(tx, {
            id: context.newId(),
            now: context.now(),
            actor: author.id,
            experiment: id,
            action: 'lost',
            said: { arm, text, release: number },
          })
        if (paused.length > 0) await onPaused?.(tx, paused)
      },
    })
  })
}

function chosenOf<Drafts extends { readonly drafts: readonly DraftWithAuthor[] }>(
  space: Drafts,
  chosen: ReadonlySet<string> | undefined,
): Drafts {
  if (chosen === undefined) return space
  return { ...space, drafts: space.drafts.filter(({ kind, id }) => chosen.has(`${kind}/${id}`)) }
}

/** A draft that is published at once and never stored. */
function draftOf(tenant: Tenant, by: string | null, document: AnyDocument): DraftWithAuthor {
  return draftNamed(tenant, by, nameOf(document), document)
}

type HowChanged = { readonly despiteDraft?: boolean; readonly showsLess?: boolean }

/**
 * Publishes one changed document alone; drafts stay what they are.
 *
 * @param change the document as it is to be; it is given the live one, undefined if there is none
 * @param afterwards written in the same transaction; it is told what changes about experiments
 * @param despiteDraft what can't wait for an editor: publishing their draft undoes it
 * @param showsLess what stops something: whatever else is wrong, it isn't in its way
 * @throws Refusal `experiment/draft` if somebody is editing it: their draft would undo the change;
 *   otherwise as `publish` does (`approval/needed` alone for what is seen), and what `change` throws
 */
export async function publishChange(
  context: ReleaseContext,
  tenant: Tenant,
  author: Author,
  { kind, id }: { readonly kind: Kind; readonly id: string },
  change: (document: AnyDocument | undefined, live: DocumentSet) => AnyDocument,
  message: string,
  afterwards: (tx: Tx, changes: readonly ExperimentChange[]) => Promise<void>,
  { despiteDraft = false, showsLess = false }: HowChanged = {},
): Promise<Published> {
  return retryWhileMoved(async () => {
    const { drafts, base, live, liveId } = await putTogether(context, tenant)
    const document = live.documents.get(`${kind}/${id}`)
    if (!despiteDraft && drafts.some((draft) => draft.kind === kind && draft.id === id))
      throw new Refusal('experiment/draft')
    const changed = change(document, live)
    if (!despiteDraft && isSeen(changed) && needsApproval(live.documents, tenant))
      throw new Refusal('approval/needed', { said: { key: 'problem.approval.neededToStart' } })
    const one = draftOf(tenant, author.id, changed)
    const sound = await check(context, tenant, {
      base,
      live,
      drafts: [one],
      regardless: showsLess,
    })
    if (sound === null) throw new Refusal('release/nothing')
    const checked = await settled(context, tenant, stamped(sound, live.documents), live.documents)
    const changes = experimentChanges(live.documents, checked.documents)
    return makeLive(context, tenant, author, {
      kind: 'publish',
      message,
      base: base.id,
      ...checked,
      from: null,
      expected: liveId,
      drafts: [],
      alone: true,
      afterwards: (tx) => afterwards(tx, changes),
    })
  })
}

/**
 * Makes an earlier release live again, as a new one. The product's own documents count as release
 * 0.
 *
 * @param id of the release, or the id of a base
 * @throws Refusal `release/unknown`, `release/moved`
 */
export async function rollback(
  context: ReleaseContext,
  tenant: Tenant,
  author: Author,
  id: string,
  message: string,
): Promise<Published> {
  return retryWhileMoved(async () => {
    const { live, liveId } = await putTogether(context, tenant)
    const old = await earlierRelease(context, tenant, id)
    const base = await baseOf(context, tenant, old.base)
    const documents = await context.releases.documents(tenant, old.manifest)
    // It was sound when it was published, but checks may have been added since.
    const checked = await check(context, tenant, {
      base,
      live: { documents, manifest: old.manifest },
      drafts: keepsApproval(tenant, live.documents, documents),
      before: live,
      anyway: true,
    })
    const earlier = required(checked, 'a release that is made anyway')
    const paused = { ...earlier, documents: asPausedNow(earlier.documents, live.documents) }
    const made = await settled(context, tenant, paused, live.documents)
    const changes = experimentChanges(live.documents, made.documents)
    return makeLive(context, tenant, author, {
      kind: 'rollback',
      message,
      base: base.id,
      ...made,
      from: old.number,
      expected: liveId,
      drafts: [],
      afterwards: (tx) => tellHistory(context, tx, author.id, changes, message),
    })
  })
}

/** @throws Refusal `release/moved` if the tenant had changed in every round */
export async function retryWhileMoved(
  attempt: () => Promise<Published | null>,
): Promise<Published> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const published = await attempt()
    if (published !== null) return published
  }
  throw new Refusal('release/moved')
}

export type NewRelease = {
  readonly kind: ReleaseRow['kind']
  readonly message: string
  /** Id of the base that it is published on. */
  readonly base: string
  readonly documents: ReadonlyMap<string, AnyDocument>
  readonly changes: readonly DocumentChange[]
  /** Number of the release that a rollback restores. */
  readonly from: number | null
  /** The release that was live when this was composed. */
  readonly expected: string | null
  /** Drafts that the release includes, and that are deleted with it. */
  readonly drafts: readonly DraftWithAuthor[]
  /** Drafts that others save in the meantime are no concern of it. */
  readonly alone?: boolean
  /** The same of drafts of any other document than these. */
  readonly chosen?: ReadonlySet<string>
  /** Who makes it live, if that isn't its author. */
  readonly by?: string
  /** @param id of the release. @param number of it, as people know it */
  readonly afterwards?: (tx: Tx, id: string, number: number) => Promise<void>
}

/**
 * Composes a release of checked documents, stores it and announces it. @returns null if the tenant
 * has changed in the meantime
 */
export async function makeLive(
  context: ReleaseContext,
  tenant: Tenant,
  author: Author,
  made: NewRelease,
): Promise<Published | null> {
  await context.releases.keepShipped(tenant)
  const id = context.newId()
  const release = await context.releases.compose(tenant, id, made.documents.values())
  const number = await keep(context, tenant, author, made, { id, release })
  if (number === null) return null
  tell(context, tenant, release)
  return { id, number, release }
}

/**
 * In one transaction: the release with its content, the pointer to it, the end of its drafts, and
 * the announcement.
 */
function keep(
  context: ReleaseContext,
  tenant: Tenant,
  author: Author,
  made: NewRelease,
  { id, release }: { readonly id: string; readonly release: Release },
): Promise<number | null> {
  const now = context.now()
  const write = async (tx: Tx) => {
    await lockReleases(tx)
    if ((await livePointer(tx)) !== made.expected) return null
    if (
      made.kind === 'publish' &&
      made.alone !== true &&
      !sameDrafts(chosenOf({ drafts: await draftsOf(tx) }, made.chosen).drafts, made.drafts)
    )
      return null
    await keepBlobs(tx, blobsOf(made.documents.values(), release))
    const number = await insertRelease(tx, {
      id,
      kind: made.kind,
      base: made.base,
      manifest: { ...manifestOf(made.documents) },
      changes: made.changes,
      message: made.message,
      created_by: author.id,
      from_number: made.from,
      created_at: now,
    })
    for (const draft of made.drafts) await deleteDraft(tx, draft.kind, draft.id, draft.revision)
    await made.afterwards?.(tx, id, number)
    await addAudit(tx, {
      id: context.newId(),
      now,
      actor: made.by ?? author.id,
      action: `release.${made.kind}`,
      target: id,
      detail: { number, documents: made.changes.length, message: made.message },
    })
    // Other servers are notified when the transaction commits.
    await context.releases.announce(tx)
    return number
  }
  return context.database.tenant(tenant.id, write, LONG_MS)
}

/** From now on this server serves it. */
function tell(context: ReleaseContext, tenant: Tenant, release: Release): void {
  context.releases.keep(tenant, release)
  context.releases.forget(tenant.id)
}

function sameDrafts(now: readonly DraftWithAuthor[], seen: readonly DraftWithAuthor[]): boolean {
  const key = (drafts: readonly DraftWithAuthor[]) =>
    drafts
      // Revisions start again once a draft was discarded.
      .map(({ kind, id, revision, updated_at }) => `${kind}/${id}#${revision}#${+updated_at}`)
      .join(' ')
  return key(now) === key(seen)
}
