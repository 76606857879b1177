/** One text in a language, by its key: with its values, and the plural form of a count. Pure. */

/** Is there such a text, or a plural form of it? */
export function hasText(texts: Readonly<Record<string, string>>, key: string): boolean {
  return ['', '_one', '_other'].some((form) => Object.hasOwn(texts, key + form))
}

/** Words of these texts; null where they have none. */
export function wordsIn(
  texts: Readonly<Record<string, string>>,
  language: string,
): (key: string, values: Readonly<Record<string, unknown>>) => string | null {
  return (key, values) =>
    hasText(texts, key)
      ? translate(texts, language, key, values as Record<string, string | number>)
      : null
}

/**
 * A text with its values filled in, for the server's messages and emails; the browser's i18next
 * does the same. A `count` chooses the plural form of the language.
 */
export function translate(
  texts: Readonly<Record<string, string>>,
  language: string,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const { count } = values
  const plural =
    typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key
  const found = [plural, key, `${key}_other`].find((each) => Object.hasOwn(texts, each))
  const text = found === undefined ? key : texts[found]!
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
