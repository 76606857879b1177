/**
 * Who has seen which arm of an experiment, as numbers by batch and arm; what they did is in
 * happenings.ts. Nobody is counted before their window and the grace for late events are over, and
 * nobody who is known to be under age is counted at all, unless the experiment says otherwise; nor
 * anyone who got into their arm before this analysis (`earlier`, docs/decisions/0201).
 * Everything is read in the order of exposure, from where an earlier count has stopped.
 */

import { sql, type RawBuilder } from 'kysely'
import type { FactName } from '#engine/documents/kinds.ts'
import type { Alike } from '#engine/statistics/alike.ts'
import { BATCH } from '#engine/statistics/contrast.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** Events of a phone that was offline are awaited this long after the window. */
export const GRACE_DAYS = 3

/** One analysis: an experiment, as long as nothing that divides people changes. */
export type Phase = {
  readonly experiment: string
  readonly phase: string
  readonly now: Date
  /** People who were younger when they saw their arm aren't counted. */
  readonly legalAge: number
  /** Unless they have given this consent; null: no consent makes them count. */
  readonly consent: string | null
}

/**
 * More are read by going through whole tables once; so few are looked up one by one, so that what
 * comes in a minute costs the same however many people there have been.
 */
export const FEW = 5000
/** For each sort and each hash of many people: a million of them fit. */
const MANY_MEMORY = '256MB'

/** Has this user agreed to count, whatever their age? */
function agreed({ consent }: Phase): RawBuilder<unknown> {
  return consent === null
    ? sql`false`
    : sql`coalesce((consents -> ${consent}::text ->> 'granted')::boolean, false)`
}

/**
 * The person a unit is counted as, at most one, and their birth date, unless they have agreed: for a
 * few.
 */
function eachPerson(phase: Phase): RawBuilder<unknown> {
  return sql`LEFT JOIN LATERAL (
  SELECT p.user_id, u.date FROM person_units p
    LEFT JOIN LATERAL (SELECT left(profile->>'birthDate', 10) AS date FROM users WHERE id = p.user_id AND NOT ${agreed(phase)} OFFSET 0) u ON true
  WHERE p.unit = a.unit AND p.counted OFFSET 0) AS born ON true`
}

/**
 * (id, date): people who may have been under age when they saw an arm after `from`, and haven't
 * agreed. Most were not, and writing a date for each of a million to compare it with costs a second.
 */
function young(counted: Phase, from: Date | null): RawBuilder<unknown> {
  const { experiment, phase, legalAge } = counted
  const since =
    from === null
      ? sql`(SELECT min(exposed_at) FROM experiment_assignments WHERE experiment = ${experiment} AND phase = ${phase})`
      : sql`${from}::timestamptz`
  const date = sql`left(profile->>'birthDate', 10)`
  return sql`SELECT id, ${date} AS date FROM users
    WHERE ${date} > to_char((${since} AT TIME ZONE 'UTC') - make_interval(years => ${legalAge}::integer), 'YYYY-MM-DD') AND NOT ${agreed(counted)}`
}

/** Joins what `isExcluded` needs of each unit in `a`. */
function ages(phase: Phase, few: boolean, from: Date | null): RawBuilder<unknown> {
  return few
    ? eachPerson(phase)
    : sql`LEFT JOIN (SELECT p.unit, y.date FROM person_units p JOIN (${young(phase, from)}) y ON y.id = p.user_id WHERE p.counted) AS born ON born.unit = a.unit`
}

/** The same, with `user_id` of `born`. */
export function persons(phase: Phase, few: boolean, from: Date | null): RawBuilder<unknown> {
  if (few) return eachPerson(phase)
  const date = sql`SELECT p.unit, p.user_id, y.date FROM person_units p LEFT JOIN (${young(phase, from)}) y ON y.id = p.user_id WHERE p.counted`
  return sql`LEFT JOIN (${date}) AS born ON born.unit = a.unit`
}

/** By the age at the exposure, which no later day changes, and the consent as it is now. */
export function isExcluded({ legalAge }: Phase): RawBuilder<unknown> {
  return sql`CASE WHEN born.date IS NULL THEN false ELSE born.date > to_char((a.exposed_at AT TIME ZONE 'UTC') - make_interval(years => ${legalAge}::integer), 'YYYY-MM-DD') END`
}

/** Users to count next: at most `most` who saw their arm after `from` and until `until`. */
export type Next = {
  /** Null: from the first person on. */
  readonly from: Date | null
  readonly until: Date
  /** People who have been counted before. */
  readonly people: number
  readonly most: number
  /** At most `FEW` are to be counted. */
  readonly few: boolean
}

/**
 * The next people, with their place among all who count; those who are left out have that of the one
 * before them. People of the same moment have the same place, so no batch begins between them.
 */
