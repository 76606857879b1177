/**
 * What an experiment's people did, as sums by batch and arm: the database adds up, the engine judges
 * (engine/statistics). Nobody is counted before their window and the grace for late events are over,
 * and nobody who is known to be under age is counted at all, unless the experiment says otherwise.
 */

import { sql, type RawBuilder } from 'kysely'
import type { FactName, MetricDocument } from '#engine/documents/kinds.ts'
import { BATCH, type Sums } from '#engine/statistics/contrast.ts'
import type { RatioSums } from '#engine/statistics/ratio.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

type Source = Extract<MetricDocument['measure'], { as: 'proportion' }>['of']

/** Events of a phone that was offline are awaited this long after the window. */
export const GRACE_DAYS = 3

/** One analysis: an experiment, as long as nothing that divides people changes. */
export type Phase = {
  readonly experiment: string
  readonly phase: string
  readonly now: Date
  /** Whoever was younger when they saw their arm isn't counted; null: they count too. */
  readonly legalAge: number | null
}

/** `batch` as the engine's `batchOf` numbers them. */
type Cell = { readonly batch: number; readonly arm: string; readonly probability: number }

/** People and when each did something: (user_id, at). One row for each time. */
const OF_PERSON: Readonly<Record<FactName, RawBuilder<unknown>>> = {
  'signed-up': sql`SELECT id AS user_id, created_at AS at FROM users`,
  verified: sql`SELECT user_id, used_at AS at FROM codes WHERE purpose IN ('verify', 'address') AND used_at IS NOT NULL UNION ALL SELECT user_id, created_at FROM identities`,
  consented: sql`SELECT user_id, ((consent).value->>'updatedAt')::timestamptz AS at FROM (SELECT id AS user_id, jsonb_each(consents) AS consent FROM users) c WHERE ((consent).value->>'granted')::boolean`,
  'plan-redeemed': sql`SELECT user_id, created_at AS at FROM redemptions`,
  'profile-complete': reached('profile-complete'),
  onboarded: reached('onboarded'),
  'report-read': reached('report-read'),
  'assessment-begun': sql`SELECT user_id, started_at AS at FROM attempts`,
  'assessment-complete': sql`SELECT user_id, completed_at AS at FROM attempts WHERE completed_at IS NOT NULL`,
  favourite: sql`SELECT user_id, created_at AS at FROM favourites`,
  'cv-downloaded': sql`SELECT user_id, first_at AS at FROM cv_files`,
}

function reached(fact: FactName): RawBuilder<unknown> {
  return sql`SELECT user_id, at FROM milestones WHERE fact = ${sql.lit(fact)}`
}

/** (unit, at): what a metric counts. */
function happenings(source: Source): RawBuilder<unknown> {
  if ('fact' in source)
    return sql`SELECT p.unit, f.at FROM person_units p JOIN (${OF_PERSON[source.fact]}) f ON f.user_id = p.user_id WHERE p.counted`
  const named =
    source.name === undefined
      ? sql``
      : sql` AND coalesce(props->>'name', props->>'pageName') = ${source.name}`
  return sql`SELECT unit, at FROM events WHERE unit IS NOT NULL AND name = ${source.event}${named}`
}

/** Units that have seen their arm, with their place among those that count. */
function exposed({ experiment, phase, legalAge }: Phase, until: Date): RawBuilder<unknown> {
  return sql`
    SELECT a.unit, a.arm, a.probability, a.exposed_at,
      row_number() OVER (ORDER BY a.exposed_at, a.unit) AS place
    FROM experiment_assignments a ${born(legalAge)}
    WHERE a.experiment = ${experiment} AND a.phase = ${phase} AND a.exposed_at <= ${until}::timestamptz
      AND NOT ${isExcluded(legalAge)}`
}

/** The birth date of whoever a unit is counted as: a unit has at most one such person. */
function born(legalAge: number | null): RawBuilder<unknown> {
  return legalAge === null
    ? sql``
    : sql`LEFT JOIN (SELECT p.unit, max(left(u.profile->>'birthDate', 10)) AS date FROM person_units p JOIN users u ON u.id = p.user_id WHERE p.counted GROUP BY p.unit) AS born ON born.unit = a.unit`
}

