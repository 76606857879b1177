/**
 * Reads a list's query string against the document of its type: a refusal names every unknown
 * filter, value or order.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { ContentField, ContentType } from '#engine/documents/kinds.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { MONTHS_OF_NOW } from '#server/store/closing.ts'
import type { Belongs, Contained, Facet, Query, SortKey } from '#server/store/content.ts'
import { synonymsOf } from './synonyms.ts'
import { kilometresTo } from './distance.ts'
import { wantedOf, type Synonyms } from './words.ts'

export const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 100
const MAX_PAGE = 10_000
/**
 * Key of every type to which a join leads: the type that it leads from, or also the id of a record.
 * Only what belongs to one of those that the user saved, or to that record, is listed.
 */
export const FITS = 'fits'
/** What a list that can be asked what fits knows of that. */
export type Fits = {
  /** Type -> what belongs to those that the user saved. Without types of which they saved none. */
  readonly saved: Readonly<Record<string, Belongs>>
  /** To what was asked for; null: there is no such record. */
  readonly asked: Belongs | null
}
/** Keys that every type has; `lang` chooses the language of the response. */
const OWN_KEYS: readonly string[] = [
  'search',
  'saved',
  'seen',
  'sort',
  'first',
  'page',
  'pageSize',
  'lang',
]

/**
 * @param saved ids of this type that the user has saved, for `saved=true`
 * @param seen ids that they opened recently, for `seen=true`
 * @throws Refusal `request/invalid` with every key that is wrong
 */
export function queryOf(
  catalog: Catalog,
  type: ContentType,
  asked: Readonly<Record<string, string>>,
  {
    saved,
    seen,
    now,
    synonyms = synonymsOf(catalog, type),
    language,
    fits,
  }: {
    readonly saved: readonly string[]
    readonly seen: readonly string[]
    readonly now: Date
    readonly synonyms?: Synonyms
    /** Of the titles that they are sorted by; default: the original one. */
    readonly language?: string
    /** Undefined: nothing says what records of this type belong to. */
    readonly fits?: Fits | undefined
  },
): Query {
  const titled = titleIn(type, language)
  const problems: FieldProblem[] = []
  const fields = new Map(
    type.fields.flatMap((field) => (isFilter(field) ? [[field.id, field] as const] : [])),
  )
  const filters: Record<string, Contained | Belongs> = {}
  for (const [key, value] of Object.entries(asked)) {
    if (OWN_KEYS.includes(key)) continue
    if (key === FITS && fits !== undefined) {
      if (fits.asked !== null) filters[FITS] = fits.asked
      else if (value !== '')
        problems.push({ pointer: `/${key}`, key: 'catalogue.unknownChoice', values: { value } })
      continue
    }
    const field = fields.get(key)
    if (field === undefined)
      problems.push({
        pointer: `/${key}`,
        key: 'catalogue.unknownFilter',
        values: { name: key, names: [...fields.keys()].join(', ') },
      })
    else if (value !== '') {
      const choice = choiceOf(catalog, field, value)
      if (choice === undefined)
        problems.push({ pointer: `/${key}`, key: 'catalogue.unknownChoice', values: { value } })
      else if (field.filter !== 'near') filters[key] = filterOf(catalog, field, choice, now)
    }
  }
  const number = (key: string, usual: number, most: number): number => {
    const given = asked[key]
    if (given === undefined || given === '') return usual
    const value = Number(given)
    if (Number.isInteger(value) && 1 <= value && value <= most) return value
    problems.push({ pointer: `/${key}`, key: 'form.number' })
    return usual
  }
  const query: Query = {
    type: type.id,
    wanted: wantedOf(asked['search'] ?? '', synonyms),
    filters,
    only: onlyOf(asked, saved, seen),
    facets: [
      ...[...fields.values()]
        .filter(({ filter }) => filter !== 'near')
        .map((field) => facetOf(catalog, field, now)),
      ...(fits === undefined || Object.keys(fits.saved).length === 0
        ? []
        : [{ field: FITS, named: fits.saved }]),
    ],
    near: nearOf(catalog, [...fields.values()], asked),
    ...(titled !== undefined && { titled }),
    first: firstOf(catalog, fields, asked['first'] ?? '', now, problems),
    sort: sortOf(type, asked, problems),
    page: number('page', 1, MAX_PAGE),
    pageSize: number('pageSize', PAGE_SIZE, MAX_PAGE_SIZE),
    now,
  }
  if (problems.length > 0) throw new Refusal('request/invalid', { fields: problems })
  return query
}

/** The field that translates the title into a language. */
function titleIn(type: ContentType, language: string | undefined): string | undefined {
  return type.fields.find(
    ({ of, language: into }) => of === type.record.title && into === language && into !== undefined,
  )?.id
}

function onlyOf(
  asked: Readonly<Record<string, string>>,
  saved: readonly string[],
  seen: readonly string[],
): readonly string[] | null {
  if (asked['saved'] !== 'true') return asked['seen'] === 'true' ? seen : null
  return asked['seen'] === 'true' ? saved.filter((id) => seen.includes(id)) : saved
}

function isFilter({ filter, type, list }: ContentField): boolean {
  // Without a list of towns there is no place to measure distances from.
  return filter !== undefined && (type !== 'place' || list !== undefined)
}

/**
 * What is asked for, as records have it; undefined if there is no such choice. Open data write
 * `tvet_college` and `UG` where our lists have `tvet-college` and `ug`: both are understood.
 */
