/**
 * What belongs to a record: a career's fields of study, money and places to study (content design
 * 4, docs/decisions/0070).
 *
 * Documents of kind `join` say by which values; no code names a type.
 */

import { isObject, read } from '#engine/documents/json.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { ContentType, JoinDocument, JoinMatch } from '#engine/documents/kinds.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import type { Tx } from '#server/database/database.ts'
import type { RecordRow } from '#server/store/content.ts'
import { versionsOf } from '#server/store/contentversions.ts'
import type { Belonging, OneOf } from '#server/store/belonging.ts'
import type { First, Joined } from '#server/store/joins.ts'
import { FITS, nearOf } from './query.ts'
import { lastFilter } from './recent.ts'
import type { RememberedJoins } from './rememberedjoins.ts'

const DEFAULT_MAX = 3

export type JoinedPart<Item> = {
  /** How many belong to it; only the first few are listed. */
  readonly total: number
  readonly items: Item[]
  /** The list of all of them: its filters, which give exactly these. */
  readonly list: { readonly query: Record<string, string>; readonly total: number }
}

type Around = {
  readonly catalog: Catalog
  readonly scope: Scope
  readonly now: Date
  readonly remembered: RememberedJoins
}
type Asked<Item> = Around & {
  readonly user: Pick<User, 'interactions'>
  /** @param near with the distance from the town that the user chose */
  readonly present: (type: ContentType, row: RecordRow, near: boolean) => Item
}

/**
 * @param from   content type of the record
 * @param record its members, as joins name them
 * @returns part -> what belongs to it; without the parts whose type this user's plan doesn't open
 */
export async function joinedOf<Item>(
  tx: Tx,
  from: string,
  record: Members,
  { user, present, ...around }: Asked<Item>,
): Promise<Record<string, JoinedPart<Item>>> {
  const { catalog, scope } = around
  const joined: Record<string, JoinedPart<Item>> = {}
  const first = (type: ContentType, part: Part) => firstOf(catalog, type, part.first, user)
  const parts = partsFrom(catalog, from)
  for await (const { part, type, items, total } of foundIn(tx, parts, record, first, around)) {
    // Other parts may follow from it, and are open to users whose plan doesn't include it.
    if (!isOpen(type, scope)) continue
    const { town } = first(type, part)
    joined[part.id] = {
      total,
      items: items.map((row) => present(type, row, town !== null)),
      list: { query: { [FITS]: `${from}/${String(record['id'])}`, ...town }, total },
    }
  }
  return joined
}

/**
 * What belongs to a record, as a filter of the list of another type: it gives the same records as
 * the parts of {@link joinedOf} that lead to that type.
 */
export async function belongingTo(
  tx: Tx,
  from: string,
  record: Members,
  to: string,
  around: Around,
): Promise<Belonging[]> {
  const parts = partsFrom(around.catalog, from)
  // What comes after the last of them doesn't matter.
  const needed = parts.slice(0, parts.findLastIndex((part) => part.to === to) + 1)
  const belonging: Belonging[] = []
  const found = foundIn(
    tx,
    needed,
    record,
    () => ({ first: null }),
    around,
    (part) => part.to !== to,
  )
  for await (const { part, conditions } of found)
    if (part.to === to && conditions !== null) belonging.push(conditions)
  return belonging
}

/** Types whose records others of this type belong to. */
export function leadingTo(catalog: Catalog, to: string): string[] {
  const joins = catalog.all('join').filter(({ parts }) => parts.some((part) => part.to === to))
  return [...new Set(joins.map(({ from }) => from))]
}

export function partsFrom(catalog: Catalog, from: string): Part[] {
  return catalog
    .all('join')
    .filter((join) => join.from === from)
    .flatMap((join) => join.parts)
}

/**
 * Each part in turn: a later one may follow from what an earlier one found.
 *
 * @param isRead which parts are looked up at all
 */
async function* foundIn(
  tx: Tx,
  parts: readonly Part[],
  record: Members,
  first: (type: ContentType, part: Part) => { readonly first: First | null },
  { catalog, scope, now, remembered }: Around,
  isRead: (part: Part) => boolean = () => true,
): AsyncGenerator<Joined & Found> {
  if (parts.length === 0) return
  const ids = new Map<string, readonly string[]>()
  const versions = await versionsOf(
    tx,
    parts.map(({ to }) => to),
  )
  for (const part of parts) {
    const type = catalog.get('content-type', part.to)
    if (type === undefined) continue
    const conditions = conditionsOf(part, record, (match) =>
      valuesOf(match, record, ids, catalog, scope),
    )
    const { items, total } =
      conditions === null || !isRead(part)
        ? { items: [], total: 0 }
        : await remembered.read(tx, versions.get(type.id)!, {
            ...conditions,
            type: type.id,
            first: first(type, part).first,
            most: part.most ?? DEFAULT_MAX,
            now,
          })
    ids.set(
      part.id,
      items.map(({ id }) => id),
    )
    yield { part, type, conditions, items, total }
  }
}

export type Part = JoinDocument['parts'][number]
type Members = Readonly<Record<string, unknown>>
type Found = {
  readonly part: Part
  readonly type: ContentType
  /** Null: nothing belongs to this record. */
  readonly conditions: Belonging | null
}

