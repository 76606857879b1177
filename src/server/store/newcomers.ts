/** How many learners a tenant has, how many were here, and how far those who came lately have got. */

import { sql } from 'kysely'
import { NEWCOMER_STEPS, type Newcomers } from '#engine/contract/newcomers.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { factRows } from './happenings.ts'

const DAYS = 7

/** Those who work here aren't learners. */
const LEARNERS = sql`(SELECT id, created_at FROM users WHERE role IS NULL)`

export async function newcomers(tx: Tx, now: Date): Promise<Newcomers> {
  const before = (hours: number) =>
    sql`${now.toISOString()}::timestamptz - make_interval(hours => ${sql.lit(hours)})`
  // Asked of each newcomer, by the index of its table: of all people it would take seconds.
  const steps = NEWCOMER_STEPS.map(
    (step) =>
      sql`(count(*) FILTER (WHERE EXISTS (SELECT FROM (${factRows(step)}) f WHERE f.user_id = fresh.id)))::integer`,
  )
  const row = await tx.one<{ learners: number; here: number; steps: readonly number[] }>({
    compile: () =>
      sql<never>`
      WITH fresh AS MATERIALIZED (SELECT id FROM ${LEARNERS} l WHERE created_at >= ${before(DAYS * 24)})
      SELECT (SELECT count(*)::integer FROM ${LEARNERS} l) AS learners,
        (SELECT count(DISTINCT user_id)::integer FROM sessions s
          WHERE seen_at >= ${before(24)} AND EXISTS (SELECT FROM ${LEARNERS} l WHERE l.id = s.user_id)) AS here,
        (SELECT ARRAY[${sql.join(steps)}] FROM fresh) AS steps`.compile(db),
  })
  return {
    learners: row.learners,
    here: row.here,
    days: DAYS,
    steps: NEWCOMER_STEPS.map((step, at) => ({ step, people: row.steps[at] ?? 0 })),
  }
}
