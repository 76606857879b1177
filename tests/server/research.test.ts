/**
 * Cohorts are set in the console or by a voucher; the export contains the answers of those who
 * agreed, and nothing that identifies them.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, ConsoleUser } from '#engine/contract/admincontract.ts'
import type { User } from '#engine/rules/scope.ts'
import { sqlBuilder } from '#server/database/database.ts'
import {
  buildServer,
  signUp,
  takeWorkerType,
  type Client,
  type TestServer,
} from '../support/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await buildServer()
  owner = await withRole('owner')
})
afterAll(() => server.close())

const STUDY = { institution: 'Karoo College', name: '2026 A', assessments: ['holland_code'] }
/** Each type liked in its own way: answers that fit together in any order. */
const GOOD = [5, 2, 4, 1, 3, 4]

async function withRole(role: string): Promise<Client> {
  const { client, email, password } = await signUp(server)
  await run(sql`UPDATE users SET role = ${role} WHERE email = ${email}`)
  await client.post('auth/login', { email, password })
  return client
}

function run(statement: ReturnType<typeof sql>): Promise<number> {
  return server.context.database.owner(server.tenant.id, (tx) =>
    tx.run({ compile: () => statement.compile(sqlBuilder) }),
  )
}

const me = async (client: Client) => (await client.get('auth/get-user')).body as unknown as User
const idOf = async (email: string) =>
  (
    (await owner.get(`admin/users?search=${encodeURIComponent(email)}`)).body[
      'items'
    ] as ConsoleUser[]
  )[0]!.id

async function participant(
  consent: boolean,
  study = STUDY,
): Promise<{ client: Client; id: string; email: string }> {
  const { client, email } = await signUp(server)
  const id = await idOf(email)
  expect((await owner.put(`admin/users/${id}/cohort`, { cohort: study })).status).toBe(204)
  await client.put('users/consents', { researchContact: consent })
  return { client, id, email }
}

/** The cells of every line, as a spreadsheet would read them. */
function cells(csv: string): string[][] {
  return csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
        cell!.replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    )
}

/** Why people of tiny studies, as most here are, may be in the file. */
const WHY = `reason=${encodeURIComponent('These studies are tests')}`
const exported = async (file = 'answers') =>
  cells((await owner.get(`admin/research/export?file=${file}&${WHY}`)).text).slice(1)

