/**
 * Texts: every key of English exists in each language offered, with the same placeholders and no
 * unsafe markup.
 */

import type { DocumentOf } from '#engine/documents/kinds.ts'
import { nameOf } from '#engine/documents/document.ts'
import { unknownFigures } from '#engine/documents/figures.ts'
import { localesFor } from '#engine/documents/languages.ts'
import { isForLearners, unreadTexts } from '#engine/documents/texts.ts'
import { checkMessageTexts } from './messages.ts'
import { adder, suggest, type Add, type Context } from './context.ts'

type Locale = DocumentOf<'locale'>

export function checkTexts(context: Context): void {
  const english = context.texts.get('en') ?? {}
  const keys = new Set(Object.keys(english))
  const locales = context.catalog.all('locale')
  const offered = new Set(
    context.catalog
      .all('config')
      .flatMap(({ locales: { available } }) =>
        available.flatMap((language) => localesFor(locales, language).map(({ id }) => id)),
      ),
  )
  for (const locale of locales) {
    const add = adder(nameOf(locale), context)
    checkWords(locale, keys, context, add)
    checkMessageTexts(context.texts.get(locale.id) ?? {}, locale.id === 'en', add)
    // A language that is not offered yet may be incomplete.
    if (!offered.has(locale.id)) continue
    checkUnread(locale, add)
    if (locale.id !== 'en') checkComplete(locale, english, context, add)
  }
}

const pointerTo = (key: string) => `/texts/${key.replaceAll('.', '/')}`

/** Each text of a language by itself: its markup, its figures, and whether English has the key. */
function checkWords(locale: Locale, keys: ReadonlySet<string>, context: Context, add: Add): void {
  for (const [key, text] of Object.entries(context.texts.get(locale.id) ?? {})) {
    const at = pointerTo(key)
    if (/[<>]/.test(stripRich(text)))
      add(
        'text/markup',
        at,
        'only b, p, strong, i, u, s, ul, li and ol may be used, without attributes',
      )
    for (const figure of unknownFigures(text, context.catalog))
      add('text/unknown-figure', at, `no assessment has a figure ${figure}: minutes and items do`)
    if (PICTURE.test(text))
      add('text/markup', at, "a text can't show pictures: use a part of the page that can")
    if (locale.id !== 'en' && !keys.has(key) && !isPluralForm(key, keys))
      add('text/unknown-key', at, `en has no text "${key}"`, suggest(key, keys, context))
  }
}

/**
 * Every text of English, with the same placeholders; a region may leave out what its language has.
 * Unless its document asks for all of them, learners get the default language where it has no words,
 * and the console is told how many those are.
 */
function checkComplete(
  locale: Locale,
  english: Readonly<Record<string, string>>,
  context: Context,
  add: Add,
): void {
  const texts: Record<string, string> = {}
  for (const { id } of localesFor(context.catalog.all('locale'), locale.id).toReversed())
    Object.assign(texts, context.texts.get(id))
  const mustBeWhole = locale.whole ?? false
  // How far a language is depends on what learners meet; the console may stay in another one.
  let [missing, of] = [0, 0]
  for (const [key, text] of Object.entries(english)) {
    const other = texts[key]
    const counts = isForLearners(key)
    if (counts) of++
    if (other === undefined) {
      if (counts) missing++
      if (mustBeWhole) add('text/missing', pointerTo(key), `no ${locale.name} text for "${key}"`)
    } else if (placeholders(other) !== placeholders(text))
      add(
        'text/placeholders',
        pointerTo(key),
        `the text doesn't have the same values to fill in as English: ${placeholders(text) || 'none'}`,
      )
  }
  if (!mustBeWhole && missing > 0)
    add(
      'text/missing',
      '/texts',
      `${missing} of the ${of} texts that learners meet have no ${locale.name} words: learners see the default language there`,
      undefined,
      'warning',
    )
}

/** Words that nobody has read are no mistake; the console is told how many learners don't see. */
function checkUnread(locale: Locale, add: Add): void {
  const unread = unreadTexts(locale).length
  if (unread > 0 && locale.unreadShown !== true)
    add(
      'text/unread',
      '/unread',
      `nobody has read ${unread} of the texts that a machine wrote: learners see the default language there`,
      undefined,
      'warning',
    )
}

/** Languages have plural forms that English lacks: `_few` of Arabic is not an unknown key. */
function isPluralForm(key: string, english: ReadonlySet<string>): boolean {
  const match = /^(.*)_(zero|one|two|few|many|other)$/.exec(key)
  return match !== null && english.has(`${match[1]}_other`)
}

/** Names of the values that are filled in, sorted: `count, name`. */
export function placeholders(text: string): string {
  return [
    ...new Set([...text.matchAll(/\{\{\s*([A-Za-z][\w.]*)[^{}]*\}\}/g)].map(([, name]) => name)),
  ]
    .sort()
    .join(', ')
}

const RICH_TAGS = /<\/?(?:b|p|strong|i|u|s|ul|li|ol)>/g

/** An image in Markdown: `![words](address)`. It would be shown as plain characters. */
const PICTURE = /!\[[^\]]*\]\s*\(/

function stripRich(text: string): string {
  return text.replace(RICH_TAGS, '')
}
