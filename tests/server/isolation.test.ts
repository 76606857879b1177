/**
 * No tenant ever sees another's rows: proved on the database's own system tables, as its role, and over
 * HTTP (risks I2).
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_ROLE, KEEPER_ROLE, sqlBuilder, type Tx } from '#server/database/database.ts'
import { SHARED_TABLES, tablesOf } from '#server/store/tables.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { GOOD, playMaze } from '#tasks/maze/player.ts'
import { buildServer, Client, codeFor, signUp, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let other: { tenant: Tenant; client: () => Client }
beforeAll(async () => {
  server = await buildServer()
  other = await server.another()
  mine = await liveInEveryTable()
})
afterAll(() => server.close())

function rows<Row>(tx: Tx, text: string): Promise<Row[]> {
  return tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) })
}
const asOwner = <Row>(text: string) =>
  server.context.database.owner(null, (tx) => rows<Row>(tx, text))
const asTenant = <Row>(tenant: string, text: string) =>
  server.context.database.tenant(tenant, (tx) => rows<Row>(tx, text))
const asNobody = <Row>(text: string) => server.context.database.shared((tx) => rows<Row>(tx, text))

/** Content-addressed rows are only added, never changed. */
const ADDED_TO: readonly string[] = ['bases', 'blobs', 'announcements']
/** Read before the tenant is known: a host name is no secret. */
const HOSTS = 'tenant_hosts'

// ---- somebody who has a row in every table ---------------------------------------------------------------------------

const CANARY = `kanarie-${randomUUID().slice(0, 8)}`
type Mine = {
  client: Client
  email: string
  userId: string
  attempt: string
  answer: string
  session: string
  csrf: string
  token: string
  code: string
  etag: string
}
let mine: Mine

async function liveInEveryTable(): Promise<Mine> {
  const client = server.client()
  const email = `${CANARY}@school.test`
  await client.post('auth/signup', { email, password: 'Thaba2024' })
  await client.post('auth/verify', { code: await codeFor(client, email) })
  await client.put('users/consents', { terms: true, marketing: false, researchContact: false })
  await client.post('plans/redeem', { code: 'TEST-COMMIT' })
  await client.patch('users/profile', {
    firstName: CANARY,
    lastName: CANARY,
    birthDate: '2007-05-19',
    nickname: CANARY,
  })
  await client.put('users/about', { about: `Of ${CANARY}` })
  await client.post('users/interactions', { text: CANARY })
  const begun = (await client.post('assessments/holland_code/attempts')).body as unknown as {
    id: string
    items: string[]
  }
  const sent = await client.put(`attempts/${begun.id}/answers`, {
    answers: begun.items.map((item, index) => ({
      item,
      value: (index % 5) + 1,
      ms: 3000,
      at: new Date(1_795_000_000_000 + index).toISOString(),
    })),
  })
  await client.post(`attempts/${begun.id}/complete`)
  const task = (await client.post('assessments/maze/attempts')).body as unknown as {
    id: string
    seed: number
  }
  await client.put(`attempts/${task.id}/log`, {
    level: 1,
    events: playMaze(task.seed, 1, GOOD, CANARY).log,
  })
  await client.put('users/favourites/careers/11-1011.00')
  await client.post('events', {
    device: randomUUID(),
    events: [
      {
        id: randomUUID(),
        name: 'pageView',
        at: '2026-11-21T08:00:00Z',
        props: { pageName: CANARY },
      },
    ],
  })
  server.wait(61)
  await server.client().post('auth/recover', { email })
  let token: string | undefined
  while (token === undefined) {
    const mails = (await client.get(`demo/outbox?to=${email}`)).body['items'] as { text: string }[]
    token = /token=([a-z]+)/.exec(mails.at(-1)!.text)?.[1]
  }
  const user = await client.get('auth/get-user')
  await consoleRows(user.body['_id'] as string)
  const configuration = await client.get('app-configuration')
  return {
    client,
    email,
    attempt: begun.id,
    token,
    userId: user.body['_id'] as string,
    answer: (sent.body['answers'] as { id: string }[])[0]!.id,
    code: 'TEST-COMMIT',
    session: client.cookies.get('sid')!,
    csrf: client.cookies.get('csrf-token')!,
    etag: configuration.headers['etag'] as string,
  }
}

