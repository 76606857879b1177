/** A tenant's own keys of payment providers: set, seen by nobody, and used for its money alone. */

import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { expireOverdue } from '#server/accounts/payment-looking.ts'
import { workOff } from '#server/accounts/payment-tasks.ts'
import { remove } from '#server/installation/removing.ts'
import { withSecret } from '#server/operations/frominput.ts'
import { OperatorError } from '#server/operations/operation.ts'
import { OPERATIONS } from '#server/operations/registry.ts'
import { paystack } from '#server/payments/paystack.ts'
import { Providers } from '#server/payments/providers.ts'
import { stripe } from '#server/payments/stripe.ts'
import { Announcements } from '#server/release/announcements.ts'
import { ServerContext } from '#server/start/context.ts'
import { ownKeys } from '#server/store/ownkeys.ts'
import {
  paystackSignature,
  startStub,
  stripeSignature,
  type Stub,
} from '#tests/support/provider-stub.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const OPERATORS = 'sk_test_operator0123456789'
const COLLEGES = 'sk_test_college0123456789'
const NEXT = 'sk_test_next0123456789'
const STRIPE = { secret: 'rk_test_college9876543210', webhook: 'whsec_college555555' }

let server: TestServer
let provider: Stub
type Site = Pick<TestServer, 'tenant' | 'client'>
beforeAll(async () => {
  provider = await startStub()
  server = await buildServer({
    payments: new Providers([paystack(OPERATORS, provider.url)], null, {
      paystack: (secret) => paystack(secret, provider.url),
      stripe: (secret, webhook) => stripe(secret, webhook, provider.url),
    }),
    demoTenant: false,
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => {
  provider.calls.length = 0
  provider.respond = ({ path }) => ({
    status: 200,
    body:
      path === '/v1/checkout/sessions'
        ? { id: 'cs_test_1', url: 'https://checkout.stripe.com/c/pay/cs_test_1' }
        : { status: true, data: { authorization_url: 'https://checkout.paystack.com/abc' } },
  })
})

const ownerOf = (site: Site) =>
  signInAs({ ...site, context: server.context }, 'owner', { verified: false, plan: null })
const raw = (sql: string) => ({ sql, parameters: [], query: {} }) as never

async function begin(site: Site, country = 'ZA') {
  const { client } = await signUp(site, { plan: null, profile: false, verified: false })
  provider.calls.length = 0
  const { status, text, body } = await client.post('plans/checkout', { plan: 'power', country })
  if (status !== 201) throw new Error(text)
  const [call] = provider.calls
  const id = body['id'] as string
  const state = async () => (await client.get(`payments/${id}`)).body['state']
  const reference = call!.path.startsWith('/v1')
    ? 'cs_test_1'
    : (JSON.parse(call!.body) as { reference: string }).reference
  return { client, id, state, reference, key: call!.headers['authorization'] }
}

async function receive(site: Site, name: string, body: object, sign: (raw: string) => object) {
  const payload = JSON.stringify(body)
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: `/api/payments/${name}/webhook`,
    headers: {
      'content-type': 'application/json',
      host: `${site.tenant.slug}.test`,
      ...sign(payload),
    },
    payload,
  })
  return statusCode
}
const by = (key: string) => (payload: string) => ({
  'x-paystack-signature': paystackSignature(key, payload),
})
let charges = 0
const success = (reference: string) => ({
  event: 'charge.success',
  data: { id: ++charges, status: 'success', reference, amount: 49_900, currency: 'ZAR' },
})
const usedBy = async (owner: Client) =>
  Object.fromEntries(
    ((await owner.get('admin/keys')).body['items'] as { service: string; used: string }[]).map(
      ({ service, used }) => [service, used],
    ),
  )

describe('the keys', () => {
  it('are set by an owner, seen by nobody, and gone when they are removed', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    expect(await usedBy(owner)).toEqual({ paystack: 'installation', stripe: 'none', smtp: 'none' })
    expect((await owner.put('admin/keys/paystack', { secret: COLLEGES })).status).toBe(204)
    expect((await owner.put('admin/keys/stripe', STRIPE)).status).toBe(204)
    const list = await owner.get('admin/keys')
    expect(list.body['items']).toEqual([
      {
        service: 'paystack',
        used: 'own',
        setAt: server.context.now().toISOString(),
        setBy: expect.stringContaining('@'),
        webhook: `http://${site.tenant.slug}.test:4310/api/payments/paystack/webhook`,
        failure: null,
      },
      expect.objectContaining({ service: 'stripe', used: 'own' }),
      { service: 'smtp', used: 'none', setAt: null, setBy: null, webhook: null, failure: null },
    ])
    const everything = [
      list.text,
      (await owner.get('app-configuration')).text,
      (await owner.get('admin/audit')).text,
      (await owner.get('users/me/export')).text,
    ].join()
    expect(everything).toContain('keys.set')
    for (const secret of [COLLEGES, STRIPE.secret, STRIPE.webhook])
      expect(everything).not.toContain(secret)
    expect((await owner.delete('admin/keys/paystack')).status).toBe(204)
    expect(await usedBy(owner)).toMatchObject({ paystack: 'installation', stripe: 'own' })
  })

  it.each([
    ['paystack', {}, '/secret'],
    ['paystack', { secret: 'pk_test_0123456789ab' }, '/secret'],
    ['stripe', { secret: STRIPE.secret }, '/webhook'],
    ['stripe', { ...STRIPE, secret: 'sk_ two words' }, '/secret'],
    ['smtp', { url: 'https://mail.example.org', from: 'a@example.org' }, '/url'],
    ['smtp', { url: 'smtps://mail.example.org', from: 'nobody' }, '/from'],
    ['smtp', { url: 'smtps://h.example.org?sendmail=true', from: 'a@example.org' }, '/url'],
    ['smtp', { url: 'smtp://10.0.0.7', from: 'a@example.org' }, '/url'],
    ['smtp', { url: 'smtp://[fd00::1]:587', from: 'a@example.org' }, '/url'],
    ['smtp', { url: 'smtp://mail.example.org:6379', from: 'a@example.org' }, '/url'],
  ])('of %s like %o are refused, with where and why', async (service, body, pointer) => {
    const owner = await ownerOf(server)
    const { status, body: said } = await owner.put(`admin/keys/${service}`, body)
    expect([status, said.code]).toEqual([422, 'request/invalid'])
    const fields = said['fields'] as { pointer: string; message: string }[]
    expect(fields.map((each) => each.pointer)).toEqual([pointer])
    expect(fields[0]!.message).toMatch(/^[A-Z].+\.$/)
  })

  it('go with their tenant', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await owner.put('admin/keys/stripe', STRIPE)
    const { context } = server
    const kept = () => context.database.tenant(site.tenant.id, ownKeys)
    expect(await kept()).toHaveLength(1)
    await remove(context, site.tenant, 0, () => undefined)
    expect(await kept()).toEqual([])
  })
})

