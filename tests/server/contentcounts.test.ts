/**
 * Counts from a summary equal those of the database, whatever the filters, and follow every change.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Pages } from '#server/catalogue/pages.ts'
import { queryOf } from '#server/catalogue/query.ts'
import { countsFrom, summaryFields } from '#server/catalogue/summary.ts'
import { listContent } from '#server/store/content.ts'
import { groupsOf } from '#server/store/contentsummary.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'
import { sql } from 'kysely'
import { sqlBuilder } from '#server/database/database.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await buildServer()
  client = (await signUp(server, { workerType: [1, 2, 4, 5, 3, 2] })).client
})
afterAll(() => server.close())

const CASES: readonly (readonly [type: string, asked: Readonly<Record<string, string>>])[] = [
  ['institutions', {}],
  ['institutions', { type: 'tvet-college' }],
  ['institutions', { country: 'ZA', provinces: 'ZA-GP' }],
  ['institutions', { public: 'false', type: 'university' }],
  ['institutions', { public: 'true', country: 'KE', provinces: 'ZA-GP' }],
  ['bursaries', {}],
  ['bursaries', { closes: 'now' }],
  ['bursaries', { closes: 'unknown' }],
  ['bursaries', { closes: '3' }],
  ['bursaries', { countries: 'ZA', levels: 'start', type: 'gift' }],
  ['bursaries', { countries: 'AFRICA' }],
  ['courses', {}],
  ['resources', {}],
]

describe('counts of', () => {
  it.each(CASES)('%s by %j', async (id, asked) => {
    const type = catalog.get('content-type', id)!
    const query = queryOf(catalog, type, asked, { saved: [], seen: [], now: server.context.now() })
    const fields = summaryFields(query.facets)
    const [page, groups] = await server.context.database.tenant(server.tenant.id, async (tx) => [
      await listContent(tx, query),
      await groupsOf(tx, id, fields, 5000, query.now),
    ])
    expect(countsFrom(groups!, fields, query)).toEqual({ total: page.total, facets: page.facets })
    // A page that is read without counts is the same as one that is read with them.
    const pages = new Pages(server.context.database)
    for (let time = 0; time < 2; time++)
      expect(await pages.read(server.tenant.id, query)).toEqual(page)
  })
})

it('counts change with an edit, and when a record begins or ends', async () => {
  const total = async () => (await client.get('catalogue/resources')).body['total'] as number
  const run = (text: string) =>
    server.context.database.tenant(server.tenant.id, (tx) =>
      tx.run({ compile: () => sql.raw(text).compile(sqlBuilder) }),
    )
  const before = await total()
  const now = server.context.now().getTime()
  const at = (seconds: number) => `'${new Date(now + seconds * 1000).toISOString()}'`
  await run(`INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search, starts, ends)
    VALUES ('${server.tenant.id}', 'resources', 'soon', 'Soon', 'soon', '{"name":"Soon"}', 'soon', to_tsvector('simple', 'soon'), ${at(60)}, ${at(120)})`)
  await run(
    `INSERT INTO content_sets (tenant_id, type, changes) VALUES ('${server.tenant.id}', 'resources', 1)`,
  )
  expect(await total()).toBe(before)
  server.wait(61)
  expect(await total()).toBe(before + 1)
  server.wait(60)
  expect(await total()).toBe(before)
})
