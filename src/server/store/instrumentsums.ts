/** Sums over the answers of attempts: made in SQL, stored by block, read by the console. */

import { sql, type RawBuilder } from 'kysely'
import type { Background } from '#engine/study/background.ts'
import { packed, type CountedItem, type Sums } from '#engine/psychometrics/sums.ts'
import { NOT_COUNTED, type QualityFlag } from '#engine/scoring/quality.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** What the sums of a block have in common. */
export type BlockOf = {
  readonly assessment: string
  readonly document: string
  readonly scoring: string
  readonly language: string
}

export type Block = BlockOf & {
  readonly id: string
  readonly version: string
  readonly attempts: number
  readonly careless: number
  readonly people: number
  readonly sums: Sums
}

/** An attempt that is to be counted. */
export type Uncounted = {
  readonly id: string
  readonly careless: boolean
  /** The last meant attempt before it, if any. */
  readonly before: string | null
  readonly days: number | null
}

const query = <Row>(statement: RawBuilder<Row>) => ({ compile: () => statement.compile(db) })

/** Tenants in which something is to be counted, or norms are to be made: for the keeper. */
export async function tenantsToCount(tx: Tx): Promise<string[]> {
  const rows = await tx.all(
    query(sql<{ id: string }>`
      SELECT DISTINCT tenant_id AS id FROM attempts WHERE state = 'complete' AND block IS NULL AND seed IS NULL
      UNION SELECT tenant_id FROM instrument_blocks WHERE due`),
  )
  return rows.map(({ id }) => id)
}

/** The next instrument, key and language that have something to be counted. */
export function nextToCount(tx: Tx): Promise<BlockOf | undefined> {
  return tx.first(
    query(sql<BlockOf>`
      SELECT assessment, document, scoring, language FROM attempts
      WHERE state = 'complete' AND block IS NULL AND seed IS NULL ORDER BY assessment, completed_at LIMIT 1`),
  )
}

/** Careless, or no better than guesses. */
function isLeftOut(attempt: 'a' | 'c'): RawBuilder<boolean> {
  const quality = sql.ref(`${attempt}.quality`)
  return sql`coalesce(${quality} ->> 'confidence' = 'low' OR jsonb_exists_any(${quality} -> 'flags', ${NOT_COUNTED}::text[]), false)`
}

/** In the order of completion, locked. */
export function toCount(tx: Tx, of: BlockOf, most: number): Promise<Uncounted[]> {
  return tx.all(
    query(sql<Uncounted>`
      SELECT a.id, ${isLeftOut('a')} AS careless, b.id AS before,
        extract(epoch FROM a.started_at - b.completed_at)::double precision / 86400 AS days
      FROM (SELECT id, user_id, assessment, scoring, quality, started_at, completed_at FROM attempts WHERE state = 'complete' AND block IS NULL AND seed IS NULL AND assessment = ${of.assessment}
          AND document = ${of.document} AND scoring = ${of.scoring} AND language = ${of.language}
        ORDER BY completed_at LIMIT ${most} FOR UPDATE SKIP LOCKED) AS a
      LEFT JOIN LATERAL (
        SELECT id, completed_at FROM attempts AS c WHERE c.user_id = a.user_id AND c.assessment = a.assessment AND c.state = 'complete'
          AND c.scoring = a.scoring AND c.completed_at <= a.started_at AND NOT ${isLeftOut('c')}
        ORDER BY c.completed_at DESC LIMIT 1) AS b ON true`),
  )
}

/**
 * Sums over the answers of people, each with one attempt, and over pairs of attempts of one person.
 * Which answer counts is decided as in effective.ts. A scale's answers become one row with a column
 * for each item: sums of columns are some ten times faster than joining answers with each other.
 * Every answer is read once and coded in numbers, because texts are slow to compare.
 *
 * @param pairs in days: the lower edge of an interval
 * @param backgrounds what people with consent to research say of themselves; others are in no group
 */
