/**
 * A backup as a file (docs/decisions/0045): lines of JSON, compressed by gzip, so that any tool can
 * look into it.
 *
 *   {"tsela":"backup","format":1,"product":...,"made":...,"database":...,"migrations":[...],"secrets":[...],"tables":[...]}
 *   {"table":"tenants","columns":["id","slug",...]}
 *   ["5f1c...","main",...]                           a row: each value as PostgreSQL writes it, or null
 *   {"end":"tenants","rows":1,"sha256":"..."}
 *   ...
 *   {"complete":true,"rows":123,"sha256":"..."}      the hash is of all lines before it
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { required } from '#server/base/required.ts'
import { linesOf } from '#server/base/lines.ts'
import { lineOf, Tally, type Content, type TextRow } from '../store/dump.ts'
import { OperatorError } from './operation.ts'

export const FORMAT = 1

export type Head = {
  readonly format: number
  /** Version of the product that made it. */
  readonly product: string
  readonly made: string
  readonly database: string
  readonly migrations: readonly string[]
  /** Ids of the keys needed to open sealed values in it. */
  readonly secrets: readonly string[]
  readonly tables: readonly string[]
}
export type TableLine = { readonly table: string; readonly columns: readonly string[] }
/** The contents of a backup, as stated at its end. */
export type Manifest = {
  readonly head: Head
  readonly tables: ReadonlyMap<string, Content>
  readonly rows: number
  readonly sha256: string
}

/** The parts found while reading, in the order of the file; a table ends with its row count. */
export type Part =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'table'; readonly line: TableLine }
  | { readonly kind: 'row'; readonly row: TextRow }
  | { readonly kind: 'end'; readonly table: string; readonly content: Content }
  | { readonly kind: 'complete'; readonly manifest: Manifest }

export type TableSource = {
  readonly line: TableLine
  readonly rows: AsyncIterable<readonly TextRow[]>
}

/** Writes a backup from tables as they are read. When done, the file has been flushed to disk. */
export async function writeBackup(
  path: string,
  head: Head,
  tables: AsyncIterable<TableSource>,
): Promise<Manifest> {
  const hash = createHash('sha256')
  const found = new Map<string, Content>()
  let rows = 0
  const line = (text: string) => {
    hash.update(text).update('\n')
    return `${text}\n`
  }
  let manifest: Manifest | undefined
  async function* lines(): AsyncGenerator<string> {
    yield line(JSON.stringify({ tsela: 'backup', ...head }))
    for await (const { line: about, rows: pieces } of tables) {
      yield line(JSON.stringify(about))
      const tally = new Tally()
      for await (const piece of pieces) {
        let text = ''
        for (const row of piece) {
          const own = lineOf(row)
          tally.add(own)
          text += line(own)
        }
        yield text
      }
      const content = tally.done()
      rows += content.rows
      found.set(about.table, content)
      yield line(JSON.stringify({ end: about.table, ...content }))
    }
    manifest = { head, tables: found, rows, sha256: hash.digest('hex') }
    yield `${JSON.stringify({ complete: true, rows, sha256: manifest.sha256 })}\n`
  }
  await pipeline(
    Readable.from(lines(), { objectMode: true, highWaterMark: 2 }),
    createGzip(),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
  return required(manifest, 'the manifest of a written backup')
}

/**
 * Reads a backup and verifies it against its own manifest.
 *
 * @throws OperatorError if it is not a backup, has a newer format, is truncated, or was modified
 */
export async function* readBackup(path: string): AsyncGenerator<Part> {
  const damaged = (why: string, cause?: unknown) =>
    new OperatorError(`${path} is damaged: ${why}.`, { cause })
  const hash = createHash('sha256')
  const found = new Map<string, Content>()
  let head: Head | undefined
  let table: { line: TableLine; tally: Tally } | undefined
  let rows = 0
  let complete = false
  for await (const text of textOf(path)) {
    if (complete) throw damaged('there is something after its end')
    const value = parsed(text)
    if (head === undefined) {
      head = headOf(value, path)
      yield { kind: 'head', head }
    } else if (Array.isArray(value)) {
      if (table === undefined || value.length !== table.line.columns.length)
        throw damaged('a row of no table')
      table.tally.add(text)
      yield { kind: 'row', row: value as TextRow }
    } else if (isRecord(value) && typeof value['table'] === 'string' && table === undefined) {
      table = { line: value as TableLine, tally: new Tally() }
      yield { kind: 'table', line: table.line }
    } else if (isRecord(value) && table !== undefined && value['end'] === table.line.table) {
      const content = table.tally.done()
      if (content.rows !== value['rows'] || content.sha256 !== value['sha256'])
        throw damaged(`the table ${table.line.table} is not what it was`)
      found.set(table.line.table, content)
      rows += content.rows
      yield { kind: 'end', table: table.line.table, content }
      table = undefined
    } else if (isRecord(value) && value['complete'] === true && table === undefined) {
      const sha256 = hash.digest('hex')
      if (
        value['rows'] !== rows ||
        value['sha256'] !== sha256 ||
        head.tables.join() !== [...found.keys()].join()
      )
        throw damaged('it is not what it was when it was made')
      complete = true
      yield { kind: 'complete', manifest: { head, tables: found, rows, sha256 } }
      continue
    } else throw damaged("one of its lines can't be read")
    hash.update(text).update('\n')
  }
  if (head === undefined) throw new OperatorError(`${path} is not a backup: it is empty.`)
  if (!complete) throw damaged('its end is missing')

  function parsed(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw head === undefined
        ? notOurs(path, error)
        : damaged("one of its lines can't be read", error)
    }
  }
}

async function* textOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const plain = file.pipe(createGunzip())
  file.on('error', (error) => plain.destroy(error))
  try {
    yield* linesOf(plain)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new OperatorError(`${path} cannot be read: ${message}.`, { cause: error })
    if (code === 'Z_DATA_ERROR' && file.bytesRead > 0 && plain.bytesWritten < 64 * 1024)
      throw notOurs(path, error)
    if (typeof code === 'string' && code.startsWith('Z_'))
      throw new OperatorError(`${path} is damaged: it is cut off, or was changed.`, {
        cause: error,
      })
    throw error
  } finally {
    file.destroy()
    plain.destroy()
  }
}

function headOf(value: unknown, path: string): Head {
  if (!isRecord(value) || value['tsela'] !== 'backup') throw notOurs(path)
  if (typeof value['format'] !== 'number' || value['format'] > FORMAT)
    throw new OperatorError(
      `${path} was made by a newer version (${String(value['product'])}). Use that one, or an even newer one, to restore it.`,
    )
  const { tsela: _mark, ...head } = value as Head & { tsela: string }
  return head
}

function notOurs(path: string, cause?: unknown): OperatorError {
  return new OperatorError(`${path} is not a backup of this product.`, { cause })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
