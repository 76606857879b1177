/** What an operator allows a tenant at most, and what happens beyond it (docs/decisions/0221). */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContentType } from '#engine/documents/kinds.ts'
import { PNG, WEBP } from '#tests/support/images.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const VACANCIES = {
  kind: 'content-type',
  id: 'vacancies',
  v: 1,
  title: 'Vacancies',
  source: 'test',
  label: 'content.resources.many',
  one: 'content.resources.one',
  licence: 'test',
  record: { title: 'name' },
  fields: [{ id: 'name', type: 'text', required: true, search: 3 }],
  sorts: [{ id: 'name', by: ['name'] }],
} as unknown as ContentType

let server: TestServer
let operator: Client
let owner: Client
beforeAll(async () => {
  server = await buildServer({ documents: [VACANCIES] })
  operator = await signInAs(server, 'operator')
  owner = await signInAs(server, 'owner')
})
afterAll(async () => {
  await server.close()
})

/** Whom the refusal names. */
const ASK = 'ask those who run the installation'
const path = () => `admin/tenants/${server.tenant.slug}`
const allow = async (limits: Record<string, number | null>) => {
  const { status, body, text } = await operator.send('PATCH', path(), { limits })
  expect(status, text).toBe(200)
  return body['limits'] as Record<string, { most: number | null; used: number }>
}
const signUpNow = () =>
  server.client().post('auth/signup', {
    email: `${randomUUID().slice(0, 8)}@school.test`,
    password: 'Thaba2024',
  })

it('nothing is limited at first but pictures, and what it has is counted', async () => {
  const { body } = await operator.get(path())
  expect(body['limits']).toEqual({
    people: { most: null, used: body['people'] },
    pictures: { most: 300, used: 0 },
    records: { most: null, used: 0 },
  })
  // The list doesn't count them.
  const { items } = (await operator.get('admin/tenants')).body as { items: object[] }
  for (const each of items) expect(each).not.toHaveProperty('limits')
})

it('no more people sign up or are invited than it may have; those who have an account stay', async () => {
  const { people } = await allow({ people: 1_000 })
  expect(people!.most).toBe(1_000)
  await allow({ people: people!.used + 1 })
  expect((await signUpNow()).status).toBe(201)
  const refused = await signUpNow()
  expect(refused).toMatchObject({ status: 403, body: { code: 'signup/off' } })
  const invited = await owner.post('admin/users', { email: 'new@school.test', role: 'viewer' })
  expect(invited).toMatchObject({
    status: 422,
    body: { fields: [{ key: 'console.people.full' }] },
  })
  const after = (await operator.get(path())).body['limits'] as typeof people
  expect(after).toMatchObject({ people: { most: people!.used + 1, used: people!.used + 1 } })
  // Fewer than there are: nobody loses anything.
  await allow({ people: 0 })
  expect((await owner.get('auth/get-user')).status).toBe(200)
  await allow({ people: null })
  expect((await signUpNow()).status).toBe(201)
})

it.each(['owner', 'viewer'])('its own people see what it has and may have: %s', async (role) => {
  await allow({ people: null })
  const client = await signInAs(server, role)
  const seen = async () => (await client.get('admin/limits')).body['items']
  expect(await seen()).toEqual([{ what: 'pictures', most: 300, used: expect.any(Number) }])
  const now = await allow({ people: 500, records: 7 })
  expect(await seen()).toEqual([
    { what: 'people', most: 500, used: now['people']!.used },
    { what: 'pictures', most: 300, used: now['pictures']!.used },
    { what: 'records', most: 7, used: now['records']!.used },
  ])
  await allow({ people: null, records: null })
})

it('no picture is added beyond its number, and one that is there may be sent again', async () => {
  await allow({ pictures: 1 })
  const send = (data: Buffer) =>
    owner.post('admin/images', { data: data.toString('base64'), name: 'a', words: { en: 'A' } })
  expect((await send(PNG)).status).toBe(201)
  expect((await send(PNG)).status).toBe(201)
  expect(await send(WEBP)).toMatchObject({
    status: 409,
    body: { code: 'limit/reached', message: expect.stringContaining(ASK) },
  })
  await allow({ pictures: null })
  expect((await send(WEBP)).status).toBe(201)
})

it('no record is added or imported beyond their number, all or nothing', async () => {
  await allow({ records: 2 })
  const save = (id: string, was: string | null = null) =>
    owner.put(`admin/content/vacancies/${id}`, { data: { name: id }, was })
  expect((await save('one')).status).toBe(200)
  const two = await save('two')
  expect(await save('three')).toMatchObject({
    status: 409,
    body: { code: 'limit/reached', message: expect.stringContaining(ASK) },
  })
  expect((await save('two', two.body['was'] as string)).status).toBe(200)
  const bring = (rows: string[], query = '') =>
    owner.send('POST', `admin/content/vacancies/import?${query}`, ['id,name', ...rows].join('\n'), {
      'content-type': 'application/octet-stream',
    })
  const refused = await bring(['three,Three'], 'keep=true')
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'limit/reached', message: expect.stringContaining(ASK) },
  })
  const names = async () =>
    ((await owner.get('admin/content/vacancies')).body['items'] as { title: string }[])
      .map(({ title }) => title)
      .sort()
  expect(await names()).toEqual(['one', 'two'])
  // In place of those that are there.
  expect((await bring(['three,Three', 'four,Four'])).status).toBe(200)
  expect(await names()).toEqual(['Four', 'Three'])
  const { body } = await operator.get(path())
  expect(body['limits']).toMatchObject({ records: { most: 2, used: 2 } })
})

it('the audit log of the tenant says who may have how much', async () => {
  await allow({ records: 7 })
  const { body } = await owner.get('admin/audit')
  const entries = body['items'] as { action: string; detail: object }[]
  expect(entries.find(({ action }) => action === 'tenant.limits')?.detail).toEqual({ records: 7 })
})

it.each([[{ people: -1 }], [{ people: 1.5 }], [{ people: '7' }], [{ bytes: 7 }], [{}]])(
  '%j is refused, and nothing changes',
  async (limits) => {
    const before = (await operator.get(path())).body['limits']
    const { status, body } = await operator.send('PATCH', path(), { limits })
    expect([status, body.code]).toEqual([422, 'request/invalid'])
    expect((await operator.get(path())).body['limits']).toEqual(before)
  },
)
