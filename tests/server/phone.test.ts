/** Accounts with a phone number: signing up, in, confirming and recovering by text message. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildServer,
  codeFor,
  signUp,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

const PASSWORD = 'Thaba2024'
const MINUTE = 60
const HOUR = 3600
const NEW = { verified: false, consented: false, plan: null, profile: false } as const

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

let numbers = 0
/** A mobile number of South Africa that no other test uses. */
const another = () => `+2782${String(5_550_000 + ++numbers)}`

type Text = { channel: string; text: string; subject: string }
async function textsTo(client: Client, to: string): Promise<Text[]> {
  const { body } = await client.get(`demo/outbox?to=${encodeURIComponent(to)}`)
  return body['items'] as Text[]
}

async function phoneUser(tenant: Pick<TestServer, 'client'> = server) {
  const client = tenant.client()
  const phone = another()
  const { status, body } = await client.post('auth/signup', { phone, password: PASSWORD })
  expect(status).toBe(201)
  return { client, phone, user: body }
}

describe('signing up with a phone number', () => {
  it('creates an account that is signed in but not confirmed, and texts a code', async () => {
    const { client, phone, user } = await phoneUser()
    expect(user).toMatchObject({
      email: null,
      emailSHA256: null,
      phone,
      phoneVerified: false,
      profile: { phone },
      auth: { currentSessionAuthMethod: 'phone', currentSessionAuthVerified: false },
    })
    const [text, ...more] = await textsTo(client, phone)
    expect([more, text?.channel, text?.subject]).toEqual([[], 'sms', ''])
    expect(text!.text.match(/\d{6,}/g)).toHaveLength(1)
    expect(text!.text.length).toBeLessThanOrEqual(160)
    // The plus sign of a query is a space.
    expect((await client.get(`demo/outbox?to=${phone}`)).body['items']).toHaveLength(1)
    const verified = await client.post('auth/verify', { code: await codeFor(client, phone) })
    expect(verified.body).toMatchObject({
      phoneVerified: true,
      emailVerified: false,
      auth: { currentSessionAuthMethod: 'phone', currentSessionAuthVerified: true },
    })
  })

  it.each([
    ['082 123 4567', undefined, '+27821234567'],
    ['0821234568', 'ZA', '+27821234568'],
    ['(082) 123-4569', undefined, '+27821234569'],
    ['+27 82 123 4570', undefined, '+27821234570'],
    ['27821234571', undefined, '+27821234571'],
    ['0027 82 123 4572', undefined, '+27821234572'],
    ['+254 712 345678', 'ZA', '+254712345678'],
    ['0712 345679', 'KE', '+254712345679'],
    ['٠٨٢١٢٣٤٥٧٣', undefined, '+27821234573'],
    ['０８２ １２３ ４５７４', undefined, '+27821234574'],
  ])('takes %s of %s', async (phone, country, expected) => {
    const { status, body } = await server
      .client()
      .post('auth/signup', { phone, password: PASSWORD, ...(country && { country }) })
    expect([status, body['phone']]).toEqual([201, expected])
  })

  it.each([
    ['', 'form.required'],
    ['   ', 'form.required'],
    ['082 123', 'form.mobile'],
    ['+000', 'form.mobile'],
    ['+000 000 000 000', 'form.mobile'],
    ['+999 123 456 789', 'form.mobile'],
    ['call 082 123 4567', 'form.mobile'],
    ['082 123 4567 ext 9', 'form.mobile'],
    ['082 123 4567;ext=9', 'form.mobile'],
    ['tel:+27821234567', 'form.mobile'],
    ['<b>0821234567</b>', 'form.mobile'],
    ['naledi@school.test', 'form.mobile'],
    // A landline: no text message would arrive.
    ['011 555 0100', 'form.mobile'],
    ['0860 123 456', 'form.mobile'],
    ['082 123 456', 'form.mobile'],
    ['082 123 45678', 'form.mobile'],
  ])('names the number that it can’t take: %j', async (phone, key) => {
    for (const call of ['signup', 'login']) {
      const { status, body } = await server
        .client()
        .post(`auth/${call}`, { phone, password: PASSWORD })
      expect([status, body.code, body['fields']]).toEqual([
        422,
        'request/invalid',
        [{ pointer: '/phone', key, message: expect.any(String) as string }],
      ])
    }
  })

  it('reads no long number at all', async () => {
    const began = performance.now()
    for (const phone of ['0'.repeat(10_000), '+'.repeat(10_000), '٠'.repeat(3000)])
      expect(
        (await server.client().post('auth/signup', { phone, password: PASSWORD })).body.code,
      ).toBe('request/invalid')
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('refuses a number that has an account, however it is written', async () => {
    const { phone } = await phoneUser()
    for (const written of [phone, phone.replace('+27', '0')]) {
      const { status, body } = await server
        .client()
        .post('auth/signup', { phone: written, password: 'Another1' })
      expect([status, body.code, (body['fields'] as { pointer: string }[])[0]?.pointer]).toEqual([
        409,
        'signup/taken',
        '/phone',
      ])
    }
  })

  it('makes one account of twenty sign-ups at once', async () => {
    const phone = another()
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.client().post('auth/signup', { phone, password: PASSWORD }),
      ),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await textsTo(server.client(), phone)).toHaveLength(1)
  })

  it('is another account in another tenant', async () => {
    const other = await server.another()
    const { phone } = await phoneUser()
    const client = other.client()
    expect((await client.post('auth/login', { phone, password: PASSWORD })).status).toBe(401)
    expect((await client.post('auth/signup', { phone, password: 'Maluti2025' })).status).toBe(201)
    // Only what was sent there, and its code opens nothing here.
    expect(await textsTo(client, phone)).toHaveLength(1)
    const here = server.client()
    await here.post('auth/login', { phone, password: PASSWORD })
    const code = await codeFor(client, phone)
    const own = await codeFor(here, phone)
    // One in a million is the same; then there is nothing to see.
    const { status } = await here.post('auth/verify', { code })
    expect(status === 200).toBe(code === own)
  })
})

