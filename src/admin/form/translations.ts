/**
 * Texts on their way to a translator and back: CSV for a spreadsheet, XLIFF 1.2 for the tools of the
 * trade. A file that comes back is compared with what is there before anything is changed. Pure, but
 * for the browser's own reader of XML.
 */

import { placeholders } from '#engine/check/texts.ts'
import { csvLine } from '#engine/contract/csv.ts'
import { noteOf, type Glossary } from '#engine/documents/glossary.ts'

type Flat = Readonly<Record<string, string>>
/** One text: its key, the words to translate from, and the words of the language. */
export type Row = {
  readonly key: string
  readonly source: string
  readonly target: string
  /** Whether a machine wrote the words and nobody has read them; absent: the file doesn't say. */
  readonly state?: State | undefined
  /** What the glossary calls the terms in it. */
  readonly note?: string
}
type State = 'machine' | 'read'
export type FileFault =
  /** No columns with these names, or no lines. */
  | { readonly is: 'columns'; readonly wanted: string }
  /** The file ends early, or a quote or tag isn't closed. */
  | { readonly is: 'broken'; readonly line: number | null }
  | { readonly is: 'other-language'; readonly language: string }

/** What a file would change. */
export type Comparison = {
  readonly changed: readonly {
    readonly key: string
    readonly was: string
    readonly now: string
    readonly state?: State | undefined
  }[]
  readonly same: number
  /** The words are the same, and the file says that somebody has read them. */
  readonly read: readonly string[]
  /** No text has this key any more. */
  readonly gone: readonly string[]
  /** Values that the words to translate from fill in and the new words don't, or the other way round. */
  readonly lost: readonly { readonly key: string; readonly wanted: string; readonly has: string }[]
  /** The words to translate from have changed since the file was made. */
  readonly older: readonly string[]
}

