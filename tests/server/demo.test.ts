/**
 * Demo mode: its accounts have the results of their answers, and outside it nothing of it grants
 * access.
 */

import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { score, type Answers } from '#engine/scoring/scoring.ts'
import type { Log, TaskLevel } from '#engine/tasks/log.ts'
import { faultOf, scoreTask } from '#engine/tasks/score.ts'
import { sqlBuilder as db } from '#server/database/database.ts'
import { noteOfDemo, readDemo, refuseDemo, seedDemo } from '#server/start/demo.ts'
import { up } from '#server/migrations/0009-demo.ts'
import { answersOf } from '#server/store/answers.ts'
import { logsOf } from '#server/store/tasks.ts'
import { userByEmail } from '#server/store/users.ts'
import { catalog, root } from '#tests/support/documents.ts'
import { buildServer, Client, codeFor, signUp, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const tenants = new Map<string, string>()
beforeAll(async () => {
  server = await buildServer()
  for (const { slug, id } of await seedDemo(server.context)) tenants.set(slug, id)
})
afterAll(() => server.close())

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

it.each(['demo', 'pluggedin'])(
  'scores all of done’s results from stored answers: %s',
  async (slug) => {
    const found = await server.context.database.owner(tenants.get(slug)!, async (tx) => {
      const { id } = (await userByEmail(tx, `done@${slug}.test`))!
      const attempts = await tx.all(
        db
          .selectFrom('attempts')
          .selectAll()
          .where('user_id', '=', id)
          .where('state', '=', 'complete'),
      )
      const kept = []
      for (const attempt of attempts)
        kept.push({
          attempt,
          answers: await answersOf(tx, attempt.id),
          logs: await logsOf(tx, attempt.id),
        })
      return kept
    })
    const all = catalog.all('assessment').filter(({ researchOnly }) => !researchOnly)
    expect(found.map(({ attempt }) => attempt.assessment).toSorted()).toEqual(
      all.map(({ id }) => id).toSorted(),
    )
    for (const { attempt, answers, logs } of found) {
      const { assessment, items, metrics, seed } = attempt
      const key = catalog.get('scoring', assessment)!
      const { task } = catalog.get('assessment', assessment)!
      expect([assessment, items.length]).toEqual([
        assessment,
        Math.max(answers.length, logs.length),
      ])
      const faults = logs.map(({ level, events }) =>
        task === undefined ? null : faultOf(task, seed!, level as TaskLevel, events),
      )
      expect([assessment, ...faults]).toEqual([assessment, ...logs.map(() => null)])
      const given = Object.fromEntries(answers.map(({ item, value }) => [item, value])) as Answers
      const events = logs.map((log): Log => log.events)
      const references = (key.levels ?? []).flatMap(({ reference }) => reference ?? [])
      const compared = references.length === events.length ? references : undefined
      const scored =
        task === undefined ? score(given, key) : scoreTask(task, seed!, events, compared).metrics
      expect([assessment, metrics]).toEqual([assessment, plain(scored)])
    }
  },
)

describe('outside demo mode', () => {
  let real: TestServer
  beforeAll(async () => {
    real = await buildServer({ environment: { demo: false } })
  })
  afterAll(() => real.close())
  const owner = {
    email: 'owner@pluggedin.test',
    password: readDemo(join(root, 'content')).password,
  }

  it('the hosts of the demo are unknown, and its sessions invalid', async () => {
    const demo = new Client(server.app, 'pluggedin.localhost')
    expect((await demo.post('auth/login', owner)).status).toBe(200)
    expect((await demo.get('auth/get-user')).body).toMatchObject({ email: owner.email })
    const outside = new Client(real.app, 'pluggedin.localhost')
    for (const [name, value] of demo.cookies) outside.cookies.set(name, value)
    for (const path of [
      'auth/get-user',
      'app-configuration',
      'demo/outbox?to=owner@pluggedin.test',
    ])
      expect([path, (await outside.get(path)).body.code]).toEqual([path, 'tenant/unknown-host'])
    expect((await new Client(real.app, 'localhost').get('app-configuration')).body.code).toBe(
      'tenant/unknown-host',
    )
    const asked = await real
      .client()
      .send('GET', 'app-configuration', undefined, { 'x-tenant': 'pluggedin' })
    expect(asked.body['appName']).not.toBe((await demo.get('app-configuration')).body['appName'])
  })

  it('a demo user’s name is unknown, in whatever tenant', async () => {
    const { email, password } = await signUp(server)
    const inReal = (work: Parameters<typeof server.context.database.owner>[1]) =>
      real.context.database.owner(real.tenant.id, work)
    const { rows } = await real.context.database.pool.query(
      'SELECT password_hash FROM users WHERE email = $1',
      [email],
    )
    const insert = (name: string, demo: boolean) =>
      inReal((tx) =>
        tx.run(
          db.insertInto('users').values({
            tenant_id: real.tenant.id,
            id: real.context.newId(),
            email: name,
            email_verified: true,
            password_hash: rows[0].password_hash,
            account_type: 'free',
            profile: JSON.stringify({ email: name }),
            consents: '{}',
            research_assessments: [],
            demo,
          }),
        ),
      )
    await insert('real@school.test', false)
    await insert('demo@school.test', true)
    const person = real.client()
    expect((await person.post('auth/login', { email: 'real@school.test', password })).status).toBe(
      200,
    )
    expect((await person.get('auth/get-user')).status).toBe(200)
    const guest = real.client()
    expect(await guest.post('auth/login', { email: 'demo@school.test', password })).toMatchObject({
      status: 401,
      body: { code: 'login/failed' },
    })
    // A session that was opened before.
    await inReal((tx) =>
      tx.run(db.updateTable('users').set({ demo: true }).where('email', '=', 'real@school.test')),
    )
    expect((await person.get('auth/get-user')).status).toBe(204)
    expect((await person.post('auth/recover', { email: 'real@school.test' })).status).toBe(204)
    const messages = () =>
      inReal((tx) =>
        tx.all(db.selectFrom('messages').select('id').where('recipient', '=', 'real@school.test')),
      )
    expect(await messages()).toEqual([])
  })

  it('its vouchers are unknown', async () => {
    const sees = await buildServer()
    const { client } = await signUp(sees, { plan: null })
    await sees.context.database.owner(sees.tenant.id, (tx) =>
      tx.run(db.updateTable('vouchers').set({ demo: true }).where('code', '=', 'TEST-LITE')),
    )
    const outside = await buildServer({ environment: { demo: false } })
    await sees.context.database.owner(null, (tx) =>
      tx.run(db.updateTable('tenants').set({ demo: false }).where('id', '=', sees.tenant.id)),
    )
    const same = new Client(outside.app, sees.host)
    for (const [name, value] of client.cookies) same.cookies.set(name, value)
    expect(await same.post('plans/redeem', { code: 'TEST-LITE' })).toMatchObject({
      status: 404,
      body: { code: 'voucher/unknown' },
    })
    expect((await same.post('plans/redeem', { code: 'TEST-COMMIT' })).status).toBe(200)
    await outside.close()
    await sees.close()
  })

  it('the start says that there was a demo in this database', async () => {
    expect(await noteOfDemo(real.context)).toMatch(
      /^This database was used in demo mode\. Its demo tenants \(.*demo.*\) and their accounts and vouchers can't be used outside it\./,
    )
  })

  it('no page says that it is a demo, and in demo mode every configuration does', async () => {
    const outside = (await real.client().get('app-configuration')).body
    const demo = (await server.client().get('app-configuration')).body
    const minimal = (await server.client().get('app-configuration', { prefer: 'return=minimal' }))
      .body
    expect([outside['demo'], demo['demo'], minimal['demo']]).toEqual([undefined, true, true])
  })
})

describe('demo mode on a database with an operator’s own tenants', () => {
  const mark = (demo: boolean) =>
    server.context.database.owner(null, (tx) =>
      tx.run(db.updateTable('tenants').set({ demo }).where('slug', '=', 'pluggedin')),
    )

  it('creates no account in a tenant that only has the name of a demo', async () => {
    await mark(false)
    const id = tenants.get('pluggedin')!
    const gone = (tx: Parameters<Parameters<typeof server.context.database.owner>[1]>[0]) =>
      userByEmail(tx, 'new@pluggedin.test')
    await server.context.database.owner(id, (tx) =>
      tx.run(db.deleteFrom('users').where('email', '=', 'new@pluggedin.test')),
    )
    expect((await seedDemo(server.context)).map(({ slug }) => slug)).toEqual(['demo'])
    expect(await server.context.database.owner(id, gone)).toBeUndefined()
    await mark(true)
    await seedDemo(server.context)
    expect(await server.context.database.owner(id, gone)).toMatchObject({ demo: true })
  })

  it('is refused before anything is written, with their names and the remedy', async () => {
    await mark(false)
    const seen = refuseDemo(server.context)
    await expect(seen).rejects.toThrow(
      /^Demo mode is on, and this database has tenants that aren't demo tenants \(.+\)\. Nothing was written\. For real use set DEMO=0; .*"npm run tenant -- remove <slug>"/,
    )
    await mark(true)
  })

  it('never shows the emails of such a tenant', async () => {
    const other = await buildServer()
    const { email } = await signUp(other, { consented: false, plan: null, profile: false })
    await expect(codeFor(other.client(), email)).resolves.toMatch(/^\d{6}$/)
    await other.context.database.owner(null, (tx) =>
      tx.run(db.updateTable('tenants').set({ demo: false }).where('id', '=', other.tenant.id)),
    )
    // Like a server that hasn't loaded this tenant yet.
    const fresh = await buildServer()
    expect((await new Client(fresh.app, other.host).get(`demo/outbox?to=${email}`)).status).toBe(
      404,
    )
    await fresh.close()
    await other.close()
  })
})

it('marks what a demo of an earlier release made, even if row-level security binds the owner of the tables', async () => {
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: server.context.database.pool }),
  })
  const undo = new Error('as it was')
  const run = kysely.transaction().execute(async (tx) => {
    const all = (...statements: string[]) =>
      statements.reduce(
        (before, statement) => before.then(() => sql.raw(statement).execute(tx)),
        Promise.resolve() as Promise<unknown>,
      )
    const [own, slug] = [server.tenant.id, server.tenant.slug]
    await all(
      ...['tenants', 'users', 'vouchers'].flatMap((table) => [
        `ALTER TABLE ${table} DROP COLUMN demo`,
      ]),
      'CREATE ROLE somebody_who_owns_tables',
      ...['tenants', 'users', 'vouchers'].map(
        (table) => `ALTER TABLE ${table} OWNER TO somebody_who_owns_tables`,
      ),
      `INSERT INTO users (tenant_id, id, email, account_type) VALUES ('${tenants.get('demo')}', '${server.context.newId()}', 'visitor@school.test', 'free'), ('${own}', '${server.context.newId()}', 'owner@${slug}.test', 'free')`,
      'GRANT USAGE, CREATE ON SCHEMA public TO somebody_who_owns_tables',
      'SET LOCAL ROLE somebody_who_owns_tables',
    )
    await up(tx)
    await all('RESET ROLE')
    const { rows } = await sql<{
      slug: string
      demo: boolean
      people: string[] | null
      vouchers: string[] | null
    }>`
      SELECT slug, demo, (SELECT array_agg(email ORDER BY email) FROM users WHERE tenant_id = tenants.id AND demo) AS people,
        (SELECT array_agg(code ORDER BY code) FROM vouchers WHERE tenant_id = tenants.id AND demo) AS vouchers
      FROM tenants WHERE slug IN ('demo', 'pluggedin', ${slug}) ORDER BY slug = ${slug}, slug`.execute(
      tx,
    )
    const seeded = readDemo(server.context.options.contentDir)
    const of = (name: string) => ({
      slug: name,
      demo: true,
      people: seeded.items
        .filter(({ tenants }) => tenants?.includes(name) ?? true)
        .map((person) => `${person.name}@${name}.test`)
        .toSorted(),
      vouchers: seeded.vouchers.map(({ code }) => code).toSorted(),
    })
    expect(rows).toEqual([
      of('demo'),
      of('pluggedin'),
      { slug, demo: false, people: null, vouchers: null },
    ])
    throw undo
  })
  await expect(run).rejects.toBe(undo)
})