function conditionsOf(
  part: Part,
  record: Members,
  valuesOf: (match: JoinMatch) => readonly string[],
): Belonging | null {
  const wanted = (match: JoinMatch): OneOf => ({ field: match.field, values: valuesOf(match) })
  const any = (part.any ?? []).map(wanted)
  const all = (part.all ?? []).map(wanted)
  const isNothing =
    (part.only !== undefined && !part.only.values.includes(String(read(record, part.only.path)))) ||
    all.some(({ values }) => values.length === 0) ||
    (any.length > 0 && any.every(({ values }) => values.length === 0))
  return isNothing ? null : { any: any.filter(({ values }) => values.length > 0), all }
}

/**
 * What comes first of a part.
 *
 * @returns also the filter of the list that gives the same order; null if no town was chosen
 */
function firstOf(
  catalog: Catalog,
  type: ContentType,
  id: string | undefined,
  user: Pick<User, 'interactions'>,
): { readonly first: First | null; readonly town: Readonly<Record<string, string>> | null } {
  const field = type.fields.find((each) => each.id === id)
  if (field?.type === 'months') return { first: { closes: field.id }, town: null }
  const chosen = field === undefined ? undefined : lastFilter(user, type.id, field.id)
  if (field === undefined || chosen === undefined) return { first: null, town: null }
  const town = { [field.id]: chosen }
  const near = nearOf(catalog, [field], town)
  return near === null ? { first: null, town: null } : { first: { near }, town }
}

/**
 * The best of records already read that belong to a record by a part which follows from no other
 * part: the first item of {@link joinedOf}, without a query.
 *
 * @param rows in the order of their titles, which decides between equally good ones
 * @returns null if none belongs to it
 */
export function bestOf<Row extends Pick<RecordRow, 'id' | 'data'>>(
  part: Part,
  record: Members,
  rows: readonly Row[],
  catalog: Catalog,
  scope: Scope,
): Row | null {
  const conditions = conditionsOf(part, record, (match) =>
    valuesOf(match, record, new Map(), catalog, scope),
  )
  if (conditions === null) return null
  const open = rows.filter((row) =>
    conditions.all.every(({ field, values }) => values.some((value) => has(row, field, value))),
  )
  if (conditions.any.length === 0) return open[0] ?? null
  for (const { field, values } of conditions.any)
    for (const value of values) {
      const found = open.find((row) => has(row, field, value))
      if (found !== undefined) return found
    }
  return null
}

function has({ id, data }: Pick<RecordRow, 'id' | 'data'>, field: string, value: string): boolean {
  if (field === 'id') return id === value
  const own = data[field]
  return Array.isArray(own) ? own.includes(value) : own === value
}

/** Open if its lists are: by the feature of the type, or another of its own. */
export function isOpen({ feature, also = [] }: ContentType, scope: Scope): boolean {
  return (
    feature === undefined || [feature, ...also].some((each) => scope.feature[each]?.access === true)
  )
}

/** The distinct values that a field may have, the most important first. */
export function valuesOf(
  match: JoinMatch,
  record: Members,
  found: ReadonlyMap<string, readonly string[]>,
  catalog: Catalog,
  scope: Scope,
): readonly string[] {
  const { except = [], table, plus = [] } = match
  const codes = sourceOf(match, record, found, catalog, scope).filter(
    (code) => !except.includes(code),
  )
  const values = table === undefined ? codes : codes.flatMap((code) => rowOf(match, code))
  return [...new Set(values.length === 0 ? [] : [...values, ...plus])]
}

function sourceOf(
  { path, part, rule, values, least }: JoinMatch,
  record: Members,
  found: ReadonlyMap<string, readonly string[]>,
  catalog: Catalog,
  scope: Scope,
): readonly string[] {
  if (values !== undefined) return values
  if (part !== undefined) return found.get(part) ?? []
  const value =
    path === undefined ? catalog.book.evaluate(rule as never, scope) : read(record, path)
  const entries = Array.isArray(value)
    ? (value as readonly unknown[])
    : isObject(value) && value['id'] === undefined
      ? scoresIn(value, least?.by)
      : [value]
  const weigh = (entry: unknown) => Number(read(entry, least?.by ?? '') ?? 0)
  const counted =
    least === undefined
      ? entries
      : entries
          .filter((entry) => weigh(entry) >= least.from)
          .toSorted((a, b) => weigh(b) - weigh(a))
  return counted.flatMap((entry) => {
    const code = isObject(entry) ? entry['id'] : entry
    return typeof code === 'string' || typeof code === 'number' ? [String(code)] : []
  })
}

/** Named numbers as entries: the number is the weight. */
function scoresIn(scores: Members, weight = 'importance'): readonly unknown[] {
  return Object.entries(scores).map(([id, score]) => ({ id, [weight]: score }))
}

function rowOf({ table = {}, starts = false }: JoinMatch, code: string): readonly string[] {
  const rowAt = (start: string) => (Object.hasOwn(table, start) ? table[start] : undefined)
  if (!starts) return rowAt(code) ?? []
  for (let length = code.length; length > 0; length--) {
    const row = rowAt(code.slice(0, length))
    if (row !== undefined) return row
  }
  return []
}
