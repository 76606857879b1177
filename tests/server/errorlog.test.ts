/** Errors in browsers: from anyone, counted, without anything that names a person. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Page } from '#engine/contract/admincontract.ts'
import type { ConsoleError } from '#engine/contract/errorreports.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { MAX_ERRORS } from '#server/store/errorlog.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const REPORT = {
  name: 'TypeError',
  message: 'x is undefined',
  frame: 'main-Ab12.js:1:2345',
  page: 'careerDetailPage',
  release: 'base-1',
}
let server: TestServer
let viewer: Client
beforeAll(async () => {
  server = await buildServer()
  viewer = await signInAs(server, 'viewer')
})
afterAll(() => server.close())
beforeEach(async () => {
  // The limits count by the minute.
  server.wait(120)
  await owner('DELETE FROM error_log')
})

const owner = (text: string) =>
  server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({ compile: () => sql.raw(text).compile(sqlBuilder) }),
  )
async function visitor(): Promise<Client> {
  const client = server.client()
  await client.get('auth/ping')
  return client
}
const logged = async (): Promise<Page<ConsoleError>> =>
  (await viewer.get('admin/errors')).body as unknown as Page<ConsoleError>

it('are counted, whoever sends them, the last ones first', async () => {
  const { client } = await signUp(server)
  expect((await client.post('errors', REPORT)).status).toBe(204)
  server.wait(60)
  expect((await (await visitor()).post('errors', REPORT)).status).toBe(204)
  await client.post('errors', { ...REPORT, page: 'cv' })
  const { items, total } = await logged()
  expect(total).toBe(2)
  expect(items.find(({ page }) => page === REPORT.page)).toMatchObject({ ...REPORT, count: 2 })
  const { first, last } = items.find(({ count }) => count === 2)!
  expect(Date.parse(last) - Date.parse(first)).toBe(60_000)
})

it('keep nothing personal, even if a program sends it', async () => {
  const client = await visitor()
  await client.post('errors', { ...REPORT, message: 'no "Thandi", thandi@school.test, 0821234567' })
  expect((await logged()).items.map(({ message }) => message)).toEqual(['no “…”, … …'])
  for (const body of [
    { ...REPORT, page: 'thandi nkosi' },
    { ...REPORT, frame: 'at <b>x</b>' },
    { ...REPORT, name: 'Thandi Nkosi' },
    { ...REPORT, email: 'thandi@school.test' },
    { ...REPORT, message: 'x'.repeat(201) },
  ])
    expect((await client.post('errors', body)).status, JSON.stringify(body)).toBe(422)
})

it('are limited for a network', async () => {
  const client = await visitor()
  const statuses = new Set<number>()
  for (let n = 0; n < 130; n++) statuses.add((await client.post('errors', REPORT)).status)
  expect([...statuses]).toEqual([204, 429])
  expect((await logged()).items[0]?.count).toBe(120)
})

it('are forgotten after 90 days, and when there are too many', async () => {
  await owner(
    `INSERT INTO error_log SELECT '${server.tenant.id}', gen_random_uuid(), 'Error', 'number ' || n, '', 'cv', 'base-1', 1, timestamptz '${server.context.now().toISOString()}' - n * interval '1 minute', timestamptz '${server.context.now().toISOString()}' - n * interval '1 minute' FROM generate_series(1, ${MAX_ERRORS + 20}) AS n`,
  )
  await (await visitor()).post('errors', REPORT)
  expect((await logged()).total).toBe(MAX_ERRORS)
  await owner(
    `UPDATE error_log SET last_at = last_at - interval '91 days' WHERE message LIKE 'number%'`,
  )
  await (await visitor()).post('errors', { ...REPORT, page: 'cv' })
  expect((await logged()).total).toBe(2)
})

it('belong to their tenant', async () => {
  const other = await server.another()
  const stranger = other.client()
  await stranger.get('auth/ping')
  await stranger.post('errors', REPORT)
  expect((await logged()).total).toBe(0)
})
