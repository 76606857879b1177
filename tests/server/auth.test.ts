/**
 * Accounts with an email address, from sign-up to the end of a session (product contract;
 * reliability.md 2).
 */

import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { passwordProblems } from '#engine/forms/password.ts'
import { readCommonPasswords } from '#server/catalogue/content.ts'
import { sendRecovery } from '#server/accounts/codes.ts'
import { sqlBuilder } from '#server/database/database.ts'
import {
  buildServer,
  codeFor,
  signUp,
  type ApiResponse,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const PASSWORD = 'Thaba2024'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

/** Only signed up: neither confirmed nor anything else. */
const NEW = { verified: false, consented: false, plan: null, profile: false } as const
const CONFIRMED = { ...NEW, verified: true } as const

/** Every test has a tenant of its own, because limits are counted per tenant and network. */
async function fresh(): Promise<Pick<TestServer, 'client'>> {
  return server.another()
}

type Mail = { to: string; subject: string; text: string }
async function mailsTo(client: Client, address: string): Promise<Mail[]> {
  return (await client.get(`demo/outbox?to=${encodeURIComponent(address)}`)).body['items'] as Mail[]
}

function query<Row>(tenant: string, text: string): Promise<Row[]> {
  return server.context.database.owner(tenant, (tx) =>
    tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
}

/** The same cookies in another browser, as if they had been copied. */
function copyOf(client: Client): Client {
  const copy = server.client()
  const twin = Object.assign(Object.create(Object.getPrototypeOf(copy) as object) as Client, {
    app: client.app,
    host: client.host,
    cookies: new Map(client.cookies),
  })
  return twin
}

async function timed(call: () => Promise<ApiResponse>): Promise<{ status: number; took: number }> {
  const began = performance.now()
  const { status } = await call()
  return { status, took: performance.now() - began }
}

/** Counted wrong passwords for each user of a tenant. */
async function guessesAt(tenant: string): Promise<number[]> {
  return (
    await query<{ count: number }>(
      tenant,
      `SELECT count FROM limits WHERE tenant_id = '${tenant}' AND key LIKE 'login:%'`,
    )
  ).map(({ count }) => count)
}

async function isSignedIn(client: Client): Promise<boolean> {
  return (await client.get('auth/get-user')).status === 200
}

describe('signing up', () => {
  it('creates an account that is signed in but not confirmed, and sends a code', async () => {
    const { client } = await fresh().then((tenant) => ({ client: tenant.client() }))
    const response = await client.post('auth/signup', {
      email: 'naledi@school.test',
      password: PASSWORD,
    })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      email: 'naledi@school.test',
      emailVerified: false,
      phone: null,
      phoneVerified: false,
      consents: {},
      assessments: {},
      interactions: [],
      app: { accountType: 'free', role: null, researchAssessments: [], termsAgreement: false },
      auth: {
        currentSessionAuthMethod: 'email',
        currentSessionAuthVerified: false,
        newAddress: null,
      },
    })
    expect(response.text).not.toContain('argon2')
    expect((await client.get('auth/get-user')).body).toEqual(response.body)
    const mails = await mailsTo(client, 'naledi@school.test')
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text.match(/\d+/g)!.filter((digits) => digits.length === 6)).toHaveLength(1)
  })

  it('recognises an address however it is spelt', async () => {
    const tenant = await fresh()
    expect(
      (
        await tenant
          .client()
          .post('auth/signup', { email: '  Thandi.M@School.TEST ', password: PASSWORD })
      ).body['email'],
    ).toBe('thandi.m@school.test')
    expect(
      (
        await tenant
          .client()
          .post('auth/login', { email: 'THANDI.m@school.test  ', password: PASSWORD })
      ).status,
    ).toBe(200)
    const again = await tenant
      .client()
      .post('auth/signup', { email: 'thandi.M@SCHOOL.test', password: 'Another1pass' })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'signup/taken', fields: [{ pointer: '/email' }] })
    expect(
      (
        await tenant
          .client()
          .post('auth/login', { email: 'thandi.m@school.test', password: PASSWORD })
      ).status,
      'the first password stays',
    ).toBe(200)
  })

  it('gives the same address a separate account in each tenant', async () => {
    for (const tenant of [await fresh(), await fresh()])
      expect(
        (
          await tenant
            .client()
            .post('auth/signup', { email: 'both@school.test', password: PASSWORD })
        ).status,
      ).toBe(201)
  })

  it.each([
    ['no address', {}, 'form.required'],
    ['an empty one', { email: '' }, 'form.required'],
    ['one without a host', { email: 'naledi' }, 'form.email'],
    ['one without a dot', { email: 'naledi@school' }, 'form.email'],
    ['two in one', { email: 'a@b.test, c@d.test' }, 'form.email'],
    [
      'one with a line end, which would be another line of a mail',
      { email: 'a@b.test\r\nBcc: c@d.test' },
      'form.email',
    ],
  ])('refuses %s', async (_what, body, key) => {
    const response = await server.client().post('auth/signup', { ...body, password: PASSWORD })
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({
      code: 'request/invalid',
      fields: [{ pointer: '/email', key }],
    })
  })

  const LENGTH = 'Must be 6 to 20 characters.'
  const LOWER = 'Must contain a lowercase letter.'
  const UPPER = 'Must contain an uppercase letter.'
  const NUMBER = 'Must contain a number.'
  it.each([
    ['', ['Password is required']],
    ['Abcd1', [LENGTH]],
    ['Abcd1234567890123456x', [LENGTH]],
    ['ABCDE1', [LOWER]],
    ['abcde1', [UPPER]],
    ['Abcdef', [NUMBER]],
    ['abc', [LENGTH, UPPER, NUMBER]],
    ['!!!!!!', [LOWER, UPPER, NUMBER]],
  ])('explains the password "%s" as the rule does', async (password, messages) => {
    const response = await server
      .client()
      .post('auth/signup', { email: 'rule@school.test', password })
    expect(response.status).toBe(422)
    expect(response.body.code).toBe('password/rule')
    expect(
      (response.body['fields'] as { pointer: string; message: string }[]).map(
        ({ pointer, message }) => [pointer, message],
      ),
    ).toEqual(messages.map((message) => ['/password', message]))
    expect(await mailsTo(server.client(), 'rule@school.test')).toEqual([])
  })

  it.each([['Abcde1'], ['Abcd123456789012345x']])(
    'accepts a password of exactly 6 or 20 characters: %s',
    async (password) => {
      expect(
        (
          await (
            await fresh()
          )
            .client()
            .post('auth/signup', { email: 'border@school.test', password })
        ).status,
      ).toBe(201)
    },
  )

  it.each([
    ['one that too many people use', 'common@school.test', 'Password1'],
    ['the address itself', 'ab1@c.test', 'Ab1@C.test'],
  ])('refuses as a password %s', async (_what, email, password) => {
    const response = await server.client().post('auth/signup', { email, password })
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({
      code: 'password/common',
      fields: [
        { pointer: '/password', message: 'Too many people use this password. Choose another one.' },
      ],
    })
  })

  it('refuses the 3,000 passwords that most people use, however they are made to fit the rule', async () => {
    const common = readCommonPasswords(join(import.meta.dirname, '../../content'))
    expect(common.size).toBe(3000)
    const client = (await server.another()).client()
    const fitting = [...common]
      .map((word) => word.replace(/[a-z]/, (letter) => letter.toUpperCase()))
      .filter((password) => passwordProblems(password).length === 0)
    expect(fitting.length).toBeGreaterThan(20)
    for (const password of fitting) {
      const { body } = await client.post('auth/signup', { email: 'common@school.test', password })
      expect([password, body.code]).toEqual([password, 'password/common'])
    }
  })

  it('creates one account from thirty sign-ups at once', async () => {
    const other = await server.another()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        other.client().post('auth/signup', { email: 'race@school.test', password: PASSWORD }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 29 }, () => 409),
    ])
    expect(
      await query(other.tenant.id, `SELECT id FROM users WHERE tenant_id = '${other.tenant.id}'`),
    ).toHaveLength(1)
    expect(
      await query(
        other.tenant.id,
        `SELECT id FROM sessions WHERE tenant_id = '${other.tenant.id}'`,
      ),
    ).toHaveLength(1)
    expect(await mailsTo(other.client(), 'race@school.test')).toHaveLength(1)
  })

  describe('from one school’s address', () => {
    const sign = (other: { client: () => Client }, email = 'taken@school.test') =>
      other.client().post('auth/signup', { email, password: PASSWORD })
    const setCount = (tenant: string, what: string, count: number) =>
      query(
        tenant,
        `UPDATE limits SET count = ${count} WHERE tenant_id = '${tenant}' AND key LIKE '${what}:%'`,
      )

    it('allows a thousand accounts an hour, and then says how long to wait', async () => {
      const other = await server.another()
      await sign(other, 'first@school.test')
      await setCount(other.tenant.id, 'signup-net', 999)
      server.wait(600)
      expect((await sign(other, 'thousandth@school.test')).status).toBe(201)
      const refused = await sign(other, 'more@school.test')
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
        429,
        'request/rate-limited',
        '3001',
      ])
      server.wait(3000)
      expect((await sign(other, 'more@school.test')).status).toBe(429)
      server.wait(1)
      expect((await sign(other, 'more@school.test')).status, 'as it was told').toBe(201)
    })

    it('counts accounts but not attempts with a taken address, so that one visitor can’t block sign-up for all', async () => {
      const other = await server.another()
      expect((await sign(other)).status).toBe(201)
      for (let time = 0; time < 10; time++) expect((await sign(other)).status).toBe(409)
      const refused = await sign(other)
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
        429,
        'request/rate-limited',
        '3601',
      ])
      expect((await sign(other, 'honest@school.test')).status).toBe(201)
      expect(
        await query(
          other.tenant.id,
          `SELECT count FROM limits WHERE tenant_id = '${other.tenant.id}' AND key LIKE 'signup-net:%'`,
        ),
      ).toEqual([{ count: 2 }])
      server.wait(HOUR + 1)
      expect((await sign(other)).status, 'an hour later').toBe(409)
    })

    it('slows down a visitor who tries a list of addresses, and still lets others in', async () => {
      const other = await server.another()
      await sign(other)
      await sign(other)
      await setCount(other.tenant.id, 'signup-taken-net', 300)
      const began = performance.now()
      const statuses = await Promise.all(
        [sign(other), sign(other, 'honest@school.test')].map(async (one) => (await one).status),
      )
      expect([statuses, performance.now() - began > 1900]).toEqual([[409, 201], true])
    })
  })

  it('is refused if the tenant has switched it off', async () => {
    const off = await buildServer({
      documents: [
        { ...server.context.options.base.catalog.get('config', 'default')!, signup: false },
      ],
    })
    const response = await off
      .client()
      .post('auth/signup', { email: 'a@school.test', password: PASSWORD })
    await off.close()
    expect([response.status, response.body.code]).toEqual([403, 'signup/off'])
  })

  it('treats the terms as accepted only if the tenant says that signing up accepts them', async () => {
    const other = await buildServer({
      documents: [
        {
          ...server.context.options.base.catalog.get('config', 'default')!,
          defaultTermsConsent: true,
        },
      ],
    })
    const { body } = await other
      .client()
      .post('auth/signup', { email: 'a@school.test', password: PASSWORD })
    await other.close()
    expect(body['consents']).toEqual({
      terms: { granted: true, updatedAt: expect.any(String), version: 1 },
    })
  })
})

