/** Checks of a content type beyond its shape: every field that it names exists and is of a type that can do what is asked. */

import type { ContentField, ContentType } from '#engine/documents/kinds.ts'
import { RESERVED_FIELDS } from '#engine/documents/kinds.ts'
import { nearest } from '#engine/documents/json.ts'

type Add = (code: string, at: string, message: string, suggestion?: string) => void

const CHOSEN: readonly ContentField['type'][] = ['choice', 'choices']
const REFERRING: readonly ContentField['type'][] = ['ref', 'refs']
/** Can be narrowed by one of their values. */
const FILTERED: readonly ContentField['type'][] = [...CHOSEN, ...REFERRING, 'flag', 'months']
const SEARCHED: readonly ContentField['type'][] = ['text', 'longtext', 'choices']
const SORTED: readonly ContentField['type'][] = ['text', 'number', 'date', 'months']

export function checkContentType(type: ContentType, add: Add): void {
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
  const title = fields.get(type.record.title)
  if (title !== undefined && title.required !== true)
    add('content/title', '/record/title', 'the field that names a record must be required')
  need('/record/summary', type.record.summary, ['text', 'longtext', 'choice', 'choices'])
  need('/record/image', type.record.image, ['image'])
  need('/expires', type.expires, ['date'])
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

function oneOf(types: readonly string[]): string {
  return types.length === 1 ? `a ${types[0]}` : `one of ${types.join(', ')}`
}
