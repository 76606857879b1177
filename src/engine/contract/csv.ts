/** Comma-separated values (RFC 4180), safe against formula injection. Pure. */

/** One line with its line end. Numbers stay numbers; null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A leading apostrophe keeps a spreadsheet from evaluating the cell (OWASP, CSV injection).
  const text = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