describe('logging in', () => {
  it('returns the user and a new session, and ends the previous one', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const before = copyOf(client)
    const response = await client.post('auth/login', { email, password: PASSWORD })
    expect(response.status).toBe(200)
    expect(response.body['email']).toBe(email)
    expect(client.cookies.get('sid')).not.toBe(before.cookies.get('sid'))
    expect(await isSignedIn(client)).toBe(true)
    expect(await isSignedIn(before)).toBe(false)
  })

  it('never adopts a session planted by an attacker', async () => {
    const tenant = await fresh()
    const { email } = await signUp(tenant, NEW)
    const victim = tenant.client()
    victim.cookies.set('sid', 'planted-by-somebody-else-0123456789')
    await victim.post('auth/login', { email, password: PASSWORD })
    expect(victim.cookies.get('sid')).not.toBe('planted-by-somebody-else-0123456789')
  })

  it.each([
    ['before', (mine: string, theirs: string) => `sid=${theirs}; sid=${mine}`],
    ['after', (mine: string, theirs: string) => `sid=${mine}; sid=${theirs}`],
  ])(
    'writes nothing into the account of an attacker who planted a session %s the right one',
    async (_where, cookies) => {
      const tenant = await fresh()
      const victim = (await signUp(tenant, NEW)).client
      const attacker = (await signUp(tenant, NEW)).client
      const csrf = victim.cookies.get('csrf-token')!
      await server.app.inject({
        method: 'PUT',
        url: '/api/users/consents',
        payload: { marketing: true },
        headers: {
          host: victim.host,
          'x-csrf-token': csrf,
          cookie: `${cookies(victim.cookies.get('sid')!, attacker.cookies.get('sid')!)}; csrf-token=${csrf}`,
        },
      })
      expect((await attacker.get('auth/get-user')).body['consents']).toEqual({})
    },
  )

  it('gives a wrong name and a wrong password the same response, after the same work', async () => {
    const tenant = await fresh()
    const { email } = await signUp(tenant, NEW)
    const verify = vi.spyOn(server.context.passwords, 'verify')
    const wrongPassword = await tenant.client().post('auth/login', { email, password: 'Wrong1234' })
    const wrongName = await tenant
      .client()
      .post('auth/login', { email: 'nobody@school.test', password: 'Wrong1234' })
    const nothing = await tenant.client().post('auth/login', { password: 'Wrong1234' })
    const phone = await tenant
      .client()
      .post('auth/login', { phone: '+27 71 555 0148', password: 'Wrong1234' })
    expect(verify).toHaveBeenCalledTimes(4)
    expect(wrongPassword.status).toBe(401)
    expect(wrongPassword.body).toEqual({
      code: 'login/failed',
      message: 'The address or the password is wrong. Check both and try again.',
    })
    const shown = ({ status, text, headers }: typeof wrongPassword) => ({
      status,
      text,
      headers: Object.keys(headers).sort(),
    })
    for (const other of [wrongName, nothing, phone])
      expect(shown(other)).toEqual(shown(wrongPassword))
  })

  it('slows down repeated failures, and never locks out the right user', async () => {
    const tenant = await server.another()
    const { email } = await signUp(tenant, NEW)
    const guess = (password: string) =>
      timed(() => tenant.client().post('auth/login', { email, password }))
    for (let time = 0; time < 5; time++) expect((await guess('Wrong1234')).status).toBe(401)
    // A delay has a minimum length on any machine: a quarter of a second, then twice that.
    const sixth = await guess('Wrong1234')
    expect([sixth.status, sixth.took >= 249]).toEqual([401, true])
    const right = await guess(PASSWORD)
    expect([right.status, right.took >= 499]).toEqual([200, true])
    expect(await guessesAt(tenant.tenant.id), 'the right one begins anew').toEqual([])
  })

  it('doesn’t open one tenant with the account of another', async () => {
    const { email } = await signUp(await fresh(), NEW)
    expect(
      (await (await fresh()).client().post('auth/login', { email, password: PASSWORD })).status,
    ).toBe(401)
  })

  it('keeps a session to its tenant: its cookie means nothing elsewhere', async () => {
    const { client } = await signUp(await fresh(), NEW)
    const elsewhere = (await fresh()).client()
    elsewhere.cookies.set('sid', client.cookies.get('sid')!)
    expect(await isSignedIn(elsewhere)).toBe(false)
  })
})

