/**
 * The contract of the API: every route is in it, OpenAPI covers all of it, and responses follow it
 * (every server test checks its own).
 */

import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AREAS } from '#engine/contract/call.ts'
import { CALLS } from '#engine/contract/calls.ts'
import { OPENAPI } from '#server/base/openapi.ts'
import { contractPlugin } from '#server/plugins/contract.ts'
import { brokenBy, type Document, type Operation } from '#tests/support/contract.ts'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
let server: TestServer
let document: Document
let operations: { name: string; path: string; operation: Operation }[]

beforeAll(async () => {
  server = await buildServer()
  document = (await server.client().get('docs')).body as unknown as Document
  operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )
})
afterAll(() => server.close())

describe('the table of calls', () => {
  it('has a row for every route, and no row without one', () => {
    const rows = Object.entries(CALLS).map(([row, { rest }]) =>
      row
        .replace(' ', ' /api')
        .replace('*', `{${rest ?? '*'}}`)
        .replace(/:(\w+)/g, '{$1}'),
    )
    // OpenAPI lists every registered route, described or not.
    expect(operations.map(({ name }) => name).sort()).toEqual(rows.sort())
  })

  it('reports a route that isn’t described', async () => {
    const app = Fastify()
    await app.register(contractPlugin, { actions: new Map() })
    await app.register(swagger, OPENAPI)
    app.get('/api/forgotten', () => ({}))
    await app.ready()
    expect(Object.keys(app.swagger().paths!)).toEqual(['/api/forgotten'])
    await app.close()
  })
})

describe('the OpenAPI document', () => {
  it('says what each call is for, who may use it, its parameters and every response', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { name, path, operation } of operations) {
      expect(operation.summary, name).toMatch(/^[A-Z].*[^.]$/)
      expect(Object.values(AREAS), name).toContain(operation.tags?.[0])
      expect(operation.security, name).toBeDefined()
      const inPath = (operation.parameters ?? []).filter((each) => each.in === 'path')
      expect(inPath.map((each) => `{${each.name}}`).sort(), name).toEqual(
        (path.match(/\{[^}]+\}/g) ?? []).sort(),
      )
      expect(Object.keys(operation.responses).length, name).toBeGreaterThan(1)
      for (const [status, response] of Object.entries(operation.responses))
        expect(response.description, `${name} ${status}`).not.toBe('Default Response')
    }
  })

  it('has a body for every call that takes one', () => {
    const without = operations
      .filter(({ name }) => /^(POST|PUT|PATCH) /.test(name))
      .filter(({ operation }) => operation.requestBody === undefined)
      .map(({ name }) => name)
    // These take none.
    expect(without.sort()).toEqual([
      'POST /api/admin/approvals/{id}/approve',
      // A file, which is as large as a site.
      'POST /api/admin/bundle',
      'POST /api/admin/check',
      // A file, which isn't JSON.
      'POST /api/admin/content/{type}/import',
      'POST /api/admin/content/{type}/undo',
      'POST /api/admin/pictures/{id}/restore',
      'POST /api/admin/providers/{provider}/try',
      'POST /api/admin/recipes/undo/{id}',
      'POST /api/admin/releases/{id}/restore',
      'POST /api/admin/scheduled/{id}/publish',
      'POST /api/attempts/{attempt}/complete',
      'POST /api/auth/passkeys/login/options',
      'POST /api/auth/verify/resend',
      'POST /api/csp-reports',
      'POST /api/payments/{id}/check',
      'PUT /api/users/entries/{section}/{list}/{member}/{id}',
      'PUT /api/users/favourites/{type}/{id}',
    ])
  })

  it('names no page of the browser app, and no invalid method', () => {
    for (const [path, byMethod] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\/api\//)
      for (const method of Object.keys(byMethod)) expect(METHODS).toContain(method)
    }
  })

  it('is compressed, and isn’t resent to a client that has it', async () => {
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ url: '/api/docs', headers: { host: server.host, ...headers } })
    const first = await ask({ 'accept-encoding': 'br' })
    expect(first.headers['content-encoding']).toBe('br')
    const again = await ask({ 'if-none-match': String(first.headers['etag']) })
    expect(again.statusCode).toBe(304)
  })
})

describe('a response', () => {
  const response = (statusCode: number, body: unknown) => ({
    statusCode,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })

  it('is refused with an undocumented member, a missing one or another status', async () => {
    const { client } = await signUp(server)
    const { body } = await client.get('auth/get-user')
    const judge = (status: number, value: unknown) =>
      brokenBy(document, 'GET', '/api/auth/get-user', response(status, value))
    expect(judge(200, body)).toBeNull()
    expect(judge(200, { ...body, passwordHash: 'x' })).toMatch(/passwordHash/)
    const { profile: _profile, ...less } = body
    expect(judge(200, less)).toMatch(/profile/)
    expect(judge(418, body)).toMatch(/isn't documented/)
    expect(judge(204, body)).toMatch(/has a body/)
  })

  it('is refused with an error code that its call doesn’t have', () => {
    const refused = (code: string) =>
      brokenBy(document, 'POST', '/api/auth/login', response(401, { code, message: 'No.' }))
    expect(refused('login/failed')).toBeNull()
    expect(refused('voucher/used')).toMatch(/breaks its schema/)
  })

  it('keeps every member, even one that its schema doesn’t name', async () => {
    const { client } = await signUp(server)
    const sent = await client.post('users/interactions', { tour: 'seen', step: 3 })
    expect(sent.body).toMatchObject({ tour: 'seen', step: 3 })
  })
})