/** The console's data of a tenant, written by its staff, not by learners. */
async function consoleRows(userId: string): Promise<void> {
  const tenant = `'${server.tenant.id}'`
  const [user, release] = [`'${userId}'`, `'${randomUUID()}'`]
  const at = `'2026-11-21T08:00:00Z'`
  await server.context.releases.keepShipped(server.tenant)
  const base = `'${server.context.releases.bases.of(server.tenant).id}'`
  for (const insert of [
    `INSERT INTO approvals VALUES (${tenant}, '${randomUUID()}', 'asked', '${CANARY}', '{}', ${user}, ${at})`,
    `INSERT INTO scheduled_releases VALUES (${tenant}, '${randomUUID()}', 'failed', '${CANARY}', '{}', ${at}, ${user}, ${at})`,
    `INSERT INTO drafts VALUES (${tenant}, 'menu', 'main', '{"note":"${CANARY}"}', 1, ${user}, ${at})`,
    // The shipped documents, published unchanged: the tenant is served the same as before.
    `INSERT INTO releases SELECT ${tenant}, ${release}, 1, 'publish', id, manifest, '[]', '${CANARY}', ${user}, NULL, ${at} FROM bases WHERE id = ${base}`,
    `INSERT INTO live_releases VALUES (${tenant}, ${release})`,
    `INSERT INTO previews VALUES (${tenant}, decode('00ff', 'hex'), '{}', '{}', ${user}, ${at})`,
    `INSERT INTO sign_ins VALUES (${tenant}, '${randomUUID()}', ${user}, 'in', '${CANARY}', 1, ${at})`,
    `INSERT INTO recovery_codes VALUES (${tenant}, '${randomUUID()}', ${user}, decode('00ff', 'hex'), NULL, ${at})`,
    `INSERT INTO passkeys VALUES (${tenant}, '${randomUUID()}', ${user}, '${CANARY}', decode('00ff', 'hex'), 0, '${CANARY}', ${at}, NULL)`,
    `INSERT INTO challenges VALUES (${tenant}, decode('00ff', 'hex'), ${user}, 'sign-in', '${CANARY}', 0, ${at}, ${at})`,
    `INSERT INTO identities VALUES (${tenant}, 'school', 'https://${CANARY}.test', '${CANARY}', ${user}, ${at})`,
    `INSERT INTO provider_secrets VALUES (${tenant}, 'school', '${CANARY}', '${CANARY}', ${at})`,
    `INSERT INTO own_keys VALUES (${tenant}, '${randomUUID()}', 'stripe', '${CANARY}', ${at}, ${user})`,
    `INSERT INTO audit VALUES (${tenant}, '${randomUUID()}', ${at}, ${user}, 'draft.write', '${CANARY}', '{}')`,
    `INSERT INTO images VALUES (${tenant}, '${CANARY}', 'image/png', decode('00ff', 'hex'), ${at})`,
    `INSERT INTO draft_comments VALUES (${tenant}, '${randomUUID()}', 'menu', 'main', '${CANARY}', ${user}, ${at}, NULL)`,
    `INSERT INTO pictures VALUES (${tenant}, '${CANARY}', '${CANARY}', '{}', 16, 12, NULL)`,
    `INSERT INTO picture_widths VALUES (${tenant}, '${CANARY}', 8, 'image/png', decode('00ff', 'hex'))`,
    `INSERT INTO content (tenant_id, type, id, title, order_by, data, words, search) VALUES (${tenant}, 'resources', '${CANARY}', '${CANARY}', '${CANARY}', '{"name":"${CANARY}"}', '${CANARY}', to_tsvector('simple', '${CANARY}'))`,
    `INSERT INTO voucher_batches VALUES (${tenant}, '${randomUUID()}', 'power', '${CANARY}', 1, NULL, NULL, ${at}, NULL)`,
    `INSERT INTO error_log VALUES (${tenant}, '${randomUUID()}', 'Error', '${CANARY}', '', 'cv', 'base', 1, ${at}, ${at})`,
    `INSERT INTO handled_reports VALUES (${tenant}, 'resources', '${CANARY}', ${at}, '${randomUUID()}')`,
    `INSERT INTO content_sets (tenant_id, type, imported) VALUES (${tenant}, 'resources', '{"file":"${CANARY}"}')`,
    `INSERT INTO coupons (tenant_id, code, percent) VALUES (${tenant}, '${CANARY}', 20)`,
    `INSERT INTO cv_shares VALUES (${tenant}, ${release}, ${user}, decode('00ff', 'hex'), '{${CANARY}}', 'en', 0, ${at}, ${at})`,
    `INSERT INTO cv_files VALUES (${tenant}, ${user}, 'pdf', '${CANARY}', 1, ${at}, ${at})`,
    `INSERT INTO person_units VALUES (${tenant}, ${user}, ${release}, true, ${at})`,
    `INSERT INTO milestones VALUES (${tenant}, ${user}, '${CANARY}', ${at})`,
    `INSERT INTO experiment_sums VALUES (${tenant}, '${CANARY}', 'phase', 'any', '2026-11-21', ${at}, 63, '{}')`,
    `INSERT INTO instrument_blocks VALUES (${tenant}, '${randomUUID()}', '${CANARY}', '', '', '', 'en', 1, 0, 1, '{}', ${at})`,
    `INSERT INTO instrument_norms VALUES (${tenant}, '${CANARY}', 'en', '', '', '', 300, '{}', ${at})`,
    `INSERT INTO experiment_assignments VALUES (${tenant}, ${release}, '${CANARY}', 'phase', 'control', 0.5, ${at}, ${at})`,
    `INSERT INTO guardian_requests VALUES (${tenant}, ${release}, ${user}, decode('00ff', 'hex'), 'email', 'en', 'open', ${at}, ${at})`,
    `INSERT INTO pay_requests VALUES (${tenant}, ${release}, ${user}, decode('00ff', 'hex'), 'power', 'ZA', ${at}, ${at})`,
    `INSERT INTO payments (tenant_id, id, user_id, plan, country, currency, amount, list_amount, provider, reference, state, language, created_at, updated_at, expires_at)
      VALUES (${tenant}, ${release}, ${user}, 'power', 'ZA', 'ZAR', 49900, 49900, 'demo', '${CANARY}', 'paid', 'en', ${at}, ${at}, ${at})`,
    `INSERT INTO payment_events VALUES (${tenant}, 'demo', '${CANARY}', ${release}, 'paid', ${at}, ${at}, true)`,
    `INSERT INTO payment_tasks (tenant_id, id, payment_id, kind, next_at, done_at) VALUES (${tenant}, ${release}, ${release}, 'receipt', ${at}, ${at})`,
    `INSERT INTO receipt_numbers VALUES (${tenant}, 1)`,
    `INSERT INTO content_imports VALUES (${tenant}, 'resources', '${randomUUID()}', '{"file":"${CANARY}","phase":"done"}', ${at})`,
  ])
    await asOwner(insert)
}

