/**
 * What an experiment's people did within their windows: the database adds up, the engine judges
 * (engine/statistics). Only people who did something are in these sums; how many people there are is known
 * from analysis.ts, whose batches they are put into.
 */

import { sql, type RawBuilder } from 'kysely'
import type { FactName, MetricDocument } from '#engine/documents/kinds.ts'
import type { Alike, Marked } from '#engine/statistics/alike.ts'
import type { RatioSums } from '#engine/statistics/ratio.ts'
import type { Tx } from '#server/database/database.ts'
import { isExcluded, persons, readRows, type Next, type Phase } from './analysis.ts'

/** What is counted: one of the server's own facts, or an event. */
export type Source = Extract<MetricDocument['measure'], { as: 'proportion' }>['of']

/** Asked of each person: did they do it within the window? */
export type Question = { readonly source: Source; readonly windowDays: number }
/** More are asked in several rounds: the answers of a person are the bits of one integer. */
export const MAX_QUESTIONS = 30

/** Whose happenings: of these batches, each with its first moment, until the moment `before`. */
export type Whose = Pick<Next, 'from' | 'few'> & {
  readonly batches: ReadonlyMap<number, string>
  readonly before: string
}

/** People and when each did something: (user_id, at). One row for each time. */
const OF_PERSON: Readonly<Record<FactName, RawBuilder<unknown>>> = {
  'signed-up': sql`SELECT id AS user_id, created_at AS at FROM users`,
  // Used codes are deleted after a day.
  verified: sql`${reached('verified')} UNION ALL SELECT user_id, created_at FROM identities`,
  consented: sql`SELECT user_id, ((consent).value->>'updatedAt')::timestamptz AS at FROM (SELECT id AS user_id, jsonb_each(consents) AS consent FROM users WHERE consents <> '{}') c WHERE ((consent).value->>'granted')::boolean`,
  // Paid for, when it was paid, unless the plan was taken back: all of the money was given back, or
  // is in dispute (docs/decisions/0210).
  'plan-redeemed': sql`SELECT user_id, created_at AS at FROM redemptions UNION ALL SELECT user_id, paid_at FROM payments WHERE granted_at IS NOT NULL AND taken_back_at IS NULL`,
  'profile-complete': reached('profile-complete'),
  onboarded: reached('onboarded'),
  'report-read': reached('report-read'),
  'assessment-begun': sql`SELECT user_id, started_at AS at FROM attempts`,
  'assessment-complete': sql`SELECT user_id, completed_at AS at FROM attempts WHERE completed_at IS NOT NULL`,
  favourite: sql`SELECT user_id, created_at AS at FROM favourites`,
  'cv-downloaded': sql`SELECT user_id, first_at AS at FROM cv_files`,
}

/** People and when they did it: (user_id, at), once or more each. */
export function factRows(fact: FactName): RawBuilder<unknown> {
  return OF_PERSON[fact]
}

function reached(fact: FactName): RawBuilder<unknown> {
  return sql`SELECT user_id, at FROM milestones WHERE fact = ${sql.lit(fact)}`
}

const COLUMNS_ALIKE = ['arm', 'probability', 'device', 'language', 'plan'] as const
const ALIKE = sql.join(COLUMNS_ALIKE.map((name) => sql.ref(name)))
/** What is counted is of one person each. */
const COLUMNS = ['unit', 'exposed_at', ...COLUMNS_ALIKE] as const

/**
 * (columns of `e`, s, at): what people in `e` did since they saw their arm. `s` is the place of the
 * source; `e` has `unit`, `user_id` and `exposed_at`.
 *
 * @param columns which of those of `e`
 */
