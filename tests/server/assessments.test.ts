/**
 * Taking an assessment, sentence by sentence of the contract; the same history always gives the
 * same result.
 */

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AnyDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { seedFirstTenant } from '#server/start/demo.ts'
import { ensureTenant } from '#server/store/tenants.ts'
import { effectiveAnswers } from '#server/store/effective.ts'
import { catalog } from '#tests/support/documents.ts'
import {
  buildServer,
  Client,
  codeFor,
  signUp,
  takeWorkerType,
  type ApiResponse,
  type TestServer,
} from '#tests/support/server.ts'

const DAY = 86_400
const START = Date.UTC(2026, 10, 21, 8)
/** A time of answering, this many seconds after the first. */
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

type Sent = {
  id?: string
  item: string
  value: unknown
  ms?: number
  at?: string
  seq?: number
  [more: string]: unknown
}
type Attempt = {
  id: string
  assessment: string
  document: string
  state: string
  items: string[]
  answers: Record<string, number>
  repeat?: boolean
}

const begin = (client: Client) => client.post('assessments/holland_code/attempts')
const send = (client: Client, attempt: string, answers: readonly Sent[]) =>
  client.put(`attempts/${attempt}/answers`, {
    answers: answers.map((answer) => ({ ms: 4000, at: at(0), ...answer })),
  })
const complete = (client: Client, attempt: string) => client.post(`attempts/${attempt}/complete`)
const states = ({ body }: ApiResponse) =>
  (body['answers'] as { state: string }[] | undefined)?.map(({ state }) => state)

async function begun(): Promise<{
  client: Client
  email: string
  password: string
  attempt: string
  items: string[]
}> {
  const person = await signUp(server)
  const { body } = await begin(person.client)
  const { id, items } = body as unknown as Attempt
  return { ...person, attempt: id, items }
}

