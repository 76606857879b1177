/** What is known before an experiment starts: who could take part, and what people did before. */

import { sql } from 'kysely'
import type { MetricDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'
import { dueUntil, readRows } from './analysis.ts'
import { happenings } from './happenings.ts'

/**
 * Devices on which one of these pages was seen, a day, in the last two weeks: who could take part.
 * Reads all of these events, so nobody asks oftener than needed.
 *
 * @param pages names of routes
 */
export async function visitorsADay(tx: Tx, pages: readonly string[], now: Date): Promise<number> {
  const row = await tx.one({
    compile: () =>
      sql<{
        n: number
      }>`SELECT count(DISTINCT device)::integer AS n FROM events WHERE received_at > ${now}::timestamptz - interval '14 days' AND name = 'pageView' AND props->>'pageName' = ANY(${pages}::text[])`.compile(
        db,
      ),
  })
  return row.n / 14
}

/** More of the latest people say nothing new about where values end. */
const MAX_EARLIER = 20_000

/**
 * The values of a mean that people had within its window since they first saw any arm: how many
 * people that is of, and what 99 of 100 of them had at most. Of the last half year, of all arms.
 */
export async function earlierValues(
  tx: Tx,
  { measure, windowDays }: Pick<MetricDocument, 'measure' | 'windowDays'>,
  now: Date,
): Promise<{ readonly people: number; readonly most: number }> {
  if (measure.as !== 'mean') return { people: 0, most: 0 }
  const people = { from: null, few: false }
  const [row] = await readRows<{ people: number; most: number | null }>(
    tx,
    false,
    (values) => values`
    WITH e AS MATERIALIZED (SELECT a.unit, p.user_id, a.exposed_at
      FROM (SELECT unit, min(exposed_at) AS exposed_at FROM experiment_assignments
        WHERE exposed_at <= ${dueUntil({ now }, windowDays)}::timestamptz AND exposed_at > ${now}::timestamptz - interval '180 days'
        GROUP BY unit ORDER BY min(exposed_at) DESC LIMIT ${MAX_EARLIER}) a
      LEFT JOIN (SELECT unit, user_id FROM person_units WHERE counted) p ON p.unit = a.unit),
    c AS (SELECT unit, count(*) AS n FROM (${happenings([measure.of], windowDays, people, ['unit'])}) h GROUP BY unit)
    SELECT count(*)::integer AS people, (percentile_disc(0.99) WITHIN GROUP (ORDER BY coalesce(c.n, 0)))::integer AS most
    FROM e LEFT JOIN c ON c.unit = e.unit`,
  )
  return { people: row?.people ?? 0, most: row?.most ?? 0 }
}
