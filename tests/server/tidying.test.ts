/**
 * The clean-up: expired rows of all tenants are deleted by the same few statements, without
 * exposing anything else.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { KEEPER_ROLE, sqlBuilder, type Tx } from '#server/database/database.ts'
import { tidy } from '#server/start/maintenance.ts'
import type { Mailer } from '#server/accounts/mailer.ts'
import { setSuspended, type Tenant } from '#server/store/tenants.ts'
import { sendMessage } from '#server/accounts/messages.ts'
import { claimChore } from '#server/store/retention.ts'
import type { ServerContext } from '#server/start/context.ts'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

/** By the database's clock: old enough to delete, and not quite. */
const TABLES = {
  sessions: { over: '15 days', kept: '13 days', column: 'seen_at' },
  codes: { over: '25 hours', kept: '23 hours', column: 'expires_at' },
  limits: { over: '49 hours', kept: '47 hours', column: 'started_at' },
  own_keys: { column: 'retired_at', over: '181 days', kept: '179 days' },
  sign_ins: { over: '31 days', kept: '29 days', column: 'at' },
  experiment_assignments: { over: '731 days', kept: '729 days', column: 'assigned_at' },
  cv_shares: { over: '31 days', kept: '29 days', column: 'expires_at' },
  challenges: { over: '1 minute', kept: '-1 minute', column: 'expires_at' },
  previews: { over: '1 minute', kept: '-1 minute', column: 'expires_at' },
} as const

const sent: string[] = []
const mailer: Mailer = {
  send: async ({ to }) => {
    if (to.startsWith('nobody')) throw new Error('no such person')
    sent.push(to)
  },
  close: () => undefined,
}

let server: TestServer
let tenants: Tenant[]
beforeAll(async () => {
  // As in production; signing up needs to read the code, which works only in demo mode.
  server = await buildServer({ mailer })
  tenants = []
  for (let index = 0; index < 3; index++) {
    const { tenant, client } = await server.another()
    await signUp({ client })
    tenants.push(tenant)
  }
  Object.assign(server.context.options.environment, { demo: false })
  // The clock of tests stands still at a fixed time.
  server.wait((Date.now() - server.context.now().getTime()) / 1000)
})
afterAll(() => server.close())

const raw = (text: string) => ({
  compile: () => sql.raw<Record<string, unknown>>(text).compile(sqlBuilder),
})
const of = (tenant: Tenant, text: string) =>
  server.context.database.tenant(tenant.id, (tx) => tx.all(raw(text)))
const asKeeper = (text: string) => server.context.database.keeper((tx: Tx) => tx.all(raw(text)))

/** An expired row of each kind, and one that isn't, in every tenant. */
beforeEach(async () => {
  for (const tenant of tenants) {
    const [user] = await of(tenant, 'SELECT id FROM users LIMIT 1')
    const [id, who] = [`'${tenant.id}'`, `'${String(user!['id'])}'`]
    const at = (table: keyof typeof TABLES, which: 'over' | 'kept') =>
      `now() - interval '${TABLES[table][which]}'`
    for (const which of ['over', 'kept'] as const) {
      await of(
        tenant,
        `INSERT INTO sessions VALUES (${id}, sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), ${who}, '${which}', true, false, ${at('sessions', which)}, ${at('sessions', which)})`,
      )
      await of(
        tenant,
        `INSERT INTO codes (tenant_id, id, user_id, purpose, hash, expires_at, created_at) VALUES (${id}, gen_random_uuid(), ${who}, 'verify', '\\x00', ${at('codes', which)}, now())`,
      )
      await of(
        tenant,
        `INSERT INTO limits VALUES (${id}, gen_random_uuid()::text, ${at('limits', which)}, 1)`,
      )
      await of(
        tenant,
        `INSERT INTO own_keys VALUES (${id}, gen_random_uuid(), 'stripe', 'x', now(), NULL, ${at('own_keys', which)})`,
      )
      await of(
        tenant,
        `INSERT INTO challenges VALUES (${id}, sha256(gen_random_uuid()::text::bytea), ${who}, 'sign-in', 'email', 0, now(), ${at('challenges', which)})`,
      )
      await of(
        tenant,
        `INSERT INTO sign_ins VALUES (${id}, gen_random_uuid(), ${who}, 'in', NULL, 1, ${at('sign_ins', which)})`,
      )
      await of(
        tenant,
        `INSERT INTO cv_shares VALUES (${id}, gen_random_uuid(), ${who}, sha256(gen_random_uuid()::text::bytea), '{}', 'en', 0, now(), ${at('cv_shares', which)})`,
      )
      await of(
        tenant,
        `INSERT INTO experiment_assignments VALUES (${id}, gen_random_uuid(), 'x', 'y', 'z', 0.5, ${at('experiment_assignments', which)}, NULL)`,
      )
      await of(
        tenant,
        `INSERT INTO previews VALUES (${id}, sha256(gen_random_uuid()::text::bytea), '{}', '{}', ${who}, ${at('previews', which)})`,
      )
    }
  }
})

