/** A file as a stream of rows: CSV, JSON or JSON Lines, in UTF-8, UTF-16 or Windows-1252. */

import { TextDecoder } from 'node:util'
import { Readable, pipeline } from 'node:stream'
import { parse } from 'csv-parse'

/**
 * In characters. A longer row isn't a record, but a file without line ends or with a quote that
 * isn't closed.
 */
const MAX_ROW = 200_000
/** Of a record's values in each other: places and lists of entries have three levels. */
const MAX_DEPTH = 20
/** Enough to detect the format. */
const HEAD_BYTES = 64 * 1024

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type Format = 'csv' | 'json' | 'jsonl'
export type Shape = {
  readonly encoding: Encoding
  readonly format: Format
  /** Null unless it is CSV. */
  readonly delimiter: string | null
  /** UTF-8 with bytes that aren't: each is read as `LOST`. */
  readonly damaged?: true
}
/** What a decoder writes for bytes that it can't read. */
export const LOST = '\uFFFD'
export type Row = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly value: unknown }
  /** A row that can't be parsed. Rows after it may be lost as well. */
  | { readonly broken: 'quotes' | 'json' | 'too-long'; readonly text: string }
)
/** Opened once to read the rows, and before that to detect the encoding. */
export type Source = () => AsyncIterable<Uint8Array>

/** Reads the whole file: only the last byte proves that it is UTF-8. */
export async function shapeOf(source: Source): Promise<Shape> {
  let head = Buffer.alloc(0)
  let isUtf8 = true
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of source()) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk])
    isUtf8 &&= decodes(utf8, chunk)
  }
  isUtf8 &&= decodes(utf8, null)
  const utf16 = utf16Of(head)
  const damaged = utf16 === null && !isUtf8 && (await isDamagedUtf8(source))
  const encoding = utf16 ?? (isUtf8 || damaged ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(head)
  const [first] = text.trimStart()
  const format = first === '[' ? 'json' : first === '{' ? 'jsonl' : 'csv'
  const delimiter = format === 'csv' ? delimiterOf(text) : null
  return { encoding, format, delimiter, ...(damaged && { damaged }) }
}

/** By its byte order mark or, without one, by the empty half of its first letter. */
function utf16Of([first, second]: Buffer): Encoding | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return null
}

/**
 * Is it UTF-8 with a few wrong bytes, such as two files in one? Accents of Windows-1252 are UTF-8
 * only by rare chance, so most of a Windows-1252 file's would be lost.
 */
async function isDamagedUtf8(source: Source): Promise<boolean> {
  let [lost, accents] = [0, 0]
  for await (const text of textOf(source, 'utf-8')) {
    lost += text.match(/\uFFFD/g)?.length ?? 0
    accents += text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  }
  return accents > lost
}

