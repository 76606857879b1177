/**
 * The server needs no more of PostgreSQL than deploy/roles.sql gives it: no superuser, no right to
 * create roles or databases.
 */

import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { importContent } from '#server/catalogue/content.ts'
import { APP_ROLE, Database, KEEPER_ROLE, sqlBuilder } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { asHousekeeper, numbersOfAll, deleteExpired, tenantRules } from '#server/store/retention.ts'
import { ensureTenant } from '#server/store/tenants.ts'
import { deleteSome, expiredRows } from '#server/store/tidying.ts'
import { root } from '#tests/support/documents.ts'
import { postgresFolder } from '#tests/support/postgres.ts'

const url = new URL(inject('database').connection.connectionString!)
/** The same address as another user, in another database. */
function as(user: string, name: string): string {
  const other = new URL(url)
  other.username = user
  other.pathname = `/${name}`
  return other.href
}

let superuser: pg.Client
let database: Database
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: url.href })
  await superuser.connect()
  // Twice: after a database was lost its roles are still there.
  for (let time = 0; time < 2; time++)
    execFileSync(
      join(postgresFolder()!, 'psql'),
      [
        '-v',
        'ON_ERROR_STOP=1',
        '-v',
        "password='p'",
        '-q',
        '-f',
        join(root, 'deploy', 'roles.sql'),
        url.href,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
  database = new Database({
    kind: 'postgres',
    connection: { connectionString: as('tsela', 'tsela') },
    size: 2,
  })
})
afterAll(async () => {
  await database.close()
  await superuser.query('DROP DATABASE tsela')
  await superuser.query(`REVOKE ${APP_ROLE}, ${KEEPER_ROLE} FROM tsela; DROP ROLE tsela`)
  await superuser.end()
})

it('creates its tables, imports its catalogue and serves tenants with the rights of deploy/roles.sql', async () => {
  await migrate(database)
  await migrate(database)
  expect(await importContent(database, join(root, 'content'))).toBeGreaterThan(900)
  const tenant = await database.owner(null, (tx) =>
    ensureTenant(tx, { id: randomUUID(), slug: 'main', config: 'default' }),
  )
  const client = new pg.Client({ connectionString: as('tsela', 'tsela') })
  await client.connect()
  const ask = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows[0]
  expect(
    await ask(
      "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = 'tsela'",
    ),
  ).toEqual({
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  })
  // It owns the tables, but still sees nothing of a tenant until one is set.
  await client.query(
    `BEGIN; SELECT set_config('app.tenant', '${tenant.id}', true); INSERT INTO limits VALUES ('${tenant.id}', 'x', now(), 1); COMMIT`,
  )
  expect(await ask('SELECT count(*)::integer AS n FROM limits')).toEqual({ n: 0 })
  // And in the role of a request it can alter no table and remove no release.
  await client.query(
    `BEGIN; SELECT set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant.id}', true)`,
  )
  expect(await ask('SELECT count(*)::integer AS n FROM limits')).toEqual({ n: 1 })
  await expect(client.query('DELETE FROM releases')).rejects.toThrow('permission denied')
  await client.query('ROLLBACK')
  // Housekeeping works for all tenants at once, by the owner who declares it; and only on expired
  // rows.
  await client.query(`BEGIN; SELECT set_config('app.tenant', '${tenant.id}', true)`)
  for (const age of ['1 day', '9 days'])
    await client.query(
      `INSERT INTO events VALUES ('${tenant.id}', gen_random_uuid(), now(), 'x', '{}', '\\x00', now() - interval '${age}')`,
    )
  await client.query('COMMIT')
  const due = { tenants: [tenant.id], days: [5] }
  expect(
    (
      await asHousekeeper(database, (tx) =>
        tenantRules(tx, '00000000-0000-0000-0000-000000000000', 10),
      )
    ).map(({ id }) => id),
  ).toEqual([tenant.id])
  expect(await database.owner(null, (tx) => deleteExpired(tx, 'events', due, 10))).toBe(0)
  expect(await asHousekeeper(database, (tx) => deleteExpired(tx, 'events', due, 10))).toBe(1)
  // It can't remove what may not be removed yet, whatever time it assumes.
  await client.query(`BEGIN; SELECT set_config('app.tenant', '${tenant.id}', true)`)
  await client.query(
    `INSERT INTO events VALUES ('${tenant.id}', gen_random_uuid(), now(), 'x', '{}', '\\x00', now())`,
  )
  await client.query(
    `INSERT INTO audit (tenant_id, id, at, actor, action, target, detail) VALUES ('${tenant.id}', gen_random_uuid(), now() - interval '364 days', null, 'x', '', '{}')`,
  )
  await client.query(
    `INSERT INTO messages (tenant_id, id, channel, recipient, subject, text) VALUES ('${tenant.id}', gen_random_uuid(), 'email', 'x', '', '')`,
  )
  await client.query(`UPDATE messages SET sent_at = now(); COMMIT`)
  for (const kept of ['events', 'audit', 'messages', 'openAttempts', 'payments'] as const)
    expect([
      kept,
      await asHousekeeper(database, (tx) => deleteExpired(tx, kept, { ...due, days: [-9000] }, 10)),
    ]).toEqual([kept, kept === 'events' ? 1 : 0])
  expect(await asHousekeeper(database, (tx) => numbersOfAll(tx, new Date(0)))).toMatchObject({
    unsent: '0',
    published: null,
  })
  // The clean-up sees expired rows of every tenant.
  await client.query(
    `BEGIN; SELECT set_config('app.tenant', '${tenant.id}', true); INSERT INTO limits VALUES ('${tenant.id}', 'old', now() - interval '3 days', 1); COMMIT`,
  )
  expect(
    await database.keeper((tx) =>
      deleteSome(
        tx,
        expiredRows(new Date()).find(({ table }) => table === 'limits')!,
        10,
      ),
    ),
  ).toBe(1)
  await client.end()
})