describe('confirming an address', () => {
  it('accepts the right code once, and gives a new session that counts as confirmed', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const before = copyOf(client)
    const code = await codeFor(client, email)
    const response = await client.post('auth/verify', { code })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      emailVerified: true,
      auth: { currentSessionAuthVerified: true },
    })
    expect(client.cookies.get('sid')).not.toBe(before.cookies.get('sid'))
    expect(await isSignedIn(before)).toBe(false)
    // The browser that was a moment late is signed out.
    expect((await before.post('auth/verify', { code })).status).not.toBe(200)
  })

  it('accepts the code as people copy it, with spaces', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const code = await codeFor(client, email)
    expect(
      (await client.post('auth/verify', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status,
    ).toBe(200)
  })

  it('says that a wrong code is wrong, and which field it is', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const response = await client.post('auth/verify', { code: wrong(await codeFor(client, email)) })
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({ code: 'code/wrong', fields: [{ pointer: '/code' }] })
  })

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])(
    'doesn’t even try "%s"',
    async (code) => {
      const { client } = await signUp(await fresh(), NEW)
      const response = await client.post('auth/verify', { code })
      expect([response.status, response.body.code]).toEqual([422, 'request/invalid'])
    },
  )

  it.each([
    [5 * MINUTE - 1, 200, undefined],
    [5 * MINUTE, 410, 'code/expired'],
  ])('responds %i seconds later with %i', async (seconds, status, code) => {
    const { client, email } = await signUp(await fresh(), NEW)
    const sent = await codeFor(client, email)
    server.wait(seconds)
    const response = await client.post('auth/verify', { code: sent })
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  it('refuses another user’s code', async () => {
    const tenant = await fresh()
    const one = await signUp(tenant, NEW)
    const two = await signUp(tenant, NEW)
    const code = await codeFor(two.client, two.email)
    // One in a million: the two codes are the same.
    const isSame = code === (await codeFor(one.client, one.email))
    expect((await one.client.post('auth/verify', { code })).body.code).toBe(
      isSame ? undefined : 'code/wrong',
    )
    expect((await two.client.post('auth/verify', { code })).status).toBe(200)
  })

  it('lets a code be tried five times', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const code = await codeFor(client, email)
    for (let time = 0; time < 4; time++)
      expect((await client.post('auth/verify', { code: wrong(code, time) })).body.code).toBe(
        'code/wrong',
      )
    const twin = copyOf(client)
    expect((await twin.post('auth/verify', { code: wrong(code, 5) })).body.code, 'the fifth').toBe(
      'code/wrong',
    )
    const late = await client.post('auth/verify', { code })
    expect([late.status, late.body.code], 'the sixth, though it is right').toEqual([
      410,
      'code/expired',
    ])
    server.wait(MINUTE + 1)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    expect((await client.post('auth/verify', { code: await codeFor(client, email) })).status).toBe(
      200,
    )
  })

  it('accepts the right code at the fifth try', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const code = await codeFor(client, email)
    for (let time = 0; time < 4; time++)
      await client.post('auth/verify', { code: wrong(code, time) })
    expect((await client.post('auth/verify', { code })).status).toBe(200)
  })

  it('limits wrong codes per hour across all codes sent, and to twenty a day', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const tenWrong = async () => {
      for (let round = 0; round < 2; round++) {
        const code = await codeFor(client, email)
        for (let time = 0; time < 5; time++)
          expect((await client.post('auth/verify', { code: wrong(code, time) })).status).toBe(422)
        server.wait(MINUTE + 1)
        expect((await client.post('auth/verify/resend')).status).toBe(204)
      }
    }
    await tenWrong()
    const locked = await client.post('auth/verify', { code: await codeFor(client, email) })
    expect([locked.status, locked.body.code]).toEqual([429, 'request/rate-limited'])
    expect(locked.headers['retry-after']).toBeDefined()
    server.wait(HOUR)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    await tenWrong()
    server.wait(HOUR)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    expect(
      (await client.post('auth/verify', { code: await codeFor(client, email) })).status,
      'twenty of a day',
    ).toBe(429)
    server.wait(DAY)
    await client.post('auth/verify/resend')
    expect((await client.post('auth/verify', { code: await codeFor(client, email) })).status).toBe(
      200,
    )
  })

  it('lets one of a hundred parallel tries of the right code succeed', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const code = await codeFor(client, email)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => copyOf(client).post('auth/verify', { code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![200, 401, 403, 410, 429].includes(status))).toEqual([])
  })

  it('allows no more than five of a hundred simultaneous guesses', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const code = await codeFor(client, email)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, time) =>
        copyOf(client).post('auth/verify', { code: wrong(code, time) }),
      ),
    )
    expect(answers.filter(({ body }) => body.code === 'code/wrong')).toHaveLength(5)
    expect(
      answers.filter(({ status }) => status !== 422 && status !== 410 && status !== 429),
    ).toEqual([])
  })

  it('sends a code at most once a minute', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const early = await client.post('auth/verify/resend')
    const wait = Number(early.headers['retry-after'])
    expect([early.status, early.body.code]).toEqual([429, 'request/rate-limited'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(61)
    expect(early.body['message'], 'when, and not that there were too many').toBe(
      `You can ask again in ${wait} seconds.`,
    )
    server.wait(wait)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    expect((await client.post('auth/verify/resend')).status).toBe(429)
    expect(await mailsTo(client, email)).toHaveLength(2)
  })

  it('sends one code for ten simultaneous requests', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    server.wait(MINUTE + 1)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => copyOf(client).post('auth/verify/resend')),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await mailsTo(client, email)).toHaveLength(2)
  })

  it('sends at most five an hour and ten a day', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const resend = async () => {
      server.wait(MINUTE + 1)
      return (await client.post('auth/verify/resend')).status
    }
    for (let time = 0; time < 4; time++) expect(await resend()).toBe(204)
    expect(await resend(), 'the sixth of an hour').toBe(429)
    server.wait(HOUR)
    for (let time = 0; time < 5; time++) expect(await resend()).toBe(204)
    server.wait(HOUR)
    expect(await resend(), 'the eleventh of a day').toBe(429)
    expect(await mailsTo(client, email)).toHaveLength(10)
  })

  it('invalidates the previous code when it sends another', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const first = await codeFor(client, email)
    server.wait(MINUTE + 1)
    await client.post('auth/verify/resend')
    const second = await codeFor(client, email)
    // One in a million: the two codes are the same.
    const outdated = first === second ? '' : first
    expect((await client.post('auth/verify', { code: outdated })).status).toBe(422)
    expect((await client.post('auth/verify', { code: second })).status).toBe(200)
  })

  it('sends nothing more to a user who is confirmed', async () => {
    const { client, email } = await signUp(await fresh(), CONFIRMED)
    server.wait(MINUTE + 1)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    expect(await mailsTo(client, email)).toHaveLength(1)
  })

  it('stores codes only as keyed hashes', async () => {
    const other = await server.another()
    const { client, email } = await signUp(other, NEW)
    const code = await codeFor(client, email)
    const rows = await query(
      other.tenant.id,
      `SELECT row_to_json(codes)::text AS row FROM codes WHERE tenant_id = '${other.tenant.id}'`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
  })
})

