/**
 * A reminder as a file for the calendar of a phone (RFC 5545): no account, no message, no signal.
 */

export type Reminder = {
  /** All of this day. */
  readonly day: Date
  readonly title: string
  /** The page that it is about. */
  readonly address: string
}

/** Octets of a line, without its end. */
const LINE = 75
/** In the morning of the day, in the phone's own time. */
const ALARM = 'PT8H'

/**
 * The day to be reminded of what closes in a month: the first day of the month before, or of the
 * month itself; the next of several months counts.
 *
 * @param months 1 to 12
 * @returns null if it closes this month, or its closing month isn't known
 */
export function dayBefore(months: readonly number[], now: Date): Date | null {
  const current = now.getMonth() + 1
  const ahead = months.map((month) => (month + 12 - current) % 12).sort((a, b) => a - b)
  const next = ahead.find((months) => months > 0)
  if (next === undefined || ahead[0] === 0) return null
  return new Date(now.getFullYear(), now.getMonth() + Math.max(1, next - 1), 1)
}

/** @param id of the reminder: the same one replaces what was saved before */
export function calendarFile({ day, title, address }: Reminder, id: string, now: Date): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Reminder//EN',
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${isoOf(day).replaceAll('-', '')}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(address)}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${ALARM}`,
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** A day of the phone's own calendar, such as 2026-12-01. */
export function isoOf(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n')
}

/** Long lines continue in the next one after a space; a letter of several octets stays whole. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length
    if (octets + size > LINE) {
      lines.push('')
      octets = 1
    }
    lines[lines.length - 1] += letter
    octets += size
  }
  return lines.join('\r\n ')
}