describe('a tenant without phone accounts', () => {
  it.each([
    ['where the configuration has none', { phone: false, basic: true }, true],
    ['where passwords are off', { phone: true, basic: false }, true],
    ['where no text message can be sent', { phone: true, basic: true }, false],
  ])('refuses them %s', async (_why, authProviders, demo) => {
    const config = server.context.options.base.catalog.get('config', 'default')!
    const own = await buildServer({
      documents: [{ ...config, authProviders }],
      environment: { demo },
    })
    const client = own.client()
    const body = { phone: another(), password: PASSWORD }
    for (const call of ['signup', 'login'])
      expect((await client.post(`auth/${call}`, body)).body.code).toBe('access/off')
    await own.close()
  })
})

describe('logging in with a phone number', () => {
  it('takes it as it is dialled, and opens a session that says so', async () => {
    const { phone } = await phoneUser()
    const client = server.client()
    const written = `0${phone.slice(3, 5)} ${phone.slice(5, 8)} ${phone.slice(8)}`
    const { status, body } = await client.post('auth/login', { phone: written, password: PASSWORD })
    expect([status, body['auth']]).toEqual([
      200,
      {
        currentSessionAuthMethod: 'phone',
        currentSessionAuthVerified: false,
        newAddress: null,
        codeTo: phone,
        secondFactor: 'offered',
      },
    ])
  })

  it('says the same for an unknown number and a wrong password', async () => {
    const { phone } = await phoneUser()
    const answers = [
      await server.client().post('auth/login', { phone, password: 'Wrong1234' }),
      await server.client().post('auth/login', { phone: another(), password: 'Wrong1234' }),
    ]
    const shown = answers.map(({ status, text }) => [status, text])
    expect(shown[0]).toEqual([401, answers[0]!.text])
    expect(shown[1]).toEqual(shown[0])
  })

  it('slows down guesses, however the number is written', async () => {
    const { phone } = await phoneUser()
    const ways = [phone, phone.replace('+27', '0'), phone.replace('+27', '0027')]
    for (let index = 0; index < 6; index++)
      await server.client().post('auth/login', { phone: ways[index % 3], password: 'Wrong1234' })
    const began = performance.now()
    await server.client().post('auth/login', { phone, password: 'Wrong1234' })
    expect(performance.now() - began).toBeGreaterThan(400)
  })
})

