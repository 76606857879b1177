/**
 * The embedded database makes no checkpoints by itself: in PostgreSQL a separate process does that.
 * Without them its log would grow forever, a start after a crash would take longer every day, and
 * the checkpoint that a backup or a shutdown finally needs would keep every request waiting.
 */

import { sql } from 'kysely'
import { sqlBuilder, type Database, type Tx } from './database.ts'

/** How often the size of the log is checked. */
const LOOK_MS = 5000
/** A checkpoint after this much of the log takes about 50 ms, during which no query is answered. */
const MAX_LOG_BYTES = 16 * 1024 * 1024

export class Checkpoints {
  #timer: NodeJS.Timeout | undefined
  #paused = 0

  constructor(readonly database: Database) {}

  start(report: (error: unknown) => void): void {
    this.#timer = setInterval(() => void this.makeIfDue().catch(report), LOOK_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Makes no checkpoint during `work`, which needs the log since the last one. */
  async pausedDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#paused++
    try {
      return await work()
    } finally {
      this.#paused--
    }
  }

  async makeIfDue(): Promise<void> {
    if (this.#paused > 0) return
    const written = await this.database.owner(null, logSince)
    if (written >= MAX_LOG_BYTES && this.#paused === 0)
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
