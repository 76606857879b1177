/**
 * Users can export and erase everything stored about them: compared with the tables and columns of
 * the database (risks P2).
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sqlBuilder, type Tx } from '#server/database/database.ts'
import { PERSONAL, type PersonalTable } from '#server/store/personal.ts'
import { GOOD, playMaze } from '#tasks/maze/player.ts'
import { catalog } from '#tests/support/documents.ts'
import {
  buildServer,
  signUp,
  takeWorkerType,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  const config = catalog.get('config', 'default')!
  server = await buildServer({
    documents: [{ ...config, initialProfile: { ...config.initialProfile, rsaIdNumber: true } }],
  })
})
afterAll(() => server.close())

const rows = <Row>(tx: Tx, text: string): Promise<Row[]> =>
  tx.all({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) })
const asOwner = <Row>(text: string) =>
  server.context.database.owner(null, (tx) => rows<Row>(tx, text))
const asTenant = <Row>(text: string) =>
  server.context.database.tenant(server.tenant.id, (tx) => rows<Row>(tx, text))
const ID_NUMBER = '8001015009087'
const TABLES = Object.keys(PERSONAL) as PersonalTable[]
/** Names of columns that identify a row's owner. */
const WHOSE = [
  'user_id',
  'attempt_id',
  'actor',
  'asked_by',
  'created_by',
  'updated_by',
  'recipient',
  'scheduled_by',
  'unit',
]

type Somebody = { client: Client; email: string; id: string; canary: string; attempt: string }
type Export = Record<string, Record<string, unknown>[]> & { account: Record<string, unknown> }

async function learner(): ReturnType<typeof signUp> {
  const person = await signUp(server)
  expect((await person.client.patch('users/profile', { idNumber: ID_NUMBER })).status).toBe(200)
  await takeWorkerType(person.client, [5, 4, 2, 1, 3, 4])
  return person
}

/** A user with a row in every table of the register. */
async function lively(role: 'owner' | null = null): Promise<Somebody> {
  const { client, email } = await learner()
  const canary = `kanarie${randomUUID().slice(0, 8)}`
  expect((await client.patch('users/profile', { nickname: canary, lastName: canary })).status).toBe(
    200,
  )
  await client.put('users/about', { about: `Of ${canary}` })
  await client.post('users/interactions', { text: canary })
  await client.put('users/favourites/careers/11-1011.00')
  const task = (await client.post('assessments/maze/attempts')).body as unknown as {
    id: string
    seed: number
  }
  await client.put(`attempts/${task.id}/log`, {
    level: 1,
    events: playMaze(task.seed, 1, GOOD, canary).log,
  })
  const { _id: id } = (await client.get('auth/get-user')).body as { _id: string }
  const base = server.context.releases.bases.of(server.tenant).id
  await server.context.releases.keepShipped(server.tenant)
  const tenant = `'${server.tenant.id}'`
  const at = `'2026-11-21T08:00:00Z'`
  const unit = randomUUID()
  for (const statement of [
    `INSERT INTO drafts VALUES (${tenant}, 'menu', '${canary}', '{}', 1, '${id}', ${at})`,
    `INSERT INTO releases SELECT ${tenant}, '${randomUUID()}', (SELECT count(*) + 1 FROM releases WHERE tenant_id = ${tenant}), 'publish', id, manifest, '[]', 'first', '${id}', NULL, ${at} FROM bases WHERE id = '${base}'`,
    `INSERT INTO draft_comments VALUES (${tenant}, '${randomUUID()}', 'menu', '${canary}', 'a word', '${id}', ${at}, NULL)`,
    `INSERT INTO approvals VALUES (${tenant}, '${randomUUID()}', 'asked', 'first', '{}', '${id}', ${at}, '${id}', ${at}, NULL, NULL)`,
    `INSERT INTO scheduled_releases VALUES (${tenant}, '${randomUUID()}', 'failed', 'first', '{}', ${at}, '${id}', ${at}, NULL, 'late', NULL)`,
    `INSERT INTO identities VALUES (${tenant}, 'school', 'https://login.school.test', '${canary}', '${id}', ${at})`,
    `INSERT INTO recovery_codes VALUES (${tenant}, '${randomUUID()}', '${id}', decode(md5('${canary}'), 'hex'), NULL, ${at})`,
    `INSERT INTO passkeys VALUES (${tenant}, '${randomUUID()}', '${id}', '${canary}', decode(md5('${canary}'), 'hex'), 0, '${canary}', ${at}, NULL)`,
    `INSERT INTO challenges VALUES (${tenant}, decode(md5('${canary}'), 'hex'), '${id}', 'sign-in', '${canary}', 0, ${at}, ${at})`,
    `INSERT INTO previews VALUES (${tenant}, decode(md5('${canary}'), 'hex'), '{}', '{}', '${id}', ${at})`,
    `INSERT INTO sign_ins VALUES (${tenant}, '${randomUUID()}', '${id}', 'in', 'Chrome, Android', 1, ${at})`,
    `INSERT INTO audit VALUES (${tenant}, '${randomUUID()}', ${at}, '${id}', 'draft.write', 'menu/main', '{}')`,
    `INSERT INTO cv_shares VALUES (${tenant}, '${randomUUID()}', '${id}', decode(md5('${canary}'), 'hex'), '{}', 'en', 0, ${at}, ${at})`,
    `INSERT INTO cv_files VALUES (${tenant}, '${id}', 'pdf', 'clean', 1, ${at}, ${at})`,
    `INSERT INTO person_units VALUES (${tenant}, '${id}', '${unit}', true, ${at})`,
    `INSERT INTO milestones VALUES (${tenant}, '${id}', '${canary}', ${at})`,
    `INSERT INTO experiment_assignments VALUES (${tenant}, '${unit}', '${canary}', 'phase', 'control', 0.5, ${at}, ${at})`,
    `INSERT INTO events VALUES (${tenant}, '${randomUUID()}', ${at}, '${canary}', '{}', '\\x00', ${at}, '${unit}')`,
    `INSERT INTO guardian_requests VALUES (${tenant}, '${randomUUID()}', '${id}', decode(md5('${canary}'), 'hex'), 'email', 'en', 'open', ${at}, ${at})`,
    `INSERT INTO pay_requests VALUES (${tenant}, '${randomUUID()}', '${id}', decode(md5('${canary}'), 'hex'), 'power', 'ZA', ${at}, ${at})`,
    `INSERT INTO payments (tenant_id, id, user_id, plan, country, currency, amount, list_amount, provider, state, language, created_at, updated_at, expires_at)
      VALUES (${tenant}, '${randomUUID()}', '${id}', 'power', 'ZA', 'ZAR', 49900, 49900, 'demo', 'paid', 'en', ${at}, ${at}, ${at})`,
    `UPDATE users SET role = ${role === null ? 'NULL' : `'${role}'`}, phone = '+27${canary}', guardian_sealed = '${server.context.secrets.seal(`mother of ${canary}`, server.tenant.id, id)}' WHERE id = '${id}'`,
  ])
    await asOwner(statement)
  return { client, email, id, canary, attempt: task.id }
}

