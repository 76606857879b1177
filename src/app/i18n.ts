/**
 * Texts. The frame's come first, each page brings its own; a missing one is reported, and in
 * production its key is never shown.
 */

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isPreview } from './preview.ts'

/** React escapes. Nesting is off: `$t(...)` in a text is plain text, as on the server. */
export const INTERPOLATION = {
  escapeValue: false,
  nestingPrefix: '\0',
  nestingSuffix: '\0',
} as const

/** @param options.quiet the texts are known to be missing, so don't report it */
export function setUpTexts(
  language: string,
  texts: Readonly<Record<string, string>>,
  options: { quiet?: boolean } = {},
): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    initAsync: false,
    resources: { [language]: { translation: { ...texts } } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: INTERPOLATION,
    react: { useSuspense: false, bindI18nStore: 'added' },
    // In the console's frame a draft is being written, which may lack words; the check says so.
    saveMissing: options.quiet !== true && !(isPreview() && window.parent !== window),
    missingKeyHandler: (_languages, _namespace, key) => console.error(`no text for "${key}"`),
    parseMissingKeyHandler: (key) => (import.meta.env.DEV ? key : ''),
  })
}

export function addTexts(language: string, texts: Readonly<Record<string, string>>): void {
  i18next.addResourceBundle(language, 'translation', texts, true, true)
}

export async function changeTexts(language: string): Promise<void> {
  await i18next.changeLanguage(language)
}

export function say(key: string, values?: Readonly<Record<string, unknown>>): string {
  return i18next.t(key, { ...values })
}
