/** When something was done, as short as is still clear. */

/** "14:05" today, "18 Nov, 16:40" this year, with the year before that; empty for nothing. */
export function whenOf(iso: string, language: string, now: Date = new Date()): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  const locale = localeOf(language)
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
  if (at.toDateString() === now.toDateString())
    return new Intl.DateTimeFormat(locale, time).format(at)
  return new Intl.DateTimeFormat(locale, {
    ...time,
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  }).format(at)
}

/** English dates are written the day first. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language
}

/** "Tuesday 1 December 2026 at 08:00". */
export function fullWhen(at: Date, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(at)
}

/** The user's time zone in words: "South Africa Standard Time". */
export function zoneAt(at: Date, language: string): string {
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    timeZoneName: 'long',
  }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
