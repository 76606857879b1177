/**
 * Paying for a plan, from the price to the receipt: on the demo provider, whose events come through
 * the same door as any other's.
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { applyEvent } from '#server/accounts/payment-events.ts'
import { expireOverdue } from '#server/accounts/payment-looking.ts'
import { workOff } from '#server/accounts/payment-tasks.ts'
import { demoWebhook } from '#server/payments/demo.ts'
import type { PaymentEvent } from '#server/payments/port.ts'
import { insertCoupon, type NewCoupon } from '#server/store/coupons.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { dice } from '#tests/support/dice.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

const POWER = { plan: 'power', country: 'ZA' }

async function somebody(plan: string | null = null): Promise<{ client: Client; email: string }> {
  return signUp(server, { plan, profile: false })
}

async function planOf(client: Client): Promise<string> {
  const { body } = await client.get('auth/get-user')
  return (body['app'] as { accountType: string }).accountType
}

async function checkout(client: Client, body: object = POWER): Promise<string> {
  const response = await client.post('plans/checkout', body)
  if (response.status !== 201) throw new Error(response.text)
  return response.body['id'] as string
}

const outcome = (client: Client, id: string, what: string) =>
  client.post(`demo/payments/${id}`, { outcome: what })
const stateOf = async (client: Client, id: string) =>
  (await client.get(`payments/${id}`)).body['state']

/** An event of the demo provider, as it would send it. */
async function send(id: string, event: Partial<PaymentEvent>) {
  const { payload, headers } = demoWebhook(server.context.secrets, {
    id: randomUUID(),
    type: 'paid',
    tenant: server.tenant.id,
    payment: id,
    at: server.context.now(),
    money: { amount: 49_900, currency: 'ZAR' },
    ...event,
  })
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/payments/demo/webhook',
    headers: { ...headers, host: server.host },
    payload,
  })
  return response.statusCode
}