export function happenings(
  sources: readonly Source[],
  windowDays: number,
  { from, few }: Pick<Next, 'from' | 'few'>,
  columns: readonly string[],
): RawBuilder<unknown> {
  const own = sql.join(columns.map((name) => sql.ref(`e.${name}`)))
  const within = sql`f.at >= e.exposed_at AND f.at < e.exposed_at + ${windowOf(windowDays)}`
  const facts: RawBuilder<unknown>[] = []
  const events: RawBuilder<unknown>[] = []
  for (const [s, source] of sources.entries()) {
    const place = sql.lit(s)
    if ('fact' in source) {
      const rows = OF_PERSON[source.fact]
      facts.push(
        few
          ? sql`SELECT ${own}, ${place} AS s, f.at FROM e CROSS JOIN LATERAL (SELECT at FROM (${rows}) f WHERE f.user_id = e.user_id OFFSET 0) f WHERE e.user_id IS NOT NULL AND ${within}`
          : sql`SELECT user_id, at, ${place} AS s FROM (${rows}) AS rows`,
      )
      continue
    }
    const named =
      source.name === undefined
        ? sql``
        : sql` AND coalesce(props->>'name', props->>'pageName') = ${source.name}`
    // A phone's clock may be ahead by a day when it says what happened.
    const since =
      from === null ? sql`` : sql` AND received_at >= ${from}::timestamptz - interval '1 day'`
    events.push(
      few
        ? sql`SELECT ${own}, ${place} AS s, f.at FROM e CROSS JOIN LATERAL (SELECT at FROM events WHERE events.unit = e.unit AND name = ${source.event}${named} OFFSET 0) f WHERE ${within}`
        : sql`SELECT unit, at, ${place} AS s FROM events WHERE unit IS NOT NULL AND name = ${source.event}${since}${named}`,
    )
  }
  if (few) return together([...facts, ...events])
  // Each side once, however much is asked: joining a million people is what takes long.
  const joined = (rows: readonly RawBuilder<unknown>[], by: RawBuilder<unknown>) =>
    rows.length === 0
      ? []
      : [
          sql`SELECT ${own}, f.s, f.at FROM e JOIN (${together(rows)}) f ON f.${by} = e.${by} AND ${within}`,
        ]
  return together([...joined(facts, sql`user_id`), ...joined(events, sql`unit`)])
}

function together(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` UNION ALL `)
}

/** In hours: a day would be one of the calendar, which takes longer to add. */
export function windowOf(days: number): RawBuilder<unknown> {
  return sql`make_interval(hours => ${sql.lit(days * 24)})`
}

/** Those of the batches who count. Facts have a person; an event may be of a unit without one. */
function those(
  counted: Phase,
  { from, few, before }: Whose,
  sources: readonly Source[],
): RawBuilder<unknown> {
  const after = from === null ? sql`` : sql`AND a.exposed_at > ${from}::timestamptz`
  const known = sources.every((source) => 'fact' in source)
    ? sql`AND born.user_id IS NOT NULL`
    : sql``
  return sql`e AS ${few ? sql`MATERIALIZED` : sql``} (
    SELECT a.unit, born.user_id, a.arm, a.probability, a.device, a.language, a.plan, a.exposed_at
    FROM experiment_assignments a ${persons(counted, few, from)}
    WHERE a.experiment = ${counted.experiment} AND a.phase = ${counted.phase} AND NOT a.earlier AND a.exposed_at < ${before}::timestamptz ${after} ${known} AND NOT ${isExcluded(counted)})`
}

/** Place of the batch that somebody is in. */
function placeIn({ batches }: Whose): RawBuilder<unknown> {
  return sql`width_bucket(exposed_at, ${[...batches.values()]}::timestamptz[]) - 1`
}

/** As it is read: first with a place. */
type Counted<Row extends Alike> = Omit<Row, 'batch'> & { batch: number }

/** Rows with the numbers of their batches, from those with places. */
function numbered<Row extends { batch: number }>(rows: readonly Row[], { batches }: Whose) {
  const numbers = [...batches.keys()]
  for (const row of rows) row.batch = numbers[row.batch]!
  return rows
}

/** Who did what they are asked about, by batch. */
export async function nextMarked(
  tx: Tx,
  phase: Phase,
  whose: Whose,
  questions: readonly Question[],
): Promise<readonly Marked[]> {
  const sources = [...new Map(questions.map(({ source }) => [nameOf(source), source])).values()]
  const names = sources.map(nameOf)
  const bits = questions.map(({ source, windowDays }, at) => {
    const s = sql.lit(names.indexOf(nameOf(source)))
    return sql`CASE WHEN s = ${s} AND at < exposed_at + ${windowOf(windowDays)} THEN ${sql.lit(2 ** at)} ELSE 0 END`
  })
  const longest = Math.max(...questions.map(({ windowDays }) => windowDays))
  const rows = await readRows<Counted<Marked>>(
    tx,
    whose.few,
    (marked) => marked`
    WITH ${those(phase, whose, sources)},
    c AS (SELECT unit, exposed_at, ${ALIKE}, bit_or(${sql.join(bits, sql` | `)}) AS marks
      FROM (${happenings(sources, longest, whose, COLUMNS)}) h GROUP BY unit, exposed_at, ${ALIKE})
    SELECT ${placeIn(whose)} AS batch, ${ALIKE}, marks, count(*)::integer AS n FROM c
    GROUP BY 1, ${ALIKE}, marks`,
  )
  return numbered(rows, whose)
}

