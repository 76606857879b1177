/**
 * From drafts to a release that people have: every check, then one transaction. And back: a release of an old manifest.
 * Whatever happens in between, a tenant is on exactly one whole release.
 */

import { changesBetween } from '#engine/changes.ts'
import type { DocumentChange } from '#engine/admincontract.ts'
import { splitName } from '#engine/document.ts'
import { upcast } from '#engine/upcast.ts'
import type { Schema } from '#engine/inspect.ts'
import { canonical, isObject, type Json } from '#engine/json.ts'
import { MIGRATIONS } from '#engine/migrations.ts'
import { KINDS, type AnyDocument, type Kind } from '#engine/kinds.ts'
import { atomicPointers } from '#engine/diff.ts'
import { Refusal, type Problem } from '#engine/problems.ts'
import { manifestOf, shaOfDocument, type DocumentSet, type Manifest } from './base.ts'
import type { Tx } from './database.ts'
import type { Release } from './release.ts'
import { blobsOf } from './releases.ts'
import { addAudit } from './store/audit.ts'
import { deleteDraft, draftsOf, saveDraft, type DraftWithAuthor } from './store/drafts.ts'
import { baseManifest, insertRelease, keepBlobs, livePointer, liveRelease, lockReleases, releaseById, type ReleaseRow } from './store/releases.ts'
import type { Tenant } from './store/tenants.ts'
import type { World } from './world.ts'

/** Everything that an edit is seen against. */
export type Workshop = {
  /** Of the version of the product that the tenant stands on, which may be older than the one that is deployed. */
  readonly base: DocumentSet & { readonly id: string }
  /** Id of the live release; null where the product's own documents are live. */
  readonly liveId: string | null
  readonly live: ReadonlyMap<string, AnyDocument>
  readonly drafts: readonly DraftWithAuthor[]
  /** What would be live if the drafts were published; a draft may hold anything. */
  readonly effective: ReadonlyMap<string, unknown>
}

export async function workshop(world: World, tenant: Tenant): Promise<Workshop> {
  const { row, drafts } = await world.database.tenant(tenant.id, async (tx) => ({ row: await liveRelease(tx), drafts: await draftsOf(tx) }))
  const base = await baseOf(world, tenant, row?.base)
  const live = row === undefined ? base.documents : await world.releases.documents(tenant, row.manifest)
  const effective = new Map<string, unknown>(live)
  for (const { kind, id, document } of drafts) {
    if (document === null) effective.delete(`${kind}/${id}`)
    else effective.set(`${kind}/${id}`, newest(JSON.parse(document), `${kind}/${id}`))
  }
  return { base, liveId: row?.id ?? null, live, drafts, effective }
}

/** A draft of an older version of its kind as it is written now; what cannot be read stays as it was typed. */
function newest(value: unknown, name: string): unknown {
  const read = upcast(value, name, Object.keys(KINDS), MIGRATIONS)
  return 'problems' in read ? value : read.document
}

async function baseOf(world: World, tenant: Tenant, id: string | undefined): Promise<Workshop['base']> {
  const now = world.releases.bases.of(tenant)
  if (id === undefined || id === now.id) return now
  const manifest = await world.database.shared((tx) => baseManifest(tx, id))
  if (manifest === undefined) throw new Error(`the base ${id} is gone`)
  return { id, manifest, documents: await world.releases.documents(tenant, manifest) }
}

/** What is checked, and against what; without `live` the base is what was sound before. */
type Checkable = Pick<Workshop, 'base' | 'effective'> & Partial<Pick<Workshop, 'live'>>

export function checkWorkshop(world: World, { base, live = base.documents, effective }: Checkable): Promise<readonly Problem[]> {
  return world.checker.check(base.documents, live, effective, world.options.base.code)
}

