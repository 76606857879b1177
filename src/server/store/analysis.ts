/**
 * Who has seen which arm of an experiment, as numbers by batch and arm; what they did is in
 * happenings.ts. Nobody is counted before their window and the grace for late events are over, and
 * nobody who is known to be under age is counted at all, unless the experiment says otherwise; nor
 * anyone who got into their arm before this analysis (`earlier`, docs/decisions/0201).
 * Everything is read in the order of exposure, from where an earlier count has stopped.
 */

import { sql, type RawBuilder } from 'kysely'
import { GRACE_DAYS } from '#engine/experiments/settled.ts'
import type { FactName } from '#engine/documents/kinds.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

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
/** A birth date, as it's written in a profile. */
const BORN = sql`left(profile->>'birthDate', 10)`

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
    LEFT JOIN LATERAL (SELECT ${BORN} AS date FROM users WHERE id = p.user_id AND NOT ${agreed(phase)} OFFSET 0) u ON true
  WHERE p.unit = a.unit AND p.counted OFFSET 0) AS born ON true`
}

/**
 * Who was born until this day was of age whenever they saw an arm after `from`. As a query of its own:
 * it's computed once, not for each of a million people.
 */
function ofAgeUntil(
  { experiment, phase, legalAge }: Phase,
  from: Date | null,
): RawBuilder<unknown> {
  const since =
    from === null
      ? sql`(SELECT min(exposed_at) FROM experiment_assignments WHERE experiment = ${experiment} AND phase = ${phase} AND NOT earlier)`
      : sql`${from}::timestamptz`
  return sql`(SELECT to_char((${since} AT TIME ZONE 'UTC') - make_interval(years => ${legalAge}::integer), 'YYYY-MM-DD'))`
}

/**
 * (id, date): people who may have been under age when they saw an arm after `from`, and haven't
 * agreed. Most were not, and writing a date for each of a million to compare it with takes a second.
 */
export function young(counted: Phase, from: Date | null): RawBuilder<unknown> {
  return sql`SELECT id, ${BORN} AS date FROM users WHERE ${BORN} > ${ofAgeUntil(counted, from)} AND NOT ${agreed(counted)}`
}

/**
 * (unit, created_at, date): everybody who has an account.
 *
 * @param isAnyYoung whether `young` has any rows
 */
export function accounts(
  counted: Phase,
  from: Date | null,
  isAnyYoung: boolean,
): RawBuilder<unknown> {
  const [date, join] = isAnyYoung
    ? [sql`y.date`, sql`LEFT JOIN (${young(counted, from)}) y ON y.id = p.user_id`]
    : [sql`NULL::text`, sql``]
  return sql`SELECT p.unit, users.created_at, ${date} AS date FROM person_units p JOIN users ON users.id = p.user_id ${join} WHERE p.counted`
}

/** Joins what `isExcluded` needs of each unit in `a`. */
export function ages(phase: Phase, few: boolean, from: Date | null): RawBuilder<unknown> {
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

/** Whether anybody has got into an arm in this analysis. */
export async function isAnybodyIn(
  tx: Tx,
  { experiment, phase }: Pick<Phase, 'experiment' | 'phase'>,
): Promise<boolean> {
  const those = sql`SELECT FROM experiment_assignments WHERE experiment = ${experiment} AND phase = ${phase}`
  // There's an index of those who are counted, and one of the others.
  const { any } = await tx.one({
    compile: () =>
      sql<{
        any: boolean
      }>`SELECT EXISTS (${those} AND NOT earlier) OR EXISTS (${those} AND earlier) AS any`.compile(
        db,
      ),
  })
  return any
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

/** People who are left out until each of these moments, which are in order. */
export async function excludedUntil(
  tx: Tx,
  counted: Phase,
  moments: readonly Date[],
): Promise<number[]> {
  const rows = await readRows<{ before: number; n: number }>(
    tx,
    false,
    (sums) => sums`
    SELECT width_bucket(a.exposed_at - interval '1 microsecond', ${moments.map((at) => at.toISOString())}::timestamptz[]) AS before, count(*)::integer AS n
    FROM experiment_assignments a ${ages(counted, false, null)}
    WHERE a.experiment = ${counted.experiment} AND a.phase = ${counted.phase} AND NOT a.earlier AND a.exposed_at <= ${moments.at(-1)}::timestamptz AND ${isExcluded(counted)} GROUP BY 1`,
  )
  const own = new Map(rows.map(({ before, n }) => [before, n]))
  let n = 0
  return moments.map((_, at) => (n += own.get(at) ?? 0))
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
        : sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true), set_config('work_mem', ${MANY_MEMORY}, true),
          set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true), set_config('random_page_cost', '1', true), set_config('cpu_operator_cost', '0.01', true)`
      ).compile(db),
  })
  return tx.all({ compile: () => make(sql<Row>).compile(db) })
}