export async function sumsOf(
  tx: Tx,
  items: readonly CountedItem[],
  people: readonly string[],
  pairs: readonly { readonly first: string; readonly second: string; readonly days: number }[],
  backgrounds: readonly Pick<Background, 'column' | 'key'>[] = [],
): Promise<Sums> {
  // Nothing is known of how many rows the parts below have: nested loops over them take minutes, and
  // compiling the sums takes longer than adding up. Logarithms of numerics are a hundred times slower.
  await tx.all(
    query(
      sql`SELECT set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`,
    ),
  )
  const most = Math.max(1, ...items.map(({ place }) => place))
  const x = (place: number) => sql.raw(`x${place}`)
  const middle = (place: number) => sql.raw(`m${place}`)
  const places = Array.from({ length: most }, (_, at) => at + 1)
  const each = (make: (place: number) => RawBuilder<unknown>) => sql.join(places.map(make))
  const triangle = places.flatMap((a) => places.slice(a - 1).map((b) => [a, b] as const))
  const known = [...new Set([...people, ...pairs.flatMap(({ first, second }) => [first, second])])]
  const isPerson = new Set(people)
  const numbered = items.map((item, no) => ({ ...item, no }))
  const number = new Map(known.map((id, no) => [id, no + 1]))
  // How many of a total answered up to each item's middle, and above it.
  const halves = each(
    (place) =>
      sql`count(*) FILTER (WHERE ${x(place)} <= ${middle(place)}), count(*) FILTER (WHERE ${x(place)} > ${middle(place)})`,
  )
  const rows = await tx.all(
    query(sql<{ kind: string; a: string; b: string; row: number[] }>`
      WITH item AS (SELECT no, item, scale, place, middle, flip, rates, points, set_bit(0::bit(${sql.raw(String(Math.max(1, items.length)))}), no, 1) AS bits FROM jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) AS i (no integer, item text, scale text, place integer, middle double precision, flip double precision, rates boolean, points jsonb)),
      point AS (SELECT no, p.key AS value, p.value::double precision AS x FROM item, jsonb_each_text(points) AS p),
      scaled AS (SELECT scale, count(*)::double precision AS size, count(flip)::double precision AS turned, coalesce(sum(flip), 0) AS flips, bool_and(rates) AS rates,
        ${each((place) => sql`max(middle) FILTER (WHERE place = ${sql.raw(String(place))}) AS ${middle(place)}`)} FROM item WHERE scale IS NOT NULL GROUP BY scale),
      attempt AS MATERIALIZED (SELECT id, no::integer AS attempt, person FROM unnest(${known}::uuid[], ${known.map((id) => isPerson.has(id))}::boolean[]) WITH ORDINALITY AS a (id, person, no)),
      given AS MATERIALIZED (
        SELECT attempt, person, no, scale, place, rates, flip, bits, CASE jsonb_typeof(value) WHEN 'array' THEN value ->> 0 ELSE value #>> '{}' END COLLATE "C" AS value, ms, device, seq, received
        FROM (SELECT attempt_id, item, value, ms, device, seq, received FROM answers WHERE attempt_id = ANY (${known}::uuid[]) AND NOT late) AS g
        JOIN attempt ON attempt.id = g.attempt_id JOIN item USING (item)),
      again AS MATERIALIZED (SELECT attempt FROM given GROUP BY attempt HAVING count(*) > bit_count(bit_or(bits))),
      kept AS (
        SELECT attempt, person, no, scale, place, rates, flip, value, ms FROM given WHERE NOT EXISTS (SELECT FROM again WHERE again.attempt = given.attempt)
        UNION ALL (
        SELECT DISTINCT ON (attempt, no) attempt, person, no, scale, place, rates, flip, value, ms
        FROM (SELECT DISTINCT ON (attempt, no, device) attempt, person, no, scale, place, rates, flip, value, ms, received FROM given JOIN again USING (attempt)
          ORDER BY attempt, no, device, coalesce(seq, -1) DESC, received DESC) AS each
        ORDER BY attempt, no, received DESC)),
      coded AS MATERIALIZED (
        SELECT attempt, person, kept.no, scale, place, kept.value, ms, coalesce(point.x, 0) AS x, CASE WHEN NOT rates THEN 0 WHEN flip IS NULL THEN point.x ELSE flip - point.x END AS raw
        FROM kept LEFT JOIN point ON point.no = kept.no AND point.value = kept.value),
      wide AS MATERIALIZED (
        SELECT attempt, person, scale, sum(x) AS total, sum(ms) AS ms, sum(raw) AS raw, sum(raw * raw) AS squares, count(*) AS given, ${each((place) => sql`max(x) FILTER (WHERE place = ${sql.raw(String(place))}) AS ${x(place)}`)}
        FROM coded GROUP BY attempt, person, scale),
      meant AS MATERIALIZED (SELECT attempt, scale, total, raw, squares, given, size, turned, flips, rates, ${each(x)}, ${each(middle)} FROM wide JOIN scaled USING (scale) WHERE person),
      style AS (
        SELECT attempt, sum(raw) / sum(given) AS mean, sqrt(greatest(0, sum(squares) / sum(given) - (sum(raw) / sum(given)) ^ 2)) AS spread
        FROM meant WHERE rates GROUP BY attempt),
      own AS (
        SELECT scale, (total - flips - mean * (size - 2 * turned)) / spread AS total, (squares - 2 * mean * raw + size * mean ^ 2) / spread ^ 2 AS squares
        FROM meant JOIN style USING (attempt) WHERE rates AND given = size AND spread > 1e-9),
      counted AS MATERIALIZED (
        SELECT no, value, floor(4 * ln(greatest(ms, 100)::double precision / 100) / ln(2::double precision))::integer AS bin, count(*) AS people FROM coded WHERE person GROUP BY 1, 2, 3),
      told AS MATERIALIZED (
        SELECT attempt.attempt, b.col, u.profile ->> b.key AS said
        FROM attempts AS a JOIN attempt ON attempt.id = a.id JOIN users AS u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
        CROSS JOIN unnest(${backgrounds.map(({ column }) => column)}::text[], ${backgrounds.map(({ key }) => key)}::text[]) AS b (col, key)
        WHERE a.id = ANY (${[...people]}::uuid[]) AND u.consents #>> '{researchContact,granted}' = 'true' AND coalesce(u.profile ->> b.key, '') <> ''),
      pair AS (SELECT first, second, days FROM unnest(${pairs.map(({ first }) => number.get(first)!)}::integer[], ${pairs.map(({ second }) => number.get(second)!)}::integer[], ${pairs.map(({ days }) => days)}::integer[]) AS p (first, second, days))
      SELECT 'scale' AS kind, scale AS a, '' AS b, ARRAY[count(*)::double precision, ${each((place) => sql`coalesce(sum(${x(place)}), 0)`)}, ${sql.join(triangle.map(([a, b]) => sql`coalesce(sum(${x(a)} * ${x(b)}), 0)`))}] AS row
        FROM meant GROUP BY scale
      UNION ALL SELECT 'cross', w.scale, v.scale, ARRAY[sum(w.total * v.total)]
        FROM meant AS w JOIN meant AS v ON v.attempt = w.attempt AND v.scale > w.scale GROUP BY w.scale, v.scale
      UNION ALL SELECT 'own', scale, '', ARRAY[count(*)::double precision, sum(total), sum(squares), sum(total * total)] FROM own GROUP BY scale
      UNION ALL SELECT 'value', no::text, value, ARRAY[sum(people)::double precision] FROM counted GROUP BY no, value
      UNION ALL SELECT 'time', no::text, bin::text, ARRAY[sum(people)::double precision] FROM counted GROUP BY no, bin
      UNION ALL SELECT 'minutes', '', minute::text, ARRAY[count(*)::double precision]
        FROM (SELECT attempt, least(60, floor(sum(ms) / 60000.0))::integer AS minute FROM wide WHERE person GROUP BY attempt) AS m GROUP BY minute
      UNION ALL SELECT 'level', scale, round(total)::integer::text, ARRAY[${halves}]::double precision[] FROM meant GROUP BY scale, round(total)
      UNION ALL SELECT 'member', col, said, ARRAY[count(*)::double precision] FROM told GROUP BY col, said
      UNION ALL SELECT 'apart', scale, col || ':' || said, ARRAY[round(total), ${halves}]::double precision[]
        FROM told JOIN meant USING (attempt) GROUP BY scale, col, said, round(total)
      UNION ALL SELECT 'again', w.scale, days::text, ARRAY[count(*)::double precision, sum(w.total), sum(v.total), sum(w.total * w.total), sum(v.total * v.total), sum(w.total * v.total)]
        FROM pair JOIN wide AS w ON w.attempt = pair.first JOIN wide AS v ON v.attempt = pair.second AND v.scale = w.scale WHERE w.scale IS NOT NULL GROUP BY w.scale, days`),
  )
  return named(items, rows)
}

