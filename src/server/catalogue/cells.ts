/**
 * Values of a record as cells of a table, and back: an exported file is imported without any
 * change. Pure.
 */

import type { ContentField } from '#engine/documents/kinds.ts'
import { isObject } from '#engine/documents/json.ts'

/** Separates the entries of one cell. */
const BETWEEN = '|'
/**
 * What a spreadsheet would take for a formula; `csvLine` puts an apostrophe in front, in addition
 * to any existing one.
 */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u
/** The folded words for true and false, in the languages of the product. */
const YES: readonly string[] = ['true', 'yes', '1', 'ja', 'waar']
const NO: readonly string[] = ['false', 'no', '0', 'nee', 'onwaar']

/** Folded id or label of a list's item -> its id; undefined if there is no such list. */
export type Choices = (list: string) => ReadonlyMap<string, string> | undefined

export function cellOf(field: Pick<ContentField, 'type'>, value: unknown): string | number | null {
  if (value === undefined || value === null) return null
  switch (field.type) {
    case 'number':
      return value as number
    case 'flag':
      return value === true ? 'true' : 'false'
    case 'choices':
    case 'refs':
      return guarded(entriesText(value as readonly string[]))
    case 'months':
      return (value as readonly number[]).length === 0
        ? '[]'
        : (value as readonly number[]).join(BETWEEN)
    case 'place':
      return placeText(value as Readonly<Record<string, unknown>>)
    case 'scores':
      return JSON.stringify(value)
    default:
      return guarded(String(value))
  }
}

/** Escapes a text so that `unguarded` gives it back unchanged. */
export function guarded(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? `'${text}` : text
}

function entriesText(entries: readonly string[]): string {
  const isPlain = entries.every(
    (entry) => entry !== '' && entry === entry.trim() && !entry.includes(BETWEEN),
  )
  return isPlain && entries[0]?.startsWith('[') === false
    ? entries.join(BETWEEN)
    : JSON.stringify(entries)
}

function placeText(place: Readonly<Record<string, unknown>>): string {
  const { lat, lon, label, ...more } = place
  const words = label === undefined ? '' : `, ${String(label)}`
  const isPlain =
    Object.keys(more).length === 0 &&
    (label === undefined || (typeof label === 'string' && label !== '' && label === label.trim()))
  // In brackets, because a southern latitude starts with a minus, like a formula.
  return isPlain ? `(${String(lat)}, ${String(lon)})${words}` : JSON.stringify(place)
}

/** The text of a cell without the apostrophe that protected it from the spreadsheet. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/**
 * What a cell means for a field. If it can't be parsed it stays text, which the check then refuses.
 *
 * @returns undefined for an empty cell
 */
export function valueOf(field: ContentField, cell: string, choices: Choices): unknown {
  const text = unguarded(cell)
  if (text.trim() === '') return undefined
  const plain = text.trim()
  switch (field.type) {
    case 'text':
    case 'longtext':
      return text
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : plain
    case 'flag':
      return flagOf(plain)
    case 'choice':
      return chosen(field, plain, choices)
    case 'choices':
      return entriesOf(text, field.list !== undefined).map((entry) => chosen(field, entry, choices))
    case 'refs':
      return entriesOf(text, false)
    case 'months':
      return entriesOf(plain, true).map((month) =>
        /^\d{1,2}$/.test(month) ? Number(month) : month,
      )
    case 'place':
      return placeOf(plain)
    case 'scores':
      return parsed(plain) ?? plain
    default:
      return plain
  }
}

function flagOf(text: string): boolean | string {
  const word = text.toLowerCase()
  if (YES.includes(word)) return true
  return NO.includes(word) ? false : text
}

/** An item by its id or its label. */
function chosen({ list }: ContentField, text: string, choices: Choices): string {
  const known = list === undefined ? undefined : choices(list)
  return known?.get(text) ?? known?.get(text.toLowerCase()) ?? text
}

/** @param many whether `;` separates entries as well: not if an entry can be any text */
function entriesOf(text: string, many: boolean): string[] {
  const list = text.trim().startsWith('[') ? parsed(text) : undefined
  if (Array.isArray(list) && list.every((entry) => typeof entry === 'string')) return list
  return text
    .split(many ? /[|;]/ : BETWEEN)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function placeOf(text: string): unknown {
  const [, lat, lon, label] =
    /^\(?(-?[\d.e-]+)\s*[,;]\s*(-?[\d.e-]+)\)?(?:\s*[,;]\s*(\S.*))?$/s.exec(text) ?? []
  if (lat !== undefined)
    return { lat: Number(lat), lon: Number(lon), ...(label !== undefined && { label }) }
  const place = text.startsWith('{') ? parsed(text) : undefined
  return isObject(place) ? place : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