function next(counted: Phase, { from, until, people, most, few }: Next) {
  const { experiment, phase } = counted
  const after = from === null ? sql`` : sql`AND exposed_at > ${from}::timestamptz`
  return sql`
    SELECT arm, probability, exposed_at, device, language, plan, excluded,
      ${people}::bigint + count(*) FILTER (WHERE NOT excluded) OVER (ORDER BY exposed_at) AS place
    FROM (SELECT a.arm, a.probability, a.exposed_at, a.device, a.language, a.plan, ${isExcluded(counted)} AS excluded
      FROM (SELECT unit, arm, probability, exposed_at, device, language, plan FROM experiment_assignments
        WHERE experiment = ${experiment} AND phase = ${phase} AND NOT earlier AND exposed_at <= ${until}::timestamptz ${after}
        ORDER BY exposed_at LIMIT ${most}) a ${ages(counted, few, from)}) AS them`
}

/** The first batches double, from one person on; then each has `BATCH` people. */
const batch = sql`CASE WHEN place < ${sql.lit(BATCH)} THEN greatest(0, width_bucket(place::integer, ARRAY[1, 2, 4, 8, 16, 32]) - 1) ELSE 5 + (place / ${sql.lit(BATCH)})::integer END`

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
      WHERE experiment = ${experiment} AND phase = ${phase} AND NOT earlier AND exposed_at <= ${until}::timestamptz ${after} LIMIT ${most}) AS them`.compile(
        db,
      ),
  })
  return row.n
}

/** People of one batch who are alike in all that results tell apart. */
export type AlikeRow = Alike & {
  /** When they saw their arm. */
  readonly day: string
  /** The first of them, to the microsecond. */
  readonly first: string
  readonly through: Date
  /** Known to have been under age: they aren't in `n`. */
  readonly excluded: number
}

/** The next people. The last batch may still grow. */
export function nextPeople(tx: Tx, phase: Phase, people: Next): Promise<AlikeRow[]> {
  return readRows(
    tx,
    people.few,
    (alike) => alike`
    WITH e AS (${next(phase, people)})
    SELECT batch, arm, probability, device, language, plan, to_char(day, 'YYYY-MM-DD') AS day,
      to_char(first AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS first, through, n, excluded
    FROM (SELECT ${batch} AS batch, arm, probability, device, language, plan, (exposed_at AT TIME ZONE 'UTC')::date AS day, min(exposed_at) AS first, max(exposed_at) AS through,
        (count(*) FILTER (WHERE NOT excluded))::integer AS n, (count(*) FILTER (WHERE excluded))::integer AS excluded
      FROM e GROUP BY 1, 2, 3, 4, 5, 6, 7) AS cells ORDER BY batch, day, arm`,
  )
}

/** People until this moment who are left out. */
export async function excludedUntil(tx: Tx, counted: Phase, through: Date): Promise<number> {
  const [row] = await readRows<{ n: number }>(
    tx,
    false,
    (sums) => sums`
    SELECT count(*)::integer AS n FROM experiment_assignments a ${ages(counted, false, null)}
    WHERE a.experiment = ${counted.experiment} AND a.phase = ${counted.phase} AND NOT a.earlier AND a.exposed_at <= ${through}::timestamptz AND ${isExcluded(counted)}`,
  )
  return row?.n ?? 0
}

/** People who have seen the arm that they got into before this analysis, by arm. */
export async function earlierPeople(
  tx: Tx,
  { experiment, phase }: Pick<Phase, 'experiment' | 'phase'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.all({
    compile: () =>
      sql<{ arm: string; n: number }>`SELECT arm, count(*)::integer AS n FROM experiment_assignments
      WHERE experiment = ${experiment} AND phase = ${phase} AND earlier AND exposed_at IS NOT NULL GROUP BY arm`.compile(
        db,
      ),
  })
  return new Map(rows.map(({ arm, n }) => [arm, n]))
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
  counted: Phase,
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
    SELECT a.unit, a.arm, a.probability, a.exposed_at AS at, ${isExcluded(counted)} AS excluded
    FROM (SELECT unit, arm, probability, exposed_at FROM experiment_assignments a
      WHERE a.experiment = ${counted.experiment} AND a.phase = ${counted.phase} AND NOT a.earlier AND a.exposed_at IS NOT NULL ${from}
      ORDER BY a.exposed_at, a.unit LIMIT ${most}) a ${ages(counted, most <= FEW, after?.at ?? null)}
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
        : sql`SELECT set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true), set_config('work_mem', ${MANY_MEMORY}, true)`
      ).compile(db),
  })
  return tx.all({ compile: () => make(sql<Row>).compile(db) })
}
