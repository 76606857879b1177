/**
 * A guardian's consent: until it is given, nothing of a person under age is stored but the account's
 * address, the birth date and the request (risks P3; docs/decisions/0089).
 */

import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { tablesOf } from '#server/store/tables.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, codeFor, type Client, type TestServer } from '#tests/support/server.ts'

const CONFIG = catalog.get('config', 'default') as ConfigDocument
const PARENTAL = { ...CONFIG, consent: { ...CONFIG.consent, parental: true } }
const DAY = 86_400
const PASSWORD = 'Thaba2024'
/** The server's clock begins on 21 November 2026. */
const MINOR = '2010-05-06'
const ADULT = '2000-05-06'

let server: TestServer
beforeAll(async () => {
  server = await buildServer({ documents: [PARENTAL] })
})
afterAll(() => server.close())

let people = 0
async function signUp(on: Pick<TestServer, 'client'> = server, birthDate: string | null = MINOR) {
  const client = on.client()
  const email = `child${++people}@school.test`
  expect((await client.post('auth/signup', { email, password: PASSWORD })).status).toBe(201)
  const saved = birthDate === null ? null : await client.put('users/birth-date', { birthDate })
  expect(saved?.status ?? 200).toBe(200)
  return { client, email }
}

/** Somebody of the console; nobody asks them for a birth date. */
async function withRole(role: string): Promise<Client> {
  const { client, email } = await signUp(server, null)
  await server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE users SET role = ${role} WHERE email = ${email}`.compile(sqlBuilder),
    }),
  )
  expect((await client.post('auth/login', { email, password: PASSWORD })).status).toBe(200)
  return client
}

/** The link that was sent last to this address. */
async function linkFor(client: Client, address: string): Promise<string> {
  const { body } = await client.get(`demo/outbox?to=${encodeURIComponent(address)}`)
  const items = body['items'] as { text: string }[]
  return /\/guardian\/([\w-]+)/.exec(items.at(-1)!.text)![1]!
}

async function asked(on: Pick<TestServer, 'client'> = server) {
  const { client, email } = await signUp(on)
  const guardian = `mother-of-${email}`
  expect((await client.post('guardian/requests', { address: guardian })).status).toBe(201)
  return { client, email, guardian, token: await linkFor(client, guardian) }
}

const answer = (
  token: string,
  agrees: boolean,
  version = 1,
  on: Pick<TestServer, 'client'> = server,
) => on.client().post(`guardian/requests/${token}/answer`, { agrees, version })
const withdraw = (token: string, erase = false) =>
  server.client().post(`guardian/requests/${token}/withdraw`, { erase })
const saveNames = (client: Client) =>
  client.put('users/names', { firstName: 'Naledi', lastName: 'Mokoena' })
const stateOf = async (client: Client) => (await client.get('guardian')).body['state']
const messagesTo = async (client: Client, to: string) =>
  (
    (await client.get(`demo/outbox?to=${encodeURIComponent(to)}`)).body['items'] as {
      subject: string
    }[]
  ).map(({ subject }) => subject)

// ---- what may be stored ----------------------------------------------------------------------------------------------

/** What a person who waits for a guardian may call, besides what needs no session. */
const OWN = [
  'delete auth/sessions/{id}',
  'delete users/me',
  'get auth/sessions',
  'get guardian',
  'get users/me/export',
  'get users/me/file',
  'post auth/password',
  'post auth/verify',
  'post auth/verify/resend',
  'post guardian/requests',
  'put users/birth-date',
]
/** Calls without a session that store nothing about the person who calls. */
const OPEN =
  /^(?:get (?:app-configuration|auth\/|school-curricula|plans$|plans\/requests\/\{token\}|health|ready|metrics|docs|help|images|documents|bundles|validators|themes|demo|cv\/|shared|guardian\/requests)|post (?:auth\/(?:signup|login|logout|recover)|csp-reports|errors|assessments\/\{id\}\/score|payments\/\{provider\}|plans\/requests\/\{token\}|demo|guardian\/requests\/\{token\}))/

/** Rows of this person, by table: of every table that names a user, and the words in their own row. */
async function rowsOf(email: string): Promise<Record<string, unknown>> {
  return server.context.database.owner(server.tenant.id, async (tx) => {
    const all = <Row>(text: string) =>
      tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) })
    const [user] = await all<Record<string, unknown> & { id: string }>(
      `SELECT * FROM users WHERE email = '${email}'`,
    )
    const { password_hash: _hash, ...row } = user!
    const counts: Record<string, unknown> = { row }
    for (const { name, columns } of await tablesOf(tx)) {
      const column = ['user_id', 'actor', 'created_by'].find((each) =>
        columns.some((one) => one.name === each),
      )
      if (column === undefined && name !== 'events') continue
      const where = column === undefined ? '' : `WHERE ${column} = '${user!.id}'`
      const [found] = await all<{ n: string }>(`SELECT count(*) AS n FROM ${name} ${where}`)
      counts[name] = Number(found!.n)
    }
    return counts
  })
}

describe('before a guardian has agreed', () => {
  it('every call of the contract that could store something is refused, and stores nothing', async () => {
    const { client, email } = await asked()
    const before = await rowsOf(email)
    const { body } = await server.client().get('docs')
    const calls = Object.entries(body['paths'] as Record<string, object>).flatMap(
      ([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path.replace('/api/', '')}`),
    )
    expect(calls.length).toBeGreaterThan(100)
    expect(OWN.filter((call) => !calls.includes(call))).toEqual([])
    // It asks for the password first.
    const known = [...OWN, 'post auth/address']
    // How the account is signed in to is no more than its password is.
    const isSignIn = (call: string) => /^\w+ auth\/(?:second-factor|passkeys)/.test(call)
    const open = calls.filter(
      (call) => !known.includes(call) && !OPEN.test(call) && !isSignIn(call),
    )
    for (const call of open) {
      const [method = '', path = ''] = call.split(' ')
      const filled = path
        .replace('{type}', 'careers')
        .replace('{section}', 'names')
        .replace('{report}', 'worker-type')
        .replace(/\{[^}]+\}/g, 'holland_code')
      const verb = method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      const response = await client.send(verb, filled, verb === 'GET' ? undefined : { any: 1 })
      expect([call, response.status, response.body.code]).toEqual([call, 403, 'consent/guardian'])
    }
    // With bodies that they would take: address, plan, curriculum, consents, events.
    for (const [method, path, sent] of [
      ['POST', 'auth/address', { phone: '082 123 4567', password: PASSWORD }],
      ['PUT', 'users/consents', { terms: true, marketing: true, parent: true }],
      ['POST', 'plans/redeem', { code: 'TEST-COMMIT' }],
      ['PUT', 'users/names', { firstName: 'N', lastName: 'M', birthDate: ADULT }],
      ['PATCH', 'users/profile', { firstName: 'N', birthDate: ADULT }],
      ['PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' }],
      ['POST', 'assessments/holland_code/attempts', {}],
      [
        'POST',
        'events',
        {
          device: '0190a0b0-0000-7000-8000-00000000abcd',
          events: [
            {
              id: '0190a0b0-0000-7000-8000-00000000abce',
              name: 'pageView',
              at: '2026-11-21T08:00:00Z',
              props: { pageName: 'cv' },
            },
          ],
        },
      ],
    ] as const)
      expect([path, (await client.send(method, path, sent)).body.code]).toEqual([
        path,
        'consent/guardian',
      ])
    // An error says nothing about who met it.
    const error = { name: 'Error', message: 'x', frame: '', page: 'cv', release: 'base-1' }
    expect((await client.post('errors', error)).status).toBe(204)
    expect((await client.put('users/birth-date/', { birthDate: ADULT })).body.code).toBe(
      'profile/locked',
    )
    expect(await rowsOf(email)).toEqual(before)
    expect(before).toMatchObject({
      guardian_requests: 1,
      interactions: 0,
      attempts: 0,
      redemptions: 0,
    })
  })

  it('signing up stores no consent, also where it accepts the terms', async () => {
    const other = await buildServer({ documents: [{ ...PARENTAL, defaultTermsConsent: true }] })
    const { client } = await signUp(other, null)
    const { body } = await client.get('auth/get-user')
    expect(body).toMatchObject({ consents: {}, app: { termsAgreement: false } })
    await other.close()
  })

  it('no role, plan or cohort is given to them by an owner', async () => {
    const owner = await withRole('owner')
    const { client, email } = await asked()
    const id = String((await client.get('auth/get-user')).body['_id'])
    for (const [method, path, body] of [
      ['PUT', `admin/users/${id}/role`, { role: 'viewer' }],
      ['PUT', `admin/users/${id}/plan`, { plan: 'power', reason: 'A prize' }],
      ['PUT', `admin/users/${id}/cohort`, { cohort: null }],
      ['POST', 'admin/users', { email, role: 'viewer' }],
    ] as const)
      expect([path, (await owner.send(method, path, body)).body.code]).toEqual([
        path,
        'consent/guardian',
      ])
    // The owner's own birth date isn't known either: a role is given by an owner.
    expect((await owner.get('admin/users')).status).toBe(200)
  })
})

