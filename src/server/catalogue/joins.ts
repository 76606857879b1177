/**
 * What belongs to a record: a career's fields of study, money and places to study (content design
 * 4, docs/decisions/0070).
 *
 * Documents of kind `join` say by which values; no code names a type.
 */

import { isObject, read } from '#engine/documents/json.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { ContentType, JoinMatch } from '#engine/documents/kinds.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import type { Tx } from '#server/database/database.ts'
import { versionsOf, type RecordRow } from '#server/store/content.ts'
import type { First, Wanted } from '#server/store/joins.ts'
import { isFilter, nearOf } from './query.ts'
import { lastFilter } from './recent.ts'
import type { RememberedJoins } from './rememberedjoins.ts'

const DEFAULT_MAX = 3

export type JoinedPart<Item> = {
  /** How many belong to it; only the first few are listed. */
  readonly total: number
  readonly items: Item[]
  /**
   * The list of all of them: its filters, and how many records that gives. It can be more, as a
   * filter takes one value.
   */
  readonly list: { readonly query: Record<string, string>; readonly total: number }
}

type Asked<Item> = {
  readonly catalog: Catalog
  readonly scope: Scope
  readonly user: Pick<User, 'interactions'>
  readonly now: Date
  readonly remembered: RememberedJoins
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
  record: Readonly<Record<string, unknown>>,
  { catalog, scope, user, now, remembered, present }: Asked<Item>,
): Promise<Record<string, JoinedPart<Item>>> {
  const joined: Record<string, JoinedPart<Item>> = {}
  const found = new Map<string, readonly string[]>()
  const parts = catalog
    .all('join')
    .filter((join) => join.from === from)
    .flatMap((join) => join.parts)
  if (parts.length === 0) return joined
  const versions = await versionsOf(
    tx,
    parts.map(({ to }) => to),
  )
  for (const part of parts) {
    const type = catalog.get('content-type', part.to)
    if (type === undefined) continue
    const wanted = (match: JoinMatch): Wanted => ({
      field: match.field,
      values: valuesOf(match, record, found, catalog, scope),
    })
    const any = (part.any ?? []).map(wanted)
    const all = (part.all ?? []).map(wanted)
    const listed = listedBy(type, [...any, ...all])
    const { first, town } = firstOf(catalog, type, part.first, user)
    const isNothing =
      (part.only !== undefined &&
        !part.only.values.includes(String(read(record, part.only.path)))) ||
      all.some(({ values }) => values.length === 0) ||
      (any.length > 0 && any.every(({ values }) => values.length === 0))
    const { items, total, ...counted } = isNothing
      ? { items: [], total: 0, listed: 0 }
      : await remembered.read(tx, versions.get(type.id)!, {
          type: type.id,
          any: any.filter(({ values }) => values.length > 0),
          all,
          listed,
          first,
          most: part.most ?? DEFAULT_MAX,
          now,
        })
    found.set(
      part.id,
      items.map(({ id }) => id),
    )
    // Other parts may follow from it, and are open to users whose plan doesn't include it.
    if (!isOpen(type, scope)) continue
    joined[part.id] = {
      total,
      items: items.map((row) => present(type, row, town !== null)),
      list: {
        query: {
          ...Object.fromEntries(listed.map(({ field, value }) => [field, value])),
          ...town,
        },
        total: counted.listed,
      },
    }
  }
  return joined
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

/** Open if its lists are: by the feature of the type, or another of its own. */
function isOpen({ feature, also = [] }: ContentType, scope: Scope): boolean {
  return (
    feature === undefined || [feature, ...also].some((each) => scope.feature[each]?.access === true)
  )
}

/** The most important value of every field that lists can be filtered by. */
function listedBy(
  type: ContentType,
  wanted: readonly Wanted[],
): readonly { readonly field: string; readonly value: string }[] {
  const values = new Map<string, string>()
  for (const {
    field,
    values: [first],
  } of wanted)
    if (
      first !== undefined &&
      !values.has(field) &&
      type.fields.some((each) => each.id === field && isFilter(each))
    )
      values.set(field, first)
  return [...values].map(([field, value]) => ({ field, value }))
}

/** The distinct values that a field may have, the most important first. */
export function valuesOf(
  match: JoinMatch,
  record: Readonly<Record<string, unknown>>,
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
  record: Readonly<Record<string, unknown>>,
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
function scoresIn(
  scores: Readonly<Record<string, unknown>>,
  weight = 'importance',
): readonly unknown[] {
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
