/**
 * Records of content types: what all tenants share and what a tenant has of its own, as one
 * catalogue (decision 0063).
 */

import { sql, type RawBuilder } from 'kysely'
import { sqlBuilder as db, type Database, type Tx } from '#server/database/database.ts'
import type { Wanted } from '#server/catalogue/words.ts'
import { belongs, type Belonging } from './belonging.ts'
import { HERE_KM, kilometres, type Near } from './distances.ts'
import { choiceCounts } from './facetchoices.ts'
import { monthsAhead } from './closing.ts'
import { versionIn } from './contentversions.ts'
import { afterRow, orderBy, placeOf, type OrderKey } from './keyset.ts'

export type RecordRow = {
  readonly id: string
  readonly title: string
  readonly data: Readonly<Record<string, unknown>>
  /** Kilometres from the town that was asked for; null if the record has no place. */
  readonly km?: number | null
}

/**
 * What a record must contain: one of these parts, such as `{ levels: ['ug'] }`, or no value in the
 * field; or what it must belong to.
 */
export type Filter = Contained | Belongs
export type Contained =
  | { readonly anyOf: readonly Readonly<Record<string, unknown>>[] }
  | { readonly empty: string }
/** To at least one of them. */
export type Belongs = { readonly belongs: readonly Belonging[] }
/** A field whose values are counted, and named filters that are counted with them. */
export type Facet = {
  readonly field: string
  readonly named?: Readonly<Record<string, Filter>>
  /** Value -> the choices that find it, where that isn't the value alone (0189). */
  readonly foundBy?: Readonly<Record<string, readonly string[]>>
}
export type Query = {
  readonly type: string
  readonly wanted: Wanted | null
  readonly filters: Readonly<Record<string, Filter>>
  /** Only these records; null: all. */
  readonly only: readonly string[] | null
  readonly facets: readonly Facet[]
  /**
   * The town that distances are counted from: the nearest record first, those without a place last.
   */
  readonly near: Near | null
  /** The field with the title in the language of the request, where that is a translation. */
  readonly titled?: string
  /** Of what is found as it was typed, records that fit the first of these come first, and so on. */
  readonly first?: readonly Filter[]
  /** Null: the best match first, or by title where nothing is searched for. */
  readonly sort: { readonly by: readonly SortKey[]; readonly descending: boolean } | null
  readonly page: number
  readonly pageSize: number
  /** Sort keys of the row before the page; used instead of `page`. */
  readonly after?: readonly (string | null)[]
  readonly now: Date
}
/** `months` sorts from the current month on, `flag` those that have it first. */
export type SortKey = {
  readonly field: string
  readonly as: 'title' | 'text' | 'number' | 'months' | 'flag'
}

export type Facets = Readonly<Record<string, Readonly<Record<string, number>>>>
export type Counts = { readonly total: number; readonly facets: Facets }
export type Page = Counts & {
  readonly items: readonly RecordRow[]
  /** Sort keys of its last row; null on the last page. */
  readonly last: readonly (string | null)[] | null
}

/**
 * The current version of a tenant's own records: imports write another one beside it (decision
 * 0068).
 */
export function current(type: string): RawBuilder<unknown> {
  return sql`(SELECT coalesce(max(current), 0) FROM content_sets WHERE type = ${type})`
}

/**
 * What a tenant sees of a type: its own records, and the shared ones that aren't replaced or hidden
 * by its own.
 */
export function visible(type: string, now: Date): RawBuilder<unknown> {
  return sql.join(sourcesOf(type, now), sql` UNION ALL `)
}

/** Its own records, and the shared ones: apart, each can be read in the order of its index. */
export function sourcesOf(
  type: string,
  now: Date,
  columns = sql`c.id, c.title, c.order_by, c.data, 0::real AS rank`,
): readonly [RawBuilder<unknown>, RawBuilder<unknown>] {
  const isNow = sql`(c.starts IS NULL OR c.starts <= ${now}) AND (c.ends IS NULL OR c.ends > ${now})`
  return [
    sql`
    SELECT ${columns} FROM content c
      WHERE c.type = ${type} AND c.version = ${current(type)} AND c.state = 'shown' AND ${isNow}`,
    sql`
    SELECT ${columns} FROM shared_content c WHERE c.type = ${type} AND ${isNow}
        AND NOT EXISTS (SELECT FROM content o WHERE o.type = c.type AND o.version = ${current(type)} AND o.id = c.id)`,
  ]
}

