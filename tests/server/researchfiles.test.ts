/**
 * The files of a study: background only with consent, nobody to be picked out, logs of games, and a
 * codebook in the words that were answered.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, ConsoleUser } from '#engine/contract/admincontract.ts'
import type { ResearchOverview } from '#engine/contract/study.ts'
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
let experimenter: Client
const members: { client: Client; email: string }[] = []
const GOOD = [5, 2, 4, 1, 3, 4]
const STUDY = { institution: 'Karoo College', name: '2026', assessments: ['holland_code', 'maze'] }
const BACKGROUND = 'users/research-background'

beforeAll(async () => {
  server = await buildServer()
  owner = await withRole('owner')
  experimenter = await withRole('experimenter')
  // Six who agree, alike but for the last one's home language, and one in a study of her own.
  for (let at = 0; at < 7; at++) {
    const { client, email } = await signUp(server)
    const study = at === 6 ? { ...STUDY, name: 'Alone' } : STUDY
    await owner.put(`admin/users/${await idOf(email)}/cohort`, { cohort: study })
    await client.put('users/consents', { researchContact: true })
    await client.patch(BACKGROUND, {
      researchAgeBand: '16-17',
      researchGender: 'female',
      researchHomeLanguage: at === 5 ? 've' : 'zu',
    })
    await takeWorkerType(client, GOOD)
    members.push({ client, email })
  }
})
afterAll(() => server.close())

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

type Row = Readonly<Record<string, string>>

function rowsIn(csv: string): Row[] {
  const [head, ...lines] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) =>
        cell!.replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    )
  // The expression finds an empty cell at the end of each line.
  return lines.map((line) =>
    Object.fromEntries(head!.slice(0, -1).map((column, at) => [column, line[at]!])),
  )
}

const fileOf = async (file: string, query = '', client = experimenter) => {
  const response = await client.get(`admin/research/export?file=${file}${query}`)
  expect(response.status).toBe(200)
  return rowsIn(response.text)
}
const WHOLE = `&reason=${encodeURIComponent('Approved by the ethics committee')}`

describe('background questions', () => {
  it('are answered by people with research consent alone, and go when it goes', async () => {
    const { client } = await signUp(server)
    const answers = { researchGender: 'male', researchAgeBand: null }
    const refused = await client.patch(BACKGROUND, answers)
    expect([refused.status, refused.body.code]).toEqual([403, 'consent/not-given'])
    await client.put('users/consents', { researchContact: true })
    expect((await client.patch(BACKGROUND, answers)).status).toBe(200)
    expect((await me(client)).profile).toMatchObject({ researchGender: 'male' })
    await client.put('users/consents', { researchContact: false })
    expect(Object.keys((await me(client)).profile)).not.toContain('researchGender')
  })

  it('take only what is offered', async () => {
    const { client } = members[0]!
    expect((await client.patch(BACKGROUND, { researchAgeBand: '15' })).body.code).toBe(
      'profile/invalid',
    )
  })

  it('are missing in a file where nobody answered, whatever the CV or the identity number say', async () => {
    const { client, email } = await signUp(server)
    await owner.put(`admin/users/${await idOf(email)}/cohort`, { cohort: { ...STUDY, name: 'Cv' } })
    await client.put('users/consents', { researchContact: true })
    await client.patch('users/profile', { gender: 'female', birthDate: '2009-01-01' })
    await client.patch('users/names', { idNumber: '0901010012088' })
    await takeWorkerType(client, GOOD)
    const rows = await fileOf('answers', WHOLE, owner)
    expect(rows.find(({ cohort }) => cohort === 'Cv')).toMatchObject({
      age_band: 'missing',
      gender: 'missing',
    })
    await client.put('users/consents', { researchContact: false })
  })
})

describe('nobody can be picked out', () => {
  it('what makes somebody stand out is withheld, and who is alone is left out', async () => {
    const overview = (await experimenter.get('admin/research')).body as unknown as ResearchOverview
    expect(overview).toMatchObject({
      people: 7,
      rare: { combinations: 2, people: 2 },
      leftOut: 2,
      least: 5,
      names: { home_language: 'Which language do you speak most at home?', cohort: 'Cohort' },
    })
    for (const file of ['answers', 'wide', 'scores']) {
      const people = new Map<string, string>()
      for (const row of await fileOf(file))
        people.set(
          row['person']!,
          [
            row['institution'],
            row['cohort'],
            row['age_band'],
            row['gender'],
            row['home_language'],
          ].join(),
        )
      expect([...people.values()]).toEqual(Array(5).fill('Karoo College,2026,16-17,female,zu'))
    }
  })

  it('an owner who says why gets everything, and the log says so', async () => {
    expect((await owner.get('admin/research/export?reason=x')).body.code).toBe('request/invalid')
    expect((await experimenter.get(`admin/research/export?${WHOLE.slice(1)}`)).body.code).toBe(
      'access/role',
    )
    const rows = await fileOf('scores', WHOLE, owner)
    expect(new Set(rows.map(({ person }) => person)).size).toBe(7)
    expect(new Set(rows.map((row) => row['home_language']))).toEqual(new Set(['zu', 've']))
    expect(((await owner.get('admin/audit')).body['items'] as AuditEntry[])[0]).toMatchObject({
      action: 'research.export',
      detail: { file: 'scores', people: 7, leftOut: 0, reason: 'Approved by the ethics committee' },
    })
  })
})

describe('the files', () => {
  it('hold scores and quality of each result, with the documents they were made under', async () => {
    const rows = await fileOf('scores')
    const row = rows.find(({ score }) => score === 'R')
    expect(row).toMatchObject({
      assessment: 'holland_code',
      value: '40',
      confidence: 'ok',
      scorer: '3',
      language: 'en',
    })
    const [wide] = await fileOf('wide')
    expect(wide).toMatchObject({
      'holland_code.R_1': '5',
      'holland_code.R_1.ms': '4000',
      'holland_code.score.R': '40',
      'holland_code.document': row!['document'],
    })
  })

  it('hold the events of a game that the study asks for', async () => {
    const person = members[0]!
    const [attempt] = ['00000000-0000-7000-8000-00000000aaaa']
    await run(sql`
      INSERT INTO attempts (tenant_id, id, user_id, assessment, document, scoring, items, state, repeat, language, seed, quality, started_at, completed_at)
      SELECT tenant_id, ${attempt}::uuid, id, 'maze', '', '', '{level_1}', 'complete', false, 'en', 7, '{"confidence": "low", "flags": ["idle"]}', now(), now() FROM users WHERE email = ${person.email}`)
    await run(sql`
      INSERT INTO task_logs (tenant_id, attempt_id, level, events, received_at)
      SELECT tenant_id, ${attempt}::uuid, 1, '[[0, "begin", 16.7, "touch"], [812.4, "move", "down"]]', now() FROM users WHERE email = ${person.email}`)
    const rows = await fileOf('games')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({
      assessment: 'maze',
      level: '1',
      position: '2',
      ms: '812.4',
      event: 'move',
      detail: 'down',
      confidence: 'low',
      flags: 'idle',
    })
  })

  it('come with a codebook of the version that was answered, in its words', async () => {
    const rows = await fileOf('codebook')
    const item = rows.find(({ variable }) => variable === 'holland_code.R_1')!
    expect(item).toMatchObject({
      version: (await fileOf('scores'))[0]!['version'],
      scale: expect.stringMatching(/^R/),
      values: expect.stringContaining('1 = '),
    })
    expect(item['meaning']).not.toMatch(/^holland_code\./)
    for (const row of rows) expect(row['meaning'], row['variable']).not.toMatch(/^$|^console\./)
    const columns = [...(await fileOf('answers')), ...(await fileOf('games'))].flatMap(Object.keys)
    const explained = new Set(rows.map(({ variable }) => variable))
    expect([...new Set(columns)].filter((column) => !explained.has(column))).toEqual([])
    expect(
      Object.keys((await fileOf('wide'))[0]!).filter(
        (column) =>
          column.includes('.') &&
          !explained.has(column) &&
          !explained.has(column.replace(/\.ms$/, '')) &&
          !explained.has(column.split('.')[1]),
      ),
    ).toEqual([])
  })
})
