/** Dates as a CV says them: "March 2024 to now". */

import type { CvWords } from './words.ts'

export type Period = {
  /** YYYY, YYYY-MM or YYYY-MM-DD; empty if not given */
  readonly start: string
  readonly end: string
  readonly current: boolean
}

export function period({ start, end, current }: Period, words: CvWords): string {
  const from = monthOf(start, words.language)
  const to = current ? words.text('cv.date.now') : monthOf(end, words.language)
  if (from === '' || to === '' || from === to) return from || (current ? '' : to)
  return words.text('cv.date.range', { from, to })
}

/** "March 2024", or "2024" if only the year is known; anything else is shown as it was typed. */
export function monthOf(date: string, language: string): string {
  const [, year, month] = /^(\d{4})(?:-(\d{2})(?:-\d{2})?)?$/.exec(date) ?? []
  if (year === undefined || month === undefined) return date
  if (Number(month) < 1 || Number(month) > 12) return date
  const day = new Date(Date.UTC(2000, Number(month) - 1, 1))
  // The year isn't the formatter's: in some languages it would come in another calendar.
  day.setUTCFullYear(Number(year))
  return new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  }).format(day)
}