/** What a search finds of that. Its operators use no index under row-level security (0063). */
function foundOf(type: string, now: Date, wanted: NonNullable<Query['wanted']>) {
  return sql`
    SELECT id, title, order_by, data, rank FROM search_records(${type}, ${wanted.query}::tsquery, ${wanted.typed}, ${now})`
}

/**
 * One page with the total and the counts of every facet, in one round trip.
 *
 * @param known counts of the same records and filters; without them every match is read
 */
export async function listContent(tx: Tx, query: Query, known?: Counts): Promise<Page> {
  return pageOf(query, await tx.one<Found>(statementOf(query, known)), known)
}

/**
 * The same as a transaction of its own: everything is sent in one message, and the version of the
 * records comes with them.
 */
export async function listContentOnce(
  database: Database,
  tenant: string,
  query: Query,
  known?: Counts,
): Promise<{ readonly page: Page; readonly version: string }> {
  const version = sql`${versionIn(sql`${query.type}::text`)} AS version`
  const [found] = await database.readOnce<Found & { version: string }>(
    tenant,
    statementOf(query, known, version),
  )
  if (found === undefined) throw new Error('a query that must give a row gave none')
  return { page: pageOf(query, found, known), version: found.version }
}

type Found = Partial<Counts> & { readonly items: (RecordRow & { at: string[] })[] }

function statementOf(query: Query, known: Counts | undefined, also?: RawBuilder<unknown>) {
  const columns = also === undefined ? sql`` : sql`, ${also}`
  const statement = known === undefined ? countedPage(query, columns) : pageAlone(query, columns)
  return { compile: () => statement.compile(db) }
}

/** Every match is read, once. */
function countedPage(query: Query, also: RawBuilder<unknown>): RawBuilder<never> {
  const { type, filters, facets, only, now, wanted } = query
  const all = wanted === null ? visible(type, now) : foundOf(type, now, wanted)
  return sql`
    WITH base AS MATERIALIZED (${only === null ? all : sql`SELECT v.id, v.title, v.order_by, v.data, v.rank FROM (${all}) v WHERE ${isOneOf(only)}`}),
      matched AS (SELECT ${columnsOf(query)} FROM base WHERE ${allOf(filters)}),
      shown AS (${shownOf(query, sql`matched`)})
    SELECT (SELECT count(*)::integer FROM matched) AS total, ${countsOf(facets, filters)} AS facets,
      (SELECT coalesce(json_agg(shown), '[]') FROM shown) AS items${also}`
}

/**
 * The first few of each source in the order of its index, and of those the first few: most of the
 * matches aren't read.
 */
function pageAlone(query: Query, also: RawBuilder<unknown>): RawBuilder<never> {
  const { type, filters, only, now, wanted, page, pageSize, after } = query
  const keys = orderKeysOf(query)
  const most = after === undefined ? page * pageSize + 1 : pageSize + 1
  const sources = wanted === null ? sourcesOf(type, now) : [foundOf(type, now, wanted)]
  const first = sources.map(
    (
      source,
    ) => sql`(SELECT id, title, order_by, data, rank, km FROM (SELECT ${columnsOf(query)} FROM (${source}) s
      WHERE ${allOf(filters)} AND ${only === null ? sql`true` : isOneOf(only)}) m
      WHERE ${after === undefined ? sql`true` : afterRow(keys, after)} ORDER BY ${orderBy(keys)} LIMIT ${most})`,
  )
  return sql`
    WITH shown AS (${shownOf(query, sql`(${sql.join(first, sql` UNION ALL `)}) both_`)})
    SELECT coalesce(json_agg(shown), '[]') AS items${also} FROM shown`
}

function columnsOf({ near }: Query): RawBuilder<unknown> {
  return sql`id, title, order_by, data, rank, ${near === null ? sql`NULL::float8` : kilometres(near)} AS km`
}

function isOneOf(ids: readonly string[]): RawBuilder<unknown> {
  return sql`id = ANY (${[...ids]}::text[])`
}

