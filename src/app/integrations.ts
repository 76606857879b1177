/**
 * Loads the permitted third-party services (engine/integrations.ts) and forwards events to each in
 * its own format.
 */

import {
  analyticsUser,
  vendorEvent,
  type AnalyticsUser,
  type VendorEvent,
} from '#engine/contract/vendorevents.ts'
import {
  allowed,
  consentsOfGroups,
  type Configured,
  type Setting,
} from '#engine/contract/integrations.ts'
import type { InstanceConfig, Scope } from '#engine/rules/scope.ts'
import { ARRIVAL_ROUTE } from '#engine/decide/providers.ts'
import { addSender, tell } from './analytics.ts'
import { call } from './api.ts'
import { readCookie } from './cookies.ts'
import { currentCatalog } from './documents.ts'
import { setUser } from './session.ts'
import { store } from './store.ts'

/** Globals that third-party scripts expect, and those of theirs that we call. */
type ServiceGlobals = {
  dataLayer?: unknown[]
  OptanonWrapper?: () => void
  /** ",C0001,C0004,": the groups that are on, decided or only assumed. */
  OnetrustActiveGroups?: string
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

/** Services already loaded: setting -> id. */
const running = new Map<Setting, string>()

/**
 * Loads the services permitted for this user that aren't loaded yet.
 *
 * @returns `too-much` if something is running that is not (or no longer) permitted for this user
 */
export function load(
  settings: InstanceConfig['integrations'],
  scope: Scope,
): 'loaded' | 'too-much' {
  const today = new Date().toISOString().slice(0, 10)
  const wanted = allowed(settings, scope, today).filter(admitted)
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
  // Someone may have decided before signing in.
  if (running.has('oneTrustScriptID')) void takeDecision()
  tellSignIn(scope)
  return 'loaded'
}

/**
 * Reports the first page view after signing in with another service, with the email's hash (spec
 * 4): at once, or as soon as the person has agreed to what is told.
 */
function tellSignIn({ user }: Scope): void {
  if (user === null || store.successfulAuthTracked) return
  // Every other method of a session is the id of the service that was signed in with.
  if (['email', 'phone'].includes(user.auth.currentSessionAuthMethod)) return
  const [loaded] = performance.getEntriesByType('navigation')
  const path = loaded && new URL(loaded.name).pathname
  if (path !== currentCatalog().route(ARRIVAL_ROUTE)?.path) return
  store.successfulAuthTracked = tell({
    event: 'authenticationComplete',
    emailSHA256: user.emailSHA256,
  })
}

/**
 * A page opened before a service was configured blocks it by policy; the next page load allows it.
 */
function admitted({ integration, id }: Configured): boolean {
  const script = integration.script(id)
  const hosts =
    document.querySelector<HTMLMetaElement>('meta[name="script-hosts"]')?.content.split(' ') ?? []
  return script === null || hosts.includes(new URL(script).origin)
}

function start({ integration, id }: Configured, scope: Scope): void {
  const globals = window as unknown as ServiceGlobals
  const attributes = PREPARE[integration.setting](globals, id, scope) ?? {}
  const address = integration.script(id)
  if (address === null) return
  const script = document.createElement('script')
  script.async = true
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  script.src = address
  document.head.append(script)
}

/** Sets up the globals that each script expects; returns the attributes of its script tag. */
const PREPARE: Readonly<
  Record<
    Setting,
    (globals: ServiceGlobals, id: string, scope: Scope) => Readonly<Record<string, string>> | void
  >
> = {
  oneTrustScriptID: (globals, id) => {
    // It calls this when it is there, and after every decision.
    globals.OptanonWrapper = () => void takeDecision()
    return { 'data-domain-script': id, charset: 'UTF-8' }
  },
  sentryDSNUrl: (_guests, id) => {
    const { integrations, version } = store.appConfiguration!
    void import('./sentry.ts').then(
      ({ startSentry }) => startSentry(id, integrations.sentryTrackingEnvironment!, version),
      () => undefined,
    )
  },
  googleTagManagerCode: (globals, _id, scope) => {
    const layer = (globals.dataLayer ??= [])
    layer.push({ 'gtm.start': Date.now(), event: 'gtm.js', ...personOf(scope) })
    addSender((event) => void layer.push(event), vendorEvent)
  },
  googleAnalyticsCode: (globals, id, scope) => {
    const layer = (globals.dataLayer ??= [])
    // Google's script reads the `arguments` object, not an array; we send page views ourselves.
    function gtag(..._said: unknown[]): void {
      layer.push(arguments)
    }
    gtag('js', new Date())
    gtag('config', id, { send_page_view: false, user_id: scope.user?._id })
    addSender(
      ({ event, ...properties }) => gtag('event', event, { ...properties, send_to: id }),
      vendorEvent,
    )
  },
  mixpanelId: (globals, id, scope) => {
    const queue: NonNullable<ServiceGlobals['mixpanel']> = Object.assign([], {
      _i: [[id, { ip: false, persistence: 'localStorage' }, 'mixpanel']],
      __SV: 1.2,
      people: [],
    })
    globals.mixpanel = queue
    queue.push(['identify', scope.user?._id], ['register', personOf(scope).user])
    // The script replaces this queue when it has loaded.
    addSender(({ event, ...properties }) => {
      if (globals.mixpanel?.track) globals.mixpanel.track(event, properties)
      else queue.push(['track', event, properties])
    }, vendorEvent)
  },
  adobeAnalyticsLaunchScript: (globals) => {
    const early: VendorEvent[] = []
    addSender((event) => {
      if (globals._satellite === undefined) return void early.push(event)
      for (const { event: name, ...properties } of [...early.splice(0), event])
        globals._satellite.track(name, properties)
    }, vendorEvent)
  },
  typeFormEmbedID: (_guests, id) => {
    const place = document.createElement('div')
    place.setAttribute('data-tf-live', id)
    document.body.append(place)
  },
  crispChatId: (globals, id) => {
    globals.$crisp = []
    globals.CRISP_WEBSITE_ID = id
  },
}

/** While one is being sent, the next comes with the same values. */
let sending = false

/**
 * What the person decided in OneTrust becomes our consents, unless they have answered here since.
 * For visitors nothing is stored: OneTrust remembers it, and it counts once they sign in.
 */
async function takeDecision(): Promise<void> {
  const { user, appConfiguration } = store
  const decided = Date.parse(readCookie('OptanonAlertBoxClosed') ?? '')
  const { OnetrustActiveGroups: active } = window as unknown as ServiceGlobals
  // Before a decision the groups say what the template assumes.
  if (user === null || sending || active === undefined || Number.isNaN(decided)) return
  const answers = Object.entries(consentsOfGroups(active, appConfiguration?.oneTrustGroups)).filter(
    ([consent, granted]) => {
      const own = user.consents[consent]
      return own === undefined || (own.granted !== granted && Date.parse(own.updatedAt) < decided)
    },
  )
  if (answers.length === 0) return
  sending = true
  try {
    setUser(await call('users/consents', { method: 'PUT', body: Object.fromEntries(answers) }))
  } catch {
    // Offline, or refused: the next page tries again, and until then nothing is granted.
  } finally {
    sending = false
  }
}

function personOf({ user }: Scope): { readonly user?: AnalyticsUser } {
  return user === null ? {} : { user: analyticsUser(user) }
}
