/** What guessing gives too counts for nobody else (docs/decisions/0107). */

import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqlBuilder } from '#server/database/database.ts'
import { up } from '#server/migrations/0080-guesses-uncounted.ts'
import { countInstruments } from '#server/start/instruments.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

const ID = 'understanding_emotion'
const key = new Map(
  catalog.get('scoring', ID)!.items.map(({ id, correct }) => [id, correct!] as const),
)

type Tenant = Awaited<ReturnType<TestServer['another']>>

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

/** Somebody answers, and knows the answers to some of the questions. @returns the flags */
async function takes(tenant: Tenant, knows: (at: number) => boolean): Promise<unknown> {
  const { client } = await signUp(tenant, { plan: 'TEST-PLUS', workerType: [5, 4, 2, 1, 3, 4] })
  const attempt = (await client.post(`assessments/${ID}/attempts`)).body as unknown as {
    id: string
    items: string[]
  }
  const answers = attempt.items.map((item, at) => {
    const right = 'abcde'.indexOf(key.get(item)!)
    // Another wrong one each time, so that there is no pattern in them.
    const wrong = (right + 1 + ((at * at) % 4)) % 5
    return {
      item,
      value: 'abcde'[knows(at) ? right : wrong],
      ms: 9000 + at,
      at: new Date(1_795_000_000_000 + at * 9000).toISOString(),
      seq: at + 1,
    }
  })
  expect((await client.put(`attempts/${attempt.id}/answers`, { answers })).status).toBe(200)
  // Otherwise it would be its own earlier attempt.
  server.wait(180)
  const { status, body } = await client.post(`attempts/${attempt.id}/complete`)
  expect(status).toBe(200)
  return (body as { quality?: unknown }).quality
}

const blocksOf = ({ tenant }: Tenant) =>
  server.context.database.owner(tenant.id, (tx) =>
    tx.all({
      compile: () =>
        sql`SELECT attempts, careless, people FROM instrument_blocks WHERE tenant_id = ${tenant.id}::uuid AND assessment = ${ID}`.compile(
          sqlBuilder,
        ),
    }),
  )

it('counts for nobody else, and is called unsure', async () => {
  // Nobody else answers there.
  const tenant = await server.another()
  const blocks = () => blocksOf(tenant)
  expect(await takes(tenant, () => true)).toMatchObject({ confidence: 'ok', flags: [] })
  expect(await takes(tenant, (at) => at % 2 === 0)).toMatchObject({ confidence: 'ok', flags: [] })
  expect(await takes(tenant, (at) => at % 5 === 0)).toMatchObject({
    confidence: 'low',
    flags: ['chance'],
  })
  await countInstruments(server.context)
  const counted = [{ attempts: 3, careless: 1, people: 2 }]
  expect(await blocks()).toEqual(counted)

  // Sums that an older server has made are made again, without them.
  await server.context.database.owner(tenant.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE instrument_blocks SET careless = 0, people = 3 WHERE tenant_id = ${tenant.tenant.id}::uuid`.compile(
          sqlBuilder,
        ),
    }),
  )
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: server.context.database.pool }),
  })
  await kysely.transaction().execute((tx) => up(tx))
  expect(await blocks()).toEqual([])
  await countInstruments(server.context)
  expect(await blocks()).toEqual(counted)
  // Sums without any of them stay.
  await server.context.database.owner(tenant.tenant.id, (tx) =>
    tx.run({
      compile: () =>
        sql`UPDATE attempts SET quality = quality - 'flags' WHERE tenant_id = ${tenant.tenant.id}::uuid AND assessment = ${ID}`.compile(
          sqlBuilder,
        ),
    }),
  )
  await kysely.transaction().execute((tx) => up(tx))
  expect(await blocks()).toEqual(counted)
})
