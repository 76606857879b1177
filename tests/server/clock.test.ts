/**
 * A clock that is put back: no user waits for that time to pass again, and nothing lives longer
 * because of it.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { count, counted } from '#server/store/limits.ts'
import { buildServer, codeFor, signUp, type TestServer } from '#tests/support/server.ts'

const HOUR = 3600
const NEW = { verified: false, consented: false, plan: null, profile: false } as const

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

describe('a clock that is put back by a day', () => {
  it('blocks no code, neither a new one nor one already sent', async () => {
    const { client, email } = await signUp(server, NEW)
    server.wait(-24 * HOUR)
    const before = await codeFor(client, email)
    expect((await client.post('auth/verify/resend')).status).toBe(204)
    const after = await codeFor(client, email)
    expect(after).not.toBe(before)
    server.wait(-24 * HOUR)
    expect((await client.post('auth/verify', { code: after })).status).toBe(200)
    server.wait(48 * HOUR)
  })

  it('forgets a throttle that it would otherwise keep for a day', async () => {
    const now = server.context.now()
    const yesterday = new Date(now.getTime() - 24 * HOUR * 1000)
    const counts = await server.context.database.tenant(server.tenant.id, async (tx) => {
      for (let time = 0; time < 4; time++) await count(tx, 'clock', HOUR, now)
      return [
        await counted(tx, 'clock', HOUR, now),
        await counted(tx, 'clock', HOUR, yesterday),
        await count(tx, 'clock', HOUR, yesterday),
        await count(tx, 'clock', HOUR, yesterday),
      ]
    })
    expect(counts).toEqual([4, 0, 1, 2])
  })

  it('lets two servers whose clocks differ by seconds count together', async () => {
    const fast = server.context.now()
    const slow = new Date(fast.getTime() - 30_000)
    const counts = await server.context.database.tenant(server.tenant.id, async (tx) => [
      await count(tx, 'skew', HOUR, fast),
      await count(tx, 'skew', HOUR, slow),
      await count(tx, 'skew', HOUR, fast),
      await counted(tx, 'skew', HOUR, slow),
    ])
    expect(counts).toEqual([1, 2, 3, 3])
  })

  it('keeps users signed in, but not for a day longer than others', async () => {
    const { client } = await signUp(server)
    server.wait(-24 * HOUR)
    expect((await client.get('auth/get-user')).status).toBe(200)
    const rows = await server.context.database.tenant(server.tenant.id, (tx) =>
      tx.all({
        compile: () =>
          sql<{
            late: boolean
          }>`SELECT seen_at > ${server.context.now()} OR created_at > ${server.context.now()} AS late FROM sessions ORDER BY created_at`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect(rows.at(0)).toEqual({ late: false })
    server.wait(24 * HOUR)
  })
})