const old = (table: keyof typeof TABLES, which: 'over' | 'kept') => {
  const { column } = TABLES[table]
  return `SELECT count(*)::integer AS n FROM ${table} WHERE ${column} ${which === 'over' ? '<=' : '>'} now() - interval '${TABLES[table].over}' + interval '30 seconds'`
}
const count = async (tenant: Tenant, table: keyof typeof TABLES, which: 'over' | 'kept') =>
  (await of(tenant, old(table, which)))[0]!['n'] as number

describe('tidying', () => {
  it.each(Object.keys(TABLES) as (keyof typeof TABLES)[])(
    'deletes what has expired of %s in every tenant, and nothing else',
    async (table) => {
      const before = await Promise.all(
        tenants.map(async (tenant) => [
          await count(tenant, table, 'over'),
          await count(tenant, table, 'kept'),
        ]),
      )
      for (const [over, kept] of before) expect([over! > 0, kept! > 0]).toEqual([true, true])
      await tidy(server.context)
      const after = await Promise.all(
        tenants.map(async (tenant) => [
          await count(tenant, table, 'over'),
          await count(tenant, table, 'kept'),
        ]),
      )
      expect(after).toEqual(before.map(([, kept]) => [0, kept]))
    },
  )

  it('needs no more queries for more tenants', async () => {
    const statements = async () => {
      const seen: string[] = []
      const { database } = server.context
      const keeper = database.keeper.bind(database)
      database.keeper = (work) =>
        keeper((tx) =>
          work({
            ...tx,
            run: (query) => (seen.push('run'), tx.run(query)),
            all: (query) => (seen.push('all'), tx.all(query)),
          }),
        )
      await tidy(server.context)
      database.keeper = keeper
      return seen.length
    }
    const few = await statements()
    for (let index = 0; index < 5; index++) await server.another()
    expect([await statements(), few]).toEqual([few, 11])
  })

  it('runs in slices, so that nothing waits for it', async () => {
    const [tenant] = tenants as [Tenant]
    await of(
      tenant,
      `INSERT INTO limits SELECT '${tenant.id}'::uuid, 'many ' || n, now() - interval '3 days', 1 FROM generate_series(1, 1700) AS n`,
    )
    const sizes: number[] = []
    const { database } = server.context
    const keeper = database.keeper.bind(database)
    database.keeper = (work) =>
      keeper((tx) =>
        work({ ...tx, run: async (query) => (sizes.push(await tx.run(query)), sizes.at(-1)!) }),
      )
    await tidy(server.context)
    database.keeper = keeper
    expect(Math.max(...sizes)).toBe(500)
    expect(sizes.reduce((all, size) => all + size, 0)).toBeGreaterThanOrEqual(1700)
  })

  it('deletes no session because of a fast clock', async () => {
    const [tenant] = tenants as [Tenant]
    const kept = await count(tenant, 'sessions', 'kept')
    server.wait(365 * 86_400)
    await tidy(server.context)
    server.wait(-365 * 86_400)
    expect(await count(tenant, 'sessions', 'kept')).toBe(kept)
  })

  it('sends the emails that the mail server refused or a killed server left, of every tenant', async () => {
    const letter = (to: string, tries: number, minutes: number, sentAt = 'NULL') =>
      `INSERT INTO messages (tenant_id, id, channel, recipient, subject, text, sent_at, tries, created_at) SELECT id, gen_random_uuid(), 'email', '${to}', '', '', ${sentAt}, ${tries}, now() - interval '${minutes} minutes' FROM tenants WHERE id = `
    for (const [index, tenant] of tenants.entries()) {
      const id = `'${tenant.id}'`
      await of(tenant, `${letter(`tried.${index}@school.test`, 1, 5)}${id}`)
      await of(tenant, `${letter(`killed.${index}@school.test`, 0, 5)}${id}`)
      // Being sent, given up, too old, and sent.
      await of(tenant, `${letter('young@school.test', 0, 1)}${id}`)
      await of(tenant, `${letter('given-up@school.test', 6, 5)}${id}`)
      await of(tenant, `${letter('old@school.test', 1, 90)}${id}`)
      await of(tenant, `${letter('out@school.test', 1, 5, 'now()')}${id}`)
    }
    sent.length = 0
    await tidy(server.context)
    const expected = tenants
      .flatMap((_, index) => [`killed.${index}@school.test`, `tried.${index}@school.test`])
      .sort()
    await expect.poll(() => sent.toSorted()).toEqual(expected)
  })

  it('lets neither the many emails of one tenant nor those of a closed one hold up another’s', async () => {
    const [many, closed, other] = tenants as [Tenant, Tenant, Tenant]
    const wait = (tenant: Tenant, to: string, emails: number, minutes: number) =>
      of(
        tenant,
        `INSERT INTO messages (tenant_id, id, channel, recipient, subject, text, tries, created_at) SELECT '${tenant.id}', gen_random_uuid(), 'email', '${to}', '', '', 1, now() - interval '${minutes} minutes' FROM generate_series(1, ${emails})`,
      )
    const suspend = (at: Date | null) =>
      server.context.database.owner(null, (tx) => setSuspended(tx, closed.id, at))
    await wait(closed, 'closed@school.test', 250, 40)
    await wait(many, 'many@school.test', 250, 30)
    await wait(other, 'other@school.test', 1, 5)
    await suspend(server.context.now())
    sent.length = 0
    await tidy(server.context)
    await expect.poll(() => sent.length).toBe(200)
    expect(sent).toContain('other@school.test')
    expect(sent).not.toContain('closed@school.test')
    await suspend(null)
    for (const tenant of [many, closed])
      await of(
        tenant,
        "DELETE FROM messages WHERE recipient IN ('many@school.test', 'closed@school.test')",
      )
  })
})

