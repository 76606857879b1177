import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

it('walks the main job from sign-up to matches', async () => {
  const { client } = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
  const report = await client.get('reports/worker-type')
  expect(report.status).toBe(200)
  expect(report.body['metrics']).toMatchObject({ R: 40, I: 30, A: 10, S: 0, E: 20, C: 30, code: 'RIC', tied: true })
  const matches = await client.get('careers/matches')
  expect(matches.status).toBe(200)
  expect((matches.body['items'] as unknown[]).length).toBe(20)
})
