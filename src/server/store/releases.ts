/** Releases of a tenant, the pointer to the live one, and the documents that they consist of. */

import { sql, type Selectable } from 'kysely'
import { TENANT, tooOften } from '#server/base/bounds.ts'
import { plus } from '#server/base/clock.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { columnsOf } from './columns.ts'
import type { Schema } from './schema.ts'

/** `kind/id` -> hash of the whole document, notes included. */
export type Manifest = Readonly<Record<string, string>>

/** The media type of a document. */
const JSON_TYPE = 'application/json; charset=utf-8'
/**
 * Blobs of one statement, and their characters: writing out a statement of many megabytes would keep
 * all other requests waiting.
 */
const MAX_BLOBS = 100
const MAX_CHARACTERS = 500_000

export type ReleaseRow = Selectable<Schema['releases']>
export type Blob = {
  readonly sha: string
  readonly body: string
  readonly type?: string
  readonly open?: boolean
}

/** The live release of a tenant; undefined until it publishes for the first time. */
export function liveRelease(
  tx: Tx,
): Promise<Pick<ReleaseRow, 'id' | 'number' | 'base' | 'manifest'> | undefined> {
  return tx.first(
    db
      .selectFrom('live_releases')
      .innerJoin('releases', (join) =>
        join
          .onRef('releases.tenant_id', '=', 'live_releases.tenant_id')
          .onRef('releases.id', '=', 'live_releases.release_id'),
      )
      .select(['releases.id', 'releases.number', 'releases.base', 'releases.manifest'])
      .where('live_releases.tenant_id', '=', tx.tenant),
  )
}

/** Only its id, which servers ask for often. */
export async function livePointer(tx: Tx): Promise<string | null> {
  return (
    (
      await tx.first(
        db.selectFrom('live_releases').select('release_id').where('tenant_id', '=', tx.tenant),
      )
    )?.release_id ?? null
  )
}

/** Lock for publishing: releases of a tenant are made one after another. */
export async function lockReleases(tx: Tx): Promise<void> {
  // Every role may read the tenant's row and none may write it, so an advisory lock takes its
  // place.
  await tx.run(
    db
      .insertInto('limits')
      .values({ tenant_id: tx.tenant, key: 'releases', started_at: new Date(0), count: 0 })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doUpdateSet({ count: 0 })),
  )
}

/**
 * @throws Refusal `request/rate-limited` if a tenant publishes more often in a day than people can
 *   review: releases are never deleted
 */
export async function insertRelease(
  tx: Tx,
  release: Omit<ReleaseRow, 'tenant_id' | 'number'>,
): Promise<number> {
  const dayBefore = plus(new Date(release.created_at), -86_400)
  const made = await tx.first(
    db
      .selectFrom('releases')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('created_at', '>', dayBefore),
  )
  if (Number(made?.count ?? 0) >= TENANT.releasesADay) throw tooOften(3600)
  const last = await tx.first(
    db
      .selectFrom('releases')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('tenant_id', '=', tx.tenant),
  )
  const number = Number(last?.number ?? 0) + 1
  await tx.run(
    db.insertInto('releases').values({
      ...release,
      tenant_id: tx.tenant,
      number,
      manifest: JSON.stringify(release.manifest),
      changes: JSON.stringify(release.changes),
    }),
  )
  await tx.run(
    db
      .insertInto('live_releases')
      .values({ tenant_id: tx.tenant, release_id: release.id })
      .onConflict((conflict) =>
        conflict.column('tenant_id').doUpdateSet({ release_id: release.id }),
      ),
  )
  return number
}

export function releaseById(tx: Tx, id: string): Promise<ReleaseRow | undefined> {
  return tx.first(db.selectFrom('releases').select(columnsOf('releases')).where('id', '=', id))
}

export function releasesOf(
  tx: Tx,
  page: number,
  pageSize: number,
): Promise<
  (Omit<ReleaseRow, 'manifest'> & {
    email: string | null
    /** The request that it was approved for. */ approval: string | null
    approver: string | null
  })[]
