/**
 * Puts what a JSON Resume says into a profile, by the same rules as a form. It adds and never
 * overwrites: what the profile has already stays, and what can't be taken is listed.
 */

import { isGiven } from '#engine/decide/facts.ts'
import type { Section } from '#engine/decide/progress.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Found } from '#engine/cv/readresume.ts'
import { conditionErrors, type Respondent } from '#engine/forms/conditions.ts'
import { givenValues, type FormValues } from '#engine/forms/formvalues.ts'
import { isSameChoice, listItems, recordVersion, type ListItem } from '#engine/forms/records.ts'
import { fieldsOf, isList, mostOf, profileKey } from '#engine/forms/section.ts'
import { required } from '#server/base/required.ts'
import type { Release } from '#server/release/compose.ts'
import { validateSection } from '#server/release/sections.ts'

/** No place for it here, not valid here, another value is kept, or its list is full. */
export type Why = 'no-place' | 'invalid' | 'kept' | 'full'
export type Taken = {
  /** Keys of the profile with their new values. */
  readonly values: Readonly<Record<string, unknown>>
  readonly taken: readonly string[]
  /** Sections that something is new in, each with where that is in the file. */
  readonly adds: readonly { readonly pointer: string; readonly section: string }[]
  readonly left: readonly { readonly pointer: string; readonly why: Why }[]
}
export type Taking = {
  readonly release: Release
  readonly respondent: Respondent
  readonly newId: () => string
}

export function takeResume(
  found: readonly Found[],
  profile: FormValues,
  { release, respondent, newId }: Taking,
): Taken {
  const values: Record<string, unknown> = {}
  const taken: string[] = []
  const left: { pointer: string; why: Why }[] = []
  const now = (): FormValues => ({ ...profile, ...values })
  const sections = release.catalog.all('profile-section')

  /** @returns the record, new or one that is there already; or why not */
  const takeRecord = (section: Section, value: FormValues): Why | ListItem => {
    const items = listItems(now(), section.id)
    const same = items.find(
      (item) => recordVersion(section, item) === recordVersion(section, givenValues(value)),
    )
    if (same !== undefined) return same
    const problems = validateSection(schemaOf(release, section), value, {
      conditions: conditionErrors(
        section,
        fieldsOf(section, release.catalog, respondent.config),
        value,
        respondent,
        release.catalog.book,
      ),
    })
    if (problems.length > 0) return 'invalid'
    if (items.length >= mostOf(section)) return 'full'
    const record = { _id: newId(), ...givenValues(value) }
    values[section.id] = [...items, record]
    return record
  }
  const takeChoice = (section: Section, choice: FormValues): Why | null => {
    const items = listItems(now(), section.id)
    if (items.some((item) => isSameChoice(item, choice))) return null
    if (validateSection(schemaOf(release, section), { [section.id]: [choice] }).length > 0)
      return 'invalid'
    if (items.length >= mostOf(section)) return 'full'
    values[section.id] = [...items, { _id: newId(), ...choice }]
    return null
  }
  /** A choice from the person's own records: the record is added too. */
  const takeChosen = (section: Section, of: string, value: FormValues): Why | null => {
    const source = sections.find(({ id }) => id === of)
    const record = source === undefined ? 'no-place' : takeRecord(source, value)
    return typeof record === 'string' ? record : takeChoice(section, { id: record._id })
  }
  const takeValue = (section: Section, { key, value, isEntry }: Found): Why | null => {
    const kept = now()[key]
    const list: readonly unknown[] = Array.isArray(kept) ? kept : []
    if (isEntry ? list.includes(value) : kept === value) return null
    if (!isEntry && isGiven(kept)) return 'kept'
    const next = isEntry ? [...list, value] : value
    if (validateSection(schemaOf(release, section), { [key]: next }, { partial: true }).length > 0)
      return 'invalid'
    values[key] = next
    return null
  }
  const sectionOf = (key: string): Section | undefined =>
    sections.find((one) =>
      isList(one) ? one.id === key : one.fields.some((field) => profileKey(field) === key),
    )
  const take = (each: Found): Why | null => {
    const { key, value } = each
    const section = sectionOf(key)
    if (section === undefined) return 'no-place'
    if (!isList(section)) return takeValue(section, each)
    if (!isObject(value)) return 'invalid'
    if (section.shape === 'records') {
      const record = takeRecord(section, value)
      return typeof record === 'string' ? record : null
    }
    return section.chosenFrom === undefined
      ? takeChoice(section, value)
      : takeChosen(section, section.chosenFrom, value)
  }
  const adds = new Map<string, string>()
  for (const each of found) {
    const before = values[each.key]
    const why = take(each)
    if (why === null) taken.push(each.pointer)
    else left.push({ pointer: each.pointer, why })
    if (values[each.key] !== before) adds.set(each.pointer, sectionOf(each.key)?.id ?? each.key)
  }
  return {
    values,
    taken: [...new Set(taken)],
    adds: [...adds].map(([pointer, section]) => ({ pointer, section })),
    left,
  }
}

const schemaOf = (release: Release, { id }: Section) =>
  required(release.sections.get(id), `profile-section/${id}`)