describe('a code by text message', () => {
  it('lets five wrong tries pass, whether one after another or at once', async () => {
    for (const atOnce of [false, true]) {
      const { client, phone } = await phoneUser()
      const right = await codeFor(client, phone)
      const wrong = Array.from({ length: 9 }, (_, index) =>
        String((Number(right) + index + 1) % 1_000_000).padStart(6, '0'),
      )
      const tried = (code: string) => client.post('auth/verify', { code })
      const codes: (string | undefined)[] = []
      if (atOnce) codes.push(...(await Promise.all(wrong.map(tried))).map(({ body }) => body.code))
      else for (const code of wrong) codes.push((await tried(code)).body.code)
      expect(codes.filter((code) => code === 'code/wrong')).toHaveLength(5)
      expect((await tried(right)).body.code).toBe('code/expired')
    }
  })

  it('counts wrong codes by number for the hour and the day, whatever is sent again', async () => {
    const { client, phone } = await phoneUser()
    const refused = async () => {
      const { status, headers } = await client.post('auth/verify', {
        code: await codeFor(client, phone),
      })
      return [status, headers['retry-after']]
    }
    const guess = async () => {
      const right = await codeFor(client, phone)
      const wrong = right === '111111' ? '222222' : '111111'
      return (await client.post('auth/verify', { code: wrong })).body.code
    }
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 5; index++) expect(await guess()).toBe('code/wrong')
      server.wait(MINUTE + 1)
      expect((await client.post('auth/verify/resend')).status).toBe(204)
    }
    expect(await refused()).toEqual([429, '3600'])
    server.wait(HOUR + 1)
    for (let round = 0; round < 2; round++) {
      expect((await client.post('auth/verify/resend')).status).toBe(204)
      for (let index = 0; index < 5; index++) expect(await guess()).toBe('code/wrong')
      server.wait(MINUTE + 1)
    }
    // Twenty of the day.
    server.wait(HOUR + 1)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    expect((await refused())[0]).toBe(429)
  })

  it('is sent once a minute and five times an hour', async () => {
    const { client, phone } = await phoneUser()
    const early = await client.post('auth/verify/resend')
    expect(early.status).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(MINUTE - 5)
    for (let index = 0; index < 4; index++) {
      server.wait(MINUTE + 1)
      expect((await client.post('auth/verify/resend')).status).toBe(204)
    }
    server.wait(MINUTE + 1)
    expect((await client.post('auth/verify/resend')).status).toBe(429)
    server.wait(HOUR)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    expect(await textsTo(client, phone)).toHaveLength(6)
  })

  it('is sent ten times a day, and again the next', async () => {
    const { client, phone } = await phoneUser()
    const sent: number[] = []
    for (let index = 0; index < 14; index++) {
      server.wait(HOUR + 1)
      sent.push((await client.post('auth/verify/resend')).status)
    }
    expect(sent.filter((status) => status === 204)).toHaveLength(9)
    expect(sent.slice(9).every((status) => status === 429)).toBe(true)
    expect(await textsTo(client, phone)).toHaveLength(10)
    server.wait(10 * HOUR)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
  })

  it('confirms once, of ten tries at once', async () => {
    const { client, phone } = await phoneUser()
    const code = await codeFor(client, phone)
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => client.post('auth/verify', { code })),
    )
    // Each of the others finds the session renewed, the account confirmed, or the code used up.
    expect(tries.filter(({ status }) => status >= 500)).toEqual([])
    expect(tries.some(({ status }) => status === 200)).toBe(true)
    expect((await client.get('auth/get-user')).body['phoneVerified']).toBe(true)
  })
})

