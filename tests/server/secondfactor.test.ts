/**
 * The second factor: turned on with a code, asked at every way in, each code used once, few wrong
 * ones, and required of people with a role (reliability.md 2; risks A1, A4; docs/decisions/0090).
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import type { Caller } from '#server/operations/operation.ts'
import { owner as ownerOperation } from '#server/operations/owner.ts'
import { codeAt } from '#tests/support/authenticator.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const NEW = { verified: false, consented: false, plan: null, profile: false } as const

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

const config = catalog.get('config', 'default')!
const code = (secret: string, later = 0) =>
  codeAt(secret, new Date(server.context.now().getTime() + later * 1000))
const wrong = (secret: string) => (code(secret) === '000000' ? '000001' : '000000')

async function rows<Row>(text: string): Promise<Row[]> {
  return server.context.database.owner(server.tenant.id, (tx) =>
    tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
}

type Who = { client: Client; email: string; password: string }
type Locked = Who & { secret: string; recoveryCodes: string[] }

async function turnOn(who: Who): Promise<Locked> {
  const begun = await who.client.post('auth/second-factor', { password: who.password })
  expect(begun.status).toBe(200)
  const secret = begun.body['secret'] as string
  const done = await who.client.post('auth/second-factor/confirm', { code: code(secret) })
  expect(done.status).toBe(200)
  // The code that turned it on is used up.
  server.wait(30)
  return { ...who, secret, recoveryCodes: done.body['recoveryCodes'] as string[] }
}

const locked = async () => turnOn(await signUp(server, NEW))

/** The password is right, and the code is still missing. */
async function halfIn({ email, password }: Who, client = server.client()): Promise<Client> {
  const response = await client.post('auth/login', { email, password })
  expect([response.status, response.body]).toEqual([
    202,
    { secondFactor: 'code', page: '/auth-callback?step=code' },
  ])
  return client
}

/** One after the other: passwords of one account aren't checked all at once. */
async function halvesIn(who: Who, many: number): Promise<Client[]> {
  const clients: Client[] = []
  while (clients.length < many) clients.push(await halfIn(who))
  return clients
}

const check = (client: Client, body: object) => client.post('auth/second-factor/check', body)
const isIn = async (client: Client) => (await client.get('auth/get-user')).status === 200
const stateOf = async (client: Client) =>
  ((await client.get('auth/get-user')).body['auth'] as { secondFactor: string }).secondFactor

describe('turning it on', () => {
  it('needs the password, and the first code of the app', async () => {
    const { client, password } = await signUp(server, NEW)
    expect(await stateOf(client)).toBe('offered')
    const refused = await client.post('auth/second-factor', { password: 'Wrong2024' })
    expect([refused.status, refused.body.code]).toEqual([403, 'password/wrong'])
    expect((await client.post('auth/second-factor', {})).body.code).toBe('password/wrong')
    const { body } = await client.post('auth/second-factor', { password })
    const secret = body['secret'] as string
    expect(body['address']).toContain(`secret=${secret}`)
    const missed = await client.post('auth/second-factor/confirm', { code: wrong(secret) })
    expect([missed.status, missed.body.code]).toEqual([422, 'code/wrong'])
    expect(await stateOf(client)).toBe('offered')
    const done = await client.post('auth/second-factor/confirm', { code: code(secret) })
    const codes = done.body['recoveryCodes'] as string[]
    expect(codes.every((each) => /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/.test(each))).toBe(true)
    expect(new Set(codes).size).toBe(10)
    expect(await stateOf(client)).toBe('on')
    const state = await client.get('auth/second-factor')
    expect(state.body).toEqual({
      rule: 'offered',
      since: server.context.now().toISOString(),
      recoveryCodes: 10,
      hasPassword: true,
      recent: true,
    })
  })

  it('gives the session a new token, and tells the owner', async () => {
    const who = await signUp(server, NEW)
    const before = who.client.cookies.get('sid')
    await turnOn(who)
    expect(who.client.cookies.get('sid')).not.toBe(before)
    const { body } = await who.client.get(`demo/outbox?to=${encodeURIComponent(who.email)}`)
    const [last] = (body['items'] as { subject: string }[]).slice(-1)
    expect(last?.subject).toBe('Your account for Tsela has a second lock')
  })

  it('stores the secret sealed and the codes hashed', async () => {
    const { secret, recoveryCodes, email } = await locked()
    const stored = JSON.stringify([
      await rows(`SELECT * FROM users WHERE email = '${email}'`),
      await rows(`SELECT encode(hash, 'escape') AS hash FROM recovery_codes`),
      await rows(`SELECT value FROM challenges`),
    ])
    expect(stored).not.toContain(secret)
    for (const each of recoveryCodes) expect(stored).not.toContain(each)
  })

  it('ends after five wrong codes, or a quarter of an hour', async () => {
    const { client, password } = await signUp(server, NEW)
    const begin = async () =>
      (await client.post('auth/second-factor', { password })).body['secret'] as string
    const confirm = (typed: string) => client.post('auth/second-factor/confirm', { code: typed })
    const first = await begin()
    for (let at = 0; at < 5; at++)
      expect((await confirm(wrong(first))).body.code).toBe('code/wrong')
    expect((await confirm(code(first))).body.code).toBe('code/expired')
    const second = await begin()
    server.wait(15 * 60 + 1)
    expect((await confirm(code(second))).body.code).toBe('code/expired')
    const [third, fourth] = [await begin(), await begin()]
    expect((await confirm(code(third))).body.code).toBe('code/wrong')
    expect((await confirm(code(fourth))).status).toBe(200)
  })
})