describe.runIf(inject('database').kind === 'postgres')('several servers', () => {
  it('all use new keys at once', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    const other = new ServerContext(server.context.options)
    const announcements = await Announcements.begin({
      database: other.database,
      listenUrl: inject('database').connection.connectionString!,
      heard: (tenant) => other.heard(tenant),
      report: () => undefined,
    })
    const keysThere = async () => (await other.ownKeys.of(site.tenant.id)).accounts.length
    expect(await keysThere()).toBe(0)
    await owner.put('admin/keys/stripe', STRIPE)
    // By notification: without one, a server asks again after five seconds.
    await expect.poll(keysThere, { timeout: 3000, interval: 20 }).toBe(1)
    await announcements.close()
  })
})

describe('a payment', () => {
  it('goes to the account of the tenant, and only its own signature is believed', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await owner.put('admin/keys/paystack', { secret: COLLEGES })
    const own = await begin(site)
    const others = await begin(server)
    expect([own.key, others.key]).toEqual([`Bearer ${COLLEGES}`, `Bearer ${OPERATORS}`])

    // Genuine, but not for this payment: who has the one key can't speak for the other.
    expect(await receive(site, 'paystack', success(own.reference), by(OPERATORS))).toBe(200)
    expect(await receive(site, 'paystack', success(others.reference), by(COLLEGES))).toBe(401)
    expect(await receive(server, 'paystack', success(own.reference), by(COLLEGES))).toBe(401)
    expect(await receive(site, 'paystack', success(own.reference), by(NEXT))).toBe(401)
    expect([await own.state(), await others.state()]).toEqual(['pending', 'pending'])

    expect(await receive(site, 'paystack', success(own.reference), by(COLLEGES))).toBe(200)
    expect(await receive(server, 'paystack', success(others.reference), by(OPERATORS))).toBe(200)
    expect([await own.state(), await others.state()]).toEqual(['paid', 'paid'])
  })

  it('that began before is completed with the keys that it began with', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    const installations = await begin(site)
    await owner.put('admin/keys/paystack', { secret: COLLEGES })
    const former = await begin(site)
    const lost = await begin(site)
    await owner.put('admin/keys/paystack', { secret: NEXT })
    const now = await begin(site)
    expect([former.key, now.key]).toEqual([`Bearer ${COLLEGES}`, `Bearer ${NEXT}`])
    await owner.delete('admin/keys/paystack')
    expect((await begin(site)).key).toBe(`Bearer ${OPERATORS}`)

    expect(await receive(site, 'paystack', success(installations.reference), by(OPERATORS))).toBe(
      200,
    )
    expect(await receive(site, 'paystack', success(former.reference), by(COLLEGES))).toBe(200)
    expect(await receive(site, 'paystack', success(now.reference), by(NEXT))).toBe(200)
    for (const each of [installations, former, now]) expect(await each.state()).toBe('paid')

    // One of which nothing was heard: keys that the provider refuses by now are no end of it.
    provider.calls.length = 0
    provider.respond = ({ headers }) =>
      headers['authorization'] === `Bearer ${COLLEGES}`
        ? { status: 401, body: {} }
        : { status: 200, body: { data: { status: 'success', amount: 49_900, currency: 'ZAR' } } }
    server.wait(3601)
    await expireOverdue(server.context)
    expect(await lost.state()).toBe('paid')
    const asked = provider.calls
      .filter(({ path }) => path.endsWith(lost.reference))
      .map(({ headers }) => headers['authorization'])
    expect(asked).toEqual([`Bearer ${COLLEGES}`, `Bearer ${NEXT}`])
  })

  it('isn’t continued on a page of another account', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    const { client, id } = await begin(site)
    await owner.put('admin/keys/paystack', { secret: COLLEGES })
    const again = await client.post('plans/checkout', { plan: 'power', country: 'ZA' })
    expect(again.body['id']).not.toBe(id)
    expect(provider.calls.at(-1)!.headers['authorization']).toBe(`Bearer ${COLLEGES}`)
  })

  it('is given back from the account that it went to', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await owner.put('admin/keys/paystack', { secret: COLLEGES })
    const { client, reference } = await begin(site)
    await client.post('plans/redeem', { code: 'TEST-PLUS' })
    await owner.delete('admin/keys/paystack')
    await receive(site, 'paystack', success(reference), by(COLLEGES))
    provider.calls.length = 0
    await workOff(server.context)
    const refunds = provider.calls.filter(({ body }) => body.includes(reference))
    expect(refunds.map(({ path, headers }) => [path, headers['authorization']])).toEqual([
      ['/refund', `Bearer ${COLLEGES}`],
    ])
  })

  it('goes to the tenant’s Stripe where it has that and no Paystack', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await owner.put('admin/keys/stripe', STRIPE)
    const { id, key, state } = await begin(site)
    expect(key).toBe(`Bearer ${STRIPE.secret}`)
    const event = {
      id: `evt_${id}`,
      type: 'checkout.session.completed',
      created: Math.floor(server.context.now().getTime() / 1000),
      data: {
        object: {
          id: 'cs_test_1',
          payment_status: 'paid',
          amount_total: 49_900,
          currency: 'zar',
          metadata: { tenant: site.tenant.id, payment: id },
        },
      },
    }
    const signed = (secret: string) => (payload: string) => ({
      'stripe-signature': stripeSignature(secret, payload, server.context.now()),
    })
    expect(await receive(site, 'stripe', event, signed('whsec_of_somebody_else'))).toBe(401)
    expect(await receive(site, 'stripe', event, signed(STRIPE.webhook))).toBe(200)
    expect(await state()).toBe('paid')
  })

  it('doesn’t go to the operator if the tenant’s keys can’t be opened', async () => {
    const site = await server.another()
    const owner = await ownerOf(site)
    await owner.put('admin/keys/paystack', { secret: COLLEGES })
    await server.context.database.tenant(site.tenant.id, (tx) =>
      tx.run({ compile: () => raw(`UPDATE own_keys SET keys_sealed = 'v1.AAAA.AAAA'`) }),
    )
    server.context.ownKeys.forget(site.tenant.id)
    const { client } = await signUp(site, { plan: null, profile: false, verified: false })
    const { status } = await client.post('plans/checkout', { plan: 'power', country: 'ZA' })
    expect(status).toBe(503)
    expect(provider.calls).toEqual([])
  })
})

