/**
 * Paystack and Stripe over their HTTP interfaces, against local servers that respond as documented.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireOverdue } from '#server/accounts/payment-looking.ts'
import { workOff } from '#server/accounts/payment-tasks.ts'
import { paystack } from '#server/payments/paystack.ts'
import { Providers } from '#server/payments/providers.ts'
import { stripe } from '#server/payments/stripe.ts'
import {
  paystackSignature,
  startStub,
  stripeSignature,
  type Recorded,
  type Stub,
} from '#tests/support/provider-stub.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const PAYSTACK_KEY = 'sk_test_kanarie0123456789'
const STRIPE_KEY = 'sk_test_kanarie9876543210'
const WEBHOOK_SECRET = 'whsec_kanarie555555'

let server: TestServer
let provider: Stub
/** In demo mode, for its accounts; its tenant is made a real one, which pays for real. */
beforeAll(async () => {
  provider = await startStub()
  server = await buildServer({
    payments: new Providers(
      [paystack(PAYSTACK_KEY, provider.url), stripe(STRIPE_KEY, WEBHOOK_SECRET, provider.url)],
      null,
    ),
    demoTenant: false,
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => {
  provider.calls.length = 0
  provider.respond = (call) => ({ status: 200, body: responseTo(call) })
})

/** As both document it. */
function responseTo({ method, path }: Recorded): unknown {
  if (path === '/transaction/initialize')
    return { status: true, data: { authorization_url: 'https://checkout.paystack.com/abc' } }
  if (path === '/v1/checkout/sessions' && method === 'POST')
    return { id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' }
  return {}
}

async function begin(
  country: string,
  place: Pick<TestServer, 'client'> = server,
): Promise<{ client: Client; id: string; url: unknown }> {
  const { client } = await signUp(place, { plan: null, profile: false, verified: false })
  const { status, text, body } = await client.post('plans/checkout', { plan: 'power', country })
  if (status !== 201) throw new Error(text)
  return { client, id: body['id'] as string, url: body['url'] }
}

async function receive(name: string, body: object, headers: (raw: string) => object) {
  const payload = JSON.stringify(body)
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: `/api/payments/${name}/webhook`,
    headers: { 'content-type': 'application/json', host: server.host, ...headers(payload) },
    payload,
  })
  return statusCode
}
const fromPaystack = (body: object, key = PAYSTACK_KEY) =>
  receive('paystack', body, (raw) => ({ 'x-paystack-signature': paystackSignature(key, raw) }))

const stateOf = async (client: Client, id: string) =>
  (await client.get(`payments/${id}`)).body['state']
const planOf = async (client: Client) =>
  ((await client.get('auth/get-user')).body['app'] as { accountType: string }).accountType

describe('Paystack', () => {
  const referenceOf = () => (JSON.parse(provider.calls[0]!.body) as { reference: string }).reference
  let charges = 4_099_260_516
  const success = (reference: string, more: object = {}) => ({
    event: 'charge.success',
    data: {
      id: ++charges,
      status: 'success',
      reference,
      amount: 49_900,
      currency: 'ZAR',
      paid_at: '2026-11-21T08:01:00.000Z',
      authorization: { last4: '4081', card_type: 'visa' },
      ...more,
    },
  })

  it('is told the sum and our id, and nothing of the learner', async () => {
    const { id, url } = await begin('ZA')
    expect(url).toBe('https://checkout.paystack.com/abc')
    const [call] = provider.calls
    expect(call).toMatchObject({
      method: 'POST',
      path: '/transaction/initialize',
      headers: { authorization: `Bearer ${PAYSTACK_KEY}`, 'content-type': 'application/json' },
    })
    const body = JSON.parse(call!.body) as Record<string, unknown>
    expect(body).toEqual({
      reference: expect.stringMatching(/^[0-9a-f]{32}\.[0-9a-f]{32}\.[0-9a-f]{8}$/),
      amount: 49_900,
      currency: 'ZAR',
      email: `payment-${id}@${server.host}`,
      callback_url: expect.stringMatching(new RegExp(`/payments/${id}$`)),
      metadata: { tenant: server.tenant.id, payment: id, title: 'Tsela: Commit' },
    })
  })

  it('is told the price that a tenant has set itself, and no other opens the plan', async () => {
    const other = await server.another()
    const owner = await signInAs({ ...other, context: server.context }, 'owner', {
      verified: false,
      plan: null,
    })
    await edit(owner, 'access/prices', (document) => {
      const { prices } = document as unknown as {
        prices: { plan: string; country: string; amount: number }[]
      }
      for (const row of prices)
        if (row.plan === 'power' && row.country === 'ZA') row.amount = 12_345
    })
    await publishAll(owner)
    provider.calls.length = 0
    const { client, id } = await begin('ZA', other)
    const [call] = provider.calls
    const { amount, reference } = JSON.parse(call!.body) as { amount: number; reference: string }
    expect([amount, (await client.get(`payments/${id}`)).body['amount']]).toEqual([12_345, 12_345])
    await fromPaystack(success(reference, { amount: 12_344 }))
    expect((await client.get(`payments/${id}`)).body['state']).toBe('pending')
    await fromPaystack(success(reference, { amount: 12_345 }))
    expect((await client.get(`payments/${id}`)).body['state']).toBe('paid')
    expect((await begin('ZA')).id, 'the other tenant’s price is its own').toBeDefined()
    expect(JSON.parse(provider.calls.at(-1)!.body)).toMatchObject({ amount: 49_900 })
  })

  it('opens the plan by a signed event, and keeps nothing of the card', async () => {
    const { client, id } = await begin('ZA')
    const event = success(referenceOf())
    expect(await fromPaystack(event, 'sk_test_of_somebody_else')).toBe(401)
    expect(await stateOf(client, id)).toBe('pending')
    for (let time = 0; time < 3; time++) expect(await fromPaystack(event)).toBe(200)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['paid', 'power'])
    const { text } = await client.get('users/me/export')
    for (const card of ['4081', 'visa']) expect(text).not.toContain(card)
  })

  it('doesn’t open it for a sum that isn’t ours', async () => {
    const { client, id } = await begin('ZA')
    expect(await fromPaystack(success(referenceOf(), { amount: 100 }))).toBe(200)
    expect(await fromPaystack(success(referenceOf(), { currency: 'NGN' }))).toBe(200)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['pending', 'free'])
  })

  it('takes it back by a refund, and by a dispute that is lost', async () => {
    const refunded = await begin('ZA')
    const first = referenceOf()
    await fromPaystack(success(first))
    const refund = { transaction_reference: first, amount: '49900', currency: 'ZAR' }
    await fromPaystack({ event: 'refund.pending', data: { ...refund, id: 9 } })
    expect(await planOf(refunded.client)).toBe('power')
    await fromPaystack({ event: 'refund.processed', data: { ...refund, id: 9 } })
    expect([await stateOf(refunded.client, refunded.id), await planOf(refunded.client)]).toEqual([
      'refunded',
      'free',
    ])

    provider.calls.length = 0
    const disputed = await begin('ZA')
    const second = referenceOf()
    await fromPaystack(success(second))
    const dispute = {
      id: 358_950,
      transaction: { reference: second },
      createdAt: '2026-11-21T09:00:00Z',
    }
    await fromPaystack({ event: 'charge.dispute.create', data: dispute })
    expect(await planOf(disputed.client)).toBe('free')
    const resolved = { ...dispute, resolvedAt: '2026-11-21T10:00:00Z' }
    await fromPaystack({
      event: 'charge.dispute.resolve',
      data: { ...resolved, resolution: 'declined' },
    })
    expect(await planOf(disputed.client)).toBe('power')

    provider.calls.length = 0
    const lost = await begin('ZA')
    const third = { ...dispute, id: 358_951, transaction: { reference: referenceOf() } }
    await fromPaystack(success(third.transaction.reference))
    await fromPaystack({ event: 'charge.dispute.create', data: third })
    await fromPaystack({
      event: 'charge.dispute.resolve',
      data: {
        ...third,
        resolvedAt: '2026-11-21T10:00:00Z',
        resolution: 'merchant-accepted',
      },
    })
    expect([await stateOf(lost.client, lost.id), await planOf(lost.client)]).toEqual([
      'refunded',
      'free',
    ])
  })

  it('responds 200 to events of other things', async () => {
    expect(await fromPaystack({ event: 'transfer.success', data: { reference: 'x' } })).toBe(200)
    expect(
      await fromPaystack({ event: 'charge.success', data: { reference: 'a-shop-of-ours' } }),
    ).toBe(200)
    expect(await fromPaystack([])).toBe(200)
  })

  it('is asked for a payment of which nothing was heard', async () => {
    const { client, id } = await begin('ZA')
    const reference = referenceOf()
    provider.respond = () => ({ status: 200, body: { data: { status: 'abandoned' } } })
    expect((await client.post(`payments/${id}/check`)).body['state']).toBe('pending')
    provider.respond = () => ({
      status: 200,
      body: { data: { status: 'success', amount: 49_900, currency: 'ZAR' } },
    })
    expect((await client.post(`payments/${id}/check`)).body['state'], 'too soon').toBe('pending')
    server.wait(3601)
    await expireOverdue(server.context)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['paid', 'power'])
    const asked = provider.calls.filter(({ path }) => path === `/transaction/verify/${reference}`)
    expect(asked).toHaveLength(2)
  })

  it('gives back what was paid in vain, and is asked again if it fails', async () => {
    const { client, id } = await begin('ZA')
    const reference = referenceOf()
    await client.post('plans/redeem', { code: 'TEST-PLUS' })
    await fromPaystack(success(reference))
    const refunds = () => provider.calls.filter(({ path }) => path === '/refund')
    provider.respond = () => ({ status: 500, body: {} })
    await workOff(server.context)
    provider.respond = () => ({ status: 200, body: { status: true } })
    await workOff(server.context)
    expect(refunds(), 'not at once').toHaveLength(1)
    server.wait(121)
    await workOff(server.context)
    await workOff(server.context)
    expect(refunds().map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => JSON.stringify({ transaction: reference })),
    )
    expect(await stateOf(client, id)).toBe('paid')
    await fromPaystack({
      event: 'refund.processed',
      data: { id: 77, transaction_reference: reference, amount: 49_900, currency: 'ZAR' },
    })
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['refunded', 'powerPlus'])
  })
})