describe('recovering an account by text message', () => {
  const linkIn = (text: string) => /https?:\S+\/recover\?token=([a-z]+)/.exec(text)![1]!

  it('sets a password, proves the number, and tells its owner', async () => {
    const { client, phone } = await phoneUser()
    server.wait(MINUTE + 1)
    const asked = await server.client().post('auth/recover', { phone: phone.replace('+27', '0') })
    expect([asked.status, asked.text]).toEqual([204, ''])
    await expect.poll(() => textsTo(client, phone)).toHaveLength(2)
    const { text } = (await textsTo(client, phone)).at(-1)!
    expect(text.length).toBeLessThanOrEqual(160)
    const confirm = (password: string) =>
      server.client().post('auth/recover/confirm', { token: linkIn(text), password })
    expect((await confirm('Maluti2025')).status).toBe(204)
    expect((await confirm('Maluti2026')).body.code).toBe('recover/expired')
    expect((await client.get('auth/get-user')).status).toBe(204)
    const login = await server.client().post('auth/login', { phone, password: 'Maluti2025' })
    expect(login.body).toMatchObject({ phoneVerified: true, emailVerified: false })
    expect((await textsTo(client, phone)).at(-1)!.text).toContain('was changed')
  })

  it('says nothing about numbers without an account, or that are none', async () => {
    const unknown = another()
    for (const body of [{ phone: unknown }, { phone: 'x' }, { phone: '' }, { phone: '+000' }]) {
      const { status, text } = await server.client().post('auth/recover', body)
      expect([status, text]).toEqual([204, ''])
    }
    expect(await textsTo(server.client(), unknown)).toEqual([])
  })
})

