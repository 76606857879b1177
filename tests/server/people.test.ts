/**
 * Who can find whom in the console: colleagues at once, learners by enough of their address, and
 * each search is logged.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry, ConsoleUser, Page } from '#engine/contract/admincontract.ts'
import { CALLS } from '#engine/contract/calls.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let viewer: Client
let owner: Client

beforeAll(async () => {
  server = await buildServer()
  viewer = await signInAs(server, 'viewer')
  owner = await signInAs(server, 'owner')
  const learners = [
    'naledi@school.test',
    'nandi@school.test',
    'neo@school.test',
    'nan%di@school.test',
    'na_di@school.test',
    ...Array.from({ length: 60 }, (_, index) => `mass${index}@school.test`),
  ]
  await server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`INSERT INTO users (tenant_id, id, email, account_type) SELECT ${server.tenant.id}::uuid, gen_random_uuid(), email, 'free' FROM unnest(${learners}::text[]) AS email`.compile(
          sqlBuilder,
        ),
    }),
  )
})
afterAll(() => server.close())

async function found(
  search: string,
  page = 1,
): Promise<{ learners: (string | null)[]; colleagues: number; total: number }> {
  const { status, body } = await viewer.get(
    `admin/users?page=${page}&search=${encodeURIComponent(search)}`,
  )
  expect(status, search).toBe(200)
  const { items, total } = body as unknown as Page<ConsoleUser>
  return {
    learners: items.filter(({ role }) => role === null).map(({ email }) => email),
    colleagues: items.filter(({ role }) => role !== null).length,
    total,
  }
}

async function logged(): Promise<AuditEntry[]> {
  return ((await owner.get('admin/audit')).body as unknown as Page<AuditEntry>).items.filter(
    ({ action }) => action === 'people.search',
  )
}

it.each(['', ' ', 'n', 'na', 'NA', ' na ', '%', '_%', '%%', '@'])(
  'finds no learner by "%s"',
  async (search) => {
    expect((await found(search)).learners).toEqual([])
  },
)

it('finds colleagues by the start of their address, and logs only searches that cover learners', async () => {
  const all = await found('')
  expect(all.colleagues).toBe(2)
  expect((await found('person')).colleagues).toBe(2)
  expect((await found('pe')).colleagues).toBe(2)
  expect((await found('xy')).total).toBe(0)
  expect((await logged()).map(({ target }) => target)).toEqual(['per…'])
})

it('finds learners only by their first three letters or a whole address', async () => {
  expect((await found('nal')).learners).toEqual(['naledi@school.test'])
  expect((await found(' NALEDI@School.test ')).learners).toEqual(['naledi@school.test'])
  expect((await found('nan')).learners.toSorted()).toEqual([
    'nan%di@school.test',
    'nandi@school.test',
  ])
  expect((await found('nan%')).learners).toEqual(['nan%di@school.test'])
  expect((await found('na_')).learners).toEqual(['na_di@school.test'])
  expect((await found('%di')).learners).toEqual([])
})

it('logs who searched, the kind of search and the number found, for every page, without any address', async () => {
  await found('mass')
  expect((await found('mass', 2)).learners).toHaveLength(10)
  await found('neo@school.test')
  const [third, second, first] = await logged()
  const { email } = (await viewer.get('auth/get-user')).body
  expect(first).toMatchObject({
    by: email,
    target: 'mas…',
    detail: { letters: 4, found: 60, page: 1 },
  })
  expect(second).toMatchObject({ target: 'mas…', detail: { letters: 4, found: 60, page: 2 } })
  expect(third).toMatchObject({ target: 'neo…', detail: { letters: 15, found: 1, page: 1 } })
  expect(JSON.stringify((await logged()).map((entry) => ({ ...entry, by: null })))).not.toContain(
    '@',
  )
})

it('is slow for a user who tries all letters', async () => {
  await server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE limits SET count = 299 WHERE tenant_id = ${server.tenant.id} AND key LIKE 'people-search:%'`.compile(
          sqlBuilder,
        ),
    }),
  )
  await found('aaa')
  const refused = await viewer.get('admin/users?search=aab')
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'request/rate-limited',
    '600',
  ])
  expect((await viewer.get('admin/users')).status, 'colleagues are always there').toBe(200)
  server.wait(3600 + 1)
  // The console's session has ended by then.
  viewer = await signInAs(server, 'viewer')
  await found('aab')
})

it('keeps who changed a role, from what to what, and why', async () => {
  // The console's sessions have ended above.
  owner = await signInAs(server, 'owner')
  const { items } = (await owner.get('admin/users?search=naledi@school.test'))
    .body as unknown as Page<ConsoleUser>
  const { id } = items.find(({ email }) => email === 'naledi@school.test')!
  const give = (role: string | null, reason?: string) =>
    owner.put(`admin/users/${id}/role`, { role, ...(reason !== undefined && { reason }) })
  expect((await give('editor', ' Writes our texts ')).status).toBe(204)
  expect((await give(null)).status).toBe(204)
  const { items: log } = (await owner.get('admin/audit')).body as unknown as Page<AuditEntry>
  const by = (await owner.get('auth/get-user')).body['email']
  expect(
    log
      .filter(({ action, target }) => action === 'role.grant' && target === id)
      .slice(0, 2)
      .map((entry) => [entry.by, entry.detail]),
  ).toEqual([
    [by, { from: 'editor', to: null }],
    [by, { from: null, to: 'editor', reason: 'Writes our texts' }],
  ])
})

it('lets nobody act as somebody else, whatever an owner sends', async () => {
  owner = await signInAs(server, 'owner')
  const me = async () => (await owner.get('auth/get-user')).body['email']
  const self = await me()
  const { items } = (await owner.get('admin/users?search=naledi@school.test'))
    .body as unknown as Page<ConsoleUser>
  const { id } = items.find(({ email }) => email === 'naledi@school.test')!
  // No call of the console hands out a session: only signing in does.
  const sessions = Object.entries(CALLS).filter(
    ([name, { area }]) =>
      / \/admin\//.test(name) && /impersonat|sudo|login|act-as|sessions/.test(name + area),
  )
  expect(sessions.map(([name]) => name)).toEqual([])
  for (const path of ['impersonate', 'session', 'sessions', 'login', 'act'])
    expect([path, (await owner.post(`admin/users/${id}/${path}`, {})).status]).toEqual([path, 404])
  const claims = {
    'x-user': id,
    'x-user-id': id,
    'x-act-as': 'naledi@school.test',
    'x-impersonate': id,
    'x-forwarded-user': 'naledi@school.test',
    authorization: `Bearer ${id}`,
  }
  const answer = await owner.send('GET', `auth/get-user?user=${id}&as=${id}`, undefined, claims)
  expect(answer.body['email']).toBe(self)
  // What is written goes to whoever is signed in, whatever the body names.
  await owner.send('PUT', `users/names?user=${id}`, { firstName: 'Own', lastName: 'Er' }, claims)
  const stored = await server.context.database.owner(server.tenant.id, (tx) =>
    tx.one({
      compile: () =>
        sql<{ profile: object }>`SELECT profile FROM users WHERE id = ${id}::uuid`.compile(
          sqlBuilder,
        ),
    }),
  )
  expect(stored.profile).toEqual({})
  expect(await me()).toBe(self)
})
