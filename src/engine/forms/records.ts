/**
 * Lists in the profile: records (jobs, schools) and choices (skills, interests). Every item has an
 * `_id`, so that two devices change a list item by item. Browser and server alike.
 */

import { isObject } from '#engine/documents/json.ts'
import { profileKey } from './section.ts'
import { givenValues, type FormValues } from './formvalues.ts'
import type { Section } from '#engine/decide/progress.ts'
import { sectionVersion } from './sectionversion.ts'

/** A record or a choice as it is kept. */
export type ListItem = Readonly<Record<string, unknown>> & { readonly _id: string }

/** A choice as it is sent: the id of what the list has, or own words; with `_id` one that is kept. */
export type Choice = FormValues & {
  readonly _id?: string
  readonly id?: string
  readonly text?: string
}

/** @returns what is kept in the profile; anything but items with an `_id` is left out */
export function listItems(profile: FormValues, key: string): ListItem[] {
  const kept = Object.hasOwn(profile, key) ? profile[key] : null
  return Array.isArray(kept) ? (kept as unknown[]).filter(isItem) : []
}

function isItem(item: unknown): item is ListItem {
  return isObject(item) && typeof item['_id'] === 'string'
}

/** The list with the record in its place, or at its end if it is new. */
export function withRecord(items: readonly ListItem[], record: ListItem): ListItem[] {
  return items.some(({ _id }) => _id === record._id)
    ? items.map((item) => (item._id === record._id ? record : item))
    : [...items, record]
}

/** @param id `_id` of a record or choice, or what a choice is called in its list */
export function withoutItem(items: readonly ListItem[], id: string): ListItem[] {
  return items.filter((item) => item._id !== id && item['id'] !== id)
}

/** Those that `order` doesn't name, such as what another device has added, come last. */
export function inOrder(items: readonly ListItem[], order: readonly string[]): ListItem[] {
  const place = (item: ListItem) => {
    const at = order.indexOf(item._id)
    return at < 0 ? order.length : at
  }
  return [...items].sort((a, b) => place(a) - place(b))
}

/**
 * The list with these choices.
 *
 * @param replaces only these, in this order; otherwise they are added to what is kept
 * @param newId for those that aren't kept yet
 */
export function withChoices(
  items: readonly ListItem[],
  choices: readonly Choice[],
  replaces: boolean,
  newId: () => string,
): ListItem[] {
  const kept = [...items]
  const named: ListItem[] = []
  for (const choice of choices) {
    const at = kept.findIndex((item) => isSameChoice(item, choice))
    const { _id: _sent, ...values } = choice
    const item = { ...kept[at], ...values, _id: kept[at]?._id ?? newId() }
    if (at < 0) kept.push(item)
    else kept[at] = item
    if (!named.some(({ _id }) => _id === item._id)) named.push(item)
  }
  return replaces ? named.map(({ _id }) => kept.find((item) => item._id === _id) as ListItem) : kept
}

/** The same item, or the same words: own words that differ only in their case are the same. */
export function isSameChoice(item: FormValues, { _id, id, text }: Choice): boolean {
  if (_id !== undefined && item['_id'] === _id) return true
  if (id !== undefined) return item['id'] === id
  return (
    text !== undefined &&
    typeof item['text'] === 'string' &&
    item['text'].toLowerCase() === text.trim().toLowerCase()
  )
}

/** Identifies the values that a record was edited from: the tag for `If-Match`. */
export function recordVersion(section: Section, record: FormValues): string {
  return sectionVersion(givenValues(record), section.fields.map(profileKey))
}