function decodes(decoder: TextDecoder, chunk: Uint8Array | null): boolean {
  try {
    if (chunk === null) decoder.decode()
    else decoder.decode(chunk, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The delimiter that is most frequent in the first line. */
function delimiterOf(text: string): string {
  let quoted = false
  const found = new Map([',', ';', '\t'].map((delimiter) => [delimiter, 0]))
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (character === '\n' && !quoted) break
    const count = found.get(character)
    if (!quoted && count !== undefined) found.set(character, count + 1)
  }
  return [...found].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

export async function* rowsOf(source: Source, shape: Shape): AsyncGenerator<Row> {
  const text = textOf(source, shape.encoding)
  if (shape.format === 'csv') yield* csvRows(text, shape.delimiter ?? ',')
  else yield* shape.format === 'json' ? elements(text) : jsonLines(text)
}

/** The text with Unix line ends, whatever the file has. */
async function* textOf(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let kept = ''
  for await (const chunk of source()) {
    const text = kept + decoder.decode(chunk, { stream: true })
    kept = text.endsWith('\r') ? '\r' : ''
    yield unixLines(kept === '' ? text : text.slice(0, -1))
  }
  yield unixLines(kept + decoder.decode())
}

export function unixLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row> {
  const skipped: { readonly line: number; readonly code: string }[] = []
  const parser = parse({
    delimiter,
    info: true,
    // A row with too few or too many columns, or a broken one, is reported with its line; the rest
    // is still read.
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW,
    on_skip: (error) => {
      const { code = '', lines = 0 } = (error ?? {}) as { code?: string; lines?: number }
      // Some are reported twice.
      if (skipped.at(-1)?.line !== lines) skipped.push({ line: lines, code })
    },
  })
  // Its errors are thrown by the loop below.
  pipeline(Readable.from(text), parser, () => undefined)
  let line = 1
  let told = 0
  for await (const each of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    const within = each.record.reduce((sum, cell) => sum + countLines(cell), 0)
    line = each.info.lines - within
    for (let next = skipped[told]; next !== undefined && next.line < line; next = skipped[++told])
      yield brokenRow(next)
    yield { line, cells: each.record }
    line = each.info.lines + 1
  }
  for (const each of skipped.slice(told)) {
    // A quote that is never closed is reported at the end of the file, and was opened after the
    // last good row, unless it follows from an error that has been reported.
    if (each.code !== NOT_CLOSED) yield brokenRow(each)
    else if (skipped.length === 1) yield brokenRow({ ...each, line })
  }
}

const NOT_CLOSED = 'CSV_QUOTE_NOT_CLOSED'

function brokenRow({ line, code }: { readonly line: number; readonly code: string }): Row {
  return { line, broken: code === 'CSV_MAX_RECORD_SIZE' ? 'too-long' : 'quotes', text: '' }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let line = 0
  let kept = ''
  for await (const chunk of text) {
    const lines = (kept + chunk).split('\n')
    kept = lines.pop() ?? ''
    for (const each of lines) {
      line++
      if (each.trim() !== '') yield parsedAt(line, each)
    }
    if (kept.length > MAX_ROW) return yield { line: line + 1, broken: 'too-long', text: '' }
  }
  if (kept.trim() !== '') yield parsedAt(line + 1, kept)
}

/**
 * The elements of one array, split at the commas between them: only one of them is in memory at a
 * time.
 */
async function* elements(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let [line, began, depth] = [1, 1, 0]
  let [quoted, escaped, over] = [false, false, false]
  let kept = ''
  for await (const chunk of text) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk.charAt(at)
      if (character === '\n') line++
      if (quoted) {
        if (escaped) escaped = false
        else if (character === '\\') escaped = true
        else if (character === '"') quoted = false
        continue
      }
      if (character === '"') quoted = true
      const opens = character === '[' || character === '{'
      const closes = character === ']' || character === '}'
      if (over && !/\s/.test(character)) return yield { line, broken: 'json', text: character }
      if (opens && ++depth === 1) from = at + 1
      if (closes) depth--
      if ((character === ',' && depth === 1) || (closes && depth === 0)) {
        const element = kept + chunk.slice(from, at)
        kept = ''
        from = at + 1
        if (element.trim() !== '') yield parsedAt(began, element)
        began = line
        over = depth === 0
      } else if (
        depth === 1 &&
        /\s/.test(character) &&
        (kept + chunk.slice(from, at)).trim() === ''
      )
        began = line
    }
    if (!over) kept += chunk.slice(from)
    if (kept.length > MAX_ROW) return yield { line: began, broken: 'too-long', text: '' }
  }
  if (!over) yield { line: began, broken: 'json', text: kept.trim().slice(0, 80) }
}

function parsedAt(line: number, text: string): Row {
  const broken = { line, broken: 'json', text: text.trim().slice(0, 80) } as const
  // What is read here is written again by functions that recurse.
  if (depthOf(text) > MAX_DEPTH) return broken
  try {
    return { line, value: JSON.parse(text) as unknown }
  } catch {
    return broken
  }
}

/** How deep its lists and objects are in each other, before anything is parsed. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') most = Math.max(most, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return most
}
