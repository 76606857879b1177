/** How long ago something was, in the language of the page. Apart from intl.ts, which every page loads. */

import { dayOf } from './intl.ts'

/** "today", "yesterday", "5 days ago"; after a month the day itself. */
export function agoOf(iso: string, language: string, now = new Date()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const midnight = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate())
  const days = Math.round((midnight(date) - midnight(now)) / 86_400_000)
  if (days < -30) return dayOf(iso, language)
  try {
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
      Math.min(0, days),
      'day',
    )
  } catch {
    // A language that the browser doesn't know.
    return dayOf(iso, language)
  }
}
