/**
 * From drafts to a release that people have: every check, then one transaction. And back: a release of an old manifest.
 * Whatever happens in between, a tenant is on exactly one whole release.
 */

import type { DocumentChange } from '#engine/contract/admincontract.ts'
import { splitName } from '#engine/documents/document.ts'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { manifestOf, type DocumentSet, type Manifest } from './shipped.ts'
import { blobsOf } from './blobs.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import type { Release } from './compose.ts'
import { addAudit } from '#server/store/audit.ts'
import { deleteDraft, draftsOf, saveDraft, type DraftWithAuthor } from '#server/store/drafts.ts'
import {
  insertRelease,
  keepBlobs,
  livePointer,
  lockReleases,
  releaseById,
  type ReleaseRow,
} from '#server/store/releases.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { baseOf, keyOf, loadWorkspace, prepareRelease } from '#server/workspace/workspace.ts'
import type { ServerContext } from '#server/start/context.ts'

export type Author = { readonly id: string | null }
export type Published = { readonly id: string; readonly number: number; readonly release: Release }

/** How often a publish begins anew because something was saved or published while it was checked. */
const MAX_ROUNDS = 3

/**
 * Publishes every draft of a tenant together.
 *
 * @throws Refusal `release/nothing`; `release/problems` with all of them; `release/moved` when others kept changing it
 */
export async function publish(
  world: ServerContext,
  tenant: Tenant,
  author: Author,
  message: string,
): Promise<Published> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const space = await loadWorkspace(world, tenant)
    if (space.drafts.length === 0) throw new Refusal('release/nothing')
    const made = await prepareRelease(world, tenant, { ...space, sameAs: keyOf(space) })
    if (made === null) throw new Refusal('release/nothing')
    const published = await makeLive(world, tenant, author, {
      kind: 'publish',
      message,
      base: space.base.id,
      ...made,
      from: null,
      expected: space.liveId,
      drafts: space.drafts,
    })
    if (published !== null) return published
  }
  throw new Refusal('release/moved')
}

/**
 * Makes an earlier release live again, as a new one. The product's own documents count as release 0.
 *
 * @param id of the release, or the id of a base
 */
export async function rollback(
  world: ServerContext,
  tenant: Tenant,
  author: Author,
  id: string,
  message: string,
): Promise<Published> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { live, liveId } = await loadWorkspace(world, tenant)
    const old = await earlier(world, tenant, id)
    const documents: DocumentSet = {
      documents: await world.releases.documents(tenant, old.manifest),
      manifest: old.manifest,
    }
    const base = await baseOf(world, tenant, old.base)
    // It was sound when it was published, but the program may have learnt something since.
    const made = await prepareRelease(world, tenant, {
      base,
      live: documents,
      before: live,
      anyway: true,
    })
    const published = await makeLive(world, tenant, author, {
      kind: 'rollback',
      message,
      base: base.id,
      ...made!,
      from: old.number,
      expected: liveId,
      drafts: [],
    })
    if (published !== null) return published
  }
  throw new Refusal('release/moved')
}

async function earlier(
  world: ServerContext,
  tenant: Tenant,
  id: string,
): Promise<{ manifest: Manifest; base: string; number: number }> {
  const base = world.releases.bases.of(tenant)
  if (id === base.id) return { manifest: base.manifest, base: base.id, number: 0 }
  const row = /^[0-9a-f-]{36}$/.test(id)
    ? await world.database.tenant(tenant.id, (tx) => releaseById(tx, id))
    : undefined
  if (row === undefined) throw new Refusal('release/unknown')
  return row
}

/** Puts the documents of an earlier release into drafts: nothing is live by that (engine.md 5). */
export async function restore(
  world: ServerContext,
  tenant: Tenant,
  author: { readonly id: string },
  id: string,
): Promise<number> {
  const old = await earlier(world, tenant, id)
  const documents = await world.releases.documents(tenant, old.manifest)
  const { live, drafts } = await loadWorkspace(world, tenant)
  const revisions = new Map(drafts.map((draft) => [`${draft.kind}/${draft.id}`, draft.revision]))
  const changed = [...new Set([...live.documents.keys(), ...documents.keys()])]
    .filter((name) => live.manifest[name] !== old.manifest[name])
    .sort()
  const write = async (tx: Tx) => {
    for (const name of changed) {
      const [kind, itsId] = splitName(name)
      const wanted = documents.get(name)
      const saved = await saveDraft(
        tx,
        {
          kind,
          id: itsId,
          document: wanted === undefined ? null : JSON.stringify(wanted),
          by: author.id,
          now: world.now(),
        },
        revisions.get(name) ?? 0,
      )
      if (saved === null) throw new Refusal('draft/stale')
    }
    await addAudit(tx, {
      id: world.newId(),
      now: world.now(),
      actor: author.id,
      action: 'release.restore',
      target: id,
      detail: { documents: changed.length },
    })
    return changed.length
  }
  return world.database.tenant(tenant.id, write, LONG_MS)
}

type NewRelease = {
  readonly kind: ReleaseRow['kind']
  readonly message: string
  readonly base: string
  readonly documents: ReadonlyMap<string, AnyDocument>
  readonly changes: readonly DocumentChange[]
  readonly from: number | null
  /** The release that all of this was looked at on. */
  readonly expected: string | null
  /** Drafts that the release takes in; they are done with it. */
  readonly drafts: readonly DraftWithAuthor[]
  readonly afterwards?: (tx: Tx) => Promise<void>
}

/** Writes the release and moves the pointer, in one transaction. @returns null when the tenant has moved on meanwhile */
export async function makeLive(
  world: ServerContext,
  tenant: Tenant,
  author: Author,
  made: NewRelease,
): Promise<Published | null> {
  await world.releases.keepShipped(tenant)
  const id = world.newId()
  const release = await world.releases.compose(tenant, id, made.documents.values())
  const now = world.now()
  const write = async (tx: Tx) => {
    await lockReleases(tx)
    if ((await livePointer(tx)) !== made.expected) return null
    if (made.kind === 'publish' && !sameDrafts(await draftsOf(tx), made.drafts)) return null
    await keepBlobs(tx, blobsOf(made.documents.values(), release))
    const given = await insertRelease(tx, {
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
    await made.afterwards?.(tx)
    await addAudit(tx, {
      id: world.newId(),
      now,
      actor: author.id,
      action: `release.${made.kind}`,
      target: id,
      detail: { number: given, documents: made.changes.length, message: made.message },
    })
    await world.releases.announce(tx)
    return given
  }
  const number = await world.database.tenant(tenant.id, write, LONG_MS)
  if (number === null) return null
  world.releases.keep(tenant, release)
  world.releases.forget(tenant.id)
  return { id, number, release }
}

function sameDrafts(now: readonly DraftWithAuthor[], seen: readonly DraftWithAuthor[]): boolean {
  const key = (drafts: readonly DraftWithAuthor[]) =>
    drafts.map(({ kind, id, revision }) => `${kind}/${id}#${revision}`).join(' ')
  return key(now) === key(seen)
}
