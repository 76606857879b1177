/** A choice in a list of the profile, and when two are the same. */

import type { FormValues } from './formvalues.ts'

/** A choice as it is sent: the id of what the list has, or own words; with `_id` one that is kept. */
export type Choice = FormValues & {
  readonly _id?: string
  readonly id?: string
  readonly text?: string
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
