/** Inviting colleagues, and giving a person another plan: owners alone, and on record. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry, ConsoleUser, Page } from '#engine/contract/admincontract.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer()
  owner = await signInAs(server, 'owner')
})
afterAll(() => server.close())

const tokensTo = async (email: string): Promise<string[]> => {
  const { items } = (await owner.get(`demo/outbox?to=${email}`)).body as unknown as {
    items: { text: string }[]
  }
  return items.flatMap(({ text }) => /token=([a-z]+)/.exec(text)?.[1] ?? [])
}
const peopleNamed = async (search: string): Promise<readonly ConsoleUser[]> =>
  ((await owner.get(`admin/users?search=${search}`)).body as unknown as Page<ConsoleUser>).items
const audited = async (action: string): Promise<AuditEntry[]> =>
  ((await owner.get('admin/audit')).body as unknown as Page<AuditEntry>).items.filter(
    (entry) => entry.action === action,
  )
const accept = (token: string) =>
  server.client().post('auth/recover/confirm', { token, password: 'Invited1Now' })

it('sends a link that sets a password and grants the role, once', async () => {
  const email = 'thembi@colleague.test'
  expect(
    (await owner.post('admin/users', { email: ` ${email.toUpperCase()} `, role: 'editor' })).status,
  ).toBe(201)
  const [token] = await tokensTo(email)
  expect(await peopleNamed('')).toContainEqual(
    expect.objectContaining({ email, role: null, invited: 'editor' }),
  )
  expect((await accept(token!)).status).toBe(204)
  const colleague = server.client()
  await colleague.get('auth/ping')
  expect((await colleague.post('auth/login', { email, password: 'Invited1Now' })).status).toBe(200)
  expect((await colleague.get('admin/documents?kind=menu')).status).toBe(200)
  expect(await peopleNamed('')).toContainEqual(
    expect.objectContaining({ email, role: 'editor', invited: null }),
  )
  expect((await accept(token!)).status, 'a second time').not.toBe(204)
  expect((await audited('people.invite'))[0]?.detail).toEqual({ role: 'editor' })
})

it('gives nothing to an earlier sign-up with the address until its owner opens the link', async () => {
  const { client, email } = await signUp(server)
  expect((await owner.post('admin/users', { email, role: 'owner' })).status).toBe(201)
  expect((await client.get('admin/documents')).status).toBe(403)
})

it('is void as soon as the role is decided otherwise, and replaced by the next one', async () => {
  const email = 'musa@colleague.test'
  const { body } = await owner.post('admin/users', { email, role: 'owner' })
  expect((await owner.put(`admin/users/${String(body['id'])}/role`, { role: null })).status).toBe(
    204,
  )
  expect(await peopleNamed('')).not.toContainEqual(expect.objectContaining({ email }))
  await owner.post('admin/users', { email, role: 'editor' })
  await owner.post('admin/users', { email, role: 'viewer' })
  const [first, second, third] = await tokensTo(email)
  expect([
    (await accept(first!)).status === 204,
    (await accept(second!)).status === 204,
    (await accept(third!)).status === 204,
  ]).toEqual([false, false, true])
  expect(await peopleNamed('musa')).toEqual([
    expect.objectContaining({ email, role: 'viewer', invited: null }),
  ])
})

it('is withdrawn with a reason, which the log keeps, and its link no longer works', async () => {
  const email = 'zanele@colleague.test'
  const { body } = await owner.post('admin/users', { email, role: 'editor' })
  const id = String(body['id'])
  const [token] = await tokensTo(email)
  const withdraw = (reason: unknown) =>
    owner.post(`admin/users/${id}/invitation/withdraw`, { reason })
  for (const reason of ['', '   ', 'x', undefined])
    expect((await withdraw(reason)).status).toBe(422)
  expect((await withdraw(' Has left the school ')).status).toBe(204)
  expect((await withdraw('Has left the school')).status, 'again').toBe(404)
  expect((await accept(token!)).status).not.toBe(204)
  expect(await peopleNamed('')).not.toContainEqual(expect.objectContaining({ email }))
  expect((await audited('people.withdraw'))[0]).toMatchObject({
    target: id,
    detail: { role: 'editor', reason: 'Has left the school' },
  })
})

it('is listed for a month after it has expired, with the day on which it did', async () => {
  const email = 'lindiwe@colleague.test'
  const sent = server.context.now()
  await owner.post('admin/users', { email, role: 'viewer' })
  const listed = async () => (await peopleNamed('')).find((each) => each.email === email)
  const until = new Date(sent.getTime() + 7 * 86_400_000)
  expect(Math.abs(Date.parse((await listed())!.invitedUntil!) - until.getTime())).toBeLessThan(5000)
  const [token] = await tokensTo(email)
  server.wait(8 * 86_400)
  owner = await signInAs(server, 'owner')
  expect((await listed())!.invited).toBe('viewer')
  expect((await accept(token!)).status).not.toBe(204)
})

it.each([
  ['an address that is none', { email: 'thembi', role: 'viewer' }],
  ['a role that is none', { email: 'a@colleague.test', role: 'king' }],
])('refuses %s, and names it', async (_what, body) => {
  const response = await owner.post('admin/users', body)
  expect([response.status, response.body.code]).toEqual([422, 'request/invalid'])
})

it('refuses to invite a person who has a role', async () => {
  const someone = (await peopleNamed('')).find(({ role }) => role === 'owner')
  const response = await owner.post('admin/users', { email: someone!.email, role: 'viewer' })
  expect(response.body['fields']).toEqual([
    expect.objectContaining({
      pointer: '/email',
      message: 'This person has a role already. Change it in the list.',
    }),
  ])
})

it('gives a person another plan, with the reason in the log', async () => {
  const { client } = await signUp(server)
  const me = async () =>
    (await client.get('auth/get-user')).body as { _id: string; app: { accountType: string } }
  const { _id, app } = await me()
  const give = (body: object) => owner.put(`admin/users/${_id}/plan`, body)
  expect((await give({ plan: 'powerPlus', reason: ' Won the competition ' })).status).toBe(204)
  expect((await me()).app.accountType).toBe('powerPlus')
  expect((await audited('plan.grant'))[0]).toMatchObject({
    target: _id,
    detail: { from: app.accountType, to: 'powerPlus', reason: 'Won the competition' },
  })
  for (const body of [
    { plan: 'gold', reason: 'Because' },
    { plan: 'power', reason: '   ' },
    { plan: 'power' },
  ])
    expect((await give(body)).status, JSON.stringify(body)).toBe(422)
  expect((await me()).app.accountType).toBe('powerPlus')
})