it('reports an email that was sent but couldn’t be marked, and doesn’t count it as failed', async () => {
  const said: unknown[][] = []
  const failing = { tenant: () => Promise.reject(new Error('the database went away')) }
  const note = (...words: unknown[]) => said.push(words)
  const context = Object.create(server.context, {
    database: { value: failing },
    log: { value: { warn: note, error: note } },
  }) as ServerContext
  sendMessage(context, {
    id: 'one',
    tenant: tenants[0]!.id,
    channel: 'email',
    to: 'naledi@school.test',
    subject: '',
    text: '',
    sender: { name: '', address: 'help@tsela.test', replyTo: null },
  })
  await expect.poll(() => said).toHaveLength(1)
  expect(said[0]).toEqual([
    { message: 'one', err: expect.any(Error) as Error },
    'message sent, but not marked as sent: it may be sent again',
  ])
})

describe('of several servers', () => {
  it('one does what is due, and the next one takes over after it ends', async () => {
    const take = () =>
      server.context.database.owner(null, (tx) => claimChore(tx, 'a test', 10 * 60_000))
    const begun = (ago: string) =>
      server.context.database.owner(null, (tx) =>
        tx.run({
          compile: () =>
            sql`UPDATE chores SET begun_at = now() - ${ago}::interval WHERE name = 'a test'`.compile(
              sqlBuilder,
            ),
        }),
      )
    const together = await Promise.all(Array.from({ length: 8 }, take))
    expect(together.filter(Boolean)).toHaveLength(1)
    await begun('9 minutes')
    expect(await take()).toBe(false)
    await begun('11 minutes')
    expect([await take(), await take()]).toEqual([true, false])
    // By a clock that has been put back since.
    await begun('-60 minutes')
    expect([await take(), await take()]).toEqual([true, false])
  })
})

describe('the role that tidies', () => {
  it.each(Object.keys(TABLES) as (keyof typeof TABLES)[])(
    'sees only what has expired of %s, and can change none of it',
    async (table) => {
      const all = (await asKeeper(`SELECT count(*)::integer AS n FROM ${table}`))[0]!['n']
      const over = (await asKeeper(old(table, 'over')))[0]!['n']
      expect(all).toBe(over)
      await expect(asKeeper(`UPDATE ${table} SET tenant_id = tenant_id`)).rejects.toThrow(
        'permission denied',
      )
      await asKeeper(`DELETE FROM ${table}`)
      for (const tenant of tenants) expect(await count(tenant, table, 'kept')).toBeGreaterThan(0)
    },
  )

  it('sees only unsent messages, and can change none', async () => {
    expect(await asKeeper('SELECT sent_at FROM messages WHERE sent_at IS NOT NULL')).toEqual([])
    await expect(asKeeper('DELETE FROM messages')).rejects.toThrow('permission denied')
  })

  it('reads no other table of a tenant', async () => {
    const { rows } = await server.context.database.pool.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r' AND has_table_privilege('${KEEPER_ROLE}', c.oid, 'SELECT, INSERT, UPDATE, DELETE') ORDER BY 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(
      ['announcements', 'messages', ...Object.keys(TABLES)].sort(),
    )
    const role = await server.context.database.pool.query(
      `SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, (SELECT count(*)::integer FROM pg_auth_members WHERE member = r.oid) AS memberships FROM pg_roles r WHERE rolname = '${KEEPER_ROLE}'`,
    )
    expect(role.rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
        memberships: 0,
      },
    ])
  })

  it('ends with its transaction', async () => {
    await asKeeper('SELECT 1')
    const { rows } = await server.context.database.pool.query<{ role: string }>(
      'SELECT current_user AS role',
    )
    expect(rows[0]!.role).not.toBe(KEEPER_ROLE)
    expect(inject('database').kind).toBe(server.context.database.kind)
  })
})