async function rows<Row>(text: string): Promise<Row[]> {
  return server.context.database.owner(server.tenant.id, (tx) =>
    tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
}

async function coupon(of: Partial<NewCoupon> = {}): Promise<string> {
  const code = `C-${randomUUID().slice(0, 8).toUpperCase()}`
  await server.context.database.owner(server.tenant.id, (tx) =>
    insertCoupon(tx, {
      code,
      percent: 20,
      amount: null,
      currency: null,
      plans: null,
      uses: null,
      starts_at: null,
      expires_at: null,
      ...of,
    }),
  )
  return code
}
const usesOf = async (code: string) =>
  (await rows<{ used: number }>(`SELECT used FROM coupons WHERE code = '${code}'`))[0]!.used

async function mailsTo(
  client: Client,
  email: string,
): Promise<{ subject: string; text: string }[]> {
  const { body } = await client.get(`demo/outbox?to=${encodeURIComponent(email)}`)
  return (body['items'] as { subject: string; text: string }[]).filter(({ subject }) =>
    subject.startsWith('Receipt'),
  )
}

describe('GET plans', () => {
  it.each([
    ['ZA', 49_900, 'ZAR'],
    ['KE', 350_000, 'KES'],
    ['BR', 2900, 'USD'],
  ])('has the price of %s', async (country, amount, currency) => {
    const { body } = await server.client().get(`plans?country=${country}`)
    const plans = body['items'] as { id: string; price: unknown; payable: boolean }[]
    expect(plans.map(({ id }) => id)).toEqual(['mini', 'starter', 'power', 'powerPlus'])
    expect(plans.find(({ id }) => id === 'power')).toMatchObject({
      price: { amount, currency },
      payable: true,
    })
  })
})

describe('a checkout', () => {
  it('opens the plan once the money is there, and not before', async () => {
    const { client, email } = await somebody()
    const response = await client.post('plans/checkout', POWER)
    expect([response.status, response.body]).toEqual([
      201,
      {
        id: expect.any(String),
        url: `/pay/demo/${String(response.body['id'])}`,
        amount: 49_900,
        currency: 'ZAR',
      },
    ])
    const id = response.body['id'] as string
    expect(await stateOf(client, id)).toBe('pending')
    expect(await planOf(client)).toBe('free')
    expect((await outcome(client, id, 'paid')).body).toEqual({ back: `/payments/${id}` })
    expect((await client.get(`payments/${id}`)).body).toMatchObject({
      state: 'paid',
      planName: 'Commit',
      receipt: expect.stringMatching(/^T-\d{5}$/),
      paidAt: server.context.now().toISOString(),
      url: null,
      seller: 'Tsela',
    })
    expect(await planOf(client)).toBe('power')
    const mails = await mailsTo(client, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toMatch(/Plan: Commit\nAmount: .*499[.,]00/)
  })

  it.each([
    ['an unknown plan', { plan: 'gold', country: 'ZA' }, 409, 'plan/unsold', '/plan'],
    ['a free plan', { plan: 'free', country: 'ZA' }, 409, 'plan/unsold', '/plan'],
    ['one that isn’t sold', { plan: 'AssessmentOnly' }, 409, 'plan/unsold', '/plan'],
    ['a lower one', { plan: 'starter', country: 'ZA' }, 409, 'plan/lower', '/plan'],
    ['the same one', POWER, 409, 'plan/lower', '/plan'],
    ['no coupon', { ...POWER, coupon: 'no such thing!' }, 422, 'coupon/malformed', '/coupon'],
  ])('of %s is refused', async (_what, body, status, code, pointer) => {
    const { client } = await somebody('TEST-COMMIT')
    const response = await client.post('plans/checkout', body)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(response.body['fields']).toMatchObject([{ pointer }])
    expect((await client.get('payments')).body['items']).toEqual([])
  })

  it('for the same again is the same one, while it waits', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    expect(await checkout(client)).toBe(id)
    expect(await checkout(client, { ...POWER, plan: 'starter' })).not.toBe(id)
    await outcome(client, id, 'declined')
    expect(await checkout(client)).not.toBe(id)
  })

  it('is nobody else’s', async () => {
    const id = await checkout((await somebody()).client)
    const { client } = await somebody()
    expect((await client.get(`payments/${id}`)).status).toBe(404)
    expect((await client.post(`payments/${id}/check`)).status).toBe(404)
    expect((await server.client().get(`payments/${id}`)).status).toBe(401)
  })

  it('is limited', async () => {
    const { client } = await somebody()
    for (let round = 0; round < 30; round++)
      await client.post('plans/checkout', { ...POWER, coupon: 'NO-SUCH' })
    const response = await client.post('plans/checkout', POWER)
    expect([response.status, response.headers['retry-after']]).toEqual([429, '600'])
  })
})

describe('a payment that', () => {
  it.each([
    ['declined', 'declined'],
    ['expired', 'expired'],
    ['lost', 'pending'],
  ])('is %s opens nothing', async (what, state) => {
    const { client, email } = await somebody()
    const id = await checkout(client)
    await outcome(client, id, what)
    expect(await stateOf(client, id)).toBe(state)
    expect(await planOf(client)).toBe('free')
    expect(await mailsTo(client, email)).toEqual([])
  })

  it('nothing is heard of expires after an hour', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    await outcome(client, id, 'lost')
    server.wait(3590)
    await expireOverdue(server.context)
    expect((await client.post(`payments/${id}/check`)).body['state']).toBe('pending')
    server.wait(11)
    expect((await client.post(`payments/${id}/check`)).body['state']).toBe('expired')
  })

  it('is paid after it has expired still counts', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    server.wait(3601)
    await expireOverdue(server.context)
    expect(await stateOf(client, id)).toBe('expired')
    expect(await send(id, {})).toBe(200)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['paid', 'power'])
  })

  it('is paid after a voucher came first is given back, and the voucher stays', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    await client.post('plans/redeem', { code: 'TEST-PLUS' })
    await send(id, {})
    expect(await stateOf(client, id)).toBe('paid')
    await workOff(server.context)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['refunded', 'powerPlus'])
  })

  it('is paid twice, on two pages, opens the plan once and the second sum goes back', async () => {
    const { client } = await somebody()
    const first = await checkout(client)
    const second = await checkout(client, { ...POWER, coupon: await coupon() })
    await send(first, {})
    await send(second, { money: { amount: 39_920, currency: 'ZAR' } })
    await workOff(server.context)
    expect([await stateOf(client, first), await stateOf(client, second)]).toEqual([
      'paid',
      'refunded',
    ])
    expect(await planOf(client)).toBe('power')
  })

  it('is about another sum opens nothing, and is kept', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    for (const money of [
      { amount: 100, currency: 'ZAR' },
      { amount: 49_900, currency: 'KES' },
      null,
    ])
      expect(await send(id, { money })).toBe(200)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['pending', 'free'])
    const kept = await rows(`SELECT counts FROM payment_events WHERE payment_id = '${id}'`)
    expect(kept).toEqual([{ counts: false }, { counts: false }, { counts: false }])
  })

  it('is given back takes the plan back to what the person has without it', async () => {
    const { client } = await somebody('TEST-LITE')
    const id = await checkout(client)
    await send(id, {})
    expect(await planOf(client)).toBe('power')
    // A part of it isn't all of it.
    await send(id, { type: 'refunded', money: { amount: 100, currency: 'ZAR' } })
    expect(await planOf(client)).toBe('power')
    await send(id, { type: 'refunded' })
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['refunded', 'starter'])
  })

  it('is given back in parts takes the plan with the last of them', async () => {
    const { client } = await somebody('TEST-LITE')
    const id = await checkout(client)
    await send(id, {})
    for (const amount of [20_000, 29_899]) {
      await send(id, { type: 'refunded', money: { amount, currency: 'ZAR' } })
      expect(await planOf(client), `${amount}`).toBe('power')
    }
    await send(id, { type: 'refunded', money: { amount: 1, currency: 'ZAR' } })
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['refunded', 'starter'])
  })

  it('is given back in parts that the provider adds up counts none of them twice', async () => {
    const { client } = await somebody('TEST-LITE')
    const id = await checkout(client)
    await send(id, {})
    for (const [amount, plan] of [
      [20_000, 'power'],
      [40_000, 'power'],
      [49_900, 'starter'],
    ] as const) {
      await applyEvent(server.context, 'demo', {
        id: `so-far-${amount}`,
        type: 'refunded',
        tenant: server.tenant.id,
        payment: id,
        at: server.context.now(),
        money: { amount, currency: 'ZAR', soFar: true },
      })
      expect(await planOf(client), `${amount}`).toBe(plan)
    }
  })

  it('is disputed takes the plan, and gives it again if the dispute is won', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    await send(id, {})
    server.wait(60)
    await send(id, { type: 'disputed' })
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['disputed', 'free'])
    server.wait(60)
    await send(id, { type: 'won' })
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['paid', 'power'])
  })

  it('is given back leaves what another payment and a later voucher have opened', async () => {
    const { client } = await somebody()
    const lite = await checkout(client, { plan: 'starter', country: 'ZA' })
    await send(lite, { money: { amount: 19_900, currency: 'ZAR' } })
    const commit = await checkout(client)
    await send(commit, {})
    await send(lite, { type: 'refunded', money: null })
    expect(await planOf(client), 'the other payment stays').toBe('power')
    await client.post('plans/redeem', { code: 'TEST-PLUS' })
    await send(commit, { type: 'refunded', money: null })
    expect(await planOf(client), 'the voucher counts').toBe('powerPlus')
  })

  it('outlives its account, without saying whose it was', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    await send(id, {})
    const told = (await client.get('users/me/export')).body['payments'] as { id: string }[]
    expect(told.map((each) => each.id)).toEqual([id])
    expect((await client.delete('users/me')).status).toBe(204)
    expect(await rows(`SELECT user_id, state FROM payments WHERE id = '${id}'`)).toEqual([
      { user_id: null, state: 'paid' },
    ])
    // What happens to it afterwards hurts nobody.
    expect(await send(id, { type: 'refunded' })).toBe(200)
  })
})

