/**
 * A file as batches of records that are ready for the database, and everything that is wrong with
 * it. Doesn't use a database: for large files it runs in a separate thread.
 */

import { createReadStream } from 'node:fs'
import type { ContentType } from '#engine/documents/kinds.ts'
import { rowsJson, type WrittenRecord } from '#server/store/contentrows.ts'
import { writtenOf } from './newrecord.ts'
import { RecordReader, type Issue, type Mapping } from './reading.ts'
import { rowsOf, shapeOf, type Shape } from './rows.ts'

/** More than anyone reads; the total is reported anyway. */
const MAX_ISSUES = 1000

export type FileJob = {
  readonly path: string
  readonly type: ContentType
  /** List -> what a cell may contain -> the id of the list's item. */
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly mapping: Mapping
  /** Records in a batch. */
  readonly batch: number
  readonly maxRows: number
}
export type LineIssue = Issue & {
  readonly line: number
  readonly more?: Readonly<Record<string, string | number>>
}
export type FileReport = Omit<Shape, 'damaged'> & {
  readonly rows: number
  readonly columns: readonly { readonly column: string; readonly field: string | null }[]
  readonly issues: readonly LineIssue[]
  readonly issueCount: number
  /** Valid records. */
  readonly records: number
}
/** `json`: of `rowsJson`. */
export type Batch = { readonly count: number; readonly json: string }

/** Invalid rows are in the report at the end, and in no batch. */
export async function* readFileRows(job: FileJob): AsyncGenerator<Batch, FileReport> {
  const source = () => createReadStream(job.path) as AsyncIterable<Uint8Array>
  const { damaged, ...shape } = await shapeOf(source)
  const reader = new RecordReader(job.type, (list) => job.lists.get(list), job.mapping, damaged)
  const issues: LineIssue[] = []
  let issueCount = 0
  const add = (issue: LineIssue) => {
    if (++issueCount <= MAX_ISSUES) issues.push(issue)
  }
  const lines = new Map<string, number>()
  let rows = 0
  let batch: WrittenRecord[] = []
  for await (const row of rowsOf(source, shape)) {
    const found = reader.read(row)
    if (found === null) continue
    if (++rows > job.maxRows) {
      add({ line: found.line, column: '', value: '', reason: 'rows', more: { most: job.maxRows } })
      break
    }
    if ('issues' in found) {
      for (const issue of found.issues) add({ line: found.line, ...issue })
      continue
    }
    const { id } = found.record
    const first = lines.get(id)
    if (first !== undefined) {
      add({ line: found.line, column: 'id', value: id, reason: 'duplicate', more: { first } })
      continue
    }
    lines.set(id, found.line)
    batch.push(writtenOf(job.type, found.record))
    if (batch.length < job.batch) continue
    yield { count: batch.length, json: rowsJson(batch) }
    batch = []
  }
  if (batch.length > 0) yield { count: batch.length, json: rowsJson(batch) }
  if (rows === 0 && issueCount === 0) add({ line: 0, column: '', value: '', reason: 'empty' })
  const columns = (reader.columns ?? []).map((column) => ({
    column,
    field: reader.mapping[column] ?? null,
  }))
  return { ...shape, rows, columns, issues, issueCount, records: lines.size }
}
