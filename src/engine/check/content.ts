/**
 * Checks of content types and joins beyond their shape: every field that they name must exist and
 * be usable in that way.
 */

import type { Catalog } from '#engine/documents/catalog.ts'
import type {
  ContentField,
  ContentType,
  JoinDocument,
  JoinMatch,
  ListDocument,
} from '#engine/documents/kinds.ts'
import { RESERVED_FIELDS } from '#engine/documents/kinds.ts'
import { nearest } from '#engine/documents/json.ts'

type Add = (code: string, at: string, message: string, suggestion?: string) => void

const CHOSEN: readonly ContentField['type'][] = ['choice', 'choices']
const REFERRING: readonly ContentField['type'][] = ['ref', 'refs']
/** Lists can be filtered by one of their values. */
const FILTERED: readonly ContentField['type'][] = [...CHOSEN, ...REFERRING, 'flag', 'months']
const SEARCHED: readonly ContentField['type'][] = ['text', 'longtext', 'choice', 'choices']
const SORTED: readonly ContentField['type'][] = ['text', 'number', 'date', 'months', 'flag']
/** A join asks for one of their values. */
const JOINED: readonly ContentField['type'][] = [...CHOSEN, ...REFERRING, 'text']
/** Where the values of a join's condition come from: exactly one of these. */
const SOURCES = ['path', 'part', 'rule', 'values'] as const satisfies readonly (keyof JoinMatch)[]

export function checkList({ items }: ListDocument, add: Add): void {
  const ids = items.map(({ id }) => id)
  items.forEach(({ id, also = [] }, index) =>
    also.forEach((other, at) => {
      const pointer = `/items/${index}/also/${at}`
      if (other === id) add('content/list', pointer, 'an item always finds itself')
      else if (!ids.includes(other))
        add(
          'reference/unknown-item',
          pointer,
          `this list has no item called "${other}"`,
          nearest(other, ids),
        )
    }),
  )
}

export function checkContentType(
  type: ContentType,
  others: readonly ContentType[],
  add: Add,
): void {
  const fields = new Map(type.fields.map((field) => [field.id, field]))
  const need = (at: string, id: string | undefined, types: readonly ContentField['type'][]) => {
    if (id === undefined) return
    const field = fields.get(id)
    if (field === undefined)
      add(
        'reference/unknown-field',
        at,
        `there is no field here called "${id}"`,
        nearest(id, [...fields.keys()]),
      )
    else if (!types.includes(field.type))
      add('content/field-type', at, `"${id}" is a ${field.type}; this needs ${oneOf(types)}`)
  }
  for (const field of type.fields) checkField(field, `/fields/${field.id}`, add)
  need('/record/title', type.record.title, ['text'])
  type.fields.forEach(({ id, of, type: kind, language }) => {
    need(`/fields/${id}/of`, of, kind === 'longtext' ? ['longtext'] : ['text'])
    if ((of === undefined) !== (language === undefined))
      add('content/language', `/fields/${id}`, '"of" and "language" need each other')
    if (of === id || fields.get(of ?? '')?.of !== undefined)
      add('content/language', `/fields/${id}/of`, 'it must name a field in the first language')
  })
  for (const { id, towns, list } of type.fields) {
    need(`/fields/${id}/towns`, towns, ['choices'])
    if (towns !== undefined && fields.get(towns) && fields.get(towns)?.list !== list)
      add('content/list', `/fields/${id}/towns`, 'its towns must be of the list of the place')
  }
  const title = fields.get(type.record.title)
  if (title !== undefined && title.required !== true)
    add('content/title', '/record/title', 'the field that names a record must be required')
  need('/record/summary', type.record.summary, ['text', 'longtext', 'choice', 'choices'])
  need('/record/image', type.record.image, ['image'])
  need('/expires', type.expires, ['date'])
  for (const [index, name] of (type.aliases ?? []).entries())
    if (
      others.some(
        ({ id, aliases = [] }) => id === name || (id !== type.id && aliases.includes(name)),
      )
    )
      add('content/alias', `/aliases/${index}`, `another type is called "${name}" already`)
  for (const { id, by } of type.sorts)
    by.forEach((field, index) => need(`/sorts/${id}/by/${index}`, field, SORTED))
}

