/** Sums over the answers of attempts: made in SQL, stored by block, read by the console. */

import { sql, type RawBuilder } from 'kysely'
import type { Background } from '#engine/study/background.ts'
import { packed, type CountedItem, type Sums } from '#engine/psychometrics/sums.ts'
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

/** Tenants in which something is to be counted: for the keeper. */
export async function tenantsToCount(tx: Tx): Promise<string[]> {
  const rows = await tx.all(
    query(sql<{ id: string }>`
      SELECT DISTINCT tenant_id AS id FROM attempts WHERE state = 'complete' AND block IS NULL AND seed IS NULL`),
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

/** In the order of completion, locked. */
export function toCount(tx: Tx, of: BlockOf, most: number): Promise<Uncounted[]> {
  return tx.all(
    query(sql<Uncounted>`
      SELECT a.id, coalesce(a.quality ->> 'confidence' = 'low', false) AS careless, b.id AS before,
        extract(epoch FROM a.started_at - b.completed_at)::double precision / 86400 AS days
      FROM (SELECT id, user_id, assessment, scoring, quality, started_at, completed_at FROM attempts WHERE state = 'complete' AND block IS NULL AND seed IS NULL AND assessment = ${of.assessment}
          AND document = ${of.document} AND scoring = ${of.scoring} AND language = ${of.language}
        ORDER BY completed_at LIMIT ${most} FOR UPDATE SKIP LOCKED) AS a
      LEFT JOIN LATERAL (
        SELECT id, completed_at FROM attempts AS c WHERE c.user_id = a.user_id AND c.assessment = a.assessment AND c.state = 'complete'
          AND c.scoring = a.scoring AND c.completed_at <= a.started_at AND c.quality ->> 'confidence' IS DISTINCT FROM 'low'
        ORDER BY c.completed_at DESC LIMIT 1) AS b ON true`),
  )
}

/**
 * Sums over the answers of people, each with one attempt, and over pairs of attempts of one person.
 * Which answer counts is decided as in effective.ts. A scale's answers become one row with a column
 * for each item: sums of columns are some ten times faster than joining answers with each other.
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
      sql`SELECT set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`,
    ),
  )
  const most = Math.max(1, ...items.map(({ place }) => place))
  const x = (place: number) => sql.raw(`x${place}`)
  const places = Array.from({ length: most }, (_, at) => at + 1)
  const each = (make: (place: number) => RawBuilder<unknown>) => sql.join(places.map(make))
  const triangle = places.flatMap((a) => places.slice(a - 1).map((b) => [a, b] as const))
  const known = [...people, ...pairs.flatMap(({ first, second }) => [first, second])]
  const rows = await tx.all(
    query(sql<{ kind: string; a: string; b: string; row: number[] }>`
      WITH item AS (SELECT item, scale, place, middle, points FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS i (item text, scale text, place integer, middle double precision, points jsonb)),
      point AS (SELECT item, p.key AS value, p.value::double precision AS x FROM item, jsonb_each_text(points) AS p),
      kept AS MATERIALIZED (
        SELECT DISTINCT ON (attempt_id, item) attempt_id, item, CASE jsonb_typeof(value) WHEN 'array' THEN value ->> 0 ELSE value #>> '{}' END AS value, ms
        FROM (SELECT DISTINCT ON (attempt_id, item, device) attempt_id, item, value, ms, received FROM answers
          WHERE attempt_id = ANY (${known}::uuid[]) AND NOT late
          ORDER BY attempt_id, item, device, coalesce(seq, -1) DESC, received DESC) AS each
        ORDER BY attempt_id, item, received DESC),
      coded AS MATERIALIZED (
        SELECT kept.attempt_id, kept.item, item.scale, item.place, item.middle, coalesce(point.x, 0) AS x
        FROM kept JOIN item USING (item) LEFT JOIN point ON point.item = kept.item AND point.value = kept.value WHERE item.scale IS NOT NULL),
      wide AS MATERIALIZED (
        SELECT attempt_id, scale, sum(x) AS total, ${each((place) => sql`coalesce(max(x) FILTER (WHERE place = ${sql.raw(String(place))}), 0) AS ${x(place)}`)}
        FROM coded GROUP BY attempt_id, scale),
      person AS (SELECT unnest(${[...people]}::uuid[]) AS attempt_id),
      told AS MATERIALIZED (
        SELECT a.id AS attempt_id, b.col, u.profile ->> b.key AS said
        FROM attempts AS a JOIN users AS u ON u.tenant_id = a.tenant_id AND u.id = a.user_id
        CROSS JOIN unnest(${backgrounds.map(({ column }) => column)}::text[], ${backgrounds.map(({ key }) => key)}::text[]) AS b (col, key)
        WHERE a.id = ANY (${[...people]}::uuid[]) AND u.consents #>> '{researchContact,granted}' = 'true' AND coalesce(u.profile ->> b.key, '') <> ''),
      pair AS (SELECT first, second, days FROM unnest(${pairs.map(({ first }) => first)}::uuid[], ${pairs.map(({ second }) => second)}::uuid[], ${pairs.map(({ days }) => days)}::integer[]) AS p (first, second, days))
      SELECT 'scale' AS kind, scale AS a, '' AS b, ARRAY[count(*)::double precision, ${each((place) => sql`sum(${x(place)})`)}, ${sql.join(triangle.map(([a, b]) => sql`sum(${x(a)} * ${x(b)})`))}] AS row
        FROM wide JOIN person USING (attempt_id) GROUP BY scale
      UNION ALL SELECT 'cross', w.scale, v.scale, ARRAY[sum(w.total * v.total)]
        FROM wide AS w JOIN person USING (attempt_id) JOIN wide AS v ON v.attempt_id = w.attempt_id AND v.scale > w.scale GROUP BY w.scale, v.scale
      UNION ALL SELECT 'value', item, value, ARRAY[count(*)::double precision] FROM kept JOIN person USING (attempt_id) GROUP BY item, value
      UNION ALL SELECT 'time', item, bin::text, ARRAY[count(*)::double precision]
        FROM (SELECT item, floor(4 * ln(greatest(ms, 100)::double precision / 100) / ln(2::double precision))::integer AS bin FROM kept JOIN person USING (attempt_id)) AS t GROUP BY item, bin
      UNION ALL SELECT 'minutes', '', minute::text, ARRAY[count(*)::double precision]
        FROM (SELECT attempt_id, least(60, floor(sum(ms) / 60000.0))::integer AS minute FROM kept JOIN person USING (attempt_id) GROUP BY attempt_id) AS m GROUP BY minute
      UNION ALL SELECT 'level', coded.item, round(total)::integer::text, ARRAY[count(*) FILTER (WHERE x <= middle), count(*) FILTER (WHERE x > middle)]::double precision[]
        FROM coded JOIN person USING (attempt_id) JOIN wide USING (attempt_id, scale) GROUP BY coded.item, round(total)
      UNION ALL SELECT 'member', col, said, ARRAY[count(*)::double precision] FROM told GROUP BY col, said
      UNION ALL SELECT 'apart', coded.item, col || ':' || said, ARRAY[round(total), count(*) FILTER (WHERE x <= middle), count(*) FILTER (WHERE x > middle)]::double precision[]
        FROM told JOIN coded USING (attempt_id) JOIN wide USING (attempt_id, scale) GROUP BY coded.item, col, said, round(total)
      UNION ALL SELECT 'again', w.scale, days::text, ARRAY[count(*)::double precision, sum(w.total), sum(v.total), sum(w.total * w.total), sum(v.total * v.total), sum(w.total * v.total)]
        FROM pair JOIN wide AS w ON w.attempt_id = pair.first JOIN wide AS v ON v.attempt_id = pair.second AND v.scale = w.scale GROUP BY w.scale, days`),
  )
  const [apart, others] = [true, false].map((is) =>
    rows.filter(({ kind }) => (kind === 'apart') === is),
  )
  return {
    ...Object.fromEntries(others!.map(({ kind, a, b, row }) => [`${kind}/${a}/${b}`, row])),
    ...packed(
      apart!.map(({ a, b, row: [total = 0, no = 0, yes = 0] }) => ({
        item: a,
        group: b,
        total,
        no,
        yes,
      })),
    ),
  }
}

/** A block that takes more attempts, locked. */
export function openBlock(tx: Tx, of: BlockOf, most: number): Promise<Block | undefined> {
  return tx.first(
    query(sql<Block>`
      SELECT id, assessment, version, document, scoring, language, attempts, careless, people, sums FROM instrument_blocks WHERE assessment = ${of.assessment} AND document = ${of.document} AND scoring = ${of.scoring}
        AND language = ${of.language} AND attempts < ${most} LIMIT 1 FOR UPDATE`),
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
      ON CONFLICT (tenant_id, id) DO UPDATE SET attempts = excluded.attempts, careless = excluded.careless, people = excluded.people, sums = excluded.sums, updated_at = excluded.updated_at`),
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
