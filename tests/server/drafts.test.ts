/**
 * What an editor may save, and what happens to drafts that should never have been saved: neither
 * blocks other users.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOUNDS } from '#engine/documents/bounds.ts'
import type { DocumentSummary, DocumentView } from '#engine/contract/admincontract.ts'
import { DocumentWorkers } from '#server/release/document-workers.ts'
import { sqlBuilder } from '#server/database/database.ts'
import type { Tenant } from '#server/store/tenants.ts'
import type { ServerContext } from '#server/start/context.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(async () => {
  await server.close()
})

type Place = {
  readonly context: ServerContext
  readonly tenant: Tenant
  readonly client: () => Client
}
const tenant = async (): Promise<Place> => ({
  context: server.context,
  ...(await server.another()),
})

const nested = (levels: number) => `${'{"items":['.repeat(levels)}${']}'.repeat(levels)}`
/** A body as it is written, even if `JSON.stringify` couldn't produce it. */
const bodyWith = (member: string) =>
  `{"document":{"kind":"menu","id":"own","v":1,"title":"Own","source":"a test","items":[],${member}}}`
const save = (client: Client, body: unknown, name = 'menu/own', etag = '"0-none"') =>
  client.send('PUT', `admin/drafts/${name}`, body, { 'if-match': etag })

describe('a draft that was discarded and created again', () => {
  it('doesn’t accept an edit of the previous one, however alike they look', async () => {
    const place = await signInAs(await tenant(), 'owner')
    const first = await save(place, bodyWith('"note":"a"'))
    const seen = first.headers['etag'] as string
    await place.send('DELETE', 'admin/drafts/menu/own', undefined, { 'if-match': seen })
    expect((await save(place, bodyWith('"note":"b"'))).status).toBe(200)
    const late = await save(place, bodyWith('"note":"c"'), 'menu/own', seen)
    expect([late.status, late.body.code]).toEqual([412, 'draft/stale'])
    expect((late.body as { theirs?: { note?: string } }).theirs?.note).toBe('b')
  })
})

describe('a draft that exceeds the limits', () => {
  it.each([
    [
      'nested 2,000 deep',
      `"more":${nested(1000)}`,
      '/more',
      `nested deeper than ${BOUNDS.depth} levels`,
    ],
    [
      'nested 200,000 deep',
      `"more":${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      '/more',
      `nested deeper than ${BOUNDS.depth} levels`,
    ],
    [
      'with a list that is too long',
      `"more":[${'0,'.repeat(BOUNDS.entries)}0]`,
      '/more',
      `a list of more than ${BOUNDS.entries} entries`,
    ],
    [
      'with a name that reaches the prototype',
      '"__proto__":{"polluted":true}',
      '/__proto__',
      'the name "__proto__" is not allowed',
    ],
    [
      'with a number that JSON cannot write again',
      '"more":1e999',
      '/more',
      'a number that is too large',
    ],
    [
      'with a character that no database keeps',
      '"more":"\\u0000"',
      '/more',
      "a character that can't be stored",
    ],
    [
      'with a name that is too long',
      `"${'n'.repeat(200)}":1`,
      `/${'n'.repeat(BOUNDS.name)}…`,
      `a name longer than ${BOUNDS.name} characters`,
    ],
  ])(
    '%s is refused before it is stored, with what is wrong and where',
    async (_what, member, pointer, message) => {
      const editor = await signInAs(server, 'editor')
      const refused = await save(editor, bodyWith(member))
      expect([refused.status, refused.body.code]).toEqual([422, 'draft/out-of-bounds'])
      expect(refused.body['problems']).toEqual([
        {
          code: 'document/hostile',
          document: 'menu/own',
          pointer: expect.stringMatching(new RegExp(`^${pointer}`)) as string,
          message,
          severity: 'error',
        },
      ])
      expect((await editor.get('admin/documents/menu/own')).status).toBe(404)
    },
  )

  it('is refused to others in the same words as any body, and nothing recurses into it', async () => {
    const editor = await signInAs(server, 'editor')
    for (const body of [
      `{"message":${nested(1000)}}`,
      `{"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '{"a":{"constructor":1}}',
    ]) {
      expect((await editor.post('admin/check', body)).body.code).toBe('request/malformed')
    }
    // Text that no database keeps is named with its place.
    const { status, body } = await editor.post('admin/check', '{"message":"\\ud800"}')
    expect([status, body.code]).toEqual([422, 'request/invalid'])
  })
})

