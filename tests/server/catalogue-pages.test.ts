/**
 * Paging with a cursor: nothing twice and nothing left out, even with equal values and changes in
 * between.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueList } from '#engine/contract/contract.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const TYPE = [1, 2, 4, 5, 3, 2]
const THINGS: ContentType = {
  kind: 'content-type',
  id: 'things',
  v: 1,
  title: 'Things',
  source: 'test',
  label: 'content.resources.many',
  one: 'content.resources.one',
  licence: 'test',
  record: { title: 'name' },
  fields: [
    { id: 'name', type: 'text', required: true, search: 3 },
    { id: 'size', type: 'number' },
    { id: 'colour', type: 'text', search: 1 },
    { id: 'good', type: 'flag', filter: 'chips' },
  ],
  sorts: [
    { id: 'name', by: ['name'] },
    { id: 'size', by: ['size'] },
    { id: 'largest', by: ['size'], descending: true },
    { id: 'colour', by: ['colour', 'size'] },
  ],
} as unknown as ContentType
const COUNT = 60

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await buildServer({ documents: [THINGS] })
  client = (await signUp(server, { workerType: TYPE })).client
  // Few sizes and colours, some of them unknown, and a number that a float can't represent.
  await run(`INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search)
    SELECT '${server.tenant.id}', 'things', 'thing-' || n, 'Thing ' || n % 20, 'thing ' || n % 20,
      jsonb_strip_nulls(jsonb_build_object('name', 'Thing ' || n % 20, 'good', n % 2 = 0,
        'size', CASE WHEN n % 5 > 0 THEN n % 5 + 0.1234567890123456789 END, 'colour', CASE WHEN n % 3 > 0 THEN 'Rooi' END)),
      'thing', to_tsvector('simple', CASE WHEN n % 4 = 0 THEN 'thing thing' ELSE 'thing' END) FROM generate_series(1, ${COUNT}) n`)
})
afterAll(() => server.close())

const run = (text: string) =>
  server.context.database.tenant(server.tenant.id, (tx) =>
    tx.all({ compile: () => sql.raw(text).compile(sqlBuilder) }),
  )
const list = async (query: string) => {
  const { status, body, text } = await client.get(`catalogue/things?${query}`)
  expect(status, text).toBe(200)
  return body as unknown as CatalogueList
}
async function leaf(query: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: CatalogueList = await list(`${query}&pageSize=7&cursor=${cursor}`)
    expect(page.page).toBe(ids.length / 7 + 1)
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.cursor
  }
  return ids
}

describe('a cursor', () => {
  it.each([
    '',
    'sort=name',
    'sort=size',
    'sort=largest',
    'sort=colour',
    'search=thing',
    'good=true',
  ])('leads through all of %s, in the same order as numbered pages', async (query) => {
    const whole = await list(`${query}&pageSize=100`)
    expect(await leaf(query)).toEqual(whole.items.map(({ id }) => id))
    expect([whole.cursor, whole.items.length]).toEqual([null, whole.total])
    expect(whole.total).toBe(query === 'good=true' ? COUNT / 2 : COUNT)
  })

  it('shows nothing twice if something is added before it, and continues if its row is gone', async () => {
    const first = await list('sort=name&pageSize=10')
    const last = first.items.at(-1)!
    await run(`DELETE FROM content WHERE id = '${last.id}'`)
    await run(`INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search)
      VALUES ('${server.tenant.id}', 'things', 'early', 'Aap', 'aap', '{"name":"Aap"}', 'aap', to_tsvector('simple', 'aap'))`)
    const next = await list(`sort=name&pageSize=100&cursor=${first.cursor}`)
    expect(next.items).toHaveLength(COUNT - 10)
    for (const { id } of first.items) expect(next.items.map((each) => each.id)).not.toContain(id)
  })

  it('is refused if it was changed, or belongs to another list', async () => {
    const { cursor } = await list('sort=name&pageSize=10')
    const [payload, signature] = cursor!.split('.') as [string, string]
    const forged = Buffer.from(JSON.stringify([1, "x'; DROP TABLE content; --", 'x'])).toString(
      'base64url',
    )
    for (const query of [
      `sort=name&cursor=${forged}.${signature}`,
      `sort=name&cursor=${payload}.${signature.slice(0, -2)}AA`,
      `sort=name&cursor=${payload}`,
      `sort=name&cursor=${cursor}.x`,
      'sort=name&cursor=x',
      `sort=size&cursor=${cursor}`,
      `sort=name&good=true&cursor=${cursor}`,
      `sort=name&search=thing&cursor=${cursor}`,
    ]) {
      const { status, body } = await client.get(`catalogue/things?${query}`)
      expect([query, status, body.code]).toEqual([query, 400, 'catalogue/cursor'])
    }
    const elsewhere = await client.get(`catalogue/resources?sort=name&cursor=${cursor}`)
    expect(elsewhere.body.code).toBe('catalogue/cursor')
  })
})
