/**
 * What an experiment's people did, as sums by batch and arm: the database adds up, the engine judges
 * (engine/statistics). Nobody is counted before their window and the grace for late events are over,
 * and nobody who is known to be under age is counted at all, unless the experiment says otherwise.
 * Everything is read in the order of exposure, from where an earlier count has stopped.
 */

import { sql, type RawBuilder } from 'kysely'
import type { FactName, MetricDocument } from '#engine/documents/kinds.ts'
import { BATCH } from '#engine/statistics/contrast.ts'
import type { Breakdown } from '#engine/statistics/counted.ts'
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
function happenings(source: Source, { from }: Pick<Next, 'from'>): RawBuilder<unknown> {
  if ('fact' in source)
    return sql`SELECT p.unit, f.at FROM person_units p JOIN (${OF_PERSON[source.fact]}) f ON f.user_id = p.user_id WHERE p.counted`
  const named =
    source.name === undefined
      ? sql``
      : sql` AND coalesce(props->>'name', props->>'pageName') = ${source.name}`
  // A phone's clock may be ahead by a day when it says what happened.
  const since =
    from === null ? sql`` : sql` AND received_at >= ${from}::timestamptz - interval '1 day'`
  return sql`SELECT unit, at FROM events WHERE unit IS NOT NULL AND name = ${source.event}${since}${named}`
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

/** What is counted next: whoever saw their arm after `from` and until `until`, at most `most` of them. */
export type Next = {
  /** Null: from the first person on. */
  readonly from: Date | null
  readonly until: Date
  /** People who have been counted before. */
  readonly people: number
  readonly most: number
  /** Nobody comes after them: their last batch is counted too, though it isn't full. */
  readonly isLast?: boolean
}

/** The last batch may still grow, unless nobody comes any more. */
function isWhole({ isLast = false }: Pick<Next, 'isLast'>): RawBuilder<unknown> {
  return isLast ? sql`true` : sql`batch < last`
}

/**
 * The next people, with their place among all who count; those who are left out have that of the one
 * before them. People of the same moment have the same place, so no batch begins between them.
 */
function next({ experiment, phase, legalAge }: Phase, { from, until, people, most }: Next) {
  const after = from === null ? sql`` : sql`AND exposed_at > ${from}::timestamptz`
  return sql`
    SELECT a.unit, a.arm, a.probability, a.exposed_at, a.device, a.language, a.plan, ${isExcluded(legalAge)} AS excluded,
      ${people}::bigint + count(*) FILTER (WHERE NOT ${isExcluded(legalAge)}) OVER (ORDER BY a.exposed_at) AS place
    FROM (SELECT unit, arm, probability, exposed_at, device, language, plan FROM experiment_assignments
      WHERE experiment = ${experiment} AND phase = ${phase} AND exposed_at <= ${until}::timestamptz ${after}
      ORDER BY exposed_at LIMIT ${most}) a ${born(legalAge)}`
}

/** The first batches double, from one person on; then each has `BATCH` people. */
const batch = sql`CASE WHEN e.place < ${sql.lit(BATCH)} THEN greatest(0, width_bucket(e.place::integer, ARRAY[1, 2, 4, 8, 16, 32]) - 1) ELSE 5 + (e.place / ${sql.lit(BATCH)})::integer END`

/** How many people there are to be counted, as far as it matters. */
export async function peopleWaiting(
  tx: Tx,
  { experiment, phase }: Phase,
  { from, until }: Pick<Next, 'from' | 'until'>,
  most: number,
): Promise<number> {
  const after = from === null ? sql`` : sql`AND exposed_at > ${from}::timestamptz`
  const [row] = await rows<{ n: number }>(
    tx,
    (people) => people`
    SELECT count(*)::integer AS n FROM (SELECT FROM experiment_assignments
      WHERE experiment = ${experiment} AND phase = ${phase} AND exposed_at <= ${until}::timestamptz ${after} LIMIT ${most}) AS them`,
  )
  return row?.n ?? 0
}

/**
 * `through`: when the last person of a batch saw their arm. Rows of a batch have no `part`, rows of
 * a part of the people no `batch`.
 */
export type CountedRow = RatioSums & {
  readonly batch: number | null
  readonly arm: string
  readonly probability: number | null
  readonly through: Date
  readonly part: Breakdown | null
  readonly value: string | null
}

/** Sums of a metric over the next whole batches: the last, which may still grow, is left. */
export function nextSums(
  tx: Tx,
  phase: Phase,
  { measure, windowDays }: MetricDocument,
  people: Next,
): Promise<CountedRow[]> {
  const hours = windowDays * 24
  const counted = sql`(count(*) FILTER (WHERE h.top))`
  const top = {
    proportion: sql`least(${counted}, 1)`,
    mean: sql`least(${counted}, ${measure.as === 'mean' ? measure.cut : 1})`,
    ratio: counted,
    // Who didn't get there counts as the whole window.
    time: sql`coalesce(extract(epoch FROM min(h.at) - e.exposed_at) / 3600, ${hours})`,
  }[measure.as]
  const below = measure.as === 'ratio' ? sql`count(*) FILTER (WHERE NOT h.top)` : sql`1`
  const events =
    measure.as === 'ratio'
      ? sql`SELECT unit, at, true AS top FROM (${happenings(measure.of, people)}) t UNION ALL SELECT unit, at, false FROM (${happenings(measure.per, people)}) b`
      : sql`SELECT unit, at, true AS top FROM (${happenings(measure.of, people)}) t`
  return rows(
    tx,
    (sums) => sums`
    WITH e AS MATERIALIZED (${next(phase, people)}),
    h AS (${events}),
    v AS (SELECT ${batch} AS batch, e.arm, e.probability, e.exposed_at, coalesce(e.device, '') AS device, coalesce(e.language, '') AS language, coalesce(e.plan, '') AS plan,
        (${top})::double precision AS top, (${below})::double precision AS below, (${counted} > 0)::integer AS event
      FROM e LEFT JOIN h ON h.unit = e.unit AND h.at >= e.exposed_at AND h.at < e.exposed_at + make_interval(days => ${windowDays})
      WHERE NOT e.excluded
      GROUP BY e.unit, e.place, e.arm, e.probability, e.exposed_at, e.device, e.language, e.plan),
    whole AS (SELECT batch, arm, probability, exposed_at, device, language, plan, top, below, event FROM (SELECT batch, arm, probability, exposed_at, device, language, plan, top, below, event, max(batch) OVER () AS last FROM v) AS all_of_them WHERE ${isWhole(people)})
    SELECT batch, arm, probability, max(exposed_at) AS through,
      CASE grouping(batch, device, language, plan) WHEN 11 THEN 'device' WHEN 13 THEN 'language' WHEN 14 THEN 'plan' END AS part,
      CASE grouping(batch, device, language, plan) WHEN 11 THEN device WHEN 13 THEN language WHEN 14 THEN plan END AS value,
      count(*)::integer AS n, sum(top) AS top, sum(below) AS below, sum(top * top) AS "topSquares",
      sum(below * below) AS "belowSquares", sum(top * below) AS products, sum(event)::integer AS events
    FROM whole GROUP BY GROUPING SETS ((batch, arm, probability), (arm, device), (arm, language), (arm, plan)) ORDER BY batch, arm, value`,
  )
}

export type SeenRow = {
  readonly batch: number
  readonly arm: string
  readonly day: string
  readonly through: Date
  readonly n: number
  readonly excluded: number
}

/**
 * Who has seen their arm, by batch. @param whole leaves the last batch, which may still grow
 */
export function nextSeen(tx: Tx, phase: Phase, people: Next, whole: boolean): Promise<SeenRow[]> {
  return rows(
    tx,
    (sums) => sums`
    WITH e AS MATERIALIZED (${next(phase, people)}),
    v AS (SELECT ${batch} AS batch, e.arm, e.exposed_at, e.excluded FROM e),
    them AS (SELECT batch, arm, exposed_at, excluded, max(batch) OVER () AS last FROM v)
    SELECT batch, arm, to_char(exposed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, max(exposed_at) AS through,
      (count(*) FILTER (WHERE NOT excluded))::integer AS n, (count(*) FILTER (WHERE excluded))::integer AS excluded
    FROM them WHERE ${whole ? isWhole(people) : sql`true`} GROUP BY batch, arm, day ORDER BY batch, day, arm`,
  )
}

export type FunnelRow = {
  readonly batch: number
  readonly arm: string
  readonly step: string
  readonly through: Date
  readonly n: number
}

/** Who got how far within the window; `step` is empty for everybody. */
export function nextFunnel(
  tx: Tx,
  phase: Phase,
  steps: readonly FactName[],
  windowDays: number,
  people: Next,
): Promise<FunnelRow[]> {
  const reachedAt = sql.join(
    steps.map(
      (fact) =>
        sql`SELECT ${sql.lit(fact)} AS step, unit, at FROM (${happenings({ fact }, people)}) f`,
    ),
    sql` UNION ALL `,
  )
  return rows(
    tx,
    (sums) => sums`
    WITH e AS MATERIALIZED (${next(phase, people)}),
    h AS (SELECT '' AS step, unit, exposed_at AS at FROM e UNION ALL ${reachedAt}),
    v AS (SELECT DISTINCT ${batch} AS batch, e.arm, e.exposed_at, h.step, e.unit
      FROM e JOIN h ON h.unit = e.unit AND h.at >= e.exposed_at AND h.at < e.exposed_at + make_interval(days => ${windowDays})
      WHERE NOT e.excluded),
    whole AS (SELECT batch, arm, exposed_at, step FROM (SELECT batch, arm, exposed_at, step, max(batch) OVER () AS last FROM v) AS all_of_them WHERE ${isWhole(people)})
    SELECT batch, arm, step, max(exposed_at) AS through, count(*)::integer AS n
    FROM whole GROUP BY batch, arm, step ORDER BY batch, arm, step`,
  )
}

/** People until this moment who are left out. */
export async function excludedUntil(
  tx: Tx,
  { experiment, phase, legalAge }: Phase,
  through: Date,
): Promise<number> {
  if (legalAge === null) return 0
  const [row] = await rows<{ n: number }>(
    tx,
    (sums) => sums`
    SELECT count(*)::integer AS n FROM experiment_assignments a ${born(legalAge)}
    WHERE a.experiment = ${experiment} AND a.phase = ${phase} AND a.exposed_at <= ${through}::timestamptz AND ${isExcluded(legalAge)}`,
  )
  return row?.n ?? 0
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
    FROM (SELECT unit, arm, probability, exposed_at FROM experiment_assignments a
      WHERE a.experiment = ${experiment} AND a.phase = ${phase} AND a.exposed_at IS NOT NULL ${from}
      ORDER BY a.exposed_at, a.unit LIMIT ${most}) a ${born(legalAge)}
    ORDER BY a.exposed_at, a.unit`,
  )
}

/**
 * Devices that sent events, a day, in the last two weeks: who could take part. Reads all of these
 * events, so nobody asks oftener than needed.
 */
export async function visitorsADay(tx: Tx, now: Date): Promise<number> {
  const row = await tx.one({
    compile: () =>
      sql<{
        n: number
      }>`SELECT count(DISTINCT device)::integer AS n FROM events WHERE received_at > ${now}::timestamptz - interval '14 days'`.compile(
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

/** Who saw their arm until then has had the window and the grace. */
export function dueUntil({ now }: Pick<Phase, 'now'>, windowDays: number): Date {
  return new Date(now.getTime() - (windowDays + GRACE_DAYS) * 86_400_000)
}

/**
 * Every join here is of two large sides by equal units or people. Without statistics, which a new
 * database hasn't, the planner takes both for a few rows and compares each with each: with a
 * thousand people that stops the embedded database for seconds. So it may only hash or sort.
 */
async function rows<Row>(tx: Tx, make: (text: typeof sql<Row>) => RawBuilder<Row>): Promise<Row[]> {
  await tx.run({
    compile: () => sql`SELECT set_config('enable_nestloop', 'off', true)`.compile(db),
  })
  return tx.all({ compile: () => make(sql<Row>).compile(db) })
}
