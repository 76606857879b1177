// @vitest-environment happy-dom
/**
 * A preview is the same app for a simulated user: every call says so, and none of it is stored in
 * the browser.
 */

import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Catalog } from '#engine/documents/catalog.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { Screen } from '#engine/react/Screen.tsx'
import type { ResolvedNode } from '#engine/decide/screen.ts'
import { track } from '#app/analytics.ts'
import { ApiFailure, call, fetchContent } from '#app/api.ts'
import { openBridge } from '#app/bridge.ts'
import { readOnboarding, rememberLanguage, takeSignupHints } from '#app/cookies.ts'
import { setUpTexts } from '#app/i18n.ts'
import { shouldCheck } from '#app/live.ts'
import { basePath, pathHere } from '#app/preview.ts'
import { keep, kept, store } from '#app/store.ts'
import type { View } from '#app/view.ts'
import { registerWorker } from '#app/worker.ts'
import { FakeServer } from './world.ts'

const TOKEN = 'abcDEF123-token_0123456789'
let server: FakeServer

beforeEach(() => {
  localStorage.clear()
  window.happyDOM.setURL(`http://tsela.test/preview/${TOKEN}/terms?a=1`)
  window.__tsela = {
    configuration: Promise.resolve(new Response()),
    user: Promise.resolve(new Response()),
    preview: TOKEN,
  }
  server = new FakeServer()
  vi.stubGlobal('fetch', server.fetch)
  store.snackBarMessage = null
})
afterEach(() => {
  delete window.__tsela
  vi.unstubAllGlobals()
})

describe('a preview', () => {
  it('says so with every call, contents included', async () => {
    await call('auth/ping')
    await fetchContent('/api/bundles/0.json').catch(() => undefined)
    expect(server.asked.map(({ headers }) => headers.get('x-preview'))).toEqual([TOKEN, TOKEN])
    delete window.__tsela
    await call('auth/ping')
    expect(server.asked.at(-1)!.headers.has('x-preview'), 'and the live product never').toBe(false)
  })

  it('has paths without the token', () => {
    expect(basePath()).toBe(`/preview/${TOKEN}`)
    expect(pathHere()).toBe('/terms')
    window.happyDOM.setURL(`http://tsela.test/preview/${TOKEN}`)
    expect(pathHere()).toBe('/')
  })

  it('stores nothing in the browser, but remembers while it is open', () => {
    localStorage.setItem('language', 'af')
    expect(kept('language'), 'nor reads what the person before it has chosen').toBeNull()
    keep('language', 'en')
    expect(kept('language')).toBe('en')
    keep('language', null)
    expect(kept('language')).toBeNull()
    const cookies = document.cookie
    rememberLanguage('en')
    takeSignupHints(new URLSearchParams('selectedPlan=power&code=ABC'))
    expect(document.cookie).toBe(cookies)
    expect(readOnboarding().selectedPlan).toBeNull()
    expect({ ...localStorage }).toEqual({ language: 'af' })
  })

  it('starts without anything that is stored', async () => {
    localStorage.setItem('menu-collapsed', 'true')
    vi.resetModules()
    expect((await import('#app/store.ts')).store.menuCollapsed).toBe(false)
    delete window.__tsela
    vi.resetModules()
    expect((await import('#app/store.ts')).store.menuCollapsed).toBe(true)
  })

  it('registers no service worker, asks for no newer release, and sends no events', async () => {
    const register = vi.fn(async () => ({}))
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator) as Navigator, { serviceWorker: { register } }),
    )
    registerWorker()
    window.dispatchEvent(new Event('load'))
    expect(register).not.toHaveBeenCalled()
    store.announcedRelease = 'another'
    expect(shouldCheck('/privacy')).toBe(false)
    track({ type: 'formStart', name: 'signup' })
    expect(kept('events')).toBeNull()
  })

  it('says that it keeps nothing when a user saves', async () => {
    server.handlers.push(({ method }) =>
      method === 'POST'
        ? Response.json(
            { code: 'preview/read-only', message: 'A preview keeps nothing.' },
            { status: 403 },
          )
        : undefined,
    )
    await expect(call('users/interactions', { method: 'POST', body: {} })).rejects.toBeInstanceOf(
      ApiFailure,
    )
    expect(store.snackBarMessage).toBe('A preview keeps nothing.')
  })
})