type Row = { kind: string; a: string; b: string; row: number[] }

/** The rows by the names of their items: those of a scale hold one figure or two for each item. */
function named(items: readonly CountedItem[], rows: readonly Row[]): Sums {
  const all: Record<string, number[]> = {}
  const apart: Parameters<typeof packed>[0][number][] = []
  const ofScale = (scale: string) => items.filter((item) => item.scale === scale)
  for (const { kind, a, b, row } of rows)
    switch (kind) {
      case 'value':
      case 'time':
        all[`${kind}/${items[Number(a)]!.item}/${b}`] = row
        break
      case 'level':
        for (const { item, place } of ofScale(a)) {
          const two = row.slice(2 * place - 2, 2 * place)
          if (two.some((count) => count > 0)) all[`level/${item}/${b}`] = two
        }
        break
      case 'apart':
        for (const { item, place } of ofScale(a)) {
          const [no = 0, yes = 0] = row.slice(2 * place - 1, 2 * place + 1)
          apart.push({ item, group: b, total: row[0]!, no, yes })
        }
        break
      default:
        all[`${kind}/${a}/${b}`] = row
    }
  return { ...all, ...packed(apart) }
}

/** A block that takes more attempts, locked; none that others are filling. */
export function openBlock(tx: Tx, of: BlockOf, most: number): Promise<Block | undefined> {
  return tx.first(
    query(sql<Block>`
      SELECT id, assessment, version, document, scoring, language, attempts, careless, people, sums FROM instrument_blocks WHERE assessment = ${of.assessment} AND document = ${of.document} AND scoring = ${of.scoring}
        AND language = ${of.language} AND attempts < ${most} LIMIT 1 FOR UPDATE SKIP LOCKED`),
  )
}

