/** What a call asks of a content type, judged by its document: an unknown filter, value or order is named in the refusal. */

import type { Catalog } from '#engine/documents/catalog.ts'
import type { ContentField, ContentType } from '#engine/documents/kinds.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import type { Query } from '#server/store/content.ts'
import { wantedOf } from './words.ts'

export const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 100
const MAX_PAGE = 10_000
/** Keys that every type has; `lang` chooses the language of the response. */
const OWN_KEYS: readonly string[] = ['search', 'saved', 'sort', 'page', 'pageSize', 'lang']

/**
 * @param saved ids that the person has saved of this type, for `saved=true`
 * @throws Refusal `request/invalid` with every key that is wrong
 */
export function queryOf(
  catalog: Catalog,
  type: ContentType,
  asked: Readonly<Record<string, string>>,
  { saved, now }: { readonly saved: readonly string[]; readonly now: Date },
): Query {
  const problems: FieldProblem[] = []
  const fields = new Map(
    type.fields.flatMap((field) => (isFilter(field) ? [[field.id, field] as const] : [])),
  )
  const filters: Record<string, Record<string, unknown>> = {}
  for (const [key, value] of Object.entries(asked)) {
    if (OWN_KEYS.includes(key)) continue
    const field = fields.get(key)
    if (field === undefined)
      problems.push({
        pointer: `/${key}`,
        key: 'catalogue.unknownFilter',
        values: { name: key, names: [...fields.keys()].join(', ') },
      })
    else if (value !== '' && !isChoice(catalog, field, value))
      problems.push({ pointer: `/${key}`, key: 'catalogue.unknownChoice', values: { value } })
    else if (value !== '') filters[key] = { [key]: partOf(field, value) }
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
    wanted: wantedOf(asked['search'] ?? ''),
    filters,
    only: asked['saved'] === 'true' ? saved : null,
    facets: [...fields.keys()],
    sort: sortOf(type, asked['sort'], problems),
    page: number('page', 1, MAX_PAGE),
    pageSize: number('pageSize', PAGE_SIZE, MAX_PAGE_SIZE),
    now,
  }
  if (problems.length > 0) throw new Refusal('request/invalid', { fields: problems })
  return query
}

function isFilter({ filter }: ContentField): boolean {
  // Distance is asked with a town, which is not there yet.
  return filter === 'chips' || filter === 'select'
}

function isChoice(catalog: Catalog, { type, list }: ContentField, value: string): boolean {
  if (type === 'flag') return value === 'true' || value === 'false'
  if (list === undefined) return true
  return catalog.get('list', list)?.items.some(({ id }) => id === value) === true
}

function partOf({ type }: ContentField, value: string): unknown {
  if (type === 'flag') return value === 'true'
  return type === 'choices' || type === 'refs' ? [value] : value
}

function sortOf(
  type: ContentType,
  asked: string | undefined,
  problems: FieldProblem[],
): Query['sort'] {
  // What was searched for comes in the order in which it fits, unless another order is asked for.
  const [first] = type.sorts
  const isByTitle = first!.by.length === 1 && first!.by[0] === type.record.title
  if (asked === undefined || asked === '') return isByTitle ? null : keysOf(type, first!)
  const sort = type.sorts.find(({ id }) => id === asked)
  if (sort !== undefined) return keysOf(type, sort)
  problems.push({
    pointer: '/sort',
    key: 'catalogue.unknownSort',
    values: { value: asked, names: type.sorts.map(({ id }) => id).join(', ') },
  })
  return null
}

function keysOf(
  type: ContentType,
  { by, descending = false }: ContentType['sorts'][number],
): Query['sort'] {
  return {
    descending,
    by: by.map((field) => ({
      field,
      as:
        field === type.record.title
          ? ('title' as const)
          : type.fields.find(({ id }) => id === field)?.type === 'number'
            ? ('number' as const)
            : ('text' as const),
    })),
  }
}