/** One more than the page has: whether there is another page. */
function shownOf(query: Query, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const { page, pageSize, after } = query
  const keys = orderKeysOf(query)
  return sql`SELECT id, title, data, km, ${placeOf(keys)} AS at FROM ${from} WHERE ${after === undefined ? sql`true` : afterRow(keys, after)}
    ORDER BY ${orderBy(keys)} LIMIT ${pageSize + 1} OFFSET ${after === undefined ? (page - 1) * pageSize : 0}`
}

function pageOf({ pageSize, facets }: Query, found: Found, known: Counts | undefined): Page {
  const { items, total = 0, facets: counted = {} } = found
  const rows = items.slice(0, pageSize)
  return {
    total: known?.total ?? total,
    facets: known?.facets ?? withEmpty(counted, facets),
    items: rows.map(({ at: _at, ...row }) => row),
    last: items.length > pageSize ? (rows.at(-1)?.at ?? null) : null,
  }
}

function allOf(filters: Query['filters'], except?: string): RawBuilder<unknown> {
  const parts = Object.entries(filters).filter(([name]) => name !== except)
  return parts.length === 0
    ? sql`true`
    : sql.join(
        parts.map(([, filter]) => fits(filter)),
        sql` AND `,
      )
}

function fits(filter: Filter): RawBuilder<unknown> {
  if ('empty' in filter) return sql`coalesce(data -> ${filter.empty}, 'null') IN ('null', '[]')`
  if ('belongs' in filter)
    return filter.belongs.length === 0
      ? sql`false`
      : sql`(${sql.join(filter.belongs.map(belongs), sql` OR `)})`
  const parts = filter.anyOf.map((part) => sql`data @> ${JSON.stringify(part)}::jsonb`)
  return sql`(${sql.join(parts, sql` OR `)})`
}

const BY_TITLE: OrderKey = { value: sql`order_by COLLATE "C"`, as: 'text', always: true }
/** What separates words, as in `fold` (catalogue/words.ts). */
const BETWEEN_WORDS = '[[:space:]!-/:-@\\[-`{-~\u00a0\u00b4\u2010-\u2027]+'

/**
 * By the translated title, folded like `order_by`, which is the original one's. No index has it, so
 * every match is read: for types of a few thousand records (`Pages`).
 */
function byTranslation(field: string): OrderKey {
  const plain = sql`lower(regexp_replace(normalize(data ->> ${field}::text, NFKD), '[\\u0300-\\u036f]+', '', 'g'))`
  return {
    value: sql`coalesce(nullif(btrim(regexp_replace(${plain}, ${BETWEEN_WORDS}, ' ', 'g')), ''), order_by) COLLATE "C"`,
    as: 'text',
    always: true,
  }
}
const BY_ID: OrderKey = { value: sql`id`, as: 'text', always: true }
const BY_RANK: OrderKey = { value: sql`rank`, as: 'real', always: true, descending: true }
/** What is called exactly as it was typed. */
const byName = (typed: string): OrderKey => ({
  value: sql`CASE WHEN order_by = ${typed}::text THEN 0 ELSE 1 END`,
  as: 'integer',
  always: true,
})
const byFirst = (first: readonly Filter[]): OrderKey => ({
  value: sql`CASE ${sql.join(
    first.map((filter, place) => sql`WHEN ${fits(filter)} THEN ${sql.lit(place)}`),
    sql` `,
  )} ELSE ${sql.lit(first.length)} END`,
  as: 'integer',
  always: true,
})
/** All in the town itself are equally near. */
const BY_DISTANCE: OrderKey = {
  value: sql`CASE WHEN km < ${sql.lit(HERE_KM)} THEN 0 ELSE km END`,
  as: 'float8',
}

/** Ends with the id, so that no two rows are equal. */
function orderKeysOf({ near, sort, wanted, now, titled, first = [] }: Query): OrderKey[] {
  const byTitle = titled === undefined ? BY_TITLE : byTranslation(titled)
  const { by = [], descending = false } = sort ?? {}
  const asked = by.map((key) => ({
    ...(key.as === 'title' ? byTitle : orderKeyOf(key, key.as, now)),
    descending,
  }))
  return [
    ...(sort === null && wanted !== null ? [byName(wanted.typed)] : []),
    ...(near === null ? [] : [BY_DISTANCE]),
    ...(first.length === 0 ? [] : [byFirst(first)]),
    ...(sort === null && wanted !== null ? [BY_RANK] : asked),
    byTitle,
    BY_ID,
  ]
}

