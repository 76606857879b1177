/// <reference lib="webworker" />
/**
 * The service worker: the shell from the cache at once, refreshed behind it; files with a hash in their name for good.
 * No call of the API that depends on who is signed in ever comes near a cache.
 */

import { SHELL } from './shellcache.ts'

declare const self: ServiceWorkerGlobalScope

const FILES = 'tsela-files-1'
/** Files of old releases go after so many days without use, oldest first when there are too many. */
const MAX_FILES = 250
const SHELL_KEY = '/'

self.addEventListener('install', (event) => {
  // The first worker takes over at once: there is nothing under way that knows another.
  event.waitUntil(self.registration.active === null ? self.skipWaiting() : Promise.resolve())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('tsela-') && name !== SHELL && name !== FILES) await caches.delete(name)
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
  // A preview is of this moment, and of nobody who uses this browser.
  if (request.method !== 'GET' || request.headers.has('x-preview')) return
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (/^\/(api|preview)\//.test(url.pathname)) return
    event.respondWith(page(event))
  } else if (
    /^\/(assets|api\/(bundles|documents|validators|themes))\//.test(url.pathname) ||
    url.pathname === '/favicon.svg'
  ) {
    event.respondWith(file(request))
  }
})

/** The kept shell at once, and a fresh one behind it; the network where nothing is kept. */
async function page(event: FetchEvent): Promise<Response> {
  const kept = await (await caches.open(SHELL)).match(SHELL_KEY)
  if (kept) {
    event.waitUntil(refreshShell())
    return kept
  }
  return fetch(event.request)
}

/**
 * Asks for the shell, and keeps it if it is another. It is asked for without an address of its own: what is kept must
 * do for every page, so it is the one that draws nothing before the app is there.
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
  // The shell is worth keeping only together with what it loads.
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
      // The browser has these already; its own cache answers.
      const response = await fetch(url, { credentials: 'same-origin' }).catch(() => null)
      if (response?.ok) await cache.put(url, response)
    }),
  )
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - MAX_FILES))) await cache.delete(old)
}