/** Tables that still contain something of a user, found by any text unique to them. */
async function traces({ id, email, canary, attempt }: Somebody): Promise<string[]> {
  const found: string[] = []
  const all = await asOwner<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r'`,
  )
  for (const { name } of all) {
    const [{ count }] = (await asOwner<{ count: string }>(
      `SELECT count(*) FROM "${name}" AS t WHERE t::text LIKE ANY (ARRAY['%${id}%', '%${email}%', '%${canary}%', '%${attempt}%'])`,
    )) as [{ count: string }]
    if (count !== '0') found.push(name)
  }
  return found.sort()
}

describe('the register', () => {
  it('names every table whose rows are deleted with a user, and every one with a column for its owner', async () => {
    const going = await asOwner<{ name: string }>(`
      WITH RECURSIVE going AS (
        SELECT 'users'::regclass::oid AS id
        UNION SELECT k.conrelid FROM pg_constraint k JOIN going ON k.confrelid = going.id WHERE k.contype = 'f' AND k.confdeltype = 'c')
      SELECT relname AS name FROM pg_class JOIN going ON going.id = pg_class.oid`)
    const marked = await asOwner<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name IN (${WHOSE.map((each) => `'${each}'`).join()})`,
    )
    expect([...new Set([...going, ...marked].map(({ name }) => name))].sort()).toEqual(
      [...TABLES].sort(),
    )
  })
})

describe('GET users/me/export', () => {
  it('contains every column of every row, except secrets and the tenant’s own data', async () => {
    const { client } = await lively()
    const { status, headers, body } = await client.get('users/me/export')
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="${server.tenant.slug}-my-data-2026-11-21.json"`,
    )
    expect(headers['cache-control']).toContain('no-store')
    const told = body as unknown as Export
    for (const table of TABLES) {
      const columns = (
        await asOwner<{ name: string }>(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${table}'`,
        )
      ).map(({ name }) => name)
      const without = Object.keys(PERSONAL[table].without ?? {})
      const row = table === 'users' ? told.account : told[camel(table)]?.[0]
      const expected = columns
        .filter((name) => name !== 'tenant_id' && !without.includes(name))
        .map(camel)
      expect([table, Object.keys(row ?? {}).sort()]).toEqual([
        table,
        [...expected, ...(table === 'users' ? ['guardian', 'idNumber'] : [])].sort(),
      ])
      // Everything that is left out exists.
      expect(without.filter((name) => !columns.includes(name))).toEqual([])
    }
  })

  it('shows sealed values to their owner, and no secret to anyone', async () => {
    const { client, id, email, canary, attempt } = await lively()
    const { body, text } = await client.get('users/me/export')
    const told = body as unknown as Export
    expect(told.account).toMatchObject({
      id,
      email,
      idNumber: ID_NUMBER,
      guardian: `mother of ${canary}`,
      accountType: 'power',
      emailVerified: true,
    })
    expect(told.account['profile']).toMatchObject({ nickname: canary, about: `Of ${canary}` })
    expect(told['attempts']!.map((each) => each['assessment'])).toEqual(['holland_code', 'maze'])
    expect(told['answers']).toHaveLength(60)
    expect(told['taskLogs']).toEqual([expect.objectContaining({ attemptId: attempt, level: 1 })])
    expect(told['results']).toEqual([
      expect.objectContaining({ metrics: expect.objectContaining({ code: 'RIC' }) }),
    ])
    expect(told['favourites']).toEqual([expect.objectContaining({ itemId: '11-1011.00' })])
    const secrets = await asOwner<{ secret: string }>(`
      SELECT password_hash AS secret FROM users WHERE id = '${id}' UNION ALL SELECT id_number_sealed FROM users WHERE id = '${id}'
      UNION ALL SELECT encode(token_hash, 'hex') FROM sessions WHERE user_id = '${id}' UNION ALL SELECT encode(hash, 'hex') FROM codes WHERE user_id = '${id}'
      UNION ALL SELECT scoring FROM attempts WHERE user_id = '${id}'`)
    expect(secrets.length).toBeGreaterThanOrEqual(6)
    for (const { secret } of secrets) expect(text.includes(secret)).toBe(false)
    for (const cookie of ['sid', 'device']) expect(text).not.toContain(client.cookies.get(cookie))
  })

  it('is a snapshot: what is written while it is read is in none of its tables', async () => {
    const { client, id } = await lively()
    const { database } = server.context
    const read = database.snapshot.bind(database)
    const reading = vi.spyOn(database, 'snapshot').mockImplementationOnce((tenant, work) =>
      read(tenant, async (tx) => {
        await rows(tx, `SELECT id FROM users WHERE id = '${id}'`)
        const written = Promise.all([
          client.put('users/about', { about: 'written meanwhile' }),
          client.put('users/favourites/careers/17-2051.00'),
        ])
        // The embedded database has one session: there the other call waits until this one has read
        // everything.
        if (database.kind === 'postgres') await written
        return work(tx)
      }),
    )
    const { text } = await client.get('users/me/export')
    expect(reading).toHaveBeenCalledOnce()
    for (const late of ['written meanwhile', '17-2051.00']) expect(text).not.toContain(late)
    const later = (await client.get('users/me/export')).text
    for (const late of ['written meanwhile', '17-2051.00']) expect(later).toContain(late)
  })

  it('reads, and can’t write', async () => {
    await expect(
      server.context.database.snapshot(server.tenant.id, (tx) =>
        rows(tx, `UPDATE users SET cohort = NULL`),
      ),
    ).rejects.toThrow('read-only')
  })

  it('contains nothing of other users, and needs a session', async () => {
    const one = await lively()
    const other = await lively()
    const { text } = await one.client.get('users/me/export')
    for (const theirs of [other.id, other.email, other.canary, other.attempt])
      expect(text).not.toContain(theirs)
    expect((await server.client().get('users/me/export')).body.code).toBe('access/session')
  })

  it('is refused to a user who asks too often, and available again later', async () => {
    const { client } = await signUp(server)
    for (let round = 0; round < 20; round++)
      expect((await client.get('users/me/export')).status).toBe(200)
    const refused = await client.get('users/me/export')
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'request/rate-limited',
      '600',
    ])
    server.wait(3601)
    expect((await client.get('users/me/export')).status).toBe(200)
  })
})

