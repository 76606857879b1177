/**
 * Versions of a tenant's own records (decision 0068): written unseen in batches, then made current
 * in one step.
 */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { ROW, rowsJson, type WrittenRecord } from './contentrows.ts'

/** How long a killed import blocks the next one. Each batch renews the lease. */
const LEASE_SECONDS = 20

export type ContentSet = {
  readonly current: string
  readonly previous: string | null
  readonly changes: string
  readonly writing: string | null
  readonly writingUntil: Date | null
  readonly imported: Imported | null
  readonly importedAt: Date | null
}
export type Imported = {
  readonly file: string
  readonly rows: number
  /** Email address of the console's user; empty for an operator's command. */
  readonly by: string
  /** `changes` right after the import: later edits increase it. */
  readonly changes: number
}
/**
 * The state that an import started from: it becomes current only if that hasn't changed meanwhile.
 */
export type Started = {
  readonly version: string
  readonly current: string
  readonly changes: string
}

const NONE: ContentSet = {
  current: '0',
  previous: null,
  changes: '0',
  writing: null,
  writingUntil: null,
  imported: null,
  importedAt: null,
}

function query<Row>(text: RawBuilder<Row>) {
  return { compile: () => text.compile(db) }
}

export async function setOf(tx: Tx, type: string): Promise<ContentSet> {
  const found = await tx.first<ContentSet>(
    query(sql<ContentSet>`SELECT current, previous, changes, writing, writing_until AS "writingUntil", imported,
      imported_at AS "importedAt" FROM content_sets WHERE type = ${type}`),
  )
  return found ?? NONE
}

/** @returns undefined during another import of the type */
export function beginVersion(tx: Tx, type: string, now: Date): Promise<Started | undefined> {
  return tx.first<Started>(
    query(sql<Started>`
      INSERT INTO content_sets (tenant_id, type, newest, writing, writing_until) VALUES (${tx.tenant}, ${type}, 1, 1, ${leaseFrom(now)})
      ON CONFLICT (tenant_id, type) DO UPDATE SET newest = content_sets.newest + 1, writing = content_sets.newest + 1, writing_until = ${leaseFrom(now)}
        WHERE content_sets.writing IS NULL OR content_sets.writing_until < ${now}
      RETURNING writing AS version, current, changes`),
  )
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * 1000)
}

/** @returns false if the lease had expired and another import has started */
export async function keepWriting(
  tx: Tx,
  type: string,
  version: string,
  now: Date,
): Promise<boolean> {
  const kept = await tx.run(
    query(
      sql`UPDATE content_sets SET writing_until = ${leaseFrom(now)} WHERE type = ${type} AND writing = ${version}::bigint`,
    ),
  )
  return kept === 1
}

/** @param json of `rowsJson`: one statement, whose text is always the same */
export function writeRows(tx: Tx, type: string, version: string, json: string): Promise<number> {
  return tx.run(
    query(sql`
      INSERT INTO content (tenant_id, type, version, id, title, order_by, data, words, search, state, starts, ends)
      SELECT ${tx.tenant}::uuid, ${type}, ${version}::bigint, id, title, order_by, data, words,
        setweight(to_tsvector('simple', a), 'A') || setweight(to_tsvector('simple', b), 'B') || setweight(to_tsvector('simple', c), 'C'), state, starts, ends
      FROM jsonb_to_recordset(${json}::jsonb) AS ${sql.raw(ROW)}
      ON CONFLICT (tenant_id, type, version, id) DO UPDATE SET title = excluded.title, order_by = excluded.order_by, data = excluded.data,
        words = excluded.words, search = excluded.search, state = excluded.state, starts = excluded.starts, ends = excluded.ends, updated_at = now()`),
  )
}

export function writeRecords(
  tx: Tx,
  type: string,
  version: string,
  records: readonly WrittenRecord[],
): Promise<number> {
  return writeRows(tx, type, version, rowsJson(records))
}

export type Compared = {
  readonly new: number
  readonly changed: number
  readonly same: number
  /** Of the new and changed: those that also exist as shared records. */
  readonly replaces: number
  /** Records that existed, without those that only hide a shared one. */
  readonly known: number
}

