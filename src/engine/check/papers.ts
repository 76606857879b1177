/**
 * Layouts of a CV: what they print must be something that people fill in. A field that isn't there
 * only leaves a gap, so it is a warning: a tenant may drop a field that a shipped layout prints.
 */

import type { Section } from '#engine/decide/progress.ts'
import { nearest, pointer } from '#engine/documents/json.ts'
import type { PaperDocument } from '#engine/documents/kinds.ts'
import { isList, profileKey, writableKeys } from '#engine/forms/section.ts'
import type { Add, Context } from './context.ts'

type Part = PaperDocument['parts'][number]

export function checkPaper(
  { contacts, reach, parts }: PaperDocument,
  { catalog }: Context,
  add: Add,
): void {
  const keys = [...writableKeys(catalog)]
  const checkKey = (at: string, key: string) => {
    if (!keys.includes(key))
      add(
        'reference/unknown-field',
        at,
        `nothing in the profile is called "${key}", so there would never be anything to print`,
        nearest(key, keys),
        'warning',
      )
  }
  contacts.forEach((key, index) => checkKey(`/contacts/${index}`, key))
  const sections = catalog.all('profile-section')
  if (reach !== undefined) checkReach(reach, sections, add)
  const names = sections.map(({ id }) => id)
  for (const part of parts) {
    const at = `/parts${pointer(part.id)}`
    checkKey(`${at}/from`, part.from)
    // Otherwise its pencil would lead nowhere, and it couldn't be hidden.
    if (part.section === undefined && !names.includes(part.id))
      add(
        'reference/unknown-section',
        `${at}/id`,
        `there is no section called "${part.id}": say with "section" to which one this part belongs`,
        nearest(part.id, names),
      )
    const section = sections.find(({ id }) => id === (part.of ?? part.from))
    if (section !== undefined && isList(section)) checkMembers(part, section, at, add)
  }
}

/** Its row opens the form of its section with these fields first: they must be asked there. */
function checkReach(
  { from, section }: NonNullable<PaperDocument['reach']>,
  sections: readonly Section[],
  add: Add,
): void {
  const asked = sections.find(({ id }) => id === section)?.fields.map(profileKey)
  // A section that isn't there is reported itself.
  if (asked === undefined) return
  from.forEach((key, index) => {
    if (!asked.includes(key))
      add(
        'reference/unknown-field',
        `/reach/from/${index}`,
        `"${section}" doesn’t ask for "${key}", so its row would open a form without it`,
        nearest(key, asked),
        'warning',
      )
  })
}

/** What is printed of each entry, and named by a list, is asked of it. */
function checkMembers({ item, names = {} }: Part, section: Section, at: string, add: Add): void {
  const known = section.fields.map(profileKey)
  // A section that lacks all of its fields is reported itself.
  if (section.shape === 'records' && known.length === 0) return
  const check = (place: string, member: string | undefined) => {
    if (member !== undefined && !known.includes(member))
      add(
        'reference/unknown-field',
        at + place,
        `there is no field called "${member}" in "${section.id}"`,
        nearest(member, known),
        'warning',
      )
  }
  for (const [slot, member] of Object.entries(item ?? {}))
    if (typeof member === 'string') check(`/item/${slot}`, member)
    else member.forEach((each, index) => check(`/item/${slot}/${index}`, each))
  for (const member of Object.keys(names))
    // What is chosen from a list has its code there.
    if (section.shape !== 'choices' || member !== 'id') check(`/names${pointer(member)}`, member)
}