describe('changing the address of an account', () => {
  it('keeps the old one until the new one is proven, and tells its owner', async () => {
    const { client, email, password } = await signUp(server)
    const elsewhere = server.client()
    await elsewhere.post('auth/login', { email, password })
    const next = `moved.${email}`
    const asked = await client.post('auth/address', { email: next.toUpperCase(), password })
    expect(asked.body).toMatchObject({ email, emailVerified: true, auth: { newAddress: next } })
    expect((await server.client().post('auth/login', { email: next, password })).status).toBe(401)
    const before = client.cookies.get('sid')
    const moved = await client.post('auth/verify', { code: await codeFor(client, next) })
    expect(moved.body).toMatchObject({
      email: next,
      emailVerified: true,
      profile: { email: next },
      auth: { currentSessionAuthVerified: true, newAddress: null },
    })
    expect(client.cookies.get('sid')).not.toBe(before)
    expect((await textsTo(client, email)).at(-1)!.subject).toContain('new email address')
    // The other session is the same person's, and stays.
    expect((await elsewhere.get('auth/get-user')).body['email']).toBe(next)
    expect((await server.client().post('auth/login', { email, password })).status).toBe(401)
    expect((await server.client().post('auth/login', { email: next, password })).status).toBe(200)
  })

  it('adds a phone number to an account with an email address, and either opens it', async () => {
    const { client, email, password } = await signUp(server)
    const phone = another()
    expect((await client.post('auth/address', { phone, password })).status).toBe(200)
    expect((await client.get('auth/get-user')).body).toMatchObject({ phone: null })
    const { body } = await client.post('auth/verify', { code: await codeFor(client, phone) })
    expect(body).toMatchObject({ email, phone, phoneVerified: true })
    for (const by of [{ phone }, { email }])
      expect((await server.client().post('auth/login', { ...by, password })).status).toBe(200)
  })

  it('replaces a proven number by another, which opens it instead, and tells the old one', async () => {
    const { client, phone: old } = await phoneUser()
    await client.post('auth/verify', { code: await codeFor(client, old) })
    const phone = another()
    server.wait(MINUTE + 1)
    expect((await client.post('auth/address', { phone, password: PASSWORD })).body).toMatchObject({
      phone: old,
      phoneVerified: true,
      auth: { newAddress: phone },
    })
    const { body } = await client.post('auth/verify', { code: await codeFor(client, phone) })
    expect(body).toMatchObject({ phone, phoneVerified: true, auth: { newAddress: null } })
    expect((await textsTo(client, old)).at(-1)!.text).toContain('changed')
    const login = async (by: string) =>
      (await server.client().post('auth/login', { phone: by, password: PASSWORD })).status
    expect([await login(old), await login(phone)]).toEqual([401, 200])
  })

  it('corrects a number that was mistyped at sign-up, and says nothing to its owner', async () => {
    const { client, phone: mistyped } = await phoneUser()
    const phone = another()
    await client.post('auth/address', { phone, password: PASSWORD })
    const old = await codeFor(client, mistyped)
    const code = await codeFor(client, phone)
    expect((await client.post('auth/verify', { code: old })).status === 200).toBe(old === code)
    expect((await client.post('auth/verify', { code })).body).toMatchObject({
      phone,
      phoneVerified: true,
      auth: { currentSessionAuthVerified: true },
    })
    expect(await textsTo(client, mistyped)).toHaveLength(1)
  })

  it('asks for the password, and refuses addresses of others', async () => {
    const { client, password } = await signUp(server)
    const { phone } = await phoneUser()
    const wrong = await client.post('auth/address', { phone: another(), password: 'Wrong1234' })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'password/wrong'])
    const none = await client.post('auth/address', { phone: another() })
    expect([none.status, none.body.code], 'just signed in, but with a password').toEqual([
      403,
      'password/wrong',
    ])
    const taken = await client.post('auth/address', { phone, password })
    expect([taken.status, taken.body.code]).toEqual([409, 'signup/taken'])
    expect((await client.get('auth/get-user')).body['auth']).toMatchObject({ newAddress: null })
  })

  it('gives an address to whoever proves it first', async () => {
    const phone = another()
    const [one, two] = await Promise.all([signUp(server), signUp(server)])
    await one.client.post('auth/address', { phone, password: one.password })
    const code = await codeFor(one.client, phone)
    server.wait(MINUTE + 1)
    await two.client.post('auth/address', { phone, password: two.password })
    const second = await codeFor(two.client, phone)
    expect((await one.client.post('auth/verify', { code })).status).toBe(200)
    const late = await two.client.post('auth/verify', { code: second })
    expect([late.status, late.body.code]).toEqual([409, 'signup/taken'])
    expect((await two.client.get('auth/get-user')).body['phone']).toBeNull()
  })

  it('is taken back by asking for the address that the account has', async () => {
    const { client, email, password } = await signUp(server)
    const phone = another()
    await client.post('auth/address', { phone, password })
    const code = await codeFor(client, phone)
    const back = await client.post('auth/address', { email, password })
    expect(back.body['auth']).toMatchObject({ newAddress: null })
    expect((await client.post('auth/verify', { code })).body).toMatchObject({ phone: null })
  })

  it('sends at most five codes an hour to new addresses', async () => {
    const { client, password } = await signUp(server)
    const statuses: number[] = []
    for (let index = 0; index < 7; index++)
      statuses.push((await client.post('auth/address', { phone: another(), password })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})

it('forgets an erased account’s messages, whatever address they went to', async () => {
  const { client, email, password } = await signUp(server, NEW)
  await client.post('auth/verify', { code: await codeFor(client, email) })
  const next = `moved.${email}`
  await client.post('auth/address', { email: next, password })
  await client.post('auth/verify', { code: await codeFor(client, next) })
  expect((await textsTo(client, email)).length).toBeGreaterThan(0)
  expect((await client.delete('users/me')).status).toBe(204)
  for (const address of [email, next]) expect(await textsTo(server.client(), address)).toEqual([])
})
