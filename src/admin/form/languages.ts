/** The texts of a language: searched, filtered, changed and compared with English. Pure. */

import { isObject, own } from '#engine/documents/json.ts'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { tagOf } from '#engine/documents/languages.ts'
import { flattenTexts } from '#engine/documents/texts.ts'

export type Locale = DocumentOf<'locale'>
type Flat = Readonly<Record<string, string>>

export type Completeness = {
  readonly done: number
  readonly of: number
  readonly missing: readonly string[]
}

/**
 * @param counts which texts; without it all
 * @returns how many of English's texts a language has; an empty one counts as missing
 */
export function completeness(
  english: Flat,
  texts: Flat,
  counts: (key: string) => boolean = () => true,
): Completeness {
  const keys = Object.keys(english).filter(counts)
  const missing = keys.filter((key) => !own(texts, key))
  return { done: keys.length - missing.length, of: keys.length, missing }
}

/** In whole percent, and 100 only if nothing is missing. */
export function percent({ done, of }: Completeness): number {
  return of === 0 ? 100 : Math.floor((done / of) * 100)
}

/** Keys whose name or text matches the search, in either language, in the order of the first. */
export function foundKeys(
  left: Flat,
  right: Flat,
  query: string,
  only: { readonly missing?: boolean; readonly among?: ReadonlySet<string> | undefined } = {},
): string[] {
  const wanted = query.trim().toLowerCase()
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return keys.filter((key) => {
    if (only.missing === true && own(right, key) && own(left, key)) return false
    if (only.among !== undefined && !only.among.has(key)) return false
    return (
      wanted === '' ||
      [key, left[key] ?? '', right[key] ?? ''].some((text) => text.toLowerCase().includes(wanted))
    )
  })
}

/** Can this be the key of a new text? A text and a group cannot share a key. */
export function isNewKey(key: string, ...languages: readonly Flat[]): boolean {
  return (
    isTextKey(key) &&
    languages.every((texts) =>
      Object.keys(texts).every(
        (each) => each !== key && !each.startsWith(`${key}.`) && !key.startsWith(`${each}.`),
      ),
    )
  )
}

/**
 * The language with another text for one key; an empty one removes the key, and its group if that
 * becomes empty.
 */
export function withText(locale: Locale, key: string, words: string): Locale {
  return asRead({ ...locale, texts: put(locale.texts, key.split('.'), words) }, [key])
}

/** The same, with words that a machine wrote: learners don't see them before somebody has read them. */
export function withMachineText(locale: Locale, key: string, words: string): Locale {
  const changed = withText(locale, key, words)
  return { ...changed, unread: { ...changed.unread, [key]: words } }
}

/** Somebody has read these texts, or written them. */
export function asRead(locale: Locale, keys: readonly string[]): Locale {
  const { unread, ...rest } = locale
  if (!isObject(unread) || !keys.some((key) => Object.hasOwn(unread, key))) return locale
  const left = Object.entries(unread).filter(([key]) => !keys.includes(key))
  return left.length === 0 ? rest : { ...rest, unread: Object.fromEntries(left) }
}

function put(
  texts: Readonly<Record<string, unknown>>,
  [first = '', ...rest]: readonly string[],
  words: string,
): Record<string, unknown> {
  if (rest.length === 0) {
    const { [first]: _, ...others } = texts
    // Existing keys keep their position, so that differences stay small.
    return words === ''
      ? others
      : own(texts, first) === undefined
        ? { ...texts, [first]: words }
        : Object.fromEntries(
            Object.entries(texts).map(([name, value]) => [name, name === first ? words : value]),
          )
  }
  const before = own(texts, first)
  const inside = put(isObject(before) ? before : {}, rest, words)
  if (Object.keys(inside).length > 0) return { ...texts, [first]: inside }
  const { [first]: _, ...others } = texts
  return others
}

/** Is this a valid language code? Same rule as in its meta-schema. */
export function isLanguage(code: string): boolean {
  return /^[a-z]{2,3}([-_][A-Z]{2})?$/.test(code)
}

/** @param from the language to copy texts from; without it there are none */
export function newLocale(
  start: { readonly id: string; readonly name: string; readonly direction: 'ltr' | 'rtl' },
  from: Locale | null,
): Locale {
  const { id, name, direction } = start
  return {
    kind: 'locale',
    id,
    v: from?.v ?? 1,
    title: name,
    source: 'own',
    language: tagOf(id),
    name,
    direction,
    texts: from?.texts ?? {},
  }
}

/** None for a draft without texts. */
export function wordsOf(locale: Locale | null): Flat {
  return isObject(locale?.texts) ? flattenTexts(locale.texts) : {}
}

/** A valid key for a new text: its content is written afterwards. */
export const isTextKey = (typed: string): boolean => /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/.test(typed)