describe('the birth date', () => {
  it('comes before anything else, and adults go on', async () => {
    const { client } = await signUp(server, null)
    expect((await saveNames(client)).body.code).toBe('consent/guardian')
    expect((await client.post('guardian/requests', { address: 'a@school.test' })).body.code).toBe(
      'guardian/not-needed',
    )
    await client.put('users/birth-date', { birthDate: ADULT })
    expect((await saveNames(client)).status).toBe(200)
    expect(await stateOf(client)).toBe('given')
  })

  it.each([
    ['an earlier day', '2008-11-21', 'profile/locked'],
    ['none', null, 'profile/invalid'],
    ['a day in the future', '2030-01-01', 'profile/invalid'],
    ['the same day', MINOR, undefined],
    ['a later day', '2011-01-01', undefined],
  ])('of a person under age may be changed to %s, or not', async (_what, birthDate, code) => {
    const { client } = await signUp()
    expect((await client.put('users/birth-date', { birthDate })).body.code).toBe(code)
  })

  it('stays locked once the guardian agreed, in every section that has it', async () => {
    const { client, token } = await asked()
    await answer(token, true)
    expect((await saveNames(client)).status).toBe(200)
    for (const [method, path, body] of [
      ['PUT', 'users/birth-date', { birthDate: ADULT }],
      ['PATCH', 'users/profile', { birthDate: ADULT }],
      ['PATCH', 'users/profile', { birthDate: null }],
    ] as const)
      expect((await client.send(method, path, body)).body.code).toMatch(
        /^profile\/(?:locked|invalid)$/,
      )
    expect((await client.get('auth/get-user')).body['profile']).toMatchObject({ birthDate: MINOR })
  })

  it('is corrected by an owner alone, with a reason, and its owner is told', async () => {
    const { client, email } = await signUp()
    const owner = await withRole('owner')
    const { body } = await owner.get(`admin/users?search=${email}`)
    const [{ id }] = body['items'] as [{ id: string }]
    const put = (who: Client, sent: object) => who.put(`admin/users/${id}/birth-date`, sent)
    const right = { birthDate: ADULT, reason: 'Showed us the identity card' }
    for (const [role, code] of [
      ['viewer', 'access/role'],
      ['publisher', 'access/role'],
    ] as const)
      expect((await put(await withRole(role), right)).body.code).toBe(code)
    expect((await put(client, right)).status).toBe(403)
    for (const birthDate of ['2010-13-01', '1899-01-01', '2099-01-01', 'x']) {
      const { status, body: refusal } = await put(owner, { ...right, birthDate })
      expect([status, refusal['fields']], birthDate).toMatchObject([
        422,
        [{ pointer: '/birthDate', key: 'console.people.birthDateWrong' }],
      ])
    }
    expect((await put(owner, { ...right, reason: '   ' })).status).toBe(422)
    expect((await saveNames(client)).body.code).toBe('consent/guardian')
    expect((await put(owner, right)).status).toBe(204)
    expect(await stateOf(client)).toBe('given')
    expect((await saveNames(client)).status).toBe(200)
    expect(await messagesTo(client, email)).toContain('Your birth date at Tsela was corrected')
    const log = await owner.get('admin/audit')
    expect(log.text).toContain('birthdate.correct')
    expect(log.text).toContain('identity card')
    expect(log.text).not.toContain(ADULT)
    // A child who had made themselves older waits for a guardian from now on.
    expect((await put(owner, { ...right, birthDate: MINOR })).status).toBe(204)
    expect((await saveNames(client)).body.code).toBe('consent/guardian')
  })

  it('isn’t locked where no guardian is asked', async () => {
    const other = await buildServer()
    const { client } = await signUp(other)
    expect((await client.put('users/birth-date', { birthDate: ADULT })).status).toBe(200)
    expect((await client.post('guardian/requests', { address: 'a@b.test' })).body.code).toBe(
      'guardian/not-needed',
    )
    await other.close()
  })
})

