/**
 * Reports what happens on pages: to the third-party services loaded for this user, and to our own
 * server, which learns what was used but never by whom. Events not yet sent wait on the device.
 */

import { trackedSections } from '#engine/decide/tracked.ts'
import { MAX_EVENTS, ownEvent, type OwnEvent, type Tracked } from '#engine/contract/events.ts'
import type { vendorEvent, VendorEvent } from '#engine/contract/vendorevents.ts'
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
/** Events within this window are sent in one request. */
const BATCH_WINDOW_MS = 10_000
/** A device that is never online keeps the newest events. */
const MAX_KEPT = 300

type Sender = (event: VendorEvent) => void
const senders = new Set<Sender>()
let translate: typeof vendorEvent | undefined

/**
 * Registers a service that has been loaded; it receives every event from now on.
 *
 * @param inItsWords puts an event into the format of such services; it comes with the first of them
 */
export function addSender(sender: Sender, inItsWords: typeof vendorEvent): void {
  senders.add(sender)
  translate = inItsWords
}

/**
 * The route on screen and when it was opened; null before the first page and if nothing is tracked.
 */
let shown: { readonly route: string; readonly since: number } | null = null
let route = ''
const startedForms = new Set<string>()
/** Told once for each page load; the server counts the first. */
const exposed = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined
let sending = false
/** A guardian has to agree before anything about this user is recorded. */
let quiet = false

export function track(event: Tracked): void {
  if (quiet || isPreview()) return
  try {
    const told = translate?.(event, navigator.userAgent, store.user)
    const own = ownEvent(event, route, navigator.userAgent, newId(), new Date().toISOString())
    if (own !== null) enqueue(own)
    if (told !== undefined) tell(told)
  } catch (error) {
    // A bug in tracking must not break what the user is doing.
    report(error, 'analytics')
  }
}

/** For services alone. @returns whether there is one */
export function tell(event: VendorEvent): boolean {
  senders.forEach((sender) => sender(event))
  return senders.size > 0
}

/**
 * For our own server alone: which arms are really seen where something was drawn. Nodes are drawn
 * before `pageShown` says on which page, and whether anything may be recorded.
 */
export function trackExposures(place: string): void {
  queueMicrotask(() => expose(place))
}

function expose(place: string): void {
  const { exposures, experiments } = store.appConfiguration ?? {}
  for (const experiment of exposures?.[place] ?? []) {
    const variant = experiments?.[experiment]
    if (!variant || quiet || isPreview() || exposed.has(experiment + variant)) continue
    exposed.add(experiment + variant)
    const props = { experiment, variant, page: route }
    enqueue({ id: newId(), name: 'exposure', at: new Date().toISOString(), props })
  }
}

/**
 * Runs after every navigation (spec 4, point 6): records the exit of the previous page and the view
 * of this one, where tracked.
 */
export function pageShown({ landing: { route: next, scope } }: View): void {
  quiet = scope.facts.guardianPending
  if (quiet) return forget(waiting())
  pageLeft()
  startedForms.clear()
  route = next.id
  if (next.tracking === undefined || next.inPage === true) return
  shown = { route, since: Date.now() }
  track({ type: 'pageView', pageName: route, sections: trackedSections(next.tracking, next.path) })
}

function pageLeft(): void {
  if (shown === null) return
  const { route: pageName, since } = shown
  shown = null
  track({ type: 'pageExit', pageName, ms: Date.now() - since })
}

export function formCompleted(name: string): void {
  track({ type: 'formComplete', name })
}

/** Starts listening for user events. Called once per page load. */
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
  // Before the first page no link can be attributed to a route.
  const link =
    route !== '' && event.target instanceof Element ? event.target.closest('a[href]') : null
  const described = link && describeLink(link.getAttribute('href')!)
  if (described) track({ type: 'linkClick', ...described, scope: route })
}

/** Where a link leads, by route name: the raw address may reveal more than we want to know. */
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

/** The first keystroke in a form counts as its start. */
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
  timer ??= setTimeout(() => void sendEvents(), BATCH_WINDOW_MS)
}

/**
 * Sends waiting events when online. Events the server will never accept are dropped; all others are
 * retried.
 */
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

/** Random id that tells devices apart and reveals nothing else. */
function deviceId(): string {
  let id = kept(DEVICE)
  if (id === null) {
    id = newId()
    keep(DEVICE, id)
  }
  return id
}
