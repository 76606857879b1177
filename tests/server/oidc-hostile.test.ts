/**
 * Services that lie, and browsers that send what isn't theirs: each is refused with a reason that
 * the page knows, and leaves neither a session nor a user behind (risks.md A3).
 */

import { createHmac } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Discovery } from '#server/accounts/discovery.ts'
import { guardedFetch } from '#server/base/guardedfetch.ts'
import { isPublicAddress } from '#server/base/publicaddress.ts'
import { sqlBuilder } from '#server/database/database.ts'
import type { Tenant } from '#server/store/tenants.ts'
import {
  comeBack,
  encoded,
  HostileProvider,
  makeSigner,
  press,
  shareSecrets,
  signed,
  withProviders,
} from '#tests/support/oidc.ts'
import { CLIENT_ID, CLIENT_SECRET } from '#tests/support/realoidc.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

const service = new HostileProvider()
const decoy = new HostileProvider()
let server: TestServer
let other: { tenant: Tenant; client: () => Client }
beforeAll(async () => {
  await service.open()
  await decoy.open()
  server = await buildServer({
    documents: [
      withProviders({
        school: { issuer: service.issuer, clientId: CLIENT_ID },
        decoy: { issuer: decoy.issuer, clientId: CLIENT_ID },
        // Azure AD B2C: a list of addresses, and its own name for whether they are verified.
        b2c: {
          discovery: `${service.issuer}/.well-known/openid-configuration`,
          clientId: CLIENT_ID,
          claims: { email: 'emails', emailVerified: 'verified' },
        },
      }),
    ],
  })
  other = await server.another()
  for (const tenant of [server.tenant, other.tenant]) await shareSecrets(server, tenant)
})
afterAll(async () => {
  await server.close()
  await service.place.close()
  await decoy.place.close()
})
// Every test begins with a service that is right, and with nothing known about it from before.
let clock = Date.now()
beforeEach(() => {
  for (const each of [service, decoy]) each.reset()
  clock += 25 * 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
  return () => vi.useRealTimers()
})

async function people(): Promise<number> {
  const [row] = await server.context.database.tenant(server.tenant.id, (tx) =>
    tx.all<{ n: number }>({
      compile: () =>
        sql<{
          n: number
        }>`SELECT (SELECT count(*) FROM users)::int + (SELECT count(*) FROM sessions)::int AS n`.compile(
          sqlBuilder,
        ),
    }),
  )
  return row!.n
}

/** The answer to what the service was asked, with what the browser would bring back. */
async function begin(client: Client, id = 'school'): Promise<URL> {
  const away = await press(client, id)
  service.nonce = decoy.nonce = away.searchParams.get('nonce') ?? ''
  const back = new URL(away.searchParams.get('redirect_uri')!)
  back.searchParams.set('code', 'a-code')
  back.searchParams.set('state', away.searchParams.get('state')!)
  return back
}

async function ends(client: Client, address: URL): Promise<string> {
  const { status, headers } = await comeBack(client, address)
  expect(status).toBe(302)
  return String(headers['location'])
}

type Outcome = { readonly location: string; readonly stored: number; readonly session: boolean }

/** What it came to: where it ended, what was stored of it, and whether the browser is signed in. */
async function outcome(client: Client, address: URL): Promise<Outcome> {
  const before = await people()
  const location = await ends(client, address)
  return { location, stored: (await people()) - before, session: client.cookies.has('sid') }
}

const refused = (key: string): Outcome => ({
  location: `/auth-callback?error=${key}`,
  stored: 0,
  session: false,
})

describe('a service with names of its own for what it says', () => {
  it.each<[what: string, claims: Record<string, unknown>, email: string | null]>([
    ['verified', { emails: ['Naledi@School.test'], verified: true }, 'naledi@school.test'],
    [
      'verified, as text',
      { emails: ['Thandi@School.test'], verified: 'true' },
      'thandi@school.test',
    ],
    ['not said to be verified', { emails: ['sipho@school.test'] }, null],
    [
      'verified under the usual name only',
      { emails: ['anele@school.test'], email_verified: true },
      null,
    ],
    ['none', { emails: [], verified: true }, null],
  ])('lets people in, with an address that is %s', async (what, claims, email) => {
    service.subject = `b2c ${what}`
    service.claims = claims
    const client = server.client()
    expect(await ends(client, await begin(client, 'b2c'))).toBe('/auth-callback')
    const { status, body } = await client.get('auth/get-user')
    expect([status, body['email'], body['emailVerified']]).toEqual([200, email, email !== null])
    expect(body['auth']).toMatchObject({ currentSessionAuthMethod: 'b2c' })
  })
})

