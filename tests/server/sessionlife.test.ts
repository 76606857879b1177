/** A session's end is defined in one place: code and SQL agree to the millisecond. */

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { aliveCondition, isAlive, LIFETIMES } from '#server/store/sessionlife.ts'
import { buildServer } from '#tests/support/server.ts'

const NOW = new Date('2026-03-01T08:00:00.000Z')
const before = (seconds: number, ms = 0) => new Date(NOW.getTime() - seconds * 1000 + ms)

let server: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

async function isAliveInStatement(session: Parameters<typeof isAlive>[0]): Promise<boolean> {
  const query = sql<{ alive: boolean }>`SELECT ${aliveCondition(NOW)} AS alive
    FROM (SELECT ${session.console}::boolean AS console, ${session.seen_at}::timestamptz AS seen_at, ${session.created_at}::timestamptz AS created_at) s`
  const rows = await server.context.database.shared((tx) =>
    tx.all({ compile: () => query.compile(sqlBuilder) }),
  )
  return rows[0]!.alive
}

it.each(
  (['learner', 'console'] as const).flatMap((kind) => {
    const { idle, absolute } = LIFETIMES[kind]
    return [
      [kind, 'seen within its time', before(idle, 1), before(idle, 1), true],
      [kind, 'idle for too long', before(idle), before(idle), false],
      [kind, 'in use within its time', before(1), before(absolute, 1), true],
      [kind, 'in use for too long', before(1), before(absolute), false],
    ] as const
  }),
)('a session of a %s that is %s', async (kind, _what, seen_at, created_at, alive) => {
  const session = { console: kind === 'console', seen_at, created_at }
  expect([isAlive(session, NOW), await isAliveInStatement(session)]).toEqual([alive, alive])
})

it('ends sooner in the console than for a learner', async () => {
  const session = { seen_at: before(3600), created_at: before(3600) }
  for (const [console, alive] of [
    [false, true],
    [true, false],
  ] as const) {
    expect(isAlive({ ...session, console }, NOW)).toBe(alive)
    expect(await isAliveInStatement({ ...session, console })).toBe(alive)
  }
})
