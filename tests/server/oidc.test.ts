/**
 * Signing in with another service, against the reference implementation of OpenID Connect: whose
 * account it is, and what the session says (spec 2, 4; reliability.md 2).
 */

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { withSecret } from '#server/operations/frominput.ts'
import { OperatorError } from '#server/operations/operation.ts'
import { OPERATIONS } from '#server/operations/registry.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { codeAt } from '#tests/support/authenticator.ts'
import { comeBack, press, shareSecrets, Visitor, withProviders } from '#tests/support/oidc.ts'
import { CLIENT_SECRET, Place, realProvider, type People } from '#tests/support/realoidc.ts'
import { buildServer, codeFor, type Client, type TestServer } from '#tests/support/server.ts'

const PEOPLE: People = {
  naledi: { email: 'Naledi@School.test', email_verified: true },
  sipho: { email: 'sipho@school.test', email_verified: false },
  thandi: {},
  lerato: { email: 'lerato@school.test', email_verified: true },
  anele: { email: 'anele@school.test', email_verified: true },
  zola: { email: 'zola@school.test', email_verified: true },
  kagiso: { email: 'kagiso@school.test', email_verified: true },
  mpho: { email: 'mpho@school.test', email_verified: true },
  busi: {},
  tumi: { email: 'tumi@school.test', email_verified: true },
  bongani: { email: 'bongani@school.test', email_verified: true },
  ayanda: { email: 'ayanda@school.test', email_verified: true },
  'by-azure-ad': { email: 'by-azure-ad@school.test', email_verified: true },
  'by-stdbank': { email: 'by-stdbank@school.test', email_verified: true },
  'by-oAuth': { email: 'by-oauth@school.test', email_verified: true },
}

let place: Place
let issuer: string
let server: TestServer
let other: { tenant: Tenant; client: () => Client }
beforeAll(async () => {
  place = new Place()
  issuer = await place.open()
  const settings = { issuer, clientId: 'tsela' }
  server = await buildServer({
    documents: [
      withProviders({
        'azure-ad': { ...settings, label: 'School account' },
        // The same service under another name.
        stdbank: { discovery: `${issuer}/.well-known/openid-configuration`, clientId: 'tsela' },
        oAuth: { issuer, clientId: 'tsela' },
        unready: { label: 'Not yet' },
        gone: { issuer: 'http://127.0.0.1:9', clientId: 'tsela', label: 'Gone' },
        off: false,
        phone: true,
      }),
    ],
  })
  other = await server.another()
  const bases = await Promise.all(
    [server.tenant, other.tenant].map((tenant) => server.context.baseUrl(tenant)),
  )
  place.answer(
    await realProvider(
      issuer,
      PEOPLE,
      bases.flatMap((base) =>
        ['azure-ad', 'stdbank', 'oAuth'].map((id) => `${base}/api/auth/providers/${id}/callback`),
      ),
    ),
  )
  for (const tenant of [server.tenant, other.tenant]) await shareSecrets(server, tenant)
})
afterAll(async () => {
  await server.close()
  await place.close()
})

async function signIn(client: Client, name: string, id = 'azure-ad', query = '') {
  const away = await press(client, id, query)
  return comeBack(client, await new Visitor().signIn(away.href, name))
}

