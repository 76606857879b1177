/**
 * Puts what a JSON Resume says into a profile, by the same rules as a form. It adds and never
 * overwrites: what the profile has already stays, and what can't be taken is listed.
 */

import { isGiven } from '#engine/decide/facts.ts'
import type { Section } from '#engine/decide/progress.ts'
import type { FieldProblem } from '#engine/contract/problems.ts'
import { isObject } from '#engine/documents/json.ts'
import type { Found } from '#engine/cv/readresume.ts'
import { conditionErrors, type Respondent } from '#engine/forms/conditions.ts'
import { fieldOf } from '#engine/forms/formerrors.ts'
import { givenValues, type FormValues } from '#engine/forms/formvalues.ts'
import { isSameChoice } from '#engine/forms/formchoice.ts'
import { listItems, recordVersion, type ListItem } from '#engine/forms/records.ts'
import { fieldsOf, isList, mostOf, profileKey } from '#engine/forms/section.ts'
import { required } from '#server/base/required.ts'
import type { Release } from '#server/release/compose.ts'
import { validateSection } from '#server/release/sections.ts'

/** No place for it here, not valid here, another value is kept, or its list is full. */
export type Why = 'no-place' | 'invalid' | 'kept' | 'full'
/** Why something isn't taken; of what is invalid, the field and its problem by the forms' rules. */
export type Left = {
  readonly why: Why
  readonly field?: string
  readonly problem?: FieldProblem
}
export type Taken = {
  /** Keys of the profile with their new values. */
  readonly values: Readonly<Record<string, unknown>>
  readonly taken: readonly string[]
  /** Sections that something is new in, each with where that is in the file. */
  readonly adds: readonly { readonly pointer: string; readonly section: string }[]
  readonly left: readonly (Left & { readonly pointer: string })[]
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
  const left: (Left & { pointer: string })[] = []
  const now = (): FormValues => ({ ...profile, ...values })
  const sections = release.catalog.all('profile-section')

  /** @returns the record, new or one that is there already; or why not */
  const takeRecord = (section: Section, value: FormValues): Left | ListItem => {
    const items = listItems(now(), section.id)
    const same = items.find(
      (item) => recordVersion(section, item) === recordVersion(section, givenValues(value)),
    )
    if (same !== undefined) return same
    const fields = fieldsOf(section, release.catalog, respondent.config)
    const problems = validateSection(schemaOf(release, section), value, {
      conditions: conditionErrors(section, fields, value, respondent, release.catalog.book),
    })
    if (problems.length > 0) return invalid(fields, problems)
    if (items.length >= mostOf(section)) return { why: 'full' }
    const record = { _id: newId(), ...givenValues(value) }
    values[section.id] = [...items, record]
    return record
  }
  const takeChoice = (section: Section, choice: FormValues): Left | null => {
    const items = listItems(now(), section.id)
    if (items.some((item) => isSameChoice(item, choice))) return null
    if (validateSection(schemaOf(release, section), { [section.id]: [choice] }).length > 0)
      return { why: 'invalid' }
    if (items.length >= mostOf(section)) return { why: 'full' }
    values[section.id] = [...items, { _id: newId(), ...choice }]
    return null
  }
  /** A choice from the person's own records: the record is added too. */
  const takeChosen = (section: Section, of: string, value: FormValues): Left | null => {
    const source = sections.find(({ id }) => id === of)
    if (source === undefined) return { why: 'no-place' }
    const record = takeRecord(source, value)
    return isLeft(record) ? record : takeChoice(section, { id: record._id })
  }
  const takeValue = (section: Section, { key, value, isEntry }: Found): Left | null => {
    const kept = now()[key]
    const list: readonly unknown[] = Array.isArray(kept) ? kept : []
    if (isEntry ? list.includes(value) : kept === value) return null
    if (!isEntry && isGiven(kept)) return { why: 'kept' }
    const next = isEntry ? [...list, value] : value
    const problems = validateSection(schemaOf(release, section), { [key]: next }, { partial: true })
    if (problems.length > 0)
      return invalid(fieldsOf(section, release.catalog, respondent.config), problems)
    values[key] = next
    return null
  }
  const sectionOf = (key: string): Section | undefined =>
    sections.find((one) =>
      isList(one) ? one.id === key : one.fields.some((field) => profileKey(field) === key),
    )
  const take = (each: Found): Left | null => {
    const { key, value } = each
    const section = sectionOf(key)
    if (section === undefined) return { why: 'no-place' }
    if (!isList(section)) return takeValue(section, each)
    if (!isObject(value)) return { why: 'invalid' }
    if (section.shape === 'records') {
      const record = takeRecord(section, value)
      return isLeft(record) ? record : null
    }
    return section.chosenFrom === undefined
      ? takeChoice(section, value)
      : takeChosen(section, section.chosenFrom, value)
  }
  const adds = new Map<string, string>()
  for (const each of found) {
    const before = values[each.key]
    const refused = take(each)
    if (refused === null) taken.push(each.pointer)
    else left.push({ pointer: each.pointer, ...refused })
    if (values[each.key] !== before) adds.set(each.pointer, sectionOf(each.key)?.id ?? each.key)
  }
  return {
    values,
    taken: [...new Set(taken)],
    adds: [...adds].map(([pointer, section]) => ({ pointer, section })),
    left,
  }
}

const isLeft = (record: Left | ListItem): record is Left => !('_id' in record)

/** The first problem, with the text key of the field's label. */
function invalid(fields: ReturnType<typeof fieldsOf>, [problem]: readonly FieldProblem[]): Left {
  const id = problem && fieldOf(problem.pointer)
  const label = fields.find((field) => profileKey(field) === id || field.id === id)?.label
  return {
    why: 'invalid',
    ...(label !== undefined && problem !== undefined && { field: label, problem }),
  }
}

const schemaOf = (release: Release, { id }: Section) =>
  required(release.sections.get(id), `profile-section/${id}`)
