/** Profile sections: a form that cannot be completed or saved must not reach learners. */

import type { Section } from '#engine/decide/progress.ts'
import { nearest, pointer } from '#engine/documents/json.ts'
import type { FieldDocument } from '#engine/documents/kinds.ts'
import { isList, mostOf, profileKey } from '#engine/forms/section.ts'
import type { Add, Context } from './context.ts'

export function checkSection(section: Section, context: Context, add: Add): void {
  const { id, fields, checks = [], completeness, save } = section
  const keys = fields.map(profileKey)
  checkList(section, context, add)
  if (keys.length === 0 && !isList(section)) return
  if (completeness.kind === 'existence') {
    completeness.fields.forEach((key, index) => {
      if (!keys.includes(key))
        add(
          'reference/unknown-field',
          `/completeness/fields/${index}`,
          `there is no field here called "${key}"`,
          nearest(key, keys),
        )
      else if (fields.some((field) => profileKey(field) === key && field.when !== undefined))
        add(
          'section/conditional-completeness',
          `/completeness/fields/${index}`,
          `"${key}" is not asked of everyone, so the section could never be complete for the others`,
        )
    })
  }
  checkBlamed(checks, fields, '', add)
  for (const field of fields) {
    const at = `/fields${pointer(field.id)}`
    checkCounts(field, at, context, add)
    if (field.type !== 'entries') continue
    const parts = field.fields ?? []
    if (parts.length === 0)
      add('section/empty-entries', at, 'a list of entries needs fields that are asked of each')
    checkBlamed(field.checks ?? [], parts, at, add)
    for (const part of parts) checkCounts(part, `${at}/fields${pointer(part.id)}`, context, add)
  }
  if (save === undefined)
    return add('section/no-address', '/save', "it has fields, but nothing says where they're saved")
  // A section saved as a whole is validated as a whole: two at one address would each lack the
  // fields of the other.
  const other =
    save.method === 'PATCH'
      ? undefined
      : context.catalog
          .all('profile-section')
          .find((each) => each.id !== id && each.save?.route === save.route)
  if (other !== undefined)
    add(
      'section/shared-address',
      '/save/route',
      `"${other.id}" is saved at "${save.route}" too; a section that is saved as a whole needs its own address`,
    )
}

/** What fits only some shapes, and counts that nobody could reach. */
function checkList(section: Section, { catalog }: Context, add: Add): void {
  const {
    shape = 'object',
    completeness,
    list,
    chosenFrom: of,
    own = false,
    amount,
    fields,
    update,
  } = section
  const most = mostOf(section)
  const names = Object.entries({
    list,
    chosenFrom: of,
    amount,
    own: own || undefined,
    most: section.most,
  })
  const misplaced = (at: string) =>
    add('section/misplaced', at, `a section of the shape "${shape}" can't have this`)
  for (const [name, value] of names)
    if (value !== undefined && shape !== 'choices' && !(shape === 'records' && name === 'most'))
      misplaced(`/${name}`)
  if (update !== undefined && shape !== 'records') misplaced('/update')
  if (section.save?.replaces === true && shape !== 'choices') misplaced('/save/replaces')
  if (completeness.kind === 'count' && !isList(section))
    add('section/misplaced', '/completeness', 'only records and choices can be counted')
  if (completeness.kind === 'existence' && isList(section))
    add('section/misplaced', '/completeness', 'a list is complete by the number of its items')
  if (completeness.kind === 'count' && completeness.min > most)
    add(
      'section/impossible',
      '/completeness/min',
      `at least ${completeness.min} can't be at most ${most}`,
    )
  if (amount !== undefined && amount > most)
    add('section/impossible', '/amount', `exactly ${amount} can't be at most ${most}`)
  if (shape === 'records' && fields.length === 0)
    add('section/empty-entries', '/fields', 'a list of records needs fields that are asked of each')
  if (isList(section))
    for (const { id: name, path, type } of fields)
      if (RESERVED.has(name) || path !== undefined || type === 'entries')
        add(
          'section/misplaced',
          `/fields${pointer(name)}`,
          'an item of a list can’t have this field',
        )
  if (shape !== 'choices') return
  if ((list === undefined) === (of === undefined))
    add(
      'section/no-choices',
      '/list',
      'choices come from a list, or from the records of another section',
    )
  for (const { id: name, type } of fields)
    if (type !== 'choice')
      add(
        'section/misplaced',
        `/fields${pointer(name)}`,
        'only a choice can be asked of each of them',
      )
  if (of !== undefined && own) misplaced('/own')
  if (of !== undefined && catalog.get('profile-section', of)?.shape !== 'records')
    add('section/no-choices', '/chosenFrom', `"${of}" has no records to choose from`)
  const choices = list === undefined ? undefined : catalog.get('list', list)?.items.length
  const least = Math.max(amount ?? 0, completeness.kind === 'count' ? completeness.min : 0)
  if (choices !== undefined && !own && least > choices)
    add('section/impossible', '/list', `the list has only ${choices} choices`)
}

/** Members that every item of a list has already. */
const RESERVED: ReadonlySet<string> = new Set(['_id', 'id', 'text'])

/** Each check must name an existing field that its message is shown at. */
function checkBlamed(
  checks: NonNullable<Section['checks']>,
  fields: readonly FieldDocument[],
  at: string,
  add: Add,
): void {
  const ids = fields.map(({ id }) => id)
  for (const { id, field } of checks) {
    if (!ids.includes(field))
      add(
        'reference/unknown-field',
        `${at}/checks${pointer(id)}/field`,
        `there is no field here called "${field}"`,
        nearest(field, ids),
      )
  }
}

/** Limits that no entry could satisfy. */
function checkCounts(
  { type, list, least = 0, most = Infinity }: FieldDocument,
  at: string,
  { catalog }: Context,
  add: Add,
): void {
  if (least > most)
    add('section/impossible', `${at}/least`, `at least ${least} can't be at most ${most}`)
  const choices = list === undefined ? undefined : catalog.get('list', list)?.items.length
  if (type === 'choices' && choices !== undefined && least > choices)
    add('section/impossible', `${at}/least`, `the list has only ${choices} choices`)
}