/** Six digits other than these. */
function wrong(code: string, nth = 0): string {
  return String((Number(code) + 1 + nth) % 1_000_000).padStart(6, '0')
}

describe('recovering an account', () => {
  const tokenIn = (mail: Mail) => /\/recover\?token=([a-z]+)/.exec(mail.text)![1]!

  /** The email is written after the response, so that its timing reveals nothing. */
  async function recoveryMail(client: Client, email: string, count = 2): Promise<Mail> {
    return vi.waitFor(async () => {
      const mails = await mailsTo(client, email)
      expect(mails).toHaveLength(count)
      return mails.at(-1)!
    })
  }

  async function asked(): Promise<{
    client: Client
    email: string
    token: string
    tenant: Pick<TestServer, 'client'>
  }> {
    const tenant = await fresh()
    const { client, email } = await signUp(tenant, NEW)
    server.wait(MINUTE + 1)
    expect(
      (await tenant.client().post('auth/recover', { email: email.toUpperCase() })).status,
    ).toBe(204)
    return { client, email, token: tokenIn(await recoveryMail(client, email)), tenant }
  }

  it('responds with 204 whether or not there is an account', async () => {
    const tenant = await fresh()
    const { client, email } = await signUp(tenant, NEW)
    server.wait(MINUTE + 1)
    const answers = [
      await tenant.client().post('auth/recover', { email: 'nobody@school.test' }),
      await tenant.client().post('auth/recover', { email }),
      await tenant.client().post('auth/recover', { phone: '0715550148' }),
      await tenant.client().post('auth/recover', {}),
    ]
    for (const { status, text } of answers) expect([status, text]).toEqual([204, ''])
    await recoveryMail(client, email)
    expect(await mailsTo(client, 'nobody@school.test')).toEqual([])
  })

  it('works at once for a user who has just signed up', async () => {
    const tenant = await fresh()
    const { client, email } = await signUp(tenant, NEW)
    await tenant.client().post('auth/recover', { email })
    expect((await recoveryMail(client, email)).text).toContain('/recover?token=')
    server.wait(MINUTE + 1)
    await tenant.client().post('auth/recover', { email })
    await recoveryMail(client, email, 3)
    expect((await client.post('auth/verify/resend')).status, 'nor does it keep a code back').toBe(
      204,
    )
  })

  /** Makes the request, whose response reveals nothing, and returns whether an email was sent. */
  async function recovery() {
    const other = await server.another()
    const { client, email } = await signUp(other, NEW)
    const { _id: id } = (await client.get('auth/get-user')).body as { _id: string }
    const release = await server.context.live(other.tenant)
    const ask = (network: string, device: string | null = null) =>
      server.context.database.tenant(
        other.tenant.id,
        async (tx) =>
          (await sendRecovery(
            server.context,
            tx,
            release,
            'en',
            { id, address: { channel: 'email', value: email } },
            'http://x.test',
            {
              network,
              device,
            },
          )) !== null,
      )
    const newest = async () => tokenIn((await mailsTo(client, email)).at(-1)!)
    const opens = async (token: string) =>
      (await other.client().post('auth/recover/confirm', { token, password: 'Maluti2025' }))
        .status === 204
    return { ask, newest, opens }
  }

  it('sends at most one a minute, five an hour and ten a day; for strangers in one network three and six', async () => {
    const { ask } = await recovery()
    let network = 0
    const hours = async (from: () => string) => {
      const sent: boolean[][] = []
      for (let hour = 0; hour < 3; hour++) {
        const round: boolean[] = []
        for (let time = 0; time < 6; time++) {
          round.push(await ask(from()))
          expect(await ask(from())).toBe(false)
          server.wait(MINUTE + 1)
        }
        sent.push(round)
        server.wait(HOUR)
      }
      return sent
    }
    const yes = (times: number) => Array.from({ length: 6 }, (_, index) => index < times)
    expect(await hours(() => '203.0.113.1')).toEqual([yes(3), yes(3), yes(0)])
    server.wait(DAY)
    expect(await hours(() => `203.0.113.${++network}`)).toEqual([yes(5), yes(5), yes(0)])
  })

  it('reserves an email for the owner, however often another user asks', async () => {
    const { ask, newest, opens } = await recovery()
    for (let minute = 0; minute < 59; minute++) {
      await ask('203.0.113.1')
      server.wait(MINUTE)
    }
    expect(await ask('198.51.100.1')).toBe(true)
    expect(await opens(await newest())).toBe(true)
  })

  it('reserves an email for a device that the account was used on, however often others ask', async () => {
    const { ask } = await recovery()
    for (let minute = 0; minute < 120; minute++) {
      await ask(`203.0.113.${minute}`)
      server.wait(MINUTE)
    }
    expect([await ask('198.51.100.1'), await ask('198.51.100.1', 'phone')]).toEqual([false, true])
    expect(await ask('198.51.100.1', 'phone'), 'one a minute').toBe(false)
  })

  it('keeps the last link valid at least until another can be sent', async () => {
    const { ask, newest, opens } = await recovery()
    let network = 0
    const strangers = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        await ask(`203.0.113.${++network}`)
        server.wait(MINUTE + 1)
      }
    }
    await strangers(6)
    server.wait(HOUR)
    await strangers(6)
    const last = await newest()
    server.wait(20 * HOUR)
    expect(await ask('198.51.100.1'), 'ten of a day').toBe(false)
    expect(await newest()).toBe(last)
    expect(await opens(last)).toBe(true)
  })

  it('has no six digits in a row in this email, because they would look like a code', async () => {
    const { client, email } = await asked()
    expect((await recoveryMail(client, email)).text.replace(/http:\/\/[^/]+/, '')).not.toMatch(
      /\d{6}/,
    )
  })

  it('lets the token set a new password, ends every session, and says so by email', async () => {
    const { client, email, token, tenant } = await asked()
    const elsewhere = tenant.client()
    await elsewhere.post('auth/login', { email, password: PASSWORD })
    const response = await tenant
      .client()
      .post('auth/recover/confirm', { token, password: 'Maluti2025' })
    expect([response.status, response.text]).toEqual([204, ''])
    expect(await isSignedIn(client)).toBe(false)
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect((await tenant.client().post('auth/login', { email, password: PASSWORD })).status).toBe(
      401,
    )
    const back = await tenant.client().post('auth/login', { email, password: 'Maluti2025' })
    expect(back.status).toBe(200)
    expect(
      back.body['emailVerified'],
      'who reads the mail has shown that the address is theirs',
    ).toBe(true)
    expect((await mailsTo(client, email)).at(-1)!.subject).toContain('was changed')
  })

  it('accepts a token once', async () => {
    const { token, tenant, email } = await asked()
    expect(
      (await tenant.client().post('auth/recover/confirm', { token, password: 'Maluti2025' }))
        .status,
    ).toBe(204)
    const again = await tenant
      .client()
      .post('auth/recover/confirm', { token, password: 'Stolen2025' })
    expect([again.status, again.body.code]).toEqual([410, 'recover/expired'])
    expect(
      (await tenant.client().post('auth/login', { email, password: 'Stolen2025' })).status,
    ).toBe(401)
  })

  it('accepts a token once out of ten simultaneous requests', async () => {
    const { token, tenant } = await asked()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, time) =>
        tenant.client().post('auth/recover/confirm', { token, password: `Maluti202${time}` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 410),
    ])
  })

  it.each([
    [HOUR - 1, 204],
    [HOUR, 410],
  ])('%i seconds later responds with %i', async (seconds, status) => {
    const { token, tenant } = await asked()
    server.wait(seconds)
    expect(
      (await tenant.client().post('auth/recover/confirm', { token, password: 'Maluti2025' }))
        .status,
    ).toBe(status)
  })

  it('checks the new password before it uses up the token', async () => {
    const { token, tenant } = await asked()
    const weak = await tenant.client().post('auth/recover/confirm', { token, password: 'weak' })
    expect([weak.status, weak.body.code]).toEqual([422, 'password/rule'])
    expect(
      (await tenant.client().post('auth/recover/confirm', { token, password: 'Maluti2025' }))
        .status,
    ).toBe(204)
  })

  it.each([0, 1])(
    'accepts either of two links, because another user may have asked for the other, and then neither: number %i',
    async (which) => {
      const { client, email, token, tenant } = await asked()
      server.wait(MINUTE + 1)
      await tenant.client().post('auth/recover', { email })
      const tokens = [token, tokenIn(await recoveryMail(client, email, 3))]
      expect(
        (
          await tenant
            .client()
            .post('auth/recover/confirm', { token: tokens[which], password: 'Maluti2025' })
        ).status,
      ).toBe(204)
      for (const each of tokens)
        expect(
          (
            await tenant
              .client()
              .post('auth/recover/confirm', { token: each, password: 'Stolen2025' })
          ).status,
        ).toBe(410)
    },
  )

  it.each(['', 'x', 'abcdefghij'.repeat(6)])(
    'refuses a made-up token without hashing a password: "%s"',
    async (token) => {
      const hash = vi.spyOn(server.context.passwords, 'hash')
      const response = await (
        await fresh()
      )
        .client()
        .post('auth/recover/confirm', { token, password: 'Maluti2025' })
      expect([response.status, response.body.code]).toEqual([410, 'recover/expired'])
      expect(hash).not.toHaveBeenCalled()
    },
  )

  it('refuses a token of another tenant', async () => {
    const { token } = await asked()
    expect(
      (
        await (
          await fresh()
        )
          .client()
          .post('auth/recover/confirm', { token, password: 'Maluti2025' })
      ).status,
    ).toBe(410)
  })

  it('builds the link from the table of tenants, whatever the request claims', async () => {
    const other = await server.another()
    const { client, email } = await signUp(other, NEW)
    const host = `${other.tenant.slug}.test`
    for (const headers of [
      {
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.test',
      },
      { host: `${host}:6666` },
      { origin: `http://${host}`, referer: 'http://evil.test/' },
    ]) {
      server.wait(6 * MINUTE)
      const count = (await mailsTo(client, email)).length
      expect(
        (
          await other
            .client()
            .send('POST', 'auth/recover', { email }, headers as Record<string, string>)
        ).status,
      ).toBe(204)
      expect((await recoveryMail(client, email, count + 1)).text).toContain(
        `\nhttp://${host}:4310/recover?token=`,
      )
    }
  })

  it.each([
    ['https://tsela.example', (host: string) => `https://${host}`, 'https://tsela.example'],
    [
      'https://tsela.example:8443',
      (host: string) => `https://${host}:8443`,
      'https://tsela.example:8443',
    ],
    [null, (host: string) => `http://${host}:4310`, 'http://127.0.0.1:4310'],
  ])(
    'with PUBLIC_URL %s leads to the tenant’s own host, or to the public address',
    async (publicUrl, own, shared) => {
      const context = await buildServer({ environment: { publicUrl } })
      expect(await context.context.baseUrl(context.tenant)).toBe(own(context.host))
      expect(
        await context.context.baseUrl({ ...context.tenant, id: context.context.newId() }),
        'a tenant without a host',
      ).toBe(shared)
      await context.close()
    },
  )
})

