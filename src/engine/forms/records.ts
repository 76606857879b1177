/**
 * Lists in the profile: records (jobs, schools) and choices (skills, interests). Every item has an
 * `_id`, so that two devices change a list item by item. Browser and server alike.
 */

import { isObject } from '#engine/documents/json.ts'
import type { FormValues } from './formvalues.ts'
import type { Section } from '#engine/decide/progress.ts'
import { isSameChoice, type Choice } from './formchoice.ts'
import { sectionVersion } from './sectionversion.ts'

/** A record or a choice as it is kept. */
export type ListItem = Readonly<Record<string, unknown>> & { readonly _id: string }

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
 * Identifies the order that a list is sorted from: the tag for `If-Match`. What another device has
 * added doesn't change it.
 *
 * @param order the `_id`s that are being sorted
 */
export function orderVersion(items: readonly ListItem[], order: readonly string[]): string {
  const sorted = items.map(({ _id }) => _id).filter((id) => order.includes(id))
  return sectionVersion({ order: sorted }, ['order'])
}

/**
 * The list with these choices.
 *
 * @param replaces only these, in this order; otherwise they are added to what is kept: new ones at
 *   the end, and kept ones in the order in which they are sent, among the others
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
    const item = given({ ...kept[at], ...values, _id: kept[at]?._id ?? newId() })
    if (at < 0) kept.push(item)
    else kept[at] = item
    if (!named.some(({ _id }) => _id === item._id)) named.push(item)
  }
  const latest = named.flatMap(({ _id }) => kept.filter((item) => item._id === _id))
  if (replaces) return latest
  const inTurn = latest.values()
  return kept.map((item) => (latest.includes(item) ? (inTurn.next().value as ListItem) : item))
}

/** Null clears what is asked of a choice. */
function given(item: ListItem): ListItem {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) as ListItem
}

/** A choice that names only its `_id`, and is no longer kept: another device has removed it. */
export function isGone(items: readonly ListItem[], { _id, ...values }: Choice): boolean {
  return (
    _id !== undefined && Object.keys(values).length === 0 && items.every((item) => item._id !== _id)
  )
}

/**
 * Identifies the values that a record was edited from: the tag for `If-Match`.
 *
 * @param record as it is kept, so without spaces around texts
 */
export function recordVersion({ fields }: Section, record: FormValues): string {
  return sectionVersion(
    record,
    fields.map(({ id }) => id),
  )
}

/** A change of a list that waits on a device, or was refused. */
export type ListWrite = {
  /** `_id` of a record, `order`, or `choices`. */
  readonly item: string
  readonly method: string
  readonly body?: unknown
  /** Why it was refused: the server's message. */
  readonly refused?: string
  /** Because another device has saved the same since. */
  readonly isConflict?: boolean
}

/** The list as it will be once the changes that wait on this device have been sent. */
export function withWrites(
  section: Section,
  items: readonly ListItem[],
  writes: readonly ListWrite[],
): ListItem[] {
  return writes.reduce<ListItem[]>(
    (list, { item, method, body, refused }) => {
      if (method === 'DELETE') return withoutItem(list, item)
      if (!isObject(body)) return list
      // An order that was refused is another device's now; nothing that was typed is lost.
      if (item === 'order')
        return refused === undefined ? inOrder(list, body['order'] as string[]) : list
      if (item !== 'choices') return isItem(body) ? withRecord(list, body) : list
      const rest = ((body['remove'] ?? []) as string[]).reduce(withoutItem, list)
      const chosen = (body[section.id] as Choice[]).filter((each) => !isGone(rest, each))
      let count = 0
      return withChoices(rest, chosen, section.save?.replaces === true, () => `new-${++count}`)
    },
    [...items],
  )
}
