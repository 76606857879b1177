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
  // Used codes are deleted after a day.
  verified: sql`${reached('verified')} UNION ALL SELECT user_id, created_at FROM identities`,
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

/**
 * More are read by going through whole tables once; so few are looked up one by one, so that what
 * comes in a minute costs the same however many people there have been.
 */
export const FEW = 5000
/** For each sort and each hash of many people: a million of them fit. */
const MANY_MEMORY = '256MB'

/** (batch, arm, exposed_at, unit, at): what people in `e` did within their window, of those who count. */
export function happenings(
  source: Source,
  windowDays: number,
  { from, few }: Pick<Next, 'from' | 'few'>,
): RawBuilder<unknown> {
  const within = sql`f.at >= e.exposed_at AND f.at < e.exposed_at + make_interval(days => ${windowDays}) AND NOT e.excluded`
  const did = sql`SELECT ${batch} AS batch, e.arm, e.exposed_at, e.unit, f.at FROM e`
  if ('fact' in source)
    return few
      ? sql`${did} CROSS JOIN LATERAL (SELECT at FROM (${OF_PERSON[source.fact]}) f WHERE f.user_id = e.user_id OFFSET 0) f WHERE e.user_id IS NOT NULL AND ${within}`
      : sql`${did} JOIN (${OF_PERSON[source.fact]}) f ON f.user_id = e.user_id AND ${within}`
  const named =
    source.name === undefined
      ? sql``
      : sql` AND coalesce(props->>'name', props->>'pageName') = ${source.name}`
  if (few)
    return sql`${did} CROSS JOIN LATERAL (SELECT at FROM events WHERE events.unit = e.unit AND name = ${source.event}${named} OFFSET 0) f WHERE ${within}`
  // A phone's clock may be ahead by a day when it says what happened.
  const since =
    from === null ? sql`` : sql` AND received_at >= ${from}::timestamptz - interval '1 day'`
  return sql`${did} JOIN (SELECT unit, at FROM events WHERE unit IS NOT NULL AND name = ${source.event}${since}${named}) f ON f.unit = e.unit AND ${within}`
}

/** Whoever a unit is counted as, which is at most one person, and their birth date. */
function persons(few: boolean): RawBuilder<unknown> {
  return few
    ? sql`LEFT JOIN LATERAL (
        SELECT p.user_id, u.date FROM person_units p
          LEFT JOIN LATERAL (SELECT left(profile->>'birthDate', 10) AS date FROM users WHERE id = p.user_id OFFSET 0) u ON true
        WHERE p.unit = a.unit AND p.counted OFFSET 0) AS born ON true`
    : sql`LEFT JOIN (SELECT p.unit, p.user_id, left(u.profile->>'birthDate', 10) AS date FROM person_units p JOIN users u ON u.id = p.user_id WHERE p.counted) AS born ON born.unit = a.unit`
}

/** By the age at the exposure, which no later day changes. */
function isExcluded(legalAge: number | null): RawBuilder<unknown> {
  return legalAge === null
    ? sql`false`
    : // Most have no birth date, and writing a date for each of a million costs a second.
      sql`CASE WHEN born.date IS NULL THEN false ELSE born.date > to_char((a.exposed_at AT TIME ZONE 'UTC') - make_interval(years => ${legalAge}::integer), 'YYYY-MM-DD') END`
}

