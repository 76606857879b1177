/**
 * What an operator sees: numbers for Prometheus, a line per request, an id in the response; and
 * never who the user was.
 */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { CODES } from '#engine/contract/problems.ts'
import { Metrics } from '#server/base/metrics.ts'
import { root } from '#tests/support/documents.ts'
import {
  buildServer,
  signUp,
  takeWorkerType,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'
import { listenTo } from '#tests/support/logged.ts'

const CANARY = 'kanarie.vogel'
const TOKEN = 'a-token-for-prometheus'

let server: TestServer
const log: string[] = []
beforeAll(async () => {
  server = await buildServer({ environment: { accessLog: true, metricsToken: TOKEN } })
  listenTo(server.app.log, log)
})
afterAll(() => server.close())

const lines = () => log.map((line) => JSON.parse(line) as Record<string, unknown>)
const scrape = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({
    method: 'GET',
    url: '/api/metrics',
    headers: { host: '10.1.2.3:4310', ...headers },
    remoteAddress,
  })

/** The samples of one metric: its labels as text -> value. */
async function samples(name: string): Promise<Record<string, number>> {
  const { body } = await scrape()
  const found = [...body.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))]
  return Object.fromEntries(found.map(([, labels = '', value]) => [labels, Number(value)]))
}

describe('metrics', () => {
  it('are available on every host of this machine, in Prometheus format', async () => {
    const answer = await scrape()
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(answer.body).toMatch(/^tsela_info\{version="\d+\.\d+\.\d+"\} 1$/m)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['another machine', {}, '10.0.0.7'],
    ['a client behind a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
    ['a client that claims to be on this machine', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['a client with another token', { authorization: 'Bearer a-token-for-nothing' }, '10.0.0.7'],
    ['a client with the token as a password', { authorization: `Basic ${TOKEN}` }, '10.0.0.7'],
    ['a client without a token', { authorization: 'Bearer ' }, '10.0.0.7'],
  ])('are refused to %s', async (_who, headers, address) => {
    const answer = await scrape(headers, address)
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'metrics/token' }])
  })

  it.each(['10.0.0.7', '127.0.0.1'])(
    'are open to a client with the token, with or without a proxy in between: %s',
    async (address) => {
      for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }])
        expect(
          (await scrape({ authorization: `Bearer ${TOKEN}`, ...headers }, address)).statusCode,
        ).toBe(200)
    },
  )

  it('are for this machine only if there is no token', async () => {
    const other = await buildServer()
    const ask = (remoteAddress: string, authorization: string) =>
      other.app.inject({
        method: 'GET',
        url: '/api/metrics',
        headers: { authorization },
        remoteAddress,
      })
    expect((await ask('10.0.0.7', 'Bearer null')).statusCode).toBe(403)
    expect((await ask('::1', '')).statusCode).toBe(200)
    await other.close()
  })

  it('count requests by the pattern of their route, however they were typed', async () => {
    const client = server.client()
    await client.get(`careers/${CANARY}`)
    await client.get(`careers/other-${CANARY}?search=${CANARY}`)
    await client.get(`no/such/call/${CANARY}`)
    await server.app.inject({
      method: 'GET',
      url: `/strange/${CANARY}`,
      headers: { host: server.host },
    })
    const counts = await samples('tsela_http_request_duration_seconds_count')
    expect(counts['method="GET",route="/api/careers/:id",status="401"']).toBe(2)
    expect(counts['method="GET",route="none",status="404"']).toBeGreaterThanOrEqual(2)
    expect((await scrape()).body).not.toContain(CANARY)
  })

  it('have no more labels than there are routes and codes, whatever is requested', async () => {
    const before = Object.keys(await samples('tsela_http_request_duration_seconds_count')).length
    const other = await server.another()
    for (const client of [other.client(), server.client()])
      for (let each = 0; each < 30; each++) await client.get(`${randomUUID()}/${each}?x=${each}`)
    expect(
      Object.keys(await samples('tsela_http_request_duration_seconds_count')).length,
    ).toBeLessThanOrEqual(before + 1)
  })

  it('count refusals by code', async () => {
    const before = (await samples('tsela_refusals_total'))['code="login/failed"'] ?? 0
    await server
      .client()
      .post('auth/login', { email: `${CANARY}@school.test`, password: 'Thaba2024' })
    expect((await samples('tsela_refusals_total'))['code="login/failed"']).toBe(before + 1)
  })

  it('count answers, events and emails', async () => {
    const { client } = await signUp(server)
    await takeWorkerType(client, [1, 2, 3, 4, 5])
    expect((await samples('tsela_answers_total'))['outcome="stored"']).toBe(60)
    const event = { id: randomUUID(), name: 'pageView', at: '2026-11-21T08:00:00.000Z', props: {} }
    for (let round = 0; round < 2; round++)
      await client.post('events', { device: randomUUID(), events: [event] })
    expect(await samples('tsela_events_total')).toMatchObject({
      'outcome="stored"': 1,
      'outcome="duplicate"': 1,
    })
    await expect
      .poll(async () => (await samples('tsela_messages_total'))['outcome="sent"'])
      .toBeGreaterThan(0)
  })

  it('show how busy the pool, the password queue, batched writes and checks are', async () => {
    for (const name of [
      'database_connections',
      'database_connections_idle',
      'database_waiting',
      'passwords_running',
      'passwords_waiting',
      'passwords_refused_total',
      'writes_waiting',
      'writes_running',
      'checks_waiting',
    ]) {
      expect(Object.keys(await samples(`tsela_${name}`)), name).toEqual([''])
    }
    expect((await samples('tsela_database_connections'))['']).toBeGreaterThan(0)
  })
})

