/// <reference lib="webworker" />
/**
 * The service worker: serves the shell from the cache at once and refreshes it in the background;
 * caches hashed files for good. API calls that depend on the user are never cached.
 */

import { HELP, SHELL } from './shellcache.ts'

declare const self: ServiceWorkerGlobalScope

const FILES = 'tsela-files-1'
const CURRENT: readonly string[] = [SHELL, FILES, HELP]
/**
 * Files of old releases are deleted after this many days without use, the oldest first when there
 * are too many.
 */
const MAX_FILES = 250
const SHELL_KEY = '/'

self.addEventListener('install', (event) => {
  // The first worker takes over at once: no other version is running.
  event.waitUntil(self.registration.active === null ? self.skipWaiting() : Promise.resolve())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('tsela-') && !CURRENT.includes(name)) await caches.delete(name)
      await self.clients.claim()
      await refreshShell()
    })(),
  )
})

self.addEventListener('message', (event) => {
  const message = event.data as { kind: 'keep'; urls: string[] } | { kind: 'take-over' }
  if (message.kind === 'take-over') void self.skipWaiting()
  else event.waitUntil(keep(message.urls))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  // A preview is current by nature, and belongs to no user of this browser.
  if (request.method !== 'GET' || request.headers.has('x-preview')) return
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (/^\/(api|preview|shared)\//.test(url.pathname)) return
    event.respondWith(page(event))
  } else if (
    /^\/(assets|api\/(bundles|documents|validators|themes))\//.test(url.pathname) ||
    url.pathname === '/favicon.svg'
  ) {
    event.respondWith(file(request))
  }
})

/**
 * Serves the cached shell at once and refreshes it in the background; falls back to the network.
 */
async function page(event: FetchEvent): Promise<Response> {
  const kept = await (await caches.open(SHELL)).match(SHELL_KEY)
  if (kept) {
    event.waitUntil(refreshShell())
    return kept
  }
  return fetch(event.request)
}

/**
 * Fetches the shell and caches it if it has changed. Requested without a page path: the cached
 * shell serves every page, so it must be the one without prerendered content.
 */
async function refreshShell(): Promise<void> {
  const cache = await caches.open(SHELL)
  const kept = await cache.match(SHELL_KEY)
  const etag = kept?.headers.get('etag')
  const response = await fetch('/shell', {
    credentials: 'same-origin',
    headers: etag ? { 'If-None-Match': etag } : {},
  }).catch(() => null)
  if (response === null || !response.ok) return
  const text = await response.clone().text()
  // The shell is worth caching only together with the files it loads.
  const files = [...text.matchAll(/(?:src|href)="(\/(?:assets|api\/themes)\/[^"]+)"/g)].map(
    ([, path]) => path!,
  )
  await keep(files)
  await cache.put(SHELL_KEY, response)
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(FILES)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && response.status === 200) await cache.put(request.url, response.clone())
  return response
}

async function keep(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(FILES)
  await Promise.all(
    urls.map(async (url) => {
      if (await cache.match(url)) return
      // The browser already has these; its own cache responds.
      const response = await fetch(url, { credentials: 'same-origin' }).catch(() => null)
      if (response?.ok) await cache.put(url, response)
    }),
  )
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - MAX_FILES))) await cache.delete(old)
}
