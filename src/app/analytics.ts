/**
 * Tells of what happens on pages: to the services that are loaded for this person, and to our own server, which learns
 * what was used and never by whom. What the server has not heard of yet waits on the device.
 */

import {
  MAX_EVENTS,
  ownEvent,
  vendorEvent,
  type OwnEvent,
  type Tracked,
  type VendorEvent,
} from '#engine/contract/events.ts'
import { matchPath } from '#engine/decide/routes.ts'
import { ApiFailure, call } from './api.ts'
import { currentCatalog } from './documents.ts'
import { report } from './monitoring.ts'
import { newId } from './newid.ts'
import { basePath, isPreview } from './preview.ts'
import { keep, kept, store } from './store.ts'
import type { View } from './view.ts'

const QUEUE = 'events'
const DEVICE = 'device'
/** What happens within so long goes in one call. */
const GATHER_MS = 10_000
/** A device that is never online keeps the newest ones. */
const MAX_KEPT = 300

type Sender = (event: VendorEvent) => void
const senders = new Set<Sender>()

/** A service that is loaded hears of everything from here on. */
export function addSender(sender: Sender): void {
  senders.add(sender)
}

/** The route that is on the screen, and since when; null before the first page, and where nothing is recorded. */
let shown: { readonly route: string; readonly since: number } | null = null
let route = ''
const startedForms = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
let sending = false

export function track(event: Tracked): void {
  if (isPreview()) return
  try {
    const told = vendorEvent(event, navigator.userAgent, store.user)
    const own = ownEvent(event, route, navigator.userAgent, newId(), new Date().toISOString())
    if (own !== null) enqueue(own)
    senders.forEach((sender) => sender(told))
  } catch (error) {
    // Our own mistake; nothing that people do may fail for it.
    report(error, 'analytics')
  }
}

/** After every navigation (spec 4, point 6): the page before was left, and this one is looked at where that is recorded. */
export function pageShown({ landing: { route: next } }: View): void {
  pageLeft()
  startedForms.clear()
  route = next.id
  if (next.tracking === undefined || next.inPage === true) return
  shown = { route, since: Date.now() }
  track({ type: 'pageView', pageName: route, sections: next.tracking })
  tellOfSignIn()
}

function pageLeft(): void {
  if (shown === null) return
  const { route: pageName, since } = shown
  shown = null
  track({ type: 'pageExit', pageName, ms: Date.now() - since })
}

/** The first page view after somebody came in through a provider says so, by the hash of the address (spec 4). */
function tellOfSignIn(): void {
  const { user } = store
  if (user === null) return void (store.successfulAuthTracked = false)
  if (store.successfulAuthTracked || isPreview() || user.auth.currentSessionAuthMethod !== 'oAuth')
    return
  store.successfulAuthTracked = true
  senders.forEach((sender) =>
    sender({ event: 'authenticationComplete', emailSHA256: user.emailSHA256 }),
  )
}

export function formCompleted(name: string): void {
  track({ type: 'formComplete', name })
}

/** Begins to listen to what people do. Once a page. */
export function startAnalytics(): void {
  if (isPreview()) return
  document.addEventListener('click', onClick, { capture: true })
  document.addEventListener('input', onInput, { capture: true })
  addEventListener('online', () => void sendEvents())
  addEventListener('pagehide', () => {
    pageLeft()
    void sendEvents(true)
  })
  if (waiting().length > 0) plan()
}

function onClick(event: Event): void {
  // Before the first page there is nothing that a link could stand on.
  const link =
    route !== '' && event.target instanceof Element ? event.target.closest('a[href]') : null
  const described = link && describeLink(link.getAttribute('href')!)
  if (described) track({ type: 'linkClick', ...described, scope: route })
}

/** Where a link leads, by the names of routes: an address may say more than we want to know. */
function describeLink(href: string): { intent: string; name: string } | null {
  if (href.startsWith('#')) return null
  const url = new URL(href, location.href)
  if (url.origin !== location.origin)
    return /^https?:$/.test(url.protocol)
      ? { intent: 'leave', name: url.hostname }
      : { intent: 'contact', name: url.protocol.replace(':', '') }
  const match = matchPath(currentCatalog().matchers, url.pathname.slice(basePath().length) || '/')
  return { intent: 'navigate', name: match?.name ?? 'unknown' }
}

/** The first key in a form is its start. */
function onInput(event: Event): void {
  const name =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-form]')?.dataset['form']
      : undefined
  if (name === undefined || startedForms.has(name)) return
  startedForms.add(name)
  track({ type: 'formStart', name })
}

function waiting(): OwnEvent[] {
  try {
    const events = JSON.parse(kept(QUEUE) ?? '[]') as unknown
    return Array.isArray(events) ? (events as OwnEvent[]) : []
  } catch {
    return []
  }
}

function enqueue(event: OwnEvent): void {
  keep(QUEUE, JSON.stringify([...waiting(), event].slice(-MAX_KEPT)))
  plan()
}

function plan(): void {
  timer ??= setTimeout(() => void sendEvents(), GATHER_MS)
}

/** Sends what waits, if there is a signal. What the server would never take is given up; everything else is tried again. */
export async function sendEvents(leaving = false): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const batch = waiting().slice(0, MAX_EVENTS)
  if (batch.length === 0 || sending || !store.online || !navigator.onLine) return
  sending = true
  try {
    await call('events', {
      method: 'POST',
      body: { device: deviceId(), events: batch },
      keepSession: true,
      background: true,
      keepalive: leaving,
    })
    forget(batch)
  } catch (error) {
    if (error instanceof ApiFailure && [400, 413, 422].includes(error.status)) forget(batch)
  } finally {
    sending = false
    if (waiting().length >= MAX_EVENTS && !leaving) plan()
  }
}

function forget(batch: readonly OwnEvent[]): void {
  const sent = new Set(batch.map(({ id }) => id))
  const rest = waiting().filter(({ id }) => !sent.has(id))
  keep(QUEUE, rest.length === 0 ? null : JSON.stringify(rest))
}

/** One device from another, and nothing else of it. */
function deviceId(): string {
  let id = kept(DEVICE)
  if (id === null) {
    id = newId()
    keep(DEVICE, id)
  }
  return id
}