/** By the age at the exposure, which no later day changes. */
function isExcluded(legalAge: number | null): RawBuilder<unknown> {
  return legalAge === null
    ? sql`false`
    : sql`coalesce(born.date > to_char((a.exposed_at AT TIME ZONE 'UTC') - make_interval(years => ${legalAge}::integer), 'YYYY-MM-DD'), false)`
}

/** The first batches double, from one person on; then each has `BATCH` people. */
const batch = sql`CASE WHEN e.place < ${sql.lit(BATCH)} THEN width_bucket(e.place::integer, ARRAY[1, 2, 4, 8, 16, 32]) - 1 ELSE 5 + (e.place / ${sql.lit(BATCH)})::integer END`

/** Sums of one value of each person, in the order of the batches. */
export function valueSums(tx: Tx, phase: Phase, metric: MetricDocument): Promise<(Cell & Sums)[]> {
  const { measure, windowDays } = metric
  if (measure.as === 'ratio') throw new Error(`the metric "${metric.id}" has two values a person`)
  const hours = windowDays * 24
  const value =
    measure.as === 'proportion'
      ? sql`(count(h.at) > 0)::integer`
      : measure.as === 'mean'
        ? sql`least(count(h.at), ${measure.cut})`
        : // Who didn't get there counts as the whole window.
          sql`coalesce(extract(epoch FROM min(h.at) - e.exposed_at) / 3600, ${hours})`
  const event =
    measure.as === 'time' ? sql`(count(h.at) > 0)::integer` : sql`(${value} > 0)::integer`
  return rows(
    tx,
    (sums) => sums`
    WITH e AS MATERIALIZED (${exposed(phase, dueUntil(phase, windowDays))}),
    h AS (${happenings(measure.of)}),
    v AS (SELECT ${batch} AS batch, e.arm, e.probability, (${value})::double precision AS value, ${event} AS event
      FROM e LEFT JOIN h ON h.unit = e.unit AND h.at >= e.exposed_at AND h.at < e.exposed_at + make_interval(days => ${windowDays})
      GROUP BY e.unit, e.arm, e.probability, e.exposed_at, e.place)
    SELECT batch, arm, probability, count(*)::integer AS n, sum(value) AS sum, sum(value * value) AS squares, sum(event)::integer AS events
    FROM v GROUP BY batch, arm, probability ORDER BY batch, arm`,
  )
}

/** Sums of the two values of each person, over all batches. */
export function ratioSums(
  tx: Tx,
  phase: Phase,
  metric: MetricDocument,
): Promise<(Omit<Cell, 'batch'> & RatioSums)[]> {
  const { measure, windowDays } = metric
  if (measure.as !== 'ratio') throw new Error(`the metric "${metric.id}" has one value a person`)
  return rows(
    tx,
    (sums) => sums`
    WITH e AS MATERIALIZED (${exposed(phase, dueUntil(phase, windowDays))}),
    h AS (SELECT unit, at, true AS top FROM (${happenings(measure.of)}) t UNION ALL SELECT unit, at, false FROM (${happenings(measure.per)}) b),
    v AS (SELECT e.arm, e.probability, (count(*) FILTER (WHERE h.top))::double precision AS top, (count(*) FILTER (WHERE NOT h.top))::double precision AS below
      FROM e LEFT JOIN h ON h.unit = e.unit AND h.at >= e.exposed_at AND h.at < e.exposed_at + make_interval(days => ${windowDays})
      GROUP BY e.unit, e.arm, e.probability)
    SELECT arm, probability, count(*)::integer AS n, sum(top) AS top, sum(below) AS below, sum(top * top) AS "topSquares",
      sum(below * below) AS "belowSquares", sum(top * below) AS products, (count(*) FILTER (WHERE top > 0))::integer AS events
    FROM v GROUP BY arm, probability ORDER BY arm`,
  )
}

/** Everybody who has seen their arm so far, by batch: whether the arms got their shares. */
export function exposureSums(tx: Tx, phase: Phase): Promise<(Cell & { readonly n: number })[]> {
  return rows(
    tx,
    (sums) => sums`
    WITH e AS (${exposed(phase, phase.now)})
    SELECT ${batch} AS batch, e.arm, e.probability, count(*)::integer AS n FROM e
    GROUP BY 1, e.arm, e.probability ORDER BY 1, e.arm`,
  )
}