/** The current answers, as the learner's device reads them back. */
/** As if the results of a user were from so many days earlier. */
const ageResults = (email: string, days: number) =>
  server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE results SET updated_at = updated_at - ${days} * INTERVAL '1 day' WHERE tenant_id = ${server.tenant.id} AND user_id IN (SELECT id FROM users WHERE tenant_id = ${server.tenant.id} AND email LIKE ${email})`.compile(
          sqlBuilder,
        ),
    }),
  )

async function answersNow(client: Client): Promise<Record<string, number>> {
  return ((await begin(client)).body as unknown as Attempt).answers
}

/** How many answers of an attempt are stored, counted or not. */
async function kept(attempt: string, tenant = server.tenant.id): Promise<number> {
  const query = sql<{
    count: string
  }>`SELECT count(*) FROM answers WHERE tenant_id = ${tenant} AND attempt_id = ${attempt}`
  return Number(
    (
      await server.context.database.owner(tenant, (tx) =>
        tx.all({ compile: () => query.compile(sqlBuilder) }),
      )
    )[0]!.count,
  )
}

function whole(items: readonly string[], pattern: readonly number[], ms = 4000): Sent[] {
  return items.map((item, index) => ({
    item,
    value: pattern[index % pattern.length],
    ms,
    at: at(index),
    seq: index + 1,
  }))
}

/** The stored device id of each of a user's sessions. */
async function devicesOf(email: string): Promise<string[]> {
  const query = sql<{
    id: string
  }>`SELECT s.id FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id WHERE u.tenant_id = ${server.tenant.id} AND u.email = ${email}`
  return (
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.all({ compile: () => query.compile(sqlBuilder) }),
    )
  ).map(({ id }) => id)
}

async function secondDevice(person: { email: string; password: string }): Promise<Client> {
  const client = server.client()
  await client.post('auth/login', { email: person.email, password: person.password })
  return client
}

describe('an attempt', () => {
  it('begins with the items in the order shown, and remains the same one until it ends', async () => {
    const { client } = await signUp(server)
    const first = await begin(client)
    expect(first.status).toBe(201)
    const expected = catalog.get('assessment', 'holland_code')!.items!.map(({ id }) => id)
    const { documents } = (await client.get('app-configuration')).body as {
      documents: Record<string, string>
    }
    expect(first.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      assessment: 'holland_code',
      document: documents['assessment/holland_code'],
      instrument: expect.stringMatching(/^[0-9a-f]{20}$/),
      state: 'open',
      items: expected,
      answers: {},
    })
    expect(expected).toHaveLength(60)
    expect(expected.slice(0, 7)).toEqual(['R_1', 'I_1', 'A_1', 'S_1', 'E_1', 'C_1', 'R_2'])
    await send(client, (first.body as unknown as Attempt).id, [{ item: 'R_1', value: 5 }])
    const again = await begin(client)
    expect([again.status, again.body]).toEqual([200, { ...first.body, answers: { R_1: 5 } }])
  })

  it('is shared by all devices of a user, even when ten begin at once', async () => {
    const { client } = await signUp(server)
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin(client)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 200, 200, 200, 201,
    ])
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
  })

  it('finished on another device is taken again only by those who know its result', async () => {
    const { client, email } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    await ageResults(email, 14)
    const ask = (again: unknown) => client.post('assessments/holland_code/attempts', { again })
    for (const stale of [null, '2020-01-01T00:00:00.000Z'])
      expect((await ask(stale)).body.code, 'nothing begins').toBe('attempt/taken')
    const { assessments } = (await client.get('auth/get-user')).body as unknown as {
      assessments: Record<string, { updatedAt: string }>
    }
    const repeat = await ask(assessments['holland_code']!.updatedAt)
    expect([repeat.status, repeat.body['repeat']]).toEqual([201, true])
    expect((await ask(null)).body['id'], 'one that is open is continued').toBe(repeat.body['id'])
  })

  it('starts afresh after the end and says that it is a repeat', async () => {
    const { client, email } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    await ageResults(email, 14)
    const again = await begin(client)
    expect([again.status, again.body['repeat'], again.body['answers']]).toEqual([201, true, {}])
    expect((await takeWorkerType(client, [1, 2, 4, 5, 3, 2])).body['metrics']).toMatchObject({
      R: 0,
      S: 40,
      code: 'SAE',
    })
    expect((await client.get('auth/get-user')).body['assessments']).toMatchObject({
      holland_code: { metrics: { S: 40 } },
    })
  })

  it('is too soon within 14 days, unless the result is doubted', async () => {
    const { client, email } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const dayBefore = new Date(server.context.now().getTime() + 86_400_000)
    expect(await begin(client)).toMatchObject({
      status: 409,
      body: { code: 'attempt/too-soon', next: expect.stringMatching(/^2026-12-05T/) },
    })
    await ageResults(email, 13)
    expect(await begin(client)).toMatchObject({
      status: 409,
      body: { code: 'attempt/too-soon', next: dayBefore.toISOString() },
    })
    await ageResults(email, 1)
    expect((await begin(client)).status).toBe(201)
    const doubted = await signUp(server, { workerType: [3] })
    expect((await begin(doubted.client)).status).toBe(201)
  })

  it.each([
    ['a demo account', sql`demo = true`],
    ['somebody whose study asks for it', sql`research_assessments = '{holland_code}'`],
  ])('may be repeated at once by %s', async (_who, made) => {
    const { client, email } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    expect((await begin(client)).body.code).toBe('attempt/too-soon')
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET ${made} WHERE tenant_id = ${server.tenant.id} AND email = ${email}`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect((await begin(client)).status).toBe(201)
  })

  it.each([
    ['doesn’t exist', 'no_such_test', 404, 'assessment/unknown'],
    ['has a name of the prototype', '__proto__', 404, 'assessment/unknown'],
    ['is for research alone', 'ipip', 403, 'access/off'],
  ])('of one that %s is refused: %s', async (_what, id, status, code) => {
    const { client } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const response = await client.post(`assessments/${id}/attempts`)
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  it('shows its items in a different order to research users only, and in the same one each time', async () => {
    const { client, email } = await signUp(server)
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET research_assessments = '{holland_code}' WHERE tenant_id = ${server.tenant.id} AND email = ${email}`.compile(
            sqlBuilder,
          ),
      }),
    )
    const { items } = (await begin(client)).body as unknown as Attempt
    const fixed = catalog.get('assessment', 'holland_code')!.items!.map(({ id }) => id)
    expect(items).not.toEqual(fixed)
    expect([...items].sort()).toEqual([...fixed].sort())
    expect(((await begin(client)).body as unknown as Attempt).items).toEqual(items)
  })
})

describe('the list of assessments', () => {
  it('says whether each is new, open or complete', async () => {
    const { client } = await signUp(server)
    const worker = async () =>
      ((await client.get('assessments?lang=en')).body['items'] as { id: string }[]).find(
        ({ id }) => id === 'holland_code',
      )
    expect(await worker()).toEqual({
      id: 'holland_code',
      title: 'Worker type',
      minutes: 8,
      state: 'new',
      answered: 0,
      items: 60,
      resultDate: null,
      available: true,
    })
    const { id } = (await begin(client)).body as unknown as Attempt
    await send(client, id, [
      { item: 'R_1', value: 5 },
      { item: 'I_1', value: 4, seq: 1 },
      { item: 'I_1', value: 2, at: at(5), seq: 2 },
    ])
    expect(await worker()).toMatchObject({ state: 'open', answered: 2, resultDate: null })
    await takeWorkerType(client, [5, 4, 2, 1, 3, 4])
    expect(await worker()).toMatchObject({
      state: 'complete',
      answered: 60,
      items: 60,
      resultDate: '2026-11-21T08:00:00.000Z',
    })
  })

  it('names research assessments to research users only', async () => {
    const { client } = await signUp(server)
    const ids = ((await client.get('assessments')).body['items'] as { id: string }[]).map(
      ({ id }) => id,
    )
    for (const research of catalog.all('assessment').filter(({ researchOnly }) => researchOnly))
      expect(ids).not.toContain(research.id)
    expect(ids).toContain('big_5')
  })
})

describe('an answer', () => {
  it('is identified by the id that its device gave it', async () => {
    const { client, attempt } = await begun()
    const id = '0190a0b0-1111-7222-8333-444455556666'
    expect((await send(client, attempt, [{ id, item: 'R_1', value: 5 }])).body).toEqual({
      answers: [{ id, item: 'R_1', state: 'stored' }],
    })
    expect(states(await send(client, attempt, [{ id, item: 'R_1', value: 5 }]))).toEqual([
      'duplicate',
    ])
    expect(
      states(await send(client, attempt, [{ id: id.toUpperCase(), item: 'R_1', value: 5 }])),
    ).toEqual(['duplicate'])
    expect(await kept(attempt)).toBe(1)
  })

  it.runIf(inject('database').kind === 'postgres')(
    'is a duplicate if another server stores it at the same moment',
    async () => {
      const { client, attempt } = await begun()
      await send(client, attempt, [{ item: 'R_2', value: 1 }])
      const id = randomUUID()
      const copy = sql`INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late)
        SELECT tenant_id, ${id}::uuid, attempt_id, 'R_1', '5'::jsonb, ms, at, NULL, device, late
        FROM answers WHERE tenant_id = ${server.tenant.id} AND attempt_id = ${attempt} LIMIT 1`
      let sent: Promise<ApiResponse> | undefined
      await server.context.database.owner(server.tenant.id, async (tx) => {
        await tx.run({ compile: () => copy.compile(sqlBuilder) })
        sent = send(client, attempt, [{ id, item: 'R_1', value: 5 }])
        // It waits for this transaction, and its statement can't see what this one adds.
        await new Promise((resolve) => setTimeout(resolve, 300))
      })
      expect(states(await sent!)).toEqual(['duplicate'])
    },
  )

  it('is identified without an id by its item and time, in whatever zone that is written', async () => {
    const { client, attempt } = await begun()
    const first = await send(client, attempt, [
      { item: 'R_1', value: 5, at: '2026-11-21T08:00:00Z' },
    ])
    expect(states(first)).toEqual(['stored'])
    const again = await send(client, attempt, [
      { item: 'R_1', value: 5, at: '2026-11-21T10:00:00.000+02:00' },
    ])
    expect([states(again), again.body]).toEqual([
      ['duplicate'],
      { answers: [{ ...(first.body['answers'] as object[])[0], state: 'duplicate' }] },
    ])
    expect(
      states(
        await send(client, attempt, [
          { item: 'R_1', value: 4, at: '2026-11-21T08:00:00.001Z' },
          { item: 'I_1', value: 4, at: '2026-11-21T08:00:00Z' },
        ]),
      ),
    ).toEqual(['stored', 'stored'])
    expect(await kept(attempt)).toBe(3)
  })

  it('that is twice in one batch is stored once', async () => {
    const { client, attempt } = await begun()
    expect(
      states(
        await send(client, attempt, [
          { item: 'R_1', value: 5 },
          { item: 'I_1', value: 5 },
          { item: 'R_1', value: 5 },
        ]),
      ),
    ).toEqual(['stored', 'stored', 'duplicate'])
    expect(await kept(attempt)).toBe(2)
  })

  const ID = () => randomUUID()
  it.each<[string, (id: string) => Sent]>([
    ['another value', (id) => ({ id, item: 'R_1', value: 4 })],
    ['another item', (id) => ({ id, item: 'I_1', value: 5 })],
    ['another moment', (id) => ({ id, item: 'R_1', value: 5, at: at(1) })],
  ])(
    'with the same id and %s is a conflict, and nothing in the batch is stored',
    async (_what, other) => {
      const { client, attempt } = await begun()
      const id = ID()
      await send(client, attempt, [{ id, item: 'R_1', value: 5 }])
      const answer = await send(client, attempt, [
        { item: 'A_1', value: 3 },
        other(id),
        { item: 'S_1', value: 3 },
      ])
      expect([answer.status, answer.body.code, answer.body['ids']]).toEqual([
        409,
        'answer/conflict',
        [id],
      ])
      expect(await answersNow(client)).toEqual({ R_1: 5 })
      expect(await kept(attempt)).toBe(1)
    },
  )

  it('that contradicts another of its own batch is a conflict, and nothing is stored', async () => {
    const { client, attempt } = await begun()
    const id = ID()
    const answer = await send(client, attempt, [
      { id, item: 'R_1', value: 5 },
      { id, item: 'R_1', value: 4 },
    ])
    expect([answer.status, answer.body['ids']]).toEqual([409, [id]])
    expect(await kept(attempt)).toBe(0)
  })

  it('without an id is a conflict too if the same item has another value at the same time', async () => {
    const { client, attempt } = await begun()
    await send(client, attempt, [{ item: 'R_1', value: 5 }])
    expect((await send(client, attempt, [{ item: 'R_1', value: 4 }])).status).toBe(409)
    expect(await answersNow(client)).toEqual({ R_1: 5 })
  })

  it('with an id that another user has used is a conflict, but not in another tenant', async () => {
    const one = await begun()
    const two = await begun()
    const id = ID()
    await send(one.client, one.attempt, [{ id, item: 'R_1', value: 5 }])
    expect((await send(two.client, two.attempt, [{ id, item: 'R_1', value: 5 }])).status).toBe(409)
    const other = await server.another()
    const { client } = await signUp(other)
    const attempt = ((await begin(client)).body as unknown as Attempt).id
    expect(states(await send(client, attempt, [{ id, item: 'R_1', value: 5 }]))).toEqual(['stored'])
  })

  it.each<[string, unknown]>([
    ['below the scale', 0],
    ['above it', 6],
    ['between two steps', 2.5],
    ['as a text', '3'],
    ['as yes', true],
    ['as nothing', null],
    ['in a list', [3]],
    ['in an object', { value: 3 }],
    ['far away', 1e300],
  ])(
    'with a value %s is refused by name, and nothing in the batch is stored',
    async (_what, value) => {
      const { client, attempt } = await begun()
      const answer = await send(client, attempt, [
        { item: 'R_1', value: 5 },
        { item: 'I_1', value },
      ])
      expect([answer.status, answer.body.code]).toEqual([422, 'answer/invalid'])
      expect(answer.body['fields']).toEqual([
        {
          pointer: '/answers/1/value',
          key: 'form.outOfRange',
          message: 'I_1: the answer must be a whole number from 1 to 5.',
        },
      ])
      expect(await kept(attempt)).toBe(0)
    },
  )

  it('is refused for every unknown item, each by name, with everything else that is wrong', async () => {
    const { client, attempt } = await begun()
    const answer = await send(client, attempt, [
      { item: 'R_11', value: 5 },
      { item: 'R_1', value: 5 },
      { item: '__proto__', value: 9 },
      { item: 'I_1', value: 0 },
    ])
    expect(answer.status).toBe(422)
    expect(
      (answer.body['fields'] as { pointer: string; message: string }[]).map(
        ({ pointer, message }) => [pointer, message],
      ),
    ).toEqual([
      ['/answers/0/item', 'There’s no item "R_11" in this assessment.'],
      ['/answers/2/item', 'There’s no item "__proto__" in this assessment.'],
      ['/answers/2/value', '__proto__: the answer must be a whole number from 1 to 5.'],
      ['/answers/3/value', 'I_1: the answer must be a whole number from 1 to 5.'],
    ])
    expect(await kept(attempt)).toBe(0)
  })

  it('may be either end of the scale', async () => {
    const { client, attempt } = await begun()
    expect(
      states(
        await send(client, attempt, [
          { item: 'R_1', value: 1 },
          { item: 'I_1', value: 5 },
        ]),
      ),
    ).toEqual(['stored', 'stored'])
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['no moment', { at: undefined }],
    ['a moment that is none', { at: 'yesterday' }],
    ['a day that does not exist', { at: '2026-02-30T08:00:00Z' }],
    ['a leap second, which no clock of ours has', { at: '2016-12-31T23:59:60Z' }],
    ['the year nought, which no calendar has', { at: '0000-01-01T00:00:00Z' }],
    ['a moment before all years', { at: '0001-01-01T00:00:00+23:00' }],
    ['a moment after all years', { at: '9999-12-31T23:59:59-23:00' }],
    ['a negative time', { ms: -1 }],
    ['more than a day for one item', { ms: 86_400_001 }],
    ['an endless time', { ms: 1e308 }],
    ['a seq below nought', { seq: -1 }],
    ['a seq that is no whole number', { seq: 1.5 }],
    ['a seq that is too large to count with', { seq: 2 ** 53 }],
    ['an id that is none', { id: 'one' }],
    ['somebody’s name', { user: 'somebody' }],
    ['a tenant’s name', { tenant: 'somebody' }],
  ])('is refused with %s', async (_what, part) => {
    const { client, attempt } = await begun()
    const answer = await send(client, attempt, [{ item: 'R_1', value: 5, ...part }])
    expect(answer.status).toBe(422)
    expect(answer.body.code).toMatch(/^(?:request|answer)\/invalid$/)
    expect(JSON.stringify(answer.body['fields'])).toContain('/answers/0')
    expect(await kept(attempt)).toBe(0)
  })

  it.each([
    '2026-11-21T08:00:00z',
    '2026-11-21T08:00:00.123456+02:00',
    '1970-01-01T00:00:00Z',
    '2099-12-31T23:59:59Z',
  ])('may have the time of a wrong clock: %s', async (moment) => {
    const { client, attempt } = await begun()
    expect(states(await send(client, attempt, [{ item: 'R_1', value: 5, at: moment }]))).toEqual([
      'stored',
    ])
    expect(states(await send(client, attempt, [{ item: 'R_1', value: 5, at: moment }]))).toEqual([
      'duplicate',
    ])
  })

  it('comes with at most 99 others', async () => {
    const { client, attempt, items } = await begun()
    const batch = (count: number) =>
      Array.from({ length: count }, (_, index): Sent => ({
        item: items[index % 60]!,
        value: 3,
        at: at(index),
      }))
    const many = await send(client, attempt, batch(101))
    expect([many.status, many.body.code]).toEqual([422, 'request/invalid'])
    expect(await kept(attempt)).toBe(0)
    expect(states(await send(client, attempt, batch(100)))).toHaveLength(100)
    expect((await send(client, attempt, [])).status).toBe(422)
  })

  it('comes in at most 64 kB', async () => {
    const { client, attempt } = await begun()
    const body = (size: number) => {
      const text = JSON.stringify({ answers: [{ item: 'R_1', value: 5, ms: 1, at: at(0) }] })
      return text + ' '.repeat(size - text.length)
    }
    const response = await client.send('PUT', `attempts/${attempt}/answers`, body(64 * 1024 + 1))
    expect([response.status, response.body.code]).toEqual([413, 'request/too-large'])
    expect(await kept(attempt)).toBe(0)
    expect((await client.send('PUT', `attempts/${attempt}/answers`, body(64 * 1024))).status).toBe(
      200,
    )
  })
})

describe('several answers to one item', () => {
  it('of one device: the highest seq counts, in whatever order they arrive, and all are kept', async () => {
    const { client, attempt } = await begun()
    await send(client, attempt, [{ item: 'R_1', value: 4, at: at(2), seq: 3 }])
    await send(client, attempt, [{ item: 'R_1', value: 1, at: at(0), seq: 1 }])
    await send(client, attempt, [{ item: 'R_1', value: 2, at: at(1), seq: 2 }])
    expect(await answersNow(client)).toEqual({ R_1: 4 })
    expect(await kept(attempt)).toBe(3)
  })

  it('without a seq: the one received later counts, within one batch too', async () => {
    const { client, attempt } = await begun()
    await send(
      client,
      attempt,
      Array.from({ length: 20 }, (_, index) => ({
        item: 'R_1',
        value: (index % 5) + 1,
        at: at(index),
      })),
    )
    expect(await answersNow(client)).toEqual({ R_1: 5 })
    await send(client, attempt, [{ item: 'R_1', value: 2, at: at(-50) }])
    expect(await answersNow(client)).toEqual({ R_1: 2 })
  })

  it('of two devices: the one received later counts, whatever their seq', async () => {
    const person = await begun()
    const other = await secondDevice(person)
    await send(person.client, person.attempt, [{ item: 'R_1', value: 1, at: at(100), seq: 100 }])
    await send(other, person.attempt, [{ item: 'R_1', value: 5, at: at(1), seq: 1 }])
    for (const device of [person.client, other])
      expect(await answersNow(device)).toEqual({ R_1: 5 })
    await send(person.client, person.attempt, [{ item: 'R_1', value: 2, at: at(101), seq: 101 }])
    expect(await answersNow(other)).toEqual({ R_1: 2 })
    expect(await kept(person.attempt)).toBe(3)
  })

  it('that are sent again change nothing, whichever device sends them', async () => {
    const person = await begun()
    const other = await secondDevice(person)
    const mine: Sent = { id: randomUUID(), item: 'R_1', value: 1, seq: 1 }
    await send(person.client, person.attempt, [mine])
    await send(other, person.attempt, [{ item: 'R_1', value: 5, at: at(9), seq: 1 }])
    expect(states(await send(person.client, person.attempt, [mine]))).toEqual(['duplicate'])
    expect(states(await send(other, person.attempt, [mine]))).toEqual(['duplicate'])
    expect(await answersNow(person.client)).toEqual({ R_1: 5 })
  })

  it('give the same result whatever is repeated, split, reversed or sent at once', async () => {
    const devices = 2
    const event = fc.record({
      device: fc.nat(devices - 1),
      item: fc.constantFrom('R_1', 'I_1', 'A_1'),
      value: fc.integer({ min: 1, max: 5 }),
    })
    const plan = fc.array(event, { minLength: 1, maxLength: 14 }).chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.array(
          fc.record({
            device: fc.nat(devices - 1),
            from: fc.nat(13),
            count: fc.integer({ min: 1, max: 6 }),
            turned: fc.boolean(),
          }),
          { maxLength: 8 },
        ),
      ),
    )
    const person = await signUp(server)
    const clients = [person.client, await secondDevice(person)]
    await fc.assert(
      fc.asyncProperty(plan, async ([events, deliveries]) => {
        const { id: attempt } = (await begin(person.client)).body as unknown as Attempt
        const sent = events.map((each, index) => ({
          ...each,
          id: randomUUID(),
          at: at(index),
          ms: 1000,
          seq: index + 1,
        }))
        // The answers of each device, delivered in pieces; finally everything once more.
        const pieces = deliveries.map(({ device, from, count, turned }) => {
          const own = sent
            .filter((each) => each.device === device)
            .slice(from % 7, (from % 7) + count)
          return { device, piece: turned ? own.toReversed() : own }
        })
        for (let device = 0; device < devices; device++)
          pieces.push({ device, piece: sent.filter((each) => each.device === device) })
        const received: typeof sent = []
        for (const { device, piece } of pieces) {
          if (piece.length === 0) continue
          const answer = await send(
            clients[device]!,
            attempt,
            piece.map(({ device: _device, ...rest }) => rest),
          )
          expect(answer.status).toBe(200)
          expect(states(answer)).toEqual(
            piece.map((each) => (received.includes(each) ? 'duplicate' : 'stored')),
          )
          received.push(...piece.filter((each) => !received.includes(each)))
        }
        const model = effectiveAnswers(
          received.map((each, index) => ({
            ...each,
            device: String(each.device),
            received: index,
            late: false,
          })),
        )
        expect(await answersNow(person.client)).toEqual(
          Object.fromEntries([...model].map(([item, { value }]) => [item, value])),
        )
        expect(await kept(attempt)).toBe(sent.length)
        await server.context.database.owner(server.tenant.id, (tx) =>
          tx.run({
            compile: () =>
              sql`DELETE FROM attempts WHERE tenant_id = ${server.tenant.id} AND id = ${attempt}`.compile(
                sqlBuilder,
              ),
          }),
        )
      }),
      { numRuns: 25, seed: 20_261_121 },
    )
  })

  it('that twenty connections send at once, reversed, are stored once each', async () => {
    const { client, attempt, items } = await begun()
    const batch = whole(items, [5, 4, 2, 1, 3, 4]).map((answer) => ({
      ...answer,
      id: randomUUID(),
    }))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(client, attempt, index % 2 === 0 ? batch : batch.toReversed()),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const all = answers.flatMap((answer) => states(answer)!)
    expect([
      all.filter((state) => state === 'stored').length,
      all.filter((state) => state === 'duplicate').length,
    ]).toEqual([60, 19 * 60])
    expect(await kept(attempt)).toBe(60)
  })

  it('that many users send at once each get their own response', async () => {
    const people: Awaited<ReturnType<typeof begun>>[] = []
    for (let index = 0; index < 12; index++) people.push(await begun())
    const ended = people[3]!
    await ended.client.get('auth/logout')
    const foreign = people[5]!
    const used = randomUUID()
    await send(people[0]!.client, people[0]!.attempt, [{ id: used, item: 'R_1', value: 2 }])
    const outcomes = await Promise.all(
      people.map(({ client, attempt }, index) =>
        // Another user's attempt, another user's id, a value that no scale has, twice the same:
        // none of them affects the others.
        send(client, index === 5 ? people[6]!.attempt : attempt, [
          { id: index === 7 ? used : randomUUID(), item: 'I_1', value: index === 8 ? 9 : 3 },
          { item: 'A_1', value: 4 },
          ...(index === 9 ? [{ item: 'A_1', value: 4 }] : []),
        ]),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([
      200, 200, 200, 401, 200, 404, 200, 409, 422, 200, 200, 200,
    ])
    expect(outcomes[9]!.body['answers']).toMatchObject([
      { state: 'stored' },
      { state: 'stored' },
      { state: 'duplicate' },
    ])
    const counts = await Promise.all(people.map(({ attempt }) => kept(attempt)))
    expect(counts).toEqual([3, 2, 2, 0, 2, 0, 2, 0, 0, 2, 2, 2])
    expect(await answersNow(foreign.client)).toEqual({})
  })

  it('that contradict each other and arrive at once: one is stored, the others are a conflict', async () => {
    const { client, attempt } = await begun()
    const id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(client, attempt, [{ id, item: 'R_1', value: (index % 5) + 1 }]),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const stored = answers.flatMap((answer, index) =>
      states(answer)?.[0] === 'stored' ? [(index % 5) + 1] : [],
    )
    expect(stored).toHaveLength(1)
    expect(await answersNow(client)).toEqual({ R_1: stored[0] })
  })
})

describe('one device', () => {
  const seen: Sent = { item: 'R_1', value: 1, at: at(5), seq: 5 }
  /** Was given before the other one, but arrives after it. */
  const late: Sent = { item: 'R_1', value: 2, at: at(3), seq: 3 }

  it.each<
    [string, (person: { client: Client; email: string; password: string }) => Promise<ApiResponse>]
  >([
    [
      'verify an address',
      async ({ client, email }) => {
        await server.context.database.owner(server.tenant.id, (tx) =>
          tx.run({
            compile: () =>
              sql`UPDATE users SET email_verified = false WHERE tenant_id = ${server.tenant.id} AND email = ${email}`.compile(
                sqlBuilder,
              ),
          }),
        )
        server.wait(61)
        await client.post('auth/verify/resend')
        return client.post('auth/verify', { code: await codeFor(client, email) })
      },
    ],
    [
      'change the password',
      ({ client, password }) =>
        client.post('auth/password', { current: password, next: 'Thaba2025' }),
    ],
    [
      'log out and in',
      async ({ client, email, password }) => {
        await client.get('auth/logout')
        return client.post('auth/login', { email, password })
      },
    ],
  ])('stays the same for a user who %s', async (_what, change) => {
    const person = await begun()
    await send(person.client, person.attempt, [seen])
    const before = person.client.cookies.get('sid')
    expect((await change(person)).status).toBeLessThan(300)
    expect(person.client.cookies.get('sid')).not.toBe(before)
    expect(states(await send(person.client, person.attempt, [late]))).toEqual(['stored'])
    expect(await answersNow(person.client)).toEqual({ R_1: 1 })
    expect(new Set(await devicesOf(person.email)).size).toBe(1)
  })

  it('isn’t another browser of the same user, whose later answer counts', async () => {
    const person = await begun()
    const other = await secondDevice(person)
    await send(person.client, person.attempt, [seen])
    await send(other, person.attempt, [late])
    expect(await answersNow(person.client)).toEqual({ R_1: 2 })
    expect(new Set(await devicesOf(person.email)).size).toBe(2)
  })

  it('that two users share isn’t seen to be shared', async () => {
    const one = await begun()
    const cookie = one.client.cookies.get('device')
    const other = await begun()
    const [own] = await devicesOf(other.email)
    for (const name of ['sid', 'device', 'csrf-token']) other.client.cookies.delete(name)
    other.client.cookies.set('device', cookie!)
    expect(
      (await other.client.post('auth/login', { email: other.email, password: other.password }))
        .status,
    ).toBe(200)
    expect(other.client.cookies.get('device')).toBe(cookie)
    const devices = [...(await devicesOf(one.email)), ...(await devicesOf(other.email))]
    expect([devices.length, new Set(devices).size, devices.includes(own!)]).toEqual([3, 3, true])
    expect(devices).not.toContain(cookie)
  })

  it.each(['', 'x', 'x'.repeat(44), `${'x'.repeat(42)};`, 'é'.repeat(43)])(
    'is a new one if the cookie isn’t ours: %j',
    async (cookie) => {
      const person = await begun()
      person.client.cookies.set('device', encodeURIComponent(cookie))
      expect(
        (await person.client.post('auth/login', { email: person.email, password: person.password }))
          .status,
      ).toBe(200)
      expect(person.client.cookies.get('device')).toMatch(/^[\w-]{43}$/)
      expect(person.client.cookies.get('device')).not.toBe(cookie)
    },
  )

  it('that has forgotten its last seq is told, and another one isn’t', async () => {
    const person = await begun()
    await send(person.client, person.attempt, [seen, late, { item: 'I_1', value: 2 }])
    expect((await begin(person.client)).body['seq']).toBe(5)
    expect((await begin(await secondDevice(person))).body).not.toHaveProperty('seq')
  })
})

describe('completing', () => {
  it('gives the worked example, at once and for good', async () => {
    const { client, attempt, items } = await begun()
    await send(client, attempt, whole(items, [5, 4, 2, 1, 3, 4]))
    const first = await complete(client, attempt)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      metrics: {
        R: 40,
        I: 30,
        A: 10,
        S: 0,
        E: 20,
        C: 30,
        code: 'RIC',
        tied: true,
        consistency: 'high',
        range: 40,
        scale: { lowest: 0, highest: 40 },
        even: false,
      },
      quality: { confidence: 'ok', flags: [] },
    })
    server.wait(60)
    expect((await complete(client, attempt)).text, 'to the letter').toBe(first.text)
    const user = await client.get('auth/get-user')
    expect(user.text).toContain(JSON.stringify({ holland_code: first.body }).slice(1, -2))
    expect(user.body['assessments']).toEqual({
      holland_code: { ...first.body, updatedAt: expect.any(String) },
    })
    const report = (await client.get('reports/worker-type')).body
    expect(report).toMatchObject({
      report: 'worker-type',
      ...first.body,
      results: {
        holland_code: { ...first.body, instrument: { version: '1.1', items: 60, language: 'en' } },
      },
      open: [],
      instrument: { version: '1.1', items: 60, language: 'en' },
    })
  })

  it('of older questions says which version was answered, and is otherwise as it was', async () => {
    const { client, email } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
    const before = (await client.get('reports/worker-type')).body
    const older = { ...catalog.get('assessment', 'holland_code')!, instrument: { version: '1.0' } }
    await server.context.database.owner(server.tenant.id, async (tx) => {
      const runs = (statement: ReturnType<typeof sql>) =>
        tx.run({ compile: () => statement.compile(sqlBuilder) })
      await runs(
        sql`INSERT INTO blobs (sha, body, type, open) VALUES ('older', ${JSON.stringify(older)}, 'application/json', false) ON CONFLICT DO NOTHING`,
      )
      await runs(
        sql`UPDATE attempts SET document = 'older' WHERE user_id = (SELECT id FROM users WHERE email = ${email})`,
      )
    })
    const instrument = { version: '1.0', items: 60, language: 'en' }
    const results = before['results'] as Record<string, object>
    expect((await client.get('reports/worker-type')).body).toEqual({
      ...before,
      instrument,
      results: { holland_code: { ...results['holland_code'], instrument } },
    })
  })

  it('withholds the code from a user who answered everything alike, and compares nothing', async () => {
    const { client } = await signUp(server, { workerType: [3] })
    expect((await client.get('reports/worker-type')).body).toMatchObject({
      metrics: { R: 20, C: 20, code: null, tied: true, consistency: null, range: 0, even: true },
      quality: { confidence: 'low', flags: ['very-longstring', 'flat'] },
    })
    expect((await client.get('careers/matches')).body).toEqual({
      items: [],
      total: 0,
      page: 1,
      pageSize: 20,
      reason: 'undifferentiated',
      resultDate: expect.any(String),
    })
  })

  it('flags answers that came too fast, and keeps them', async () => {
    const { client, attempt, items } = await begun()
    await send(client, attempt, whole(items, [5, 4, 2, 1, 3, 4], 999))
    expect((await complete(client, attempt)).body).toMatchObject({
      metrics: { R: 40 },
      quality: { confidence: 'low', flags: ['very-fast'] },
    })
  })

  it('names every item that is missing, and stores nothing', async () => {
    const { client, attempt, items } = await begun()
    await send(client, attempt, whole(items, [3, 4]).slice(2))
    const answer = await complete(client, attempt)
    expect([answer.status, answer.body.code, answer.body['missing']]).toEqual([
      422,
      'attempt/incomplete',
      ['R_1', 'I_1'],
    ])
    expect((answer.body['fields'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      '/answers/R_1',
      '/answers/I_1',
    ])
    expect((await client.get('auth/get-user')).body['assessments']).toEqual({})
    expect((await client.get('reports/worker-type')).body.code).toBe('report/not-taken')
    expect(((await begin(client)).body as unknown as Attempt).id, 'it goes on').toBe(attempt)
  })

  it('of an attempt without any answer names all sixty', async () => {
    const { client, attempt } = await begun()
    expect((await complete(client, attempt)).body['missing']).toHaveLength(60)
  })

  it('counts what each device sent, wherever the last answer came from', async () => {
    const person = await begun()
    const other = await secondDevice(person)
    const answers = whole(person.items, [5, 4, 2, 1, 3, 4])
    await send(person.client, person.attempt, answers.slice(0, 30))
    await send(other, person.attempt, answers.slice(30))
    expect((await complete(other, person.attempt)).body['metrics']).toMatchObject({ code: 'RIC' })
  })

  it('by ten taps at once is done once', async () => {
    const { client, attempt, items } = await begun()
    await send(client, attempt, whole(items, [5, 4, 2, 1, 3, 4]))
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(client, attempt)))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body])
  })

  it('treats what comes afterwards as late: kept, but never counted', async () => {
    const { client, attempt, items } = await begun()
    await send(client, attempt, whole(items, [5, 4, 2, 1, 3, 4]))
    const { body } = await complete(client, attempt)
    const late: Sent = { item: 'R_1', value: 1, at: at(999), seq: 999 }
    expect(states(await send(client, attempt, [late]))).toEqual(['late'])
    expect(
      states(await send(client, attempt, [late, { item: 'R_1', value: 5, at: at(0), seq: 1 }])),
    ).toEqual(['late', 'duplicate'])
    expect((await complete(client, attempt)).body).toEqual(body)
    expect(await kept(attempt)).toBe(61)
  })

  it('and answering at once: each answer counts or is late, and the result consists of those that count', async () => {
    for (let round = 0; round < 5; round++) {
      const { client, attempt, items } = await begun()
      await send(client, attempt, whole(items, [1]))
      const [changed, done] = await Promise.all([
        send(client, attempt, [{ item: 'R_1', value: 5, at: at(999), seq: 999 }]),
        complete(client, attempt),
      ])
      expect(done.status).toBe(200)
      const [state] = states(changed)!
      expect(['stored', 'late']).toContain(state)
      expect((done.body['metrics'] as { R: number }).R).toBe(state === 'stored' ? 4 : 0)
    }
  })
})

describe('an attempt belongs to its user', () => {
  const batch: Sent[] = [{ item: 'R_1', value: 5 }]
  const wrong: Sent[] = [{ item: 'no_such_item', value: 99 }]

  it('and isn’t found by another', async () => {
    const { attempt, client } = await begun()
    await send(client, attempt, batch)
    const { client: other } = await signUp(server)
    for (const answers of [batch, wrong]) {
      const answer = await send(other, attempt, answers)
      expect([answer.status, answer.body.code, answer.body['fields']]).toEqual([
        404,
        'attempt/unknown',
        undefined,
      ])
    }
    expect((await complete(other, attempt)).status).toBe(404)
    expect(await kept(attempt)).toBe(1)
  })

  it('nor in another tenant, whose attempts may even have the same number', async () => {
    const { attempt, client } = await begun()
    await send(client, attempt, batch)
    const { client: other } = await signUp(await server.another())
    expect((await send(other, attempt, batch)).status).toBe(404)
    expect((await complete(other, attempt)).status).toBe(404)
    expect(await kept(attempt)).toBe(1)
  })

  it('nor by a signed-out visitor', async () => {
    const { attempt, client } = await begun()
    await send(client, attempt, batch)
    const nobody = server.client()
    for (const sid of [undefined, 'x', 'a-token-that-is-long-enough-but-nobodys-123']) {
      if (sid !== undefined) nobody.cookies.set('sid', sid)
      nobody.cookies.delete('csrf-token')
      for (const answers of [batch, wrong]) {
        const answer = await send(nobody, attempt, answers)
        expect([answer.status, answer.body.code]).toEqual([401, 'access/session'])
      }
      expect((await complete(nobody, attempt)).status).toBe(401)
      expect((await begin(nobody)).status).toBe(401)
    }
  })

  it.each(['0190a0b0-0000-7000-8000-00000000abcd'])(
    'and one that doesn’t exist isn’t found: %s',
    async (attempt) => {
      const { client } = await signUp(server)
      expect((await send(client, attempt, batch)).status).toBe(404)
      expect((await complete(client, attempt)).status).toBe(404)
    },
  )

  it('and an impossible number isn’t even looked up', async () => {
    const { client } = await signUp(server)
    for (const attempt of ['1', "1' OR '1'='1", 'x'.repeat(150)])
      expect([404, 422]).toContain((await send(client, encodeURIComponent(attempt), batch)).status)
  })

  it('and can be finished whatever plan or stage the user has by then', async () => {
    const { client, attempt, items } = await begun()
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET account_type = 'free', consents = '{}' WHERE tenant_id = ${server.tenant.id} AND id = (SELECT user_id FROM attempts WHERE id = ${attempt})`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect((await begin(client)).body.code).toBe('access/stage')
    expect((await send(client, attempt, whole(items, [5, 4, 2, 1, 3, 4]))).status).toBe(200)
    expect((await complete(client, attempt)).body['metrics']).toMatchObject({ code: 'RIC' })
  })

  it('and is closed to a session that has ended, through idleness or age', async () => {
    const idle = await begun()
    await send(idle.client, idle.attempt, batch)
    server.wait(14 * DAY)
    expect((await send(idle.client, idle.attempt, [{ item: 'I_1', value: 3 }])).status).toBe(401)
    const old = await begun()
    await send(old.client, old.attempt, batch)
    for (let day = 0; day < 8; day++) {
      server.wait(11 * DAY)
      expect((await old.client.get('auth/get-user')).status).toBe(200)
    }
    expect(
      (await send(old.client, old.attempt, [{ item: 'I_1', value: 3 }])).status,
      'on the 88th day',
    ).toBe(200)
    server.wait(2 * DAY)
    expect((await old.client.get('auth/get-user')).status).toBe(204)
    expect(
      (await send(old.client, old.attempt, [{ item: 'A_1', value: 3 }])).status,
      'on the 90th',
    ).toBe(401)
    expect([await kept(idle.attempt), await kept(old.attempt)]).toEqual([1, 2])
  })

  it('and can be continued after the next login, which takes what wasn’t sent before', async () => {
    const person = await begun()
    await send(person.client, person.attempt, batch)
    await person.client.get('auth/logout')
    expect((await send(person.client, person.attempt, [{ item: 'I_1', value: 3 }])).status).toBe(
      401,
    )
    const back = await secondDevice(person)
    expect(states(await send(back, person.attempt, [...batch, { item: 'I_1', value: 3 }]))).toEqual(
      ['duplicate', 'stored'],
    )
    expect(await answersNow(back)).toEqual({ R_1: 5, I_1: 3 })
  })
})