describe('changing the password', () => {
  it('ends every other session and gives this one a new token', async () => {
    const tenant = await fresh()
    const { client, email } = await signUp(tenant, NEW)
    const copy = copyOf(client)
    const elsewhere = tenant.client()
    await elsewhere.post('auth/login', { email, password: PASSWORD })
    expect(
      (await client.post('auth/password', { current: PASSWORD, next: 'Maluti2025' })).status,
    ).toBe(204)
    expect([await isSignedIn(client), await isSignedIn(copy), await isSignedIn(elsewhere)]).toEqual(
      [true, false, false],
    )
    expect((await tenant.client().post('auth/login', { email, password: PASSWORD })).status).toBe(
      401,
    )
    expect(
      (await tenant.client().post('auth/login', { email, password: 'Maluti2025' })).status,
    ).toBe(200)
    expect((await mailsTo(client, email)).at(-1)!.subject).toContain('was changed')
  })

  it('requires the current one', async () => {
    const { client } = await signUp(await fresh(), NEW)
    const response = await client.post('auth/password', {
      current: 'Wrong1234',
      next: 'Maluti2025',
    })
    expect([response.status, response.body.code]).toEqual([403, 'password/wrong'])
    expect(response.body['fields']).toMatchObject([{ pointer: '/current' }])
    expect(await isSignedIn(client)).toBe(true)
  })

  it('allows no faster guessing in an open session than at login', async () => {
    const tenant = await server.another()
    const { client } = await signUp(tenant, NEW)
    const guess = (current: string) =>
      timed(() => client.post('auth/password', { current, next: 'Maluti2025' }))
    for (let time = 0; time < 5; time++) expect((await guess('Wrong1234')).status).toBe(403)
    const sixth = await guess('Wrong1234')
    expect([sixth.status, sixth.took >= 249]).toEqual([403, true])
    expect(await guessesAt(tenant.tenant.id)).toEqual([6])
    const right = await guess(PASSWORD)
    expect([right.status, right.took >= 499]).toEqual([204, true])
    expect(await guessesAt(tenant.tenant.id), 'the right one begins anew').toEqual([])
  })

  it('checks the new one against the rule', async () => {
    const { client } = await signUp(await fresh(), NEW)
    const weak = await client.post('auth/password', { current: PASSWORD, next: 'weak' })
    expect(weak.body).toMatchObject({
      code: 'password/rule',
      fields: [{ pointer: '/next' }, { pointer: '/next' }, { pointer: '/next' }],
    })
    expect(
      (await client.post('auth/password', { current: PASSWORD, next: 'Password1' })).body,
    ).toMatchObject({ code: 'password/common', fields: [{ pointer: '/next' }] })
  })

  it('invalidates a recovery link that was sent before it', async () => {
    const tenant = await fresh()
    const { client, email } = await signUp(tenant, NEW)
    server.wait(MINUTE + 1)
    await tenant.client().post('auth/recover', { email })
    const mail = await vi.waitFor(async () => {
      const mails = await mailsTo(client, email)
      expect(mails).toHaveLength(2)
      return mails[1]!
    })
    await client.post('auth/password', { current: PASSWORD, next: 'Maluti2025' })
    const token = /token=([a-z]+)/.exec(mail.text)![1]
    expect(
      (await tenant.client().post('auth/recover/confirm', { token, password: 'Stolen2025' }))
        .status,
    ).toBe(410)
  })
})

