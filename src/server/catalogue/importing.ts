/**
 * Imports a file into a tenant's own records: first checked as a whole, then written as a version
 * that becomes current in one step (decision 0068).
 */

import type { ContentType } from '#engine/documents/kinds.ts'
import { Refusal } from '#engine/contract/problems.ts'
import { siteFull } from '#server/base/bounds.ts'
import { apart } from '#server/base/patience.ts'
import { LONG_MS, type Database, type Tx } from '#server/database/database.ts'
import { addAudit } from '#server/store/audit.ts'
import {
  beginVersion,
  carryOver,
  compareRows,
  countOwn,
  deleteUnused,
  giveUp,
  keepWriting,
  makeCurrent,
  setOf,
  writeRows,
  type OwnRow,
  type Started,
} from '#server/store/contentsets.ts'
import { isOver } from '#server/store/tenantlimits.ts'
import type { Choices } from './cells.ts'
import { fileRows } from './filereader.ts'
import type { Batch, FileJob, FileReport, LineIssue } from './filerows.ts'
import type { Mapping } from './reading.ts'

export const MAX_BYTES = 50 * 2 ** 20
const MAX_ROWS = { postgres: 500_000, embedded: 50_000 } as const
/** The embedded database has a single session: no transaction may hold it for long. */
const BATCH = { postgres: 1000, embedded: 200 } as const

export type Import = {
  readonly database: Database
  readonly tenant: string
  readonly type: ContentType
  readonly choices: Choices
  /** Where the file is. */
  readonly path: string
  /** What it is called. */
  readonly file: string
  readonly mapping: Mapping
  /** Keeps records that aren't in the file. */
  readonly keep: boolean
  readonly now: () => Date
  /** Told after each batch. */
  readonly onProgress?: (progress: Progress) => Promise<void>
  /** Called in the transaction that makes the import current. */
  readonly onCurrent?: (tx: Tx, report: Report) => Promise<unknown>
}
export type Progress = { readonly phase: 'checking' | 'writing'; readonly rows: number }
export type Changes = {
  readonly new: number
  readonly changed: number
  readonly same: number
  readonly gone: number
  /** Of the new and changed: how many replace a shared record. */
  readonly replaces: number
}
export type Report = Omit<FileReport, 'records'> & { readonly changes: Changes }
type Checked = { readonly report: Report; readonly current: string; readonly changes: string }

/** What an import would do, and every row that it would refuse. Doesn't write anything. */
export async function checkImport(job: Import): Promise<Checked> {
  const { database, tenant, type } = job
  const read = <Result>(work: (tx: Tx) => Promise<Result>) =>
    apart(() => database.tenant(tenant, work, LONG_MS))
  const { current, changes: edits } = await read((tx) => setOf(tx, type.id))
  const sum = { new: 0, changed: 0, same: 0, replaces: 0 }
  let known = 0
  const { records, ...file } = await eachBatch(job, 'checking', async ({ json }) => {
    const found = await read((tx) => compareRows(tx, type.id, json))
    known += found.known
    for (const name of ['new', 'changed', 'same', 'replaces'] as const) sum[name] += found[name]
  })
  const own = await read((tx) => countOwn(tx, type.id))
  const most = MAX_ROWS[database.kind]
  const tooMany: LineIssue[] =
    job.keep && own - known + records > most
      ? [{ line: 0, column: '', value: '', reason: 'rows', more: { most } }]
      : []
  return {
    report: {
      ...file,
      issues: [...tooMany, ...file.issues],
      issueCount: file.issueCount + tooMany.length,
      changes: { ...sum, gone: job.keep ? 0 : own - known },
    },
    current,
    changes: edits,
  }
}

async function eachBatch(
  job: Import,
  phase: Progress['phase'],
  take: (batch: Batch) => Promise<void>,
): Promise<FileReport> {
  const batches = fileRows(fileJobOf(job))
  let rows = 0
  for (;;) {
    const next = await batches.next()
    if (next.done === true) return next.value
    try {
      await take(next.value)
      await job.onProgress?.({ phase, rows: (rows += next.value.count) })
    } catch (error) {
      // Ends the thread, which would otherwise read on.
      await batches.return(undefined as never)
      throw error
    }
  }
}

function fileJobOf({ path, type, choices, mapping, database }: Import): FileJob {
  const lists = new Map<string, ReadonlyMap<string, string>>()
  for (const { list } of type.fields) {
    const known = list === undefined ? undefined : choices(list)
    if (known !== undefined) lists.set(list!, known)
  }
  return {
    path,
    type,
    lists,
    mapping,
    batch: BATCH[database.kind],
    maxRows: MAX_ROWS[database.kind],
  }
}

/**
 * Imports a file that has passed the check.
 *
 * @param actor null for an operator's command; `by` is the actor's email address
 * @returns the report; if it has issues, nothing was written
 * @throws Refusal `content/busy` during another import of the type, `content/moved` if a record was
 *   edited meanwhile, `limit/reached` if the tenant would have more records than its operator allows
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
    await removeUnused(job, started, write)
    await writeAll(job, started, write)
    await write(async (tx) => {
      const imported = { file: job.file, rows: report.rows, by: who.by }
      if (!(await makeCurrent(tx, type.id, started, imported, now())))
        throw new Refusal('content/moved')
      if (await isOver(tx, 'records')) throw siteFull('records')
      await job.onCurrent?.(tx, report)
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

async function writeAll(job: Import, started: Started, write: Write): Promise<void> {
  const { database, type, now } = job
  const { issueCount } = await eachBatch(job, 'writing', ({ json }) =>
    write(async (tx) => {
      if (!(await keepWriting(tx, type.id, started.version, now())))
        throw new Refusal('content/busy')
      await writeRows(tx, type.id, started.version, json)
    }),
  )
  // It passed a moment ago, so the file was overwritten in between.
  if (issueCount > 0) throw new Refusal('content/moved')
  const limit = BATCH[database.kind]
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    after = await write((tx) =>
      carryOver(tx, type.id, started, { all: job.keep, after: from, limit }),
    )
  }
}

/** Unused versions: those before the previous one, and what a killed import has left behind. */
async function removeUnused(
  { database, type, now }: Import,
  { version }: Started,
  write: Write,
): Promise<void> {
  const limit = BATCH[database.kind]
  for (let gone: number = limit; gone === limit;)
    gone = await write(async (tx) => {
      await keepWriting(tx, type.id, version, now())
      return deleteUnused(tx, type.id, limit)
    })
}

export function isMarker({ data }: Pick<OwnRow, 'data'>): boolean {
  return Object.keys(data).length === 0
}
