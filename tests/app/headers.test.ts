// @vitest-environment happy-dom
/**
 * Every call sends the anti-forgery token once it is known, including the first two of a page and
 * reads (spec 7).
 */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askAgain, call, fetchContent } from '#app/api.ts'
import { callConsole } from '#app/console.ts'

const asked = new Map<string, Headers>()

beforeEach(() => {
  window.happyDOM.setURL('http://tsela.test/home')
  asked.clear()
  vi.resetModules()
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.set(path, new Headers(init.headers))
    return Promise.resolve(Response.json({}))
  })
})
afterEach(() => {
  document.cookie = 'csrf-token=; Max-Age=0'
  vi.unstubAllGlobals()
})

async function askEverything(): Promise<void> {
  await import('#app/boot.ts')
  await call('careers')
  await call('users/about', { method: 'PUT', body: {} })
  await askAgain('app-configuration?again', '"etag"')
  await fetchContent('/api/bundles/0.json')
}
const CALLS = [
  '/api/app-configuration',
  '/api/auth/get-user',
  '/api/careers',
  '/api/users/about',
  '/api/app-configuration?again',
]

it('sends it with every call', async () => {
  document.cookie = 'csrf-token=nonce-1.binding_2'
  await askEverything()
  for (const path of CALLS)
    expect([path, asked.get(path)?.get('x-csrf-token')]).toEqual([path, 'nonce-1.binding_2'])
})

it('sends none before it is known', async () => {
  await askEverything()
  for (const path of CALLS)
    expect([path, asked.get(path)?.get('x-csrf-token')]).toEqual([path, null])
})

it('asks for uncached JSON in every call, except for content, which never changes', async () => {
  await askEverything()
  for (const path of CALLS)
    expect(
      [asked.get(path)?.get('content-type'), asked.get(path)?.get('cache-control')],
      path,
    ).toEqual(['application/json', 'no-cache'])
  expect([...asked.get('/api/bundles/0.json')!.keys()]).toEqual([])
})

it('sends a file as what it is, with the token and uncached as any call', async () => {
  document.cookie = 'csrf-token=nonce-1.binding_2'
  await import('#app/boot.ts')
  const file = new Blob(['name\nThaba College'])
  await callConsole({ path: 'admin/content/institutions/import', method: 'POST', file })
  const headers = asked.get('/api/admin/content/institutions/import')!
  expect(
    ['content-type', 'cache-control', 'x-csrf-token'].map((name) => headers.get(name)),
  ).toEqual(['application/octet-stream', 'no-cache', 'nonce-1.binding_2'])
})
