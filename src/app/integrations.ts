/** Loads the services of others that may be loaded (engine/integrations.ts), and tells each of events in its own way. */

import { analyticsUser, type AnalyticsUser, type VendorEvent } from '#engine/contract/events.ts'
import { allowed, type Configured, type Setting } from '#engine/contract/integrations.ts'
import type { InstanceConfig, Scope } from '#engine/rules/scope.ts'
import { addSender } from './analytics.ts'
import { store } from './store.ts'

/** What the scripts of others look for in the window, and what we call of theirs. */
type Guests = {
  dataLayer?: unknown[]
  OptanonWrapper?: () => void
  mixpanel?: unknown[] & {
    _i?: unknown[]
    __SV?: number
    people?: unknown[]
    track?: (name: string, properties: unknown) => void
  }
  _satellite?: { track: (name: string, properties: unknown) => void }
  $crisp?: unknown[]
  CRISP_WEBSITE_ID?: string
}

/** What is loaded already: setting -> id. */
const running = new Map<Setting, string>()

/**
 * Loads what may be loaded for somebody and is not there yet.
 *
 * @returns `too-much` where something runs that may not run for this person, or any more
 */
export function load(
  settings: InstanceConfig['integrations'],
  scope: Scope,
): 'loaded' | 'too-much' {
  const wanted = allowed(settings, scope).filter(admitted)
  if (
    [...running].some(
      ([setting, id]) =>
        !wanted.some((each) => each.integration.setting === setting && each.id === id),
    )
  )
    return 'too-much'
  for (const service of wanted) {
    if (running.has(service.integration.setting)) continue
    running.set(service.integration.setting, service.id)
    start(service, scope)
  }
  return 'loaded'
}

/** A page that was opened before a service was configured does not let it through; the next page does. */
function admitted({ integration, id }: Configured): boolean {
  const script = integration.script(id)
  const hosts =
    document.querySelector<HTMLMetaElement>('meta[name="script-hosts"]')?.content.split(' ') ?? []
  return script === null || hosts.includes(new URL(script).origin)
}

function start({ integration, id }: Configured, scope: Scope): void {
  const guests = window as unknown as Guests
  const attributes = PREPARE[integration.setting](guests, id, scope) ?? {}
  const address = integration.script(id)
  if (address === null) return
  const script = document.createElement('script')
  script.async = true
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  script.src = address
  document.head.append(script)
}

/** What must be there before a script comes; the attributes that it is to have. */
const PREPARE: Readonly<
  Record<
    Setting,
    (guests: Guests, id: string, scope: Scope) => Readonly<Record<string, string>> | void
  >
> = {
  oneTrustScriptID: (guests, id) => {
    guests.OptanonWrapper = () => undefined
    return { 'data-domain-script': id, charset: 'UTF-8' }
  },
  sentryDSNUrl: (_guests, id) => {
    const { integrations, version } = store.appConfiguration!
    void import('./sentry.ts').then(
      ({ startSentry }) => startSentry(id, integrations.sentryTrackingEnvironment!, version),
      () => undefined,
    )
  },
  googleTagManagerCode: (guests, _id, scope) => {
    const layer = (guests.dataLayer ??= [])
    layer.push({ 'gtm.start': Date.now(), event: 'gtm.js', ...personOf(scope) })
    addSender((event) => void layer.push(event))
  },
  googleAnalyticsCode: (guests, id, scope) => {
    const layer = (guests.dataLayer ??= [])
    // Google's script reads the arguments of a call, not a list; page views are ours to tell of.
    function gtag(..._said: unknown[]): void {
      layer.push(arguments)
    }
    gtag('js', new Date())
    gtag('config', id, { send_page_view: false, user_id: scope.user?._id })
    addSender(({ event, ...properties }) => gtag('event', event, { ...properties, send_to: id }))
  },
  mixpanelId: (guests, id, scope) => {
    const queue: NonNullable<Guests['mixpanel']> = Object.assign([], {
      _i: [[id, { ip: false, persistence: 'localStorage' }, 'mixpanel']],
      __SV: 1.2,
      people: [],
    })
    guests.mixpanel = queue
    queue.push(['identify', scope.user?._id], ['register', personOf(scope).user])
    // The script puts itself in the place of the queue when it comes.
    addSender(({ event, ...properties }) => {
      if (guests.mixpanel?.track) guests.mixpanel.track(event, properties)
      else queue.push(['track', event, properties])
    })
  },
  adobeAnalyticsLaunchScript: (guests) => {
    const early: VendorEvent[] = []
    addSender((event) => {
      if (guests._satellite === undefined) return void early.push(event)
      for (const { event: name, ...properties } of [...early.splice(0), event])
        guests._satellite.track(name, properties)
    })
  },
  typeFormEmbedID: (_guests, id) => {
    const place = document.createElement('div')
    place.setAttribute('data-tf-live', id)
    document.body.append(place)
  },
  crispChatId: (guests, id) => {
    guests.$crisp = []
    guests.CRISP_WEBSITE_ID = id
  },
}

function personOf({ user }: Scope): { readonly user?: AnalyticsUser } {
  return user === null ? {} : { user: analyticsUser(user) }
}