describe('the webhook', () => {
  const post = (payload: string, headers: Record<string, string>, provider = 'demo') =>
    server.app.inject({
      method: 'POST',
      url: `/api/payments/${provider}/webhook`,
      headers: { 'content-type': 'application/json', host: server.host, ...headers },
      payload,
    })

  it('refuses what isn’t signed, was changed, or comes from a provider that we don’t have', async () => {
    const { client } = await somebody()
    const id = await checkout(client)
    const { payload, headers } = demoWebhook(server.context.secrets, {
      id: 'x',
      type: 'paid',
      tenant: server.tenant.id,
      payment: id,
      at: new Date(),
      money: { amount: 49_900, currency: 'ZAR' },
    })
    for (const response of [
      await post(payload, {}),
      await post(payload, { 'x-demo-signature': 'f'.repeat(64) }),
      await post(payload.replace('paid', 'won'), headers),
      await post(`${payload} `, headers),
      await post(payload, headers, 'stripe'),
    ])
      expect([response.statusCode, response.json().code]).toEqual([401, 'payment/forged'])
    expect(await stateOf(client, id)).toBe('pending')
    expect((await post(payload, headers)).json()).toEqual({ received: true })
    expect(await stateOf(client, id)).toBe('paid')
  })

  it('responds 200 to a payment that it doesn’t know, and to one of a tenant that isn’t there', async () => {
    expect(await send(randomUUID(), {})).toBe(200)
    const { client } = await somebody()
    const id = await checkout(client)
    expect(await send(id, { tenant: randomUUID() })).toBe(200)
    expect(await send(id, { tenant: 'x', payment: '__proto__' })).toBe(200)
    expect(await stateOf(client, id)).toBe('pending')
  })

  it('believes the event about its tenant, on whatever host it arrives', async () => {
    const other = await server.another()
    const { client } = await signUp(other, { plan: null, profile: false })
    const id = await checkout(client)
    expect(await send(id, {}), 'of another tenant than the payment’s').toBe(200)
    expect(await stateOf(client, id)).toBe('pending')
    expect(await send(id, { tenant: other.tenant.id })).toBe(200)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['paid', 'power'])
  })

  it('takes everything that can happen in any order, and opens the plan once', async () => {
    const roll = dice(84)
    for (let round = 0; round < 25; round++) {
      const { client, email } = await somebody()
      const id = await checkout(client)
      const paid = { id: randomUUID(), type: 'paid' } as const
      const events: Partial<PaymentEvent>[] = [
        ...Array.from({ length: 5 }, () => paid),
        { type: 'declined' as const, at: new Date(0) },
        { type: 'expired' as const, at: new Date(1) },
      ]
        .map((event) => ({ event, place: roll(1000) }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ event }) => event)
      while (events.length > 0)
        await Promise.all(events.splice(0, 1 + roll(3)).map((event) => send(id, event)))
      expect([await stateOf(client, id), await planOf(client)]).toEqual(['paid', 'power'])
      expect(await mailsTo(client, email)).toHaveLength(1)
    }
  })

  it('takes the same event five times at once, and does it once', async () => {
    const { client, email } = await somebody()
    const id = await checkout(client)
    const event = { id: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, event)))
    expect(answers).toEqual([200, 200, 200, 200, 200])
    expect(await mailsTo(client, email)).toHaveLength(1)
    expect(await rows(`SELECT count(*)::int AS count FROM audit WHERE target = '${id}'`)).toEqual([
      { count: 1 },
    ])
  })
})

