/**
 * A language with the specification's code, `en_ZA`: browsers see `en-ZA`, and missing texts come
 * from `en`.
 */

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyDocument, ConfigDocument } from '#engine/documents/kinds.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'tsela-languages-'))
const REGIONAL: ConfigDocument = {
  ...(catalog.get('config', 'default') as ConfigDocument),
  id: 'regional',
  locales: { default: 'en_ZA', available: ['en_ZA', 'af'] },
}
const WORDS = {
  kind: 'locale',
  id: 'en_ZA',
  v: 1,
  title: 'English of South Africa',
  source: 'test',
  language: 'en_ZA',
  name: 'English (South Africa)',
  direction: 'ltr',
  texts: { menu: { home: 'Howzit' } },
} as unknown as AnyDocument

let server: TestServer
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<html lang="%tsela:language%" dir="%tsela:direction%"><!--tsela:preload-->',
  )
  server = await buildServer({
    clientDir: folder,
    config: 'regional',
    documents: [REGIONAL, WORDS],
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { host: server.host, ...headers } })

it('is en-ZA in the page, whatever the browser has stored or requests', async () => {
  for (const headers of [
    {},
    { cookie: 'language=en_ZA' },
    { cookie: 'language=en-ZA' },
    { cookie: 'language=en' },
    { cookie: 'language=zu' },
  ] as Record<string, string>[]) {
    const answer = await get('/home', headers)
    expect(
      [answer.statusCode, answer.headers['content-language'], answer.body],
      JSON.stringify(headers),
    ).toEqual([200, 'en-ZA', expect.stringContaining('<html lang="en-ZA" dir="ltr">')])
  }
  expect(
    (await get('/home?lang=en_ZA', { cookie: 'language=af' })).headers['content-language'],
  ).toBe('en-ZA')
  expect((await get('/home', { cookie: 'language=af' })).headers['content-language']).toBe('af')
})

it('has its own texts, and those of English for the rest', async () => {
  const configuration = (await get('/api/app-configuration')).json<{
    locales: unknown
    languageNames: unknown
    bundles: Record<string, string>
  }>()
  expect(configuration.locales).toEqual({ default: 'en-ZA', available: ['en-ZA', 'af'] })
  expect(configuration.languageNames).toEqual({
    'en-ZA': 'English (South Africa)',
    af: 'Afrikaans',
  })
  const frame = (await get(`/api/bundles/${configuration.bundles['en-ZA']}.json`)).json<{
    language: string
    texts: Record<string, string>
  }>()
  expect([frame.language, frame.texts['menu.home'], frame.texts['menu.reports']]).toEqual([
    'en-ZA',
    'Howzit',
    'Reports',
  ])
})

it('is the language of responses', async () => {
  const help = (language: string) =>
    get(`/api/help/account-help?lang=${language}`).then(
      (answer) => answer.json<{ language: string }>().language,
    )
  expect(await Promise.all(['en_ZA', 'en-ZA', 'en', 'en_ET', 'af'].map(help))).toEqual([
    'en-ZA',
    'en-ZA',
    'en-ZA',
    'en-ZA',
    'af',
  ])
})