describe('figures of the whole installation', () => {
  it('show whether the database is available', async () => {
    expect((await samples('tsela_database_up'))['']).toBe(1)
    const check = vi.spyOn(server.context.database, 'check').mockResolvedValue('away')
    expect((await samples('tsela_database_up'))['']).toBe(0)
    check.mockRestore()
  })

  it('show how long messages of any tenant have waited, but not whose they are', async () => {
    // Tests share a database, and messages of others wait in it too.
    const fresh = await buildServer({
      mailer: { send: () => new Promise(() => undefined), close: () => undefined },
    })
    const ask = async () => (await fresh.app.inject({ method: 'GET', url: '/api/metrics' })).body
    const number = (body: string, name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)![1])
    await fresh.client().post('auth/signup', {
      email: `${CANARY}.${randomUUID()}@school.test`,
      password: 'Thaba2024',
    })
    const body = await ask()
    expect(number(body, 'tsela_outbox_unsent')).toBeGreaterThan(0)
    expect(number(body, 'tsela_outbox_oldest_seconds')).toBeGreaterThanOrEqual(0)
    expect(body).toMatch(/^tsela_last_publish_seconds (?:[\d.]+|Nan)$/m)
    expect(body).not.toContain(CANARY)
    await fresh.close()
  })

  it('match the names in the dashboard and the alerts, which name no others', async () => {
    const metered = new Metrics()
    metered.watchProcess()
    const { body } = await scrape()
    const known = new Set(
      [
        ...`${body}\n${await metered.registry.metrics()}`.matchAll(/^# TYPE (\S+) (\S+)$/gm),
      ].flatMap(([, name, type]) =>
        type === 'histogram'
          ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)
          : [name!],
      ),
    )
    for (const file of ['deploy/dashboard.json', 'deploy/alerts.yaml']) {
      const named = new Set(
        [
          ...readFileSync(join(root, file), 'utf8').matchAll(
            /\b(?:tsela|nodejs|process)_[a-z0-9_]+/g,
          ),
        ].map(([name]) => name),
      )
      expect(named.size, file).toBeGreaterThan(8)
      expect(
        [...named].filter((name) => !known.has(name) && !known.has(`${name}_bucket`)),
        file,
      ).toEqual([])
    }
    const alerts = parse(readFileSync(join(root, 'deploy/alerts.yaml'), 'utf8')) as {
      groups: {
        rules: {
          alert: string
          expr: string
          labels: { severity: string }
          annotations: { summary: string }
        }[]
      }[]
    }
    for (const { alert, expr, labels, annotations } of alerts.groups.flatMap(
      ({ rules }) => rules,
    )) {
      expect([alert, labels.severity, typeof expr, typeof annotations.summary]).toEqual([
        alert,
        expect.stringMatching(/^(?:page|ticket)$/),
        'string',
        'string',
      ])
      // Their codes and outcomes exist.
      for (const [, code] of expr.matchAll(/code="([^"]+)"/g))
        expect(Object.keys(CODES)).toContain(code)
    }
  })
})

describe('the id of a request', () => {
  it('is in every private response, and in its line of the log', async () => {
    const response = await server.client().get('auth/ping')
    const id = String(response.headers['x-request-id'])
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines().find(({ reqId }) => reqId === id)).toMatchObject({
      msg: 'request',
      method: 'GET',
      route: '/api/auth/ping',
      status: 200,
      tenant: server.tenant.slug,
    })
    const configuration = (await server.client().get('app-configuration')).body as unknown as {
      bundles: Record<string, string>
    }
    expect(
      (await server.client().get(`bundles/${configuration.bundles['en']}.json`)).headers[
        'x-request-id'
      ],
      'a cache would keep it',
    ).toBeUndefined()
  })

  it('isn’t chosen by the client', async () => {
    const response = await server
      .client()
      .get('auth/ping', { 'x-request-id': CANARY, 'request-id': CANARY })
    expect(response.headers['x-request-id']).not.toBe(CANARY)
  })
})

describe('the access log', () => {
  it('contains a line for each request, and no personal data', async () => {
    const before = log.length
    const { client, email } = await signUp(server)
    await client.patch('users/profile', { firstName: CANARY })
    await client.get(`careers?search=${CANARY}`)
    await client.get(`help/${CANARY}`, {
      'user-agent': CANARY,
      referer: `https://${CANARY}.test/`,
      'accept-language': 'af',
    })
    await client.post('auth/recover', { email })
    await server.app.inject({
      method: 'GET',
      url: `/shared/${CANARY}?email=${email}`,
      headers: { host: server.host },
      remoteAddress: '203.0.113.9',
    })
    const own = log.slice(before)
    expect(own.length).toBeGreaterThanOrEqual(10)
    for (const line of own) {
      for (const secret of [
        CANARY,
        email,
        'school.test',
        '203.0.113.9',
        client.cookies.get('sid')!,
        client.cookies.get('csrf-token')!,
      ])
        expect(line).not.toContain(secret)
      expect(Object.keys(JSON.parse(line) as object).toSorted()).toEqual([
        'bytes',
        'hostname',
        'level',
        'method',
        'ms',
        'msg',
        'pid',
        'reqId',
        'route',
        'status',
        'tenant',
        'time',
      ])
    }
  })

  it('is off unless it is asked for', async () => {
    const quiet = await buildServer({ environment: { logLevel: 'info' } })
    const said: string[] = []
    listenTo(quiet.app.log, said)
    await (quiet.client() satisfies Client).get('auth/ping')
    expect(said).toEqual([])
    await quiet.close()
  })
})
