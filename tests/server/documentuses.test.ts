/** The call that says which documents refer to one, in the drafts of a tenant. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#engine/contract/admincontract.ts'
import type { DocumentUse } from '#engine/contract/textplace.ts'
import { edit, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let editor: Client
beforeAll(async () => {
  server = await buildServer()
  editor = await signInAs({ context: server.context, ...(await server.another()) }, 'editor')
})
afterAll(async () => {
  await server.close()
})

const uses = async (document: string) =>
  ((await editor.get(`admin/uses?document=${document}`)).body as unknown as Page<DocumentUse>).items

const menuUse = async (document: string) =>
  (await uses(document)).find((each) => each.document === 'menu/main')

describe('the uses of a document', () => {
  it('follow the drafts', async () => {
    const before = await menuUse('screen/bursaries')
    expect(before?.places).toBe(2)
    await edit(editor, 'menu/main', ((document: { items: { id: string }[] }) => {
      document.items = document.items.filter(({ id }) => id !== 'navigators')
      return document
    }) as never)
    expect((await menuUse('screen/bursaries'))?.places).not.toBe(before?.places)
  })

  it('are known of a document that a draft has removed', async () => {
    const { headers } = await editor.get('admin/documents/screen/jobs')
    const removed = await editor.send(
      'PUT',
      'admin/drafts/screen/jobs',
      { document: null },
      { 'if-match': String(headers['etag']) },
    )
    expect(removed.status).toBe(200)
    expect((await uses('screen/jobs')).map(({ document }) => document)).toContain(
      'route-group/navigators',
    )
  })

  it('of a part of a page are the experiments that vary it or count who sees it', async () => {
    const { $schema: _schema, ...document } = JSON.parse(
      readFileSync('schemas/experiments/home-action.json', 'utf8'),
    ) as Record<string, unknown>
    const place = { context: server.context, ...(await server.another()) }
    const owner = await signInAs(place, 'owner')
    expect((await owner.post('admin/experiments', { document })).status).toBe(201)
    const of = async (part: string) =>
      (
        (await owner.get(`admin/uses?document=screen/home&part=${part}`))
          .body as unknown as Page<DocumentUse>
      ).items.map(({ document: name, pointer, places }) => [name, pointer, places])
    expect(await of('/children/hero')).toEqual([['experiment/home-action', '/scope/home', 2]])
    expect(await of('/children/her')).toEqual([])
    for (const step of ['start', 'end'])
      expect((await owner.post(`admin/experiments/home-action/${step}`, {})).status).toBe(200)
    expect(await of('/children/hero')).toEqual([])
    expect((await owner.get('admin/uses?document=screen/home&part=hero')).status).toBe(422)
  })

  it('are asked of documents that exist', async () => {
    const { status, body } = await editor.get('admin/uses?document=screen/none')
    expect([status, body['code']]).toEqual([404, 'draft/unknown'])
    expect((await editor.get('admin/uses?document=nothing')).status).toBe(422)
  })
})