describe('Stripe, for a currency that Paystack doesn’t take', () => {
  /** The tenant's prices have none, so it is the only provider. */
  let only: TestServer
  beforeAll(async () => {
    only = await buildServer({
      payments: new Providers([stripe(STRIPE_KEY, WEBHOOK_SECRET, provider.url)], null),
      demoTenant: false,
    })
  })
  afterAll(() => only.close())

  async function start() {
    const { client } = await signUp(only, { plan: null, profile: false, verified: false })
    const { body, status, text } = await client.post('plans/checkout', {
      plan: 'power',
      country: 'BR',
    })
    if (status !== 201) throw new Error(text)
    return { client, id: body['id'] as string, url: body['url'] }
  }
  async function post(body: object, signature?: string) {
    const payload = JSON.stringify(body)
    const { statusCode } = await only.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        host: only.host,
        'stripe-signature':
          signature ?? stripeSignature(WEBHOOK_SECRET, payload, only.context.now()),
      },
      payload,
    })
    return statusCode
  }
  let events = 0
  const event = (type: string, object: object, seconds = 0) => ({
    id: `evt_${++events}`,
    type,
    created: Math.floor(only.context.now().getTime() / 1000) + seconds,
    data: { object },
  })
  const session = (id: string, more: object = {}) => ({
    id: 'cs_test_1',
    payment_status: 'paid',
    amount_total: 2900,
    currency: 'usd',
    metadata: { tenant: only.tenant.id, payment: id },
    ...more,
  })

  it('is told the sum and our id, once, and nothing of the learner', async () => {
    const { id, url } = await start()
    expect(url).toBe('https://checkout.stripe.com/c/pay/cs_test_1')
    const [call] = provider.calls
    expect(call!.headers).toMatchObject({
      authorization: `Bearer ${STRIPE_KEY}`,
      'idempotency-key': `begin-${id}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    const body = Object.fromEntries(new URLSearchParams(call!.body))
    expect(body).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '2900',
      'line_items[0][price_data][product_data][name]': 'Tsela: Commit',
      'metadata[payment]': id,
      'payment_intent_data[metadata][payment]': id,
      expires_at: String(only.context.now().getTime() / 1000 + 3600),
    })
    expect(body).not.toHaveProperty('customer_email')
  })

  it('opens the plan once it is paid, not when a transfer was only begun', async () => {
    const { client, id } = await start()
    expect(
      await post(event('checkout.session.completed', session(id, { payment_status: 'unpaid' }))),
    ).toBe(200)
    expect(await stateOf(client, id)).toBe('pending')
    expect(await post(event('checkout.session.async_payment_succeeded', session(id)))).toBe(200)
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['paid', 'power'])
  })

  it('refuses a signature that is old, of another secret, of another body, or missing', async () => {
    const { client, id } = await start()
    const body = event('checkout.session.completed', session(id))
    const raw = JSON.stringify(body)
    const now = only.context.now()
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
    for (const signature of [
      '',
      't=,v1=',
      'v1=00',
      stripeSignature('whsec_of_somebody_else', raw, now),
      stripeSignature(WEBHOOK_SECRET, `${raw} `, now),
      stripeSignature(WEBHOOK_SECRET, raw, ago(301)),
      stripeSignature(WEBHOOK_SECRET, raw, ago(-301)),
    ])
      expect(await post(body, signature)).toBe(401)
    expect(await stateOf(client, id)).toBe('pending')
    // While its secret is being replaced there are two signatures; one of them is ours.
    const [time, right] = stripeSignature(WEBHOOK_SECRET, raw, ago(299)).split(',')
    expect(await post(body, `${time},v1=${'0'.repeat(64)},${right}`)).toBe(200)
    expect(await stateOf(client, id)).toBe('paid')
  })

  it('takes it back by a full refund, and by a dispute, whose payment it is asked for', async () => {
    const { client, id } = await start()
    await post(event('checkout.session.completed', session(id)))
    const charge = {
      id: 'ch_1',
      currency: 'usd',
      metadata: { tenant: only.tenant.id, payment: id },
    }
    await post(event('charge.refunded', { ...charge, amount: 2900, amount_refunded: 500 }))
    expect(await planOf(client)).toBe('power')
    const dispute = { id: 'dp_1', payment_intent: 'pi_1', amount: 2900, currency: 'usd' }
    const created = event('charge.dispute.created', { ...dispute, status: 'needs_response' }, 60)
    provider.respond = () => ({ status: 503, body: {} })
    expect(await post(created), 'to be sent again').toBe(503)
    provider.respond = () => ({
      status: 200,
      body: { id: 'pi_1', metadata: { tenant: only.tenant.id, payment: id } },
    })
    expect(await post(created)).toBe(200)
    expect(provider.calls.at(-1)!.path).toBe('/v1/payment_intents/pi_1')
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['disputed', 'free'])
    await post(event('charge.dispute.closed', { ...dispute, status: 'won' }, 120))
    expect(await planOf(client)).toBe('power')
    // Of 2900, 500 were given back already: Stripe says how much it is in all.
    await post(event('charge.refunded', { ...charge, amount: 2900, amount_refunded: 2400 }, 170))
    expect(await planOf(client)).toBe('power')
    await post(event('charge.refunded', { ...charge, amount: 2900, amount_refunded: 2900 }, 180))
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['refunded', 'free'])
  })

  it('takes it back by a dispute that is lost', async () => {
    const { client, id } = await start()
    await post(event('checkout.session.completed', session(id)))
    expect(await planOf(client)).toBe('power')
    provider.respond = () => ({
      status: 200,
      body: { id: 'pi_2', metadata: { tenant: only.tenant.id, payment: id } },
    })
    const dispute = { id: 'dp_2', payment_intent: 'pi_2', amount: 2900, currency: 'usd' }
    await post(event('charge.dispute.created', { ...dispute, status: 'needs_response' }, 60))
    await post(event('charge.dispute.closed', { ...dispute, status: 'lost' }, 120))
    expect([await stateOf(client, id), await planOf(client)]).toEqual(['refunded', 'free'])
  })
})

describe('a provider that fails', () => {
  it.each([
    ['isn’t there', 0],
    ['refuses our key', 401],
    ['has an error', 500],
  ])('because it %s leaves the person where they were, and says so', async (_what, status) => {
    const { client } = await signUp(server, { plan: null, profile: false, verified: false })
    provider.respond = () => ({ status, body: { message: `Invalid key ${PAYSTACK_KEY}` } })
    const response = await client.post('plans/checkout', { plan: 'power', country: 'ZA' })
    expect([response.status, response.body.code]).toEqual([503, 'payment/unavailable'])
    expect(response.headers['retry-after']).toBe('60')
    expect(response.text).not.toContain('kanarie')
    const { body } = await client.get('payments')
    expect(body['items']).toMatchObject([{ state: 'expired', url: null }])
    provider.respond = (call) => ({ status: 200, body: responseTo(call) })
    expect((await client.post('plans/checkout', { plan: 'power', country: 'ZA' })).status).toBe(201)
  })

  it('for a currency that none takes isn’t offered', async () => {
    const none = await buildServer({ payments: new Providers([], null), demoTenant: false })
    try {
      const { client } = await signUp(none, { plan: null, profile: false, verified: false })
      const { body } = await client.get('plans?country=ZA')
      expect((body['items'] as { payable: boolean }[]).some(({ payable }) => payable)).toBe(false)
      const response = await client.post('plans/checkout', { plan: 'power', country: 'ZA' })
      expect([response.status, response.body.code]).toEqual([403, 'payment/off'])
    } finally {
      await none.close()
    }
  })
})