describe('asking', () => {
  it('tells the guardian who asks without a name, and keeps the address sealed and masked', async () => {
    const { client, email, guardian, token } = await asked()
    const { body } = await client.get(`demo/outbox?to=${guardian}`)
    const [message] = body['items'] as { subject: string; text: string }[]
    expect(message!.subject).toBe('A young person asks for your consent')
    expect(message!.text).not.toContain(email)
    expect(message!.text).toContain('ch•••@school.test')
    expect((await client.get('auth/get-user')).body['app']).toMatchObject({
      guardianEmail: 'mo•••@school.test',
      legalAge: 18,
    })
    const link = (await server.client().get(`guardian/requests/${token}`)).body
    expect(link).toMatchObject({
      state: 'open',
      account: 'ch•••@school.test',
      legalAge: 18,
      version: 1,
    })
    expect(JSON.stringify(link)).not.toContain(MINOR)
    const stored = await rowsOf(email)
    expect(JSON.stringify(stored)).not.toContain(guardian)
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('refuses what is no address, and one’s own', async () => {
    const { client, email } = await signUp()
    for (const [address, key] of [
      ['', 'form.emailOrMobile'],
      ['nobody', 'form.emailOrMobile'],
      [email.toUpperCase(), 'form.ownAddress'],
      ['0111', 'form.emailOrMobile'],
    ])
      expect((await client.post('guardian/requests', { address })).body).toMatchObject({
        code: 'request/invalid',
        fields: [{ pointer: '/address', key }],
      })
    expect((await client.post('guardian/requests', {})).status).toBe(422)
  })

  it('sends a text message to a mobile number', async () => {
    const { client } = await signUp()
    expect(
      (await client.post('guardian/requests', { address: '082 123 4567' })).body,
    ).toMatchObject({
      state: 'waiting',
      to: '+27 ••• 567',
    })
    expect(await linkFor(client, '+27821234567')).toMatch(/^[\w-]{20,}$/)
  })

  it('sends again and elsewhere within limits, and only the last link works', async () => {
    const { client, guardian, token } = await asked()
    const soon = await client.post('guardian/requests', {})
    expect([soon.status, soon.body.code]).toEqual([429, 'request/rate-limited'])
    server.wait(61)
    expect((await client.post('guardian/requests', {})).status).toBe(201)
    const second = await linkFor(client, guardian)
    expect((await answer(token, true)).body.code).toBe('guardian/link-ended')
    server.wait(61)
    expect((await client.post('guardian/requests', { address: 'aunt@school.test' })).status).toBe(
      201,
    )
    expect((await answer(second, true)).body.code).toBe('guardian/link-ended')
    expect((await server.client().get(`guardian/requests/${second}`)).body).toMatchObject({
      state: 'ended',
      account: null,
    })
    expect((await answer(await linkFor(client, 'aunt@school.test'), true)).body['state']).toBe(
      'agreed',
    )
    // Five an hour.
    const { client: eager } = await signUp()
    const codes: (number | undefined)[] = []
    for (let n = 0; n < 6; n++) {
      codes.push((await eager.post('guardian/requests', { address: `g${n}@x.test` })).status)
      server.wait(61)
    }
    expect(codes).toEqual([201, 201, 201, 201, 201, 429])
  })
})

describe('answering', () => {
  it('lets the learner go on, with evidence of the words and the time', async () => {
    const { client, email, token } = await asked()
    const now = server.context.now().toISOString()
    expect((await answer(token, true)).body).toMatchObject({ state: 'agreed', answered: 1 })
    expect((await saveNames(client)).status).toBe(200)
    expect((await client.get('auth/get-user')).body['consents']).toMatchObject({
      parent: { granted: true, version: 1, updatedAt: now },
    })
    expect(await messagesTo(client, email)).toContain('Your guardian agreed')
    const { body } = await client.get('users/me/export')
    const [request] = body['guardianRequests'] as { answeredAt: string }[]
    expect(new Date(request!.answeredAt).toISOString()).toBe(now)
    expect(body['guardianRequests']).toMatchObject([
      { state: 'agreed', version: 1, channel: 'email' },
    ])
    expect(JSON.stringify(body['guardianRequests'])).not.toContain('tokenHash')
    // The same answer again changes nothing; another one is too late.
    expect((await answer(token, true)).status).toBe(200)
    expect((await answer(token, false)).body.code).toBe('guardian/link-ended')
    expect((await client.put('users/consents', { parent: false })).body.code).toBe(
      'consent/guardian',
    )
  })

  it('a refusal stands, keeps no address of the guardian, and another one may be asked', async () => {
    const { client, email, token } = await asked()
    expect((await answer(token, false)).body['state']).toBe('refused')
    expect(await stateOf(client)).toBe('refused')
    expect((await client.get('auth/get-user')).body['app']).toMatchObject({ guardianEmail: null })
    expect(await messagesTo(client, email)).toContain('Your guardian said no')
    expect((await answer(token, true)).body.code).toBe('guardian/link-ended')
    expect((await saveNames(client)).body.code).toBe('consent/guardian')
    server.wait(61)
    await client.post('guardian/requests', { address: 'father@school.test' })
    await answer(await linkFor(client, 'father@school.test'), true)
    expect((await saveNames(client)).status).toBe(200)
  })

  it('counts for the words that were read', async () => {
    const list = catalog.get('consent-list', 'main')!
    const items = list.items.map((item) => (item.id === 'parent' ? { ...item, version: 2 } : item))
    const other = await buildServer({ documents: [PARENTAL, { ...list, items }] })
    const { client, token } = await asked(other)
    expect((await answer(token, true, 1, other)).body.code).toBe('consent/changed')
    expect((await saveNames(client)).body.code).toBe('consent/guardian')
    expect((await answer(token, true, 2, other)).status).toBe(200)
    await other.close()
  })

  it('a link expires after two weeks', async () => {
    const { client, email, token } = await asked()
    server.wait(14 * DAY + 1)
    expect((await answer(token, true)).body.code).toBe('guardian/link-ended')
    await client.post('auth/login', { email, password: PASSWORD })
    expect(await stateOf(client)).toBe('expired')
  })

  it('a consent can be taken back with the same link: nothing more is stored, both are told', async () => {
    const { client, email, guardian, token } = await asked()
    await answer(token, true)
    await saveNames(client)
    expect((await withdraw(token)).body['state']).toBe('withdrawn')
    expect((await saveNames(client)).body.code).toBe('consent/guardian')
    expect(await stateOf(client)).toBe('withdrawn')
    expect(await messagesTo(client, email)).toContain('Your guardian took their consent back')
    expect(await messagesTo(client, guardian)).toContain('You took your consent back')
    // What was stored stays the learner's.
    expect((await client.get('users/me/export')).text).toContain('Naledi')
    expect((await withdraw(token, true)).body['erased']).toBe(true)
    expect((await client.get('auth/get-user')).status).toBe(204)
    expect(await messagesTo(client, email)).toEqual(['Your account was deleted'])
    expect((await server.client().get(`guardian/requests/${token}`)).status).toBe(404)
  })

  it('what is under way when a consent is taken back isn’t stored any more', async () => {
    const { client, email } = await signUp()
    await client.post('auth/verify', { code: await codeFor(client, email) })
    const guardian = `mother-of-${email}`
    await client.post('guardian/requests', { address: guardian })
    await answer(await linkFor(client, guardian), true)
    await client.put('users/consents', { terms: true, marketing: false, researchContact: false })
    const begun = await client.post('assessments/holland_code/attempts', {})
    expect(begun.status).toBe(201)
    const attempt = begun.body['id'] as string
    const [item = ''] = begun.body['items'] as string[]
    const answers = [{ item, value: 3, ms: 900, at: '2026-11-21T08:00:00.000Z' }]
    const save = () => client.put(`attempts/${attempt}/answers`, { answers })
    const before = await rowsOf(email)
    const { context, tenant } = server
    const sent: Promise<{ status: number; body: { code?: unknown } }>[] = []
    // They wait for the row that the withdrawal holds, and were allowed before it is done.
    await context.database.owner(tenant.id, async (tx) => {
      const run = (text: string) => tx.run({ compile: () => sql.raw(text).compile(sqlBuilder) })
      await run(`SELECT FROM users WHERE email = '${email}' FOR UPDATE`)
      sent.push(saveNames(client), save(), client.post('plans/redeem', { code: 'TEST-PLUS' }))
      if (context.database.kind === 'postgres') await wait(1500)
      await run(`UPDATE users SET consents = jsonb_set(consents, '{parent,granted}', 'false')
        WHERE email = '${email}'`)
    })
    const responses = await Promise.all(sent)
    expect(responses.map(({ body }) => body.code)).toEqual(Array(3).fill('consent/guardian'))
    const after = await rowsOf(email)
    const row = (rows: typeof before) => (rows['row'] as { profile: object }).profile
    expect({ ...after, row: row(after) }).toEqual({ ...before, row: row(before) })
  })

  it('an old link erases nothing once another guardian has agreed', async () => {
    const { client, token } = await asked()
    await answer(token, true)
    await withdraw(token)
    server.wait(61)
    await client.post('guardian/requests', { address: 'granny@school.test' })
    await answer(await linkFor(client, 'granny@school.test'), true)
    expect((await withdraw(token, true)).body.code).toBe('guardian/link-ended')
    expect((await saveNames(client)).status).toBe(200)
  })

  it('nothing is taken back from an unanswered or refused request', async () => {
    const { token } = await asked()
    expect((await withdraw(token)).body.code).toBe('guardian/link-ended')
    await answer(token, false)
    expect((await withdraw(token, true)).body.code).toBe('guardian/link-ended')
  })

  it('agreeing and taking back at once leaves one of both, never half', async () => {
    for (let round = 0; round < 6; round++) {
      const { client, token } = await asked()
      await Promise.all([answer(token, true), withdraw(token), answer(token, true)])
      const state = (await server.client().get(`guardian/requests/${token}`)).body['state']
      expect(['agreed', 'withdrawn']).toContain(state)
      expect((await saveNames(client)).status).toBe(state === 'agreed' ? 200 : 403)
    }
  })

  it('of two opposite answers at once, one counts', async () => {
    const { client, token } = await asked()
    const both = await Promise.all([answer(token, true), answer(token, false)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    const agreed = both[0].status === 200
    expect((await saveNames(client)).status).toBe(agreed ? 200 : 403)
  })
})

describe('strangers', () => {
  it('can’t use the link of another tenant, guess one, or try for long', async () => {
    const { token } = await asked()
    const other = await server.another()
    expect((await other.client().get(`guardian/requests/${token}`)).status).toBe(404)
    expect(
      (await other.client().post(`guardian/requests/${token}/answer`, { agrees: true, version: 1 }))
        .status,
    ).toBe(404)
    expect((await answer('a'.repeat(43), true)).status).toBe(404)
    const codes = new Set<number>()
    for (let n = 0; n < 125; n++)
      codes.add((await other.client().get(`guardian/requests/no${n}`)).status)
    expect([...codes]).toEqual([404, 429])
    // A guardian in the same network isn't kept out by that.
    expect((await server.client().get(`guardian/requests/${token}`)).status).toBe(200)
  })
})

it('no order of events gives access without a standing consent, before the birthday', async () => {
  const steps = fc.array(
    fc.constantFrom('ask', 'askOther', 'agree', 'refuse', 'withdraw', 'old', 'expire', 'birthday'),
    { minLength: 3, maxLength: 9 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (events) => {
      const inThreeMonths = new Date(server.context.now().getTime() + 90 * DAY * 1000)
      const birthDate = `${inThreeMonths.getUTCFullYear() - 18}${inThreeMonths.toISOString().slice(4, 10)}`
      const { client, email } = await signUp(server, birthDate)
      let given = false
      let grown = false
      const wrong: string[] = []
      const links: { token: string; state: 'open' | 'ended' | 'agreed' }[] = []
      for (const event of events) {
        const last = links.at(-1)
        if (event === 'ask' || event === 'askOther') {
          server.wait(4000)
          const address = `${event}-${email}`
          const { status } = await client.post('guardian/requests', { address })
          if ((status === 201) === (given || grown)) wrong.push(`${event}: ${status}`)
          if (status === 201) {
            links.forEach((link) => link.state === 'open' && (link.state = 'ended'))
            links.push({ token: await linkFor(client, address), state: 'open' })
          }
        } else if (event === 'expire' || event === 'birthday') {
          server.wait((event === 'expire' ? 15 : 91) * DAY)
          grown ||= event === 'birthday'
          links.forEach((link) => link.state === 'open' && (link.state = 'ended'))
          await client.post('auth/login', { email, password: PASSWORD })
          grown ||= server.context.now() >= inThreeMonths
        } else {
          const link = event === 'old' ? links[0] : last
          if (link === undefined) continue
          const response =
            event === 'withdraw'
              ? await withdraw(link.token)
              : await answer(link.token, event !== 'refuse')
          if (!grown && link.state === 'open' && event !== 'withdraw') {
            if (response.status !== 200) wrong.push(`${event}: ${response.status}`)
            given = event !== 'refuse'
            link.state = given ? 'agreed' : 'ended'
          } else if (!grown && link.state === 'agreed' && event === 'withdraw') {
            given = false
            link.state = 'ended'
          }
        }
        const { status } = await saveNames(client)
        expect([events.join(), event, status, wrong]).toEqual([
          events.join(),
          event,
          given || grown ? 200 : 403,
          [],
        ])
      }
    }),
    { numRuns: 12, seed: 20_261_123 },
  )
})

it('of age by the law of their country, which is not everywhere the same', async () => {
  const other = await buildServer({
    documents: [{ ...PARENTAL, legalAges: { ZA: 16 } }],
  })
  const { client } = await signUp(other, '2010-11-21')
  expect((await saveNames(client)).status).toBe(200)
  const { client: younger } = await signUp(other, '2010-11-22')
  expect((await saveNames(younger)).body.code).toBe('consent/guardian')
  other.wait(DAY)
  expect((await saveNames(younger)).status).toBe(200)
  await other.close()
})

it('of age by the law of their nationality, once they say it', async () => {
  const other = await buildServer({
    documents: [{ ...PARENTAL, legalAges: { KE: 21 } }],
  })
  const legalAge = async (client: Client) =>
    ((await client.get('auth/get-user')).body['app'] as { legalAge: number }).legalAge
  const { client } = await signUp(other, '2006-05-06')
  expect([await legalAge(client), (await saveNames(client)).status]).toEqual([18, 200])
  expect((await client.patch('users/profile', { nationality: 'KE' })).status).toBe(200)
  expect([await legalAge(client), (await saveNames(client)).body.code]).toEqual([
    21,
    'consent/guardian',
  ])
  const { client: older } = await signUp(other, '2005-05-06')
  await older.patch('users/profile', { nationality: 'KE' })
  expect((await saveNames(older)).status).toBe(200)
  await other.close()
})

it('confirming the address is possible before, and the code is for nothing else', async () => {
  const { client, email } = await signUp()
  expect((await client.post('auth/verify', { code: await codeFor(client, email) })).status).toBe(
    200,
  )
})
