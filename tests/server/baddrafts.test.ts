/**
 * Bad drafts as an editor saves them: each is refused, or named by the check with its place and what
 * was probably meant, and the console goes on as if nothing had happened.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '#engine/contract/problems.ts'
import table from '#tests/cases/broken-documents.json' with { type: 'json' }
import { edit, type BrokenCase } from '#tests/support/broken.ts'
import { sources } from '#tests/support/documents.ts'
import { signInAs } from '#tests/support/publisher.ts'
import { buildServer, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let editor: Client
let published: string
let lost: number
beforeAll(async () => {
  server = await buildServer()
  ;({ lost } = server.context.documentWorkers)
  editor = await signInAs(server, 'editor')
  published = (await server.client().get('app-configuration')).text
})
afterAll(async () => {
  await server.close()
})

/** A preview of another page is made and shown, whatever the draft is. */
async function looksElsewhere(name: string): Promise<void> {
  const asked = await editor.post('admin/previews', {
    persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'en' },
    path: '/profile/home',
    document: name === 'screen/profile-home' ? 'menu/main' : 'screen/profile-home',
  })
  expect(asked.status, asked.text).toBe(201)
  const left = asked.body['left'] as readonly { document: string }[]
  expect([[], [name]]).toContainEqual(left.map(({ document }) => document))
  const token = String(asked.body['url']).split('/')[2]!
  const page = await editor.get('app-configuration', { 'x-preview': token })
  expect(page.status, page.text).toBe(200)
}

type Named = { readonly kind: string; readonly id: string }
const documents = new Map(sources.map(({ where, value }) => [where, value as Named]))
const nameOf = (where: string) => {
  const { kind, id } = documents.get(where)!
  return `${kind}/${id}`
}
/**
 * Whoever mistypes a name is told the right one. Tenants aren't edited in the console, and a draft
 * is of the kind that its address says.
 */
const cases = (table.cases as readonly BrokenCase[]).filter(
  ({ suggestion, file, at }) =>
    suggestion !== undefined && !file.startsWith('tenants/') && at !== '/kind',
)

it('are sixty mistakes of different kinds', () => {
  const kinds = new Set(
    cases.map(({ code, file, at }) => `${code} ${file} ${at.split('/').slice(1, 2).join('')}`),
  )
  expect(cases.length).toBeGreaterThanOrEqual(60)
  expect(kinds.size).toBeGreaterThanOrEqual(50)
})

describe('a bad draft', { timeout: 120_000 }, () => {
  it.each(cases)('is named with its place and what was meant: $description', async (given) => {
    const name = nameOf(`schemas/${given.file}`)
    const source = structuredClone(documents.get(`schemas/${given.file}`)) as unknown
    const path = `admin/drafts/${name}`
    const seen = await editor.get(`admin/documents/${name}`)
    const etag = seen.status === 404 ? '"0-none"' : String(seen.headers['etag'])
    const saved = await editor.send(
      'PUT',
      path,
      { document: edit(source as Record<string, unknown>, given) },
      { 'if-match': etag },
    )
    expect([200, 422], saved.text).toContain(saved.status)
    const said = saved.status === 200 ? await editor.post('admin/check') : saved
    const problems = said.body['problems'] as readonly Problem[]
    expect(
      problems.map(({ code, document, pointer, suggestion }) => ({
        code,
        document,
        pointer,
        suggestion,
      })),
    ).toContainEqual({
      code: given.code,
      document: given.document === undefined ? name : nameOf(given.document),
      pointer: given.pointer ?? given.at,
      suggestion: given.suggestion,
    })

    if (saved.status === 200) await looksElsewhere(name)

    // The document can be opened, everything else goes on, and the draft can be discarded.
    const isThere = saved.status === 200 || seen.status === 200
    expect((await editor.get(`admin/documents/${name}`)).status).toBe(isThere ? 200 : 404)
    expect((await editor.get('admin/documents')).status).toBe(200)
    expect((await server.client().get('app-configuration')).text).toBe(published)
    const draft = String(saved.headers['etag'] ?? etag)
    const discarded = await editor.send('DELETE', path, undefined, { 'if-match': draft })
    expect(discarded.status).toBe(saved.status === 200 ? 204 : 404)
  })

  it('has left nothing behind', async () => {
    const { items } = (await editor.get('admin/documents')).body as unknown as {
      items: readonly { draft: boolean }[]
    }
    expect(items.filter(({ draft }) => draft)).toEqual([])
    expect(server.context.documentWorkers.lost).toBe(lost)
    const { problems } = (await editor.post('admin/check')).body as unknown as {
      problems: readonly Problem[]
    }
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

it('shows a language that is being written before learners can choose it', async () => {
  const locale = {
    kind: 'locale',
    id: 'sw',
    v: 1,
    title: 'Kiswahili',
    source: 'own',
    language: 'sw',
    name: 'Kiswahili',
    direction: 'ltr',
    texts: { menu: { home: 'Nyumbani' } },
  }
  const saved = await editor.send(
    'PUT',
    'admin/drafts/locale/sw',
    { document: locale },
    { 'if-match': '"0-none"' },
  )
  expect(saved.status, saved.text).toBe(200)
  const { body } = await editor.post('admin/previews', {
    persona: { plan: 'power', stage: 'fullAccess', country: 'ZA', language: 'sw' },
  })
  const shown = await editor.get('app-configuration', {
    'x-preview': String(body['url']).split('/')[2]!,
  })
  expect(shown.body['locales']).toMatchObject({ available: ['en', 'af', 'sw'] })
  expect(shown.body['languageNames']).toMatchObject({ sw: 'Kiswahili' })
  const discarded = await editor.send('DELETE', 'admin/drafts/locale/sw', undefined, {
    'if-match': String(saved.headers['etag']),
  })
  expect(discarded.status).toBe(204)
})