describe('signing in', () => {
  it('asks for a code after the password, and opens nothing before', async () => {
    const who = await locked()
    const client = await halfIn(who)
    expect(client.cookies.has('sid')).toBe(false)
    expect(await isIn(client)).toBe(false)
    const done = await check(client, { code: code(who.secret) })
    expect([done.status, done.body['email']]).toEqual([200, who.email])
    expect(await stateOf(client)).toBe('on')
    const { recent } = (await client.get('auth/sessions')).body as unknown as {
      recent: { outcome: string; how: string | null }[]
    }
    expect(recent[0]).toMatchObject({ outcome: 'in', how: 'code' })
  })

  it('leaves the response for everybody else as it was', async () => {
    const { email, password } = await signUp(server, NEW)
    const { status, body } = await server.client().post('auth/login', { email, password })
    expect([status, body['email']]).toEqual([200, email])
  })

  it('with a half-done sign-in every call that needs a session is refused', async () => {
    const client = await halfIn(await locked())
    const { body } = await client.get('docs')
    const calls = Object.entries(
      body['paths'] as Record<string, Record<string, { security?: unknown[] }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security = [] }]) =>
        security.length > 0 && JSON.stringify(security).includes('session')
          ? [[method.toUpperCase(), path.replace('/api/', '').replace(/\{\w+\}/g, 'x')] as const]
          : [],
      ),
    )
    expect(calls.length).toBeGreaterThan(60)
    for (const [method, path] of calls) {
      const response = await client.send(method as 'GET', path, method === 'GET' ? undefined : {})
      expect([response.status, response.body.code], `${method} ${path}`).toEqual([
        401,
        'access/session',
      ])
    }
  })

  it('takes a code once, also within its half minute, and none that is older', async () => {
    const who = await locked()
    const used = code(who.secret)
    expect((await check(await halfIn(who), { code: used })).status).toBe(200)
    const again = await halfIn(who)
    expect((await check(again, { code: used })).body.code).toBe('code/wrong')
    expect((await check(again, { code: code(who.secret, -30) })).body.code).toBe('code/wrong')
    server.wait(30)
    expect((await check(again, { code: code(who.secret) })).status).toBe(200)
  })

  it('opens one session, however often a code is sent at once', async () => {
    const who = await locked()
    const waiting = await halfIn(who)
    const others = await halvesIn(who, 9)
    const typed = code(who.secret)
    const copies = Array.from({ length: 10 }, () => {
      const copy = server.client()
      for (const [name, value] of waiting.cookies) copy.cookies.set(name, value)
      return copy
    })
    const before = await rows<{ n: number }>(`SELECT count(*)::integer AS n FROM sessions`)
    const sent = await Promise.all(
      [...copies, ...others, waiting].map((client) => check(client, { code: typed })),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    const after = await rows<{ n: number }>(`SELECT count(*)::integer AS n FROM sessions`)
    expect(after[0]!.n - before[0]!.n).toBe(1)
  })

  it('waits five minutes and five tries, and no longer', async () => {
    const who = await locked()
    const late = await halfIn(who)
    server.wait(5 * 60 + 1)
    const response = await check(late, { code: code(who.secret) })
    expect([response.status, response.body.code]).toEqual([410, 'login/expired'])
    const guesser = await halfIn(who)
    for (let at = 0; at < 5; at++)
      expect((await check(guesser, { code: wrong(who.secret) })).body.code).toBe('code/wrong')
    expect((await check(guesser, { code: code(who.secret) })).body.code).toBe('login/expired')
    expect((await check(server.client(), { code: '123456' })).body.code).toBe('login/expired')
  })

  it('allows ten wrong codes an hour and twenty a day, whoever logs in anew', async () => {
    const who = await locked()
    let tried = 0
    const guessUntilStopped = async () => {
      for (let stopped = false; !stopped;) {
        const client = await halfIn(who)
        for (let at = 0; at < 5 && !stopped; at++) {
          const { status } = await check(client, { code: wrong(who.secret) })
          stopped = status === 429
          if (!stopped) tried++
        }
      }
    }
    await guessUntilStopped()
    expect(tried).toBe(10)
    // Nor is the right one taken now.
    expect((await check(await halfIn(who), { code: code(who.secret) })).status).toBe(429)
    server.wait(3601)
    await guessUntilStopped()
    expect(tried).toBe(20)
    server.wait(3601)
    expect((await check(await halfIn(who), { code: code(who.secret) })).status).toBe(429)
    server.wait(86_401)
    expect((await check(await halfIn(who), { code: code(who.secret) })).status).toBe(200)
  })

  it('leaves the owner their own device while somebody guesses', async () => {
    const who = await locked()
    const own = await halfIn(who)
    expect((await check(own, { code: code(who.secret) })).status).toBe(200)
    for (let round = 0; round < 3; round++) {
      const guesser = await halfIn(who)
      for (let at = 0; at < 5; at++) await check(guesser, { code: wrong(who.secret) })
    }
    server.wait(30)
    expect((await check(await halfIn(who), { code: code(who.secret) })).status).toBe(429)
    expect((await check(await halfIn(who, own), { code: code(who.secret) })).status).toBe(200)
  })

  it('takes nothing of another tenant, nor of another account', async () => {
    const [who, other] = [await locked(), await locked()]
    const client = await halfIn(who)
    expect((await check(client, { code: code(other.secret) })).body.code).toBe('code/wrong')
    const { client: elsewhere } = await server.another()
    const stranger = elsewhere()
    await stranger.get('auth/ping')
    stranger.cookies.set('step', client.cookies.get('step')!)
    expect((await check(stranger, { code: code(who.secret) })).body.code).toBe('login/expired')
    expect((await check(client, { code: code(who.secret) })).status).toBe(200)
  })

  it('ends a wait whose password was changed, and keeps the factor', async () => {
    const who = await locked()
    const waiting = await halfIn(who)
    const changed = await who.client.post('auth/password', {
      current: who.password,
      next: 'Maluti2025',
    })
    expect(changed.status).toBe(204)
    expect((await check(waiting, { code: code(who.secret) })).body.code).toBe('login/expired')
    // Nor does a new password by mail take it away.
    await server.client().post('auth/recover', { email: who.email })
    let token: string | undefined
    while (token === undefined) {
      const { body } = await who.client.get(`demo/outbox?to=${encodeURIComponent(who.email)}`)
      const texts = (body['items'] as { text: string }[]).map(({ text }) => text)
      token = texts.map((text) => /token=([a-z]+)/.exec(text)?.[1]).find(Boolean)
    }
    const password = 'Drakens2026'
    await server.client().post('auth/recover/confirm', { token, password })
    expect(await isIn(await halfIn({ ...who, password }))).toBe(false)
  })
})

