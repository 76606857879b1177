/** A form that a browser sends by itself, before the first script of its page is there. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

const FORM = 'application/x-www-form-urlencoded'
const send = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: {
      host: server.host,
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'content-type': FORM,
      ...headers,
    },
    payload: 'email=thandi%40school.test&password=Thaba2024',
  })

describe('a form that comes before the script', () => {
  it.each([
    ['/login', '/login'],
    ['/', '/'],
    ['/login?next=%2Fcv', '/login'],
    ['//evil.test/login', '/login'],
    ['/x//evil.test', '/x//evil.test'],
    ['/\\evil.test/x', '/x'],
  ])('to %s opens %s again, and nothing typed is in its address', async (url, opens) => {
    const { statusCode, headers, body } = await send(url)
    expect([statusCode, headers.location, body]).toEqual([303, opens, ''])
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['to an API call', '/api/auth/nothing', {}],
    ['by a script', '/login', { accept: 'application/json' }],
    ['as JSON', '/login', { 'content-type': 'application/json' }],
  ])('is refused %s', async (_what, url, headers) => {
    expect((await send(url, headers)).headers['location']).toBeUndefined()
    expect((await send(url, headers)).statusCode).toBeGreaterThanOrEqual(400)
  })
})
