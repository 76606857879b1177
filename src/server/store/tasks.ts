/**
 * Logs of timed tasks, one per level. Only ever added: a level that was played can't be changed
 * afterwards.
 */

import type { Log } from '#engine/tasks/log.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

export function logsOf(tx: Tx, attemptId: string): Promise<{ level: number; events: Log }[]> {
  return tx.all(
    db
      .selectFrom('task_logs')
      .select(['level', 'events'])
      .where('attempt_id', '=', attemptId)
      .orderBy('level'),
  ) as Promise<{ level: number; events: Log }[]>
}

/** @returns false if this level has a log already */
export async function addLog(
  tx: Tx,
  log: { attempt: string; level: number; events: Log; now: Date },
): Promise<boolean> {
  const { attempt, level, events, now } = log
  const added = await tx.run(
    db
      .insertInto('task_logs')
      .values({
        tenant_id: tx.tenant,
        attempt_id: attempt,
        level,
        events: JSON.stringify(events),
        received_at: now,
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'attempt_id', 'level']).doNothing()),
  )
  return added === 1
}