describe('recovery codes', () => {
  it('open the account once each, written in any way', async () => {
    const who = await locked()
    const [first = '', second = ''] = who.recoveryCodes
    const client = await halfIn(who)
    expect((await check(client, { recoveryCode: 'aaaa-bbbb-cccc' })).body.code).toBe('code/wrong')
    expect((await check(client, { recoveryCode: first })).status).toBe(200)
    const again = await halfIn(who)
    expect((await check(again, { recoveryCode: first })).body.code).toBe('code/wrong')
    const spaced = ` ${second.toUpperCase().replaceAll('-', ' ')} `
    expect((await check(again, { recoveryCode: spaced })).status).toBe(200)
    expect((await again.get('auth/second-factor')).body['recoveryCodes']).toBe(8)
  })

  it('open one session, however often one is sent at once', async () => {
    const who = await locked()
    const waiting = await halvesIn(who, 20)
    const sent = await Promise.all(
      waiting.map((client) => check(client, { recoveryCode: who.recoveryCodes[0] })),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('are replaced by a new set, for a code', async () => {
    const who = await locked()
    const refused = await who.client.post('auth/second-factor/recovery', {
      code: wrong(who.secret),
    })
    expect(refused.body.code).toBe('code/wrong')
    const made = await who.client.post('auth/second-factor/recovery', { code: code(who.secret) })
    const [fresh] = made.body['recoveryCodes'] as string[]
    const client = await halfIn(who)
    expect((await check(client, { recoveryCode: who.recoveryCodes[0] })).body.code).toBe(
      'code/wrong',
    )
    expect((await check(client, { recoveryCode: fresh })).status).toBe(200)
  })
})

describe('turning it off', () => {
  it.each([
    ['a code', ({ secret }: Locked) => ({ code: code(secret) })],
    ['a recovery code', ({ recoveryCodes }: Locked) => ({ recoveryCode: recoveryCodes[0] })],
    ['the password', ({ password }: Locked) => ({ password })],
  ])('takes %s', async (_what, proof) => {
    const who = await locked()
    expect((await who.client.send('DELETE', 'auth/second-factor', {})).status).toBe(422)
    for (const [no, refused] of [
      [{ code: wrong(who.secret) }, 'code/wrong'],
      [{ recoveryCode: 'no' }, 'code/wrong'],
      [{ password: 'Wrong2024' }, 'password/wrong'],
    ] as const)
      expect((await who.client.send('DELETE', 'auth/second-factor', no)).body.code).toBe(refused)
    expect((await who.client.send('DELETE', 'auth/second-factor', proof(who))).status).toBe(204)
    expect(await stateOf(who.client)).toBe('offered')
    const { email, password } = who
    expect((await server.client().post('auth/login', { email, password })).status).toBe(200)
    const { body } = await who.client.get(`demo/outbox?to=${encodeURIComponent(email)}`)
    expect(JSON.stringify(body)).toContain('is off')
  })
})

describe('a tenant that asks for it', () => {
  let strict: TestServer
  beforeAll(async () => {
    strict = await buildServer({
      documents: [
        {
          ...config,
          auth: { secondFactor: { consoleRoles: 'required', learners: 'required' } },
        },
      ],
    })
  })
  afterAll(() => strict.close())

  const codeThere = (secret: string) => codeAt(secret, strict.context.now())
  async function withRole(role: string | null): Promise<Who> {
    const who = await signUp(strict)
    if (role !== null)
      await strict.context.database.owner(strict.tenant.id, (tx) =>
        tx.run({
          compile: () =>
            sql`UPDATE users SET role = ${role} WHERE tenant_id = ${strict.tenant.id} AND email = ${who.email}`.compile(
              sqlBuilder,
            ),
        }),
      )
    const client = strict.client()
    const { email, password } = who
    expect((await client.post('auth/login', { email, password })).status).toBe(200)
    return { client, email, password }
  }

  it('opens the console only with it, and everything else without', async () => {
    const { client, password } = await withRole('owner')
    expect(await stateOf(client)).toBe('due')
    for (const path of ['admin/documents', 'admin/users', 'admin/audit']) {
      const { status, body } = await client.get(path)
      expect([status, body.code], path).toEqual([403, 'auth/second-factor-required'])
    }
    expect((await client.get('assessments')).status).toBe(200)
    const begun = await client.post('auth/second-factor', { password })
    const secret = begun.body['secret'] as string
    await client.post('auth/second-factor/confirm', { code: codeThere(secret) })
    expect(await stateOf(client)).toBe('on')
    expect((await client.get('admin/documents')).status).toBe(200)
    // Without it again, the console is closed at once.
    await client.send('DELETE', 'auth/second-factor', { password })
    expect((await client.get('admin/documents')).body.code).toBe('auth/second-factor-required')
  })

  it('ends other sessions of the console that were opened without', async () => {
    const who = await withRole('viewer')
    const elsewhere = strict.client()
    const { email, password } = who
    await elsewhere.post('auth/login', { email, password })
    const begun = await who.client.post('auth/second-factor', { password })
    const typed = codeThere(begun.body['secret'] as string)
    await who.client.post('auth/second-factor/confirm', { code: typed })
    expect(await isIn(elsewhere)).toBe(false)
    expect(await isIn(who.client)).toBe(true)
  })

  it('asks learners once they are through onboarding', async () => {
    const fresh = await signUp(strict, NEW)
    expect((await fresh.client.get('users/favourites')).status).toBe(403)
    expect((await fresh.client.put('users/consents', { terms: true })).body.code).not.toBe(
      'auth/second-factor-required',
    )
    const { client } = await withRole(null)
    expect((await client.get('assessments')).body.code).toBe('auth/second-factor-required')
    expect((await client.get('auth/sessions')).status).toBe(200)
  })
})

describe('someone who has lost everything', () => {
  it('is let in again by an owner, with the reason on record', async () => {
    const [lost, owner] = [await locked(), await signUp(server, NEW)]
    const idOf = async (client: Client) => (await client.get('auth/get-user')).body['_id'] as string
    const [id, own] = [await idOf(lost.client), await idOf(owner.client)]
    await rows(`UPDATE users SET role = 'owner' WHERE id = '${own}'`)
    const reset = (whose: string, reason: string) =>
      owner.client.send('DELETE', `admin/users/${whose}/second-factor`, { reason })
    expect((await reset(id, '   ')).status).toBe(422)
    // One's own takes a code or the password.
    expect((await reset(own, 'Mine')).status).toBe(422)
    expect((await reset(server.context.newId(), 'Nobody')).status).toBe(404)
    const waiting = await halfIn(lost)
    expect((await reset(id, 'Phone was stolen, seen in person')).status).toBe(204)
    expect(await isIn(lost.client)).toBe(false)
    expect((await check(waiting, { code: code(lost.secret) })).body.code).toBe('login/expired')
    const { email, password } = lost
    expect((await server.client().post('auth/login', { email, password })).status).toBe(200)
    const [entry] = await rows<{ actor: string; detail: object }>(
      `SELECT actor, detail FROM audit WHERE action = 'factor.reset' AND target = '${id}'`,
    )
    expect(entry).toEqual({
      actor: own,
      detail: { was: true, passkeys: 0, reason: 'Phone was stolen, seen in person' },
    })
    const { body } = await owner.client.get(`demo/outbox?to=${encodeURIComponent(email)}`)
    expect(JSON.stringify(body)).toContain('is off')
  })

  it('is let in again by an operator, who helps the last owner', async () => {
    const lost = await locked()
    const said: string[] = []
    const caller = { say: (line: string) => void said.push(line) } as unknown as Caller
    const args = ['unlock', lost.email, '--tenant', server.tenant.slug]
    await ownerOperation(server.context, args, caller)
    expect(said[0]).toContain('logs in with the password alone now')
    const { email, password } = lost
    expect((await server.client().post('auth/login', { email, password })).status).toBe(200)
    await expect(
      ownerOperation(server.context, ['unlock', 'no@school.test', ...args.slice(2)], caller),
    ).rejects.toThrow('Nobody in the tenant')
  })
})

describe('the rule', () => {
  it('closes the console outside demo mode until there is one, with no word of it in the configuration', async () => {
    expect(config.auth?.secondFactor).toBeUndefined()
    const real = await buildServer({ environment: { demo: false } })
    const client = real.client()
    const who = { email: 'office@school.test', password: 'Thaba2024' }
    expect((await client.post('auth/signup', who)).status).toBe(201)
    expect(await stateOf(client)).toBe('offered')
    await real.context.database.owner(real.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`UPDATE users SET role = 'owner', email_verified = true WHERE email = ${who.email}`.compile(
            sqlBuilder,
          ),
      }),
    )
    await client.post('auth/login', who)
    expect(await stateOf(client)).toBe('due')
    const refused = await client.get('admin/documents')
    expect([refused.status, refused.body.code]).toEqual([403, 'auth/second-factor-required'])
    await real.close()
  })

  it('is required of the console outside demo mode, offered to learners, and never when switched off', async () => {
    const { ruleFor } = await import('#server/accounts/factorrule.ts')
    const owner = { role: 'owner' }
    const learner = { role: null }
    expect(ruleFor({ demo: false }, {}, owner)).toBe('required')
    expect(ruleFor({ demo: true }, {}, owner)).toBe('offered')
    expect(ruleFor({ demo: false }, {}, learner)).toBe('offered')
    const auth = { secondFactor: { consoleRoles: 'off', learners: 'off' } } as const
    expect(ruleFor({ demo: false }, { auth }, owner)).toBe('off')
    expect(ruleFor({ demo: false }, { auth }, learner)).toBe('off')
  })
})