/** Those of the questions whose tables have anything to say. */
export async function withAnyRows(tx: Tx, questions: readonly Question[]): Promise<Question[]> {
  if (questions.length === 0) return []
  const rows = questions.map(({ source }) =>
    'fact' in source ? sql`EXISTS (${OF_PERSON[source.fact]})` : sql`true`,
  )
  const [row] = await readRows<{ any: boolean[] }>(
    tx,
    false,
    (each) => each`SELECT ARRAY[${sql.join(rows)}] AS any`,
  )
  return questions.filter((_, at) => row!.any[at])
}

function nameOf(source: Source): string {
  return JSON.stringify(source)
}

/** Sums of those who did anything, by batch. */
export async function nextSums(
  tx: Tx,
  phase: Phase,
  { measure, windowDays }: Pick<MetricDocument, 'measure' | 'windowDays'>,
  whose: Whose,
): Promise<readonly (Alike & RatioSums)[]> {
  const sources = measure.as === 'ratio' ? [measure.of, measure.per] : [measure.of]
  const top = {
    proportion: sql`least(tops, 1)`,
    mean: sql`least(tops, ${measure.as === 'mean' ? measure.cut : 1})`,
    ratio: sql`tops`,
    time: sql`extract(epoch FROM first - exposed_at) / 3600`,
  }[measure.as]
  const below = measure.as === 'ratio' ? sql`belows` : sql`1`
  const rows = await readRows<Counted<Alike & RatioSums>>(
    tx,
    whose.few,
    (sums) => sums`
    WITH ${those(phase, whose, sources)},
    c AS (SELECT unit, exposed_at, ${ALIKE}, count(*) FILTER (WHERE s = 0) AS tops, count(*) FILTER (WHERE s = 1) AS belows, min(at) FILTER (WHERE s = 0) AS first
      FROM (${happenings(sources, windowDays, whose, COLUMNS)}) h GROUP BY unit, exposed_at, ${ALIKE}),
    v AS (SELECT ${placeIn(whose)} AS batch, ${ALIKE}, (${top})::double precision AS top, (${below})::double precision AS below, least(tops, 1) AS event FROM c)
    SELECT batch, ${ALIKE}, count(*)::integer AS n, sum(top) AS top, sum(below) AS below, sum(top * top) AS "topSquares",
      sum(below * below) AS "belowSquares", sum(top * below) AS products, sum(event)::integer AS events
    FROM v GROUP BY batch, ${ALIKE}`,
  )
  return numbered(rows, whose)
}

/** What somebody did within the window of a metric. */
export type Outcome = {
  readonly unit: string
  /** How often; of a ratio, what is above the line and below it. */
  readonly tops: number
  readonly belows: number
  /** From the exposure until the first time. */
  readonly hours: number | null
}

/** Of these units, those who did anything that the metric counts. */
export function outcomesOf(
  tx: Tx,
  phase: Phase,
  { measure, windowDays }: Pick<MetricDocument, 'measure' | 'windowDays'>,
  units: readonly string[],
): Promise<readonly Outcome[]> {
  const sources = measure.as === 'ratio' ? [measure.of, measure.per] : [measure.of]
  return readRows<Outcome>(
    tx,
    true,
    (outcomes) => outcomes`
    WITH e AS MATERIALIZED (
      SELECT a.unit, born.user_id, a.exposed_at FROM experiment_assignments a ${persons(phase, true, null)}
      WHERE a.experiment = ${phase.experiment} AND a.phase = ${phase.phase} AND a.unit = ANY (${[...units]}::uuid[]))
    SELECT unit, (count(*) FILTER (WHERE s = 0))::integer AS tops, (count(*) FILTER (WHERE s = 1))::integer AS belows,
      (extract(epoch FROM min(at) FILTER (WHERE s = 0) - exposed_at) / 3600)::double precision AS hours
    FROM (${happenings(sources, windowDays, { from: null, few: true }, ['unit', 'exposed_at'])}) h
    GROUP BY unit, exposed_at`,
  )
}