describe('a draft that was stored before there were limits', () => {
  const LEVELS = 100_000
  let place: Place
  let owner: Client
  beforeAll(async () => {
    place = await tenant()
    owner = await signInAs(place, 'owner')
    const text = `{"kind":"menu","id":"deep","v":1,"title":"Deep","source":"a test","items":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}`
    await place.context.database.tenant(place.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`INSERT INTO drafts (tenant_id, kind, id, document, revision, updated_at) VALUES (${place.tenant.id}, 'menu', 'deep', ${text}, 3, now())`.compile(
            sqlBuilder,
          ),
      }),
    )
  })
  const problem = {
    code: 'document/hostile',
    bound: 'depth',
    document: 'menu/deep',
    pointer: `/items${'/0'.repeat(BOUNDS.depth - 1)}`,
    message: `nested deeper than ${BOUNDS.depth} levels`,
    severity: 'error',
  }

  it('opens as one that can’t be shown', async () => {
    const opened = await owner.get('admin/documents/menu/deep')
    expect(opened.status).toBe(200)
    expect(opened.body as unknown as DocumentView).toMatchObject({
      effective: null,
      live: null,
      overlay: null,
      draft: { revision: 3 },
      unreadable: problem,
    })
  })

  it('is named by every check, and blocks no other call', async () => {
    expect((await owner.post('admin/check')).body['problems']).toEqual([problem])
    expect((await owner.post('admin/releases', { message: 'x' })).body).toMatchObject({
      code: 'release/problems',
      problems: [problem],
    })
    const persona = { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' }
    expect(
      (await owner.post('admin/previews', { persona, document: problem.document })).body,
    ).toMatchObject({ code: 'release/problems', problems: [problem] })
    // Only its own preview has to wait for it.
    expect((await owner.post('admin/previews', { persona })).body).toMatchObject({
      left: [{ document: problem.document }],
    })
    expect(
      (await owner.post('admin/explain', { path: '/cv', persona, drafts: true })).body,
    ).toMatchObject({ code: 'release/problems', problems: [problem] })
    for (const path of ['admin/names', 'admin/changes', 'admin/upgrade'])
      expect([path, (await owner.get(path)).status]).toEqual([path, 200])
    expect(
      (
        await edit(owner, 'menu/main', (document: object) => ({
          ...document,
          title: 'Other',
        }))
      ).status,
    ).toBe(200)
  })

  it('doesn’t affect another tenant', async () => {
    const other = await signInAs(await tenant(), 'owner')
    await edit(other, 'menu/main', (document: object) => ({
      ...document,
      title: 'Mine',
    }))
    expect(await publishAll(other)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('isn’t overwritten by a user who hasn’t seen it', async () => {
    const stale = await save(owner, bodyWith('"note":"x"'), 'menu/deep', '"1-1"')
    expect(stale.body).toMatchObject({ code: 'draft/stale', theirs: null })
  })

  it('can be discarded from the list', async () => {
    const listed = async () =>
      ((await owner.get('admin/documents')).body['items'] as DocumentSummary[]).find(
        ({ id }) => id === 'deep',
      )
    const row = await listed()
    expect(row).toMatchObject({ kind: 'menu', draft: true, unreadable: true })
    expect(
      (await owner.send('DELETE', 'admin/drafts/menu/deep', undefined, { 'if-match': row!.etag! }))
        .status,
    ).toBe(204)
    expect(await listed()).toBeUndefined()
    expect((await owner.post('admin/check')).body['problems']).toEqual([])
  })
})

describe('a draft that crashes its reader', () => {
  let other: TestServer
  const documentWorkers = new DocumentWorkers({
    script: new URL('../support/doomed-worker.mjs', import.meta.url),
    slowMs: 1000,
    quickMs: 1000,
  })
  beforeAll(async () => {
    other = await buildServer({ documentWorkers })
  })
  afterAll(async () => {
    documentWorkers.close()
    await other.close()
  })
  const draft = (id: string, title: string) => ({
    document: { kind: 'menu', id, v: 1, title, source: 'a test', items: [] },
  })
  const stopped = (document: string) => ({
    code: 'check/stopped',
    document,
    pointer: '',
    message: "the check of this document didn't finish",
    severity: 'error',
  })

  it.each(['ends the process', 'never ends'])(
    'is saved, listed, named by the check, and can be discarded: %s',
    async (title) => {
      const place = { context: other.context, ...(await other.another()) }
      const owner = await signInAs(place, 'owner')
      const saved = await save(owner, draft('bad', title), 'menu/bad')
      expect([saved.status, saved.body]).toMatchObject([
        200,
        { draft: { revision: 1 }, overlay: null, problems: [] },
      ])
      expect((await owner.post('admin/check')).body['problems']).toEqual([stopped('menu/bad')])
      expect((await owner.post('admin/releases', { message: 'x' })).body).toMatchObject({
        code: 'release/problems',
        problems: [stopped('menu/bad')],
      })
      const row = ((await owner.get('admin/documents')).body['items'] as DocumentSummary[]).find(
        ({ id }) => id === 'bad',
      )
      expect(row).toMatchObject({ draft: true, unreadable: true })
      expect((await owner.get('admin/documents/menu/bad')).status).toBe(503)
      expect(
        (await owner.send('DELETE', 'admin/drafts/menu/bad', undefined, { 'if-match': row!.etag! }))
          .status,
      ).toBe(204)
      expect((await owner.post('admin/check')).body['problems']).toEqual([])
    },
  )

  it('is looked for among the drafts if the check couldn’t say which it was', async () => {
    const place = { context: other.context, ...(await other.another()) }
    const owner = await signInAs(place, 'owner')
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      await save(owner, draft(id, id === 'd' ? 'ends the process in silence' : id), `menu/${id}`)
    expect((await owner.post('admin/check')).body['problems']).toEqual([stopped('menu/d')])
  })
})
