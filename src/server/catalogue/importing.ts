/**
 * Imports a file into a tenant's own records: first checked as a whole, then written as a version
 * that becomes current in one step (decision 0068).
 */

import type { ContentType } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { apart } from '#server/base/patience.ts'
import { LONG_MS, type Database, type Tx } from '#server/database/database.ts'
import { addAudit } from '#server/store/audit.ts'
import {
  beginVersion,
  carryOver,
  countOwn,
  deleteUnused,
  giveUp,
  keepWriting,
  makeCurrent,
  ownRows,
  setOf,
  sharedIds,
  writeRecords,
  type OwnRow,
  type Started,
  type WrittenRecord,
} from '#server/store/contentsets.ts'
import type { Choices } from './cells.ts'
import { RecordReader, type Issue, type Mapping, type ReadRecord } from './reading.ts'
import { newRecord } from './records.ts'
import { rowsOf, shapeOf, type Shape, type Source } from './rows.ts'

export const MAX_BYTES = 50 * 2 ** 20
const MAX_ROWS = { postgres: 500_000, embedded: 50_000 } as const
/** The embedded database has a single session: no transaction may hold it for long. */
const BATCH = { postgres: 1000, embedded: 200 } as const
/** Listed in the report, which gives the full number as well. */
const MAX_ISSUES = 1000

export type Import = {
  readonly database: Database
  readonly tenant: string
  readonly type: ContentType
  readonly choices: Choices
  readonly source: Source
  readonly file: string
  readonly mapping: Mapping
  /** Keeps records that aren't in the file. */
  readonly keep: boolean
  readonly now: () => Date
}
export type LineIssue = Issue & {
  readonly line: number
  readonly more?: Readonly<Record<string, string | number>>
}
export type Changes = {
  readonly new: number
  readonly changed: number
  readonly same: number
  readonly gone: number
  /** Of the new and changed: how many replace a shared record. */
  readonly replaces: number
}
export type Report = Shape & {
  readonly rows: number
  readonly columns: readonly { readonly column: string; readonly field: string | null }[]
  readonly issues: readonly LineIssue[]
  readonly issueCount: number
  readonly changes: Changes
}
type Checked = { readonly report: Report; readonly current: string; readonly changes: string }

/** What an import would do, and every row that it would refuse. Doesn't write anything. */
export async function checkImport(job: Import): Promise<Checked> {
  const { database, tenant, type } = job
  const shape = await shapeOf(job.source)
  const reader = new RecordReader(type, job.choices, job.mapping)
  const read = <Result>(work: (tx: Tx) => Promise<Result>) =>
    apart(() => database.tenant(tenant, work))
  const { current, changes: edits } = await read((tx) => setOf(tx, type.id))
  const issues: LineIssue[] = []
  let issueCount = 0
  const add = (issue: LineIssue) => {
    if (++issueCount <= MAX_ISSUES) issues.push(issue)
  }
  const lines = new Map<string, number>()
  const counted = { new: 0, changed: 0, same: 0, replaces: 0 }
  let known = 0
  let batch: ReadRecord[] = []
  const compare = async () => {
    const records = batch
    batch = []
    if (records.length === 0) return
    const ids = records.map(({ id }) => id)
    const [there, shared] = await read(async (tx) => [
      await ownRows(tx, type.id, ids),
      await sharedIds(tx, type.id, ids),
    ])
    const byId = new Map(there.map((row) => [row.id, row]))
    for (const record of records) {
      const before = byId.get(record.id)
      // A record that only hid a shared one doesn't count as a record.
      if (before !== undefined && !isMarker(before)) known++
      const change = changeOf(type, before, record)
      counted[change]++
      if (change !== 'same' && shared.includes(record.id)) counted.replaces++
    }
  }
  let rows = 0
  const most = MAX_ROWS[database.kind]
  for await (const row of rowsOf(job.source, shape)) {
    const found = reader.read(row)
    if (found === null) continue
    if (++rows > most) {
      add({ line: found.line, column: '', value: '', reason: 'rows', more: { most } })
      break
    }
    if ('issues' in found) {
      for (const issue of found.issues) add({ line: found.line, ...issue })
      continue
    }
    const first = lines.get(found.record.id)
    if (first !== undefined) {
      const { id } = found.record
      add({ line: found.line, column: 'id', value: id, reason: 'duplicate', more: { first } })
      continue
    }
    lines.set(found.record.id, found.line)
    batch.push(found.record)
    if (batch.length === BATCH[database.kind]) await compare()
  }
  await compare()
  const own = await read((tx) => countOwn(tx, type.id))
  if (job.keep && own - known + lines.size > most)
    add({ line: 0, column: '', value: '', reason: 'rows', more: { most } })
  if (rows === 0 && issueCount === 0) add({ line: 0, column: '', value: '', reason: 'empty' })
  const columns = (reader.columns ?? []).map((column) => ({
    column,
    field: reader.mapping[column] ?? null,
  }))
  const changes = { ...counted, gone: job.keep ? 0 : own - known }
  return {
    report: { ...shape, rows, columns, issues, issueCount, changes },
    current,
    changes: edits,
  }
}