describe('the console around it', () => {
  const view = {
    landing: { path: '/terms', route: { id: 'termsPage' } },
    screen: { id: 'terms' },
  } as unknown as View
  const around = (origin = window.location.origin) => {
    const console = { postMessage: vi.fn() }
    vi.spyOn(window, 'parent', 'get').mockReturnValue(
      console as unknown as Window & typeof globalThis,
    )
    const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
      window.dispatchEvent(
        new MessageEvent('message', {
          data,
          origin: from.origin ?? origin,
          source: (from.source ?? console) as Window,
        }),
      )
    return { console, say }
  }

  it('is the only one told where the preview is', () => {
    const { console } = around()
    const bridge = openBridge(() => undefined)
    bridge.at(view)
    expect(console.postMessage).toHaveBeenCalledExactlyOnceWith(
      { type: 'tsela:at', path: '/terms', route: 'termsPage' },
      'http://tsela.test',
    )
    bridge.close()
  })

  it('can send it to a path of the app, and nowhere else', () => {
    const { say } = around()
    const go = vi.fn()
    const bridge = openBridge(go)
    say({ type: 'tsela:navigate', path: '/privacy?a=1' })
    expect(go).toHaveBeenCalledExactlyOnceWith('/privacy?a=1')
    for (const path of [
      '//evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '/\\evil.test',
      7,
      undefined,
    ])
      say({ type: 'tsela:navigate', path })
    say('tsela:navigate')
    say(null)
    say({ type: 'tsela:navigate', path: '/home' }, { origin: 'http://evil.test' })
    say({ type: 'tsela:navigate', path: '/home' }, { source: window })
    expect(go).toHaveBeenCalledOnce()
    bridge.close()
    say({ type: 'tsela:navigate', path: '/home' })
    expect(go).toHaveBeenCalledOnce()
  })

  it('is told which part was clicked with Alt held or in selection mode; a plain click works as usual', () => {
    const { console, say } = around()
    const bridge = openBridge(() => undefined)
    bridge.at(view)
    console.postMessage.mockClear()
    expect(bridge.pick('/children/a', new MouseEvent('click'))).toBe(false)
    expect(console.postMessage).not.toHaveBeenCalled()
    expect(bridge.pick('/children/a', new MouseEvent('click', { altKey: true }))).toBe(true)
    expect(console.postMessage).toHaveBeenCalledExactlyOnceWith(
      { type: 'tsela:node', screen: 'terms', pointer: '/children/a' },
      'http://tsela.test',
    )
    say({ type: 'tsela:select', on: true }, { origin: 'http://evil.test' })
    expect(bridge.pick('/children/b', new MouseEvent('click'))).toBe(false)
    say({ type: 'tsela:select', on: true })
    expect(bridge.pick('/children/b', new MouseEvent('click'))).toBe(true)
    say({ type: 'tsela:select', on: false })
    expect(bridge.pick('/children/b', new MouseEvent('click'))).toBe(false)
    bridge.close()
  })
})

describe('the parts of a page', () => {
  const used = vi.fn()
  const registry = {
    box: {
      now: {
        type: 'box',
        component: ({ children }: { children?: unknown }) =>
          createElement('section', null, children as never),
      },
    },
    button: {
      now: {
        type: 'button',
        component: () => createElement('button', { type: 'button', onClick: used }, 'Go'),
      },
    },
    broken: {
      now: {
        type: 'broken',
        component: () => {
          throw new Error('broken')
        },
      },
    },
  } as unknown as RenderContext['registry']
  const node = (
    id: string,
    type: string,
    at: string,
    children: ResolvedNode[] = [],
  ): ResolvedNode => ({
    id,
    type,
    at,
    children,
    level: undefined,
    props: {},
    data: undefined,
    fallback: undefined,
  })

  async function draw(
    mode: RenderContext['mode'],
    nodes: ResolvedNode[],
    onPick?: RenderContext['onPick'],
  ): Promise<{ host: HTMLElement; reported: string[]; end: () => void }> {
    const host = document.body.appendChild(document.createElement('div'))
    const reported: string[] = []
    const context = {
      catalog: {} as Catalog,
      scope: {} as RenderContext['scope'],
      registry,
      actions: {},
      mode,
      report: (_error: unknown, at: string) => reported.push(at),
      onPick,
    }
    const root = createRoot(host, { onCaughtError: () => undefined })
    root.render(
      createElement(
        ScopeProvider,
        { value: context as unknown as RenderContext },
        createElement(Screen, { nodes, data: {} }),
      ),
    )
    await vi.waitFor(() => expect(host.innerHTML).not.toBe(''))
    return { host, reported, end: () => (root.unmount(), host.remove()) }
  }

  it('can be pointed at, the innermost first, without anything added to the page', async () => {
    used.mockClear()
    const nodes = [node('a', 'box', '/children/a', [node('b', 'button', '/children/a/children/b')])]
    const picked: string[] = []
    let pointing = true
    const { host, end } = await draw('preview', nodes, (at) => {
      if (pointing) picked.push(at)
      return pointing
    })
    const live = await draw('live', nodes)
    expect(host.innerHTML).toBe(live.host.innerHTML)
    host.querySelector('button')!.click()
    expect(picked).toEqual(['/children/a/children/b'])
    expect(used, 'and is not used').not.toHaveBeenCalled()
    host.querySelector('section')!.click()
    expect(picked).toEqual(['/children/a/children/b', '/children/a'])
    pointing = false
    host.querySelector('button')!.click()
    expect(used).toHaveBeenCalledOnce()
    live.end()
    end()
  })

  it('show a card for a broken one, which the live product hides', async () => {
    setUpTexts('en', { 'common.partMissing': 'This part is missing.' })
    const nodes = [node('a', 'box', '/children/a'), node('x', 'broken', '/children/x')]
    const preview = await draw('preview', nodes)
    expect(preview.host.querySelector('[role="note"]')?.textContent).toContain('broken /children/x')
    const live = await draw('live', nodes)
    expect(live.host.innerHTML).toBe('<section></section>')
    expect([preview.reported, live.reported]).toEqual([['/children/x'], ['/children/x']])
    preview.end()
    live.end()
  })
})
