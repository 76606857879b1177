/** Texts of a language: nested in the document, flat with dotted keys in use. */

import { isObject, own } from './json.ts'
import { localesFor } from './languages.ts'

/**
 * `{ menu: { home: "Home" } }` -> `{ "menu.home": "Home" }`; anything but texts and groups of them
 * is left out.
 */
export function flattenTexts(texts: Readonly<Record<string, unknown>>): Record<string, string> {
  const flat: Record<string, string> = {}
  const visit = (group: Readonly<Record<string, unknown>>, prefix: string): void => {
    for (const [key, value] of Object.entries(group)) {
      if (typeof value === 'string') flat[prefix + key] = value
      else if (isObject(value)) visit(value, `${prefix + key}.`)
    }
  }
  visit(texts, '')
  return flat
}

/** Groups of texts that only those who work in the console read, and the page that shows all parts. */
const OF_TEAM = new Set(['console', 'showcase'])

/** Do learners meet this text, on a page, in a message or in a file? */
export function isForLearners(key: string): boolean {
  return !OF_TEAM.has(key.slice(0, key.indexOf('.')))
}

type Words = {
  readonly texts?: unknown
  readonly unread?: unknown
  readonly unreadShown?: boolean
}

/** Texts that still say what a machine wrote: nobody has read them. */
export function unreadTexts({ texts, unread }: Words): string[] {
  // A draft may have anything in their place.
  if (!isObject(unread) || !isObject(texts)) return []
  const flat = flattenTexts(texts)
  return Object.entries(unread)
    .filter(([key, words]) => own(flat, key) === words)
    .map(([key]) => key)
}

/** The texts of a language that learners see, flat: without those that nobody has read. */
export function shownTexts(locale: Words): Record<string, string> {
  const flat = isObject(locale.texts) ? flattenTexts(locale.texts) : {}
  if (locale.unreadShown !== true) for (const key of unreadTexts(locale)) delete flat[key]
  return flat
}

/** The key by which documents name a text: without its plural form. */
export function textName(key: string): string {
  return key.replace(PLURAL, '')
}

/** Keys by which documents name texts: for one with plural forms, the key without them. */
export function textNames(texts: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.keys(texts).flatMap((key) => [key, textName(key)]))]
}

/** Keys of groups of texts: `list.family` of `list.family.11`. */
export function groupNames(texts: Readonly<Record<string, string>>): string[] {
  const groups = new Set<string>()
  for (const key of Object.keys(texts))
    for (let at = key.lastIndexOf('.'); at > 0; at = key.lastIndexOf('.', at - 1))
      groups.add(key.slice(0, at))
  return [...groups]
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/

/**
 * All texts of a language, flat: its own, and those of the language without its region for the
 * rest.
 */
export function wordsFor(
  locales: readonly ({ readonly id: string } & Words)[],
  language: string,
): Record<string, string> {
  const found = localesFor(locales, language).map(shownTexts)
  return Object.assign({}, ...found.reverse()) as Record<string, string>
}

/**
 * The texts of a language, and another's where it has none. Of a text with plural forms that it
 * lacks altogether it gets the other's general form in each form that the language has, because a
 * reader of Arabic would otherwise look for a form that English hasn't got.
 *
 * @returns the same object if nothing is missing
 */
export function withFallback(
  texts: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
  language: string,
): Readonly<Record<string, string>> {
  const missing = Object.keys(others).filter((key) => !Object.hasOwn(texts, key))
  if (missing.length === 0) return texts
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const filled: Record<string, string> = {}
  for (const key of missing) {
    const words = others[key] ?? ''
    filled[key] = words
    if (!key.endsWith('_other')) continue
    const name = key.slice(0, -'other'.length)
    for (const form of forms) filled[`${name}${form}`] ??= others[`${name}${form}`] ?? words
  }
  return { ...filled, ...texts }
}