export async function saveBlock(
  tx: Tx,
  block: Block,
  attempts: readonly string[],
  now: Date,
): Promise<void> {
  const { id, assessment, version, document, scoring, language, careless, people } = block
  const sums = JSON.stringify(block.sums)
  await tx.run(
    query(sql`
      INSERT INTO instrument_blocks (tenant_id, id, assessment, version, document, scoring, language, attempts, careless, people, sums, updated_at)
      VALUES (${tx.tenant}::uuid, ${id}::uuid, ${assessment}, ${version}, ${document}, ${scoring}, ${language}, ${block.attempts}, ${careless}, ${people}, ${sums}::jsonb, ${now}::timestamptz)
      ON CONFLICT (tenant_id, id) DO UPDATE SET attempts = excluded.attempts, careless = excluded.careless, people = excluded.people, sums = excluded.sums, updated_at = excluded.updated_at, due = true`),
  )
  await tx.run(
    query(sql`UPDATE attempts SET block = ${id}::uuid WHERE id = ANY (${[...attempts]}::uuid[])`),
  )
}

/** Of all versions, without sums. */
export function blocksOf(tx: Tx, assessment: string): Promise<Omit<Block, 'sums'>[]> {
  return tx.all(
    query(sql<Omit<Block, 'sums'>>`
      SELECT id, assessment, version, document, scoring, language, attempts, careless, people FROM instrument_blocks
      WHERE assessment = ${assessment} ORDER BY updated_at DESC`),
  )
}

