// @vitest-environment happy-dom
/**
 * A preview is the same app for a simulated user: every call says so, and none of it is stored in
 * the browser.
 */

import i18next from 'i18next'
import { createElement, type FragmentInstance } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Catalog } from '#engine/documents/catalog.ts'
import { ScopeProvider, type RenderContext } from '#engine/react/context.ts'
import { Screen } from '#engine/react/Screen.tsx'
import type { ResolvedNode } from '#engine/decide/screen.ts'
import { track } from '#app/analytics.ts'
import { ApiFailure, call, fetchContent } from '#app/api.ts'
import { openBridge } from '#app/bridge.ts'
import { currentCatalog } from '#app/documents.ts'
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
    const bridge = openBridge(() => undefined, again)
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
    const bridge = openBridge(go, again)
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
    const bridge = openBridge(() => undefined, again)
    bridge.at(view)
    console.postMessage.mockClear()
    const place = document.body.appendChild(document.createElement('p'))
    const inner = place.appendChild(document.createElement('b'))
    const remove = bridge.part('/children/a', asPart(place))
    bridge.part('/children/a/children/b', asPart(inner))
    const click = (on: Element, altKey = false) =>
      !on.dispatchEvent(new MouseEvent('click', { altKey, bubbles: true, cancelable: true }))
    expect(click(place)).toBe(false)
    expect(console.postMessage).not.toHaveBeenCalled()
    expect(click(place, true)).toBe(true)
    expect(console.postMessage).toHaveBeenCalledExactlyOnceWith(
      { type: 'tsela:node', screen: 'terms', pointer: '/children/a' },
      'http://tsela.test',
    )
    say({ type: 'tsela:select', on: true }, { origin: 'http://evil.test' })
    expect(click(inner)).toBe(false)
    say({ type: 'tsela:select', on: true })
    console.postMessage.mockClear()
    expect(click(inner)).toBe(true)
    expect(console.postMessage, 'the innermost alone').toHaveBeenCalledExactlyOnceWith(
      { type: 'tsela:node', screen: 'terms', pointer: '/children/a/children/b' },
      'http://tsela.test',
    )
    say({ type: 'tsela:select', on: false })
    expect(click(inner)).toBe(false)
    remove()
    expect(click(place, true), 'a part that has left the page').toBe(false)
    bridge.close()
    place.remove()
  })

  it('outlines the part that is edited; its handle moves it by keyboard', async () => {
    const { console, say } = around()
    const bridge = openBridge(() => undefined, again)
    bridge.at(view)
    const box = { top: 10, left: 20, right: 120, bottom: 60, width: 100, height: 50 }
    bridge.part('/children/a', {
      ...asPart(document.body),
      getClientRects: () => [box as DOMRect],
    })
    say({ type: 'tsela:choose', place: '/children/a', name: '<b>Text</b>' })
    const handle = await vi.waitFor(() => {
      const found = document.querySelector<HTMLButtonElement>('button[aria-label="<b>Text</b>"]')
      expect(found?.hidden).toBe(false)
      return found!
    })
    expect(handle.querySelector('b'), 'a name is text').toBeNull()
    const frame = [...document.querySelectorAll('div')].find(({ style }) => style.top === '6px')!
    expect(frame.style.height).toBe('58px')
    console.postMessage.mockClear()
    handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }))
    expect(console.postMessage).toHaveBeenCalledExactlyOnceWith(
      { type: 'tsela:step', place: '/children/a', by: 1 },
      'http://tsela.test',
    )
    say({ type: 'tsela:choose', place: null, name: '' })
    await vi.waitFor(() => expect(handle.hidden).toBe(true))
    bridge.close()
    expect(handle.isConnected, 'nothing of it stays').toBe(false)
  })

  it('shows what is typed; what cannot be drawn leaves the page as it was', () => {
    const { console, say } = around()
    const bridge = openBridge(() => undefined, again)
    bridge.at(view)
    again.mockClear()
    const screen = (children: unknown) => ({
      kind: 'screen',
      id: 'terms',
      v: 1,
      title: 'Terms',
      source: 'own',
      children,
    })
    setUpTexts('en', {})
    store.language = 'en'
    const outcome = () => console.postMessage.mock.lastCall?.[0] as unknown
    say({ type: 'tsela:draft', documents: [screen([])], texts: { 'page.terms': 'Rules' } })
    expect(outcome()).toEqual({ type: 'tsela:shown', ok: true })
    expect(again).toHaveBeenCalledOnce()
    expect(currentCatalog().get('screen', 'terms')?.children).toEqual([])
    expect(i18next.t('page.terms')).toBe('Rules')
    say({ type: 'tsela:draft', documents: [screen(7)], texts: {} })
    expect(outcome()).toEqual({ type: 'tsela:shown', ok: false })
    expect(currentCatalog().get('screen', 'terms')?.children).toEqual([])
    expect(again).toHaveBeenCalledOnce()
    console.postMessage.mockClear()
    for (const wrong of [
      { documents: [screen([])], texts: { a: 1 } },
      { documents: screen([]), texts: {} },
      { documents: [null], texts: {} },
      { documents: [{ kind: 'screen' }], texts: {} },
    ])
      say({ type: 'tsela:draft', ...wrong })
    say({ type: 'tsela:draft', documents: [screen([])], texts: {} }, { origin: 'http://evil.test' })
    say({ type: 'tsela:release', token: '../x' })
    expect(console.postMessage, 'messages of another shape or origin').not.toHaveBeenCalled()
    bridge.close()
  })
})

