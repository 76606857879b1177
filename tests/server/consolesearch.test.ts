/** One search over everything in the console: what is found, and by whom. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleFound } from '#engine/contract/consolesearch.ts'
import type { Tenant } from '#server/store/tenants.ts'
import { edit, signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let place: { context: TestServer['context']; tenant: Tenant; client: () => Client }
let owner: Client
let editor: Client
beforeAll(async () => {
  server = await buildServer()
  place = { context: server.context, ...(await server.another()) }
  owner = await signInAs(place, 'owner')
  editor = await signInAs(place, 'editor')
})
afterAll(async () => {
  await server.close()
})

const find = async (client: Client, text: string) =>
  (await client.get(`admin/search?text=${encodeURIComponent(text)}`))
    .body as unknown as ConsoleFound
const mine = async (client: Client) =>
  String((await client.get('auth/get-user')).body['email'] ?? '')
const searches = async () =>
  ((await owner.get('admin/audit')).body['items'] as { action: string }[]).filter(
    ({ action }) => action === 'people.search',
  ).length

describe('the search over everything', () => {
  it('finds documents by title and name, drafts included, what says just that first', async () => {
    await edit(editor, 'screen/own/open-day', () => ({
      kind: 'screen',
      id: 'own/open-day',
      v: 1,
      title: 'Come and see us',
      source: 'own',
      children: [],
    }))
    expect((await find(editor, 'come and')).documents[0]).toMatchObject({
      kind: 'screen',
      id: 'own/open-day',
    })
    expect((await find(editor, 'open-day')).documents[0]).toMatchObject({ id: 'own/open-day' })
    const { documents } = await find(editor, 'menu')
    expect(documents.length).toBeGreaterThan(1)
    expect(documents.length).toBeLessThanOrEqual(5)
  })

  it('finds words in any language, with a place that shows them', async () => {
    const { texts } = await find(editor, "let's go")
    expect(texts[0]).toMatchObject({ key: 'card.letsGo', language: 'en' })
    expect(texts[0]?.document).not.toBe('')
    const afrikaans = (await find(editor, 'voetskrif')).texts
    expect(afrikaans[0]).toMatchObject({ language: 'af' })
  })

  it('finds records of every type by name, without accents, the tenant’s own too', async () => {
    const saved = await editor.put('admin/content/resources/pele', {
      was: null,
      data: { name: 'Pelé’s own library', category: 'cv' },
    })
    expect(saved.status, saved.text).toBeLessThan(300)
    expect((await find(editor, 'pele s own')).records).toMatchObject([
      { type: 'resources', id: 'pele', title: 'Pelé’s own library', label: 'Resources' },
    ])
    expect((await find(editor, 'university')).records.length).toBeGreaterThan(1)
  })

  it('finds colleagues for owners alone, never learners, and logs nothing', async () => {
    const email = await mine(editor)
    const before = await searches()
    const { people } = await find(owner, email.slice(0, 20))
    expect(people).toContainEqual({ email, role: 'editor' })
    expect((await find(editor, email.slice(0, 20))).people).toBeNull()
    const learner = await mine(await signInAs(place, null as never))
    expect((await find(owner, learner)).people).toEqual([])
    expect(await searches()).toBe(before)
  })

  it('finds nothing of another tenant', async () => {
    const other = { context: server.context, ...(await server.another()) }
    const stranger = await signInAs(other, 'owner')
    expect((await find(stranger, 'come and see us')).documents).toEqual([])
    expect((await find(stranger, await mine(editor))).people).toEqual([])
  })

  it('wants two letters', async () => {
    expect((await editor.get('admin/search?text=a')).status).toBe(422)
    expect(await find(editor, '%%')).toMatchObject({ records: [] })
  })
})
