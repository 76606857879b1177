/**
 * Codes of languages. Documents and people use the codes of the specification (`en_ZA`, `po`);
 * browsers use BCP 47 (`en-ZA`, `pt`). A release is composed with BCP 47 tags, so that they can be
 * passed to `lang` and Intl.
 */

/** Codes of spec 1 that are in no standard, or stand for other languages there. */
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
 * The requested one of these; or else the same language of another region, preferring the one
 * without a region.
 */
export function nearestLanguage(available: readonly string[], wanted: string): string | undefined {
  const [tag, plain] = [tagOf(wanted), plainOf(wanted)]
  const named = (name: string) => available.find((each) => tagOf(each) === name)
  return named(tag) ?? named(plain) ?? available.find((each) => plainOf(each) === plain)
}

/**
 * The documents that a language takes its texts from: its own, then that of the language without
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
