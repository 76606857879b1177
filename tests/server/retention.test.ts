/** Expired data are deleted: as each tenant's own configuration says, in slices, once a day. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETENTION_DAYS } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { nextSlice, retain } from '#server/start/retention.ts'
import { retentionOf } from '#server/store/retention.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { catalog } from '#tests/support/documents.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

const SHIPPED = {
  events: 400,
  audit: 1825,
  messages: 30,
  openAttempts: 730,
  payments: 2557,
  waitingAccounts: 90,
}

/**
 * Users use one server; the other, outside demo mode, deletes what has expired, for all tenants of
 * the database.
 */
let server: TestServer
let keeper: TestServer
beforeAll(async () => {
  server = await buildServer()
  keeper = await buildServer({ environment: { demo: false } })
  atTheRightTime(keeper)
})
afterAll(async () => {
  await keeper.close()
  await server.close()
})

/** The database determines ages, by a clock that tests can't move. */
const atTheRightTime = (one: TestServer) =>
  one.wait((Date.now() - one.context.now().getTime()) / 1000)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const begun = (seconds: number) =>
  server.context.database.owner(null, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE chores SET begun_at = now() - ${seconds} * interval '1 second' WHERE name = 'retention'`.compile(
          sqlBuilder,
        ),
    }),
  )
const asOwner = (tenant: Tenant, text: ReturnType<typeof sql>) =>
  server.context.database.owner(tenant.id, (tx) =>
    tx.run({ compile: () => text.compile(sqlBuilder) }),
  )

/** One event for each of these ages in days, named after it. */
async function addEvents(tenant: Tenant, ages: readonly number[]): Promise<void> {
  for (const age of ages)
    await asOwner(
      tenant,
      sql`INSERT INTO events (tenant_id, id, at, name, props, device, received_at) VALUES (${tenant.id}, ${randomUUID()}, ${daysAgo(age)}, ${`age-${age}`}, '{}', ${Buffer.alloc(32)}, ${daysAgo(age)})`,
    )
}

async function namesOf(tenant: Tenant): Promise<string[]> {
  const rows = await server.context.database.owner(tenant.id, (tx) =>
    tx.all(sqlBuilder.selectFrom('events').select('name').where('tenant_id', '=', tenant.id)),
  )
  return rows.map(({ name }) => name).toSorted()
}

/** A day later, so that it is due. */
async function aDayLater() {
  await begun(86_401)
  const removed = await retain(keeper.context)
  expect(removed).not.toBeNull()
  return removed!
}

describe('a retention period', () => {
  it('is what the tenant sets, within what the product allows, or else what the product ships', () => {
    expect(retentionOf(null, SHIPPED)).toEqual(SHIPPED)
    expect(retentionOf({ events: 30, audit: 3000 }, SHIPPED)).toEqual({
      ...SHIPPED,
      events: 30,
      audit: 3000,
    })
    expect(
      retentionOf({ events: 0, audit: 10, messages: 10_000, openAttempts: 'never' }, SHIPPED),
    ).toEqual({ ...SHIPPED, events: 1, audit: 365 })
    expect(retentionOf(undefined, undefined)).toEqual(
      Object.fromEntries(
        Object.entries(RETENTION_DAYS).map(([name, { maximum }]) => [name, maximum]),
      ),
    )
  })

  it('is given by every shipped configuration', () => {
    for (const { retention } of catalog.all('config')) expect(retention).toEqual(SHIPPED)
  })

  it(
    'may be shortened by a tenant, except for the audit log, which may only be kept longer',
    { timeout: 120_000 },
    async () => {
      const client = await signInAs(server, 'publisher')
      await edit(
        client,
        'config/default',
        (document) =>
          void Object.assign(document, { retention: { ...SHIPPED, events: 10, audit: 400 } }),
      )
      const refused = (await client.post('admin/check')).body as unknown as {
        problems: { code: string; pointer: string }[]
      }
      expect(refused.problems).toMatchObject([
        { code: 'lock/loosened', pointer: '/retention/audit' },
      ])
      await edit(
        client,
        'config/default',
        (document) => void Object.assign(document, { retention: { ...SHIPPED, events: 9000 } }),
      )
      expect(
        ((await client.post('admin/check')).body as unknown as typeof refused).problems.map(
          ({ pointer }) => pointer,
        ),
      ).toEqual(['/retention/events'])
      await edit(
        client,
        'config/default',
        (document) =>
          void Object.assign(document, { retention: { ...SHIPPED, events: 10, audit: 2000 } }),
      )
      await publishAll(client)
      expect(
        (await client.get('app-configuration')).body['retention'],
        'no page reads it',
      ).toBeUndefined()
    },
  )
})

describe('expired data', () => {
  it('is deleted as each tenant’s live configuration says, and nothing else is', async () => {
    const other = (await server.another()).tenant
    // The first tenant published ten days above; the other has the shipped setting.
    await addEvents(server.tenant, [9, 11, 399, 402])
    await addEvents(other, [9, 11, 399, 402])
    await aDayLater()
    expect(await namesOf(server.tenant)).toEqual(['age-9'])
    expect(await namesOf(other)).toEqual(['age-11', 'age-399', 'age-9'])
    await addEvents(server.tenant, [5, 12])
    await aDayLater()
    expect(await namesOf(server.tenant)).toEqual(['age-5', 'age-9'])
  })

  it('is deleted in slices, however much it is', async () => {
    const { tenant } = await server.another()
    await asOwner(
      tenant,
      sql`INSERT INTO events (tenant_id, id, at, name, props, device, received_at) SELECT ${tenant.id}, gen_random_uuid(), ${daysAgo(500)}, 'old', '{}', '\\x00', ${daysAgo(500)} FROM generate_series(1, 1234)`,
    )
    let slices = 0
    keeper.context.database.watchers.push(() => () => void slices++)
    expect((await aDayLater()).events).toBeGreaterThanOrEqual(1234)
    keeper.context.database.watchers.pop()
    expect(slices).toBeGreaterThan(5)
    expect(await namesOf(tenant)).toEqual([])
  })

  it('includes entries of the audit log, emails and abandoned attempts, but never a finished or recent one', async () => {
    const { tenant } = server
    const user = randomUUID()
    await asOwner(
      tenant,
      sql`INSERT INTO users (tenant_id, id, account_type) VALUES (${tenant.id}, ${user}, 'power')`,
    )
    const begin = (id: string, assessment: string, state: string, days: number) =>
      asOwner(
        tenant,
        sql`INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, started_at) VALUES (${tenant.id}, ${id}, ${user}, ${assessment}, '', '', '{}', ${state}, false, 'en', ${daysAgo(days)})`,
      )
    const answer = (attempt: string, days: number) =>
      asOwner(
        tenant,
        sql`INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, device, late, received_at) VALUES (${tenant.id}, ${randomUUID()}, ${attempt}, 'R_1', '3', 1, ${daysAgo(days)}, ${randomUUID()}, false, ${daysAgo(days)})`,
      )
    const [left, taken, finished, young] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await begin(left, 'holland_code', 'open', 900)
    await answer(left, 800)
    await begin(taken, 'big_5', 'open', 900)
    await answer(taken, 100)
    await begin(finished, 'learning_styles', 'complete', 2000)
    await answer(finished, 2000)
    await begin(young, 'value_scales', 'open', 700)
    for (const days of [29, 40])
      await asOwner(
        tenant,
        sql`INSERT INTO messages (tenant_id, id, channel, recipient, subject, text, created_at) VALUES (${tenant.id}, ${randomUUID()}, 'email', ${`age-${days}`}, '', '', ${daysAgo(days - 1)})`,
      )
    for (const days of [1900, 2100])
      await asOwner(
        tenant,
        sql`INSERT INTO audit (tenant_id, id, at, actor, action, target, detail) VALUES (${tenant.id}, ${randomUUID()}, ${daysAgo(days)}, null, ${`age-${days}`}, '', '{}')`,
      )
    await aDayLater()
    const rows = async (table: string, column: string) => {
      const found = await server.context.database.owner(tenant.id, (tx) =>
        tx.all<{ value: string }>({
          compile: () =>
            sql<{
              value: string
            }>`SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)} WHERE tenant_id = ${tenant.id}`.compile(
              sqlBuilder,
            ),
        }),
      )
      return found.map(({ value }) => value)
    }
    expect((await rows('attempts', 'id')).toSorted()).toEqual([taken, finished, young].toSorted())
    expect((await rows('answers', 'attempt_id')).toSorted()).toEqual([taken, finished].toSorted())
    expect((await rows('messages', 'recipient')).filter((each) => each.startsWith('age-'))).toEqual(
      ['age-29'],
    )
    expect((await rows('audit', 'action')).filter((each) => each.startsWith('age-'))).toEqual([
      'age-1900',
    ])
  })
})

describe('the cleanup', () => {
  it('is done once a day, by one of all servers', async () => {
    await begun(86_401)
    const rounds = await Promise.all([
      retain(keeper.context),
      retain(keeper.context),
      retain(keeper.context),
    ])
    expect(rounds.filter((each) => each !== null)).toHaveLength(1)
    await begun(80_000)
    expect(await retain(keeper.context)).toBeNull()
    await begun(87_000)
    expect(await retain(keeper.context)).not.toBeNull()
  })

  it('is done by a clock that was wrong and has been put back', async () => {
    await begun(-4000 * 86_400)
    expect(await retain(keeper.context)).not.toBeNull()
  })

  it.each([6 * 60, -6 * 60, 3 * 365 * 86_400])(
    'is refused with a warning on a server whose clock is %i seconds off the database’s, and left to another one',
    async (seconds) => {
      const { tenant } = await server.another()
      await addEvents(tenant, [2, 399, 402])
      await begun(86_401)
      const said: unknown[] = []
      const wrong = Object.assign(Object.create(keeper.context) as ServerContext, {
        now: () => new Date(Date.now() + seconds * 1000),
        log: { warn: (...words: unknown[]) => said.push(words) },
      })
      expect(await retain(wrong)).toBeNull()
      expect(said).toEqual([
        [
          { seconds: expect.closeTo(seconds, -1) as number },
          expect.stringContaining('differ by more than five minutes'),
        ],
      ])
      expect(await namesOf(tenant)).toEqual(['age-2', 'age-399', 'age-402'])
      expect((await retain(keeper.context))!.events).toBeGreaterThan(0)
      expect(await namesOf(tenant)).toEqual(['age-2', 'age-399'])
      expect(
        await keeper.context.metrics.registry.getSingleMetricAsString('tsela_removed_total'),
      ).toMatch(/kind="events"\} [1-9]/)
    },
  )

  it('makes smaller slices on a slower database', () => {
    expect(nextSlice(100, 5)).toBe(200)
    expect(nextSlice(100, 40)).toBe(100)
    expect(nextSlice(100, 51)).toBe(50)
    expect([nextSlice(5, 500), nextSlice(2000, 1)]).toEqual([5, 2000])
  })

  it('leaves the emails of demo mode where users read them', async () => {
    const demo = await buildServer()
    atTheRightTime(demo)
    await demo.context.database.owner(demo.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`INSERT INTO messages (tenant_id, id, channel, recipient, subject, text, created_at) VALUES (${demo.tenant.id}, ${randomUUID()}, 'email', 'somebody@school.test', '', '', now() - interval '60 days')`.compile(
            sqlBuilder,
          ),
      }),
    )
    await demo.context.database.owner(null, (tx) =>
      tx.run({ compile: () => sql`DELETE FROM chores`.compile(sqlBuilder) }),
    )
    expect((await retain(demo.context))!.messages).toBe(0)
    await demo.close()
  })

  it('isn’t open to a request, whose role sees only its own tenant', async () => {
    const { context, tenant } = server
    await addEvents(tenant, [1])
    const other = (await server.another()).tenant
    const seen = await context.database.tenant(other.id, async (tx) => {
      await tx.run({
        compile: () => sql`SELECT set_config('app.housekeeping', 'on', true)`.compile(sqlBuilder),
      })
      return tx.all(sqlBuilder.selectFrom('events').select('name'))
    })
    expect(seen).toEqual([])
  })
})