/** What writing these rows would change. @param json of `rowsJson` */
export async function compareRows(tx: Tx, type: string, json: string): Promise<Compared> {
  return tx.one<Compared>(
    query(sql<Compared>`
      WITH compared AS (
        SELECT c.id IS NOT NULL AND c.data <> '{}' AS known, s.id IS NOT NULL AS shared,
          c.id IS NOT NULL AND c.data = r.data AND c.state = r.state AND c.starts IS NOT DISTINCT FROM r.starts AND c.ends IS NOT DISTINCT FROM r.ends AS same
        FROM jsonb_to_recordset(${json}::jsonb) AS ${sql.raw(ROW)}
        LEFT JOIN content c ON ${CURRENT(type)} AND c.id = r.id
        LEFT JOIN shared_content s ON s.type = ${type} AND s.id = r.id)
      SELECT count(*) FILTER (WHERE NOT known)::integer AS new, count(*) FILTER (WHERE known AND NOT same)::integer AS changed,
        count(*) FILTER (WHERE known AND same)::integer AS same, count(*) FILTER (WHERE shared AND NOT (known AND same))::integer AS replaces,
        count(*) FILTER (WHERE known)::integer AS known FROM compared`),
  )
}

/**
 * Copies a batch of records from one version to another, except those that it has already.
 *
 * @param all every record; otherwise only those that hide a shared record
 * @returns the last id of the batch, to continue after; null at the end
 */
export async function carryOver(
  tx: Tx,
  type: string,
  { current, version }: Started,
  { all, after, limit }: { readonly all: boolean; readonly after: string; readonly limit: number },
): Promise<string | null> {
  const carried = await tx.one<{ last: string | null; count: number }>(
    query(sql<{ last: string | null; count: number }>`
      WITH carried AS (SELECT id, title, order_by, data, words, search, state, starts, ends, updated_at FROM content
          WHERE type = ${type} AND version = ${current}::bigint AND id > ${after} AND (${all} OR data = '{}') ORDER BY id LIMIT ${limit}),
        written AS (INSERT INTO content (tenant_id, type, version, id, title, order_by, data, words, search, state, starts, ends, updated_at)
          SELECT ${tx.tenant}::uuid, ${type}, ${version}::bigint, id, title, order_by, data, words, search, state, starts, ends, updated_at FROM carried
          ON CONFLICT (tenant_id, type, version, id) DO NOTHING)
      SELECT max(id) AS last, count(*)::integer AS count FROM carried`),
  )
  return carried.count < limit ? null : carried.last
}

/** @returns false if a record was edited since the import started, or its lease has expired */
export async function makeCurrent(
  tx: Tx,
  type: string,
  { version, current, changes }: Started,
  imported: Omit<Imported, 'changes'>,
  now: Date,
): Promise<boolean> {
  const told = JSON.stringify({ ...imported, changes: Number(changes) + 1 })
  const done = await tx.run(
    query(sql`
      UPDATE content_sets SET current = ${version}::bigint, previous = current, changes = changes + 1, writing = NULL, writing_until = NULL,
        imported = ${told}::jsonb, imported_at = ${now}
      WHERE type = ${type} AND writing = ${version}::bigint AND current = ${current}::bigint AND changes = ${changes}::bigint`),
  )
  return done === 1
}

export function giveUp(tx: Tx, type: string, version: string): Promise<number> {
  return tx.run(
    query(
      sql`UPDATE content_sets SET writing = NULL, writing_until = NULL WHERE type = ${type} AND writing = ${version}::bigint`,
    ),
  )
}

/** @returns false if there is no import to undo */
export async function takeBack(tx: Tx, type: string, now: Date): Promise<boolean> {
  const done = await tx.run(
    query(sql`
      UPDATE content_sets SET current = previous, previous = NULL, changes = changes + 1, imported = NULL, imported_at = NULL
      WHERE type = ${type} AND previous IS NOT NULL AND (writing IS NULL OR writing_until < ${now})`),
  )
  return done === 1
}

