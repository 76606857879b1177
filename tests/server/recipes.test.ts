/** Guided pages on the server: nothing is written before it is asked for, then all of it or none. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Picture } from '#engine/contract/pictures.ts'
import { recipeOf } from '#engine/recipes/recipes.ts'
import { PNG } from '#tests/support/images.ts'
import { ASSESSMENT, both, CONSENT, PAGE, RECORDS, SECTION } from '#tests/support/recipes.ts'
import { documentNow, edit, publishAll, signInAs, textOf } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let editor: Client
let publisher: Client
beforeAll(async () => {
  server = await buildServer()
  editor = await signInAs(server, 'editor')
  publisher = await signInAs(server, 'publisher')
})
afterAll(async () => {
  await server.close()
})

const formOf = (id: string, filled: object) => ({
  ...recipeOf(id)!.empty,
  ...filled,
})
const NO_BUTTON = { ...PAGE, picture: '', pictureText: {} }

async function check(client: Client, id: string, filled: object) {
  const response = await client.post(`admin/recipes/${id}/check`, {
    form: formOf(id, filled),
  })
  expect(response.status, response.text).toBe(200)
  return { etag: String(response.headers['etag']), body: response.body as Record<string, never> }
}
const write = (client: Client, id: string, filled: object, etag: string) =>
  client.send('POST', `admin/recipes/${id}`, { form: formOf(id, filled) }, { 'if-match': etag })

async function drafts(): Promise<string[]> {
  const { items } = (await editor.get('admin/documents')).body as unknown as {
    items: { kind: string; id: string; draft: boolean }[]
  }
  return items.filter(({ draft }) => draft).map(({ kind, id }) => `${kind}/${id}`)
}

// Each call reads every document in a process of its own.
describe('a guided page', { timeout: 180_000 }, () => {
  it('offers languages and choices in words', async () => {
    const { body } = await editor.get('admin/recipes/page')
    expect(body['languages']).toEqual([
      { id: 'en', name: 'English' },
      { id: 'af', name: 'Afrikaans' },
    ])
    const choices = body['choices'] as Record<string, { id: string; label: string }[]>
    expect(choices['countries']!.slice(0, 1)).toEqual([{ id: 'ZA', label: 'South Africa' }])
    expect(choices['menus']!.map(({ label }) => label)).toContain('Reports')
    expect(choices['plans']!.map(({ id }) => id)).toContain('starter')
    expect(choices['answers']!.length).toBeGreaterThan(2)
  })

  it('says at once that an address is taken, and writes nothing while it is checked', async () => {
    const { body } = await check(editor, 'page', { ...NO_BUTTON, path: '/cv' })
    expect(body['faults']).toEqual([{ at: '/path', code: 'taken', values: { by: '/cv' } }])
    expect(await drafts()).toEqual([])
  })

  it('writes every draft at once, and takes all of them back', async () => {
    const { etag, body } = await check(editor, 'page', NO_BUTTON)
    expect(body['path']).toBe('/start-here')
    const written = await write(editor, 'page', NO_BUTTON, etag)
    expect(written.status, written.text).toBe(201)
    expect((await drafts()).sort()).toEqual([
      'flow/navigation-guard',
      'locale/af',
      'locale/en',
      'menu/main',
      'route-group/start-here',
      'screen/start-here',
    ])
    // Whatever else is changed meanwhile stays.
    const saved = await edit(editor, 'locale/en', (document) => {
      const { texts } = document as unknown as { texts: { menu: Record<string, string> } }
      texts.menu['home'] = 'My home'
    })
    expect(saved.status, saved.text).toBe(200)
    const id = written.body['id'] as string
    const undone = await editor.post(`admin/recipes/undo/${id}`)
    expect(undone.status, undone.text).toBe(204)
    expect(await drafts()).toEqual(['locale/en'])
    const { texts } = (await documentNow(editor, 'locale/en')) as unknown as {
      texts: { own?: unknown; menu: { home: string } }
    }
    expect(texts.own).toBeUndefined()
    expect(texts.menu.home).toBe('My home')
    expect((await editor.post(`admin/recipes/undo/${id}`)).status).toBe(404)
    const view = await editor.get('admin/documents/locale/en')
    await editor.send('DELETE', 'admin/drafts/locale/en', undefined, {
      'if-match': String(view.headers['etag']),
    })
  })

  it('tells the library what its picture shows', async () => {
    const sent = await editor.post('admin/images', { data: PNG.toString('base64') })
    const { url, picture } = sent.body as unknown as { url: string; picture: Picture }
    const filled = { ...PAGE, picture: url, pictureText: both('Learners in a field') }
    const { etag } = await check(editor, 'page', filled)
    const written = await write(editor, 'page', filled, etag)
    expect(written.status, written.text).toBe(201)
    const known = (await editor.get('admin/pictures')).body['items'] as Picture[]
    expect(known.find(({ id }) => id === picture.id)?.words).toEqual(both('Learners in a field'))
    await editor.post(`admin/recipes/undo/${written.body['id'] as string}`)
  })

  it('writes nothing if a colleague was faster, or without the check before it', async () => {
    const { etag } = await check(editor, 'page', NO_BUTTON)
    await edit(publisher, 'menu/main', (document) => {
      ;(document as unknown as { note: string }).note = 'somebody was here'
    })
    expect((await write(editor, 'page', NO_BUTTON, etag)).body).toMatchObject({
      code: 'draft/stale',
    })
    const without = await editor.post('admin/recipes/page', { form: formOf('page', NO_BUTTON) })
    expect(without.body).toMatchObject({ code: 'draft/if-match' })
    expect(await drafts()).toEqual(['menu/main'])
    const view = await editor.get('admin/documents/menu/main')
    await editor.send('DELETE', 'admin/drafts/menu/main', undefined, {
      'if-match': String(view.headers['etag']),
    })
  })

  it('refuses a form with faults, or that is no form of it', async () => {
    const { etag } = await check(editor, 'page', {})
    const refused = await write(editor, 'page', {}, etag)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 'request/invalid' })
    for (const form of [{}, { ...formOf('page', NO_BUTTON), more: 1 }, formOf('section', SECTION)])
      expect((await editor.post('admin/recipes/page/check', { form })).status).toBe(422)
    expect((await editor.post('admin/recipes/nothing/check', { form: {} })).status).toBe(422)
    expect(await drafts()).toEqual([])
  })

  it('is for editors; a viewer only looks', async () => {
    const viewer = await signInAs(server, 'viewer')
    expect((await viewer.get('admin/recipes/page')).status).toBe(200)
    expect((await viewer.post('admin/recipes/page/check', { form: {} })).status).toBe(403)
    expect((await write(viewer, 'page', NO_BUTTON, '"x"')).status).toBe(403)
    expect((await viewer.post(`admin/recipes/undo/${'0'.repeat(36)}`)).status).toBe(403)
  })

  it('ends in a release that learners get', async () => {
    for (const [id, form] of [
      ['page', NO_BUTTON],
      ['section', SECTION],
      ['assessment', ASSESSMENT],
      ['records', RECORDS],
      ['consent', CONSENT],
    ] as const) {
      const { etag } = await check(editor, id, form)
      const written = await write(editor, id, form, etag)
      expect(written.status, written.text).toBe(201)
    }
    await publishAll(publisher, 'Five new things')
    expect(await textOf(server.client(), 'own.startHere.title')).toBe('Start here')
    expect(await textOf(server.client(), 'own.farm.field.farmDoesYourFamilyFarm', 'af')).toBe(
      both('Does your family farm?')['af'],
    )
    expect(await textOf(server.client(), 'own.iAllowMySchoolToSeeMyResults.title')).toBe(
      CONSENT.title['en'],
    )
    const workerType = [1, 2, 4, 5, 3, 2]
    const list = 'catalogue/driving-schools'
    for (const [plan, status] of [
      ['TEST-LITE', 200],
      ['TEST-COMMIT', 403],
    ] as const)
      expect(
        (await (await signUp(server, { workerType, plan })).client.get(list)).status,
        'the plan that it is for, and another',
      ).toBe(status)
    const { body } = await publisher.post('admin/explain', {
      path: '/start-here',
      persona: { plan: 'starter', stage: 'fullAccess', country: 'KE', language: 'en' },
    })
    expect(body).toMatchObject({ outcome: 'page', path: '/start-here' })
    const elsewhere = await publisher.post('admin/explain', {
      path: '/start-here',
      persona: { plan: 'power', stage: 'fullAccess', country: 'KE', language: 'en' },
    })
    expect(elsewhere.body).toMatchObject({ route: '403' })
  })
})
