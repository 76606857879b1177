/** What colleagues say about a draft: short, until it's dealt with, and gone with the draft. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TENANT } from '#server/base/bounds.ts'
import { edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(async () => {
  await server.close()
})

const PATH = 'admin/comments/menu/main'
const on = async (client: Client, path = PATH) =>
  (await client.get(path)).body['items'] as Record<string, unknown>[]
const say = (client: Client, text: string) => client.post(PATH, { text })
const relabel = (document: { items: { label: string }[] }) =>
  void (document.items[0]!.label = 'menu.settings')

/** A tenant with a draft of its menu. */
async function withDraft() {
  const place = { context: server.context, ...(await server.another()) }
  const owner = await signInAs(place, 'owner')
  await edit(owner, 'menu/main', relabel as never)
  return { place, owner }
}

describe('a comment', { timeout: 120_000 }, () => {
  it.each([
    ['viewer', 403],
    ['experimenter', 403],
    ['editor', 201],
    ['publisher', 201],
  ] as const)(
    'by %s is answered with %i, and everybody of the console reads it',
    async (role, status) => {
      const { place, owner } = await withDraft()
      const client = await signInAs(place, role)
      expect((await say(client, ' Is <b>this</b> right? ')).status).toBe(status)
      const said = status === 201 ? [{ text: 'Is <b>this</b> right?', resolved: false }] : []
      expect(await on(client)).toMatchObject(said)
      expect(await on(owner, 'admin/comments')).toEqual(
        said.map(() => ({ document: 'menu/main', open: 1 })),
      )
    },
  )

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['501 characters', 'x'.repeat(501)],
  ])('of %s is refused', async (_name, text) => {
    const { owner } = await withDraft()
    expect((await say(owner, text)).status).toBe(422)
  })

  it('needs a draft, and there are only so many', async () => {
    const place = { context: server.context, ...(await server.another()) }
    const owner = await signInAs(place, 'owner')
    expect((await say(owner, 'x')).body.code).toBe('draft/unknown')
    await edit(owner, 'menu/main', relabel as never)
    for (let count = 0; count < TENANT.commentsADraft; count++)
      expect((await say(owner, String(count).padStart(500, 'x'))).status).toBe(201)
    expect((await say(owner, 'One more')).body.code).toBe('limit/reached')
  })

  it('is resolved and reopened, and no longer counted in between', async () => {
    const { place, owner } = await withDraft()
    const editor = await signInAs(place, 'editor')
    const { id } = (await say(editor, 'Too long')).body as { id: string }
    const resolve = (resolved: boolean) => owner.put(`admin/comments/${id}/resolved`, { resolved })
    expect((await resolve(true)).status).toBe(204)
    expect(await on(owner)).toMatchObject([{ id, resolved: true }])
    expect(await on(owner, 'admin/comments')).toEqual([])
    expect((await resolve(false)).status).toBe(204)
    expect(await on(owner, 'admin/comments')).toHaveLength(1)
    const audit = (await owner.get('admin/audit')).body['items'] as Record<string, unknown>[]
    expect(audit.slice(0, 3)).toMatchObject([
      { action: 'comment.reopen', target: 'menu/main' },
      { action: 'comment.resolve', target: 'menu/main' },
      { action: 'comment.add', target: 'menu/main', detail: { message: 'Too long' } },
    ])
  })

  it.each([
    ['discarded', (owner: Client) => owner.send('DELETE', 'admin/drafts/menu/main')],
    ['published', (owner: Client) => publishAll(owner)],
  ] as const)('goes with a draft that is %s', async (_name, end) => {
    const { owner } = await withDraft()
    const { id } = (await say(owner, 'Gone soon')).body as { id: string }
    await end(owner)
    await edit(
      owner,
      'menu/main',
      ((document: { items: { label: string }[] }) =>
        void (document.items[0]!.label = 'menu.privacy')) as never,
    )
    expect(await on(owner)).toEqual([])
    const late = await owner.put(`admin/comments/${id}/resolved`, { resolved: true })
    expect([late.status, late.body.code]).toEqual([404, 'comment/unknown'])
  })
})