/** Deletes a batch of rows of unused versions. @returns how many */
export function deleteUnused(tx: Tx, type: string, limit: number): Promise<number> {
  return tx.run(
    query(sql`
      DELETE FROM content WHERE ctid = ANY (ARRAY(SELECT c.ctid FROM content c
        WHERE c.type = ${type} AND c.version NOT IN (SELECT v FROM content_sets s, unnest(ARRAY[s.current, s.previous, s.writing]) AS v WHERE s.type = ${type} AND v IS NOT NULL)
          AND EXISTS (SELECT FROM content_sets s WHERE s.type = ${type}) LIMIT ${limit}))`),
  )
}

/**
 * Records that an edit was made: cached counts become stale, and an import that started before it
 * is refused.
 */
export function noteChange(tx: Tx, type: string): Promise<number> {
  return tx.run(
    query(sql`
      INSERT INTO content_sets (tenant_id, type, changes) VALUES (${tx.tenant}, ${type}, 1)
      ON CONFLICT (tenant_id, type) DO UPDATE SET changes = content_sets.changes + 1`),
  )
}

export type OwnRow = {
  readonly id: string
  readonly title: string
  readonly data: Readonly<Record<string, unknown>>
  readonly state: 'shown' | 'hidden'
  readonly starts: Date | null
  readonly ends: Date | null
  readonly updatedAt: Date
}
const OWN = sql`c.id, c.title, c.data, c.state, c.starts, c.ends, c.updated_at AS "updatedAt"`
const CURRENT = (type: string) =>
  sql`c.type = ${type} AND c.version = (SELECT coalesce(max(current), 0) FROM content_sets WHERE type = ${type})`

/** Records of the current version, in any state. */
export function ownRows(tx: Tx, type: string, ids: readonly string[]): Promise<OwnRow[]> {
  return tx.all<OwnRow>(
    query(
      sql<OwnRow>`SELECT ${OWN} FROM content c WHERE ${CURRENT(type)} AND c.id = ANY (${[...ids]}::text[])`,
    ),
  )
}

/**
 * A batch of an export, by id. @param shared also shared records that the tenant hasn't replaced or
 * hidden
 */
export function exportedRows(
  tx: Tx,
  type: string,
  {
    after,
    limit,
    shared,
  }: { readonly after: string; readonly limit: number; readonly shared: boolean },
): Promise<OwnRow[]> {
  const others = sql`
    UNION ALL (SELECT c.id, c.title, c.data, 'shown', c.starts, c.ends, c.updated_at FROM shared_content c WHERE c.type = ${type} AND c.id > ${after}
      AND NOT EXISTS (SELECT FROM content o WHERE o.type = ${type} AND o.id = c.id
        AND o.version = (SELECT coalesce(max(current), 0) FROM content_sets WHERE type = ${type})) ORDER BY c.id LIMIT ${limit})`
  return tx.all<OwnRow>(
    query(sql<OwnRow>`
      SELECT id, title, data, state, starts, ends, "updatedAt" FROM (
        (SELECT ${OWN} FROM content c WHERE ${CURRENT(type)} AND c.data <> '{}' AND c.id > ${after} ORDER BY c.id LIMIT ${limit}) ${shared ? others : sql``}) both_
      ORDER BY id LIMIT ${limit}`),
  )
}

export type BundledRow = Omit<OwnRow, 'title' | 'updatedAt'> & { readonly type: string }

/** Every record of a tenant's own, and what hides shared ones, of all types. */
export function bundledRows(tx: Tx): Promise<BundledRow[]> {
  return tx.all<BundledRow>(
    query(sql<BundledRow>`
      SELECT c.type, c.id, c.data, c.state, c.starts, c.ends FROM content c
      WHERE c.version = coalesce((SELECT s.current FROM content_sets s WHERE s.type = c.type), 0)
      ORDER BY c.type, c.id COLLATE "C"`),
  )
}

/** @returns how many records of its own a tenant has, of each type of which it has any */
export async function typesWithOwn(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.all<{ type: string; count: number }>(
    query(sql<{ type: string; count: number }>`
      SELECT c.type, count(*)::integer AS count FROM content c
      WHERE c.version = coalesce((SELECT s.current FROM content_sets s WHERE s.type = c.type), 0)
      GROUP BY c.type ORDER BY c.type`),
  )
  return new Map(rows.map(({ type, count }) => [type, count]))
}