async function rows<Row>(text: string, tenant = server.tenant.id): Promise<Row[]> {
  return server.context.database.tenant(tenant, (tx) =>
    tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
}

describe('an account with a second factor', () => {
  it('is asked for it after another service too, and keeps where to go', async () => {
    const owner = server.client()
    await signIn(owner, 'ayanda')
    const { body } = await owner.post('auth/second-factor')
    const secret = body['secret'] as string
    const now = () => server.context.now()
    await owner.post('auth/second-factor/confirm', { code: codeAt(secret, now()) })
    server.wait(30)
    const client = server.client()
    const back = await signIn(client, 'ayanda', 'azure-ad', '?redirect=%2Fsettings%2Faccount')
    expect(back.headers['location']).toBe('/auth-callback?step=code&redirect=%2Fsettings%2Faccount')
    expect((await client.get('auth/get-user')).status).toBe(204)
    const done = await client.post('auth/second-factor/check', { code: codeAt(secret, now()) })
    expect(done.body['auth']).toMatchObject({
      currentSessionAuthMethod: 'azure-ad',
      currentSessionAuthVerified: true,
      secondFactor: 'on',
    })
  })
})

describe('an account without a password', () => {
  const MINUTES = 60

  it('adds an email address soon after showing there who it is, and has to do so again later', async () => {
    const client = server.client()
    await signIn(client, 'busi')
    // An open session there would have let in anyone with the phone.
    expect((await client.get('auth/second-factor')).body).toMatchObject({ recent: false })
    const thief = await client.post('auth/address', { email: 'thief@home.test' })
    expect([thief.status, thief.body.code]).toEqual([403, 'login/again'])
    await signIn(client, 'busi')
    expect((await client.get('auth/second-factor')).body).toMatchObject({
      hasPassword: false,
      recent: true,
    })
    server.wait(10 * MINUTES + 1)
    expect((await client.get('auth/second-factor')).body).toMatchObject({ recent: false })
    const email = 'busi@home.test'
    const late = await client.post('auth/address', { email })
    expect([late.status, late.body.code]).toEqual([403, 'login/again'])
    const guessed = await client.post('auth/address', { email, password: 'Whatever1' })
    expect([guessed.status, guessed.body.code]).toEqual([403, 'login/again'])
    await signIn(client, 'busi')
    const asked = await client.post('auth/address', { email })
    expect(asked.body).toMatchObject({ email: null, auth: { newAddress: email } })
    const proven = await client.post('auth/verify', { code: await codeFor(client, email) })
    expect(proven.body).toMatchObject({ email, emailVerified: true, auth: { newAddress: null } })
  })

  it('adds a phone number, and whoever has the address is told when it is replaced', async () => {
    const client = server.client()
    await signIn(client, 'tumi')
    await signIn(client, 'tumi')
    const phone = '+27821119900'
    expect((await client.post('auth/address', { phone })).status).toBe(200)
    expect(
      (await client.post('auth/verify', { code: await codeFor(client, phone) })).body,
    ).toMatchObject({ email: 'tumi@school.test', phone, phoneVerified: true })
    await client.post('auth/address', { email: 'tumi@new.test' })
    await client.post('auth/verify', { code: await codeFor(client, 'tumi@new.test') })
    const { body } = await client.get('demo/outbox?to=tumi%40school.test')
    expect((body['items'] as { subject: string }[]).at(-1)!.subject).toContain('new email address')
  })

  it('isn’t taken for one that has just signed in by what only renews its session', async () => {
    const client = server.client()
    await signIn(client, 'busi')
    await signIn(client, 'busi')
    await client.post('auth/address', { phone: '+27821119901' })
    const code = await codeFor(client, '+27821119901')
    server.wait(4 * MINUTES)
    expect((await client.post('auth/verify', { code })).status).toBe(200)
    server.wait(6 * MINUTES + 1)
    const { body } = await client.post('auth/second-factor')
    const confirmed = await client.post('auth/second-factor/confirm', {
      code: codeAt(body['secret'] as string, server.context.now()),
    })
    expect(confirmed.status).toBe(200)
    expect((await client.post('auth/address', { email: 'thief@home.test' })).body.code).toBe(
      'login/again',
    )
  })

  it('is asked for its password there, if it is signed in here: a session there isn’t enough', async () => {
    const client = server.client()
    expect((await press(client, 'azure-ad')).searchParams.get('prompt')).toBeNull()
    const visitor = new Visitor()
    await comeBack(client, await visitor.signIn((await press(client, 'azure-ad')).href, 'tumi'))
    const again = await press(client, 'azure-ad')
    expect(again.searchParams.get('prompt')).toBe('login')
    expect(again.searchParams.get('max_age')).toBe('600')
  })

  it('has shown nothing if what it is asked for there was left out of the address', async () => {
    const client = server.client()
    await signIn(client, 'tumi')
    const away = await press(client, 'azure-ad')
    away.searchParams.delete('prompt')
    away.searchParams.delete('max_age')
    await comeBack(client, await new Visitor().signIn(away.href, 'tumi'))
    expect((await client.get('auth/second-factor')).body).toMatchObject({ recent: false })
  })
})

describe('the first time', () => {
  it('makes a free account, with the address that the service has verified', async () => {
    const client = server.client()
    const response = await signIn(client, 'naledi')
    expect([response.status, response.headers['location']]).toEqual([302, '/auth-callback'])
    const { status, body } = await client.get('auth/get-user')
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        email: 'naledi@school.test',
        emailVerified: true,
        phone: null,
        consents: {},
        app: expect.objectContaining({ accountType: 'free', role: null }),
        auth: expect.objectContaining({
          currentSessionAuthMethod: 'azure-ad',
          currentSessionAuthVerified: true,
        }),
      }),
    ])
    expect(body['profile']).toEqual({ email: 'naledi@school.test', favourites: {} })
  })

  it.each([
    ['an address that isn’t verified', 'sipho'],
    ['no address at all', 'thandi'],
  ])('makes one without an address for %s', async (_what, name) => {
    const client = server.client()
    await signIn(client, name)
    const { body } = await client.get('auth/get-user')
    expect([body['email'], body['emailVerified'], body['emailSHA256']]).toEqual([null, false, null])
  })

  it('sends the code, state, nonce and the challenge, and asks for no more than it needs', async () => {
    const away = await press(server.client(), 'azure-ad')
    const query = Object.fromEntries(away.searchParams)
    expect(away.href.startsWith(`${issuer}/auth?`)).toBe(true)
    expect(query).toEqual({
      client_id: 'tsela',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${await server.context.baseUrl(server.tenant)}/api/auth/providers/azure-ad/callback`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(new RegExp(`^${server.tenant.slug}\\.[\\w-]{43}$`)),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })
})

describe('the next time', () => {
  it('finds the same account, in another browser and in other words', async () => {
    const [first, second] = [server.client(), server.client()]
    await signIn(first, 'lerato')
    await signIn(second, 'lerato')
    const ids = await Promise.all(
      [first, second].map(async (client) => (await client.get('auth/get-user')).body['_id']),
    )
    expect(ids[0]).toEqual(expect.any(String))
    expect(ids[1]).toBe(ids[0])
  })

  it('gives the session a new token, and ends the one before', async () => {
    const client = server.client()
    await signIn(client, 'lerato')
    const before = client.cookies.get('sid')
    await signIn(client, 'lerato')
    expect(client.cookies.get('sid')).not.toBe(before)
    const stolen = server.client()
    stolen.cookies.set('sid', before!)
    expect((await stolen.get('auth/get-user')).status).toBe(204)
  })

  it('is another account in another tenant', async () => {
    const [here, there] = [server.client(), other.client()]
    await signIn(here, 'lerato')
    await signIn(there, 'lerato')
    const [mine, theirs] = await Promise.all([
      here.get('auth/get-user'),
      there.get('auth/get-user'),
    ])
    expect(theirs.body['email']).toBe(mine.body['email'])
    expect(theirs.body['_id']).not.toBe(mine.body['_id'])
  })

  it('leads to the page that was asked for, and to no other', async () => {
    const ends = async (redirect: string) =>
      (await signIn(server.client(), 'lerato', 'azure-ad', `?redirect=${redirect}`)).headers[
        'location'
      ]
    expect(await ends('%2Fsettings%2Faccount')).toBe(
      '/auth-callback?redirect=%2Fsettings%2Faccount',
    )
    for (const elsewhere of ['%2F%2Fevil.test', 'https:%2F%2Fevil.test', '%2F%5Cevil.test'])
      expect(await ends(elsewhere)).toBe('/auth-callback')
  })
})

describe('two at the same moment', () => {
  it('are one account', async () => {
    const clients = Array.from({ length: 6 }, () => server.client())
    // Everybody has a code before anybody comes back.
    const addresses = await Promise.all(
      clients.map(async (client) =>
        new Visitor().signIn((await press(client, 'azure-ad')).href, 'bongani'),
      ),
    )
    const responses = await Promise.all(
      clients.map((client, index) => comeBack(client, addresses[index]!)),
    )
    expect(responses.map(({ headers }) => headers['location'])).toEqual(
      clients.map(() => '/auth-callback'),
    )
    expect(
      await rows(`SELECT count(*)::int AS n FROM users WHERE email = 'bongani@school.test'`),
    ).toEqual([{ n: 1 }])
    expect(
      await rows(`SELECT count(*)::int AS n FROM identities WHERE subject = 'bongani'`),
    ).toEqual([{ n: 1 }])
  })
})

describe('an address that has an account', () => {
  const PASSWORD = 'Thaba2024'
  async function local(name: string, verified: boolean): Promise<Client> {
    const client = server.client()
    const email = `${name}@school.test`
    expect((await client.post('auth/signup', { email, password: PASSWORD })).status).toBe(201)
    if (verified) await client.post('auth/verify', { code: await codeFor(client, email) })
    return client
  }
  const idOf = async (client: Client) => (await client.get('auth/get-user')).body['_id']

  it('is linked once its owner has logged in to it', async () => {
    const mine = await idOf(await local('anele', true))
    const client = server.client()
    const refused = await signIn(client, 'anele')
    expect(refused.headers['location']).toBe('/auth-callback?error=account_exists')
    expect([(await client.get('auth/get-user')).status, await idOf(client)]).toEqual([
      204,
      undefined,
    ])
    // Still not, however often it is tried.
    await signIn(client, 'anele')
    expect(await rows(`SELECT 1 FROM identities WHERE subject = 'anele'`)).toEqual([])
    const mails = async () =>
      (
        (await client.get('demo/outbox?to=anele@school.test')).body['items'] as {
          subject: string
        }[]
      )
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('School account'))
    expect(await mails()).toEqual([])
    await client.post('auth/login', { email: 'anele@school.test', password: PASSWORD })
    expect(await mails()).toEqual(['You can now log in to Tsela with School account'])
    expect([...client.cookies.keys()].filter((name) => name.startsWith('oidc'))).toEqual([])
    const later = server.client()
    const entered = await signIn(later, 'anele')
    expect([entered.headers['location'], await idOf(later)]).toEqual(['/auth-callback', mine])
  })

  it('is linked by logging in with the service that it was made with, too', async () => {
    const client = server.client()
    await signIn(client, 'mpho')
    const mine = await idOf(client)
    const second = server.client()
    expect((await signIn(second, 'mpho', 'stdbank')).headers['location']).toBe(
      '/auth-callback?error=account_exists',
    )
    await signIn(second, 'mpho')
    const third = server.client()
    await signIn(third, 'mpho', 'stdbank')
    expect([await idOf(second), await idOf(third)]).toEqual([mine, mine])
  })

  it('isn’t linked by logging in to another account, with a wrong password, or too late', async () => {
    await local('zola', true)
    await local('neighbour', true)
    const client = server.client()
    await signIn(client, 'zola')
    await client.post('auth/login', { email: 'neighbour@school.test', password: PASSWORD })
    await client.post('auth/login', { email: 'zola@school.test', password: 'Wrong2024' })
    const slow = server.client()
    await signIn(slow, 'zola')
    server.wait(601)
    await slow.post('auth/login', { email: 'zola@school.test', password: PASSWORD })
    expect(await rows(`SELECT 1 FROM identities WHERE subject = 'zola'`)).toEqual([])
  })

  it('isn’t linked in another tenant by what this one has said', async () => {
    await local('kagiso', true)
    const client = server.client()
    await signIn(client, 'kagiso')
    const there = other.client()
    await there.post('auth/signup', { email: 'kagiso@school.test', password: PASSWORD })
    await there.post('auth/verify', { code: await codeFor(there, 'kagiso@school.test') })
    const link = client.cookies.get('oidc-link')!
    expect(link).toEqual(expect.any(String))
    const fresh = other.client()
    fresh.cookies.set('oidc-link', link)
    await fresh.post('auth/login', { email: 'kagiso@school.test', password: PASSWORD })
    expect(
      await rows(`SELECT 1 FROM identities WHERE subject = 'kagiso'`, other.tenant.id),
    ).toEqual([])
  })

  it('that the service hasn’t verified stays with its account, and the new one has none', async () => {
    const owner = await local('claimed', true)
    const people = PEOPLE as Record<string, object>
    people['claimed'] = { email: 'claimed@school.test', email_verified: false }
    const client = server.client()
    expect((await signIn(client, 'claimed')).headers['location']).toBe('/auth-callback')
    const { body } = await client.get('auth/get-user')
    expect([body['email'], body['_id'] === (await idOf(owner))]).toEqual([null, false])
    // Nor does logging in afterwards link it.
    await client.post('auth/login', { email: 'claimed@school.test', password: PASSWORD })
    const again = server.client()
    await signIn(again, 'claimed')
    expect(await idOf(again)).toBe(body['_id'])
  })

  it('that nobody has shown to be theirs stays with its account, and the new one has none', async () => {
    const squatter = await local('squatted', false)
    const people = PEOPLE as Record<string, object>
    people['squatted'] = { email: 'squatted@school.test', email_verified: true }
    const client = server.client()
    expect((await signIn(client, 'squatted')).headers['location']).toBe('/auth-callback')
    const { body } = await client.get('auth/get-user')
    expect([body['email'], body['_id'] === (await idOf(squatter))]).toEqual([null, false])
  })
})

describe('a service', () => {
  it.each(['unready', 'off', 'basic', 'nobody', 'phone'])(
    'that isn’t set up says so: %s',
    async (id) => {
      for (const path of [`auth/providers/${id}`, `auth/providers/${id}/callback?code=x&state=y`]) {
        const response = await server.client().get(path)
        expect([response.status, response.headers['location']]).toEqual([
          302,
          '/auth-callback?error=not_set_up',
        ])
      }
    },
  )

  it('with another secret than ours doesn’t let us in', async () => {
    await shareSecrets(server, server.tenant, 'not-that-secret')
    const client = server.client()
    const response = await signIn(client, 'lerato')
    await shareSecrets(server, server.tenant)
    expect(response.headers['location']).toBe('/auth-callback?error=not_set_up')
    expect((await client.get('auth/get-user')).status).toBe(204)
  })

  it('tells what the person decided there', async () => {
    const client = server.client()
    const away = await press(client, 'azure-ad')
    const back = new URL(away.searchParams.get('redirect_uri')!)
    for (const [said, shown] of [
      ['access_denied', 'access_denied'],
      ['interaction_required', 'login_required'],
      ['invalid_scope', 'server_error'],
    ] as const) {
      const again = await press(client, 'azure-ad')
      back.search = `error=${said}&error_description=%3Cb%3Eowned&state=${again.searchParams.get('state')}&iss=${encodeURIComponent(issuer)}`
      const response = await comeBack(client, back)
      expect(response.headers['location']).toBe(`/auth-callback?error=${shown}`)
    }
  })

  it.each(['azure-ad', 'stdbank', 'oAuth'])(
    'is the method of the session, which counts as verified: %s',
    async (id) => {
      const client = server.client()
      expect((await signIn(client, `by-${id}`, id)).headers['location']).toBe('/auth-callback')
      expect((await client.get('auth/get-user')).body).toMatchObject({
        email: `by-${id.toLowerCase()}@school.test`,
        auth: { currentSessionAuthMethod: id, currentSessionAuthVerified: true },
      })
    },
  )

  it('may be named by its discovery address alone', async () => {
    const client = server.client()
    await signIn(client, 'thandi', 'stdbank')
    expect((await client.get('auth/get-user')).body).toMatchObject({
      auth: { currentSessionAuthMethod: 'stdbank', currentSessionAuthVerified: true },
    })
  })
})

async function makeOwner(): Promise<Client> {
  const owner = server.client()
  const email = `owner.${randomUUID()}@school.test`
  await owner.post('auth/signup', { email, password: 'Thaba2024' })
  await owner.post('auth/verify', { code: await codeFor(owner, email) })
  await rows(`UPDATE users SET role = 'owner' WHERE email = '${email}' RETURNING 1`)
  return owner
}

describe('trying a service', () => {
  it('says who answers, or why it can’t be used, and is limited', async () => {
    const owner = await makeOwner()
    const tried = (id: string) => owner.post(`admin/providers/${id}/try`)
    expect((await tried('azure-ad')).body).toEqual({ issuer, problem: null })
    expect((await tried('gone')).body).toEqual({
      issuer: null,
      problem: "127.0.0.1:9 can't be reached",
    })
    expect((await tried('unready')).body.code).toBe('provider/unknown')
    await rows(`UPDATE limits SET count = 1000 RETURNING 1`)
    expect((await tried('azure-ad')).status).toBe(429)
    await rows(`DELETE FROM limits RETURNING 1`)
  })
})

describe('the operator’s command', () => {
  const said: string[] = []
  const command = async (line: string, input: string): Promise<string | null> => {
    said.length = 0
    try {
      const args = await withSecret(
        'tenant',
        line.split(' '),
        Readable.from([input]),
        () => undefined,
      )
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

  it('reads the secret from the standard input, and the service lets people in with it', async () => {
    const { slug } = server.tenant
    expect(await command(`provider ${slug} azure-ad --forget`, '')).toBeNull()
    expect((await press(server.client(), 'azure-ad')).search).toBe('?error=not_set_up')
    expect(await command(`provider ${slug} azure-ad`, `  ${CLIENT_SECRET}\r\nmore\n`)).toBeNull()
    expect(said.join()).toContain('The secret of "azure-ad" is set.')
    expect(said.join()).not.toContain(CLIENT_SECRET)
    const entered = await signIn(server.client(), 'naledi')
    expect(entered.headers['location']).toBe('/auth-callback')
  })

  it('refuses a secret that is typed as an argument, an empty input, and one with spaces', async () => {
    const { slug } = server.tenant
    expect(await command(`provider ${slug} azure-ad --secret-from-input=x`, '')).toBe(
      'Send the secret to the standard input.',
    )
    expect(await command(`provider ${slug} azure-ad`, '')).toMatch(/nothing on the standard input/)
    expect(await command(`provider ${slug} azure-ad`, 'two words\n')).toMatch(/Nothing was changed/)
    expect(await command(`provider ${slug} other`, 'x\n')).toMatch(/has no service "other"/)
    expect(await command(`provider ${slug}`, '')).toBeNull()
    expect(said.join('\n')).toMatch(/^azure-ad: secret set on /)
  })
})

describe('the secret', () => {
  it('is set by an owner, seen by nobody, and gone when it is forgotten', async () => {
    const owner = await makeOwner()
    const canary = 'canary-secret-0086'
    expect((await owner.put('admin/providers/azure-ad/secret', { secret: canary })).status).toBe(
      204,
    )
    const list = await owner.get('admin/providers')
    expect(list.body['items']).toEqual([
      {
        id: 'azure-ad',
        name: 'School account',
        callback: `http://${server.host}:4310/api/auth/providers/azure-ad/callback`,
        complete: true,
        secretSetAt: server.context.now().toISOString(),
      },
      expect.objectContaining({ id: 'stdbank', secretSetAt: expect.any(String) }),
      expect.objectContaining({ id: 'oAuth', secretSetAt: expect.any(String) }),
      expect.objectContaining({ id: 'gone', complete: true }),
      { id: 'unready', name: 'Not yet', callback: '', complete: false, secretSetAt: null },
    ])
    const everything = [
      list.text,
      (await owner.get('app-configuration')).text,
      (await owner.get('admin/audit')).text,
      (await owner.get('users/me/export')).text,
      JSON.stringify(await rows('SELECT * FROM provider_secrets')),
    ].join()
    expect(everything).toContain('provider.secret')
    for (const secret of [canary, CLIENT_SECRET]) expect(everything).not.toContain(secret)
    for (const bad of [{}, { secret: '' }, { secret: 'two words' }, { secret: 'x'.repeat(2001) }])
      expect((await owner.put('admin/providers/azure-ad/secret', bad)).status).toBe(422)
    expect((await owner.put('admin/providers/off/secret', { secret: 'x' })).body.code).toBe(
      'provider/unknown',
    )
    expect((await owner.delete('admin/providers/azure-ad/secret')).status).toBe(204)
    expect((await press(server.client(), 'azure-ad')).search).toBe('?error=not_set_up')
    await shareSecrets(server, server.tenant)
  })

  it('is never sent to an address that it wasn’t given for', async () => {
    await rows(
      `UPDATE provider_secrets SET client = '["https://elsewhere.test",null,"tsela"]' WHERE provider = 'azure-ad' RETURNING 1`,
    )
    expect((await press(server.client(), 'azure-ad')).search).toBe('?error=not_set_up')
    await shareSecrets(server, server.tenant)
  })
})

describe('an account of a service', () => {
  it('is exported and erased with everything else', async () => {
    const client = server.client()
    await signIn(client, 'thandi')
    const id = (await client.get('auth/get-user')).body['_id'] as string
    const found = (await client.get('users/me/export')).text
    expect(found).toContain('"identities"')
    expect(found).toContain(issuer)
    await client.delete('users/me')
    expect(await rows(`SELECT 1 FROM identities WHERE user_id = '${id}'`)).toEqual([])
    await signIn(client, 'thandi')
    expect((await client.get('auth/get-user')).body['_id']).not.toBe(id)
  })

  it('can’t be made where nobody can sign up', async () => {
    const closed = await buildServer({
      documents: [withProviders({ 'azure-ad': { issuer, clientId: 'tsela' } }, { signup: false })],
    })
    place.answer(
      await realProvider(issuer, PEOPLE, [
        `http://${closed.host}:4310/api/auth/providers/azure-ad/callback`,
      ]),
    )
    await shareSecrets(closed, closed.tenant)
    const client = closed.client()
    const response = await signIn(client, 'thandi')
    await closed.close()
    expect(response.headers['location']).toBe('/auth-callback?error=signup_off')
  })
})