function checkField(field: ContentField, at: string, add: Add): void {
  const { id, type, list, to, inverse, search, filter } = field
  if ((RESERVED_FIELDS as readonly string[]).includes(id))
    add('content/reserved', `${at}/id`, `"${id}" has a meaning of its own; choose another name`)
  if (list !== undefined && !CHOSEN.includes(type) && type !== 'place')
    add('content/list', `${at}/list`, `a ${type} has no list of choices`)
  if (filter === 'near' && list === undefined)
    add('content/list', at, 'it needs a list of the towns that distances are counted from')
  if (list === undefined && (type === 'choice' || (type === 'choices' && filter !== undefined)))
    add('content/list', at, 'it needs a list of the allowed choices')
  if (REFERRING.includes(type) !== (to !== undefined))
    add('content/to', at, 'a ref needs "to", the type that it leads to; other fields have none')
  if (inverse !== undefined && !REFERRING.includes(type))
    add('content/to', `${at}/inverse`, 'only a ref or refs can have an inverse')
  if (search !== undefined && !SEARCHED.includes(type))
    add('content/search', `${at}/search`, `a ${type} can't be searched`)
  if (filter !== undefined && (filter === 'near' ? type !== 'place' : !FILTERED.includes(type)))
    add('content/filter', `${at}/filter`, `a ${type} can't be filtered with ${filter}`)
}

/** A record leads to existing fields by existing values, and a part only to those above it. */
export function checkJoin({ parts }: JoinDocument, catalog: Catalog, add: Add): void {
  const earlier: string[] = []
  for (const { id, to, first, any = [], all = [] } of parts) {
    const type = catalog.get('content-type', to)
    const at = `/parts/${id}`
    if (earlier.includes(id)) add('document/duplicate-id', at, `there are two parts "${id}"`)
    if (any.length + all.length === 0)
      add('content/join', at, 'it needs a condition, or every record would belong to it')
    any.forEach((match, index) => checkMatch(match, `${at}/any/${index}`, type, earlier, add))
    all.forEach((match, index) => checkMatch(match, `${at}/all/${index}`, type, earlier, add))
    if (first !== undefined && type !== undefined) checkFirst(first, `${at}/first`, type, add)
    earlier.push(id)
  }
}

/** What comes first can be told from months, and from a place with a list of towns. */
function checkFirst(first: string, at: string, type: ContentType, add: Add): void {
  const field = type.fields.find(({ id }) => id === first)
  if (field === undefined)
    add(
      'reference/unknown-field',
      at,
      `${type.id} have no field called "${first}"`,
      nearest(
        first,
        type.fields.map(({ id }) => id),
      ),
    )
  else if (field.type !== 'months' && (field.type !== 'place' || field.list === undefined))
    add(
      'content/field-type',
      at,
      `"${first}" is a ${field.type}; this needs months, or a place with a list of towns`,
    )
}

function checkMatch(
  match: JoinMatch,
  at: string,
  type: ContentType | undefined,
  earlier: readonly string[],
  add: Add,
): void {
  const { field: id, part, starts, table } = match
  const field = type?.fields.find((each) => each.id === id)
  if (type !== undefined && id !== 'id' && field === undefined)
    add(
      'reference/unknown-field',
      `${at}/field`,
      `${type.id} have no field called "${id}"`,
      nearest(id, ['id', ...type.fields.map((each) => each.id)]),
    )
  else if (field !== undefined && !JOINED.includes(field.type))
    add(
      'content/field-type',
      `${at}/field`,
      `"${id}" is a ${field.type}; this needs ${oneOf(JOINED)}`,
    )
  if (SOURCES.filter((source) => match[source] !== undefined).length !== 1)
    add('content/join', at, `it needs its values from exactly one of ${SOURCES.join(', ')}`)
  if (part !== undefined && !earlier.includes(part))
    add(
      'reference/unknown-part',
      `${at}/part`,
      `there is no part "${part}" above this one`,
      nearest(part, earlier),
    )
  if (starts === true && table === undefined)
    add('content/join', `${at}/starts`, 'only the keys of a table can be beginnings')
}

function oneOf(types: readonly string[]): string {
  return types.length === 1 ? `a ${types[0]}` : `one of ${types.join(', ')}`
}
