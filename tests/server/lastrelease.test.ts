/**
 * Servers of the last release keep running while a newer one migrates the tables. They have
 * prepared statements with `*`, which PostgreSQL refuses once their table has more columns; and the
 * newer server's calls mustn't wait long.
 */

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { outageOf } from '#server/base/outage.ts'
import { APP_ROLE, Database, sqlBuilder } from '#server/database/database.ts'
import { migrate, migrateWithin } from '#server/database/migrate.ts'
import { userById } from '#server/store/users.ts'
import { root } from '#tests/support/documents.ts'

const given = inject('database')
const released = JSON.parse(readFileSync(join(root, 'deploy', 'last-release.json'), 'utf8')) as {
  migrations: string[]
}
const [tenant, user] = [randomUUID(), randomUUID()]
const name = `last_${randomUUID().slice(0, 8)}`

/** The queries of 1.52.2 on tables that have gained columns since, word for word. */
const STATEMENTS: readonly (readonly [text: string, values: readonly unknown[]])[] = [
  ['select * from "users" where "id" = $1', [user]],
  ['select * from "users" where "id" = $1 for update', [user]],
  ['select * from "users" where "email" = $1', ['a@x.test']],
  [
    'select * from "codes" where "user_id" = $1 and "purpose" = $2 order by "created_at" desc limit $3',
    [user, 'verify', 1],
  ],
  ['select * from "codes" where "hash" = $1 and "purpose" = $2', [Buffer.from('a'), 'verify']],
  ['select * from "vouchers" where "code" = $1', ['A']],
  [
    'insert into "users" ("tenant_id", "id", "email", "password_hash", "account_type", "profile", "consents", "research_assessments") values ($1, gen_random_uuid(), null, $2, $3, $4, $5, $6)',
    [tenant, null, 'learner', '{}', '{}', []],
  ],
  ['update "users" set "profile" = profile || $1::jsonb where "id" = $2', ['{"a":1}', user]],
  [
    'insert into "codes" ("tenant_id", "id", "user_id", "purpose", "hash", "expires_at", "created_at", "used_at") values ($1, gen_random_uuid(), $2, $3, $4, now(), now(), null)',
    [tenant, user, 'verify', Buffer.from('a')],
  ],
  ['update "codes" set "tries" = tries + 1 where "user_id" = $1', [user]],
  ['delete from "codes" where "user_id" = $1 and "purpose" = $2', [user, 'recover']],
  [
    'insert into "vouchers" ("tenant_id", "code", "plan", "uses", "expires_at") values ($1, $2, $3, $4, $5) on conflict do nothing',
    [tenant, 'A', 'lite', 5, null],
  ],
  ['update "vouchers" set "used" = used + 1 where "code" = $1', ['A']],
  ['select * from "sessions" where "token_hash" = $1', [Buffer.from('a')]],
  [
    'insert into "sessions" ("tenant_id", "token_hash", "id", "user_id", "method", "verified", "console", "created_at", "seen_at") values ($1, sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), $2, $3, $4, $5, now(), now())',
    [tenant, user, 'email', true, false],
  ],
  ['update "sessions" set "seen_at" = now() where "token_hash" = $1', [Buffer.from('a')]],
  [
    `insert into "attempts" ("tenant_id", "id", "user_id", "assessment", "document", "scoring", "items", "repeat", "language", "seed", "instruments", "state", "started_at", "completed_at", "metrics", "quality", "scorer") values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), $12, $13, $14, $15) on conflict ("tenant_id", "user_id", "assessment") where "state" = 'open' do nothing returning *`,
    [
      tenant,
      user,
      'big_5',
      'd',
      's',
      ['1'],
      false,
      'en',
      null,
      '{}',
      'open',
      null,
      null,
      null,
      null,
    ],
  ],
  [
    'select * from "attempts" where "user_id" = $1 and "assessment" = $2 and "state" = $3',
    [user, 'big_5', 'open'],
  ],
  ['select * from "attempts" where "id" = $1 and "user_id" = $2 for update', [randomUUID(), user]],
  [
    'WITH attempt AS (SELECT a.id, a.state, s.id AS device FROM sessions s JOIN attempts a ON a.tenant_id = s.tenant_id AND a.user_id = s.user_id WHERE s.tenant_id = $1 ORDER BY a.id FOR UPDATE OF a) INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, seq, device, late) SELECT $1, gen_random_uuid(), id, $2, $3, 1, now(), 1, device, false FROM attempt ON CONFLICT (tenant_id, id) DO NOTHING RETURNING id, late',
    [tenant, '1', '2'],
  ],
  [
    'update "attempts" set "state" = $1, "completed_at" = now() where "user_id" = $2 returning "metrics", "quality"',
    ['complete', user],
  ],
  [
    'insert into "messages" ("tenant_id", "id", "channel", "recipient", "subject", "text", "sent_at") values ($1, gen_random_uuid(), $2, $3, $4, $5, $6)',
    [tenant, 'email', 'a@x.test', 's', 't', null],
  ],
  ['select * from "messages" where "recipient" = $1 order by "created_at", "id"', ['a@x.test']],
]