export async function sharedIds(tx: Tx, type: string, ids: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ id: string }>(
    query(
      sql<{
        id: string
      }>`SELECT id FROM shared_content WHERE type = ${type} AND id = ANY (${[...ids]}::text[])`,
    ),
  )
  return found.map(({ id }) => id)
}

export async function countOwn(tx: Tx, type: string): Promise<number> {
  const found = await tx.one<{ count: number }>(
    query(
      sql<{
        count: number
      }>`SELECT count(*)::integer AS count FROM content c WHERE ${CURRENT(type)} AND c.data <> '{}'`,
    ),
  )
  return found.count
}

export function deleteOwn(tx: Tx, type: string, id: string): Promise<number> {
  return tx.run(query(sql`DELETE FROM content c WHERE ${CURRENT(type)} AND c.id = ${id}`))
}

export type ConsoleRow = OwnRow & { readonly own: boolean; readonly shared: boolean }
export type Show = 'all' | 'own' | 'shared' | 'hidden' | 'planned' | 'over'

/** Every record of a type, in any state, and where it comes from. */
export async function consoleRows(
  tx: Tx,
  type: string,
  {
    show,
    search,
    id,
    now,
    page,
    pageSize,
  }: {
    readonly show: Show
    /** Folded. */
    readonly search: string
    readonly id?: string
    readonly now: Date
    readonly page: number
    readonly pageSize: number
  },
): Promise<{ items: ConsoleRow[]; total: number }> {
  const shown: Readonly<Record<Show, RawBuilder<unknown>>> = {
    all: sql`true`,
    own: sql`own AND data <> '{}'`,
    shared: sql`NOT own`,
    hidden: sql`state = 'hidden'`,
    planned: sql`starts > ${now}`,
    over: sql`ends <= ${now}`,
  }
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const rows = await tx.all<ConsoleRow & { total: number }>(
    query(sql<ConsoleRow & { total: number }>`
      WITH every AS (
        SELECT ${OWN}, c.words, c.order_by, true AS own, EXISTS (SELECT FROM shared_content s WHERE s.type = c.type AND s.id = c.id) AS shared
          FROM content c WHERE ${CURRENT(type)}
        UNION ALL
        SELECT c.id, c.title, c.data, 'shown', c.starts, c.ends, c.updated_at, c.words, c.order_by, false, true FROM shared_content c
          WHERE c.type = ${type} AND NOT EXISTS (SELECT FROM content o WHERE o.type = c.type AND o.id = c.id
            AND o.version = (SELECT coalesce(max(current), 0) FROM content_sets WHERE type = ${type})))
      SELECT id, title, data, state, starts, ends, "updatedAt", own, shared, count(*) OVER ()::integer AS total FROM every
      WHERE ${shown[show]} AND ${search === '' ? sql`true` : sql`(words LIKE ${pattern} OR order_by LIKE ${pattern})`} AND ${id === undefined ? sql`true` : sql`id = ${id}`}
      ORDER BY order_by COLLATE "C", id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`),
  )
  return {
    items: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  }
}

export type TypeCounts = {
  readonly type: string
  readonly own: number
  readonly hidden: number
  readonly shared: number
}

export function countsByType(tx: Tx): Promise<TypeCounts[]> {
  return tx.all<TypeCounts>(
    query(sql<TypeCounts>`
      SELECT type, sum(own)::integer AS own, sum(hidden)::integer AS hidden, sum(shared)::integer AS shared FROM (
        SELECT c.type, count(*) FILTER (WHERE c.data <> '{}') AS own, count(*) FILTER (WHERE c.state = 'hidden') AS hidden, 0 AS shared FROM content c
          WHERE c.version = coalesce((SELECT s.current FROM content_sets s WHERE s.type = c.type), 0) GROUP BY c.type
        UNION ALL SELECT type, 0, 0, count(*) FROM shared_content GROUP BY type) each GROUP BY type`),
  )
}
