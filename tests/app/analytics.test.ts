// @vitest-environment happy-dom
/** Events are sent once, in batches, when online, and without personal data. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addSender,
  formCompleted,
  pageShown,
  sendEvents,
  startAnalytics,
  track,
  trackExposures,
} from '#app/analytics.ts'
import { takeFrame, type FrameBundle } from '#app/documents.ts'
import { kept, store } from '#app/store.ts'
import type { View } from '#app/view.ts'
import type { OwnEvent, Tracked } from '#engine/contract/events.ts'
import { vendorEvent, type VendorEvent } from '#engine/contract/vendorevents.ts'
import { EVENT_NAMES } from '#engine/contract/events.ts'
import { takeComplaints } from '#tests/support/strict.ts'
import { FakeServer, first } from './world.ts'

let server: FakeServer
const told: VendorEvent[] = []
addSender((event) => void told.push(event), vendorEvent)
startAnalytics()

const page = (id: string, more: { tracking?: string[]; inPage?: boolean } = { tracking: [id] }) =>
  ({
    landing: { route: { id, ...more }, scope: { facts: { guardianPending: false } } },
  }) as unknown as View
const waiting = () => JSON.parse(kept('events') ?? '[]') as OwnEvent[]
const sent = () =>
  server.asked
    .filter(({ path }) => path === '/api/events')
    .map(({ body }) => body as { device: string; events: OwnEvent[] })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  window.happyDOM.setURL('http://tsela.test/home')
  server = new FakeServer()
  server.handlers.push(({ path }) =>
    path === '/api/events' ? new Response(null, { status: 204 }) : undefined,
  )
  vi.stubGlobal('fetch', server.fetch)
  Object.assign(store, { user: null, online: true, pending: 0 })
  takeFrame(JSON.parse(first.assets.get(first.frames.get('en')!)!.plain.toString()) as FrameBundle)
  pageShown(page('nowhere', {}))
  localStorage.clear()
  // Nothing waits, so this only clears the timer of the previous test.
  await sendEvents()
  told.length = 0
})
afterEach(() => {
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an exposure', () => {
  const drawn = async (place: string) => {
    trackExposures(place)
    await Promise.resolve()
  }
  afterEach(() => {
    store.appConfiguration = null
  })

  it('is sent once for the arm that this is, and of no experiment without one', async () => {
    const exposures = { home: ['one', 'two'], '/hero': ['one'] }
    const seen = () => waiting().map(({ name, props }) => [name, props])
    pageShown(page('home', {}))
    await drawn('home')
    store.appConfiguration = { exposures } as never
    await drawn('home')
    expect(seen()).toEqual([])
    store.appConfiguration = { exposures, experiments: { one: 'new' } } as never
    for (const place of ['nowhere', 'home', '/hero', 'home']) await drawn(place)
    const one = { experiment: 'one', variant: 'new', page: 'home' }
    expect(seen()).toEqual([['exposure', one]])
    store.appConfiguration = { exposures, experiments: { one: 'new', two: 'old' } } as never
    await drawn('home')
    const two = { experiment: 'two', variant: 'old', page: 'home' }
    expect(seen().slice(1)).toEqual([['exposure', two]])
  })

  it('isn’t recorded while a guardian has to agree, and is afterwards', async () => {
    store.appConfiguration = {
      exposures: { home: ['three'] },
      experiments: { three: 'new' },
    } as never
    const shown = (guardianPending: boolean) =>
      pageShown({
        landing: { route: { id: 'home' }, scope: { facts: { guardianPending } } },
      } as never)
    shown(true)
    await drawn('home')
    expect(waiting()).toEqual([])
    shown(false)
    await drawn('home')
    expect(waiting()).toHaveLength(1)
  })

  it('of a node that is drawn before its page is told of belongs to that page', async () => {
    store.appConfiguration = {
      exposures: { '/hero': ['four'] },
      experiments: { four: 'new' },
    } as never
    pageShown(page('before', {}))
    trackExposures('/hero')
    pageShown(page('home', {}))
    await Promise.resolve()
    expect(waiting().map(({ props }) => props['page'])).toEqual(['home'])
  })

  it('isn’t recorded of somebody who turns out to be waiting for a guardian', async () => {
    store.appConfiguration = {
      exposures: { '/hero': ['five'] },
      experiments: { five: 'new' },
    } as never
    trackExposures('/hero')
    pageShown({
      landing: { route: { id: 'home' }, scope: { facts: { guardianPending: true } } },
    } as never)
    await Promise.resolve()
    expect(waiting()).toEqual([])
  })
})

describe('pages', () => {
  it('are reported when they are viewed and when they are left', () => {
    pageShown(page('home'))
    vi.advanceTimersByTime(4200)
    pageShown(page('termsPage'))
    expect(waiting().map(({ name, props }) => [name, props['pageName'], props['ms']])).toEqual([
      ['pageView', 'home', undefined],
      ['pageExit', 'home', 4200],
      ['pageView', 'termsPage', undefined],
    ])
    window.dispatchEvent(new Event('pagehide'))
    expect(told.at(-1)).toMatchObject({ event: 'globalPageExit', pageName: 'termsPage' })
  })

  it('are reported only if tracking is set and the route isn’t in-page', () => {
    pageShown(page('a', {}))
    pageShown(page('b', { tracking: ['b'], inPage: true }))
    expect(waiting()).toEqual([])
    pageShown(page('c', { tracking: ['c'], inPage: false }))
    expect(waiting().map(({ props }) => props['pageName'])).toEqual(['c'])
  })
})

describe('links and forms', () => {
  it('are reported by the names of routes and forms, never by address or content', () => {
    pageShown(page('home'))
    document.body.innerHTML = `<a href="/terms?redirect=naledi@school.test"><b>Naledi</b></a><a href="https://www.onetonline.org/x?y">O*NET</a><a href="mailto:help@tsela.example">help</a><a href="#main">skip</a>
      <form data-form="signup"><input name="email"><input name="password"></form><div data-form="about"><textarea></textarea></div><input id="free">`
    for (const link of document.querySelectorAll('a')) {
      link.addEventListener('click', (event) => event.preventDefault())
      ;(link.querySelector('b') ?? link).dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true }),
      )
    }
    for (const field of document.querySelectorAll('input, textarea'))
      for (const _key of 'ab') field.dispatchEvent(new Event('input', { bubbles: true }))
    formCompleted('signup')
    expect(
      waiting()
        .slice(1)
        .map(({ name, props }) => [name, ...Object.values(props)]),
    ).toEqual([
      ['linkClick', 'navigate', 'termsPage', 'home', 'home'],
      ['linkClick', 'leave', 'www.onetonline.org', 'home', 'home'],
      ['linkClick', 'contact', 'mailto', 'home', 'home'],
      ['formStart', 'signup', 'home'],
      ['formStart', 'about', 'home'],
      ['formComplete', 'signup', 'home'],
    ])
    expect(JSON.stringify([waiting(), told])).not.toMatch(/naledi/i)
  })
})

describe('an event that lacks something', () => {
  it('is logged in the words of the specification, and sent to no service', () => {
    track({ type: 'linkClick', intent: '', name: 'x', scope: 'y' })
    track({ type: 'formStart' } as unknown as Tracked)
    expect(takeComplaints()).toEqual([
      expect.stringContaining('Incorrect event properties for flexiLinkTracking event'),
      expect.stringContaining('Incorrect event properties for globalFormStart event'),
    ])
    expect([waiting(), told]).toEqual([[], []])
  })
})

describe('our own server', () => {
  it('receives events in one call, a while after the first one, without any sign on the page', async () => {
    let loading = false
    server.handlers.push(() => {
      loading ||= store.loading
      return undefined
    })
    for (const name of ['a', 'b', 'c']) formCompleted(name)
    await vi.advanceTimersByTimeAsync(9999)
    expect(sent()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent()).toHaveLength(1)
    expect(sent()[0]!.events.map(({ props }) => props['name'])).toEqual(['a', 'b', 'c'])
    expect(
      sent()[0]!.events.every(({ name }) => (EVENT_NAMES as readonly string[]).includes(name)),
    ).toBe(true)
    expect(waiting()).toEqual([])
    expect(loading).toBe(false)
    formCompleted('d')
    await sendEvents()
    expect(sent()[1]!.device, 'one device is one device').toBe(sent()[0]!.device)
  })

  it('receives offline events later, each with its original id', async () => {
    formCompleted('a')
    server.offline = true
    await sendEvents()
    const [kept] = waiting()
    store.online = false
    formCompleted('b')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(server.count('/api/events'), 'nobody calls where there is known to be no signal').toBe(1)
    Object.assign(store, { online: true })
    server.offline = false
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(waiting()).toEqual([]))
    expect(
      sent()
        .at(-1)!
        .events.map(({ props }) => props['name']),
    ).toEqual(['a', 'b'])
    expect(sent().at(-1)!.events[0]!.id).toBe(kept!.id)
  })

  it('receives a hundred at a time, and the oldest of very many are dropped', async () => {
    for (let index = 0; index < 350; index++) formCompleted(`f${index}`)
    expect(waiting()).toHaveLength(300)
    expect(waiting()[0]!.props['name']).toBe('f50')
    await sendEvents()
    expect(sent()[0]!.events).toHaveLength(100)
    expect(waiting()).toHaveLength(200)
  })

  it('gets a retry after its own error, but not after one of ours', async () => {
    formCompleted('a')
    const answer = (status: number) =>
      server.handlers.push(({ path }) =>
        path === '/api/events' ? Response.json({ code: 'x' }, { status }) : undefined,
      )
    for (const status of [500, 503, 429, 401]) {
      answer(status)
      await sendEvents()
      expect(waiting(), String(status)).toHaveLength(1)
    }
    answer(422)
    await sendEvents()
    expect(waiting()).toEqual([])
  })
})
