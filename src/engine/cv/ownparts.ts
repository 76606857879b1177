/**
 * A tenant's own sections on paper: one that says `printed` has a part, after the others, in every
 * layout that has none for it. Pure.
 */

import type { DocumentOf, PaperDocument } from '#engine/documents/kinds.ts'
import type { Section } from '#engine/decide/progress.ts'
import { hasPlace, type OwnPart } from './resume.ts'

type Part = PaperDocument['parts'][number]
type Parts = Pick<PaperDocument, 'parts'>
type Field = DocumentOf<'profile-section'>['fields'][number]

/** As many as a layout document may have. */
const MAX_PARTS = 40
/** Of an entry, below its title. */
const MAX_BY = 4

/** Of plain fields. Phone numbers and addresses are the layout's contacts, which a link can hide. */
const UNPRINTED: ReadonlySet<Field['type']> = new Set(['yesno', 'entries', 'phone', 'email'])

/**
 * A layout without the parts of sections that the tenant doesn't list, and with those of its own.
 *
 * @param sections all of the tenant's
 */
export function withOwnParts<Paper extends Parts>(
  paper: Paper,
  sections: readonly Section[],
): Paper {
  const unlisted = new Set(sections.flatMap((each) => (each.listed === false ? [each.id] : [])))
  const named = paper.parts.filter(({ id, section = id }) => !unlisted.has(section))
  const drawn = new Set(paper.parts.flatMap(({ id, section, from }) => [id, section ?? id, from]))
  const parts = sections
    .filter(({ id, printed }) => printed === true && !unlisted.has(id) && !drawn.has(id))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .flatMap((section) => partsOf(section, sections))
  return { ...paper, parts: [...named, ...parts].slice(0, MAX_PARTS) }
}

/**
 * The parts of a tenant's own sections alone, for a file whose format has no place for them.
 *
 * @param sections all of the tenant's
 */
export function ownParts(sections: readonly Section[]): readonly OwnPart[] {
  return withOwnParts({ parts: [] }, sections).parts.filter(({ from }) => !hasPlace(from))
}

/**
 * How a layout draws the records of a section.
 *
 * @returns undefined if it has no place for them, as for a section without records
 */
export function entryPart(
  paper: Parts,
  section: Section,
  sections: readonly Section[],
): Part | undefined {
  return section.shape === 'records'
    ? withOwnParts(paper, sections).parts.find(
        ({ as, from, of = from }) => as === 'items' && of === section.id,
      )
    : undefined
}

function partsOf(section: Section, sections: readonly Section[]): Part[] {
  const { id, label: title, shape = 'object', list, chosenFrom, fields } = section
  if (shape === 'object')
    return fields.flatMap((field): Part[] => {
      const from = keyOf(field)
      // One field needs no heading but the section's.
      const part = {
        id: fields.length === 1 ? id : `${id}-${field.id}`,
        title: fields.length === 1 ? title : field.label,
        from,
        section: id,
      }
      if (field.type === 'longtext') return [{ ...part, as: 'text' }]
      if (UNPRINTED.has(field.type)) return []
      return [{ ...part, as: 'line', ...(field.list && { names: { id: field.list } }) }]
    })
  const people = sections.find((each) => each.id === chosenFrom)
  if (shape === 'records') return [{ id, title, from: id, as: 'items', ...itemsOf(fields) }]
  if (people !== undefined)
    return [{ id, title, from: id, of: people.id, as: 'items', ...itemsOf(people.fields) }]
  const named = fields.find((field) => field.list !== undefined)
  const names = {
    ...(list !== undefined && { id: list }),
    ...(named?.list !== undefined && { [named.id]: named.list }),
  }
  return [{ id, title, from: id, as: 'line', names }]
}

/** What each field of a record is on paper, by its type: the first text is the title. */
function itemsOf(fields: readonly Field[]): Pick<Part, 'item' | 'names'> {
  const ids = (...types: readonly Field['type'][]) =>
    fields.filter(({ type }) => types.includes(type)).map(keyOf)
  const [first, ...others] = ids('text', 'choice')
  const [text] = ids('longtext')
  const [start, end] = ids('month', 'date')
  const [current] = ids('yesno')
  const contacts = ids('phone', 'email')
  const title = first ?? text ?? contacts[0] ?? fields[0]?.id
  if (title === undefined) return {}
  const isPeriod = start !== undefined && end !== undefined
  const names = fields.flatMap((field) => (field.list ? [[keyOf(field), field.list]] : []))
  return {
    item: {
      title: [title],
      ...(others.length > 0 && { by: others.slice(0, MAX_BY) }),
      ...(text !== undefined && text !== title && { text }),
      ...(isPeriod ? { start, end } : start !== undefined && { date: start }),
      ...(isPeriod && current !== undefined && { current }),
      ...(contacts.length > 0 && { contacts: contacts.slice(0, MAX_BY) }),
    },
    names: Object.fromEntries(names) as Record<string, string>,
  }
}

function keyOf({ id, path = id }: Field): string {
  return path
}