describe('the operator’s command', () => {
  const said: string[] = []
  /** @returns why it was refused */
  const command = async (line: string, input = ''): Promise<string | null> => {
    said.length = 0
    try {
      const typed = ['keys', ...line.split(' ')]
      const args = await withSecret('tenant', typed, Readable.from([input]), () => undefined)
      await OPERATIONS['tenant']!(server.context, args, {
        say: (each) => said.push(each),
        gone: new Promise(() => undefined),
      })
      return null
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      return error.message
    }
  }

  it('reads keys from the standard input, and says whose are used', async () => {
    const site = await server.another()
    const { slug } = site.tenant
    expect(await command(`${slug} paystack`, ` ${COLLEGES}\r\nmore\n`)).toBeNull()
    expect(said).toEqual([
      `The paystack keys of "${slug}" are set, and used from now on.`,
      `The provider has to send its webhooks to http://${slug}.test:4310/api/payments/paystack/webhook`,
    ])
    expect(await command(`${slug} stripe`, `${STRIPE.secret}\n${STRIPE.webhook}\n`)).toBeNull()
    expect((await begin(site)).key).toBe(`Bearer ${COLLEGES}`)
    expect(await command(slug)).toBeNull()
    expect(said).toEqual([
      'paystack: its own; set on 2026-11-21 by an operator',
      'stripe: its own; set on 2026-11-21 by an operator',
      'smtp: none',
    ])
    expect(await command(`${slug} paystack --forget`)).toBeNull()
    expect(said.join()).toContain('has no paystack keys of its own any more')
    expect((await begin(site)).key).toBe(`Bearer ${STRIPE.secret}`)
    expect(await command(`${slug} paystack --forget`)).toBeNull()
    expect(said).toEqual([`"${slug}" has no paystack keys of its own.`])
  })

  it('refuses keys that are typed as arguments, are missing or look wrong', async () => {
    const { slug } = server.tenant
    expect(await command(`${slug} paystack --secret-from-input=x`)).toBe(
      'Send the secret to the standard input.',
    )
    expect(await command(`${slug} paystack`)).toMatch(/nothing on the standard input/)
    expect(await command(`${slug} stripe`, `${STRIPE.secret}\n`)).toMatch(/fewer than 2 lines/)
    expect(await command(`${slug} paypal`, 'x\n')).toMatch(/no keys for "paypal"/)
    const wrong = await command(`${slug} stripe`, 'rk_short\nnothing\n')
    expect(wrong).toBe(
      "The secret key of Stripe doesn't look like one: it begins with sk_ or rk_.\nThe webhook secret of Stripe doesn't look like one: it begins with whsec_.\nNothing was changed.",
    )
    expect(await command(`${slug} smtp`, 'smtps://10.1.2.3\na@college.test\n')).toMatch(
      /isn't one that everybody on the internet reaches/,
    )
  })
})
