/** Comma-separated values (RFC 4180) that no spreadsheet takes for a formula. Pure. */

/** One line with its end. Numbers stay numbers; null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // What a spreadsheet would work out is led by an apostrophe, and so stays text (OWASP, CSV injection).
  const text = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