describe('an attempt that began before the documents changed', () => {
  /** The same instrument with a shorter scale and fewer items, scored the other way round. */
  function changed(): AnyDocument[] {
    const assessment = catalog.get('assessment', 'holland_code')!
    const scoring = catalog.get('scoring', 'holland_code')!
    const items = assessment.items!.filter(({ id }) => !id.endsWith('_10'))
    return [
      {
        ...assessment,
        items,
        responseScale: {
          ...assessment.responseScale!,
          max: 4,
          options: assessment.responseScale!.options.slice(0, 4),
        },
      },
      {
        ...scoring,
        responseScale: { min: 1, max: 4 },
        items: scoring.items
          .filter(({ id }) => !id.endsWith('_10'))
          .map((item) => ({ ...item, reverse: true })),
      },
    ]
  }

  it('is answered and scored with those that it began with, and the next one with the new ones', async () => {
    await server.context.releases.keepShipped(server.tenant)
    const { client, attempt, items } = await begun()
    const answers = whole(items, [5, 4, 2, 1, 3, 4])
    await send(client, attempt, answers.slice(0, 20))
    const next = await buildServer({ documents: changed() })
    const moved = Object.assign(new Client(next.app, server.host), { cookies: client.cookies })
    const resumed = (await begin(moved)).body as unknown as Attempt
    expect([resumed.id, resumed.items.length, Object.keys(resumed.answers).length]).toEqual([
      attempt,
      60,
      20,
    ])
    expect((await moved.get(`documents/${resumed.document}.json`)).body['items']).toHaveLength(60)
    expect((await send(moved, attempt, answers.slice(20))).status).toBe(200)
    expect((await complete(moved, attempt)).body['metrics']).toMatchObject({
      R: 40,
      I: 30,
      A: 10,
      S: 0,
      E: 20,
      C: 30,
      code: 'RIC',
    })
    await ageResults('%', 14)
    const fresh = (await begin(moved)).body as unknown as Attempt
    expect([fresh.items.length, fresh.document === resumed.document]).toEqual([54, false])
    expect((await send(moved, fresh.id, [{ item: 'R_1', value: 5 }])).status).toBe(422)
    await next.close()
  })

  it('finds its documents outside demo mode too, because the first start stores them', async () => {
    const own = await buildServer({
      documents: [{ ...catalog.get('assessment', 'holland_code')!, minutes: 11 }],
      // The first tenant takes its host, and "localhost" is the demo's in other tests.
      environment: { publicUrl: 'https://first.test' },
    })
    // Other tests share this database; with their tenants in it, a start creates none of its own.
    await own.context.database.owner(null, (tx) =>
      ensureTenant(tx, { id: own.context.newId(), slug: 'main', config: 'default' }),
    )
    await seedFirstTenant(own.context)
    const { shas } = own.context.release(own.tenant)
    const query = sql<{
      count: string
    }>`SELECT count(*) FROM blobs WHERE sha IN (${shas.get('assessment/holland_code')}, ${shas.get('scoring/holland_code')})`
    const [row] = await own.context.database.shared((tx) =>
      tx.all({ compile: () => query.compile(sqlBuilder) }),
    )
    await own.close()
    expect(Number(row!.count)).toBe(2)
  })
})