describe('a cohort', () => {
  it('is set by an owner: the user is in the study at once, and the console and the log show it', async () => {
    const { client, email, id } = await participant(true)
    expect(await me(client)).toMatchObject({
      app: {
        researchAssessments: ['holland_code'],
        cohort: {
          name: '2026 A',
          institution: { name: 'Karoo College', tenant: { slug: server.tenant.slug } },
        },
      },
    })
    const [shown] = (await owner.get(`admin/users?search=${encodeURIComponent(email)}`)).body[
      'items'
    ] as ConsoleUser[]
    expect(shown!.cohort).toEqual(STUDY)
    const entry = ((await owner.get('admin/audit')).body['items'] as AuditEntry[]).find(
      ({ action }) => action === 'cohort.set',
    )
    expect(entry).toMatchObject({ target: id, detail: { from: null, to: STUDY } })

    const left = { cohort: null, reason: ' Finished the course ' }
    expect((await owner.put(`admin/users/${id}/cohort`, left)).status).toBe(204)
    const last = ((await owner.get('admin/audit')).body['items'] as AuditEntry[]).find(
      ({ action }) => action === 'cohort.set',
    )
    expect(last).toMatchObject({ detail: { to: null, reason: 'Finished the course' } })
    expect((await me(client)).app).toMatchObject({ researchAssessments: [], cohort: null })
  })

  it('asks only for what has a page for cohorts, because nothing else could be finished', async () => {
    const { email } = await signUp(server)
    const response = await owner.put(`admin/users/${await idOf(email)}/cohort`, {
      cohort: { ...STUDY, assessments: ['holland_code', 'learning_styles'] },
    })
    expect([response.status, response.body['fields']]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/cohort/assessments/1' })],
    ])
  })

  it('takes many people by their addresses, all of them or none', async () => {
    const people = await Promise.all([signUp(server), signUp(server), signUp(server)])
    const other = await signUp(await server.another())
    const emails = people.map(({ email }) => email)
    const join = (addresses: readonly string[]) =>
      owner.post('admin/cohorts', { emails: addresses, cohort: STUDY, reason: ' Grade 11 B ' })
    const refused = await join([emails[0]!, 'nobody@school.test', emails[1]!, other.email])
    expect([refused.status, refused.body['fields']]).toEqual([
      422,
      ['/emails/1', '/emails/3'].map((pointer) =>
        expect.objectContaining({ pointer, message: 'We can’t find this person.' }),
      ),
    ])
    for (const { client } of people) expect((await me(client)).app.cohort).toBeNull()

    const joined = await join([...emails, ` ${emails[0]!.toUpperCase()} `])
    expect([joined.status, joined.body]).toEqual([200, { joined: 3 }])
    for (const { client } of people)
      expect((await me(client)).app.cohort).toMatchObject({ name: '2026 A' })
    const entries = ((await owner.get('admin/audit')).body['items'] as AuditEntry[]).filter(
      ({ detail }) => detail['reason'] === 'Grade 11 B',
    )
    expect(new Set(entries.map(({ target }) => target))).toEqual(
      new Set(await Promise.all(emails.map(idOf))),
    )
    for (const body of [
      { emails, cohort: null, reason: 'x' },
      { emails, cohort: STUDY, reason: ' ' },
      { emails: [], cohort: STUDY, reason: 'x' },
      {
        emails: Array.from({ length: 101 }, (_, at) => `a${at}@b.test`),
        cohort: STUDY,
        reason: 'x',
      },
    ])
      expect((await owner.post('admin/cohorts', body)).status).toBe(422)
  })

  it('belongs to this tenant, and a user of another one is unknown', async () => {
    const other = await server.another()
    const { client } = await signUp(other)
    const { _id } = await me(client)
    expect((await owner.put(`admin/users/${_id}/cohort`, { cohort: STUDY })).body.code).toBe(
      'user/unknown',
    )
  })

  it('comes with a voucher, even if its plan opens no more than the current one', async () => {
    const made = await owner.post('admin/vouchers', {
      plan: 'starter',
      count: 1,
      uses: 5,
      cohort: { ...STUDY, name: 'By code' },
    })
    const [{ code }] = made.body['codes'] as [{ code: string }]
    const begins = await signUp(server, { plan: code })
    expect((await me(begins.client)).app).toMatchObject({
      accountType: 'starter',
      cohort: { name: 'By code' },
      researchAssessments: ['holland_code'],
    })
    const has = await signUp(server, { plan: 'TEST-COMMIT' })
    expect((await has.client.post('plans/redeem', { code })).status).toBe(200)
    expect((await me(has.client)).app).toMatchObject({
      accountType: 'power',
      cohort: { name: 'By code' },
    })
    expect(
      (
        await owner.post('admin/vouchers', {
          plan: 'starter',
          count: 1,
          uses: 1,
          cohort: { ...STUDY, assessments: ['learning_styles'] },
        })
      ).status,
    ).toBe(422)
  })
})

