/** The types of operands, and comparisons that can never be true (ruletypes.ts). */

import { nearest, type Json } from '#engine/documents/json.ts'

/** The type of a variable, as far as rules need it. */
export type VarType = {
  readonly is: 'boolean' | 'number' | 'text' | 'list' | 'object' | 'any'
  readonly nullable?: boolean
  /** A text that sorts as one: `2027-02`, or a day, `2027-02-28`, perhaps with a time. */
  readonly date?: 'month' | 'day'
  /** The only possible values. */
  readonly values?: readonly string[]
  /** Type of the entries of a list. */
  readonly of?: VarType
  readonly members?: Readonly<Record<string, VarType>>
  /** Type of unlisted members, for open maps. */
  readonly others?: VarType
}

/** What is known about the value of a part of a rule. */
export type Inferred = VarType & { readonly literal?: Json }

export type AddIssue = (code: string, at: string, message: string, suggestion?: string) => void

export function compareEqual(
  operands: readonly Inferred[],
  place: (index: number) => string,
  add: AddIssue,
): void {
  const [a, b] = operands
  if (!a || !b || a.literal === null || b.literal === null || a.is === 'any' || b.is === 'any')
    return
  if (a.is !== b.is)
    return add('rule/type', place(1), `${WORDS[a.is]} is never equal to ${WORDS[b.is]}`)
  if (!a.values || !b.values || a.values.some((value) => b.values?.includes(value))) return
  const [fixed, values, index] = b.literal === undefined ? [a, b.values, 0] : [b, a.values, 1]
  const wrong = String(fixed.literal ?? fixed.values?.[0])
  add(
    'rule/impossible-value',
    place(index),
    `this is never "${wrong}"${among(values)}`,
    meant(wrong, values),
  )
}

/** Order of numbers or dates. In JavaScript null < 5 is true: a missing value would pass. */
export function compareOrder(
  name: string,
  operands: readonly Inferred[],
  place: (index: number) => string,
  add: AddIssue,
): void {
  const areDates = operands.some(({ date }) => date)
  const hasDay = areDates || operands.some(({ literal }) => isDateText(literal))
  for (const [index, { is, nullable, date, literal }] of operands.entries()) {
    // A missing date is neither before nor after another.
    if (date || (hasDay && is === 'any' && literal === undefined)) continue
    if (areDates && literal !== undefined && !isDateText(literal))
      add('rule/type', place(index), `"${name}" compares this with a day, such as 2027-02-28`)
    else if (nullable)
      add(
        'rule/nullable-operand',
        place(index),
        `this can be missing, and "${name}" would treat it as 0; say what to use then: {"or": [..., 0]}`,
      )
    else if (is !== 'number' && is !== 'text' && is !== 'any')
      add('rule/type', place(index), `"${name}" compares numbers or dates`)
  }
}

/** A month, a day, or a moment of a day. */
export function isDateText(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}(?:-\d{2})?(?:T|$)/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

/** List at most this many names in a message: there are some 250 countries. */
const MAX_NAMED = 30

function among(values: readonly string[]): string {
  return values.length <= MAX_NAMED ? `; it is one of ${values.join(', ')}` : ''
}

/** Every two-letter code is close to some other one. */
function meant(word: string, values: readonly string[]): string | undefined {
  return word.length > 2 ? nearest(word, values) : undefined
}

const WORDS: Readonly<Record<VarType['is'], string>> = {
  boolean: 'true or false',
  number: 'a number',
  text: 'a text',
  list: 'a list',
  object: 'an object',
  any: 'anything',
}

export function checkIn(
  operands: readonly Inferred[],
  place: (index: number) => string,
  add: AddIssue,
): void {
  const [needle, haystack] = operands
  if (!needle || !haystack) return
  // On a text "in" finds parts of words: "power" is in "powerPlus".
  if (haystack.is === 'text')
    return add('rule/in-on-text', place(1), '"in" on a text finds parts of words; give a list')
  if (haystack.is !== 'list' && haystack.is !== 'any')
    return add('rule/type', place(1), '"in" needs a list')
  const known = haystack.of?.values
  const { values } = needle
  if (!known || !values) return
  const [only] = values
  if (
    haystack.literal === undefined &&
    needle.literal !== undefined &&
    only !== undefined &&
    !known.includes(only)
  )
    add('rule/impossible-value', place(0), `the list never contains "${only}"`, meant(only, known))
  if (needle.literal !== undefined) return
  for (const value of known)
    if (!values.includes(value))
      add(
        'rule/impossible-value',
        place(1),
        `this is never "${value}"${among(values)}`,
        meant(value, values),
      )
}
