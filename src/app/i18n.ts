/** Texts. The frame's come first, each page brings its own; a missing one is reported, never shown as a key in production. */

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

/** React escapes. And a text names no other text: `$t(...)` is only what somebody has written, here as on the server. */
export const INTERPOLATION = {
  escapeValue: false,
  nestingPrefix: '\0',
  nestingSuffix: '\0',
} as const

/** @param options.quiet texts are known to be missing; nobody needs to be told */
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
    saveMissing: options.quiet !== true,
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
