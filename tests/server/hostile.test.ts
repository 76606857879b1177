/**
 * Whatever is sent, there is no internal error, every refusal has a known code, and no log contains
 * personal data (risks B1, P1).
 */

import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ImportReportSchema } from '#engine/contract/adminshapes.ts'
import { CODES, Refusal, type Code } from '#engine/contract/problems.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { PNG } from '#tests/support/images.ts'
import { listenTo } from '#tests/support/logged.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const CANARY = 'kanarie.vogel'
/** A quarter on the embedded database, which differs only below the queries. */
const REQUESTS = process.env['TEST_DATABASE'] === 'postgres' ? 2000 : 500
const SEED = 20_261_121

let server: TestServer
let people: Record<'nobody' | 'new' | 'full' | 'owner', Client>
/** How each of them signs in; `no one` doesn't. */
const keys = new Map<keyof typeof people, { email: string; password: string }>()
const log: string[] = []
beforeAll(async () => {
  server = await buildServer({
    environment: { logLevel: 'trace', accessLog: true },
    mailer: {
      send: ({ to }) => Promise.reject(new Error(`550 5.1.1 <${to}>: Recipient address rejected`)),
      close: () => undefined,
    },
  })
  listenTo(server.app.log, log)
  const { client: full, ...fullKeys } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
  const { client: fresh, ...freshKeys } = await signUp(server, {
    verified: false,
    consented: false,
    plan: null,
    profile: false,
  })
  const nobody = server.client()
  await nobody.get('auth/ping')
  const { client: owner, email, password } = await signUp(server)
  await server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE users SET role = 'owner' WHERE tenant_id = ${server.tenant.id} AND email = ${email}`.compile(
          sqlBuilder,
        ),
    }),
  )
  await owner.post('auth/login', { email, password })
  people = { nobody, new: fresh, full, owner }
  for (const [who, { email: address, password: word }] of [
    ['new', freshKeys],
    ['full', fullKeys],
    ['owner', { email, password }],
  ] as const)
    keys.set(who, { email: address, password: word })
})
afterAll(() => server.close())

type HttpResponse = { statusCode: number; body: string; headers: Record<string, unknown> }

function send(
  client: Client,
  options: { method: string; url: string; payload?: string; headers?: Record<string, string> },
): Promise<HttpResponse> {
  const csrf = client.cookies.get('csrf-token')
  return server.app.inject({
    method: options.method,
    url: options.url,
    ...(options.payload !== undefined && { payload: options.payload }),
    headers: {
      host: server.host,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(csrf !== undefined && { 'x-csrf-token': csrf }),
      ...options.headers,
    },
  })
}

const MEMBERS = new Set([
  'code',
  'message',
  'fields',
  'feature',
  'upgrade',
  'missing',
  'ids',
  'problems',
  'theirs',
  'etag',
  'next',
])

/** No internal error, and refusals in the standard format. */
/** What is told of an import that was refused. */
const OF_IMPORTS: ReadonlySet<string> = new Set(Object.keys(ImportReportSchema.properties))

function judge({ statusCode, body, headers }: HttpResponse, shown: string): void {
  if (statusCode < 400) return
  // A response to HEAD has no body to check.
  const isHead = shown.includes('"method":"HEAD"')
  expect(!isHead || statusCode === 501 || statusCode < 500, shown).toBe(true)
  if (isHead) return
  expect(String(headers['content-type']), shown).toMatch(/^application\/json/)
  const answer = JSON.parse(body) as {
    code: Code
    message: string
    fields?: { pointer: string; key: string; message: string }[]
  }
  expect(Object.keys(CODES), `${shown} -> ${body}`).toContain(answer.code)
  expect(CODES[answer.code], `${shown} -> ${body}`).toBe(statusCode)
  expect(
    statusCode >= 500 && answer.code !== 'feature/being-built',
    `${shown} -> ${statusCode} ${log.at(-1)?.slice(0, 2000)}`,
  ).toBe(false)
  expect(
    Object.keys(answer).filter(
      (member) =>
        !MEMBERS.has(member) && !(answer.code === 'content/problems' && OF_IMPORTS.has(member)),
    ),
    shown,
  ).toEqual([])
  expect(answer.message, shown).toMatch(/^[A-Z].*\.$/)
  for (const field of answer.fields ?? []) {
    expect(Object.keys(field).sort(), shown).toEqual(['key', 'message', 'pointer'])
    expect(field.pointer, shown).toMatch(/^(?:\/|$)/)
    expect(field.message, `${shown} ${field.key}`).not.toBe(field.key)
  }
  expect(body, shown).not.toMatch(/node_modules|\.ts:\d|at Object\.|SELECT |INSERT /)
}

// ---- every call, with a body that it would take -----------------------------------------------------------------------

const AT = '2026-11-21T08:00:00Z'
const ATTEMPT = '0190a0b0-0000-7000-8000-00000000abcd'
const GOOD: Readonly<Record<string, unknown>> = {
  'post admin/experiments': { document: { kind: 'experiment', id: CANARY } },
  'put admin/keys/{service}': { secret: `sk_test_${CANARY}` },
  'post auth/signup': { email: `${CANARY}@school.test`, password: 'Thaba2024' },
  'post auth/login': { email: `${CANARY}@school.test`, password: 'Thaba2024' },
  'post auth/verify': { code: '123456' },
  'post auth/recover': { email: `${CANARY}@school.test` },
  'post auth/recover/confirm': { token: 'abcdef', password: 'Maluti2025' },
  'post auth/password': { current: 'wrong', next: 'Maluti2025' },
  'post auth/address': { email: `${CANARY}2@school.test`, password: 'wrong' },
  'post auth/second-factor': { password: 'wrong' },
  'post auth/second-factor/confirm': { code: '123456' },
  'post auth/second-factor/check': { code: '123456' },
  'post auth/second-factor/recovery': { recoveryCode: 'abcd-efgh-jkmn' },
  'delete auth/second-factor': { password: 'wrong' },
  'post auth/passkeys/options': { password: 'wrong' },
  'post auth/passkeys': {
    name: CANARY,
    credential: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'oA' },
    },
  },
  'post auth/passkeys/login/options': {},
  'post auth/passkeys/login': {
    credential: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: {
        clientDataJSON: 'e30',
        authenticatorData: 'AA',
        signature: 'AA',
        userHandle: 'AA',
      },
    },
  },
  'put users/consents': { terms: true, marketing: false },
  'put users/birth-date': { birthDate: '2010-05-19' },
  'post guardian/requests': { address: `${CANARY}4@school.test` },
  'post guardian/requests/{token}/answer': { agrees: true, version: 1 },
  'post guardian/requests/{token}/withdraw': { erase: false },
  'put users/school-curriculum': { schoolCurriculum: 'nsc' },
  'post users/interactions': { type: 'tour', step: 1 },
  'post users/cv/import': { resume: { basics: { name: CANARY }, work: [{ name: CANARY }] } },
  'post users/cv/shares': { days: 7, hide: [] },
  'put users/cv/order': { order: ['about'] },
  'post users/cv/hide-section': { section: 'about', hide: false },
  'put users/{section}': { firstName: 'Naledi', lastName: 'Mokoena', nickname: CANARY },
  'post users/{section}': { jobTitle: CANARY, startDate: '2024-03', current: true },
  'put users/order/{section}': { order: [ATTEMPT] },
  'patch users/{section}': {
    birthDate: '2007-05-19',
    languages: ['en'],
    email: `${CANARY}@school.test`,
    firstName: 'Naledi',
  },
  'post plans/redeem': { code: 'TEST-LITE' },
  'post plans/checkout': { plan: 'power', country: 'ZA', coupon: null },
  'post plans/requests': { plan: 'powerPlus', country: 'ZA' },
  'post demo/payments/{id}': { outcome: 'declined' },
  'post assessments/{id}/score': { answers: { R_1: 3 } },
  'post errors': { name: 'Error', message: CANARY, frame: '', page: 'cv', release: 'base-1' },
  'post events': {
    device: ATTEMPT,
    events: [{ id: ATTEMPT, name: 'pageView', at: AT, props: { pageName: 'cv', ms: 5 } }],
  },
  'put admin/drafts/{kind}/{id}': {
    document: { kind: 'menu', id: 'main', v: 1, title: 'x', source: 'assumption: x', items: [] },
  },
  'post admin/users': { email: `${CANARY}3@school.test`, role: 'viewer' },
  'post admin/users/{id}/invitation/withdraw': { reason: 'Has left' },
  'put admin/users/{id}/role': { role: 'viewer' },
  'delete admin/users/{id}/second-factor': { reason: 'Lost phone' },
  'put admin/users/{id}/birth-date': { birthDate: '2008-01-02', reason: 'Mistyped' },
  'put admin/users/{id}/plan': { plan: 'power', reason: 'A prize' },
  'post admin/cohorts': {
    emails: ['nobody@school.test'],
    cohort: { institution: 'Karoo College', name: '2026 A', assessments: ['holland_code'] },
    reason: 'A study',
  },
  'post admin/coupons': { code: 'HALF', percent: 50, plans: ['power'] },
  'post admin/tenants': { slug: CANARY, hosts: ['a.test'], owner: 'head@school.test' },
  'patch admin/tenants/{tenant}': { hosts: ['b.test'], limits: { people: 7 } },
  'post admin/tenants/{tenant}/verify': { host: 'b.test', vouch: true },
  'post admin/bundle': { tsela: 'bundle', v: 1 },
  'post admin/vouchers': { plan: 'power', count: 2, uses: 1, expires: '2027-01-01T00:00:00Z' },
  'post admin/images': { data: PNG.toString('base64'), name: 'a.png', words: { en: 'A field' } },
  'patch admin/pictures/{id}': { name: 'a.png', words: { en: 'A field' } },
  'post admin/releases': { message: 'x' },
  'post admin/approvals': { message: 'x' },
  'post admin/scheduled': { message: 'x', at: '2026-12-01T06:00:00Z' },
  'post admin/releases/{id}/rollback': { message: 'x' },
  'post admin/upgrade': { choices: { 'menu/main#/title': 'mine' } },
  'post admin/previews': {
    persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
    path: '/profile/home',
  },
  'post admin/rules/try': {
    rules: [{ var: 'session.signedIn' }],
    personas: [{ plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' }],
    place: { document: 'profile-section/names', at: '/fields/lastName/when' },
    supposed: { date: '2026-12-01', values: { 'value.firstName': 'Naledi' } },
  },
  'post admin/explain': {
    path: '/cv',
    persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
    drafts: true,
  },
  'put attempts/{attempt}/answers': {
    answers: [{ id: ATTEMPT, item: 'R_1', value: 3, ms: 1000, at: AT, seq: 1 }],
  },
}
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  section: ['names', 'profile', 'about', 'lessons', 'experiences', 'no-such'],
  file: ['0123456789.json', 'x'],
  provider: ['azure-ad', 'demo', 'stripe'],
  service: ['paystack', 'no-such'],
  token: ['abcdefghijklmnopqrstuvwxyz', 'x'],
  code: ['NO-SUCH-CODE', 'x'],
  slug: ['account-help'],
  tenant: ['no-such', 'x'],
  id: ['holland_code', '11-1011.00', 'no-such', '0123456789abcdef0123'],
  type: ['careers'],
  list: ['lessonsDone', 'no-such'],
  member: ['lesson', '__proto__'],
  attempt: [ATTEMPT],
  report: ['worker-type', 'personality-guide'],
  kind: ['menu', 'no-such'],
  recipe: ['page', 'no-such'],
}
const QUERY = [
  'lang',
  'format',
  'layout',
  'search',
  'workerType',
  'direction',
  'jobZone',
  'page',
  'country',
  'to',
  'code',
  'state',
]

type Target = { method: string; path: string }
/** Every call except the one that erases its caller. */
async function targets(): Promise<Target[]> {
  const { body } = await server.client().get('docs')
  return Object.entries(body['paths'] as Record<string, object>)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method, path: path.replace('/api/', '') })),
    )
    .filter(({ method, path }) => method !== 'delete' || path !== 'users/me')
}

// ---- what people send who mean no good ----------------------------------------------------------------------------------

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfffy',
    '\uffff',
    '‮evil',
    '%00',
    '../../etc/passwd',
    "' OR '1'='1",
    '{{7*7}}',
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(3000),
    `${CANARY}@school.test`,
    '9'.repeat(400),
    '-0',
    'NaN',
    '1e999',
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
  ),
)
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      1.5,
      2 ** 53,
      1e308,
      -1e308,
      5e-324,
      [],
      {},
      [[]],
      [null],
      { a: { b: { c: [] } } },
      { toString: null, valueOf: 1 },
      { length: 1e9 },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)
const key = fc.oneof(
  fc.constantFrom(
    'email',
    'password',
    'code',
    'answers',
    'item',
    'value',
    'at',
    'id',
    'seq',
    'firstName',
    'terms',
    'section',
    'hide',
    'role',
    'accountType',
    'tenant_id',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    '\u0000',
    '\ud800',
  ),
  text,
)

type Change = { at: number; how: 'set' | 'drop' | 'add' | 'wrap'; key: string; value: unknown }
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom('set', 'set', 'drop', 'add', 'wrap'),
  key,
  value,
})

/** JSON text with a member of that name, even if an object literal couldn't have it. */
const written = (of: unknown): string => {
  if (Array.isArray(of)) return `[${of.map(written).join(',')}]`
  if (of instanceof Map)
    return `{${[...of].map(([name, item]) => `${JSON.stringify(name)}:${written(item)}`).join(',')}}`
  return JSON.stringify(of) ?? 'null'
}

/** Something close to what the call accepts: one place changed. */
function near(good: unknown, { at, how, key: name, value: other }: Change): string {
  const places: (() => void)[] = []
  const open = (of: unknown): unknown => {
    if (Array.isArray(of)) {
      const list: unknown[] = []
      of.forEach((item, index) => {
        list.push(open(item))
        places.push(
          () =>
            void (how === 'drop'
              ? list.splice(index, 1)
              : how === 'add'
                ? list.push(other)
                : (list[index] = how === 'wrap' ? [list[index]] : other)),
        )
      })
      return list
    }
    if (typeof of !== 'object' || of === null) return of
    const members = new Map<string, unknown>()
    for (const [member, item] of Object.entries(of)) {
      members.set(member, open(item))
      places.push(
        () =>
          void (how === 'drop'
            ? members.delete(member)
            : how === 'add'
              ? members.set(name, other)
              : members.set(member, how === 'wrap' ? { [member]: item } : other)),
      )
    }
    return members
  }
  const changed = open(good)
  if (places.length > 0) places[at % places.length]!()
  return written(changed)
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'APPLICATION/JSON',
  'application/json\t',
  '\tapplication/json',
  'application/json ; x',
  'application/json;',
  'application/jsonp',
  'application/json, text/plain',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/csp-report',
  'application/reports+json',
  '',
  ';',
  '/',
  'application/',
  'application/json\u00a0',
  'application/vnd.api+json',
]

type Attack = {
  who: 'nobody' | 'new' | 'full' | 'owner'
  target: number
  body:
    | { kind: 'good' }
    | { kind: 'near'; change: Change }
    | { kind: 'json'; value: unknown }
    | { kind: 'raw'; text: string }
    | { kind: 'cut'; at: number }
    | { kind: 'none' }
  type: string | null
  parameter: string | null
  query: [string, string][]
  method: string | null
  headers: Record<string, string>
}
/** Unchanged most of the time. */
function mostly<T>(times: number, of: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: of })
}

const attacks: fc.Arbitrary<Attack> = fc.record({
  who: fc.constantFrom('nobody', 'new', 'full', 'full', 'full', 'owner', 'owner'),
  target: fc.nat(1000),
  body: fc.oneof(
    { weight: 1, arbitrary: fc.constant({ kind: 'good' } as const) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('near' as const), change }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('json' as const),
        value: fc.jsonValue({ maxDepth: 5 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('raw' as const), text }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'none' } as const) },
  ),
  type: mostly(7, fc.constantFrom(...TYPES)),
  parameter: mostly(
    2,
    fc.oneof(
      text.map((each) => encodeURIComponent(/\p{Surrogate}/u.test(each) ? 'x' : each)),
      fc.constantFrom(
        '%',
        '%E0%A4%A',
        '%00',
        '%2e%2e',
        '..',
        '.',
        '%2f',
        '%c0%af',
        '*',
        ':id',
        '%ff',
        'x'.repeat(250),
      ),
    ),
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(...QUERY),
      text.map((each) => encodeURIComponent(/\p{Surrogate}/u.test(each) ? '\u0000' : each)),
    ),
    { maxLength: 3 },
  ),
  method: mostly(9, fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')),
  headers: fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'accept-language': '*;q=,,' },
        { 'accept-language': 'af,'.repeat(2000) },
        { 'accept-encoding': 'br;q=0, gzip;q=0, *' },
        { 'if-none-match': '*' },
        { 'x-tenant': "'" },
        { 'x-csrf-token': '\u00ff' },
        { origin: '::' },
        { 'content-length': '3' },
        { 'transfer-encoding': 'chunked' },
        { cookie: 'sid=%; csrf-token=%00; =; ;;' },
        { 'content-encoding': 'br' },
        { expect: '100-continue' },
        { 'x-forwarded-for': '::ffff:1.2.3.4, x' },
      ),
    },
  ),
})

async function run(
  attack: Attack,
  all: readonly Target[],
): Promise<{ answer: HttpResponse; shown: string }> {
  const target = all[attack.target % all.length]!
  const good = GOOD[`${target.method} ${target.path}`] ?? {}
  const path = target.path.replace(
    /\{([^}]+)\}/g,
    (_whole, name: string) =>
      attack.parameter ?? PARAMETERS[name]![attack.target % PARAMETERS[name]!.length]!,
  )
  const method = (attack.method ?? target.method).toUpperCase()
  const { body } = attack
  const payload =
    body.kind === 'good'
      ? written(good)
      : body.kind === 'near'
        ? near(good, body.change)
        : body.kind === 'json'
          ? JSON.stringify(body.value)
          : body.kind === 'raw'
            ? body.text
            : body.kind === 'cut'
              ? written(good).slice(0, body.at)
              : undefined
  const query = attack.query.map(([name, each]) => `${name}=${each}`).join('&')
  const url = `/api/${path}${query === '' ? '' : `?${query}`}`
  const type = attack.type ?? 'application/json'
  const headers = {
    ...(payload !== undefined && type !== '' && { 'content-type': type }),
    ...attack.headers,
  }
  const shown = JSON.stringify({ who: attack.who, method, url, payload, headers }).slice(0, 1500)
  return {
    answer: await send(people[attack.who], {
      method,
      url,
      headers,
      ...(payload !== undefined && { payload }),
    }),
    shown,
  }
}

/** A client that signed in as another user has lost its own session. */
async function signInAgain(who: keyof typeof people, { headers }: HttpResponse): Promise<void> {
  const own = keys.get(who)
  if (own === undefined || !String(headers['set-cookie'] ?? '').includes('sid=')) return
  people[who] = server.client()
  expect((await people[who].post('auth/login', own)).status).toBe(200)
}

describe('every call', () => {
  it(
    `handles ${REQUESTS} hostile requests without an internal error`,
    { timeout: 120_000 },
    async () => {
      // Logging out would leave the rest without a session.
      const all = (await targets()).filter(({ path }) => path !== 'auth/logout')
      expect(all.length).toBeGreaterThan(35)
      for (const { method, path } of all.filter(
        (each) => each.method !== 'get' && each.method !== 'head',
      ))
        expect(
          `${method} ${path}` in GOOD || /\{|csp-reports|resend|attempts|admin\/check/.test(path),
          `${method} ${path} is known here`,
        ).toBe(true)
      const reached = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(attacks, async (attack) => {
          // Time passes, so that slowed or limited calls are exercised too.
          server.wait(20)
          const { answer, shown } = await run(attack, all)
          reached.set(answer.statusCode, (reached.get(answer.statusCode) ?? 0) + 1)
          judge(answer, shown)
          await signInAgain(attack.who, answer)
        }),
        { numRuns: REQUESTS, seed: SEED, endOnFailure: true },
      )
      // They reached everything: some were served, and every kind of refusal occurred.
      expect([...reached.keys()].sort()).toEqual(
        expect.arrayContaining([200, 204, 400, 401, 403, 404, 415, 422]),
      )
      expect((reached.get(422) ?? 0) > REQUESTS / 20, JSON.stringify([...reached])).toBe(true)
      expect((await people.full.get('auth/get-user')).status).toBe(200)
    },
  )

  it('handles a body of any depth', { timeout: 60_000 }, async () => {
    let asked = 0
    for (const { method, path } of await targets()) {
      if (method === 'get' || method === 'head') continue
      const url = `/api/${path.replace(/\{([^}]+)\}/g, (_whole, name: string) => PARAMETERS[name]![0]!)}`
      for (const depth of [2000, 6000, 32_000]) {
        for (const [open, close] of [
          ['[', ']'],
          ['{"a":', '}'],
        ] as const) {
          const deep = `${open.repeat(Math.min(depth, Math.floor(60_000 / (open.length + 1))))}1${close.repeat(Math.min(depth, Math.floor(60_000 / (open.length + 1))))}`
          for (const payload of [
            deep,
            `{"answers":[{"id":"${ATTEMPT}","item":"R_1","value":${deep},"ms":1,"at":"${AT}"},{"id":"${ATTEMPT}","item":"R_1","value":${deep.replace('1', '2')},"ms":1,"at":"${AT}"}]}`,
            `{"firstName":${deep},"languages":[${deep}]}`,
          ]) {
            if (payload.length > 64 * 1024) continue
            asked++
            judge(
              await send(path.startsWith('admin/') ? people.owner : people.full, {
                method: method.toUpperCase(),
                url,
                payload,
                headers: { 'content-type': 'application/json' },
              }),
              `${method} ${url} depth ${depth} ${open}`,
            )
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(200)
  })

  it('stores no endlessly nested draft, and continues', { timeout: 60_000 }, async () => {
    const url = '/api/admin/drafts/menu/main'
    const etagNow = async () =>
      String((await people.owner.get('admin/documents/menu/main')).headers['etag'])
    for (const depth of [300, 6000, 200_000]) {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
        ['{"and":[', ']}'],
      ] as const) {
        const payload = `{"document":{"kind":"menu","id":"main","v":1,"items":${open.repeat(depth)}1${close.repeat(depth)}}}`
        const answer = await send(people.owner, {
          method: 'PUT',
          url,
          payload,
          headers: { 'content-type': 'application/json', 'if-match': await etagNow() },
        })
        judge(answer, `${open} ${depth}`)
        expect(answer.statusCode, `${open} ${depth}`).toBe(422)
        for (const path of ['documents', 'documents/menu/main', 'names', 'changes', 'upgrade'])
          judge(
            await send(people.owner, { method: 'GET', url: `/api/admin/${path}` }),
            `${path} with ${open} ${depth}`,
          )
        for (const path of ['check', 'releases', 'previews', 'explain']) {
          const sent = JSON.stringify(GOOD[`post admin/${path}`] ?? {})
          judge(
            await send(people.owner, {
              method: 'POST',
              url: `/api/admin/${path}`,
              payload: sent,
              headers: { 'content-type': 'application/json' },
            }),
            `${path} with ${open} ${depth}`,
          )
        }
      }
    }
    expect((await people.owner.get('admin/documents/menu/main')).body['draft']).toBeNull()
  })

  it.each<[string, string, unknown]>([
    ['POST', 'admin/releases/------------------------------------/rollback', {}],
    ['POST', 'admin/releases/------------------------------------/restore', {}],
    ['POST', 'admin/releases/0123456789abcdef0123456789abcdef0123/rollback', {}],
    ['POST', 'admin/explain', { path: '/cv', user: '01234567----------------------------' }],
    [
      'POST',
      'admin/vouchers',
      { plan: 'power', count: 1, uses: 1, expires: '2016-12-31T23:59:60Z' },
    ],
    [
      'POST',
      'admin/vouchers',
      { plan: 'power', count: 1, uses: 1, expires: '0000-01-01T00:00:00Z' },
    ],
    [
      'PUT',
      `attempts/urn:uuid:${ATTEMPT}/answers`,
      { answers: [{ item: 'R_1', value: 3, ms: 1000, at: AT }] },
    ],
    [
      'PUT',
      `attempts/${ATTEMPT}/answers`,
      { answers: [{ id: `urn:uuid:${ATTEMPT}`, item: 'R_1', value: 3, ms: 1000, at: AT }] },
    ],
    ['POST', `attempts/urn:uuid:${ATTEMPT}/complete`, {}],
    ['POST', `attempts/{${ATTEMPT}}/complete`, {}],
    ['PUT', `admin/users/urn:uuid:${ATTEMPT}/role`, { role: 'viewer' }],
    [
      'POST',
      'events',
      {
        device: `urn:uuid:${ATTEMPT}`,
        events: [{ id: `urn:uuid:${ATTEMPT}`, name: 'pageView', at: AT, props: {} }],
      },
    ],
    ['GET', 'admin/users?search=%5C', undefined],
    ['GET', 'admin/users?search=%25', undefined],
    ['GET', 'admin/users?page=100000', undefined],
    ['GET', 'admin/audit?page=100000', undefined],
    ['GET', 'admin/releases?page=100000', undefined],
    [
      'POST',
      'events',
      {
        device: ATTEMPT,
        events: [{ id: ATTEMPT, name: 'pageView', at: '2016-12-31T23:59:60Z', props: {} }],
      },
    ],
    [
      'POST',
      'events',
      {
        device: ATTEMPT,
        events: [{ id: ATTEMPT, name: 'pageView', at: '1000-01-01T00:00:00Z', props: {} }],
      },
    ],
  ])(
    'isn’t fooled by what only looks like an id or a time: %s %s %o',
    async (method, path, body) => {
      const answer = await send(people.owner, {
        method,
        url: `/api/${path}`,
        ...(body !== undefined && {
          payload: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      })
      judge(answer, `${method} ${path}`)
      expect(answer.statusCode).toBeLessThan(500)
    },
  )

  it('refuses a body of more than 64 kB, whatever it is; documents, pictures and CVs have higher limits', async () => {
    const most: Readonly<Record<string, number>> = {
      'put admin/drafts/{kind}/{id}': 2 * 1024 * 1024,
      'post admin/images': 1_200_000,
      'post admin/recipes/{recipe}': 512 * 1024,
      'post admin/recipes/{recipe}/check': 512 * 1024,
      'post users/cv/import': 256 * 1024,
    }
    for (const { method, path } of await targets()) {
      if (method === 'get' || method === 'head') continue
      // Whoever isn't an operator is refused before the body is read.
      if (path === 'admin/bundle') continue
      // A file of records, up to 50 MB (import.test.ts).
      if (path === 'admin/content/{type}/import') continue
      const url = `/api/${path.replace(/\{([^}]+)\}/g, (_whole, name: string) => PARAMETERS[name]![0]!)}`
      const answer = await send(people.owner, {
        method: method.toUpperCase(),
        url,
        payload: `{"a":"${'x'.repeat(most[`${method} ${path}`] ?? 64 * 1024)}"}`,
        headers: { 'content-type': 'application/json' },
      })
      expect([method, url, answer.statusCode]).toEqual([method, url, 413])
      judge(answer, url)
    }
  })
})

describe('a call that does not exist', () => {
  let pages: TestServer
  const folder = mkdtempSync(join(tmpdir(), 'tsela-hostile-'))
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<html><body>a page</body></html>')
    pages = await buildServer({ clientDir: folder })
  })
  afterAll(async () => {
    await pages.close()
    rmSync(folder, { recursive: true })
  })

  it.each(['/api', '/api/', '/api?x=1', '/api/nope', '/api/careers/a/b', '/api/auth/nope'])(
    'isn’t a page, although pages are served too: %s',
    async (url) => {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
        const response = await pages.app.inject({ method, url, headers: { host: pages.host } })
        judge(response, `"method":"${method}" ${url}`)
        expect([method, url, response.statusCode]).toEqual([method, url, 404])
      }
    },
  )

  it.each(['/', '/apis', '/no/such/page', '/api-of-ours'])(
    'isn’t mistaken for a page: %s',
    async (url) => {
      const response = await pages.app.inject({ method: 'GET', url, headers: { host: pages.host } })
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      expect(response.headers).toMatchObject({
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
    },
  )
})

describe('something that isn’t a request', () => {
  let port: number
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })

  /** Everything received on a separate connection until it ends. */
  async function say(words: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
    socket.write(words)
    await once(socket, 'close')
    return heard
  }

  it.each([
    [
      'a length said twice',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}  x',
      400,
    ],
    [
      'a length, and none',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/auth/get-user HTTP/1.1\r\n\r\n',
      400,
    ],
    ['a space before a colon', 'GET /api/auth/ping HTTP/1.1\r\nHost : a\r\n\r\n', 400],
    ['the character nought in an address', 'GET /api/\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['no sense', 'hello\r\n\r\n', 400],
    [
      'a head without end',
      `GET /api/auth/ping HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      413,
    ],
  ])('is refused in the same format, once: %s', async (_what, words, status) => {
    const heard = await say(words)
    const [head, body] = heard.split('\r\n\r\n') as [string, string]
    expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    judge(
      {
        statusCode: status,
        body,
        headers: { 'content-type': /content-type: (.+)/.exec(head)?.[1] },
      },
      words.slice(0, 80),
    )
  })

  it('can be a body whose sender disconnects midway, which is neither our error nor an outage of the database', async () => {
    const refused = () =>
      server.context.metrics.registry.getSingleMetricAsString('tsela_refusals_total')
    const said = log.length
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/csp-reports HTTP/1.1\r\nHost: ${server.host}\r\nContent-Type: application/csp-report\r\nContent-Length: 500\r\n\r\n{"csp-report":`,
    )
    const before = await refused()
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    await vi.waitFor(async () => expect(await refused()).not.toBe(before))
    expect(await refused()).not.toContain('server/unavailable')
    expect(log.slice(said).filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

describe('texts that a database can’t store', () => {
  const BAD = [
    ['the character nought', 'a\u0000b'],
    ['half of a character', 'a\ud83db'],
    ['the other half', '\udc00'],
  ] as const
  it.each(BAD)('are refused before they get there: %s', async (_what, bad) => {
    const bodies: [string, string, unknown][] = [
      ['POST', 'auth/signup', { email: `a${bad}@school.test`, password: 'Thaba2024' }],
      ['POST', 'auth/login', { email: bad, password: 'x' }],
      ['POST', 'auth/login', { email: 'a@b.test', password: bad }],
      ['POST', 'auth/recover', { email: bad }],
      ['POST', 'auth/recover/confirm', { token: bad, password: 'Maluti2025' }],
      ['PUT', 'users/names', { firstName: bad, lastName: 'Y' }],
      ['PUT', 'users/about', { about: `x${bad}` }],
      ['PATCH', 'users/profile', { jobTitle: bad }],
      ['POST', 'users/interactions', { note: bad }],
      ['POST', 'users/interactions', JSON.parse(`{${JSON.stringify(bad)}:1}`)],
      ['POST', 'plans/redeem', { code: bad }],
      ['POST', 'users/cv/hide-section', { section: bad, hide: true }],
      ['PUT', 'users/school-curriculum', { schoolCurriculum: bad }],
    ]
    for (const [method, path, body] of bodies) {
      const answer = await send(people.full, {
        method,
        url: `/api/${path}`,
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      judge(answer, `${method} ${path}`)
      const { code, fields = [] } = JSON.parse(answer.body) as {
        code: string
        fields?: { pointer: string }[]
      }
      const field = Object.entries(body as object).find(([, value]) => String(value).includes(bad))
      // A name can't be pointed at.
      expect([method, path, answer.statusCode, code, fields[0]?.pointer]).toEqual(
        field === undefined
          ? [method, path, 400, 'request/malformed', undefined]
          : [method, path, 422, 'request/invalid', `/${field[0]}`],
      )
    }
  })

  it('are refused beside what is too deep to look for them', async () => {
    const payload = `{"deep":${'['.repeat(5000)}${']'.repeat(5000)},"about":"a\\u0000b"}`
    const answer = await send(people.full, {
      method: 'PUT',
      url: '/api/users/about',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(422)
    expect(JSON.parse(answer.body)).toMatchObject({ fields: [{ pointer: '/about' }] })
  })

  it('are refused in an address too', async () => {
    for (const [method, path] of [
      ['DELETE', 'users/favourites/careers/%00'],
      ['PUT', 'users/favourites/careers/a%00b'],
      ['GET', 'careers/%00'],
      ['GET', 'documents/%00.json'],
      ['GET', 'help/%00'],
      ['GET', 'demo/outbox?to=a%00b'],
      ['GET', 'careers?search=%00'],
      ['POST', 'assessments/%00/attempts'],
      ['PUT', 'users/%00'],
      ['DELETE', 'users/experiences/%00'],
    ] as const) {
      const answer = await send(people.full, {
        method,
        url: `/api/${path}`,
        ...(method === 'PUT' && {
          payload: '{"a":1}',
          headers: { 'content-type': 'application/json' },
        }),
      })
      judge(answer, `${method} ${path}`)
      expect(answer.statusCode, `${method} ${path}`).toBeGreaterThanOrEqual(400)
    }
  })

  it('are no reason to refuse what only looks like them', async () => {
    for (const name of ['Naledi 🌱', '\\u0000', '%00', 'Zoë\u200d', '李']) {
      const response = await people.full.put('users/names', { firstName: name, lastName: 'Y' })
      expect([name, response.status, response.body['firstName']]).toEqual([name, 200, name])
    }
  })
})

describe('the type of a body', () => {
  const put = (type: string | undefined, payload: string | undefined) =>
    send(people.full, {
      method: 'PUT',
      url: '/api/users/consents',
      ...(payload !== undefined && { payload }),
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const INVALID = '{"terms":"yes"}'

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; x=y',
  ])('"%s" is JSON, and validated', async (type) => {
    expect((await put(type, INVALID)).statusCode).toBe(422)
    expect((await put(type, '{"marketing":false}')).statusCode).toBe(200)
  })

  it.each(
    TYPES.filter(
      (type) =>
        type.trim() === type &&
        type !== '' &&
        !/^application\/json\s*(;.*)?$/i.test(type) &&
        !/csp-report|reports\+json/.test(type),
    ),
  )('"%s" isn’t JSON, and none of it is read', async (type) => {
    for (const payload of [INVALID, '{"marketing":true}']) {
      const answer = await put(type, payload)
      judge(answer, type)
      expect([type, answer.statusCode]).toEqual([type, 415])
    }
  })

  it.each([
    'application/json\t',
    'application/json\t; charset=utf-8',
    'application/json\u00a0',
    '\tapplication/json',
    'application/csp-report',
    'application/reports+json',
  ])('"%s" never lets a body pass unvalidated', async (type) => {
    const answer = await put(type, INVALID)
    judge(answer, type)
    expect([400, 415, 422]).toContain(answer.statusCode)
    const before = (await people.full.get('auth/get-user')).body['consents']
    await put(type, '{"marketing":1,"cookies":true}')
    expect((await people.full.get('auth/get-user')).body['consents']).toEqual(before)
  })

  it('must be given by a body without one', async () => {
    for (const payload of [undefined, '', INVALID]) {
      const answer = await put(undefined, payload)
      judge(answer, String(payload))
      expect([400, 415, 422]).toContain(answer.statusCode)
    }
  })

  it.each([
    '{',
    '{"terms":tru',
    "{'terms':true}",
    '{"terms":true}}',
    '{"terms":NaN}',
    '\ufeff{"terms":true}x',
    '{"terms":true,}',
    'undefined',
    '{"a":1e}',
    '"\\ud8"',
  ])('that isn’t JSON is malformed: %s', async (payload) => {
    const answer = await put('application/json', payload)
    judge(answer, payload)
    expect([answer.statusCode, (JSON.parse(answer.body) as { code: string }).code]).toEqual([
      400,
      'request/malformed',
    ])
  })
})

describe('an address', () => {
  it.each([
    '/api/%',
    '/api/%zz',
    '/api/careers/%E0%A4%A',
    '/api/users/%c0%af',
    '/%',
    '/api/help/%ff',
    `/api/careers/${'x'.repeat(500)}`,
    `/api/${'a/'.repeat(800)}`,
    '/api//auth//ping',
    '//api/auth/ping',
    '/api/../etc/passwd',
    '/api/..%2f..%2fetc/passwd',
    '/API/auth/ping',
    '/api/auth/ping;x=1',
    '/api/auth/ping%20',
    '/api/careers?%',
    '/api/careers?search=%E0%A4%A',
    '/api/careers?page=1&page=2',
    '/api/auth/ping?__proto__[x]=1',
  ])('that is strange gets an orderly response: %s', async (url) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await send(people.full, {
        method,
        url,
        headers: { 'content-type': 'application/json' },
        ...(method !== 'GET' && { payload: '{}' }),
      })
      judge(answer, `${method} ${url}`)
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'HEAD'])(
    'with the method %s gets an orderly response',
    async (method) => {
      const answer = await send(people.full, { method, url: '/api/careers' })
      if (method !== 'HEAD') judge(answer, method)
      expect(answer.statusCode).toBeLessThan(500)
    },
  )
})

describe('the server’s log', () => {
  it('contains a line for every error, and none of them names a user', async () => {
    expect(log.length).toBeGreaterThan(0)
    for (const line of log)
      for (const secret of [CANARY, '@school.test', 'Thaba2024', people.full.cookies.get('sid')!])
        expect(line).not.toContain(secret)
  })

  it('says that an email wasn’t accepted, but not whose it was', async () => {
    const before = log.length
    const client = server.client()
    await client.post('auth/signup', { email: `post.${CANARY}@school.test`, password: 'Thaba2024' })
    const query = sql<{
      tries: number
      sent_at: Date | null
    }>`SELECT tries, sent_at FROM messages WHERE tenant_id = ${server.tenant.id} AND recipient = ${`post.${CANARY}@school.test`}`
    let found: { tries: number; sent_at: Date | null } | undefined
    while ((found?.tries ?? 0) === 0)
      found = (
        await server.context.database.tenant(server.tenant.id, (tx) =>
          tx.all({ compile: () => query.compile(sqlBuilder) }),
        )
      )[0]
    expect(found).toEqual({ tries: 1, sent_at: null })
    const lines = log.slice(before).filter((line) => line.includes('message not sent'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(CANARY)
  })

  it('doesn’t mention what isn’t an error: a busy server', async () => {
    const before = log.length
    const busy = vi
      .spyOn(server.context.passwords, 'verify')
      .mockRejectedValueOnce(new Refusal('server/busy', { retryAfter: 2 }))
    expect(
      (await server.client().post('auth/login', { email: 'nobody@school.test', password: 'x' }))
        .status,
    ).toBe(503)
    expect(busy).toHaveBeenCalled()
    expect(
      log.slice(before).filter((line) => (JSON.parse(line) as { level: number }).level > 30),
    ).toEqual([])
  })

  it('names no user if a request fails because of our own error', async () => {
    const before = log.length
    const { client, email } = await signUp(server, {
      verified: false,
      consented: false,
      plan: null,
      profile: false,
    })
    const restore = server.context.database.tenant.bind(server.context.database)
    server.context.database.tenant = () =>
      Promise.reject(
        Object.assign(new Error('duplicate key value violates unique constraint'), {
          detail: `Key (email)=(${email}) already exists.`,
          code: '23505x',
        }),
      )
    const response = await client.get('auth/get-user')
    server.context.database.tenant = restore
    expect([response.status, response.body.code]).toEqual([500, 'server/error'])
    const lines = log.slice(before).filter((line) => line.includes('request failed'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"route":"/api/auth/get-user"')
    expect(lines[0]).not.toContain(email)
  })
})