function choiceOf(
  catalog: Catalog,
  { type, list }: ContentField,
  value: string,
): string | undefined {
  if (type === 'flag') return ['true', 'false'].find((each) => each === value)
  if (type === 'months')
    return NAMED_MONTHS.includes(value) || /^([1-9]|1[0-2])$/.test(value) ? value : undefined
  if (list === undefined) return value
  const ids = catalog.get('list', list)?.items.map(({ id }) => id) ?? []
  return ids.find((id) => id === value) ?? ids.find((id) => plain(id) === plain(value))
}

function plain(id: string): string {
  return id.toLowerCase().replace(/[ _]/g, '-')
}

/** What a field of months can be filtered by, besides a month. */
const NAMED_MONTHS: readonly string[] = ['now', 'unknown']

function filterOf(catalog: Catalog, field: ContentField, value: string, now: Date): Contained {
  if (field.type === 'months') {
    if (value === 'unknown') return { empty: field.id }
    const first = now.getUTCMonth()
    const months =
      value === 'now'
        ? Array.from({ length: MONTHS_OF_NOW }, (_, later) => ((first + later) % 12) + 1)
        : [Number(value)]
    return { anyOf: months.map((month) => ({ [field.id]: [month] })) }
  }
  const values = [value, ...(alsoIn(catalog, field).get(value) ?? [])]
  return { anyOf: values.map((each) => ({ [field.id]: partOf(field, each) })) }
}

/** Choice -> what a filter by it finds as well (`also` of a list's items). */
function alsoIn(catalog: Catalog, { list }: ContentField): ReadonlyMap<string, readonly string[]> {
  const items = list === undefined ? [] : (catalog.get('list', list)?.items ?? [])
  return new Map(items.flatMap(({ id, also }) => (also === undefined ? [] : [[id, also] as const])))
}

function partOf({ type }: ContentField, value: string): unknown {
  if (type === 'flag') return value === 'true'
  return type === 'choices' || type === 'refs' ? [value] : value
}

function facetOf(catalog: Catalog, field: ContentField, now: Date): Facet {
  if (field.type === 'months') {
    const named = NAMED_MONTHS.map((name) => [name, filterOf(catalog, field, name, now)] as const)
    return { field: field.id, named: Object.fromEntries(named) }
  }
  const foundBy = new Map<string, string[]>()
  for (const [choice, also] of alsoIn(catalog, field))
    for (const value of also) foundBy.set(value, [...(foundBy.get(value) ?? [value]), choice])
  return { field: field.id, ...(foundBy.size > 0 && { foundBy: Object.fromEntries(foundBy) }) }
}

/** The town that was chosen. A town that isn't in the list is reported elsewhere. */
export function nearOf(
  catalog: Catalog,
  fields: readonly ContentField[],
  asked: Readonly<Record<string, string>>,
): Query['near'] {
  for (const { id, filter, list, towns } of fields) {
    if (filter !== 'near' || list === undefined) continue
    const items = catalog.get('list', list)?.items ?? []
    const at = items.find((town) => town.id === asked[id])?.at
    if (at === undefined) continue
    return {
      field: id,
      ...at,
      ...(towns !== undefined && { towns: { field: towns, km: kilometresOf(at, items) } }),
    }
  }
  return null
}

/** From a town to each of a list, in whole metres: a town is no more exact a place than that. */
function kilometresOf(
  at: { readonly lat: number; readonly lon: number },
  items: readonly { readonly id: string; readonly at?: unknown }[],
): Record<string, number> {
  const far = items.flatMap(({ id, at: place }) => {
    const km = kilometresTo(at, place)
    return km === null ? [] : [[id, Math.round(km * 1000) / 1000] as const]
  })
  return Object.fromEntries(far)
}

/** Those with a choice of one of the filters, then those that a filter by it finds as well. */
function firstOf(
  catalog: Catalog,
  fields: ReadonlyMap<string, ContentField>,
  value: string,
  now: Date,
  problems: FieldProblem[],
): Contained[] {
  if (value === '') return []
  for (const field of fields.values()) {
    const choice = field.list === undefined ? undefined : choiceOf(catalog, field, value)
    if (choice === undefined || field.filter === 'near') continue
    const own: Contained = { anyOf: [{ [field.id]: partOf(field, choice) }] }
    return alsoIn(catalog, field).has(choice) ? [own, filterOf(catalog, field, choice, now)] : [own]
  }
  problems.push({ pointer: '/first', key: 'catalogue.unknownChoice', values: { value } })
  return []
}

function sortOf(
  type: ContentType,
  { search = '', sort: wanted = '' }: Readonly<Record<string, string>>,
  problems: FieldProblem[],
): Query['sort'] {
  const [first] = type.sorts
  if (wanted === '') {
    // A search is sorted by relevance unless another order is asked for.
    if (first === undefined || search.trim() !== '') return null
    const isByTitle = first.by.length === 1 && first.by[0] === type.record.title
    return isByTitle ? null : keysOf(type, first)
  }
  const sort = type.sorts.find(({ id }) => id === wanted)
  if (sort !== undefined) return keysOf(type, sort)
  problems.push({
    pointer: '/sort',
    key: 'catalogue.unknownSort',
    values: { value: wanted, names: type.sorts.map(({ id }) => id).join(', ') },
  })
  return null
}

function keysOf(
  type: ContentType,
  { by, descending = false }: ContentType['sorts'][number],
): Query['sort'] {
  return {
    descending,
    by: by.map((field) => ({ field, as: orderAs(type, field) })),
  }
}

function orderAs(type: ContentType, field: string): SortKey['as'] {
  if (field === type.record.title) return 'title'
  const kind = type.fields.find(({ id }) => id === field)?.type
  return kind === 'number' || kind === 'months' || kind === 'flag' ? kind : 'text'
}
