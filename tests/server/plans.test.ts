/** Vouchers: each response, and that no use is ever granted twice (product contract; risks R1). */

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const VOUCHERS = [
  { code: 'LITE', plan: 'starter' },
  { code: 'COMMIT', plan: 'power' },
  { code: 'PLUS', plan: 'powerPlus' },
  { code: 'DO', plan: 'mini' },
  { code: 'ONLY', plan: 'AssessmentOnly' },
  { code: 'ONCE', plan: 'power', uses: 1 },
  { code: 'ONCE-LITE', plan: 'starter', uses: 1 },
  { code: 'ANY-SPELLING', plan: 'power', uses: 5 },
  { code: 'SPELT-ONE', plan: 'power', uses: 9 },
  { code: 'SPEL-TONE', plan: 'starter', uses: 9 },
  { code: 'TWICE', plan: 'power', uses: 2 },
  { code: 'OLD', plan: 'power', expiresAt: new Date('2026-11-21T07:59:59Z') },
  { code: 'NOW', plan: 'power', expiresAt: new Date('2026-11-21T08:00:00Z') },
  { code: 'SOON', plan: 'power', expiresAt: new Date('2026-11-21T08:00:01Z') },
]
for (let round = 0; round < 5; round++)
  VOUCHERS.push({ code: `RACE-${round}`, plan: 'power', uses: 5 })

let server: TestServer
beforeAll(async () => {
  server = await buildServer({ vouchers: VOUCHERS })
})
afterAll(() => server.close())

async function someone(): Promise<Client> {
  return (await signUp(server, { verified: false, consented: false, plan: null, profile: false }))
    .client
}

const redeem = (client: Client, code: string) => client.post('plans/redeem', { code })

async function used(code: string): Promise<{ used: number; redemptions: number }> {
  const query = sql<{
    used: number
    redemptions: string
  }>`SELECT used, (SELECT count(*) FROM redemptions r WHERE r.tenant_id = v.tenant_id AND r.code = v.code) AS redemptions FROM vouchers v WHERE v.tenant_id = ${server.tenant.id} AND v.code = ${code}`
  const [row] = await server.context.database.owner(server.tenant.id, (tx) =>
    tx.all({ compile: () => query.compile(sqlBuilder) }),
  )
  return { used: row!.used, redemptions: Number(row!.redemptions) }
}

async function planOf(client: Client): Promise<unknown> {
  return ((await client.get('auth/get-user')).body['app'] as { accountType: string }).accountType
}