describe('the export', () => {
  it('has a line for each answer that counts, under a pseudonym', async () => {
    const { client, id, email } = await participant(true, { ...STUDY, name: 'Lines' })
    await takeWorkerType(client, GOOD)
    const response = await owner.get(`admin/research/export?${WHY}`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="research-2026-11-21.csv"',
    )
    expect(response.text.split('\r\n')[0]).toBe(
      'person,institution,cohort,assessment,attempt,position,item,answer,ms,version,language,confidence,flags,day,document,key,age_band,gender,home_language',
    )
    const lines = cells(response.text).filter((line) => line[2] === 'Lines')
    expect(lines).toHaveLength(60)
    expect(lines[0]!.slice(1, -1)).toEqual([
      'Karoo College',
      'Lines',
      'holland_code',
      '1',
      '1',
      expect.stringMatching(/^[RIASEC]_\d+$/),
      expect.stringMatching(/^[1-5]$/),
      '4000',
      '1.1',
      'en',
      'ok',
      '',
      '0',
      expect.stringMatching(/^[0-9a-f]{12}$/),
      expect.stringMatching(/^[0-9a-f]{12}$/),
      'missing',
      'missing',
      'missing',
    ])
    expect(new Set(lines.map(([person]) => person))).toEqual(
      new Set([expect.stringMatching(/^[0-9a-f]{20}$/)]),
    )
    expect(response.text).not.toContain(id)
    expect(response.text).not.toContain(email)
    expect((await exported()).filter((line) => line[2] === 'Lines')).toEqual(lines)
    expect(((await owner.get('admin/audit')).body['items'] as AuditEntry[])[0]).toMatchObject({
      action: 'research.export',
    })
  })

  it('contains no user who didn’t agree or no longer does, and nothing incomplete', async () => {
    const no = await participant(false, { ...STUDY, name: 'No' })
    await takeWorkerType(no.client, GOOD)
    const half = await participant(true, { ...STUDY, name: 'Half' })
    const { id, items } = (await half.client.post('assessments/holland_code/attempts'))
      .body as unknown as { id: string; items: string[] }
    await half.client.put(`attempts/${id}/answers`, {
      answers: [{ item: items[0], value: 3, ms: 4000, at: '2026-11-21T08:00:00Z' }],
    })
    const first = await participant(true, { ...STUDY, name: 'First' })
    await takeWorkerType(first.client, GOOD)
    expect(new Set((await exported()).map((line) => line[2]))).toContain('First')
    await first.client.put('users/consents', { researchContact: false })
    const cohorts = new Set((await exported()).map((line) => line[2]))
    for (const name of ['No', 'Half', 'First']) expect(cohorts).not.toContain(name)
  })

  it('flags careless answers, counts attempts, and leaves out what the study didn’t ask for', async () => {
    const { client } = await participant(true, { ...STUDY, name: 'Marked' })
    await takeWorkerType(client, [3])
    server.wait(60)
    await takeWorkerType(client, GOOD)
    await run(
      sql`UPDATE users SET research_assessments = '{big_5}' WHERE cohort ->> 'name' = 'Lines'`,
    )
    const lines = await exported()
    const marked = lines.filter((line) => line[2] === 'Marked')
    expect([marked[0]![4], marked[0]![11], marked[60]![4], marked[60]![11]]).toEqual([
      '1',
      'low',
      '2',
      'ok',
    ])
    expect(lines.filter((line) => line[2] === 'Lines')).toEqual([])
  })

  it('contains nothing that a spreadsheet would evaluate', async () => {
    const { client } = await participant(true, {
      institution: '=HYPERLINK("http://x")',
      name: '@cmd, "now"',
      assessments: ['holland_code'],
    })
    await takeWorkerType(client, GOOD)
    const raw = (await owner.get(`admin/research/export?${WHY}`)).text
    expect(raw).toContain(`,"'=HYPERLINK(""http://x"")","'@cmd, ""now""",`)
  })

  it('covers every user, however many there are', async () => {
    await run(sql`
      INSERT INTO users (tenant_id, id, email, account_type, consents, research_assessments, cohort)
      SELECT ${server.tenant.id}, gen_random_uuid(), 'many' || n || '@school.test', 'power', '{"researchContact": {"granted": true}}', '{holland_code}', '{"name": "Many", "institution": {"name": "I"}}' FROM generate_series(1, 45) AS n`)
    await run(sql`
      INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, started_at, completed_at)
      SELECT tenant_id, gen_random_uuid(), id, 'holland_code', '', '', '{R_1}', 'complete', false, 'en', now(), now() FROM users WHERE cohort ->> 'name' = 'Many'`)
    await run(sql`
      INSERT INTO answers (tenant_id, id, attempt_id, item, value, ms, at, device, late)
      SELECT a.tenant_id, gen_random_uuid(), a.id, 'R_1', '4', 1234, now(), gen_random_uuid(), false FROM attempts a JOIN users u ON u.id = a.user_id WHERE u.cohort ->> 'name' = 'Many'`)
    const many = (await exported()).filter((line) => line[2] === 'Many')
    expect([many.length, new Set(many.map(([person]) => person)).size]).toEqual([45, 45])
  })

  it('is for those who run studies', async () => {
    expect((await (await withRole('experimenter')).get('admin/research/export')).status).toBe(200)
    expect((await (await withRole('publisher')).get('admin/research/export')).body.code).toBe(
      'access/role',
    )
    const { email } = await signUp(server)
    expect(
      (
        await (
          await withRole('experimenter')
        ).put(`admin/users/${await idOf(email)}/cohort`, { cohort: STUDY })
      ).body.code,
    ).toBe('access/role')
  })
})
