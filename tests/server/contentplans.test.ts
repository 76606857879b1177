/**
 * Lists and searches of many records use their indexes under row-level security: according to
 * PostgreSQL's own plans.
 */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { queryOf } from '#server/catalogue/query.ts'
import type { Tx } from '#server/database/database.ts'
import { listContent, type Query } from '#server/store/content.ts'
import { nextChange } from '#server/store/contentsummary.ts'
import { catalog } from '#tests/support/documents.ts'

const ROWS = 40_000
const type = catalog.get('content-type', 'institutions')!
const tenant = randomUUID()
const asked = (query: Readonly<Record<string, string>>): Query =>
  queryOf(catalog, type, query, { saved: [], seen: [], now: new Date('2026-11-23T00:00:00Z') })

let client: pg.Client
const plans: string[] = []
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('database').connection.connectionString! })
  await client.connect()
  // All of it is rolled back at the end.
  await client.query('BEGIN')
  await client.query(
    `INSERT INTO tenants (id, slug, config) VALUES ('${tenant}', '${tenant}', 'default')`,
  )
  await client.query(`INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search)
    SELECT '${tenant}', 'institutions', 'g' || n, 'College ' || md5(n::text), 'college ' || md5(n::text),
      jsonb_build_object('type', 'college', 'country', 'ZA', 'public', n % 2 = 0), md5(n::text), to_tsvector('simple', md5(n::text)) FROM generate_series(1, ${ROWS}) n`)
  // As on an idle server: new rows stay in the index's pending list for a while.
  await client.query(
    `SELECT gin_clean_pending_list('content_search'), gin_clean_pending_list('content_words')`,
  )
  await client.query('ANALYZE content')
  await client.query(`LOAD 'auto_explain'`)
  for (const [name, value] of [
    ['auto_explain.log_min_duration', '0'],
    ['auto_explain.log_nested_statements', 'on'],
    ['auto_explain.log_analyze', 'on'],
    ['client_min_messages', 'log'],
    ['role', 'tsela_app'],
    ['app.tenant', tenant],
  ])
    await client.query(`SELECT set_config('${name}', '${value}', true)`)
  client.on('notice', ({ message }) => plans.push(message ?? ''))
})
afterAll(async () => {
  await client.query('ROLLBACK')
  await client.end()
})

const tx: Tx = {
  tenant,
  all: async (query) => {
    const { sql, parameters } = query.compile()
    return (await client.query(sql, [...parameters])).rows as never[]
  },
  first: async (query) => (await tx.all(query))[0],
  one: async (query) => (await tx.all(query))[0]!,
  run: async (query) => (await tx.all(query)).length,
}
/** What it did, with its plan and those of the functions it called. */
async function explained<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; plan: string }> {
  plans.length = 0
  const result = await work()
  // The plan of a query is reported when the next one begins.
  await client.query('SELECT 1')
  return { result, plan: plans.join('\n') }
}
/** The most rows that one step of a plan has read. */
const mostRead = (plan: string) =>
  Math.max(
    ...[...plan.matchAll(/actual time=\S+ rows=(\d+) loops=(\d+)/g)].map(
      ([, rows, loops]) => Number(rows) * Number(loops),
    ),
  )

describe('of 40,000 records', () => {
  const KNOWN = { total: ROWS, facets: {} }
  const word = 'c4ca4238a0b923820dcc509a6f75849b'

  it('a word is found by the index of words, and its record isn’t looked up again', async () => {
    const { result, plan } = await explained(() => listContent(tx, asked({ search: word })))
    expect([result.total, result.items[0]?.id]).toEqual([1, 'g1'])
    expect(plan).toContain('Bitmap Index Scan on content_search')
    expect(plan).not.toContain('Index Scan using content_pkey on content c')
    expect(plan).not.toContain('Seq Scan on content c')
  })

  it('a word with a typing mistake is found by the index of similar words', async () => {
    const { result, plan } = await explained(() =>
      listContent(tx, asked({ search: `${word.slice(0, -1)}x` })),
    )
    expect(result.items[0]?.id).toBe('g1')
    expect(plan).toContain('Bitmap Index Scan on content_words')
    expect(plan).not.toContain('Seq Scan on content c')
  })

  it.each([{}, { sort: 'name' }, { public: 'true' }, { country: 'ZA' }])(
    'a page of %j with known counts reads about as many records as it shows, and so does the next one',
    async (query) => {
      const first = await explained(() => listContent(tx, asked(query), KNOWN))
      expect(first.result.items).toHaveLength(20)
      const next = await explained(() =>
        listContent(tx, { ...asked(query), after: first.result.last! }, KNOWN),
      )
      expect(next.result.items).toHaveLength(20)
      for (const { plan } of [first, next]) {
        expect(plan).toMatch(/Index Scan using content_(version_)?order on content/)
        expect(mostRead(plan)).toBeLessThan(2000)
      }
    },
  )

  it('the next time at which one begins or ends is found by its own index', async () => {
    const { plan } = await explained(() => nextChange(tx, 'institutions', new Date()))
    expect(plan).toContain('content_moments')
    expect(plan).not.toContain('Seq Scan on content ')
  })
})
