/** A statement with its tenant in one message (docs/decisions/0174). */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { APP_ROLE, sqlBuilder } from '#server/database/database.ts'
import { enteredQuery } from '#server/database/entered.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

const TENANT = randomUUID()
let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

const reading = (text: string) => ({ compile: () => sql.raw(text).compile(sqlBuilder) })
const SETTINGS = `SELECT current_setting('role') AS role, current_setting('app.tenant', true) AS tenant`

it('runs in the application’s role and for its tenant, which the next one doesn’t inherit', async () => {
  const { database } = server.context
  expect(await database.readOnce(TENANT, reading(SETTINGS))).toEqual([
    { role: APP_ROLE, tenant: TENANT },
  ])
  const other = randomUUID()
  // More than there are connections.
  const many = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      database.readOnce(at % 2 === 0 ? TENANT : other, reading(SETTINGS)),
    ),
  )
  many.forEach((rows, at) =>
    expect(rows).toEqual([{ role: APP_ROLE, tenant: at % 2 === 0 ? TENANT : other }]),
  )
})

it('sees only rows of its tenant', async () => {
  const { database } = server.context
  const seen = (tenant: string) =>
    database.readOnce<{ n: number }>(
      tenant,
      reading('SELECT count(*)::integer AS n FROM content_sets'),
    )
  expect(await seen(TENANT)).toEqual([{ n: 0 }])
  await expect(database.readOnce(TENANT, reading('DELETE FROM tenants'))).rejects.toThrow(
    /permission denied/,
  )
})

it('fails with the error of its statement, and the connection goes on', async () => {
  const { database } = server.context
  for (let time = 0; time < 3; time++)
    await expect(database.readOnce(TENANT, reading('SELECT 1 / 0 AS x'))).rejects.toThrow(
      /division by zero/,
    )
  expect(await database.readOnce(TENANT, reading('SELECT 1 AS x'))).toEqual([{ x: 1 }])
  await expect(database.readOnce('anybody', reading('SELECT 1 AS x'))).rejects.toThrow(/tenant/)
})

it.runIf(inject('database').kind === 'postgres')(
  'isn’t run at all if its tenant can’t be set',
  async () => {
    const client = new pg.Client({ ...inject('database').connection, pipeline: true })
    await client.connect()
    try {
      await client.query('CREATE TEMPORARY TABLE traces (x integer)')
      const config = { name: 'trace', text: 'INSERT INTO pg_temp.traces VALUES (1)', values: [] }
      await expect(
        enteredQuery(client as unknown as pg.PoolClient, 'no_such_role', TENANT, config),
      ).rejects.toThrow(/role "no_such_role" does not exist/)
      // Nor by the connection's own role, once it is known how to enter.
      const me = await client.query<{ me: string }>('SELECT current_user AS me')
      expect(
        await enteredQuery(client as unknown as pg.PoolClient, me.rows[0]!.me, TENANT, {
          name: 'settings',
          text: SETTINGS,
          values: [],
        }),
      ).toEqual([{ role: me.rows[0]!.me, tenant: TENANT }])
      await expect(
        enteredQuery(client as unknown as pg.PoolClient, 'no_such_role', TENANT, config),
      ).rejects.toThrow(/role "no_such_role" does not exist/)
      const { rows } = await client.query('SELECT * FROM pg_temp.traces')
      expect(rows).toEqual([])
    } finally {
      await client.end()
    }
  },
)