// ---- the system tables ------------------------------------------------------------------------------------------------

type Table = { name: string; tenant: boolean; security: boolean; forced: boolean }
async function tables(): Promise<Table[]> {
  return asOwner<Table>(`
    SELECT c.relname AS name, c.relrowsecurity AS security, c.relforcerowsecurity AS forced,
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped) AS tenant
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relname NOT LIKE 'kysely%' ORDER BY 1`)
}
const tenantTables = async () =>
  (await tables()).filter(({ tenant }) => tenant).map(({ name }) => name)

describe('every table', () => {
  it('belongs to a tenant, except for the shared ones', async () => {
    const all = await tables()
    expect(
      all
        .filter(({ tenant }) => !tenant)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(SHARED_TABLES).sort())
    expect(all.length - Object.keys(SHARED_TABLES).length).toBeGreaterThanOrEqual(13)
  })

  it('is known to backup, restore and deletion, and comes after those that it refers to', async () => {
    const known = await server.context.database.owner(null, tablesOf)
    expect(known.map(({ name }) => name).sort()).toEqual((await tables()).map(({ name }) => name))
    known.forEach(({ name, parents, key, columns }, place) => {
      for (const parent of parents)
        expect([name, parent, known.findIndex((each) => each.name === parent) < place]).toEqual([
          name,
          parent,
          true,
        ])
      expect([name, key.length > 0, columns.length > 0]).toEqual([name, true, true])
    })
  })

  it('of a tenant has row-level security that binds its owner too', async () => {
    const own = (await tables()).filter(({ tenant }) => tenant)
    expect(own.filter(({ security, forced }) => !security || !forced)).toEqual([])
  })

  it('of a tenant has one policy, for every role and command, that compares with the current tenant', async () => {
    const policies = await asOwner<{
      name: string
      command: string
      permissive: boolean
      roles: string
      using: string
      check: string
    }>(`
      SELECT c.relname AS name, p.polcmd::text AS command, p.polpermissive AS permissive, p.polroles::text AS roles, pg_get_expr(p.polqual, p.polrelid) AS using, pg_get_expr(p.polwithcheck, p.polrelid) AS check
      FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid`)
    const [{ owner }] = (await asOwner<{ owner: string }>(
      'SELECT current_user::regrole::oid::text AS owner',
    )) as [{ owner: string }]
    const [keeper] = await asOwner<{ roles: string }>(
      `SELECT ARRAY[oid]::text AS roles FROM pg_roles WHERE rolname = '${KEEPER_ROLE}'`,
    )
    // Search reads the records of all tenants, as the owner of the tables: content.test.ts checks
    // what it finds.
    const finds = ({ name, command }: (typeof policies)[number]) =>
      name === 'content' && command === 'r'
    expect(policies.filter(finds)).toEqual([
      {
        name: 'content',
        command: 'r',
        permissive: true,
        roles: `{${owner}}`,
        using: 'true',
        check: null,
      },
    ])
    for (const table of await tenantTables()) {
      // What the keeper sees is tested in tests/server/tidying.test.ts.
      const forOthers = policies.filter(
        (policy) => policy.name === table && policy.roles !== keeper!.roles && !finds(policy),
      )
      const [housekeeping, own] = [true, false].map((isIt) =>
        forOthers.filter(({ using }) => using.includes('app.housekeeping') === isIt),
      ) as [typeof policies, typeof policies]
      expect(own).toHaveLength(1)
      const condition = expect.stringMatching(
        /^\(tenant_id = \(NULLIF\(current_setting\('app\.tenant'::text, true\), ''::text\)\)::uuid\)$/,
      ) as string
      expect(own[0]).toEqual({
        name: table,
        command: '*',
        permissive: true,
        roles: '{0}',
        using: table === HOSTS ? 'true' : condition,
        check: condition,
      })
      // Housekeeping across tenants isn't a request: it is done by the owner of the tables, who
      // declares it.
      for (const { roles, using, permissive } of housekeeping) {
        expect(roles).toBe(`{${owner}}`)
        // Nor may it delete what no tenant's settings can have let expire yet: a restrictive policy
        // only narrows.
        expect(using).toMatch(
          permissive
            ? /^\(current_setting\('app\.housekeeping'::text, true\) = 'on'::text\)$/
            : /^\(\(current_setting\('app\.housekeeping'::text, true\) IS DISTINCT FROM 'on'::text\) OR .* < \(now\(\) - '/,
        )
      }
    }
  })

  it('of a tenant has the tenant in its primary key and in every unique key', async () => {
    const keys = await asOwner<{ name: string; index: string; columns: string[] }>(`
      SELECT c.relname AS name, i.indexrelid::regclass::text AS index, ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey)) AS columns
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE i.indisunique`)
    for (const table of await tenantTables()) {
      const own = keys.filter(({ name }) => name === table)
      expect(own.length).toBeGreaterThan(0)
      // A host belongs to one tenant among all of them, as its key says.
      for (const { index, columns } of own)
        expect([index, table === HOSTS || columns.includes('tenant_id')]).toEqual([index, true])
    }
  })

  it('refers only to rows of its own tenant', async () => {
    const references = await asOwner<{ name: string; target: string; pairs: string[] }>(`
      SELECT c.relname AS name, t.relname AS target,
        ARRAY(SELECT a.attname || '=' || b.attname FROM unnest(k.conkey, k.confkey) AS pair(x, y)
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.x JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.y) AS pairs
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid WHERE k.contype = 'f'`)
    const own = await tenantTables()
    for (const { name, target, pairs } of references) {
      if (!own.includes(name)) continue
      // Shared tables have no tenant to compare.
      if (target !== 'tenants' && target in SHARED_TABLES) continue
      const expected = target === 'tenants' ? 'tenant_id=id' : 'tenant_id=tenant_id'
      expect([name, target, pairs.includes(expected)]).toEqual([name, target, true])
    }
    for (const table of own)
      expect([table, references.some(({ name }) => name === table)]).toEqual([table, true])
  })

  it('with personal data is deleted with its user', async () => {
    const loose = await asOwner<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('user_id', 'attempt_id')
      WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> 'payments' AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = c.oid AND a.attnum = ANY (k.conkey) AND k.confdeltype = 'c')`)
    expect(loose).toEqual([])
    // A payment stays, as the law of receipts asks, and forgets whose it was.
    const emptied = await asOwner<{ kind: string }>(
      `SELECT confdeltype AS kind FROM pg_constraint WHERE conrelid = 'payments'::regclass AND confrelid = 'users'::regclass`,
    )
    expect(emptied).toEqual([{ kind: 'n' }])
  })
})

describe('the application’s role', () => {
  it('can bypass nothing, owns nothing and is a member of no role', async () => {
    const [role] = await asOwner(`
      SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb, (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owns, (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
        has_schema_privilege(r.oid, 'public', 'CREATE') AS creates
      FROM pg_roles r WHERE rolname = '${APP_ROLE}'`)
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owns: 0,
      memberships: 0,
      creates: false,
    })
  })

  it('reads shared tables and changes none of them', async () => {
    for (const table of [...Object.keys(SHARED_TABLES), HOSTS]) {
      const [may] = await asOwner(
        `SELECT has_table_privilege('${APP_ROLE}', '${table}', 'SELECT') AS reads, has_table_privilege('${APP_ROLE}', '${table}', 'INSERT') AS adds, has_table_privilege('${APP_ROLE}', '${table}', 'UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') AS changes`,
      )
      expect({ table, ...(may as object) }).toEqual({
        table,
        reads: true,
        adds: ADDED_TO.includes(table),
        changes: false,
      })
    }
  })

  it('can’t truncate a table, and never sees the list of migrations', async () => {
    for (const { name } of await asOwner<{ name: string }>(
      `SELECT relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND relkind = 'r'`,
    )) {
      const [may] = await asOwner<{ truncates: boolean; reads: boolean }>(
        `SELECT has_table_privilege('${APP_ROLE}', '${name}', 'TRUNCATE') AS truncates, has_table_privilege('${APP_ROLE}', '${name}', 'SELECT') AS reads`,
      )
      expect([name, may!.truncates]).toEqual([name, false])
      expect([name, name.startsWith('kysely') && may!.reads]).toEqual([name, false])
    }
  })

  it('has no view that bypasses the policies, and only functions of search, which check the tenant themselves', async () => {
    expect(
      await asOwner(
        `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND relkind IN ('v', 'm')`,
      ),
    ).toEqual([])
    expect(
      await asOwner(
        `SELECT proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND prosecdef ORDER BY 1`,
      ),
    ).toEqual([{ proname: 'search_content' }, { proname: 'search_records' }])
  })
})

// ---- rows -------------------------------------------------------------------------------------------------------------

describe('a tenant’s row', () => {
  it('exists in every table, so that these tests mean something', async () => {
    for (const table of await tenantTables()) {
      const [found] = await asOwner<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = '${server.tenant.id}'`,
      )
      expect([table, found!.count > 0]).toEqual([table, true])
      const own = await asTenant(server.tenant.id, `SELECT 1 FROM ${table}`)
      expect([table, own.length > 0]).toEqual([table, true])
    }
  })

  it('can’t be read by another tenant, nor without one, even by its key', async () => {
    for (const table of await tenantTables()) {
      if (table === HOSTS) continue
      const query = `SELECT tenant_id FROM ${table} WHERE tenant_id = '${server.tenant.id}'`
      expect([
        table,
        await asTenant(other.tenant.id, query),
        await asNobody(query),
        await asNobody(`SELECT 1 FROM ${table}`),
        await asTenant(randomUUID(), `SELECT 1 FROM ${table}`),
      ]).toEqual([table, [], [], [], []])
    }
  })

  it('can’t be changed or deleted by another tenant, nor without one', async () => {
    for (const table of await tenantTables()) {
      for (const change of [
        `UPDATE ${table} SET tenant_id = tenant_id RETURNING 1`,
        `DELETE FROM ${table} RETURNING 1`,
      ]) {
        for (const run of [(text: string) => asTenant(randomUUID(), text), asNobody]) {
          const outcome = await run(change).then(
            (found) => found.length,
            (error: { code?: string }) => error.code,
          )
          // 42501: not even allowed to try.
          expect([table, change, [0, '42501'].includes(outcome as number)]).toEqual([
            table,
            change,
            true,
          ])
        }
      }
    }
  })

  it('can’t be added to another tenant, nor without one', async () => {
    for (const table of await tenantTables()) {
      const columns = (
        await asOwner<{ name: string }>(
          `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = ''`,
        )
      )
        .map(({ name }) => `"${name}"`)
        .join(', ')
      const [row] = await asOwner<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${table} t WHERE tenant_id = '${server.tenant.id}' LIMIT 1`,
      )
      const insert = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_record(null::${table}, '${row!.row.replaceAll("'", "''")}')`
      const [may] = await asOwner<{ inserts: boolean }>(
        `SELECT has_table_privilege('${APP_ROLE}', '${table}', 'INSERT') AS inserts`,
      )
      for (const run of [(text: string) => asTenant(other.tenant.id, text), asNobody]) {
        const error = await run(insert).then(
          () => null,
          (refused: { code?: string; message?: string }) => refused,
        )
        expect([table, error?.code]).toEqual([table, '42501'])
        // If the role may insert at all, the policy refuses.
        const why = may!.inserts ? 'row-level security policy' : 'permission denied'
        expect([table, error?.message]).toEqual([table, expect.stringContaining(why)])
      }
    }
  })

  it('can’t be moved to another tenant by its own', async () => {
    for (const table of await tenantTables()) {
      const error = await asTenant(
        server.tenant.id,
        `UPDATE ${table} SET tenant_id = '${other.tenant.id}'`,
      ).then(
        () => null,
        (refused: { code?: string }) => refused.code,
      )
      expect([table, error]).toEqual([table, '42501'])
    }
  })
})

describe('a transaction', () => {
  it('leaves neither role nor tenant behind on its connection, whether it commits or not', async () => {
    const look = () =>
      server.context.database.pool.query<{ role: string; tenant: string | null }>(
        "SELECT current_user AS role, current_setting('app.tenant', true) AS tenant",
      )
    const before = (await look()).rows[0]!.role
    expect(before).not.toBe(APP_ROLE)
    await asTenant(server.tenant.id, 'SELECT 1')
    await expect(asTenant(server.tenant.id, 'SELECT 1/0')).rejects.toMatchObject({ code: '22012' })
    await expect(
      server.context.database.tenant(server.tenant.id, () =>
        Promise.reject(new Error('changed my mind')),
      ),
    ).rejects.toThrow('changed my mind')
    for (let time = 0; time < 12; time++) {
      const { role, tenant } = (await look()).rows[0]!
      expect([role, tenant ?? '']).toEqual([before, ''])
    }
  })

  it.each(['', 'x', "'; SET ROLE postgres; --", `${randomUUID()}'`, randomUUID().toUpperCase()])(
    'doesn’t begin for a tenant that isn’t named by its id: "%s"',
    async (tenant) => {
      const never = () => Promise.reject(new Error('it ran'))
      expect(() => server.context.database.tenant(tenant, never)).toThrow(
        'a tenant is named by its id',
      )
      expect(() => server.context.database.owner(tenant, never)).toThrow(
        'a tenant is named by its id',
      )
    },
  )

  it('has a tenant, or refuses every statement that names one', async () => {
    const { database, tenant } = { database: server.context.database, tenant: server.tenant }
    expect(await database.tenant(tenant.id, async (tx) => tx.tenant)).toBe(tenant.id)
    await expect(database.shared(async (tx) => tx.tenant)).rejects.toThrow('outside of any tenant')
  })

  it('refuses an empty result where there must be a row', async () => {
    const query = (text: string) => ({
      compile: () => sql.raw<{ n: number }>(text).compile(sqlBuilder),
    })
    await server.context.database.shared(async (tx) => {
      expect(await tx.one(query('SELECT 1 AS n'))).toEqual({ n: 1 })
      await expect(tx.one(query('SELECT 1 AS n WHERE false'))).rejects.toThrow('gave none')
    })
  })

  it('never mixes with three hundred others of two tenants, some of which fail', async () => {
    const [a, b] = [server.tenant.id, other.tenant.id]
    const seen = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const tenant = index % 2 === 0 ? a : b
        return server.context.database
          .tenant(tenant, async (tx) => {
            const [first] = await rows<{ tenant: string; strangers: number }>(
              tx,
              `SELECT current_setting('app.tenant') AS tenant, (SELECT count(*)::int FROM limits WHERE tenant_id <> '${tenant}') AS strangers`,
            )
            if (index % 7 === 0) await rows(tx, 'SELECT 1/0')
            if (index % 11 === 0) throw new Error('changed my mind')
            return first!.tenant === tenant && first!.strangers === 0
          })
          .catch((error: Error) => /division|changed my mind/.test(error.message))
      }),
    )
    expect(seen.filter((well) => !well)).toEqual([])
  })
})