/** Until the transaction ends, none of an instrument's blocks is deleted. */
export async function holdBlocks(tx: Tx, assessment: string): Promise<void> {
  await tx.all(
    query(
      sql<{
        id: string
      }>`SELECT id FROM instrument_blocks WHERE assessment = ${assessment} ORDER BY id FOR NO KEY UPDATE`,
    ),
  )
}

/** Instruments whose blocks have changed since their norms were looked at. */
export async function dueForNorms(tx: Tx): Promise<string[]> {
  const rows = await tx.all(
    query(
      sql<{
        assessment: string
      }>`SELECT DISTINCT assessment FROM instrument_blocks WHERE due ORDER BY assessment`,
    ),
  )
  return rows.map(({ assessment }) => assessment)
}

/** After `holdBlocks`, in the same transaction. */
export async function normsLookedAt(tx: Tx, assessment: string): Promise<void> {
  await tx.run(
    query(sql`UPDATE instrument_blocks SET due = false WHERE assessment = ${assessment} AND due`),
  )
}

export async function sumsOfBlocks(tx: Tx, ids: readonly string[]): Promise<Map<string, Sums>> {
  const rows = await tx.all(
    query(
      sql<{
        id: string
        sums: Sums
      }>`SELECT id, sums FROM instrument_blocks WHERE id = ANY (${[...ids]}::uuid[])`,
    ),
  )
  return new Map(rows.map(({ id, sums }) => [id, sums]))
}

/** How far people got who began and didn't finish; at most the last thousands of them. */
export function stoppedAt(
  tx: Tx,
  assessment: string,
  before: Date,
  most: number,
): Promise<{ document: string; language: string; answered: number; people: number }[]> {
  return tx.all(
    query(sql<{ document: string; language: string; answered: number; people: number }>`
      SELECT document, language, answered, count(*)::integer AS people FROM (
        SELECT a.document, a.language, (SELECT count(DISTINCT item)::integer FROM answers WHERE attempt_id = a.id) AS answered
        FROM (SELECT id, document, language FROM attempts WHERE state = 'open' AND assessment = ${assessment} AND started_at < ${before}::timestamptz
          ORDER BY started_at DESC LIMIT ${most}) AS a) AS each
      GROUP BY document, language, answered`),
  )
}

/** Has everybody counted together with this person counted again: something about them has changed. */
export function forgetBlocks(tx: Tx, user: string): Promise<number> {
  return tx.run(
    query(
      sql`DELETE FROM instrument_blocks WHERE id IN (SELECT block FROM attempts WHERE user_id = ${user}::uuid AND block IS NOT NULL)`,
    ),
  )
}

/** Cohorts with people who finished an instrument, and how many these are. */
export function cohortsOf(tx: Tx, assessment: string): Promise<{ name: string; people: number }[]> {
  return tx.all(
    query(sql<{ name: string; people: number }>`
      SELECT u.cohort ->> 'name' AS name, count(DISTINCT u.id)::integer AS people
      FROM attempts AS a JOIN users AS u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
      WHERE a.assessment = ${assessment} AND a.state = 'complete' AND a.seed IS NULL AND u.cohort ->> 'name' <> ''
      GROUP BY 1 ORDER BY 1`),
  )
}

/** A rater's finished attempt, with its quality flags. */
type RaterAttempt = {
  readonly id: string
  readonly person: string
  readonly document: string
  readonly scoring: string
  readonly flags: readonly QualityFlag[]
}

/** Attempts of a cohort's people, each person's first ones first. */
export function attemptsOfCohort(
  tx: Tx,
  assessment: string,
  cohort: string,
): Promise<RaterAttempt[]> {
  return tx.all(
    query(sql<RaterAttempt>`
      SELECT a.id, a.user_id AS person, a.document, a.scoring,
        coalesce(a.quality -> 'flags', '[]'::jsonb) AS flags
      FROM attempts AS a JOIN users AS u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
      WHERE a.assessment = ${assessment} AND a.state = 'complete' AND a.seed IS NULL
        AND u.cohort ->> 'name' = ${cohort}
      ORDER BY a.completed_at`),
  )
}
