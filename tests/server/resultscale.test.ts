/**
 * After the migration, earlier results record the range of their scores and whether any stands out.
 */

import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up } from '#server/migrations/0017-result-scale.ts'
import { buildServer, signUp, takeWorkerType, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

it('does so in every tenant, and leaves alone results that already have a scale or aren’t of interests', async () => {
  const other = await server.another()
  await signUp(server, { workerType: [5, 4, 2, 1, 3, 4] })
  await signUp(server, { workerType: [3, 3, 3, 3, 3, 4] })
  const { client } = await signUp({ ...server, ...other }, { workerType: null })
  await takeWorkerType(client, [3])
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: server.context.database.pool }),
  })
  const undo = new Error('as it was')
  const run = kysely.transaction().execute(async (tx) => {
    const metricsOf = async (table: string) =>
      (
        await sql<{ metrics: Record<string, unknown> }>`SELECT metrics FROM ${sql.table(table)}
          WHERE tenant_id IN (${server.tenant.id}, ${other.tenant.id}) ORDER BY metrics->'range' DESC`.execute(
          tx,
        )
      ).rows.map(({ metrics }) => metrics)
    const now = await metricsOf('results')
    expect(now.map(({ even, scale }) => [even, scale])).toEqual(
      [false, false, true].map((even) => [even, { lowest: 0, highest: 40 }]),
    )
    for (const table of ['results', 'attempts'])
      await sql`UPDATE ${sql.table(table)} SET metrics = metrics - 'scale' - 'even'`.execute(tx)
    await up(tx)
    expect(await metricsOf('results')).toEqual(now)
    expect(await metricsOf('attempts')).toEqual(now)
    await sql`UPDATE results SET metrics = metrics || '{"scale": {"lowest": 0, "highest": 30}}'`.execute(
      tx,
    )
    await sql`UPDATE attempts SET metrics = '{"R": 1}'`.execute(tx)
    await up(tx)
    expect((await metricsOf('results')).map(({ scale }) => scale)).toEqual(
      Array.from({ length: 3 }, () => ({ lowest: 0, highest: 30 })),
    )
    expect(await metricsOf('attempts')).toEqual(Array.from({ length: 3 }, () => ({ R: 1 })))
    throw undo
  })
  await expect(run).rejects.toBe(undo)
})
