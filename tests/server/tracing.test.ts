/**
 * Traces: each request with its database calls, sent where OpenTelemetry's own setting says,
 * without personal data.
 */

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/start/app.ts'
import { startTracing } from '#server/base/tracing.ts'
import { buildServer, Client, type TestServer } from '#tests/support/server.ts'

const CANARY = 'kanarie.vogel'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

type Sent = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

let collector: Server
let bodies: string[]
let server: TestServer
let client: Client

beforeAll(async () => {
  bodies = []
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(`${request.method} ${request.url}\n${body}`)
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] =
    `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  server = await buildServer({ environment: { trustProxy: ['127.0.0.1'] } })
  server.context.tracing = startTracing(server.context, { traceRatio: 1 })
  const app = await buildApp(server.context)
  client = new Client(app, server.host)
  await client.get('auth/ping', { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` })
  await client.get('auth/get-user', {
    'x-forwarded-for': '203.0.113.9',
    traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
  })
  await client.post('auth/login', { email: `${CANARY}@school.test`, password: 'Thaba2024' })
  await client.get(`careers/${CANARY}?search=${CANARY}`, { 'user-agent': CANARY })
  await server.context.tracing.close()
  await app.close()
})
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  collector.close()
  await server.close()
})

function spans(): Sent[] {
  return bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf('\n'))) as {
      resourceSpans: { scopeSpans: { spans: Sent[] }[] }[]
    }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans))
  })
}
const attributesOf = (span: Sent) =>
  Object.fromEntries(
    span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )
const named = (name: string) => spans().find((span) => span.name === name)!

describe('a trace', () => {
  it('is sent to the collector, and says whose it is', () => {
    expect(bodies[0]!.split('\n')[0]).toBe('POST /v1/traces')
    expect(bodies.join('')).toContain('"stringValue":"tsela"')
  })

  it('names the pattern of the route, the status, the tenant and the id of the request', () => {
    expect(attributesOf(named('GET /api/careers/:id'))).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/careers/:id',
      'http.response.status_code': 401,
      'tsela.tenant': server.tenant.slug,
    })
    expect(attributesOf(named('GET /api/auth/ping'))['tsela.request_id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('contains the database calls as parts of the request, even of one with a body', () => {
    const login = named('POST /api/auth/login')
    const parts = spans().filter(
      ({ name, parentSpanId }) => name === 'database' && parentSpanId === login.spanId,
    )
    expect(parts.length).toBeGreaterThan(0)
    expect(new Set(parts.map(({ traceId }) => traceId))).toEqual(new Set([login.traceId]))
  })

  it('continues one that a trusted proxy began, and no other', () => {
    expect(named('GET /api/auth/get-user')).toMatchObject({
      traceId: TRACE,
      parentSpanId: '00f067aa0ba902b7',
    })
    expect(named('GET /api/auth/ping').traceId).not.toBe(TRACE)
  })

  it('contains no personal data', () => {
    for (const secret of [
      CANARY,
      'school.test',
      '203.0.113.9',
      'Thaba2024',
      client.cookies.get('csrf-token')!,
    ])
      expect(bodies.join('')).not.toContain(secret)
  })
})
