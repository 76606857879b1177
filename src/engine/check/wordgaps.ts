/**
 * Where a language lacks words: page by page, by the same sets of texts as the bundles that a
 * release is made of. Pure.
 */

import type { WordGap } from '#engine/contract/textplace.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { nameOf } from '#engine/documents/document.ts'
import type { AnyDocument, DocumentOf } from '#engine/documents/kinds.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { flattenTexts, unreadTexts } from '#engine/documents/texts.ts'
import { frameDocuments, frameTextKeys, screensOfFew } from './framed.ts'
import { isInConsole, needsBelow, needsOfScreen, pickTexts, type CodeMeta } from './needs.ts'

/** With every text that it shows, whether the language has it or not. */
type FullGap = WordGap & { readonly all: readonly string[] }

type Texts = Readonly<Record<string, string>>

/**
 * Every page, report and questionnaire with words of its own, the one that lacks most first, pages
 * that few people see last; before them what every page shows, after them the console and what is on
 * no page (messages, files).
 *
 * A text that several of them show counts in each, because it is missing in each.
 *
 * @param language the id of its document
 */
export function wordGaps(catalog: Catalog, code: CodeMeta, language: string): FullGap[] {
  const english: Texts = flattenTexts(catalog.get('locale', 'en')?.texts ?? {})
  const state = stateOf(catalog.all('locale'), language)
  const frame = pickTexts(english, frameKeys(catalog, code))
  const known = new Set(Object.keys(frame))
  const gap = (document: string, title: string, keys: readonly string[]): FullGap => {
    const missing = keys.filter((key) => !state.has(key))
    const unread = keys.filter((key) => state.isUnread(key))
    return {
      document,
      title,
      of: keys.length,
      missing: missing.length,
      unread: unread.length,
      keys: [...missing, ...unread],
      all: keys,
    }
  }
  const own = (texts: ReadonlySet<string>) =>
    Object.keys(pickTexts(english, texts)).filter((key) => !Object.hasOwn(frame, key))
  const shownOn = (documents: readonly AnyDocument[]) =>
    documents.map((document) => {
      const needs =
        document.kind === 'screen'
          ? needsOfScreen(catalog, code, document.id)
          : needsBelow(catalog, code, document)
      const keys = own(needs.texts)
      for (const key of keys) known.add(key)
      return gap(nameOf(document), document.title, keys)
    })
  const screens = catalog.all('screen')
  const pages = shownOn([
    ...screens.filter(({ id }) => !isInConsole(catalog, id)),
    ...catalog.all('report'),
    ...catalog.all('assessment').filter(({ items }) => items !== undefined),
  ])
  const few = screensOfFew(catalog)
  const isOfFew = ({ document }: WordGap) => few.has(document.slice('screen/'.length))
  const ofConsole = [
    ...new Set(
      screens
        .filter(({ id }) => isInConsole(catalog, id))
        .flatMap(({ id }) => own(needsOfScreen(catalog, code, id).texts)),
    ),
  ].filter((key) => !known.has(key))
  for (const key of ofConsole) known.add(key)
  return [
    gap('frame', '', Object.keys(frame)),
    ...pages.filter((each) => !isOfFew(each)).sort(byWhatLacks),
    ...pages.filter(isOfFew).sort(byWhatLacks),
    gap('console', '', ofConsole),
    gap(
      'rest',
      '',
      Object.keys(english).filter((key) => !known.has(key)),
    ),
  ].filter((each) => each.of > 0)
}

function byWhatLacks(one: WordGap, other: WordGap): number {
  return (
    other.missing - one.missing ||
    other.unread - one.unread ||
    one.title.localeCompare(other.title, 'en')
  )
}

function frameKeys(catalog: Catalog, code: CodeMeta): ReadonlySet<string> {
  return new Set([
    ...code.frame,
    ...frameDocuments(catalog).flatMap((document) => [...frameTextKeys(document)]),
  ])
}

/** What a language has, with that of the language without its region. */
function stateOf(locales: readonly DocumentOf<'locale'>[], language: string) {
  const all = localesFor(locales, language)
  const words: Texts = Object.assign({}, ...all.map(({ texts }) => flattenTexts(texts)).reverse())
  const unread = new Set(all.slice(0, 1).flatMap((locale) => unreadTexts(locale)))
  return {
    has: (key: string) => Object.hasOwn(words, key),
    isUnread: (key: string) => unread.has(key),
  }
}