it('searches a tenant’s own records by their index, even though row-level security binds the owner of the tables', async () => {
  await migrate(database)
  const tenant = await database.owner(null, (tx) =>
    ensureTenant(tx, { id: randomUUID(), slug: 'search', config: 'default' }),
  )
  const word = 'c4ca4238a0b923820dcc509a6f75849'
  const found = await database.owner(tenant.id, async (tx) => {
    const run = <Row>(text: string) =>
      tx.all<Row>({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) })
    await run(`INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search)
      SELECT '${tenant.id}', 'many', n::text, md5(n::text), md5(n::text), '{}', md5(n::text), to_tsvector('simple', md5(n::text)) FROM generate_series(1, 20000) n`)
    // As on an idle server: new rows stay in the index's pending list for a while.
    await run(
      `SELECT gin_clean_pending_list('content_words'), gin_clean_pending_list('content_search')`,
    )
    await run('ANALYZE content')
    await run('SET LOCAL ROLE tsela_app')
    const search = (last: string) =>
      run<{ id: string }>(
        `SELECT id FROM search_records('many', '''${word}${last}'''::tsquery, '${word}${last}', now())`,
      )
    return {
      exact: await search('b'),
      similar: await search('x'),
      elsewhere: await run(`SELECT set_config('app.tenant', '${randomUUID()}', true)`).then(() =>
        search('b'),
      ),
      nowhere: await run(`SELECT set_config('app.tenant', '', true)`).then(() => search('b')),
      scans: await run<{ name: string; scans: number }>(
        `SELECT relname::text AS name, pg_stat_get_xact_numscans(oid)::integer AS scans FROM pg_class WHERE relname IN ('content_search', 'content_words')`,
      ),
    }
  })
  expect([found.exact, found.similar]).toEqual([[{ id: '1' }], [{ id: '1' }]])
  expect([found.elsewhere, found.nowhere], 'without its tenant').toEqual([[], []])
  expect(found.scans).toHaveLength(2)
  for (const { name, scans } of found.scans) expect([name, scans > 0]).toEqual([name, true])
})