/** What differs between two sets of documents, in the order of their names. */
export function documentChanges(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): DocumentChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return names.flatMap((document): DocumentChange[] => {
    const [old, now] = [before.get(document), after.get(document)]
    if (old === now || canonical(old) === canonical(now)) return []
    if (old === undefined) return [{ document, state: 'added', changes: [] }]
    if (now === undefined) return [{ document, state: 'removed', changes: [] }]
    return [{ document, state: 'changed', changes: changesBetween(old as Json, now as Json, isAtomicIn(old, now)) }]
  })
}

/** Rules and the like are changed whole: nobody should find half of one in a difference. */
export function isAtomicIn(...documents: readonly unknown[]): (pointer: string) => boolean {
  const kind = documents.map((document) => (isObject(document) ? document['kind'] : undefined)).find((each) => typeof each === 'string')
  if (kind === undefined || !Object.hasOwn(KINDS, kind)) return () => false
  const pointers = atomicPointers(KINDS[kind as Kind] as unknown as Schema, ...(documents as (Json | undefined)[]))
  return (pointer) => pointers.has(pointer)
}

export type Author = { readonly id: string | null }
export type Published = { readonly id: string; readonly number: number; readonly release: Release }

/** How often a publish begins anew because something was saved or published while it was checked. */
const MOST_ROUNDS = 3

/**
 * Publishes every draft of a tenant together.
 *
 * @throws Refusal `release/nothing`; `release/problems` with all of them; `release/moved` when others kept changing it
 */
export async function publish(world: World, tenant: Tenant, author: Author, message: string): Promise<Published> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const shop = await workshop(world, tenant)
    if (documentChanges(shop.live, shop.effective).length === 0) throw new Refusal('release/nothing')
    await requireSound(world, shop)
    const documents = readAll(shop.effective)
    const published = await makeLive(world, tenant, author, { kind: 'publish', message, base: shop.base.id, documents, before: shop.live, from: null, expected: shop.liveId, drafts: shop.drafts })
    if (published !== null) return published
  }
  throw new Refusal('release/moved')
}

/**
 * Makes an earlier release live again, as a new one. The product's own documents count as release 0.
 *
 * @param id of the release, or the id of a base
 */
export async function rollback(world: World, tenant: Tenant, author: Author, id: string, message: string): Promise<Published> {
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const shop = await workshop(world, tenant)
    const old = await earlier(world, tenant, id)
    const documents = await world.releases.documents(tenant, old.manifest)
    const base = await baseOf(world, tenant, old.base)
    // It was sound when it was published, but the program may have learnt something since.
    await requireSound(world, { base, effective: documents })
    const published = await makeLive(world, tenant, author, { kind: 'rollback', message, base: base.id, documents, before: shop.live, from: old.number, expected: shop.liveId, drafts: [] })
    if (published !== null) return published
  }
  throw new Refusal('release/moved')
}

async function earlier(world: World, tenant: Tenant, id: string): Promise<{ manifest: Manifest; base: string; number: number }> {
  const base = world.releases.bases.of(tenant)
  if (id === base.id) return { manifest: base.manifest, base: base.id, number: 0 }
  const row = /^[0-9a-f-]{36}$/.test(id) ? await world.database.tenant(tenant.id, (tx) => releaseById(tx, id)) : undefined
  if (row === undefined) throw new Refusal('release/unknown')
  return row
}

/** Puts the documents of an earlier release into drafts: nothing is live by that (engine.md 5). */
export async function restore(world: World, tenant: Tenant, author: { readonly id: string }, id: string): Promise<number> {
  const old = await earlier(world, tenant, id)
  const documents = await world.releases.documents(tenant, old.manifest)
  const { live, drafts } = await workshop(world, tenant)
  const revisions = new Map(drafts.map((draft) => [`${draft.kind}/${draft.id}`, draft.revision]))
  const changes = documentChanges(live, documents)
  return world.database.tenant(tenant.id, async (tx) => {
    for (const { document: name } of changes) {
      const [kind, itsId] = splitName(name)
      const wanted = documents.get(name)
      const saved = await saveDraft(tx, { kind, id: itsId, document: wanted === undefined ? null : JSON.stringify(wanted, null, 2), by: author.id, now: world.now() }, revisions.get(name) ?? 0)
      if (saved === null) throw new Refusal('draft/stale')
    }
    await addAudit(tx, { id: world.newId(), now: world.now(), actor: author.id, action: 'release.restore', target: id, detail: { documents: changes.length } })
    return changes.length
  })
}

