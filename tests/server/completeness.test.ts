/** The call that says which pages lack words of a language, in the drafts of a tenant. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentSummary, Page } from '#engine/contract/admincontract.ts'
import type { WordGap } from '#engine/contract/textplace.ts'
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

const gaps = async (query: string) =>
  (await editor.get(`admin/completeness?${query}`)).body as unknown as Page<WordGap>

describe('completeness page by page', () => {
  it('follows the drafts, and names the texts of one page', async () => {
    const before = (await gaps('language=af')).items
    expect(before.every(({ missing, keys }) => missing === 0 && keys === undefined)).toBe(true)
    await edit(editor, 'locale/af', ((document: { texts: { login: Record<string, string> } }) => {
      delete document.texts.login['text']
    }) as never)
    const after = (await gaps('language=af')).items.filter(({ missing }) => missing > 0)
    expect(after).toMatchObject([
      { document: 'screen/login', missing: 1 },
      { document: 'screen/addresses', missing: 1 },
    ])
    const [one] = (await gaps('language=af&document=screen/login')).items
    expect(one).toMatchObject({ document: 'screen/login', keys: ['login.text'] })
  })

  it('says where each text is shown', async () => {
    const { items } = await gaps('language=en&keys=all')
    const on = (key: string) =>
      items.filter(({ keys = [] }) => keys.includes(key)).map(({ document }) => document)
    expect(on('login.text')).toEqual(['screen/login', 'screen/addresses'])
    expect(on('console.languages.text')).toEqual(['console'])
  })

  it('knows only languages and pages that exist', async () => {
    for (const query of ['language=xx', 'language=af&document=screen/none']) {
      const { status, body } = await editor.get(`admin/completeness?${query}`)
      expect([status, body['code']]).toEqual([404, 'draft/unknown'])
    }
    expect((await editor.get('admin/completeness')).status).toBe(422)
  })
})

describe('a list of languages', () => {
  it('says which texts were made from shared ones that have changed since', async () => {
    const offered = async () =>
      (
        (await editor.get('admin/documents?kind=locale')).body as unknown as Page<DocumentSummary>
      ).items.find(({ id }) => id === 'en')?.offered
    expect(await offered()).toBeUndefined()
    await edit(editor, 'locale/en', ((document: {
      texts: { login: Record<string, string>; own?: object }
      origins?: object
    }) => {
      document.texts.own = { login: { text: 'Our own words' } }
      document.origins = {
        'own.login.text': { of: 'login.text', was: document.texts.login['text'] },
      }
    }) as never)
    expect(await offered()).toBeUndefined()
    await edit(editor, 'locale/en', ((document: { texts: { login: Record<string, string> } }) => {
      document.texts.login['text'] = 'Something else by now'
    }) as never)
    expect(await offered()).toEqual(['own.login.text'])
  })
})
