/** Dates, numbers, lists and names of languages in the language of the page. */

import { tagOf } from './languages.ts'

/** Plain English is formatted as in the region: day before month, no comma before "and". */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language
}

/**
 * "English", "Afrikaans": a language by its name in the page's language; its code if the browser
 * knows no name.
 */
export function languageName(code: string, language: string): string {
  return (
    safely(() => new Intl.DisplayNames([language], { type: 'language' }).of(tagOf(code))) ?? code
  )
}

/** "Kenya": a country by its name; the code if the browser knows no name. */
export function regionName(code: string, language: string): string {
  return safely(() => new Intl.DisplayNames([language], { type: 'region' }).of(code)) ?? code
}

/** "21 November", with the year if it isn't the current one. */
export function dayOf(iso: string, language: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const other = date.getFullYear() !== new Date().getFullYear()
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    ...(other && { year: 'numeric' }),
  }).format(date)
}

/** "21 November 2026" */
export function dateOf(iso: string, language: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime())
    ? ''
    : new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(date)
}

/** "15:05" today, "21 November, 15:05" on another day */
export function momentOf(iso: string, language: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(date)
  return date.toDateString() === new Date().toDateString()
    ? time
    : `${dayOf(iso, language)}, ${time}`
}

/** "January" to "December" */
export function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)))
}

/**
 * "Helper, Thinker and Creator"; as a `unit` "Helper, Thinker, Creator". If an entry has an "and"
 * itself, a comma shows where the last one begins: "Food and drink, music, and sport".
 */
export function listOf(
  words: readonly string[],
  language: string,
  type: 'conjunction' | 'unit' = 'conjunction',
): string {
  return (
    safely(() => {
      const parts = new Intl.ListFormat(localeOf(language), { type }).formatToParts(words)
      const last = parts.at(-2)?.value ?? ''
      if (words.length < 3 || last.startsWith(',') || !words.some((word) => word.includes(last)))
        return parts.map(({ value }) => value).join('')
      return parts.map(({ value }) => (value === last ? `,${value}` : value)).join('')
    }) ?? words.join(', ')
  )
}

/**
 * Capitalises a text that starts a sentence; texts that are also used within one are in lower case.
 */
export function capital(text: string, language: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(language) + rest.join('')
}

/** At most one decimal. */
export function numberOf(value: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 1 }).format(value)
}

/**
 * "R 349,00": an amount as it is written in its country.
 *
 * @param amount in minor units (cents); how many make one is a property of the currency
 */
export function moneyOf(
  amount: number,
  currency: string,
  language: string,
  country?: string,
): string {
  const locale = country && /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : undefined
  const written = (tag: string) => {
    const format = new Intl.NumberFormat(tag, { style: 'currency', currency })
    const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
    return format.format(amount / 10 ** digits)
  }
  return (
    safely(() => written(locale ?? localeOf(language))) ??
    safely(() => written(localeOf(language))) ??
    `${currency} ${(amount / 100).toFixed(2)}`
  )
}

/** Old phones lack parts of Intl; a plain result is better than a broken page. */
function safely(say: () => string | undefined): string | undefined {
  try {
    return say()
  } catch {
    return undefined
  }
}