describe('a service that is right', () => {
  it('lets people in, so that each refusal below is for its own reason', async () => {
    const client = server.client()
    expect(await ends(client, await begin(client))).toBe('/auth-callback')
    expect((await client.get('auth/get-user')).status).toBe(200)
    const sent = new URLSearchParams(service.bodies[0])
    expect(Object.fromEntries(sent)).toEqual({
      grant_type: 'authorization_code',
      code: 'a-code',
      redirect_uri: `http://${server.host}:4310/api/auth/providers/school/callback`,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it.each([
    ['one of two audiences, and named as who asked', { aud: [CLIENT_ID, 'other'], azp: CLIENT_ID }],
    ['expired half a minute ago, by its clock', { exp: () => now() - 30 }],
    ['issued half a minute from now', { iat: () => now() + 30 }],
  ])('lets in with a token %s', async (_what, claims) => {
    const client = server.client()
    service.claims = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [
        name,
        typeof value === 'function' ? value() : value,
      ]),
    )
    expect(await ends(client, await begin(client))).toBe('/auth-callback')
  })
})

const now = () => Math.floor(Date.now() / 1000)
const LEFT_OUT = undefined

describe('a token', () => {
  it.each<[string, Record<string, unknown>]>([
    ['for another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: LEFT_OUT }],
    ['of another issuer', { iss: 'https://elsewhere.test' }],
    ['without an issuer', { iss: LEFT_OUT }],
    ['for another client', { aud: 'another' }],
    ['for nobody', { aud: LEFT_OUT }],
    ['for several, without saying who asked', { aud: [CLIENT_ID, 'other'] }],
    ['that another client asked for', { aud: [CLIENT_ID, 'other'], azp: 'other' }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['that never expires', { exp: LEFT_OUT }],
    ['with an expiry that is a text', { exp: '9999999999' }],
    ['from the future', { iat: 9_999_999_999 }],
    ['that isn’t valid yet', { nbf: 9_999_999_999 }],
    ['issued at no time', { iat: LEFT_OUT }],
    ['about nobody', { sub: LEFT_OUT }],
    ['about an empty name', { sub: '' }],
    ['about a name beyond the standard', { sub: 'x'.repeat(256) }],
    ['about a number', { sub: 7 }],
  ])('%s is refused', async (_what, claims) => {
    const client = server.client()
    const address = await begin(client)
    service.claims = claims
    expect(await outcome(client, address)).toEqual(refused('not_accepted'))
  })

  const stranger = makeSigner('stranger')
  const hmac = (claims: object, key: string) => {
    const body = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
    return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
  }
  it.each<[string, (claims: Record<string, unknown>) => string]>([
    ['without a signature', (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
    ['of the algorithm "None"', (claims) => `${encoded({ alg: 'None' })}.${encoded(claims)}.x`],
    ['signed with our secret', (claims) => hmac(claims, CLIENT_SECRET)],
    ['signed with our client id', (claims) => hmac(claims, CLIENT_ID)],
    [
      'signed with the public key as if it were a secret',
      (claims) => hmac(claims, JSON.stringify(service.signer.jwk)),
    ],
    ['signed by a stranger', (claims) => signed(claims, stranger)],
    [
      'signed by a stranger in the service’s name',
      (claims) => signed(claims, { ...stranger, kid: 'first' }),
    ],
    [
      'changed after it was signed',
      (claims) => {
        const [head, , signature] = signed(claims, service.signer).split('.')
        return `${head}.${encoded({ ...claims, sub: 'the-principal' })}.${signature}`
      },
    ],
    [
      'that brings its own key',
      (claims) => {
        const body = `${encoded({ alg: 'RS256', jwk: stranger.jwk })}.${encoded(claims)}`
        return body + signed(claims, stranger).slice(signed(claims, stranger).lastIndexOf('.'))
      },
    ],
    ['that is no token', () => 'nothing'],
    ['that is encrypted', () => 'a.b.c.d.e'],
  ])('%s is refused', async (_what, token) => {
    const client = server.client()
    const address = await begin(client)
    service.token = token
    expect(await outcome(client, address)).toEqual(refused('not_accepted'))
  })

  it('may be signed with a key that was made since, which is fetched once a minute at most', async () => {
    const fresh = makeSigner('second')
    const enter = async () => {
      const client = server.client()
      return ends(client, await begin(client))
    }
    expect(await enter()).toBe('/auth-callback')
    service.token = (claims) => signed(claims, fresh)
    service.keys = [service.signer, fresh]
    const fetched = () => service.asked.filter((path) => path === '/keys').length
    const before = fetched()
    expect(await enter(), 'asked a moment ago').toBe('/auth-callback?error=not_accepted')
    expect(fetched()).toBe(before)
    vi.setSystemTime(Date.now() + 61_000)
    expect(await enter()).toBe('/auth-callback')
    service.token = (claims) => signed(claims, stranger)
    for (let many = 0; many < 5; many++) await enter()
    expect(fetched(), 'unknown ones make nobody ask again and again').toBe(before + 1)
  })
})

describe('an answer to a code', () => {
  it.each<[string, readonly [number, unknown]]>([
    ['that it is used up', [400, { error: 'invalid_grant' }]],
    ['that is empty', [200, {}]],
    ['that is a list', [200, []]],
    ['without a token about the person', [200, { access_token: 'x', token_type: 'Bearer' }]],
    ['that leads elsewhere', [302, {}]],
    ['that is a mistake of its own', [500, {}]],
  ])('%s lets nobody in', async (_what, answer) => {
    const client = server.client()
    const address = await begin(client)
    service.exchange = () => answer
    expect(await outcome(client, address)).toEqual(refused('not_accepted'))
  })

  it('that our secret is wrong says that it isn’t set up', async () => {
    const client = server.client()
    const address = await begin(client)
    service.exchange = () => [401, { error: 'invalid_client' }]
    expect(await outcome(client, address)).toEqual(refused('not_set_up'))
  })

  const large: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"access_token":"')
    const part = 'x'.repeat(64 * 1024)
    const more = () => {
      while (response.writable && response.write(part));
    }
    response.on('drain', more).on('error', () => undefined)
    more()
  }
  it.each<[string, RequestListener]>([
    ['without an end', large],
    ['that never comes', () => undefined],
    ['that breaks off', (_request, response) => void response.socket?.destroy()],
  ])('%s ends by itself', async (_what, listener) => {
    const client = server.client()
    const address = await begin(client)
    service.answers['/token'] = listener
    const since = performance.now()
    expect(await outcome(client, address)).toEqual(refused('temporarily_unavailable'))
    expect(performance.now() - since).toBeLessThan(4500)
  })
})

describe('a browser that comes back', () => {
  it.each<[string, (address: URL) => void]>([
    ['with the state of nobody', ({ searchParams }) => searchParams.set('state', 'x')],
    ['without a state', ({ searchParams }) => searchParams.delete('state')],
    ['with two states', ({ searchParams }) => searchParams.append('state', 'x')],
    [
      'with a state of the same tenant that was made up',
      ({ searchParams }) => searchParams.set('state', `${server.tenant.slug}.${'x'.repeat(43)}`),
    ],
    [
      'with the end of its own state',
      ({ searchParams }) =>
        searchParams.set(
          'state',
          `${server.tenant.slug}.${'x'.repeat(35)}${searchParams.get('state')!.slice(-8)}`,
        ),
    ],
    [
      'from another service than it was sent to',
      (address) => void (address.pathname = address.pathname.replace('school', 'decoy')),
    ],
  ])('%s is refused', async (_what, change) => {
    const client = server.client()
    const address = await begin(client)
    change(address)
    expect(await outcome(client, address)).toEqual(refused('expired'))
  })

  it('isn’t the one that was sent away', async () => {
    const address = await begin(server.client())
    expect(await outcome(server.client(), address)).toEqual(refused('expired'))
  })

  it('to another tenant is refused, even with the cookie', async () => {
    const client = server.client()
    const address = await begin(client)
    const there = other.client()
    for (const [name, value] of client.cookies) there.cookies.set(name, value)
    expect(await ends(there, address)).toBe('/auth-callback?error=expired')
    const renamed = new URL(address)
    const state = address.searchParams.get('state')!
    renamed.searchParams.set('state', state.replace(server.tenant.slug, other.tenant.slug))
    expect(await ends(there, renamed)).toBe('/auth-callback?error=expired')
    expect(there.cookies.has('sid')).toBe(false)
  })

  it('a second time is refused, even if it kept the cookie and the service takes the code again', async () => {
    const client = server.client()
    const address = await begin(client)
    const kept = new Map(client.cookies)
    expect(await ends(client, address)).toBe('/auth-callback')
    const again = server.client()
    for (const [name, value] of kept) again.cookies.set(name, value)
    expect(await outcome(again, address)).toEqual(refused('expired'))
  })

  it('twice at once is let in once', async () => {
    const client = server.client()
    const address = await begin(client)
    const twins = [0, 1, 2, 3].map(() => {
      const twin = server.client()
      for (const [name, value] of client.cookies) twin.cookies.set(name, value)
      return twin
    })
    const all = await Promise.all(twins.map((twin) => ends(twin, address)))
    expect(all.filter((each) => each === '/auth-callback')).toHaveLength(1)
  })

  it('after more than ten minutes is refused', async () => {
    const client = server.client()
    const address = await begin(client)
    server.wait(601)
    expect(await outcome(client, address)).toEqual(refused('expired'))
  })

  it('with the name of another issuer is refused: it was mixed up on the way', async () => {
    const client = server.client()
    const address = await begin(client)
    address.searchParams.set('iss', decoy.issuer)
    expect(await outcome(client, address)).toEqual(refused('not_accepted'))
    expect(service.asked.concat(decoy.asked)).not.toContain('/token')
  })

  it('without the name of the issuer is refused where the service always sends it', async () => {
    service.metadata = { authorization_response_iss_parameter_supported: true }
    const client = server.client()
    expect(await outcome(client, await begin(client))).toEqual(refused('not_accepted'))
  })

  it('with a token in its address is refused', async () => {
    const client = server.client()
    const address = await begin(client)
    address.searchParams.set('id_token', 'x')
    expect(await outcome(client, address)).toEqual(refused('not_accepted'))
  })

  it('keeps four ways back, one for each tab, and each is gone once it is used', async () => {
    const client = server.client()
    const all = []
    for (let tab = 0; tab < 6; tab++) all.push(await begin(client))
    const flows = () => [...client.cookies.keys()].filter((name) => /^oidc-.{8}$/.test(name)).length
    expect(flows()).toBe(4)
    await ends(client, all[5]!)
    expect(flows()).toBe(3)
    expect(await ends(client, all[0]!)).toBe('/auth-callback?error=expired')
  })
})

describe('what a service says about itself', () => {
  const path = '/.well-known/openid-configuration'
  it.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://elsewhere.test' }],
    ['no issuer', { issuer: undefined }],
    ['no keys', { jwks_uri: undefined }],
    ['nowhere to exchange a code', { token_endpoint: 7 }],
    ['an address without encryption', { token_endpoint: 'http://elsewhere.test/token' }],
    ['an address with a password', { token_endpoint: 'https://a:b@elsewhere.test/token' }],
    ['a script to send people to', { authorization_endpoint: 'javascript:alert(1)' }],
    [
      'only algorithms with a shared secret',
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
    ],
  ])('%s: nobody is sent there', async (_what, metadata) => {
    service.metadata = metadata
    const client = server.client()
    expect((await press(client, 'school')).search).toBe('?error=temporarily_unavailable')
  })

  it.each<[string, RequestListener]>([
    [
      'five megabytes',
      (_request, response) => {
        response.on('error', () => undefined)
        response.end(JSON.stringify({ issuer: 'x'.repeat(5 * 2 ** 20) }))
      },
    ],
    [
      'a redirect into our own network',
      (_request, response) =>
        void response.writeHead(302, { location: 'http://127.0.0.1:22/' }).end(),
    ],
    ['a page', (_request, response) => void response.end('<html>')],
    [
      'nothing, byte by byte',
      (_request, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 200)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('%s: nobody is sent there, and nobody waits for it twice', async (_what, listener) => {
    service.answers[path] = listener
    const since = performance.now()
    for (let many = 0; many < 3; many++)
      expect((await press(server.client(), 'school')).search).toBe('?error=temporarily_unavailable')
    expect(service.asked.filter((each) => each === path)).toHaveLength(1)
    expect(performance.now() - since).toBeLessThan(4500)
  })

  it('is what it said before while it can’t be reached', async () => {
    expect((await press(server.client(), 'school')).origin).toBe(service.issuer)
    vi.setSystemTime(Date.now() + 3_700_000)
    service.answers[path] = (_request, response) => void response.socket?.destroy()
    expect((await press(server.client(), 'school')).origin).toBe(service.issuer)
  })

  it('is asked for once, however many sign in at once, and for each tenant by itself', async () => {
    await Promise.all(Array.from({ length: 20 }, () => press(server.client(), 'school')))
    expect(service.asked.filter((each) => each === path)).toHaveLength(1)
    await press(other.client(), 'school')
    expect(service.asked.filter((each) => each === path)).toHaveLength(2)
  })
})

describe('an address in our own network', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
  ])('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'is not: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://user@example.org/',
    'http://example.org/',
    'file:///etc/passwd',
    'ftp://example.org/',
  ])('is never called outside demo mode: %s', async (address) => {
    await expect(guardedFetch(address, {}, { loopback: false })).rejects.toThrow(
      /not a public address|not called by https|name or a password/,
    )
  })

  it.each([['10.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:10.0.0.1']])(
    'is refused when a public name leads to it: %s',
    async (...addresses) => {
      await expect(
        guardedFetch(
          'https://login.example.org/',
          {},
          {
            loopback: false,
            resolve: (_host, done) =>
              done(
                null,
                addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
              ),
          },
        ),
      ).rejects.toThrow('not a public address')
    },
  )

  it('is refused where a service names it, outside demo mode', async () => {
    const discovery = new Discovery({ loopback: false })
    const provider = {
      id: 'x',
      name: 'x',
      clientId: 'x',
      issuer: service.issuer,
      discovery: undefined,
      scopes: undefined,
      claims: undefined,
    }
    await expect(discovery.of('tenant', provider)).rejects.toThrow('not called by https')
    expect(service.asked).toEqual([])
  })
})
