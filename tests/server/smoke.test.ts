import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#engine/contract/problems.ts'
import { errorsPlugin } from '#server/plugins/errors.ts'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

it('walks through the main job from sign-up to matches', async () => {
  const { client } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
  const report = await client.get('reports/worker-type')
  expect(report.status).toBe(200)
  expect(report.body['metrics']).toMatchObject({
    R: 40,
    I: 30,
    A: 10,
    S: 0,
    E: 20,
    C: 30,
    code: 'RIC',
    tied: true,
  })
  const matches = await client.get('careers/matches')
  expect(matches.status).toBe(200)
  expect((matches.body['items'] as unknown[]).length).toBe(20)
})

it('logs what broke, but not that a user left before the first byte of a response, nor what is expected', async () => {
  const lines: string[] = []
  const app = Fastify({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  })
  await app.register(errorsPlugin, { context: server.context })
  const fail = (error: Error) => Promise.reject(error)
  const early = (name: string) =>
    Object.assign(new Error(name), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  app.get('/left', (request) => {
    request.raw.socket.destroy()
    return fail(early('somebody left'))
  })
  app.get('/cut', () => fail(early('a source ended too early')))
  app.get('/broken', () => fail(new Error('something broke')))
  // Not built yet, overloaded, closed by the operator.
  const expected = ['feature/being-built', 'server/busy', 'tenant/suspended'] as const
  expected.forEach((code, index) => app.get(`/api/${index}`, () => fail(new Refusal(code))))
  const url = await app.listen({ port: 0 })
  await expect(fetch(`${url}/left`)).rejects.toThrow('fetch failed')
  for (const path of ['cut', 'broken']) expect((await fetch(`${url}/${path}`)).status).toBe(500)
  for (const index of expected.keys())
    expect((await fetch(`${url}/api/${index}`)).status).toBeGreaterThanOrEqual(501)
  await app.close()
  expect(
    lines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message),
  ).toEqual(['a source ended too early', 'something broke'])
})