// ---- over HTTP --------------------------------------------------------------------------------------------------------

describe('another tenant’s user, over HTTP,', () => {
  it('never gets any of our data, whichever of our ids they put wherever', async () => {
    const { client: stranger, email } = await signUp(other, { workerType: [1, 2, 4, 5, 3, 2] })
    const { body } = await stranger.get('docs')
    const ids = [
      mine.userId,
      mine.attempt,
      mine.answer,
      server.tenant.id,
      server.tenant.slug,
      mine.token,
      mine.code,
      mine.session,
    ]
    const bodies = [
      undefined,
      { answers: [{ id: mine.answer, item: 'R_1', value: 5, ms: 1, at: '2026-11-21T08:00:00Z' }] },
      { code: mine.code },
      { token: mine.token, password: 'Stolen2025' },
      { email: mine.email, password: 'Thaba2024' },
      { _id: mine.userId, userId: mine.userId, tenant: server.tenant.id, firstName: 'X' },
      { section: mine.userId, hide: true },
      { schoolCurriculum: mine.userId },
    ]
    const headers: Record<string, string>[] = [
      {},
      { 'x-tenant': other.tenant.slug, 'x-forwarded-host': `${server.tenant.slug}.test` },
      { 'if-none-match': mine.etag },
    ]
    let calls = 0
    for (const [path, methods] of Object.entries(body['paths'] as Record<string, object>)) {
      for (const method of Object.keys(methods)) {
        const upper = method.toUpperCase() as 'GET'
        if (upper !== 'GET' && /csp-reports|auth\/(signup|address|password|logout)/.test(path))
          continue
        if (/auth\/logout/.test(path) || (method === 'delete' && path.endsWith('/users/me')))
          continue
        const targets = /\{/.test(path)
          ? ids.map((id) => path.replace(/\{[^}]+\}/g, id))
          : [
              path,
              ...ids
                .slice(0, 4)
                .map((id) => `${path}?id=${id}&user=${id}&to=${mine.email}&tenant=${id}`),
            ]
        for (const target of targets) {
          // An interaction stores whatever is sent, so none of our data is sent there.
          const sent = path.endsWith('/interactions')
            ? { text: 'mine' }
            : bodies[calls % bodies.length]
          const response = await stranger.send(
            upper,
            target.replace('/api/', ''),
            upper === 'GET' ? undefined : (sent ?? {}),
            headers[calls % headers.length],
          )
          calls++
          expect(response.status, `${upper} ${target}`).toBeLessThan(502)
          expect(response.text, `${upper} ${target}`).not.toContain(CANARY)
          // What they sent themselves they may get back.
          const said = target + JSON.stringify(sent ?? {})
          const secrets = [mine.userId, mine.attempt, mine.email, mine.token, mine.session]
          for (const secret of secrets.filter((each) => !said.includes(each)))
            expect(response.text, `${upper} ${target}`).not.toContain(secret)
        }
      }
    }
    expect(calls).toBeGreaterThan(250)
    const user = await stranger.get('auth/get-user')
    expect([user.status, user.body['email']]).toEqual([200, email])
  })

  it('changes nothing of ours by all that', async () => {
    const user = await mine.client.get('auth/get-user')
    expect(user.body).toMatchObject({
      _id: mine.userId,
      email: mine.email,
      profile: { firstName: CANARY, nickname: CANARY, favourites: { careers: ['11-1011.00'] } },
      app: { accountType: 'power' },
    })
    expect((await mine.client.get('reports/worker-type')).status).toBe(200)
    expect(
      (await server.client().post('auth/login', { email: mine.email, password: 'Thaba2024' }))
        .status,
    ).toBe(200)
  })

  it('can’t use our session, our anti-forgery value or both, at their host or by naming our tenant', async () => {
    for (const extra of [
      {},
      { 'x-forwarded-host': server.host },
      { origin: `http://${server.host}` },
    ]) {
      const thief = new Client(server.app, `${other.tenant.slug}.test`)
      thief.cookies.set('sid', mine.session)
      thief.cookies.set('csrf-token', mine.csrf)
      expect((await thief.send('GET', 'auth/get-user', undefined, extra)).status).toBe(204)
      thief.cookies.set('csrf-token', mine.csrf)
      expect((await thief.send('PUT', 'users/consents', { marketing: true }, extra)).status).toBe(
        403,
      )
    }
    const { client: stranger } = await signUp(other)
    // In demo mode a tenant may be requested by name; their session isn't valid there.
    expect((await stranger.get('auth/get-user', { 'x-tenant': server.tenant.slug })).status).toBe(
      204,
    )
  })

  it('finds none of our emails in their outbox', async () => {
    expect((await other.client().get(`demo/outbox?to=${mine.email}`)).body).toEqual({ items: [] })
    expect(
      ((await server.client().get(`demo/outbox?to=${mine.email}`)).body['items'] as unknown[])
        .length,
    ).toBeGreaterThan(1)
  })
})

describe('another user of the same tenant, over HTTP,', () => {
  it('gets none of our data either', async () => {
    const { client: neighbour } = await signUp(server, { workerType: [1, 2, 4, 5, 3, 2] })
    for (const path of [
      'auth/get-user',
      'assessments',
      'reports/worker-type',
      'careers/favourites',
      `attempts/${mine.attempt}`,
      `users/${mine.userId}`,
      `careers/${mine.userId}`,
    ]) {
      const response = await neighbour.get(path)
      for (const secret of [CANARY, mine.userId, mine.attempt])
        expect(response.text, path).not.toContain(secret)
    }
    expect(
      (
        await neighbour.put(`attempts/${mine.attempt}/answers`, {
          answers: [{ item: 'R_1', value: 5, ms: 1, at: '2026-11-21T08:00:00Z' }],
        })
      ).status,
    ).toBe(404)
    expect((await neighbour.post(`attempts/${mine.attempt}/complete`)).status).toBe(404)
    expect(
      (await neighbour.post('users/names', { _id: mine.userId, firstName: 'X', lastName: 'Y' }))
        .status,
    ).not.toBe(200)
  })
})