/** People of each arm who are left out, because they are known to be under age. */
export function excludedSums(
  tx: Tx,
  { experiment, phase, legalAge }: Phase,
): Promise<{ readonly arm: string; readonly n: number }[]> {
  return rows(
    tx,
    (sums) => sums`
    SELECT a.arm, count(*)::integer AS n FROM experiment_assignments a ${born(legalAge)}
    WHERE a.experiment = ${experiment} AND a.phase = ${phase} AND a.exposed_at IS NOT NULL AND ${isExcluded(legalAge)}
    GROUP BY a.arm ORDER BY a.arm`,
  )
}

/** Exposures by day and arm. */
export function exposureDays(
  tx: Tx,
  phase: Phase,
): Promise<{ readonly day: string; readonly arm: string; readonly n: number }[]> {
  return rows(
    tx,
    (sums) => sums`
    WITH e AS (${exposed(phase, phase.now)})
    SELECT to_char(e.exposed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, e.arm, count(*)::integer AS n
    FROM e GROUP BY 1, 2 ORDER BY 1, 2`,
  )
}

export type ExposedRow = {
  readonly unit: string
  readonly arm: string
  readonly probability: number
  readonly at: Date
  readonly excluded: boolean
}

/** The next people in order of exposure. @param after the last of the page before */
export function exposedPeople(
  tx: Tx,
  { experiment, phase, legalAge }: Phase,
  after: { readonly at: Date; readonly unit: string } | null,
  most: number,
): Promise<ExposedRow[]> {
  const from =
    after === null
      ? sql``
      : sql`AND (a.exposed_at, a.unit) > (${after.at}::timestamptz, ${after.unit}::uuid)`
  return rows(
    tx,
    (people) => people`
    SELECT a.unit, a.arm, a.probability, a.exposed_at AS at, ${isExcluded(legalAge)} AS excluded
    FROM (SELECT * FROM experiment_assignments a
      WHERE a.experiment = ${experiment} AND a.phase = ${phase} AND a.exposed_at IS NOT NULL ${from}
      ORDER BY a.exposed_at, a.unit LIMIT ${most}) a ${born(legalAge)}
    ORDER BY a.exposed_at, a.unit`,
  )
}

/** Devices that sent events, a day, in the last two weeks: who could take part. */
export async function visitorsADay(tx: Tx, now: Date): Promise<number> {
  const row = await tx.one({
    compile: () =>
      sql<{
        n: number
      }>`SELECT count(DISTINCT device)::integer AS n FROM events WHERE at > ${now}::timestamptz - interval '14 days'`.compile(
        db,
      ),
  })
  return row.n / 14
}

/** Writes that a person reached this, unless it is known already. */
export async function addMilestone(
  tx: Tx,
  userId: string,
  fact: FactName,
  at: Date,
): Promise<void> {
  await tx.run({
    compile: () =>
      sql`INSERT INTO milestones (tenant_id, user_id, fact, at) VALUES (${tx.tenant}::uuid, ${userId}::uuid, ${fact}, ${at}::timestamptz) ON CONFLICT DO NOTHING`.compile(
        db,
      ),
  })
}

function dueUntil({ now }: Phase, windowDays: number): Date {
  return new Date(now.getTime() - (windowDays + GRACE_DAYS) * 86_400_000)
}

/**
 * Every join here is of two large sides by equal units or people. Without statistics, which a new
 * database hasn't, the planner takes both for a few rows and compares each with each: with a
 * thousand people that stops the embedded database for seconds. So it may only hash or sort.
 */
export async function withoutLoops(tx: Tx): Promise<void> {
  await tx.run({
    compile: () => sql`SELECT set_config('enable_nestloop', 'off', true)`.compile(db),
  })
}

function rows<Row>(tx: Tx, make: (text: typeof sql<Row>) => RawBuilder<Row>): Promise<Row[]> {
  return tx.all({ compile: () => make(sql<Row>).compile(db) })
}