const again = vi.fn()
const asPart = (element: Element) =>
  ({
    addEventListener: (...given: Parameters<Element['addEventListener']>) =>
      element.addEventListener(...given),
    removeEventListener: (...given: Parameters<Element['removeEventListener']>) =>
      element.removeEventListener(...given),
    getClientRects: () => [],
  }) as unknown as FragmentInstance

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
    onPart?: RenderContext['onPart'],
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
      onPart,
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

  it('are known by their places, without anything added to the page', async () => {
    const nodes = [node('a', 'box', '/children/a', [node('b', 'button', '/children/a/children/b')])]
    const known = new Map<string, FragmentInstance>()
    const left: string[] = []
    const { host, end } = await draw('preview', nodes, (at, part) => {
      known.set(at, part)
      return () => left.push(at)
    })
    const live = await draw('live', nodes, () => {
      throw new Error('nothing is known of the parts of a live page')
    })
    expect(host.innerHTML).toBe(live.host.innerHTML)
    const clicked = vi.fn()
    known.get('/children/a/children/b')!.addEventListener('click', clicked)
    host.querySelector('button')!.click()
    expect(clicked).toHaveBeenCalledOnce()
    host.querySelector('section')!.click()
    expect(clicked).toHaveBeenCalledOnce()
    live.end()
    end()
    await vi.waitFor(() => expect(left.toSorted()).toEqual([...known.keys()].toSorted()))
  })

  it('are tried again once they may be mended', async () => {
    setUpTexts('en', { 'common.partMissing': 'This part is missing.' })
    let isBroken = true
    const mended = {
      ...registry,
      broken: {
        now: {
          type: 'broken',
          component: () => {
            if (isBroken) throw new Error('broken')
            return 'Mended'
          },
        },
      },
    } as unknown as RenderContext['registry']
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host, { onCaughtError: () => undefined })
    const show = (mode: RenderContext['mode']) =>
      root.render(
        createElement(
          ScopeProvider,
          {
            value: { registry: mended, mode, report: () => undefined } as unknown as RenderContext,
          },
          createElement(Screen, { nodes: [node('x', 'broken', '/children/x')], data: {} }),
        ),
      )
    show('preview')
    await vi.waitFor(() => expect(host.querySelector('code')).not.toBeNull())
    isBroken = false
    show('preview')
    await vi.waitFor(() => expect(host.textContent).toBe('Mended'))
    root.unmount()
    host.remove()
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