export async function requireSound(world: World, shop: Checkable): Promise<void> {
  const problems = await checkWorkshop(world, shop)
  if (problems.some(({ severity }) => severity === 'error')) throw new Refusal('release/problems', { extra: { problems } })
}

type NewRelease = {
  readonly kind: ReleaseRow['kind']
  readonly message: string
  readonly base: string
  readonly documents: ReadonlyMap<string, AnyDocument>
  readonly before: ReadonlyMap<string, AnyDocument>
  readonly from: number | null
  /** The release that all of this was looked at on. */
  readonly expected: string | null
  /** Drafts that the release takes in; they are done with it. */
  readonly drafts: readonly DraftWithAuthor[]
  readonly afterwards?: (tx: Tx) => Promise<void>
}

/** Writes the release and moves the pointer, in one transaction. @returns null when the tenant has moved on meanwhile */
export async function makeLive(world: World, tenant: Tenant, author: Author, made: NewRelease): Promise<Published | null> {
  await world.releases.keepShipped(tenant)
  const id = world.newId()
  const release = world.releases.compose(tenant, id, made.documents.values())
  const changes = documentChanges(made.before, made.documents)
  const now = world.now()
  const number = await world.database.tenant(tenant.id, async (tx) => {
    await lockReleases(tx)
    if ((await livePointer(tx)) !== made.expected) return null
    if (made.kind === 'publish' && !sameDrafts(await draftsOf(tx), made.drafts)) return null
    await keepBlobs(tx, blobsOf(made.documents.values(), release))
    const given = await insertRelease(tx, {
      id,
      kind: made.kind,
      base: made.base,
      manifest: { ...manifestOf(made.documents) },
      changes,
      message: made.message,
      created_by: author.id,
      from_number: made.from,
      created_at: now,
    })
    for (const draft of made.drafts) await deleteDraft(tx, draft.kind, draft.id, draft.revision)
    await made.afterwards?.(tx)
    await addAudit(tx, { id: world.newId(), now, actor: author.id, action: `release.${made.kind}`, target: id, detail: { number: given, documents: changes.length, message: made.message } })
    await world.releases.announce(tx)
    return given
  })
  if (number === null) return null
  world.releases.keep(tenant, release)
  world.releases.forget(tenant.id)
  return { id, number, release }
}

function sameDrafts(now: readonly DraftWithAuthor[], seen: readonly DraftWithAuthor[]): boolean {
  const key = (drafts: readonly DraftWithAuthor[]) => drafts.map(({ kind, id, revision }) => `${kind}/${id}#${revision}`).join(' ')
  return key(now) === key(seen)
}

/** Documents that were found sound, each at the newest version of its kind. */
export function readAll(effective: ReadonlyMap<string, unknown>): Map<string, AnyDocument> {
  return new Map(
    [...effective].map(([name, value]) => {
      const read = upcast(value, name, Object.keys(KINDS), MIGRATIONS)
      if ('problems' in read) throw new Refusal('release/problems', { extra: { problems: read.problems } })
      return [name, read.document as unknown as AnyDocument]
    }),
  )
}

/** The ETag of a document as its next editor sees it: the draft's revision, else what is live. */
export function etagOf(draft: Pick<DraftWithAuthor, 'revision' | 'document'> | undefined, live: AnyDocument | undefined): string {
  if (draft === undefined) return `"0-${live === undefined ? 'none' : shaOfDocument(live)}"`
  return `"${draft.revision}-${draft.document === null ? 'none' : draft.document.length}"`
}