const at = (texts: Flat, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined

/**
 * All texts of the first language, and the second's words.
 *
 * @param unread those that nobody has read
 * @param glossary what is agreed on goes with the texts that it concerns
 */
export function rowsOf(
  source: Flat,
  target: Flat,
  onlyMissing: boolean,
  unread: ReadonlySet<string> = new Set(),
  glossary?: Glossary,
): Row[] {
  return Object.entries(source).flatMap(([key, words]) => {
    const there = at(target, key) ?? ''
    if (onlyMissing && there !== '') return []
    const note = (glossary?.terms(words, there) ?? []).map(noteOf).join('; ')
    return [
      {
        key,
        source: words,
        target: there,
        ...(unread.has(key) && { state: 'machine' }),
        ...(note !== '' && { note }),
      },
    ]
  })
}

/** With a column for the state if anything is unread, and one for the glossary if anything is in it. */
export function csvOf(rows: readonly Row[], from: string, to: string): string {
  const states = rows.some(({ state }) => state !== undefined)
  const notes = rows.some(({ note }) => note !== undefined)
  const cells = ({ key, source, target, state, note = '' }: Row) => [
    ...[key, source, target].map(marked),
    ...(states ? [state ?? (target === '' ? '' : 'read')] : []),
    ...(notes ? [note] : []),
  ]
  const head = ['key', from, to, ...(states ? [STATE] : []), ...(notes ? [NOTE] : [])]
  return [head, ...rows.map(cells)].map(csvLine).join('')
}

export function xliffOf(rows: readonly Row[], from: string, to: string): string {
  const units = rows.map(
    ({ key, source, target, state, note }) =>
      `      <trans-unit id="${escape(key)}" xml:space="preserve">\n` +
      `        <source>${escape(source)}</source>\n` +
      `        <target state="${target === '' ? 'needs-translation' : state === 'machine' ? 'needs-review-translation' : 'translated'}">${escape(target)}</target>\n` +
      (note === undefined ? '' : `        <note from="${NOTE}">${escape(note)}</note>\n`) +
      `      </trans-unit>\n`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n' +
    `  <file original="texts" datatype="plaintext" source-language="${escape(from)}" target-language="${escape(to)}">\n` +
    `    <body>\n${units.join('')}    </body>\n  </file>\n</xliff>\n`
  )
}

/** The column of a spreadsheet that says whether somebody has read the words. */
const STATE = 'state'
/** What a translator reads, and nobody reads back. */
const NOTE = 'glossary'
/** States of XLIFF 1.2 in which nobody has read the words, and those in which somebody has. */
const UNREAD = /^needs-(?:review-|adaptation|l10n)/
const READ = /^(?:translated|final|signed-off)$/

/** Tools mark what a machine translated by the state, or say where it came from. */
function stateOf(target: Element | undefined): State | undefined {
  const state = target?.getAttribute('state') ?? ''
  const origin = target?.getAttribute('state-qualifier') ?? ''
  if (UNREAD.test(state) || /-mt$|^mt-/.test(origin)) return 'machine'
  return READ.test(state) ? 'read' : undefined
}

/** Control characters that XML has no place for can't be in a text: the server refuses them. */
function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A file in either format, whichever it is. */
export async function readFile(
  text: string,
  from: string,
  to: string,
): Promise<{ readonly rows: readonly Row[] } | { readonly fault: FileFault }> {
  const plain = text.replace(/^\uFEFF/, '')
  return /^\s*</.test(plain) ? readXliff(plain, to) : readCsv(plain, from, to)
}

function readXliff(
  text: string,
  to: string,
): { readonly rows: readonly Row[] } | { readonly fault: FileFault } {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const fault = document.querySelector('parsererror')
  if (fault !== null) {
    const line = /line (?:number )?(\d+)/i.exec(fault.textContent)?.[1]
    return { fault: { is: 'broken', line: line === undefined ? null : Number(line) } }
  }
  const [file] = named(document, 'file')
  const language = file?.getAttribute('target-language') ?? null
  if (language !== null && language.toLowerCase() !== to.toLowerCase())
    return { fault: { is: 'other-language', language } }
  const rows = named(document, 'trans-unit').map((unit) => ({
    key: unit.getAttribute('id') ?? '',
    source: named(unit, 'source')[0]?.textContent ?? '',
    target: named(unit, 'target')[0]?.textContent ?? '',
    state: stateOf(named(unit, 'target')[0]),
  }))
  return rows.length === 0 ? { fault: { is: 'columns', wanted: 'trans-unit' } } : { rows }
}

/** By their name alone: some tools write a prefix before it. */
function named(within: Document | Element, name: string): Element[] {
  return [...within.querySelectorAll('*')].filter(({ localName }) => localName === name)
}

async function readCsv(
  text: string,
  from: string,
  to: string,
): Promise<{ readonly rows: readonly Row[] } | { readonly fault: FileFault }> {
  const { parse, CsvError } = await import('csv-parse/browser/esm/sync')
  let lines: string[][]
  try {
    lines = parse(text, {
      delimiter: delimiterOf(text),
      skipEmptyLines: true,
      relaxColumnCount: true,
    })
  } catch (error) {
    const line = error instanceof CsvError ? Number(error['lines']) : Number.NaN
    return { fault: { is: 'broken', line: Number.isNaN(line) ? null : line } }
  }
  const [head = [], ...rest] = lines
  const names = head.map((name) => name.trim().toLowerCase())
  const [key, source, target, state] = ['key', from.toLowerCase(), to.toLowerCase(), STATE].map(
    (name) => names.indexOf(name),
  ) as [number, number, number, number]
  if (key < 0 || target < 0 || rest.length === 0)
    return { fault: { is: 'columns', wanted: `key, ${to}` } }
  return {
    rows: rest.map((cells) => ({
      key: (cells[key] ?? '').trim(),
      source: plainCell(cells[source] ?? ''),
      target: plainCell(cells[target] ?? ''),
      state: stateIn(cells[state] ?? ''),
    })),
  }
}

function stateIn(cell: string): State | undefined {
  const word = cell.trim().toLowerCase()
  return word === 'machine' || word === 'read' ? word : undefined
}

/** A spreadsheet of a country that writes 1,5 separates cells by semicolons. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split('\n', 1)
  return [',', ';', '\t'].find((each) => head.includes(each)) ?? ','
}

/** Cells that csvLine has put an apostrophe before, or that look so. */
const GUARDED = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u

/** One that looks so gets another, which is taken away again. */
const marked = (cell: string): string => (GUARDED.test(cell) ? `'${cell}` : cell)

/** As it was, with the line breaks that texts have. */
function plainCell(cell: string): string {
  return (GUARDED.test(cell) ? cell.slice(1) : cell).replaceAll('\r\n', '\n')
}

/**
 * An empty cell of a file changes nothing: a translator hasn't come to it yet.
 *
 * @param unread texts of the language that nobody has read
 */
export function compare(
  rows: readonly Row[],
  source: Flat,
  target: Flat,
  unread: ReadonlySet<string> = new Set(),
): Comparison {
  const changed: { key: string; was: string; now: string; state: State | undefined }[] = []
  const read: string[] = []
  const gone: string[] = []
  const lost: { key: string; wanted: string; has: string }[] = []
  const older: string[] = []
  let same = 0
  for (const { key, source: from, target: now, state } of rows) {
    const original = at(source, key)
    const was = at(target, key) ?? ''
    if (original === undefined) gone.push(key)
    else if (now.trim() === '' || now === was) {
      same++
      if (now === was && state === 'read' && unread.has(key)) read.push(key)
    } else if (placeholders(now) !== placeholders(original))
      lost.push({ key, wanted: placeholders(original), has: placeholders(now) })
    else {
      changed.push({ key, was, now, state })
      if (from !== '' && from !== original) older.push(key)
    }
  }
  return { changed, same, read, gone, lost, older }
}
