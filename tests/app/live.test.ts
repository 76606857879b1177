// @vitest-environment happy-dom
/**
 * A browser adopts a new release at its next navigation, and never at the wrong moment (engine.md
 * 5).
 */

import { createElement, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '#app/api.ts'
import { currentCatalog, fetchFrame, openScreen, takeFrame } from '#app/documents.ts'
import { say, setUpTexts } from '#app/i18n.ts'
import { startWith, shouldCheck, newerRelease, adoptRelease } from '#app/live.ts'
import { kept, store, type AppConfiguration } from '#app/store.ts'
import { usePage, type Page } from '#app/usePage.ts'
import { ENGINE_VERSION } from '#engine/documents/version.ts'
import { configurationOf, FakeServer, first, second } from './world.ts'

const CONFIGURATION = '/api/app-configuration'
let server: FakeServer
let root: Root | undefined

beforeEach(async () => {
  window.happyDOM.setURL('http://tsela.test/home')
  localStorage.clear()
  sessionStorage.clear()
  document.head.innerHTML = ''
  server = new FakeServer()
  vi.stubGlobal('fetch', server.fetch)
  const configuration = configurationOf<AppConfiguration>(first)
  Object.assign(store, {
    appConfiguration: configuration,
    announcedRelease: null,
    assessmentOpen: false,
    user: null,
    initialised: true,
    language: 'en',
    online: true,
    navigating: false,
    destination: null,
  })
  startWith(configuration, first.configuration.etag, true)
  const frame = await fetchFrame('en')
  setUpTexts('en', frame.texts)
  takeFrame(frame)
  server.asked.length = 0
})
afterEach(() => {
  root?.unmount()
  root = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page of an address, as the router provides it. */
function open(path: string): {
  page: () => Page
  go: (to: string) => Promise<void>
  at: () => string
} {
  const seen: { page?: Page; go?: NavigateFunction } = {}
  function Probe({ tell }: { tell: (page: Page, go: NavigateFunction) => void }) {
    const page = usePage()
    const go = useNavigate()
    useEffect(() => void tell(page, go))
    return null
  }
  root = createRoot(document.createElement('div'))
  root.render(
    createElement(
      MemoryRouter,
      { initialEntries: [path] },
      createElement(Probe, { tell: (page, go) => Object.assign(seen, { page, go }) }),
    ),
  )
  return {
    page: () => seen.page!,
    at: () => seen.page?.view?.landing.path ?? '',
    go: async (to) => seen.go!(to),
  }
}

const arrived = (at: () => string, path: string) =>
  vi.waitFor(() => expect([at(), store.navigating]).toEqual([path, false]), { timeout: 4000 })

describe('during a navigation', () => {
  it('asks for the configuration conditionally, but not on the first page', async () => {
    const { at, go } = open('/home')
    await arrived(at, '/home')
    expect(server.count(CONFIGURATION)).toBe(0)
    await go('/terms')
    await arrived(at, '/terms')
    expect(
      server.asked
        .filter(({ path }) => path === CONFIGURATION)
        .map(({ headers }) => headers.get('if-none-match')),
    ).toEqual([first.configuration.etag])
    await go('/privacy')
    await arrived(at, '/privacy')
    expect(server.count(CONFIGURATION)).toBe(2)
  })

  it('doesn’t ask if the first page only redirects to another', async () => {
    window.happyDOM.setURL('http://tsela.test/')
    startWith(configurationOf<AppConfiguration>(first), first.configuration.etag, true)
    const { at, go } = open('/')
    await arrived(at, '/home')
    expect(server.count(CONFIGURATION)).toBe(0)
    await go('/terms')
    await arrived(at, '/terms')
    expect(server.count(CONFIGURATION)).toBe(1)
  })

  it('switches to another release in place and decides again with its configuration, documents, texts and brand', async () => {
    window.happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
    document.head.innerHTML =
      '<link rel="icon" href="/favicon.png" type="image/png"><link rel="stylesheet" href="/api/themes/abc.css">'
    const { at, go, page } = open('/home')
    await arrived(at, '/home')
    server.release = second
    // In the page's own release this address does not exist.
    await go('/events')
    await arrived(at, '/events')
    expect(page().view!.release).toBe('release-2')
    expect(page().view!.landing.route.id).toBe('eventsPage')
    expect(say('page.terms')).toBe('House rules')
    expect(store.appConfiguration!.appName).toBe('Renamed')
    expect((JSON.parse(kept('app-configuration')!) as AppConfiguration).release).toBe('release-2')
    expect(document.querySelector('link[rel="icon"]')!.getAttribute('href')).toBe('/mine.svg')
    expect(
      document.querySelector('link[rel="icon"]')!.getAttribute('type'),
      'the type goes with the picture',
    ).toBe('image/svg+xml')
    expect(
      document.querySelector('link[rel="stylesheet"]'),
      'the sheet of the old release is gone',
    ).toBeNull()
  })

  it('follows the page’s own release while the server has no other', async () => {
    const { at, go, page } = open('/home')
    await arrived(at, '/home')
    await go('/events')
    await arrived(at, '/error/404')
    expect(page().view!.release).toBe('release-1')
    expect(server.count(CONFIGURATION), 'a redirect goes on with the same navigation').toBe(1)
  })

  it('follows a rollback', async () => {
    server.release = second
    const { at, go } = open('/home')
    await arrived(at, '/home')
    await go('/terms')
    await arrived(at, '/terms')
    expect(say('page.terms')).toBe('House rules')
    server.release = first
    await go('/privacy')
    await arrived(at, '/privacy')
    expect(store.appConfiguration!.release).toBe('release-1')
    expect(say('page.terms')).not.toBe('House rules')
  })

  it('continues as before without a connection', async () => {
    const { at, go } = open('/home')
    await arrived(at, '/home')
    await go('/terms')
    await arrived(at, '/terms')
    await go('/home')
    await arrived(at, '/home')
    server.offline = true
    await go('/terms')
    await arrived(at, '/terms')
    expect(store.appConfiguration!.release).toBe('release-1')
  })

  it('continues as before if the server or the new release’s bundle is broken', async () => {
    const { at, go } = open('/home')
    await arrived(at, '/home')
    server.handlers.push(({ path }) =>
      path === CONFIGURATION ? new Response('', { status: 500 }) : undefined,
    )
    await go('/terms')
    await arrived(at, '/terms')
    server.handlers.pop()
    server.release = second
    const frame = second.frames.get('en')!
    server.handlers.push(({ path }) => {
      if (path === `/api/bundles/${frame}.json`) throw new TypeError('Failed to fetch')
      return undefined
    })
    await go('/privacy')
    await arrived(at, '/privacy')
    expect(store.appConfiguration!.release).toBe('release-1')
    server.handlers.pop()
    await go('/home')
    await arrived(at, '/home')
    expect(store.appConfiguration!.release, 'and tries again at the next').toBe('release-2')
  })
})

describe('patience', () => {
  it('waits 400 ms for a newer release, and switches to a later one at the next navigation', async () => {
    vi.useFakeTimers()
    server.release = second
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    server.handlers.push(async ({ path }) => {
      if (path === CONFIGURATION) await slow
      return undefined
    })
    expect(shouldCheck('/terms')).toBe(true)
    const outcome = vi.fn()
    void newerRelease().then(outcome)
    await vi.advanceTimersByTimeAsync(399)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledWith(null)
    release()
    await vi.advanceTimersByTimeAsync(0)
    server.offline = true
    expect((await newerRelease())?.release).toBe('release-2')
  })
})

describe('the right moment', () => {
  it('isn’t during an open assessment or quiz, or when only the query changes', () => {
    expect(shouldCheck('/terms')).toBe(true)
    expect(shouldCheck('/terms'), 'the same path').toBe(false)
    expect(shouldCheck('/reports/worker-type/quiz')).toBe(false)
    expect(shouldCheck('/research/assessments/worker-type/quiz')).toBe(false)
    expect(shouldCheck('/reports/worker-type')).toBe(true)
    store.assessmentOpen = true
    store.announcedRelease = 'release-2'
    expect(shouldCheck('/home')).toBe(false)
    store.assessmentOpen = false
    expect(shouldCheck('/home')).toBe(true)
  })

  it('comes with any response that names another release', async () => {
    shouldCheck('/terms')
    await call('auth/ping')
    expect(shouldCheck('/terms')).toBe(false)
    server.release = second
    await call('auth/ping')
    expect(shouldCheck('/terms')).toBe(true)
    server.release = first
    await call('auth/ping')
    expect(shouldCheck('/terms'), 'another server was behind for a moment').toBe(false)
  })

  it('has passed if the user has begun an assessment or moved on meanwhile', async () => {
    expect(
      await adoptRelease(configurationOf<AppConfiguration>(second), () => false, '/terms'),
    ).toBe('unchanged')
    expect(store.appConfiguration!.release).toBe('release-1')
    expect(currentCatalog().route('eventsPage')).toBeUndefined()
  })

  it('leaves no document of the old release in the new one', async () => {
    let release = (): void => undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    const page = first.pages.get('terms:en')!
    server.handlers.push(async ({ path }) => {
      if (path === `/api/bundles/${page}.json`) await slow
      return undefined
    })
    const opening = openScreen('terms')
    await adoptRelease(configurationOf<AppConfiguration>(second), () => true, '/terms')
    const before = currentCatalog()
    release()
    await opening
    expect(currentCatalog()).toBe(before)
  })
})

describe('a release that asks for newer code', () => {
  const newer = { ...configurationOf<AppConfiguration>(second), engine: ENGINE_VERSION + 1 }

  it('reloads the whole page, past the cached shell, and only once in a while', async () => {
    const forget = vi.fn(async () => true)
    vi.stubGlobal('caches', { delete: forget })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    expect(await adoptRelease(newer, () => true, '/events?a=1')).toBe('reloading')
    expect(assign).toHaveBeenCalledExactlyOnceWith('/events?a=1')
    expect(forget).toHaveBeenCalledOnce()
    expect(await adoptRelease(newer, () => true, '/events'), 'it did not help a moment ago').toBe(
      'unchanged',
    )
    expect(assign).toHaveBeenCalledOnce()
    expect(store.appConfiguration!.release).toBe('release-1')
  })

  it('is switched to in place if the code is new enough', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    expect(await adoptRelease({ ...newer, engine: ENGINE_VERSION }, () => true, '/events')).toBe(
      'adopted',
    )
    expect(assign).not.toHaveBeenCalled()
  })
})