describe('a voucher', () => {
  it('returns the user, who has its plan from then on', async () => {
    const client = await someone()
    const response = await redeem(client, 'COMMIT')
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ _id: expect.any(String), app: { accountType: 'power' } })
    expect(await planOf(client)).toBe('power')
  })

  it.each(['commit', ' Commit ', '\tcommit\n', 'com mit', 'Com-mit', 'COM–MIT'])(
    'is recognised however it is typed: "%s"',
    async (code) => {
      expect((await redeem(await someone(), code)).status).toBe(200)
    },
  )

  it('of two that differ only in a hyphen is matched exactly', async () => {
    const client = await someone()
    expect((await redeem(client, 'spel-tone')).status).toBe(200)
    expect(await planOf(client)).toBe('starter')
    expect((await redeem(client, 'speltone')).body).toMatchObject({ code: 'voucher/unknown' })
  })

  it('is used once by one user, however often and however it is spelt', async () => {
    const client = await someone()
    for (const code of ['any-spelling', 'anyspelling', 'ANY SPELLING'])
      expect((await redeem(client, code)).status).toBe(200)
    expect(await used('ANY-SPELLING')).toEqual({ used: 1, redemptions: 1 })
  })

  it('without a limit opens the plan for anyone', async () => {
    const before = await used('LITE')
    for (let person = 0; person < 3; person++)
      expect((await redeem(await someone(), 'LITE')).status).toBe(200)
    expect(await used('LITE')).toEqual({
      used: before.used + 3,
      redemptions: before.redemptions + 3,
    })
  })

  it('for one use is used up for the second user', async () => {
    expect((await redeem(await someone(), 'ONCE')).status).toBe(200)
    const late = await someone()
    const response = await redeem(late, 'ONCE')
    expect([response.status, response.body.code]).toEqual([409, 'voucher/used'])
    expect(response.body['fields']).toMatchObject([
      { pointer: '/code', message: 'This code has been used up.' },
    ])
    expect(await planOf(late)).toBe('free')
    expect(await used('ONCE')).toEqual({ used: 1, redemptions: 1 })
  })

  it('that the same user sends twice responds 200 twice and costs one use', async () => {
    const client = await someone()
    for (let time = 0; time < 2; time++) {
      const response = await redeem(client, 'TWICE')
      expect([
        response.status,
        (response.body['app'] as { accountType: string }).accountType,
      ]).toEqual([200, 'power'])
    }
    expect(await used('TWICE')).toEqual({ used: 1, redemptions: 1 })
    expect((await redeem(await someone(), 'TWICE')).status).toBe(200)
    expect((await redeem(await someone(), 'TWICE')).status).toBe(409)
    expect((await redeem(client, 'TWICE')).status, 'whoever had it, has it').toBe(200)
  })

  it('doesn’t replace a better plan when it is sent again', async () => {
    const client = await someone()
    await redeem(client, 'LITE')
    await redeem(client, 'PLUS')
    expect((await redeem(client, 'LITE')).status).toBe(200)
    expect(await planOf(client), 'the better one stays').toBe('powerPlus')
  })

  it.each([
    ['that is unknown', 'NO-SUCH-CODE', 404, 'voucher/unknown'],
    ['with a name of the prototype', '__proto__', 404, 'voucher/unknown'],
    ['that would be another with a wildcard', 'COMM%', 404, 'voucher/unknown'],
    ['that is too old', 'OLD', 410, 'voucher/expired'],
    ['whose last second has come', 'NOW', 410, 'voucher/expired'],
  ])('%s is refused: %s', async (_what, code, status, expected) => {
    const client = await someone()
    const response = await redeem(client, code)
    expect([response.status, response.body.code]).toEqual([status, expected])
    expect(response.body['fields']).toMatchObject([{ pointer: '/code' }])
    expect(await planOf(client)).toBe('free')
  })

  it('is valid until its last second', async () => {
    expect((await redeem(await someone(), 'SOON')).status).toBe(200)
    expect((await used('OLD')).redemptions, 'a refusal leaves nothing behind').toBe(0)
  })

  it.each([
    ['none', {}],
    ['an empty one', { code: '' }],
    ['a number', { code: 7 }],
    ['one that is too long', { code: 'x'.repeat(65) }],
    ['more than a code', { code: 'COMMIT', plan: 'powerPlus' }],
  ])('isn’t even looked up: %s', async (_what, body) => {
    const response = await (await someone()).post('plans/redeem', body)
    expect([response.status, response.body.code]).toEqual([422, 'request/invalid'])
  })

  it('that is wrong may be tried ten times an hour and twenty a day, however many at once', async () => {
    const client = await someone()
    const wrong = async (times: number) => {
      const answers = await Promise.all(
        Array.from({ length: times }, (_, index) => redeem(client, `WRONG-${index}`)),
      )
      return answers.filter(({ status }) => status === 404).length
    }
    expect(await wrong(25)).toBe(10)
    const refused = await redeem(client, 'COMMIT')
    expect([refused.status, refused.body.code]).toEqual([429, 'request/rate-limited'])
    expect(refused.headers['retry-after']).toBe('3601')
    expect(refused.body['message']).toBe('That’s too many wrong codes. Try again in 61 minutes.')
    server.wait(3601)
    expect(await wrong(25)).toBe(10)
    server.wait(3601)
    expect((await redeem(client, 'COMMIT')).body['message']).toBe(
      'That’s too many wrong codes. Try again in 22 hours.',
    )
    server.wait(86_400)
    expect((await redeem(client, 'COMMIT')).status).toBe(200)
  })

  it('is redeemed by a school behind one address, while a guesser there with many accounts is stopped', async () => {
    const guesser: Client[] = []
    for (let index = 0; index < 40; index++) guesser.push(await someone())
    let tries = 0
    for (const client of guesser)
      for (let index = 0; index < 12; index++)
        if ((await redeem(client, `GUESS-${index}`)).status === 404) tries++
    // Thirty accounts with ten each, then ten with three.
    expect(tries).toBe(330)
    for (let index = 0; index < 30; index++) {
      const learner = await someone()
      expect((await redeem(learner, 'COMIT')).status, 'mistyped').toBe(404)
      expect((await redeem(learner, 'COMMIT')).status).toBe(200)
    }
  })

  it('needs a session', async () => {
    const response = await redeem(server.client(), 'COMMIT')
    expect([response.status, response.body.code]).toEqual([401, 'access/session'])
  })

  it('of another tenant is unknown', async () => {
    const { client } = await signUp({ client: (await server.another()).client }, { plan: null })
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`INSERT INTO vouchers (tenant_id, code, plan) VALUES (${server.tenant.id}, 'MINE-ALONE', 'power')`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect((await redeem(client, 'MINE-ALONE')).status).toBe(404)
  })
})

