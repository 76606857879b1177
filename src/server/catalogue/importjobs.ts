/** Imports of the console: each records its progress, so that a reloaded page can ask for it. */

import { Refusal } from '#engine/contract/problems.ts'
import { apart } from '#server/base/patience.ts'
import { LONG_MS, type Tx } from '#server/database/database.ts'
import { beginJob, noteJob, type StoredJob } from '#server/store/importjobs.ts'
import { checkImport, importFile, type Import, type Report } from './importing.ts'

/** How often it records its progress, */
const TELL_MS = 500
/** and that it is still alive while there is no progress. */
const BEAT_MS = 5000

export type ImportJob = StoredJob<Report>
export type Order = {
  readonly dryRun: boolean
  readonly actor: string
  /** Email address of the user who imports. */
  readonly by: string
  readonly newId: () => string
}

/**
 * @returns as soon as it has started; `report` is available at its end
 * @throws Refusal `content/busy` while another import of the type is in progress
 */
export async function startImport(
  asked: Import,
  order: Order,
): Promise<{ readonly report: Promise<Report> }> {
  const { database, tenant, type, file, now } = asked
  const id = order.newId()
  const first: ImportJob = { file, dryRun: order.dryRun, phase: 'checking', rows: 0, total: null }
  const begun = await database.tenant(tenant, (tx) => beginJob(tx, type.id, id, first, now()))
  if (!begun) throw new Refusal('content/busy')
  return { report: watched(asked, order, id, first) }
}

async function watched(asked: Import, order: Order, id: string, first: ImportJob): Promise<Report> {
  const { database, tenant, type, now } = asked
  const write = <Result>(work: (tx: Tx) => Promise<Result>) =>
    apart(() => database.tenant(tenant, work, LONG_MS))
  let job = first
  const note = (changes: Partial<ImportJob>) =>
    write((tx) => noteJob(tx, type.id, id, { ...job, ...changes }, now()))
  let told = performance.now()
  const telling: Import = {
    ...asked,
    onProgress: async ({ phase, rows }) => {
      // The number of rows checked is the number to write.
      const total = phase === 'writing' && job.phase === 'checking' ? job.rows : job.total
      job = { ...job, phase, rows, total }
      if (performance.now() - told < TELL_MS) return
      told = performance.now()
      await note({})
    },
    // In the same transaction as the records: whatever happens next, both are stored or neither is.
    onCurrent: (tx, report) => noteJob(tx, type.id, id, { ...job, ...ended(report) }, now()),
  }
  const beat = setInterval(() => void note({}).catch(() => undefined), BEAT_MS)
  try {
    if (!order.dryRun) {
      const report = await importFile(telling, order)
      if (report.issueCount > 0) await note(ended(report))
      return report
    }
    const { report } = await checkImport(telling)
    await note(ended(report))
    return report
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'server/error'
    // If even this fails, the next import of the type waits for a moment.
    await note({ phase: 'failed', code }).catch(() => undefined)
    throw error
  } finally {
    clearInterval(beat)
  }
}

function ended(report: Report): Partial<ImportJob> {
  return {
    phase: report.issueCount > 0 ? 'refused' : 'done',
    rows: report.rows,
    total: report.rows,
    report,
  }
}
