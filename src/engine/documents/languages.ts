/**
 * Codes of languages. Documents and people write what the specification does (`en_ZA`, `po`);
 * browsers know BCP 47 (`en-ZA`, `pt`). A release is composed in tags of BCP 47, so that whatever
 * reads one may hand it on to `lang` and Intl.
 */

/** Codes of spec 1 that no standard knows, or knows for other languages. */
const OTHERS = new Map([
  ['po', 'pt'],
  ['cas', 'es'],
])

/** `en_ZA` -> `en-ZA`, `po` -> `pt` */
export function tagOf(code: string): string {
  const [language = '', region] = code.toLowerCase().split(/[-_]/)
  const known = OTHERS.get(language) ?? language
  return region ? `${known}-${region.toUpperCase()}` : known
}

/** The language without its region: `en_ZA` -> `en` */
export function plainOf(code: string): string {
  return tagOf(code).split('-')[0]!
}

/**
 * The one of these that is wanted; else the same language as another region speaks it, the one
 * without a region first.
 */
export function nearestLanguage(available: readonly string[], wanted: string): string | undefined {
  const [tag, plain] = [tagOf(wanted), plainOf(wanted)]
  const named = (name: string) => available.find((each) => tagOf(each) === name)
  return named(tag) ?? named(plain) ?? available.find((each) => plainOf(each) === plain)
}

/**
 * The documents that a language takes its words from, its own before that of the language without
 * its region.
 */
export function localesFor<Locale extends { readonly id: string }>(
  locales: readonly Locale[],
  code: string,
): Locale[] {
  return [...new Set([tagOf(code), plainOf(code)])].flatMap(
    (tag) =>
      locales.find(({ id }) => id === tag) ?? locales.find(({ id }) => tagOf(id) === tag) ?? [],
  )
}
