/**
 * More calls than a server can handle: the excess is refused at once, and nothing remains of it
 * (risks L6).
 */

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { MAX_OF_NETWORK, MAX_OF_ROUTE, MAX_UNDER_WAY } from '#server/plugins/overload.ts'
import { buildServer, signUp, type ApiResponse, type TestServer } from '#tests/support/server.ts'

const MORE = 50

let server: TestServer
beforeAll(async () => {
  server = await buildServer({ patienceMs: 60_000, environment: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => server.close())

it('handles a limited number of calls at a time, refuses the rest at once with the time to retry, and continues', async () => {
  const { client } = await signUp(server)
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  const tenant = server.context.database.tenant.bind(server.context.database)
  vi.spyOn(server.context.database, 'tenant').mockImplementation(
    async (...args: Parameters<typeof tenant>) => {
      await held
      return tenant(...args)
    },
  )
  const refused: ApiResponse[] = []
  const call = (path: string, network: string) =>
    client
      .send('GET', path, undefined, { 'x-forwarded-for': network })
      .then((answer) => (answer.status === 503 && refused.push(answer), answer))
  const many = (count: number, path: string, network: string) =>
    Array.from({ length: count }, () => call(path, network))
  const [school, others] = ['198.51.100.1', '203.0.113.7']
  const calls = many(MAX_OF_NETWORK + MORE, 'auth/get-user', school)
  await vi.waitFor(() => expect(refused).toHaveLength(MORE), { timeout: 20_000 })
  // Another network finds room on the same route, up to a limit.
  calls.push(...many(MAX_OF_ROUTE - MAX_OF_NETWORK + MORE, 'auth/get-user', others))
  await vi.waitFor(() => expect(refused).toHaveLength(2 * MORE), { timeout: 20_000 })
  // So does the school on another route.
  const left = MAX_UNDER_WAY - MAX_OF_ROUTE
  calls.push(
    ...many(left - 100, 'assessments', school),
    ...many(100, 'assessments', others),
    ...many(MORE, 'users/me/export', others),
  )
  await vi.waitFor(() => expect(refused).toHaveLength(3 * MORE), { timeout: 20_000 })
  for (const { body, headers } of refused)
    expect([body.code, headers['retry-after']]).toEqual(['server/busy', '2'])
  expect((await client.get('health')).status, 'whoever watches').toBe(200)
  expect(
    await server.context.metrics.registry.getSingleMetricAsString('tsela_requests_under_way'),
  ).toContain(`tsela_requests_under_way ${MAX_UNDER_WAY}`)
  go()
  const answers = await Promise.all(calls)
  expect(answers.filter(({ status }) => status !== 503)).toHaveLength(MAX_UNDER_WAY)
  expect((await client.get('auth/get-user')).status).toBe(200)
  await vi.waitFor(async () =>
    expect(
      await server.context.metrics.registry.getSingleMetricAsString('tsela_requests_under_way'),
    ).toContain('tsela_requests_under_way 0'),
  )
})
