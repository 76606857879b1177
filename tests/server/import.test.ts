/**
 * A tenant's own records: imported all or nothing, undone, exported, edited, hidden and scheduled;
 * learners' reports; and permissions.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  ConsoleRecord,
  ConsoleReport,
  ContentSummary,
  Page,
} from '#engine/contract/admincontract.ts'
import type { ImportReport } from '#engine/contract/importcontract.ts'
import type { CatalogueList } from '#engine/contract/contract.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { importRecords } from '#server/operations/import.ts'
import {
  buildServer,
  signUp,
  type ApiResponse,
  type Client,
  type TestServer,
} from '#tests/support/server.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TYPE = [1, 2, 4, 5, 3, 2]
const VACANCIES = {
  kind: 'content-type',
  id: 'vacancies',
  v: 1,
  title: 'Vacancies',
  source: 'test',
  label: 'content.resources.many',
  one: 'content.resources.one',
  licence: 'test',
  record: { title: 'name' },
  fields: [
    { id: 'name', type: 'text', required: true, search: 3 },
    { id: 'closes', type: 'date' },
    { id: 'region', type: 'choice', list: 'provinces', filter: 'select' },
  ],
  sorts: [{ id: 'name', by: ['name'] }],
  expires: 'closes',
} as unknown as ContentType

let server: TestServer
let editor: Client
let viewer: Client
let learner: Client
let other: Awaited<ReturnType<TestServer['another']>>
beforeAll(async () => {
  server = await buildServer({ documents: [VACANCIES] })
  other = await server.another()
  editor = await withRole('editor')
  viewer = await withRole('viewer')
  learner = (await signUp(server, { workerType: TYPE })).client
})
afterAll(() => server.close())

async function withRole(role: string): Promise<Client> {
  const { client } = await signUp(server, { workerType: TYPE })
  const { body } = await client.get('auth/get-user')
  await run(`UPDATE users SET role = '${role}' WHERE id = '${body['_id'] as string}'`)
  return client
}
const run = <Row>(text: string) =>
  server.context.database.tenant(server.tenant.id, (tx) =>
    tx.all<Row>({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
const upload = (file: string, query = '', who = editor): Promise<ApiResponse> =>
  who.send('POST', `admin/content/vacancies/import?${query}`, file, {
    'content-type': 'application/octet-stream',
  })
async function imported(file: string, query = ''): Promise<ImportReport> {
  const { status, body, text } = await upload(file, query)
  const report = body as unknown as ImportReport
  const isRefused = report.problemCount > 0 && !query.includes('dryRun=true')
  expect([status, body.code], text).toEqual(
    isRefused ? [422, 'content/problems'] : [200, undefined],
  )
  return report
}
const titles = async (who = learner) =>
  ((await who.get('catalogue/vacancies?pageSize=100')).body as unknown as CatalogueList).items.map(
    ({ title }) => title,
  )
const records = async (query = '') =>
  (await editor.get(`admin/content/vacancies?${query}`)).body as unknown as Page<ConsoleRecord>
const summary = async () =>
  ((await editor.get('admin/content')).body as unknown as Page<ContentSummary>).items.find(
    ({ type }) => type === 'vacancies',
  )!

describe('an import', () => {
  it('says what it would do, and does it only when told to', async () => {
    const file = 'id,name,closes,region\na,Alpha,2026-12-24,ZA-GP\nb,Beta,,Gauteng\n'
    const dry = await imported(file, 'dryRun=true&file=v.csv')
    expect(dry).toMatchObject({
      done: false,
      rows: 2,
      encoding: 'utf-8',
      format: 'csv',
      delimiter: ',',
      problemCount: 0,
    })
    expect(dry).toMatchObject({ new: 2, changed: 0, same: 0, gone: 0, replaces: 0 })
    expect(await titles()).toEqual([])
    expect((await imported(file, 'file=v.csv')).done).toBe(true)
    expect(await titles()).toEqual(['Alpha', 'Beta'])
    expect(await summary()).toMatchObject({
      own: 2,
      imported: { file: 'v.csv', rows: 2, edits: 0, undo: true },
    })
    expect((await learner.get('catalogue/vacancies?search=alfa')).status).toBe(200)
    expect((await learner.get('catalogue/vacancies?search=alpha')).body['total']).toBe(1)
  })

  it('names new, changed and removed records, and replaces what was there', async () => {
    const file = 'id,name,region\na,Alpha,ZA-WC\nc,Gamma,\n'
    const changes = { new: 1, changed: 1, same: 0, gone: 1, replaces: 0 }
    expect(await imported(file, 'dryRun=true')).toMatchObject(changes)
    expect(await imported(file)).toMatchObject(changes)
    expect(await titles()).toEqual(['Alpha', 'Gamma'])
    expect(await imported(file, 'dryRun=true')).toMatchObject({
      new: 0,
      changed: 0,
      same: 2,
      gone: 0,
      replaces: 0,
    })
    expect((await learner.get('catalogue/vacancies?search=beta')).body['total']).toBe(0)
  })

  it('can be undone once', async () => {
    expect((await editor.post('admin/content/vacancies/undo')).status).toBe(204)
    expect(await titles()).toEqual(['Alpha', 'Beta'])
    expect((await learner.get('catalogue/vacancies?search=beta')).body['total']).toBe(1)
    expect((await editor.post('admin/content/vacancies/undo')).body.code).toBe('content/no-import')
  })

  it('keeps what the file doesn’t contain when told to', async () => {
    const report = await imported('id,name\nd,Delta\n', 'keep=true')
    expect(report).toMatchObject({ new: 1, changed: 0, same: 0, gone: 0, replaces: 0 })
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Delta'])
  })

  it('of a file with a bad row changes nothing, and reports every bad row', async () => {
    const report = await imported('id,name,closes\nx,Xi,soon\ny,,\nx2,Ok,\nx2,Again,\n')
    expect([report.done, report.problemCount]).toEqual([false, 3])
    expect(
      report.problems.map(({ line, column, value, code }) => [line, column, value, code]),
    ).toEqual([
      [2, 'closes', 'soon', 'type'],
      [3, 'name', '', 'missing'],
      [5, 'id', 'x2', 'duplicate'],
    ])
    for (const { message } of report.problems) expect(message).toMatch(/^[A-Z].*\.$/)
    expect(report.problems[2]!.message).toMatch(/line 4/)
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Delta'])
  })

  it('of several batches is complete', async () => {
    const lines = Array.from({ length: 1203 }, (_, n) => `r${n},Row ${n}`)
    const report = await imported(`id,name\n${lines.join('\n')}\n`)
    expect(report).toMatchObject({ new: 1203, gone: 3 })
    expect((await records()).total).toBe(1203)
    expect((await editor.post('admin/content/vacancies/undo')).status).toBe(204)
    // The next one removes what is no longer needed.
    await imported('id,name\na,Alpha\n', 'keep=true')
    const [left] = await run<{ versions: number; rows: number }>(
      `SELECT count(DISTINCT version)::integer AS versions, count(*)::integer AS rows FROM content WHERE type = 'vacancies'`,
    )
    expect(left).toEqual({ versions: 2, rows: 6 })
  })

  it('that was interrupted shows nothing, delays the next one for a moment, and leaves nothing behind', async () => {
    const before = await titles()
    // As a server that was killed between two batches leaves it.
    const writing = `UPDATE content_sets SET newest = newest + 1, writing = newest + 1, writing_until = '${new Date(server.context.now().getTime() + 20_000).toISOString()}' WHERE type = 'vacancies'`
    await run(writing)
    await run(`INSERT INTO content (tenant_id, type, version, id, title, order_by, data, words, search)
      SELECT tenant_id, type, writing, 'half', 'Half', 'half', '{"name":"Half"}', 'half', to_tsvector('simple', 'half') FROM content_sets WHERE type = 'vacancies'`)
    expect(await titles()).toEqual(before)
    expect((await learner.get('catalogue/vacancies?search=half')).body['total']).toBe(0)
    expect((await records('search=half')).total).toBe(0)
    const file = 'id,name\na,Alpha\n'
    expect((await upload(file, 'keep=true')).body.code).toBe('content/busy')
    server.wait(21)
    expect((await imported(file, 'keep=true')).done).toBe(true)
    expect(await run(`SELECT id FROM content WHERE id = 'half'`)).toEqual([])
    expect(await titles()).toEqual(before)
  })

  it('is refused if a record was edited while it was being written', async () => {
    const before = await titles()
    // The edit comes after the file was checked: the version exists as soon as the first rows do.
    const { database } = server.context
    const tenant = database.tenant.bind(database)
    let edited = false
    database.tenant = (async (id: string, work: never, patience?: number) => {
      const result: unknown = await tenant(id, work, patience)
      const [set] = await server.context.database.owner(server.tenant.id, (tx) =>
        tx.all<{ writing: string | null }>({
          compile: () =>
            sql
              .raw<{ writing: string | null }>(
                `SELECT writing FROM content_sets WHERE type = 'vacancies'`,
              )
              .compile(sqlBuilder),
        }),
      )
      if (set?.writing != null && !edited) {
        edited = true
        await server.context.database.owner(server.tenant.id, (tx) =>
          tx.all({
            compile: () =>
              sql
                .raw(`UPDATE content_sets SET changes = changes + 1 WHERE type = 'vacancies'`)
                .compile(sqlBuilder),
          }),
        )
      }
      return result
    }) as typeof database.tenant
    try {
      expect((await upload('id,name\nz,Zeta\n')).body.code).toBe('content/moved')
    } finally {
      database.tenant = tenant
    }
    expect(edited).toBe(true)
    expect(await titles()).toEqual(before)
    expect((await imported('id,name\nz,Zeta\n', 'keep=true')).done).toBe(true)
  })

  it('accepts at most 50 MB, a file of records, and only named columns', async () => {
    const large = 'x'.repeat(50 * 2 ** 20 + 1)
    expect((await upload(large)).status).toBe(413)
    const picture = { 'content-type': 'image/png' }
    expect((await editor.send('POST', 'admin/content/vacancies/import', 'x', picture)).status).toBe(
      415,
    )
    expect((await upload('id,name\n', 'columns=[')).status).toBe(422)
    const report = await imported(
      'wat,name\nred,Alpha\n',
      `dryRun=true&columns=${encodeURIComponent('{"wat":"region"}')}`,
    )
    expect(report.columns).toEqual([
      { column: 'wat', field: 'region' },
      { column: 'name', field: 'name' },
    ])
    expect(report.problems[0]).toMatchObject({
      line: 2,
      column: 'wat',
      value: 'red',
      code: 'choice',
    })
    expect((await imported('')).problems[0]!.code).toBe('empty')
  })
})

describe('an export', () => {
  it.each(['csv', 'json', 'jsonl'])(
    'as %s changes nothing when it is imported again',
    async (format) => {
      await editor.put('admin/content/vacancies/planned', {
        data: { name: '=Planned, "later"', closes: '2027-02-28' },
        starts: '2027-01-01',
        hidden: true,
        was: null,
      })
      const { text, status } = await editor.get(`admin/content/vacancies/export?format=${format}`)
      expect(status).toBe(200)
      const { total } = await records()
      expect(await imported(text, 'dryRun=true')).toMatchObject({
        new: 0,
        changed: 0,
        same: total,
        gone: 0,
        replaces: 0,
      })
    },
  )

  it('includes shared records on request', async () => {
    const own = await editor.get('admin/content/resources/export?format=jsonl')
    const all = await editor.get('admin/content/resources/export?format=jsonl&shared=true')
    expect(own.text).toBe('')
    expect(all.text.trim().split('\n').length).toBe(
      (await learner.get('catalogue/resources')).body['total'],
    )
  })
})

describe('one record', () => {
  const at = 'admin/content/resources'
  const resources = async (query: string) =>
    (await editor.get(`admin/content/resources?${query}`)).body as unknown as Page<ConsoleRecord>

  it('that is shared can be hidden, shown again, and replaced by the tenant’s own', async () => {
    const [first] = (await resources('')).items
    const { id, title } = first!
    const total = async () => (await learner.get('catalogue/resources')).body['total'] as number
    const all = await total()
    const hidden = (await editor.put(`${at}/${id}`, { hidden: true, was: null }))
      .body as unknown as ConsoleRecord
    expect(hidden).toMatchObject({ title, hidden: true, own: true, shared: true, data: {} })
    expect(await total()).toBe(all - 1)
    expect((await learner.get(`catalogue/resources/${id}`)).status).toBe(404)
    expect((await resources('show=hidden')).items.map((each) => each.id)).toEqual([id])
    expect((await editor.delete(`${at}/${id}`)).status).toBe(204)
    expect(await total()).toBe(all)
    const data = { ...first!.data, name: 'In our words' }
    const saved = await editor.put(`${at}/${id}`, { data, was: null })
    expect(saved.body).toMatchObject({ title: 'In our words', own: true, shared: true })
    expect((await learner.get(`catalogue/resources/${id}`)).body['title']).toBe('In our words')
    expect((await learner.get('catalogue/resources?search=in%20our%20words')).body['total']).toBe(1)
    // Saved by another editor in the meantime.
    expect((await editor.put(`${at}/${id}`, { data, was: null })).body.code).toBe('content/moved')
    const { was } = saved.body as unknown as ConsoleRecord
    expect((await editor.put(`${at}/${id}`, { data, was })).status).toBe(200)
    await editor.delete(`${at}/${id}`)
  })

  it('is shown from one day until another', async () => {
    const at = 'admin/content/vacancies/soon'
    const body = { data: { name: 'Soon' }, starts: '2026-11-25', ends: '2026-11-27', was: null }
    expect((await editor.put(at, body)).status).toBe(200)
    expect(await titles()).not.toContain('Soon')
    expect((await records('show=planned')).items.map(({ id }) => id)).toContain('soon')
    server.wait(5 * 86_400)
    const again = await signUp(server, { workerType: TYPE })
    expect(await titles(again.client)).toContain('Soon')
    server.wait(2 * 86_400)
    const last = await signUp(server, { workerType: TYPE })
    expect(await titles(last.client)).not.toContain('Soon')
    expect((await last.client.get('catalogue/vacancies/soon')).body['expired']).toBe(true)
  })

  it('is refused with field and reason', async () => {
    editor = await withRole('editor')
    const { status, body } = await editor.put('admin/content/vacancies/bad', {
      data: { region: 'Mars', colour: 'red' },
      starts: 'never',
      was: null,
    })
    expect(status).toBe(422)
    const fields = body['fields'] as { pointer: string; message: string }[]
    expect(fields.map(({ pointer }) => pointer).sort()).toEqual([
      '/data/colour',
      '/data/name',
      '/data/region',
      '/starts',
    ])
    expect(
      (await editor.put('admin/content/vacancies/none', { hidden: true, was: null })).status,
    ).toBe(404)
  })

  it('calls its fields by the document’s words, in the language of the request', async () => {
    const { body } = await editor.get('admin/content', { 'accept-language': 'af' })
    const { fields } = (body as unknown as Page<ContentSummary>).items.find(
      ({ type }) => type === 'lessons',
    )!
    expect(fields.slice(0, 3).map(({ label }) => label)).toEqual([
      'Naam',
      'Naam (Afrikaans)',
      'Inleiding',
    ])
  })
})

describe('access', () => {
  it('is for editors and above, each in their own tenant', async () => {
    viewer = await withRole('viewer')
    for (const [who, code] of [
      [viewer, 'access/role'],
      [learner, 'access/session'],
    ] as const)
      for (const answer of [
        await upload('id,name\nq,Q\n', '', who),
        await who.put('admin/content/vacancies/q', { data: { name: 'Q' }, was: null }),
        await who.delete('admin/content/vacancies/a'),
        await who.post('admin/content/vacancies/undo'),
      ])
        expect([answer.status >= 400, [code, 'access/role']]).toEqual([
          true,
          expect.arrayContaining([answer.body.code]),
        ])
    expect((await viewer.get('admin/content/vacancies')).status).toBe(200)
    const stranger = (await signUp(other, { workerType: TYPE })).client
    expect((await stranger.get('admin/content')).status).toBe(403)
    expect(await titles(stranger)).toEqual([])
  })
})

describe('learners’ reports', () => {
  type Reports = Page<ConsoleReport>
  const reports = async (query = '', who = editor) => {
    const { status, body, text } = await who.get(`admin/reports?${query}`)
    expect(status, text).toBe(200)
    return body as unknown as Reports
  }
  const report = async (id: string, reason: string, text: string, more: object = {}) => {
    const { client } = await signUp(server, { workerType: TYPE })
    const body = { event: 'report', type: 'bursaries', id, reason, text, ...more }
    expect((await client.post('users/interactions', body)).status).toBe(201)
  }

  it('are listed by record with what was said and how many said it, never who', async () => {
    editor = await withRole('editor')
    expect((await reports()).total).toBe(0)
    const [first, second] = (
      (await editor.get('admin/content/bursaries')).body as unknown as Page<ConsoleRecord>
    ).items
    await report(first!.id, 'money', 'They asked for R500')
    await report(first!.id, 'old', '')
    await report(second!.id, 'link', '')
    // A page can send anything here: what isn't a report of a record isn't listed, and what isn't
    // text isn't shown.
    await report('x', 'old', '', { event: 'reports' })
    await report('x', 'old', '', { type: 'spells' })
    await report('x', 'old', '', { type: 5 })
    await report('no-such-record', 'a reason of nobody', '', { text: 7 })
    const { items, total } = await reports()
    expect(total).toBe(3)
    expect(items.map(({ id, title, people }) => [id, title, people])).toEqual([
      ['no-such-record', null, 1],
      [second!.id, second!.title, 1],
      [first!.id, first!.title, 2],
    ])
    expect(items[2]!.said.map(({ reason, text }) => [reason, text])).toEqual([
      ['It’s out of date or closed', ''],
      ['They ask for money', 'They asked for R500'],
    ])
    expect(items[0]!.said).toMatchObject([{ reason: 'a reason of nobody', text: '' }])
    expect(JSON.stringify(items)).not.toContain('@')
    expect((await reports('type=resources')).total).toBe(0)
    expect((await reports('type=bursaries')).total).toBe(3)
    expect((await editor.get('admin/reports?type=spells')).status).toBe(404)
  })

  it('are marked as handled up to what was seen, by name and in the log, and can be reopened', async () => {
    const [newest] = (await reports()).items.slice(-1)
    const { id, last, title } = newest!
    const at = `admin/reports/bursaries/${id}`
    await report(id, 'wrong', 'One more')
    expect((await editor.patch(at, { handled: true, until: last })).status).toBe(204)
    const open = (await reports()).items.find((each) => each.id === id)!
    expect([open.people, open.said.map(({ text }) => text)]).toEqual([1, ['One more']])
    const [handled] = (await reports('show=handled')).items
    expect(handled).toMatchObject({ id, title, people: 2 })
    expect(handled!.handled!.by).toMatch(/@/)
    // A time in the future doesn't hide reports that arrive before it.
    expect((await editor.patch(at, { handled: true, until: '2999-01-01T00:00:00Z' })).status).toBe(
      204,
    )
    expect((await reports()).total).toBe(2)
    await report(id, 'old', 'Again')
    expect((await reports()).items[0]).toMatchObject({ id, people: 1 })
    expect((await editor.patch(at, { handled: false })).status).toBe(204)
    expect((await reports()).items[0]).toMatchObject({ id, people: 4, handled: null })
    expect((await editor.patch(at, { handled: false })).status).toBe(404)
    const log = (await editor.get('admin/audit')).body['items'] as {
      action: string
      target: string
    }[]
    expect(log.slice(0, 3).map(({ action, target }) => [action, target])).toEqual([
      ['report.reopen', `bursaries/${id}`],
      ['report.handle', `bursaries/${id}`],
      ['report.handle', `bursaries/${id}`],
    ])
    for (const body of [{}, { handled: 'yes' }, { handled: true, until: 'soon' }])
      expect((await editor.patch(at, body)).status).toBe(422)
    expect((await editor.patch('admin/reports/spells/x', { handled: true })).status).toBe(404)
  })

  it('are read and handled by those who may edit records, in their own tenant only', async () => {
    const { id } = (await reports()).items[0]!
    for (const role of ['viewer', 'experimenter']) {
      const who = await withRole(role)
      expect((await who.get('admin/reports')).status).toBe(403)
      expect((await who.patch(`admin/reports/bursaries/${id}`, { handled: true })).status).toBe(403)
    }
    const { client: stranger } = await signUp(other, { workerType: TYPE })
    const { body } = await stranger.get('auth/get-user')
    await server.context.database.tenant(other.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql
            .raw(`UPDATE users SET role = 'owner' WHERE id = '${body['_id'] as string}'`)
            .compile(sqlBuilder),
      }),
    )
    expect((await reports('', stranger)).total).toBe(0)
    expect((await stranger.patch(`admin/reports/bursaries/${id}`, { handled: true })).status).toBe(
      404,
    )
    expect((await reports()).total).toBe(3)
  })
})

describe('npm run import', () => {
  it('does the same from a file, and fails if a row is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsela-import-test-'))
    const said: string[] = []
    const caller = {
      say: (line: string) => void said.push(line),
      gone: new Promise<void>(() => undefined),
    }
    const file = join(folder, 'v.csv')
    const args = ['vacancies', file, '--tenant', server.tenant.slug]
    try {
      writeFileSync(file, 'id,name,colour\nk,Kappa,red\n')
      await importRecords(server.context, [...args, '--dry-run', '--keep'], caller)
      expect(said.join('\n')).toMatch(/colour[^]*This would be: 1 new/)
      await importRecords(server.context, [...args, '--keep'], caller)
      expect((await records('search=kappa')).total).toBe(1)
      writeFileSync(file, 'id,name\nl,\n')
      await expect(importRecords(server.context, args, caller)).rejects.toThrow(
        'Nothing was imported',
      )
      expect(said.at(-1)).toMatch(/^Line 2, name: /)
      await expect(
        importRecords(server.context, ['vacancie', file, ...args.slice(2)], caller),
      ).rejects.toThrow('did you mean')
      await expect(
        importRecords(server.context, ['vacancies', '/none', ...args.slice(2)], caller),
      ).rejects.toThrow('no file')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
