/** Norms of a tenant's own people: written after counting, a few rows read when somebody finishes. */

import { sql, type RawBuilder } from 'kysely'
import type { Norms } from '#engine/psychometrics/norms.ts'
import type { Sums } from '#engine/psychometrics/sums.ts'
import { sqlBuilder as db, type Tx } from '#server/database/database.ts'

/** Every language, every age. */
export const ANY = ''

export type NormRow = {
  readonly language: string
  readonly age: string
  readonly norms: Norms
}

const query = <Row>(statement: RawBuilder<Row>) => ({ compile: () => statement.compile(db) })

/** Of a language and an age, of the language, and of everybody; only those of this key and version. */
export function normsOfPeople(
  tx: Tx,
  asked: { assessment: string; scoring: string; version: string; language: string; age: string },
): Promise<NormRow[]> {
  const { assessment, scoring, version, language, age } = asked
  return tx.all(
    query(sql<NormRow>`
      SELECT language, age, norms FROM instrument_norms
      WHERE assessment = ${assessment} AND scoring = ${scoring} AND version = ${version} AND language IN (${language}, ${ANY}) AND age IN (${age}, ${ANY})`),
  )
}

/** How many people the norms are of, under which key; undefined if there are none. */
export function normsNow(
  tx: Tx,
  assessment: string,
): Promise<{ people: number; scoring: string; version: string } | undefined> {
  return tx.first(
    query(
      sql<{ people: number; scoring: string; version: string }>`
        SELECT people, scoring, version FROM instrument_norms WHERE assessment = ${assessment} AND language = ${ANY} AND age = ${ANY}`,
    ),
  )
}

/** Puts these in place of all that the instrument had. */
export async function replaceNorms(
  tx: Tx,
  { assessment, scoring, version }: { assessment: string; scoring: string; version: string },
  rows: readonly NormRow[],
  now: Date,
): Promise<void> {
  await tx.run(query(sql`DELETE FROM instrument_norms WHERE assessment = ${assessment}`))
  for (const { language, age, norms } of rows)
    await tx.run(
      query(sql`
        INSERT INTO instrument_norms (tenant_id, assessment, language, age, scoring, version, people, norms, updated_at)
        VALUES (${tx.tenant}::uuid, ${assessment}, ${language}, ${age}, ${scoring}, ${version}, ${norms.people}, ${JSON.stringify(norms)}::jsonb, ${now}::timestamptz)`),
    )
}

/** Of the sums of blocks, the rows whose names begin so: a block has thousands of others. */
export async function someSums(
  tx: Tx,
  blocks: readonly string[],
  starts: readonly string[],
): Promise<Map<string, Sums>> {
  const rows = await tx.all(
    query(sql<{ id: string; sums: Sums }>`
      SELECT b.id, jsonb_object_agg(s.key, s.value) AS sums
      FROM instrument_blocks AS b CROSS JOIN LATERAL jsonb_each(b.sums) AS s
      WHERE b.id = ANY (${[...blocks]}::uuid[]) AND EXISTS (SELECT FROM unnest(${[...starts]}::text[]) AS w (start) WHERE starts_with(s.key, w.start))
      GROUP BY b.id`),
  )
  return new Map(rows.map(({ id, sums }) => [id, sums]))
}
