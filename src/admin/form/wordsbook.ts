/**
 * The words of all languages, written where documents show them: keys of a place's own, copies of
 * shared texts, and what becomes of them. Pure.
 */

import { parsePath } from '#engine/documents/address.ts'
import { isObject, own } from '#engine/documents/json.ts'
import { offeredText as offeredNow } from '#engine/documents/offeredtexts.ts'
import { isNewKey, withText, wordsOf, type Locale } from './languages.ts'

export type Flat = Readonly<Record<string, string>>

/** One language as a field shows it. */
export type BookLanguage = {
  readonly id: string
  readonly name: string
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly texts: Flat
  /** What learners see now. */
  readonly live: Flat
  readonly locale: Locale
}

/** The languages of the tenant, and how to change them together. */
export type WordsBook = {
  /** `screen/home`: what keys of its own are made from. */
  readonly document: string
  /** Null until they have been read. */
  readonly languages: readonly BookLanguage[] | null
  /** How many there will be, while they are read; undefined if they can't be. */
  readonly coming?: number | undefined
  /** Asks for them: they are read once a field needs them. */
  readonly need: () => void
  /** One text of one language, a moment after the last keystroke. */
  readonly say: (language: string, key: string, words: string) => void
  /** A change of every language, now. */
  readonly write: (change: (locale: Locale) => Locale) => void
  /** Applies what was typed. */
  readonly flush: () => void
}

/** Keys that fields make begin with this; nobody has to read them. */
const OWN = 'own'
const MAX_SEGMENT = 40
/** They say where in a document's tree something is, but not what it is. */
const STRUCTURE: ReadonlySet<string> = new Set(['children', 'props', 'items', 'fields', 'rows'])

/** A key for the words of one place: `own.home.next.buttonText`, which no language has yet. */
export function keyFor(document: string, at: string, languages: readonly Flat[]): string {
  const name = document.slice(document.indexOf('/') + 1)
  const path = (parsePath(at) ?? []).filter((segment) => !STRUCTURE.has(segment))
  const wanted = [OWN, name, ...path.slice(-4)].map(segmentOf).join('.')
  let key = wanted
  for (let number = 2; !isNewKey(key, ...languages); number++) key = `${wanted}-${number}`
  return key
}

function segmentOf(name: string): string {
  return name.replace(/[^\w-]+/g, '-').slice(0, MAX_SEGMENT) || 'x'
}

export type Origin = { readonly of: string; readonly was: string }

/** The shared text that a text was made from. */
export function originOf(locale: Locale, key: string): Origin | undefined {
  const origin = own(locale.origins, key)
  return isObject(origin) ? (origin as Origin) : undefined
}

function withOrigin(locale: Locale, key: string, origin: Origin | undefined): Locale {
  const { origins = {}, ...rest } = locale
  const { [key]: _before, ...others } = origins
  const next = origin === undefined ? others : { ...others, [key]: origin }
  return Object.keys(next).length === 0 ? rest : { ...rest, origins: next }
}

/** A text of its own that begins with the words of a shared one, and remembers it. */
export function copyText(locale: Locale, from: string, to: string): Locale {
  const was = own(wordsOf(locale), from)
  return typeof was === 'string'
    ? withOrigin(withText(locale, to, was), to, { of: from, was })
    : locale
}

/** The words of a text become those of the shared one that it was made from; it goes. */
export function shareText(locale: Locale, key: string, shared: string): Locale {
  const words = own(wordsOf(locale), key)
  const without = dropText(locale, key)
  return typeof words === 'string' ? withText(without, shared, words) : without
}

export function dropText(locale: Locale, key: string): Locale {
  return withOrigin(withText(locale, key, ''), key, undefined)
}

/** The shared text has changed: take its words, or keep one's own and hear no more of it. */
export function settleText(locale: Locale, key: string, take: boolean): Locale {
  const origin = originOf(locale, key)
  if (origin === undefined) return locale
  const shared = own(wordsOf(locale), origin.of)
  if (typeof shared !== 'string') return withOrigin(locale, key, undefined)
  const settled = withOrigin(locale, key, { ...origin, was: shared })
  return take ? withText(settled, key, shared) : settled
}

/** What the shared text says by now, if that has changed since the text was made from it. */
export function offeredText(locale: Locale, texts: Flat, key: string): string | undefined {
  return offeredNow(locale.origins, texts, key)
}

export type Suggestion = { readonly key: string; readonly words: string }

/** Existing texts that begin like what is typed; the same words come first. */
export function suggestTexts(
  typed: string,
  texts: Flat,
  usesOf: (key: string) => number,
  except: string,
  most = 3,
): readonly Suggestion[] {
  const wanted = plain(typed)
  if (wanted.length < 2) return []
  const found: (Suggestion & { rank: number; uses: number })[] = []
  for (const [key, words] of Object.entries(texts)) {
    if (key === except) continue
    const uses = usesOf(key)
    const said = plain(words)
    const rank = said === wanted || key === typed.trim() ? 0 : said.startsWith(wanted) ? 1 : 2
    // The texts of the code itself, and of the console, are no place's to use.
    if (rank < 2 && uses > 0) found.push({ key, words, rank, uses })
  }
  return found
    .sort((a, b) => a.rank - b.rank || b.uses - a.uses)
    .slice(0, most)
    .map(({ key, words }) => ({ key, words }))
}

/** Quotation marks and capitals make no other words. */
function plain(text: string): string {
  return text.trim().toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
}