> {
  return tx.all(
    db
      .selectFrom('releases')
      .leftJoin('users', (join) =>
        join
          .onRef('users.tenant_id', '=', 'releases.tenant_id')
          .onRef('users.id', '=', 'releases.created_by'),
      )
      .leftJoin('approvals', (join) =>
        join
          .onRef('approvals.tenant_id', '=', 'releases.tenant_id')
          .onRef('approvals.release_id', '=', 'releases.id'),
      )
      .leftJoin('users as approvers', (join) =>
        join
          .onRef('approvers.tenant_id', '=', 'approvals.tenant_id')
          .onRef('approvers.id', '=', 'approvals.decided_by'),
      )
      .select([
        'releases.tenant_id',
        'releases.id',
        'releases.number',
        'releases.kind',
        'releases.base',
        'releases.changes',
        'releases.message',
        'releases.created_by',
        'releases.from_number',
        'releases.created_at',
        'users.email',
        'approvals.id as approval',
        'approvers.email as approver',
      ])
      .orderBy('releases.number', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  )
}

export async function countReleases(tx: Tx): Promise<number> {
  return Number(
    (await tx.first(db.selectFrom('releases').select((eb) => eb.fn.countAll().as('count'))))
      ?.count ?? 0,
  )
}

/**
 * One array parameter: a different text for each length would be kept as a prepared statement by
 * every connection.
 */
function oneOf(shas: readonly string[]) {
  return sql<string>`ANY (${[...shas]}::text[])`
}

/** Bodies by hash; unknown hashes are left out. */
export async function bodiesOf(tx: Tx, shas: readonly string[]): Promise<Map<string, string>> {
  if (shas.length === 0) return new Map()
  const rows = await tx.all(
    db.selectFrom('blobs').select(['sha', 'body']).where('sha', '=', oneOf(shas)),
  )
  return new Map(rows.map(({ sha, body }) => [sha, body]))
}

/**
 * Stores what isn't stored yet. Most of a release usually is, so the database is asked before
 * megabytes are sent.
 *
 * @returns bytes added
 */
export async function keepBlobs(tx: Tx, blobs: readonly Blob[]): Promise<number> {
  if (blobs.length === 0) return 0
  const known = await tx.all(
    db
      .selectFrom('blobs')
      .select('sha')
      .where('sha', '=', oneOf(blobs.map(({ sha }) => sha))),
  )
  const there = new Set(known.map(({ sha }) => sha))
  const missing = [
    ...new Map(blobs.filter(({ sha }) => !there.has(sha)).map((blob) => [blob.sha, blob])).values(),
  ]
  for (const some of batchesOf(missing)) {
    const column = (of: (blob: Blob) => string) => some.map(of)
    await tx.run({
      compile: () =>
        sql`INSERT INTO blobs (sha, body, type, open)
          SELECT sha, body, type, open FROM unnest(${column(({ sha }) => sha)}::text[], ${column(({ body }) => body)}::text[], ${column(({ type = JSON_TYPE }) => type)}::text[], ${column(({ open = false }) => String(open))}::boolean[]) AS given (sha, body, type, open)
          ON CONFLICT DO NOTHING`.compile(db),
    })
  }
  return missing.reduce((bytes, { body }) => bytes + Buffer.byteLength(body), 0)
}

function* batchesOf(blobs: readonly Blob[]): Generator<readonly Blob[]> {
  let batch: Blob[] = []
  let characters = 0
  for (const blob of blobs) {
    const { length } = blob.body
    if (batch.length === MAX_BLOBS || (batch.length > 0 && characters + length > MAX_CHARACTERS)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(blob)
    characters += length
  }
  if (batch.length > 0) yield batch
}

/** A public blob: its hash is enough to read it. */
export function openBlob(tx: Tx, sha: string): Promise<{ body: string; type: string } | undefined> {
  return tx.first(
    db.selectFrom('blobs').select(['body', 'type']).where('sha', '=', sha).where('open', '=', true),
  )
}

export async function blob(tx: Tx, sha: string): Promise<string | undefined> {
  return (await tx.first(db.selectFrom('blobs').select('body').where('sha', '=', sha)))?.body
}

export async function baseManifest(tx: Tx, id: string): Promise<Manifest | undefined> {
  return (await tx.first(db.selectFrom('bases').select('manifest').where('id', '=', id)))?.manifest
}

/** @returns whether it is new */
export async function insertBase(tx: Tx, id: string, manifest: Manifest): Promise<boolean> {
  const written = await tx.run(
    db
      .insertInto('bases')
      .values({ id, manifest: JSON.stringify(manifest) })
      .onConflict((conflict) => conflict.doNothing()),
  )
  return written === 1
}

export const RELEASE_CHANNEL = 'tsela_release'

/**
 * Notifies the other servers if the transaction commits: those that listen, and those that read the
 * announcements later.
 */
export async function announceRelease(tx: Tx): Promise<void> {
  await tx.run(db.insertInto('announcements').values({ tenant: tx.tenant }))
  await tx.run({
    compile: () => sql`SELECT pg_notify(${RELEASE_CHANNEL}, ${tx.tenant})`.compile(db),
  })
}

/**
 * Announcements of the last minute: numbers are assigned before a transaction ends, so a lower one
 * may become visible after a higher one.
 */
export function recentAnnouncements(tx: Tx): Promise<{ number: string; tenant: string }[]> {
  return tx.all(
    db
      .selectFrom('announcements')
      .select(['number', 'tenant'])
      .where('at', '>', sql<Date>`now() - interval '1 minute'`)
      .orderBy('number'),
  )
}