/** What is counted next: whoever saw their arm after `from` and until `until`, at most `most` of them. */
export type Next = {
  /** Null: from the first person on. */
  readonly from: Date | null
  readonly until: Date
  /** People who have been counted before. */
  readonly people: number
  readonly most: number
  /** At most `FEW` are to be counted. */
  readonly few: boolean
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
function next({ experiment, phase, legalAge }: Phase, { from, until, people, most, few }: Next) {
  const after = from === null ? sql`` : sql`AND exposed_at > ${from}::timestamptz`
  return sql`
    SELECT unit, user_id, arm, probability, exposed_at, device, language, plan, excluded,
      ${people}::bigint + count(*) FILTER (WHERE NOT excluded) OVER (ORDER BY exposed_at) AS place
    FROM (SELECT a.unit, born.user_id, a.arm, a.probability, a.exposed_at, a.device, a.language, a.plan, ${isExcluded(legalAge)} AS excluded
      FROM (SELECT unit, arm, probability, exposed_at, device, language, plan FROM experiment_assignments
        WHERE experiment = ${experiment} AND phase = ${phase} AND exposed_at <= ${until}::timestamptz ${after}
        ORDER BY exposed_at LIMIT ${most}) a ${persons(few)}) AS them`
}

/** The first batches double, from one person on; then each has `BATCH` people. */
const batch = sql`CASE WHEN e.place < ${sql.lit(BATCH)} THEN greatest(0, width_bucket(e.place::integer, ARRAY[1, 2, 4, 8, 16, 32]) - 1) ELSE 5 + (e.place / ${sql.lit(BATCH)})::integer END`

/** Whether anybody has got into an arm in this analysis. */
export async function isAnybodyIn(
  tx: Tx,
  { experiment, phase }: Pick<Phase, 'experiment' | 'phase'>,
): Promise<boolean> {
  const row = await tx.first(
    db
      .selectFrom('experiment_assignments')
      .select('phase')
      .where('experiment', '=', experiment)
      .where('phase', '=', phase)
      .limit(1),
  )
  return row !== undefined
}

/** How many people there are to be counted, as far as it matters. */
export async function peopleWaiting(
  tx: Tx,
  { experiment, phase }: Phase,
  { from, until }: Pick<Next, 'from' | 'until'>,
  most: number,
): Promise<number> {
  const after = from === null ? sql`` : sql`AND exposed_at > ${from}::timestamptz`
  const row = await tx.one({
    compile: () =>
      sql<{ n: number }>`SELECT count(*)::integer AS n FROM (SELECT FROM experiment_assignments
      WHERE experiment = ${experiment} AND phase = ${phase} AND exposed_at <= ${until}::timestamptz ${after} LIMIT ${most}) AS them`.compile(
        db,
      ),
  })
  return row.n
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

/**
 * Sums of a metric over the next whole batches: the last, which may still grow, is left. Only people
 * who did something are looked at one by one (`c`); cells of alike people are added up twice, by
 * batch and by part.
 */
export function nextSums(
  tx: Tx,
  phase: Phase,
  { measure, windowDays }: MetricDocument,
  people: Next,
): Promise<CountedRow[]> {
  const hours = windowDays * 24
  const counted = sql`coalesce(c.tops, 0)`
  const top = {
    proportion: sql`least(${counted}, 1)`,
    mean: sql`least(${counted}, ${measure.as === 'mean' ? measure.cut : 1})`,
    ratio: counted,
    // Who didn't get there counts as the whole window.
    time: sql`coalesce(extract(epoch FROM c.first - e.exposed_at) / 3600, ${hours})`,
  }[measure.as]
  const below = measure.as === 'ratio' ? sql`coalesce(c.belows, 0)` : sql`1`
  const events =
    measure.as === 'ratio'
      ? sql`SELECT unit, at, true AS top FROM (${happenings(measure.of, windowDays, people)}) t UNION ALL SELECT unit, at, false FROM (${happenings(measure.per, windowDays, people)}) b`
      : sql`SELECT unit, at, true AS top FROM (${happenings(measure.of, windowDays, people)}) t`
  return readRows(
    tx,
    people.few,
    (sums) => sums`
    WITH e AS MATERIALIZED (${next(phase, people)}),
    h AS (${events}),
    c AS (SELECT unit, count(*) FILTER (WHERE top) AS tops, count(*) FILTER (WHERE NOT top) AS belows, min(at) FILTER (WHERE top) AS first
      FROM h GROUP BY unit),
    v AS (SELECT ${batch} AS batch, e.arm, e.probability, e.exposed_at, e.device, e.language, e.plan,
        (${top})::double precision AS top, (${below})::double precision AS below, (${counted} > 0)::integer AS event
      FROM e LEFT JOIN c ON c.unit = e.unit WHERE NOT e.excluded),
    cells AS (SELECT batch, arm, probability, device, language, plan, max(exposed_at) AS through, count(*) AS n, sum(top) AS top, sum(below) AS below,
        sum(top * top) AS top_squares, sum(below * below) AS below_squares, sum(top * below) AS products, sum(event) AS events
      FROM v GROUP BY batch, arm, probability, device, language, plan),
    whole AS (SELECT batch, arm, probability, coalesce(device, '') AS device, coalesce(language, '') AS language, coalesce(plan, '') AS plan,
        through, n, top, below, top_squares, below_squares, products, events
      FROM (SELECT batch, arm, probability, device, language, plan, through, n, top, below, top_squares, below_squares, products, events,
          max(batch) OVER () AS last FROM cells) AS all_of_them WHERE ${isWhole(people)})
    SELECT batch, arm, probability, max(through) AS through,
      CASE grouping(batch, device, language, plan) WHEN 11 THEN 'device' WHEN 13 THEN 'language' WHEN 14 THEN 'plan' END AS part,
      CASE grouping(batch, device, language, plan) WHEN 11 THEN device WHEN 13 THEN language WHEN 14 THEN plan END AS value,
      sum(n)::integer AS n, sum(top) AS top, sum(below) AS below, sum(top_squares) AS "topSquares",
      sum(below_squares) AS "belowSquares", sum(products) AS products, sum(events)::integer AS events
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
  return readRows(
    tx,
    people.few,
    (sums) => sums`
    WITH e AS (${next(phase, people)}),
    cells AS (SELECT ${batch} AS batch, e.arm, (e.exposed_at AT TIME ZONE 'UTC')::date AS day, max(e.exposed_at) AS through,
        count(*) FILTER (WHERE NOT e.excluded) AS n, count(*) FILTER (WHERE e.excluded) AS excluded
      FROM e GROUP BY 1, 2, 3),
    them AS (SELECT batch, arm, day, through, n, excluded, max(batch) OVER () AS last FROM cells)
    SELECT batch, arm, to_char(day, 'YYYY-MM-DD') AS day, through, n::integer AS n, excluded::integer AS excluded
    FROM them WHERE ${whole ? isWhole(people) : sql`true`} ORDER BY batch, day, arm`,
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
        sql`SELECT DISTINCT batch, arm, ${sql.lit(fact)} AS step, exposed_at, unit FROM (${happenings({ fact }, windowDays, people)}) f`,
    ),
    sql` UNION ALL `,
  )
  return readRows(
    tx,
    people.few,
    (sums) => sums`
    WITH e AS MATERIALIZED (${next(phase, people)}),
    c AS (${reachedAt}),
    cells AS (SELECT ${batch} AS batch, e.arm, '' AS step, max(e.exposed_at) AS through, count(*) AS n FROM e WHERE NOT e.excluded GROUP BY 1, 2
      UNION ALL SELECT batch, arm, step, max(exposed_at), count(*) FROM c GROUP BY batch, arm, step),
    them AS (SELECT batch, arm, step, through, n, max(batch) OVER () AS last FROM cells)
    SELECT batch, arm, step, through, n::integer AS n FROM them WHERE ${isWhole(people)} ORDER BY batch, arm, step`,
  )
}

/** People until this moment who are left out. */
export async function excludedUntil(
  tx: Tx,
  { experiment, phase, legalAge }: Phase,
  through: Date,
): Promise<number> {
  if (legalAge === null) return 0
  const [row] = await readRows<{ n: number }>(
    tx,
    false,
    (sums) => sums`
    SELECT count(*)::integer AS n FROM experiment_assignments a ${persons(false)}
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
  return readRows(
    tx,
    most <= FEW,
    (people) => people`
    SELECT a.unit, a.arm, a.probability, a.exposed_at AS at, ${isExcluded(legalAge)} AS excluded
    FROM (SELECT unit, arm, probability, exposed_at FROM experiment_assignments a
      WHERE a.experiment = ${experiment} AND a.phase = ${phase} AND a.exposed_at IS NOT NULL ${from}
      ORDER BY a.exposed_at, a.unit LIMIT ${most}) a ${persons(most <= FEW)}
    ORDER BY a.exposed_at, a.unit`,
  )
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
 * Without statistics, which a new database hasn't, the planner takes every table for a few rows and
 * compares each with each: with a thousand people that stops the embedded database for seconds. So
 * many people may only be joined by hashing or sorting, and few only be looked up by an index.
 */
export async function readRows<Row>(
  tx: Tx,
  few: boolean,
  make: (text: typeof sql<Row>) => RawBuilder<Row>,
): Promise<Row[]> {
  await tx.run({
    compile: () =>
      (few
        ? sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_nestloop', 'on', true)`
        : sql`SELECT set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true), set_config('work_mem', ${MANY_MEMORY}, true)`
      ).compile(db),
  })
  return tx.all({ compile: () => make(sql<Row>).compile(db) })
}
