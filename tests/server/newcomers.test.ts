/** How learners are doing, in numbers: whom they count, and what they leave out. */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Newcomers, NewcomerStep } from '#engine/contract/newcomers.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

const DAY_SECONDS = 24 * 3600
const NURSE = '29-1141.00'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(async () => {
  await server.close()
})

it('counts learners, who was here, and how far those of the last week have got', async () => {
  const long = await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
  server.wait(8 * DAY_SECONDS)
  const viewer = await signInAs(server, 'viewer')
  const now = async () => (await viewer.get('admin/newcomers')).body as unknown as Newcomers
  const peopleAt = ({ steps }: Newcomers) =>
    Object.fromEntries(steps.map(({ step, people }) => [step, people])) as Record<
      NewcomerStep,
      number
    >
  const none = { consented: 0, 'assessment-begun': 0, 'assessment-complete': 0, favourite: 0 }
  // The database dates accounts by its own clock, which isn't the test's.
  const cameAt = (seconds: number, email?: string) =>
    server.context.database.tenant(server.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql`UPDATE users SET created_at = ${new Date(server.context.now().getTime() - seconds * 1000)} ${email === undefined ? sql`WHERE created_at > now() - interval '1 hour'` : sql`WHERE email = ${email}`}`.compile(
            sqlBuilder,
          ),
      }),
    )
  await cameAt(8 * DAY_SECONDS, long.email)
  const before = await now()
  // Neither the viewer nor the one who signed up earlier is new, and nobody but the viewer was here.
  expect([before.learners, before.here, before.days]).toEqual([1, 0, 7])
  expect(peopleAt(before)).toEqual({ 'signed-up': 0, ...none })

  await signUp(server, { verified: false, consented: false, plan: null, profile: false })
  const begun = await signUp(server)
  await begun.client.post('assessments/holland_code/attempts')
  const done = await signUp(server, { workerType: [1, 2, 3, 4, 5, 1] })
  expect((await done.client.put(`users/favourites/careers/${NURSE}`)).status).toBe(200)
  await long.client.get('auth/get-user')
  await cameAt(3600)
  const after = await now()
  expect(after.learners).toBe(4)
  expect(peopleAt(after)).toEqual({
    'signed-up': 3,
    consented: 2,
    'assessment-begun': 2,
    'assessment-complete': 1,
    favourite: 1,
  })
  expect(after.here).toBeGreaterThanOrEqual(3)

  // Of another tenant nothing is counted.
  const other = await buildServer()
  onTestFinished(() => other.close())
  const elsewhere = await signInAs(other, 'viewer')
  expect(((await elsewhere.get('admin/newcomers')).body as unknown as Newcomers).learners).toBe(0)
}, 120_000)