function orderKeyOf({ field }: SortKey, as: Exclude<SortKey['as'], 'title'>, now: Date): OrderKey {
  switch (as) {
    case 'number':
      return { value: sql`(data ->> ${field})::numeric`, as: 'numeric' }
    case 'flag':
      return { value: sql`CASE WHEN (data ->> ${field})::boolean THEN 0 ELSE 1 END`, as: 'integer' }
    case 'months':
      return { value: monthsAhead(field, now), as: 'integer' }
    case 'text':
      return { value: sql`lower(data ->> ${field}) COLLATE "C"`, as: 'text' }
  }
}

/**
 * A facet without values is listed as empty, because its filter has no choices. If no record was
 * found at all, that says nothing about the filters, and no facet is listed.
 */
export function withEmpty(counted: Facets, facets: readonly Facet[]): Facets {
  if (Object.keys(counted).length === 0) return counted
  return { ...Object.fromEntries(facets.map(({ field }) => [field, {}])), ...counted }
}

/**
 * For each facet, the counts that choosing one of its values would give: with all filters except
 * its own.
 */
function countsOf(facets: readonly Facet[], filters: Query['filters']): RawBuilder<unknown> {
  if (facets.length === 0) return sql`'{}'::json`
  const counts = facets.flatMap(({ field, named = {}, foundBy }) => [
    choiceCounts(field, foundBy, allOf(filters, field)),
    ...Object.entries(named).map(
      ([name, filter]) => sql`
      SELECT ${field}::text, ${name}::text, count(*)::integer FROM base WHERE ${fits(filter)} AND ${allOf(filters, field)}`,
    ),
  ])
  return sql`(SELECT coalesce(json_object_agg(field, counts), '{}') FROM (
    SELECT field, json_object_agg(value, n) AS counts FROM (${sql.join(counts, sql` UNION ALL `)}) each GROUP BY field) facet)`
}

export type FoundRecord = RecordRow & { readonly expired: boolean }

/** @returns undefined if there is none, or the tenant has hidden it; expired records are marked */
export function recordOf(
  tx: Tx,
  type: string,
  id: string,
  now: Date,
): Promise<FoundRecord | undefined> {
  const at = sql`c.type = ${type} AND c.id = ${id} AND (c.starts IS NULL OR c.starts <= ${now})`
  const columns = sql`c.id, c.title, c.data, (c.ends IS NOT NULL AND c.ends <= ${now}) AS expired`
  return tx.first<FoundRecord>({
    compile: () =>
      sql<FoundRecord>`
        SELECT ${columns} FROM content c WHERE ${at} AND c.version = ${current(type)} AND c.state = 'shown'
        UNION ALL
        SELECT ${columns} FROM shared_content c WHERE ${at}
          AND NOT EXISTS (SELECT FROM content o WHERE o.type = c.type AND o.version = ${current(type)} AND o.id = c.id)`.compile(
        db,
      ),
  })
}

/** These records, without those that don't exist. */
export function recordsOf(
  tx: Tx,
  type: string,
  ids: readonly string[],
  now: Date,
): Promise<RecordRow[]> {
  return tx.all<RecordRow>({
    compile: () =>
      sql<RecordRow>`SELECT id, title, data FROM (${visible(type, now)}) v WHERE id = ANY (${[...ids]}::text[])`.compile(
        db,
      ),
  })
}

/** Has a type more than `most` records? Reads no more of them than that. */
export async function hasMore(tx: Tx, type: string, now: Date, most: number): Promise<boolean> {
  const { n } = await tx.one<{ n: number }>({
    compile: () =>
      sql<{ n: number }>`
        SELECT count(*)::integer AS n FROM (SELECT FROM (${visible(type, now)}) v LIMIT ${most + 1}) few`.compile(
        db,
      ),
  })
  return n > most
}