// The embedded database has one server at a time, and no named statements.
describe.runIf(given.kind === 'postgres')('a server of the previous release', () => {
  let admin: pg.Client
  let old: pg.Client
  let database: Database

  beforeAll(async () => {
    admin = new pg.Client(given.connection)
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(given.connection.connectionString!)
    url.pathname = `/${name}`
    old = new pg.Client({ connectionString: url.href })
    await old.connect()
    database = new Database({
      kind: 'postgres',
      connection: { connectionString: url.href },
      size: 2,
    })
    await old.query('BEGIN')
    await migrateWithin(old, released.migrations)
    await old.query(
      `INSERT INTO tenants (id, slug, config) VALUES ('${tenant}', 'main', 'default')`,
    )
    await old.query(
      `SELECT set_config('app.tenant', '${tenant}', true); INSERT INTO users (tenant_id, id, email, account_type) VALUES ('${tenant}', '${user}', 'a@x.test', 'learner')`,
    )
    await old.query('COMMIT')
  })
  afterAll(async () => {
    await old.end()
    await database.close()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })

  /** Like a transaction of 1.52.2: it sets no search path. */
  async function begin(): Promise<void> {
    await old.query(
      `BEGIN; SELECT set_config('role', '${APP_ROLE}', true), set_config('app.tenant', '${tenant}', true)`,
    )
  }

  async function runAll() {
    const fields: string[][] = []
    for (const [index, [text, values]] of STATEMENTS.entries()) {
      await begin()
      const result = await old.query({ name: `s${index}`, text, values: [...values] })
      await old.query('COMMIT')
      fields.push([result.command, ...result.fields.map((field) => field.name)])
    }
    return fields
  }

  it('continues with its prepared statements, reading and writing as before', async () => {
    const before = await runAll()
    // A user's transaction is in progress: the migration gives way, and waits until it is over.
    await begin()
    await old.query({ name: 's1', text: STATEMENTS[1]![0], values: [user] })
    const migrated = migrate(database)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await old.query({ name: 's3', text: STATEMENTS[3]![0], values: [user, 'verify', 1] })
    await old.query('COMMIT')
    await migrated
    expect(await runAll()).toEqual(before)
    expect(before[0]).not.toContain('demo')
    expect(await database.tenant(tenant, (tx) => userById(tx, user))).toMatchObject({
      email: 'a@x.test',
      demo: false,
      profile: { a: 1 },
    })
    await begin()
    await old.query(`SELECT set_config('app.tenant', '${randomUUID()}', true)`)
    const others = await old.query(STATEMENTS[0]![0], [user])
    await old.query('COMMIT')
    expect(others.rows).toEqual([])
  })

  it('gets a retry error for a statement whose columns have changed, and succeeds the next time', async () => {
    const star = {
      compile: () => sql<{ sha: string }>`SELECT * FROM blobs LIMIT 1`.compile(sqlBuilder),
    }
    const both = () =>
      Promise.allSettled(Array.from({ length: 2 }, () => database.shared((tx) => tx.all(star))))
    expect((await both()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await database.pool.query('ALTER TABLE blobs ADD COLUMN more integer')
    const failed = await database.shared((tx) => tx.all(star)).catch((error: unknown) => error)
    expect([(failed as { code: string }).code, outageOf(failed)]).toEqual(['0A000', 'busy'])
    // The other connection's too, which hasn't been used.
    expect((await both()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await database.pool.query('ALTER TABLE blobs ADD COLUMN most integer')
    expect(await database.tenantOnce(tenant, star)).toEqual([])
  })
})
