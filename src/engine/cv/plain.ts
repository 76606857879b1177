/** Text that a person typed, ready for any file: no control characters, one form of each letter. */

// oxlint-disable-next-line no-control-regex -- what a file may not contain, apart from line breaks
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/g
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Overrides and isolates turn the words of everything after them. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** One line of plain text; anything but text and numbers is empty. */
export function clean(value: unknown): string {
  return tidy(value).replace(/\s+/g, ' ').trim()
}

/** Its lines without bullets of the person's own and without empty ones. */
export function linesOf(value: unknown): string[] {
  return tidy(value)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => clean(line).replace(/^[-*•·–]\s+/, ''))
    .filter(Boolean)
}

function tidy(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : ''
  return value
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, ' ')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(TURNING, '')
    .normalize('NFC')
}
