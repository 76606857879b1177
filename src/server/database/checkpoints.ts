/**
 * The embedded database makes no checkpoint by itself: PostgreSQL leaves that to a process which a database of one process
 * does not have. Its log would grow for ever, a start after a crash would take longer every day, and whoever asks for a
 * checkpoint at last (a backup, the end of the server) would keep everybody waiting.
 */

import { sql } from 'kysely'
import { sqlBuilder, type Database, type Tx } from './database.ts'

/** How often it is looked how much has been written. */
const LOOK_MS = 5000
/** A checkpoint after so much of the log takes some 50 ms, in which nobody is answered. */
const MAX_LOG_BYTES = 16 * 1024 * 1024

export class Checkpoints {
  #timer: NodeJS.Timeout | undefined
  #held = 0

  constructor(readonly database: Database) {}

  start(report: (error: unknown) => void): void {
    this.#timer = setInterval(() => void this.makeWhereDue().catch(report), LOOK_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Makes none while `work` goes on: it needs the log since the last one. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#held++
    try {
      return await work()
    } finally {
      this.#held--
    }
  }

  async makeWhereDue(): Promise<void> {
    if (this.#held > 0) return
    const written = await this.database.owner(null, logSince)
    if (written >= MAX_LOG_BYTES && this.#held === 0)
      await this.database.owner(null, (tx) =>
        tx.run({ compile: () => sql`CHECKPOINT`.compile(sqlBuilder) }),
      )
  }
}

/** Bytes of the log since the last checkpoint: what a start after a crash has to read. */
export async function logSince(tx: Tx): Promise<number> {
  const found = await tx.first({
    compile: () =>
      sql<{
        bytes: string
      }>`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::text AS bytes FROM pg_control_checkpoint()`.compile(
        sqlBuilder,
      ),
  })
  return Number(found?.bytes ?? 0)
}