/**
 * Imports a file that has passed the check.
 *
 * @param actor null for an operator's command; `by` is the actor's email address
 * @returns the report; if it has issues, nothing was written
 * @throws Refusal `content/busy` during another import of the type, `content/moved` if a record was
 *   edited meanwhile
 */
export async function importFile(
  job: Import,
  who: { readonly actor: string | null; readonly by: string; readonly newId: () => string },
): Promise<Report> {
  const { report, current, changes } = await checkImport(job)
  if (report.issueCount > 0) return report
  const { database, tenant, type, now } = job
  const write = <Result>(work: (tx: Tx) => Promise<Result>) =>
    apart(() => database.tenant(tenant, work, LONG_MS))
  const started = await write((tx) => beginVersion(tx, type.id, now()))
  if (started === undefined) throw new Refusal('content/busy')
  try {
    if (started.current !== current || started.changes !== changes)
      throw new Refusal('content/moved')
    await removeUnused(job, write)
    await writeAll(job, report, started, write)
    await write(async (tx) => {
      const imported = { file: job.file, rows: report.rows, by: who.by }
      if (!(await makeCurrent(tx, type.id, started, imported, now())))
        throw new Refusal('content/moved')
      await addAudit(tx, {
        id: who.newId(),
        now: now(),
        actor: who.actor,
        action: 'content.import',
        target: type.id,
        detail: { file: job.file, rows: report.rows, ...report.changes },
      })
    })
  } catch (error) {
    // If even this fails, the lease expires soon.
    await write((tx) => giveUp(tx, type.id, started.version)).catch(() => undefined)
    throw error
  }
  return report
}

type Write = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

async function writeAll(job: Import, shape: Shape, started: Started, write: Write): Promise<void> {
  const { database, type, now } = job
  const limit = BATCH[database.kind]
  const reader = new RecordReader(type, job.choices, job.mapping)
  let batch: WrittenRecord[] = []
  const flush = async () => {
    const records = batch
    batch = []
    if (records.length === 0) return
    await write(async (tx) => {
      if (!(await keepWriting(tx, type.id, started.version, now())))
        throw new Refusal('content/busy')
      await writeRecords(tx, type.id, started.version, records)
    })
  }
  for await (const row of rowsOf(job.source, shape)) {
    const found = reader.read(row)
    if (found === null) continue
    // It passed a moment ago, so the file was overwritten in between.
    if ('issues' in found) throw new Refusal('content/moved')
    batch.push(writtenOf(type, found.record))
    if (batch.length === limit) await flush()
  }
  await flush()
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    after = await write((tx) =>
      carryOver(tx, type.id, started, { all: job.keep, after: from, limit }),
    )
  }
}

/** Unused versions: those before the previous one, and what a killed import has left behind. */
async function removeUnused({ database, type }: Import, write: Write): Promise<void> {
  const limit = BATCH[database.kind]
  for (let gone: number = limit; gone === limit;)
    gone = await write((tx) => deleteUnused(tx, type.id, limit))
}

export function writtenOf(type: ContentType, record: ReadRecord): WrittenRecord {
  const made = newRecord(type, { id: record.id, ...record.data })
  return {
    ...made,
    state: record.hidden ? 'hidden' : 'shown',
    starts: record.starts,
    ends: record.ends ?? made.ends,
  }
}

export function isMarker({ data }: Pick<OwnRow, 'data'>): boolean {
  return Object.keys(data).length === 0
}

function changeOf(
  type: ContentType,
  before: OwnRow | undefined,
  record: ReadRecord,
): 'new' | 'changed' | 'same' {
  if (before === undefined || isMarker(before)) return 'new'
  const after = writtenOf(type, record)
  const same =
    before.state === after.state &&
    before.starts?.getTime() === after.starts?.getTime() &&
    before.ends?.getTime() === after.ends?.getTime() &&
    sorted(before.data) === sorted(after.data)
  return same ? 'same' : 'changed'
}

/** The same text for equal values, whatever the order of their members. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
