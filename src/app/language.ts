/**
 * The language of the page: the stored one, else the configured default, else English (spec 4,
 * Start-up).
 */

import { nearestLanguage } from '#engine/documents/languages.ts'
import { rememberLanguage } from './cookies.ts'
import { fetchFrame, takeFrame, textsOnScreen } from './documents.ts'
import { addTexts, changeTexts, say } from './i18n.ts'
import { keep, kept, showSnackbar, store, type AppConfiguration } from './store.ts'

export function firstLanguage(config: AppConfiguration): string {
  const language = languageFor(config, config.preview?.language ?? kept('language'))
  remember(language)
  return language
}

/** The requested language if the instance has it, else the configured default, else English. */
export function languageFor({ locales }: AppConfiguration, wanted: string | null): string {
  return (wanted && nearestLanguage(locales.available, wanted)) || locales.default || 'en'
}

export function remember(language: string): void {
  store.language = language
  keep('language', language)
  rememberLanguage(language)
}

/** Changes the language without leaving the page. If that fails offline, the current one stays. */
export async function chooseLanguage(language: string): Promise<void> {
  if (language === store.language) return
  try {
    const frame = await fetchFrame(language)
    addTexts(language, { ...frame.texts, ...(await textsOnScreen(frame)) })
    takeFrame(frame)
    applyDirection(language, frame.direction)
    await changeTexts(language)
    remember(language)
  } catch {
    showSnackbar(say('state.offlineText'))
  }
}

export function applyDirection(language: string, direction: 'ltr' | 'rtl'): void {
  document.documentElement.lang = language
  // Can be forced by tests and by reviewers of a right-to-left layout.
  document.documentElement.dir =
    new URLSearchParams(location.search).get('dir') === 'rtl' || kept('dir') === 'rtl'
      ? 'rtl'
      : direction
}
