/**
 * The end of onboarding is dated wherever it comes from: the person's own call, a payment, a
 * guardian, or the console (docs/decisions/0210).
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigDocument, ExperimentDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { demoWebhook } from '#server/payments/demo.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, codeFor, type Client, type TestServer } from '#tests/support/server.ts'

const { tenant: _tenant, ...shipped } = catalog.get('experiment', 'home-action')!
const HOME: ExperimentDocument = { ...shipped, audience: true, state: 'running' }
const CONFIG = catalog.get('config', 'default') as ConfigDocument
const PARENTAL = { ...CONFIG, consent: { ...CONFIG.consent, parental: true } }
const PASSWORD = 'Thaba2024'
const MINOR = '2010-05-06'
const ADULT = '2000-05-06'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer({ documents: [HOME, PARENTAL] })
  const { client, email, id } = await somebody()
  await write(sql`UPDATE users SET role = 'owner' WHERE id = ${id}`)
  expect((await client.post('auth/login', { email, password: PASSWORD })).status).toBe(200)
  owner = client
})
afterAll(() => server.close())

const write = (text: ReturnType<typeof sql>) =>
  server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({ compile: () => text.compile(sqlBuilder) }),
  )

type Somebody = { readonly client: Client; readonly email: string; readonly id: string }

/** Everything but a plan. */
async function somebody(): Promise<Somebody> {
  const client = server.client()
  const email = `${randomUUID().slice(0, 8)}@school.test`
  const calls = [
    await client.post('auth/signup', { email, password: PASSWORD }),
    await client.put('users/birth-date', { birthDate: ADULT }),
    await client.post('auth/verify', { code: await codeFor(client, email) }),
    await client.put('users/consents', { terms: true, marketing: false, researchContact: false }),
    await client.patch('users/profile', { firstName: 'Naledi', lastName: 'Mokoena' }),
  ]
  expect(calls.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200])
  const { body } = await client.get('auth/get-user')
  return { client, email, id: body['_id'] as string }
}

async function dated(id: string): Promise<Record<string, Date>> {
  const rows = await server.context.database.tenant(server.tenant.id, (tx) =>
    tx.all<{ fact: string; at: Date }>({
      compile: () =>
        sql<{
          fact: string
          at: Date
        }>`SELECT fact, at FROM milestones WHERE user_id = ${id}`.compile(sqlBuilder),
    }),
  )
  return Object.fromEntries(rows.map(({ fact, at }) => [fact, at]))
}

async function checkout({ client }: Somebody): Promise<string> {
  const begun = await client.post('plans/checkout', { plan: 'power', country: 'ZA' })
  expect(begun.status, begun.text).toBe(201)
  return begun.body['id'] as string
}

async function isPaid(payment: string): Promise<void> {
  const { payload, headers } = demoWebhook(server.context.secrets, {
    id: randomUUID(),
    type: 'paid',
    tenant: server.tenant.id,
    payment,
    at: server.context.now(),
    money: { amount: 49_900, currency: 'ZAR' },
  })
  const url = '/api/payments/demo/webhook'
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, host: server.host },
    payload,
  })
  expect(statusCode).toBe(200)
}

async function born({ id }: Somebody, birthDate: string): Promise<void> {
  const path = `admin/users/${id}/birth-date`
  const { status, text } = await owner.put(path, { birthDate, reason: 'Mistyped' })
  expect(status, text).toBe(204)
}

describe('the end of onboarding is dated', () => {
  it('by a payment, when it arrives and not at the next call', async () => {
    const them = await somebody()
    const payment = await checkout(them)
    server.wait(60)
    const at = server.context.now()
    await isPaid(payment)
    server.wait(300)
    await them.client.put('users/names', { firstName: 'Lerato', lastName: 'Mokoena' })
    const { onboarded } = await dated(them.id)
    expect(onboarded).toEqual(at)
    // What it was before is dated by its own calls, and stays.
    expect(Object.keys(await dated(them.id)).sort()).toEqual([
      'onboarded',
      'profile-complete',
      'verified',
    ])
  })

  it('by a plan that the console gives', async () => {
    const them = await somebody()
    expect((await dated(them.id))['onboarded']).toBeUndefined()
    const body = { plan: 'power', reason: 'Bursary' }
    expect((await owner.put(`admin/users/${them.id}/plan`, body)).status).toBe(204)
    expect((await dated(them.id))['onboarded']).toEqual(server.context.now())
    // Another plan later isn't another end.
    server.wait(60)
    const first = (await dated(them.id))['onboarded']
    await owner.put(`admin/users/${them.id}/plan`, { plan: 'powerPlus', reason: 'Bursary' })
    expect((await dated(them.id))['onboarded']).toEqual(first)
  })

  it('by a corrected birth date, after which no guardian has to agree', async () => {
    const them = await somebody()
    const payment = await checkout(them)
    await born(them, MINOR)
    await isPaid(payment)
    expect((await dated(them.id))['onboarded']).toBeUndefined()
    server.wait(60)
    await born(them, ADULT)
    expect((await dated(them.id))['onboarded']).toEqual(server.context.now())
  })

  it('by a guardian who agrees', async () => {
    const them = await somebody()
    const payment = await checkout(them)
    await born(them, MINOR)
    await isPaid(payment)
    const address = `mother-of-${them.email}`
    expect((await them.client.post('guardian/requests', { address })).status).toBe(201)
    const { body } = await them.client.get(`demo/outbox?to=${encodeURIComponent(address)}`)
    const items = body['items'] as { text: string }[]
    const token = /\/guardian\/([\w-]+)/.exec(items.at(-1)!.text)![1]!
    server.wait(60)
    const answer = { agrees: true, version: 1 }
    const { status, text } = await server.client().post(`guardian/requests/${token}/answer`, answer)
    expect(status, text).toBe(200)
    expect((await dated(them.id))['onboarded']).toEqual(server.context.now())
  })

  it('of nobody who has never been in an experiment', async () => {
    const them = await somebody()
    await write(sql`DELETE FROM person_units WHERE user_id = ${them.id}`)
    await write(sql`DELETE FROM milestones WHERE user_id = ${them.id}`)
    const body = { plan: 'power', reason: 'Bursary' }
    expect((await owner.put(`admin/users/${them.id}/plan`, body)).status).toBe(204)
    expect(await dated(them.id)).toEqual({})
  })
})