describe('a voucher for a lower plan', () => {
  it.each([
    ['COMMIT', 'LITE', 409],
    ['PLUS', 'COMMIT', 409],
    ['COMMIT', 'ONLY', 409],
    ['LITE', 'DO', 409],
    ['LITE', 'COMMIT', 200],
    ['COMMIT', 'PLUS', 200],
    ['DO', 'LITE', 200],
    ['ONLY', 'COMMIT', 200],
  ])('who has %s and sends %s gets %i', async (first, second, status) => {
    const client = await someone()
    await redeem(client, first)
    const plan = await planOf(client)
    const before = await used(second)
    const response = await redeem(client, second)
    expect(response.status).toBe(status)
    const isRefused = status === 409
    expect(response.body.code).toBe(isRefused ? 'voucher/lower' : undefined)
    expect((await planOf(client)) === plan, 'the plan stays').toBe(isRefused)
    expect(isDeepStrictEqual(await used(second), before), 'it was not used').toBe(isRefused)
  })

  it('remains for a user who needs it', async () => {
    const client = await someone()
    await redeem(client, 'COMMIT')
    expect((await redeem(client, 'ONCE-LITE')).status).toBe(409)
    expect((await redeem(await someone(), 'ONCE-LITE')).status).toBe(200)
  })
})

describe('a voucher for five, sent by forty at once', () => {
  it('works for five, in five rounds of five', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, someone))
    for (let round = 0; round < 5; round++) {
      const code = `RACE-${round}`
      await forget(people)
      const answers = await Promise.all(people.map((client) => redeem(client, code)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ body }) => body.code === 'voucher/used')).toHaveLength(35)
      expect(await used(code)).toEqual({ used: 5, redemptions: 5 })
      const plans = await Promise.all(people.map(planOf))
      expect(plans.map((plan) => plan === 'power')).toEqual(
        answers.map(({ status }) => status === 200),
      )
    }
  })

  it('costs one use if one user sends it forty times', async () => {
    const client = await someone()
    const before = await used('COMMIT')
    const answers = await Promise.all(Array.from({ length: 40 }, () => redeem(client, 'COMMIT')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await used('COMMIT')).toEqual({
      used: before.used + 1,
      redemptions: before.redemptions + 1,
    })
  })

  /** The same users for the next round, on the free plan again. */
  async function forget(people: readonly Client[]): Promise<void> {
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET account_type = 'free' WHERE tenant_id = ${server.tenant.id}`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect(people).toHaveLength(40)
  }
})
