/**
 * Passkeys: for one host, asked once, of a person who was checked; a copied or a stranger's key opens
 * nothing (docs/decisions/0090).
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SoftKey } from '#tests/support/authenticator.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const NEW = { verified: false, consented: false, plan: null, profile: false } as const

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await buildServer()
  site = { host: server.host, origin: `http://${server.host}` }
})
afterAll(() => server.close())

type Site = { host: string; origin: string }
type Who = { client: Client; email: string; password: string }
type Created = { challenge: string; user: { id: string } }

async function optionsFor({ client, password }: Who): Promise<Created> {
  const { status, body } = await client.post('auth/passkeys/options', { password })
  expect(status).toBe(200)
  return body as unknown as Created
}

async function withKey(habits = {}): Promise<Who & { key: SoftKey }> {
  const who = await signUp(server, NEW)
  const key = new SoftKey()
  const credential = key.create(await optionsFor(who), site, habits)
  const added = await who.client.post('auth/passkeys', { name: 'My phone', credential })
  expect([added.status, added.body]).toEqual([204, {}])
  return { ...who, key }
}

async function challengeFor(client: Client): Promise<{ challenge: string }> {
  const { status, body } = await client.post('auth/passkeys/login/options')
  expect(status).toBe(200)
  return body as unknown as { challenge: string }
}

const enter = (client: Client, credential: object) =>
  client.post('auth/passkeys/login', { credential })
const REFUSED = [422, 'passkey/refused']

describe('adding a passkey', () => {
  it('needs the password, and asks the browser for one of this host that checks its owner', async () => {
    const who = await signUp(server, NEW)
    const refused = await who.client.post('auth/passkeys/options', { password: 'Wrong2024' })
    expect(refused.body.code).toBe('password/wrong')
    expect(await optionsFor(who)).toMatchObject({
      rp: { id: server.host, name: 'Tsela' },
      user: { name: who.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it('lists it by its name, tells the owner, and removes it again', async () => {
    const { client, email, key } = await withKey()
    const list = async () =>
      (await client.get('auth/passkeys')).body['items'] as { id: string; device: string }[]
    expect(await list()).toMatchObject([{ device: 'My phone', current: false }])
    const mails = async () =>
      JSON.stringify((await client.get(`demo/outbox?to=${encodeURIComponent(email)}`)).body)
    expect(await mails()).toContain('A passkey was added')
    const [{ id } = { id: '' }] = await list()
    const { client: stranger } = await signUp(server, NEW)
    expect((await stranger.delete(`auth/passkeys/${id}`)).status).toBe(404)
    expect(await mails()).not.toContain('A passkey was removed')
    expect((await client.delete(`auth/passkeys/${id}`)).status).toBe(204)
    expect(await list()).toEqual([])
    expect(await mails()).toContain('A passkey was removed')
    const visitor = server.client()
    const { status, body: said } = await enter(visitor, key.get(await challengeFor(visitor), site))
    expect([status, said.code]).toEqual(REFUSED)
  })

  it.each([
    ['of another origin', () => ({ ...site, origin: 'https://evil.test' }), {}],
    ['with another scheme', () => ({ ...site, origin: `https://${site.host}` }), {}],
    ['for another host', () => ({ ...site, host: 'evil.test' }), {}],
    ['that checked nobody', () => site, { verifies: false }],
  ])('refuses one %s', async (_what, at, habits) => {
    const who = await signUp(server, NEW)
    const credential = new SoftKey().create(await optionsFor(who), at(), habits)
    const { status, body } = await who.client.post('auth/passkeys', { name: 'x', credential })
    expect([status, body.code]).toEqual(REFUSED)
  })

  it('refuses one that answers another challenge, a used one, or that of another account', async () => {
    const [who, other] = [await signUp(server, NEW), await signUp(server, NEW)]
    const add = async (credential: object) =>
      (await who.client.post('auth/passkeys', { name: 'x', credential })).status
    const options = await optionsFor(who)
    const made = { ...options, challenge: Buffer.alloc(32).toString('base64url') }
    expect(await add(new SoftKey().create(made, site))).toBe(422)
    expect(await add(new SoftKey().create(await optionsFor(other), site))).toBe(422)
    expect(await add(new SoftKey().create(options, site))).toBe(204)
    expect(await add(new SoftKey().create(options, site))).toBe(422)
    const late = await optionsFor(who)
    server.wait(5 * 60 + 1)
    expect(await add(new SoftKey().create(late, site))).toBe(422)
  })

  it('keeps at most ten', async () => {
    const who = await withKey()
    for (let at = 1; at < 10; at++) {
      const credential = new SoftKey().create(await optionsFor(who), site)
      await who.client.post('auth/passkeys', { name: `Key ${at}`, credential })
    }
    const { password } = who
    expect((await who.client.post('auth/passkeys/options', { password })).body.code).toBe(
      'limit/reached',
    )
  })
})

describe('signing in with a passkey', () => {
  it('needs neither an address nor a password, and counts as both factors', async () => {
    const { key, email } = await withKey()
    const visitor = server.client()
    const done = await enter(visitor, key.get(await challengeFor(visitor), site))
    expect([done.status, done.body['email']]).toEqual([200, email])
    expect(done.body['auth']).toMatchObject({
      currentSessionAuthMethod: 'email',
      // The address itself is still to be proven.
      currentSessionAuthVerified: false,
    })
    const { recent } = (await visitor.get('auth/sessions')).body as unknown as {
      recent: { how: string }[]
    }
    expect(recent[0]!.how).toBe('passkey')
  })

  it.each([
    ['of another origin', () => ({ ...site, origin: 'https://evil.test' }), {}],
    ['for another host', () => ({ ...site, host: 'evil.test' }), {}],
    ['that checked nobody', () => site, { verifies: false }],
  ])('refuses a response %s', async (_what, at, habits) => {
    const { key } = await withKey()
    const visitor = server.client()
    const { status, body } = await enter(
      visitor,
      key.get(await challengeFor(visitor), at(), habits),
    )
    expect([status, body.code]).toEqual(REFUSED)
    expect((await visitor.get('auth/get-user')).status).toBe(204)
  })

  it('takes a challenge once, for five minutes, and never one for adding a key', async () => {
    const who = await withKey()
    const visitor = server.client()
    const credential = who.key.get(await challengeFor(visitor), site)
    const [first, second] = await Promise.all([
      enter(visitor, credential),
      enter(server.client(), credential),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 422])
    const late = who.key.get(await challengeFor(visitor), site)
    server.wait(5 * 60 + 1)
    expect((await enter(server.client(), late)).status).toBe(422)
    const other = who.key.get(await optionsFor(who), site)
    expect((await enter(server.client(), other)).status).toBe(422)
  })

  it('refuses a key whose counter goes back, which a copy of it would make', async () => {
    const { key } = await withKey({ counter: 5 })
    const visitor = server.client()
    const use = async (counter: number) =>
      (await enter(visitor, key.get(await challengeFor(visitor), site, { counter }))).status
    expect(await use(6)).toBe(200)
    expect(await use(6)).toBe(422)
    expect(await use(3)).toBe(422)
    expect(await use(0)).toBe(422)
    expect(await use(7)).toBe(200)
  })

  it('refuses a stranger’s key, another person’s name, and another tenant', async () => {
    const [{ key }, { client: other }] = [await withKey(), await signUp(server, NEW)]
    const visitor = server.client()
    expect(
      (await enter(visitor, new SoftKey().get(await challengeFor(visitor), site))).status,
    ).toBe(422)
    const { _id } = (await other.get('auth/get-user')).body as { _id: string }
    const named = Buffer.from(_id).toString('base64url')
    const claimed = key.get(await challengeFor(visitor), site, {}, named)
    expect((await enter(visitor, claimed)).status).toBe(422)
    const { client: elsewhere, tenant } = await server.another()
    const there = elsewhere()
    const host = `${tenant.slug}.test`
    const brought = key.get(await challengeFor(there), { host, origin: `http://${host}` })
    expect((await enter(there, brought)).status).toBe(422)
    expect((await enter(visitor, key.get(await challengeFor(visitor), site))).status).toBe(200)
  })

  it('passes a second factor that is on', async () => {
    const { key, client, email, password } = await withKey()
    const begun = await client.post('auth/second-factor', { password })
    const { codeAt } = await import('#tests/support/authenticator.ts')
    const code = codeAt(begun.body['secret'] as string, server.context.now())
    await client.post('auth/second-factor/confirm', { code })
    expect((await server.client().post('auth/login', { email, password })).status).toBe(202)
    const visitor = server.client()
    expect((await enter(visitor, key.get(await challengeFor(visitor), site))).status).toBe(200)
  })
})
