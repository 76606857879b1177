/**
 * Help with a section of the profile, as its document says: proposals from the person's answers,
 * and gentle hints about what was written. Pure; browser and server run the same.
 */

import { isObject, own } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { linesOf } from '#engine/cv/plain.ts'
import type { Rule, RuleBook } from '#engine/rules/rules.ts'
import { FORMATS } from './formats.ts'
import type { FormValues } from './formvalues.ts'

export type Guide = DocumentOf<'guide'>
export type Offer = {
  readonly id: string
  readonly because: string
  readonly items: readonly string[]
}
/** A text of the guide at a field. */
export type Hint = {
  readonly id: string
  readonly field: string
  readonly text: string
  /** The line of the field that it is about, if it is about one. */
  readonly line?: { readonly number: number; readonly words: string }
}

/** More is a list to search, and there is one below. */
const MAX_OFFERS = 3
const MAX_ITEMS = 3

/**
 * What the person's answers speak for, without what is chosen, each item once.
 *
 * @param scope as pages have it; `known` are the ids that can be chosen
 */
export function offersOf(
  { offers = [] }: Guide,
  scope: unknown,
  book: RuleBook,
  chosen: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Offer[] {
  const seen = new Set(chosen)
  const found: Offer[] = []
  const priorityOf = (rule: unknown) =>
    rule === undefined ? 0 : Number(book.evaluate(rule as Rule, scope)) || 0
  const holding = offers
    .filter(({ when }) => book.holds(when as Rule, scope))
    .map((offer) => ({ ...offer, priority: priorityOf(offer.priority) }))
    .sort((a, b) => b.priority - a.priority)
  for (const { id, because, items } of holding) {
    if (found.length === MAX_OFFERS) break
    const fresh = items.filter((item) => known.has(item) && !seen.has(item)).slice(0, MAX_ITEMS)
    for (const item of fresh) seen.add(item)
    if (fresh.length > 0) found.push({ id, because, items: fresh })
  }
  return found
}

export type Measure = {
  readonly words: number
  readonly lines: number
  /** Of one line, in words. */
  readonly longest: number
  readonly shortest: number
  /** In a row; spaces, hyphens and points between them don't count. */
  readonly digits: number
  readonly idNumber: boolean
  /** Has letters that no font of a PDF has. */
  readonly unprintable: boolean
}

/** Scripts that the fonts of our files have, and what every script uses. */
const PRINTED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Ethiopic}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/gu

/** Thirteen digits that begin with a date, mistyped ones included: a phone number has fewer. */
function looksLikeId(digits: string): boolean {
  return (
    FORMATS['za-id']!(digits) || /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{7}$/.test(digits)
  )
}

export function measure(text: unknown): Measure {
  const lines = linesOf(text)
  const words = lines.map((line) => line.split(' ').length)
  const runs = lines.flatMap((line) =>
    (line.match(/\d(?:[ .-]?\d)*/g) ?? []).map((run) => run.replace(/\D/g, '')),
  )
  return {
    words: words.reduce((sum, each) => sum + each, 0),
    lines: lines.length,
    longest: Math.max(0, ...words),
    shortest: words.length === 0 ? 0 : Math.min(...words),
    digits: Math.max(0, ...runs.map(({ length }) => length)),
    idNumber: runs.some(looksLikeId),
    unprintable: /\p{L}/u.test(lines.join('').replace(PRINTED, '')),
  }
}

/** The hints that hold for these values of a form: at most one a field, the first. */
export function hintsOf({ hints = [] }: Guide, values: FormValues, book: RuleBook): Hint[] {
  const found = new Map<string, Hint>()
  for (const { id, field, finds, when, text } of hints) {
    if (found.has(field)) continue
    const written = own(values, field)
    const small = typeof written === 'string' ? written.toLowerCase() : ''
    if (finds !== undefined && !finds.some((each) => small.includes(each))) continue
    if (!book.holds(when as Rule | undefined, { value: values, measure: measure(written) }))
      continue
    const line = lineAbout({ finds, when }, written, values, book)
    found.set(field, { id, field, text, ...(line && { line }) })
  }
  return [...found.values()]
}

type Asks = { readonly finds: readonly string[] | undefined; readonly when: unknown }

/** Of several lines, the first for which the hint would hold if it stood alone. */
function lineAbout({ finds, when }: Asks, written: unknown, values: FormValues, book: RuleBook) {
  const lines = linesOf(written)
  // A rule that doesn't look at the text holds for every line.
  const isMeasured = JSON.stringify(when ?? null).includes('"measure.')
  if (lines.length < 2 || (finds === undefined && !isMeasured)) return undefined
  const at = lines.findIndex(
    (line) =>
      (finds === undefined || finds.some((each) => line.toLowerCase().includes(each))) &&
      book.holds(when as Rule | undefined, { value: values, measure: measure(line) }),
  )
  return at < 0 ? undefined : { number: at + 1, words: lines[at]! }
}

/** A hint about something that is kept in the profile. */
export type ProfileHint = Hint & {
  readonly section: string
  /** The record of a list. */
  readonly item?: string
}

/** All hints for a profile, in the order of the guides. */
export function hintsOfProfile(
  guides: readonly Guide[],
  profile: FormValues,
  book: RuleBook,
  isList: (section: string) => boolean,
): ProfileHint[] {
  return guides.flatMap((guide) => {
    const { section } = guide
    if (!isList(section))
      return hintsOf(guide, profile, book)
        .filter(({ field }) => own(profile, field) !== undefined)
        .map((hint) => ({ ...hint, section }))
    const records = own(profile, section)
    return (Array.isArray(records) ? records : []).filter(isObject).flatMap((record) => {
      const item = own(record, '_id')
      return hintsOf(guide, record, book).map((hint) => ({
        ...hint,
        section,
        ...(typeof item === 'string' && { item }),
      }))
    })
  })
}