describe('DELETE users/me', () => {
  it('leaves nothing of a user in any table except the audit log, and removes nothing of others', async () => {
    const leaving = await lively()
    const staying = await lively()
    const before = await traces(staying)
    expect(before).toEqual(
      expect.arrayContaining(['users', 'messages', 'interactions', 'task_logs']),
    )
    const kept = (await staying.client.get('users/me/export')).body as unknown as Export

    expect((await leaving.client.get('users/me/export')).status).toBe(200)
    const { status, text } = await leaving.client.delete('users/me')
    expect([status, text]).toEqual([204, ''])

    // The draft's name belongs to the tenant; a counter doesn't reveal its owner, and ends with its
    // window.
    const left = (await traces(leaving)).filter(
      (table) => !['drafts', 'draft_comments'].includes(table),
    )
    expect(left).toEqual(['audit'])
    expect(await asTenant(`SELECT updated_by FROM drafts WHERE id = '${leaving.canary}'`)).toEqual([
      { updated_by: null },
    ])
    expect(await traces(staying)).toEqual(before)
    const now = (await staying.client.get('users/me/export')).body as unknown as Export
    expect({ ...now, exportedAt: null }).toEqual({ ...kept, exportedAt: null })
  })

  it('ends every session, and frees the address for a new user', async () => {
    const { client, email, password } = await learner()
    const phone = server.client()
    expect((await phone.post('auth/login', { email, password })).status).toBe(200)
    expect((await client.delete('users/me')).status).toBe(204)
    expect(client.cookies.has('sid')).toBe(false)
    expect((await phone.get('auth/get-user')).status).toBe(204)
    expect((await phone.put('users/about', { about: 'too late' })).body.code).toBe('access/session')
    expect((await phone.post('auth/login', { email, password })).body.code).toBe('login/failed')
    // The pause between two codes to one address isn't personal data, and stays.
    server.wait(61)
    const again = server.client()
    const { status, body } = await again.post('auth/signup', { email, password })
    expect([status, body['assessments'], body['emailVerified']]).toEqual([201, {}, false])
  })

  it('needs a session and the anti-forgery value', async () => {
    expect((await server.client().delete('users/me')).body.code).toBe('access/session')
    const { client } = await signUp(server)
    expect(
      (await client.send('DELETE', 'users/me', undefined, { 'x-csrf-token': 'guessed' })).body.code,
    ).toBe('csrf/missing')
    expect((await client.get('auth/get-user')).status).toBe(200)
  })

  it('is refused to the only owner, who loses nothing; of two, one may leave', async () => {
    const own = await server.another()
    const { client, email } = await signUp(own)
    const second = await signUp(own)
    const makeOwner = (address: string) =>
      asOwner(`UPDATE users SET role = 'owner' WHERE email = '${address}'`)
    await makeOwner(email)
    const refused = await client.delete('users/me')
    expect([refused.status, refused.body.code]).toEqual([409, 'role/last-owner'])
    expect((await client.get('auth/get-user')).status).toBe(200)
    await makeOwner(second.email)
    // Both at once: one of them must remain.
    const answers = await Promise.all([client.delete('users/me'), second.client.delete('users/me')])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  })

  it('races with everything that the other phone is doing, which is stored and erased, or refused, but never an error', async () => {
    for (let round = 0; round < 4; round++) {
      const { client, email, password } = await learner()
      const canary = `kanarie${randomUUID().slice(0, 8)}`
      const phone = server.client()
      await phone.post('auth/login', { email, password })
      const attempt = (await phone.post('assessments/value_scales/attempts')).body as unknown as {
        id: string
        items: string[]
      }
      const { _id: id } = (await phone.get('auth/get-user')).body as { _id: string }
      const response = (item: string, index: number) =>
        phone.put(`attempts/${attempt.id}/answers`, {
          answers: [
            { item, value: 3, ms: 900, at: new Date(1_795_000_000_000 + index).toISOString() },
          ],
        })
      const busy = attempt.items
        .slice(0, 6)
        .flatMap((item, index) => [
          response(item, index),
          phone.put('users/about', { about: canary }),
          phone.put('users/favourites/careers/11-1011.00'),
          phone.post('users/interactions', { text: canary }),
          phone.post('assessments/value_scales/attempts'),
        ])
      const gone = new Promise((resolve) => setTimeout(resolve, round * 8)).then(() =>
        client.delete('users/me'),
      )
      const statuses = (await Promise.all(busy)).map(({ status, text }) =>
        status >= 500 ? text : status,
      )
      expect((await gone).status).toBe(204)
      expect(statuses.filter((each) => ![200, 201, 401, 404].includes(each as number))).toEqual([])
      expect(await traces({ client, email, id, canary, attempt: attempt.id })).toEqual([])
    }
  })
})

function camel(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