describe('logging out', () => {
  it('deletes the session, so that a copy of the cookie is worthless', async () => {
    const { client } = await signUp(await fresh(), NEW)
    const copy = copyOf(client)
    const response = await client.get('auth/logout', {
      'x-csrf-token': client.cookies.get('csrf-token')!,
    })
    expect([response.status, response.text]).toEqual([204, ''])
    expect(client.cookies.has('sid')).toBe(false)
    expect(await isSignedIn(copy)).toBe(false)
  })

  it('leaves the other devices signed in', async () => {
    const tenant = await fresh()
    const { client, email } = await signUp(tenant, NEW)
    const elsewhere = tenant.client()
    await elsewhere.post('auth/login', { email, password: PASSWORD })
    await client.get('auth/logout')
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  it('isn’t an error for a signed-out visitor', async () => {
    const client = (await fresh()).client()
    await client.get('auth/ping')
    expect((await client.get('auth/logout')).status).toBe(204)
  })
})

describe('a session', () => {
  it.each([
    [14 * DAY - 1, true],
    [14 * DAY, false],
  ])('of a learner, idle for %i seconds: signed in %s', async (seconds, alive) => {
    const { client } = await signUp(await fresh(), NEW)
    server.wait(seconds)
    expect(await isSignedIn(client)).toBe(alive)
    expect((await client.get('assessments')).status === 401).toBe(!alive)
  })

  it('of a learner who comes every day ends after ninety days', async () => {
    const { client } = await signUp(await fresh(), NEW)
    for (let day = 0; day < 8; day++) {
      server.wait(11 * DAY)
      expect(await isSignedIn(client)).toBe(true)
    }
    server.wait(2 * DAY - 1)
    expect(await isSignedIn(client), 'one second before').toBe(true)
    server.wait(1)
    expect(await isSignedIn(client), 'ninety days').toBe(false)
  })

  describe('of a user with a role in the console', () => {
    async function withRole(): Promise<Client> {
      const other = await server.another()
      const { client, email } = await signUp(other, NEW)
      await query(
        other.tenant.id,
        `UPDATE users SET role = 'editor' WHERE tenant_id = '${other.tenant.id}' AND email = '${email}'`,
      )
      await client.post('auth/login', { email, password: PASSWORD })
      return client
    }

    it.each([
      [30 * MINUTE - 1, true],
      [30 * MINUTE, false],
    ])('idle for %i seconds: signed in %s', async (seconds, alive) => {
      const client = await withRole()
      server.wait(seconds)
      expect(await isSignedIn(client)).toBe(alive)
    })

    it('ends after twelve hours, however active', async () => {
      const client = await withRole()
      for (let half = 0; half < 24; half++) {
        server.wait(29 * MINUTE)
        expect(await isSignedIn(client)).toBe(true)
      }
      server.wait(12 * HOUR - 24 * 29 * MINUTE - 1)
      expect(await isSignedIn(client), 'one second before').toBe(true)
      server.wait(1)
      expect(await isSignedIn(client), 'twelve hours').toBe(false)
    })
  })

  it('is stored only as a hash', async () => {
    const other = await server.another()
    const { client } = await signUp(other, NEW)
    const rows = await query<{ row: string }>(
      other.tenant.id,
      `SELECT row_to_json(sessions)::text || encode(token_hash, 'escape') AS row FROM sessions WHERE tenant_id = '${other.tenant.id}'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(client.cookies.get('sid'))
  })
})

describe('cookies', () => {
  const PERSON = { email: 'cookie@school.test', password: PASSWORD }
  type Cookie = { name: string; value: string; [attribute: string]: unknown }

  async function signedUp(
    at: TestServer,
    csrfName: string,
  ): Promise<{
    session: Cookie
    device: Cookie
    csrf: Cookie
    cookies: Cookie[]
    headers: Record<string, unknown>
  }> {
    const first = await at.app.inject({
      method: 'GET',
      url: '/api/auth/ping',
      headers: { host: at.host },
    })
    const csrf = (first.cookies as Cookie[]).find(({ name }) => name === csrfName)!
    const response = await at.app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      payload: PERSON,
      headers: { host: at.host, cookie: `${csrf.name}=${csrf.value}`, 'x-csrf-token': csrf.value },
    })
    expect(response.statusCode).toBe(201)
    const cookies = response.cookies as Cookie[]
    return {
      session: cookies.find(({ name }) => name.endsWith('sid'))!,
      device: cookies.find(({ name }) => name.endsWith('device'))!,
      csrf: cookies.find(({ name }) => name === csrfName)!,
      cookies,
      headers: response.headers,
    }
  }

  it('over plain http: host-only, SameSite=Lax, session and device out of scripts’ reach', async () => {
    const { session, device, csrf, cookies, headers } = await signedUp(server, 'csrf-token')
    expect(cookies).toHaveLength(3)
    expect(device).toEqual({
      name: 'device',
      value: expect.stringMatching(/^[\w-]{43}$/),
      maxAge: 365 * DAY,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(session).toEqual({
      name: 'sid',
      value: expect.stringMatching(/^[\w-]{43}$/),
      maxAge: 90 * DAY,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(csrf).toEqual({
      name: 'csrf-token',
      value: expect.any(String),
      maxAge: 24 * HOUR,
      path: '/',
      sameSite: 'Lax',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('over https: names that bind them to the host, Secure, and the browser stays on https', async () => {
    const https = await buildServer({ environment: { publicUrl: 'https://tsela.example' } })
    const { session, device, csrf, cookies, headers } = await signedUp(https, '__Host-csrf-token')
    await https.close()
    expect(cookies).toHaveLength(3)
    expect(device).toEqual({
      name: '__Host-device',
      value: expect.any(String),
      maxAge: 365 * DAY,
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    })
    expect(session).toEqual({
      name: '__Host-sid',
      value: expect.any(String),
      maxAge: 90 * DAY,
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    })
    expect(csrf).toEqual({
      name: '__Host-csrf-token',
      value: expect.any(String),
      maxAge: 24 * HOUR,
      path: '/',
      secure: true,
      sameSite: 'Lax',
    })
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  })
})

describe('the anti-forgery value', () => {
  it('comes with the response to any GET that was sent without one, and only then', async () => {
    const client = (await fresh()).client()
    expect((await client.get('app-configuration')).headers['set-cookie']).toMatch(/^csrf-token=/)
    expect((await client.get('app-configuration')).headers['set-cookie']).toBeUndefined()
    client.cookies.set('csrf-token', 'made-up-by-somebody-else-entirely.x')
    expect(
      (await client.get('app-configuration')).headers['set-cookie'],
      'one that is not ours',
    ).toMatch(/^csrf-token=/)
  })

  it('comes with an error response too', async () => {
    const response = await (await fresh()).client().get('assessments')
    expect(response.status).toBe(401)
    expect(response.headers['set-cookie']).toMatch(/^csrf-token=/)
  })

  it('is renewed by signing up and by logging in', async () => {
    const { client, email } = await signUp(await fresh(), NEW)
    const first = client.cookies.get('csrf-token')
    await client.post('auth/login', { email, password: PASSWORD })
    expect(client.cookies.get('csrf-token')).not.toBe(first)
    expect((await client.put('users/consents', { marketing: false })).status).toBe(200)
  })

  describe('is required by every call that changes something', () => {
    const refused = {
      code: 'csrf/missing',
      message: 'This page was open for too long. Please reload it.',
    }

    /** Sent by browsers and by payment providers, which have none. */
    const EXCEPTED = /^\/api\/(?:csp-reports|payments\/[^/]+\/webhook)$/

    async function changing(): Promise<[method: string, path: string][]> {
      const { body } = await server.client().get('docs')
      const paths = body['paths'] as Record<string, Record<string, unknown>>
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods)
          .filter((method) => !['get', 'head', 'options'].includes(method))
          .map((method): [string, string] => [
            method.toUpperCase(),
            path.replace(/\{[^}]+\}/g, 'x'),
          ])
          .filter(([, where]) => !EXCEPTED.test(where)),
      )
    }

    it('by name', async () => {
      const calls = await changing()
      expect(calls.length).toBeGreaterThanOrEqual(20)
      const { client } = await signUp(await fresh(), NEW)
      for (const [method, url] of [...calls, ['GET', '/api/auth/logout'] as const]) {
        const response = await server.app.inject({
          method: method as 'POST',
          url,
          ...(method !== 'GET' && { payload: {} }),
          headers: { host: client.host, cookie: `sid=${client.cookies.get('sid')}` },
        })
        expect([method, url, response.statusCode, response.json()]).toEqual([
          method,
          url,
          403,
          refused,
        ])
      }
      expect(await isSignedIn(client), 'nothing of all this happened').toBe(true)
    })

    it.each([
      ['in percent-encoding', (path: string) => path.replace('/api/', '/%61pi/')],
      ['in percent-encoding further on', (path: string) => path.replace('/api/', '/ap%69/')],
      ['with a slash at its end', (path: string) => `${path}/`],
      ['as a whole address', (path: string) => `http://evil.test${path}`],
      ['with a query', (path: string) => `${path}?x=1`],
    ])('and by its path written %s', async (_how, write) => {
      const { client } = await signUp(await fresh(), NEW)
      for (const [method, path] of await changing()) {
        const response = await server.app.inject({
          method: method as 'POST',
          url: write(path),
          payload: {},
          headers: { host: client.host, cookie: `sid=${client.cookies.get('sid')}` },
        })
        expect([403, 404], `${method} ${write(path)}`).toContain(response.statusCode)
        const told = response.statusCode === 403 ? response.json() : refused
        expect(told).toEqual(refused)
      }
      for (const method of ['GET', 'HEAD'] as const) {
        await server.app.inject({
          method,
          url: write('/api/auth/logout'),
          headers: { host: client.host, cookie: `sid=${client.cookies.get('sid')}` },
        })
        expect(
          await isSignedIn(client),
          `${method} of ${write('/api/auth/logout')} does not log out`,
        ).toBe(true)
      }
    })
  })

  it.each<[string, (client: Client, other: Client) => Record<string, string>]>([
    ['no header', () => ({ 'x-csrf-token': '' })],
    [
      'another value in the header',
      (client) => ({ 'x-csrf-token': `${client.cookies.get('csrf-token')}x` }),
    ],
    [
      'a value of another session, in both places',
      (client, other) => both(client, other.cookies.get('csrf-token')!),
    ],
    [
      'a value that anyone could make, in both places',
      (client) =>
        both(client, 'aaaaaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'),
    ],
    [
      'a value without its binding',
      (client) => both(client, client.cookies.get('csrf-token')!.split('.')[0]!),
    ],
    ['an empty value in both places', (client) => both(client, '')],
    ['a browser that says: from another site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['a browser that says: from a neighbouring host', () => ({ 'sec-fetch-site': 'same-site' })],
    ['a foreign origin', () => ({ origin: 'https://evil.test' })],
    ['an origin that looks like ours', (client) => ({ origin: `http://${client.host}.evil.test` })],
    ['an origin in front of ours', (client) => ({ origin: `http://evil.test/${client.host}` })],
    [
      'an origin with our name as user',
      (client) => ({ origin: `http://${client.host}@evil.test` }),
    ],
    ['another port of our host', (client) => ({ origin: `http://${client.host}:8080` })],
    ['the origin of a sandboxed frame', () => ({ origin: 'null' })],
  ])('is refused with %s', async (_what, headers) => {
    const tenant = await fresh()
    const { client } = await signUp(tenant, NEW)
    const { client: other } = await signUp(tenant, NEW)
    const response = await client.send(
      'PUT',
      'users/consents',
      { marketing: true },
      headers(client, other),
    )
    expect([response.status, response.body.code]).toEqual([403, 'csrf/missing'])
    expect((await client.get('auth/get-user')).body['consents'], 'nothing was written').toEqual({})
  })

  it.each<[string, (client: Client) => Record<string, string>]>([
    ['no word on where it comes from', () => ({})],
    [
      'our own page',
      (client) => ({ 'sec-fetch-site': 'same-origin', origin: `http://${client.host}` }),
    ],
    ['a user who typed the address', () => ({ 'sec-fetch-site': 'none' })],
  ])('allows: %s', async (_what, headers) => {
    const { client } = await signUp(await fresh(), NEW)
    expect(
      (await client.send('PUT', 'users/consents', { marketing: false }, headers(client))).status,
    ).toBe(200)
  })

  it('is of no use in another tenant', async () => {
    const one = (await fresh()).client()
    const two = (await fresh()).client()
    await one.get('auth/ping')
    two.cookies.set('csrf-token', one.cookies.get('csrf-token')!)
    expect((await two.post('auth/login', { email: 'a@b.test', password: 'x' })).body.code).toBe(
      'csrf/missing',
    )
  })

  it('isn’t required for a browser’s report of a policy violation', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/csp-reports',
      payload: '[]',
      headers: { host: server.host, 'content-type': 'application/reports+json' },
    })
    expect(response.statusCode).toBe(204)
  })

  function both(client: Client, value: string): Record<string, string> {
    const cookie = [...client.cookies]
      .map(([name, kept]) => `${name}=${name === 'csrf-token' ? value : kept}`)
      .join('; ')
    return { 'x-csrf-token': value, cookie }
  }
})
