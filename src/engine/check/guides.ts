/** Guides: what they propose must exist where it would be chosen or filled in. */

import type { Section } from '#engine/decide/progress.ts'
import { nearest, pointer } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { isList, profileKey } from '#engine/forms/section.ts'
import type { Add, Context } from './context.ts'

type Guide = DocumentOf<'guide'>

const keysOf = ({ fields }: Section) => fields.map(profileKey)
/** Reported at the section: nothing could be right that refers to its fields. */
const lacksFields = (section: Section) => section.shape === 'records' && section.fields.length === 0

export function checkGuide(guide: Guide, { catalog }: Context, add: Add): void {
  const { id, section: name, offers = [], counts, starters = [], hints = [] } = guide
  const section = catalog.get('profile-section', name)
  if (section === undefined) return
  const other = catalog.all('guide').find((each) => each.section === name && each.id !== id)
  if (other !== undefined)
    add('guide/twice', '/section', `"${other.id}" is a guide to "${name}" too`)
  const items = section.list === undefined ? undefined : catalog.get('list', section.list)?.items
  // That the list is missing is reported at the section; no item could be right.
  const lacksList =
    items === undefined &&
    (section.list !== undefined ||
      (section.shape === 'choices' && section.chosenFrom === undefined))
  const known = new Set(items?.map((item) => item.id))
  const checkItems = (at: string, wanted: readonly string[]) => {
    if (lacksList) return
    wanted.forEach((item, index) => {
      if (!known.has(item))
        add(
          'reference/unknown-item',
          `${at}/items/${index}`,
          `there is nothing called "${item}" to choose in "${name}"`,
          nearest(item, [...known]),
        )
    })
  }
  const keys = keysOf(section)
  const checkField = (at: string, field: string) => {
    if (!lacksFields(section) && !keys.includes(field))
      add(
        'reference/unknown-field',
        at,
        `there is no field called "${field}" in "${name}"`,
        nearest(field, keys),
      )
  }
  for (const each of offers) checkItems(`/offers${pointer(each.id)}`, each.items)
  for (const row of counts?.rows ?? []) {
    const at = `/counts/rows${pointer(row.id)}`
    checkItems(at, row.items ?? [])
    for (const field of Object.keys(row.values ?? {})) checkField(`${at}/values/${field}`, field)
  }
  if (counts?.field !== undefined) checkField('/counts/field', counts.field)
  if (counts !== undefined && !isList(section))
    add('section/misplaced', '/counts', 'only a list can be started with what counts')
  const counted = (counts?.rows ?? []).map((row) => row.id)
  for (const { id: at, field, rows = [] } of starters) {
    const place = `/starters${pointer(at)}`
    rows.forEach((row, index) => {
      if (!counted.includes(row))
        add(
          'reference/unknown-item',
          `${place}/rows/${index}`,
          `no row of what counts is called "${row}"`,
          nearest(row, counted),
        )
    })
    if (field !== undefined) checkField(`${place}/field`, field)
    else if (section.own !== true)
      add('section/misplaced', place, 'without a field it begins own words, which must be allowed')
  }
  for (const { id: at, field } of hints) checkField(`/hints${pointer(at)}/field`, field)
}
