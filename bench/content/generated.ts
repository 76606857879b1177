/**
 * A million invented places to study: words, filters and titles are distributed as in the real
 * ones.
 */

import type pg from 'pg'

/** The number of different names: each is found in about `2 * rows / NAMES` records. */
export const NAMES = 5000
const SYLLABLES = [...'bdfghklmnprstvwz'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
)

/** With four syllables, as different from each other as real words. */
export function nameOf(n: number): string {
  let rest = (n * 2_654_435_761) % SYLLABLES.length ** 4
  let name = ''
  for (let index = 0; index < 4; index++) {
    name += SYLLABLES[rest % SYLLABLES.length]
    rest = Math.floor(rest / SYLLABLES.length)
  }
  return name
}

/**
 * Writes a tenant's own records, like an import. The indexes are created afterwards, which takes a
 * tenth of the time.
 */
export async function generate(client: pg.Client, tenant: string, rows: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'content' AND indexname <> 'content_pkey'`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  await client.query(
    `INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search)
     SELECT $1::uuid, 'institutions', 'g' || n, title, lower(title), jsonb_build_object('name', title, 'type', kind, 'country', 'ZA',
         'provinces', jsonb_build_array(province), 'public', n % 3 = 0, 'city', city, 'website', 'https://example.test/' || n),
       lower(title) || ' ' || city, setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', city), 'B')
     FROM (SELECT n, initcap(names[1 + n % ${NAMES}]) || ' ' || initcap(names[1 + (n / 7) % ${NAMES}]) || ' ' || (ARRAY['College', 'University', 'Academy', 'Institute'])[1 + n % 4] || ' ' || n AS title,
         names[1 + (n / 11) % 400] AS city, ($3::text[])[1 + n % cardinality($3::text[])] AS kind, ($4::text[])[1 + (n / 3) % cardinality($4::text[])] AS province
       FROM generate_series(1, $5::integer) n, (SELECT $2::text[] AS names) AS words) AS made`,
    [
      tenant,
      Array.from({ length: NAMES }, (_, n) => nameOf(n)),
      ['university', 'tvet-college', 'private-college', 'college'],
      ['ZA-EC', 'ZA-FS', 'ZA-GP', 'ZA-KZN', 'ZA-LP', 'ZA-MP', 'ZA-NC', 'ZA-NW', 'ZA-WC'],
      rows,
    ],
  )
  await client.query(`SET maintenance_work_mem = '512MB'`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('VACUUM ANALYZE content')
}