describe('a receipt', () => {
  it('has the next number of its tenant, without gaps', async () => {
    const numbers: number[] = []
    for (let round = 0; round < 3; round++) {
      const { client } = await somebody()
      const id = await checkout(client)
      await checkout(client, { plan: 'starter', country: 'ZA' })
      await send(id, {})
      numbers.push(Number(String((await client.get(`payments/${id}`)).body['receipt']).slice(2)))
    }
    expect([numbers[1]! - numbers[0]!, numbers[2]! - numbers[1]!]).toEqual([1, 1])
  })

  it('that a killed server owes is written by the next one, once', async () => {
    const { client, email } = await somebody()
    const id = await checkout(client)
    await send(id, {})
    // As if the server had ended between the payment and its receipt.
    await rows(`DELETE FROM messages WHERE recipient = '${email}' AND subject LIKE 'Receipt%'`)
    await rows(`UPDATE payment_tasks SET done_at = NULL WHERE payment_id = '${id}'`)
    server.wait(121)
    await Promise.all([workOff(server.context), workOff(server.context)])
    expect(await mailsTo(client, email)).toHaveLength(1)
    expect(await workOff(server.context)).toBe(0)
  })
})

describe('someone with only a phone', () => {
  it('gets the receipt by text message, and by email if they give an address', async () => {
    const { client, email } = await somebody()
    const phone = `+2782${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
    await rows(
      `UPDATE users SET email = NULL, email_verified = false, phone = '${phone}', phone_verified = true WHERE email = '${email}' RETURNING 1`,
    )
    const begin = vi.spyOn(
      server.context.payments.accountFor(server.tenant, 'ZAR', [])!.provider,
      'begin',
    )
    const id = await checkout(client)
    const mail = `naledi.${randomUUID().slice(0, 6)}@home.test`
    expect((await client.post('plans/checkout', { ...POWER, email: 'no address' })).status).toBe(
      422,
    )
    expect(await checkout(client, { ...POWER, email: ` ${mail.toUpperCase()} `.trim() })).toBe(id)
    expect(begin.mock.calls.map(([{ email: told }]) => told)).toEqual([null])
    begin.mockRestore()
    await outcome(client, id, 'paid')
    expect(await mailsTo(client, mail)).toHaveLength(1)
    const { body } = await client.get(`demo/outbox?to=${encodeURIComponent(phone)}`)
    expect((body['items'] as { text: string }[]).some(({ text }) => text.includes('Receipt'))).toBe(
      true,
    )
    expect(await rows(`SELECT payer_email FROM payments WHERE id = '${id}'`)).toEqual([
      { payer_email: null },
    ])
  })
})

describe('a coupon', () => {
  it('of an amount takes that amount off, and the rest opens the plan', async () => {
    const code = await coupon({ percent: null, amount: 5000, currency: 'ZAR' })
    const { client } = await somebody()
    const asked = await client.get(`plans/coupon?code=${code}&plan=power&country=ZA`)
    expect(asked.body).toMatchObject({ listAmount: 49_900, off: 5000, amount: 44_900 })
    const id = await checkout(client, { ...POWER, coupon: code })
    expect((await client.get(`payments/${id}`)).body).toMatchObject({ amount: 44_900 })
    await send(id, { money: { amount: 44_899, currency: 'ZAR' } })
    expect(await planOf(client)).toBe('free')
    await send(id, { money: { amount: 44_900, currency: 'ZAR' } })
    expect(await planOf(client)).toBe('power')
  })

  it('takes its part off, and is used once it is held', async () => {
    const code = await coupon({ uses: 3 })
    const { client } = await somebody()
    const asked = await client.get(`plans/coupon?code=${code.toLowerCase()}&plan=power&country=ZA`)
    expect(asked.body).toMatchObject({ code, listAmount: 49_900, off: 9980, amount: 39_920 })
    expect(await usesOf(code)).toBe(0)
    const id = await checkout(client, { ...POWER, coupon: code.toLowerCase() })
    expect(await checkout(client, { ...POWER, coupon: code }), 'the same page').toBe(id)
    expect(await usesOf(code)).toBe(1)
    expect((await client.get(`payments/${id}`)).body).toMatchObject({
      amount: 39_920,
      listAmount: 49_900,
      coupon: code,
    })
  })

  it('is given back when the payment has expired', async () => {
    const code = await coupon({ uses: 1 })
    const { client } = await somebody()
    const id = await checkout(client, { ...POWER, coupon: code })
    expect(await usesOf(code)).toBe(1)
    await outcome(client, id, 'expired')
    await outcome(client, id, 'expired')
    expect(await usesOf(code)).toBe(0)
    await outcome(client, id, 'paid')
    expect([await usesOf(code), await planOf(client)], 'the money came after all').toEqual([
      1,
      'power',
    ])
  })

  it('is held while a page can still be paid: a declined card leaves no use for others', async () => {
    const code = await coupon({ uses: 1 })
    const [first, second] = [(await somebody()).client, (await somebody()).client]
    const id = await checkout(first, { ...POWER, coupon: code })
    await outcome(first, id, 'declined')
    expect(await usesOf(code)).toBe(1)
    const refused = await second.post('plans/checkout', { ...POWER, coupon: code })
    expect([refused.status, refused.body.code]).toEqual([409, 'coupon/used'])
    await outcome(first, id, 'paid')
    expect([await usesOf(code), await planOf(first)]).toEqual([1, 'power'])
  })

  it('goes with its person from a declined payment to the next one', async () => {
    const code = await coupon({ uses: 1 })
    const { client } = await somebody()
    const declined = await checkout(client, { ...POWER, coupon: code })
    await outcome(client, declined, 'declined')
    const asked = await client.get(`plans/coupon?code=${code}&plan=power&country=ZA`)
    expect(asked.body['amount']).toBe(39_920)
    const next = await checkout(client, { ...POWER, coupon: code })
    expect(next).not.toBe(declined)
    await outcome(client, next, 'paid')
    // A second card on the page that was left: the plan is there, so that money goes back.
    await outcome(client, declined, 'paid')
    await workOff(server.context)
    expect([await stateOf(client, next), await stateOf(client, declined)]).toEqual([
      'paid',
      'refunded',
    ])
    expect(await usesOf(code)).toBe(1)
  })

  it('counts for whichever page of one person is paid first', async () => {
    const code = await coupon({ uses: 1 })
    const { client } = await somebody()
    const first = await checkout(client, { ...POWER, coupon: code })
    await outcome(client, first, 'declined')
    const second = await checkout(client, { ...POWER, coupon: code })
    await outcome(client, first, 'paid')
    expect([await stateOf(client, first), await planOf(client)]).toEqual(['paid', 'power'])
    await outcome(client, second, 'expired')
    await workOff(server.context)
    expect([await usesOf(code), await stateOf(client, first)]).toEqual([1, 'paid'])
  })

  it('that is free after an hour is free once, and late money for a use that is gone goes back', async () => {
    const code = await coupon({ uses: 1 })
    const [late, next] = [(await somebody()).client, (await somebody()).client]
    const first = await checkout(late, { ...POWER, coupon: code })
    await outcome(late, first, 'declined')
    server.wait(3601)
    await expireOverdue(server.context)
    expect([await stateOf(late, first), await usesOf(code)]).toEqual(['expired', 0])
    const second = await checkout(next, { ...POWER, coupon: code })
    await outcome(late, first, 'paid')
    await outcome(next, second, 'paid')
    await workOff(server.context)
    expect([await planOf(late), await planOf(next)]).toEqual(['free', 'power'])
    expect([await stateOf(late, first), await stateOf(next, second)]).toEqual(['refunded', 'paid'])
    expect(await usesOf(code)).toBe(1)
  })

  it('isn’t used by a payment in vain', async () => {
    const code = await coupon({ uses: 1 })
    const { client } = await somebody()
    const id = await checkout(client, { ...POWER, coupon: code })
    await client.post('plans/redeem', { code: 'TEST-PLUS' })
    await outcome(client, id, 'paid')
    await workOff(server.context)
    expect([await stateOf(client, id), await usesOf(code)]).toEqual(['refunded', 0])
  })

  it.each([
    ['unknown', {}, 'NO-SUCH-COUPON', 404, 'coupon/unknown'],
    ['not a coupon', {}, '<script>', 422, 'coupon/malformed'],
    ['over', { expires_at: new Date('2020-01-01') }, null, 410, 'coupon/expired'],
    ['not yet there', { starts_at: new Date('2030-01-01') }, null, 404, 'coupon/unknown'],
    ['for another plan', { plans: ['starter'] }, null, 409, 'coupon/other'],
    [
      'for another currency',
      { percent: null, amount: 5000, currency: 'KES' },
      null,
      409,
      'coupon/other',
    ],
    [
      'worth more than the plan',
      { percent: null, amount: 49_900, currency: 'ZAR' },
      null,
      409,
      'coupon/other',
    ],
  ])(
    'that is %s is refused, by the check and by the checkout',
    async (_what, of, given, status, code) => {
      const typed = given ?? (await coupon(of))
      const { client } = await somebody()
      const asked = await client.get(
        `plans/coupon?code=${encodeURIComponent(typed)}&plan=power&country=ZA`,
      )
      const bought = await client.post('plans/checkout', { ...POWER, coupon: typed })
      for (const response of [asked, bought]) {
        expect([response.status, response.body.code]).toEqual([status, code])
        expect(response.body['fields']).toMatchObject([{ pointer: '/coupon' }])
      }
    },
  )

  it('with one use, sent by two hundred at once, works for one', async () => {
    const code = await coupon({ uses: 1 })
    const people: Client[] = []
    for (let index = 0; index < 20; index++) people.push((await somebody()).client)
    const everybody = () =>
      Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          people[index % 20]!.post('plans/checkout', { ...POWER, coupon: code }),
        ),
      )
    const answers: Awaited<ReturnType<typeof everybody>> = []
    // A busy server may refuse all of them at first, or the one that holds it: then a later try
    // finds its payment.
    for (let round = 0; round < 6; round++) {
      const isMade = answers.some(({ status }) => status === 201)
      answers.push(...(await everybody()))
      server.wait(16)
      if (isMade) break
    }
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body['id'])
    expect(new Set(made).size).toBe(1)
    expect(await usesOf(code)).toBe(1)
    const paid = await rows(`SELECT id FROM payments WHERE coupon = '${code}'`)
    expect(paid).toHaveLength(1)
    const refused = answers.map(({ body }) => body.code).filter((each) => each !== undefined)
    expect(refused).toContain('coupon/used')
  })
})

describe('asking somebody else to pay', () => {
  async function asked(plan: string | null = null) {
    const person = await signUp(server, { plan })
    const response = await person.client.post('plans/requests', POWER)
    const url = String(response.body['url'])
    const token = url.slice(url.lastIndexOf('/') + 1)
    return { ...person, response, token, id: response.body['id'] as string }
  }

  it('shows plan, price and first name, and nothing else of the learner', async () => {
    const { response, token, email } = await asked()
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      url: `http://${server.host}/pay/${token}`,
      amount: 49_900,
      currency: 'ZAR',
      state: 'open',
    })
    const shown = await server.client().get(`plans/requests/${token}`)
    expect(shown.body).toMatchObject({
      plan: 'power',
      planName: 'Commit',
      firstName: 'Naledi',
      amount: 49_900,
      state: 'open',
      payable: true,
    })
    for (const secret of ['Mokoena', email, '2007']) expect(shown.text).not.toContain(secret)
  })

  it('says that a payment was declined, and can be paid again', async () => {
    const { token } = await asked()
    const parent = server.client()
    const shown = async () => (await parent.get(`plans/requests/${token}`)).body
    expect((await shown())['tried']).toBeNull()
    for (const [what, tried] of [
      ['declined', 'declined'],
      ['expired', 'expired'],
    ] as const) {
      const { body } = await parent.post(`plans/requests/${token}/checkout`)
      expect(await shown()).toMatchObject({ state: 'paying', tried: null })
      const id = String(body['id'])
      await parent.post(`demo/payments/${id}?token=${token}`, { outcome: what })
      expect(await shown()).toMatchObject({ state: 'open', payable: true, tried })
    }
  })

  it('is paid by somebody without an account, who gets the receipt too', async () => {
    const { client, token, email } = await asked()
    const parent = server.client()
    const mail = `parent.${randomUUID().slice(0, 6)}@home.test`
    const begun = await parent.post(`plans/requests/${token}/checkout`, { email: mail })
    expect(begun.status).toBe(201)
    const id = begun.body['id'] as string
    expect(begun.body['url']).toBe(`/pay/demo/${id}?token=${token}`)
    expect((await parent.get(`plans/requests/${token}`)).body['state']).toBe('paying')
    const paid = await parent.post(`demo/payments/${id}?token=${token}`, { outcome: 'paid' })
    expect(paid.body).toEqual({ back: `/pay/${token}` })
    expect((await parent.get(`plans/requests/${token}`)).body).toMatchObject({
      state: 'paid',
      receipt: expect.stringMatching(/^T-/),
    })
    expect(await planOf(client)).toBe('power')
    expect(await mailsTo(client, email)).toHaveLength(1)
    expect(await mailsTo(client, mail)).toHaveLength(1)
    expect(await rows(`SELECT payer_email FROM payments WHERE id = '${id}'`)).toEqual([
      { payer_email: null },
    ])
    const again = await parent.post(`plans/requests/${token}/checkout`)
    expect([again.status, again.body.code]).toEqual([409, 'payment/link-paid'])
    expect((await client.get('payments')).body['items']).toMatchObject([{ id, asked: true }])
  })

  it('leads two who open it to the same page', async () => {
    const { token } = await asked()
    const [one, other] = await Promise.all(
      [server.client(), server.client()].map((each) =>
        each.post(`plans/requests/${token}/checkout`),
      ),
    )
    expect([one!.status, other!.status]).toEqual([201, 201])
    const third = await server.client().post(`plans/requests/${token}/checkout`)
    expect([one!.body['id'], other!.body['id']]).toContain(third.body['id'])
  })

  it('ends when it is revoked, and after two weeks', async () => {
    const first = await asked()
    expect((await first.client.delete(`plans/requests/${first.id}`)).status).toBe(204)
    const second = await asked()
    const stranger = await somebody()
    expect((await stranger.client.delete(`plans/requests/${second.id}`)).status).toBe(404)
    expect((await server.client().get(`plans/requests/${second.token}`)).status).toBe(200)
    server.wait(14 * 86_400 + 1)
    for (const { token } of [first, second]) {
      const shown = await server.client().get(`plans/requests/${token}`)
      const bought = await server.client().post(`plans/requests/${token}/checkout`)
      for (const response of [shown, bought])
        expect([response.status, response.body.code]).toEqual([410, 'payment/link-ended'])
      expect(shown.text).not.toContain('Naledi')
    }
  })

  it('is refused for what adds nothing, and after five open links', async () => {
    const { response } = await asked('TEST-PLUS')
    expect(response.body.code).toBe('plan/lower')
    const { client } = await asked()
    for (let more = 0; more < 4; more++)
      expect((await client.post('plans/requests', POWER)).status).toBe(201)
    expect((await client.post('plans/requests', POWER)).body.code).toBe('limit/reached')
    expect((await client.get('plans/requests')).body['items']).toHaveLength(5)
  })

  it('is unknown to another tenant, and guessing is limited', async () => {
    const { token } = await asked()
    const other = await server.another()
    expect((await other.client().get(`plans/requests/${token}`)).status).toBe(404)
    for (let tries = 0; tries < 119; tries++)
      await other.client().get(`plans/requests/${randomUUID()}`)
    expect((await other.client().get(`plans/requests/${randomUUID()}`)).status).toBe(429)
    expect((await server.client().get(`plans/requests/${token}`)).status).toBe(200)
  })
})
