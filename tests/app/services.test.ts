// @vitest-environment happy-dom
/**
 * Third-party services on a page: loaded only where permitted, sent events in their own format, and
 * removed with their user.
 */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BrowserOptions } from '@sentry/react'
import { INTEGRATIONS } from '#engine/contract/integrations.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Scope, User } from '#engine/rules/scope.ts'
import { track } from '#app/analytics.ts'
import type { FrameBundle } from '#app/documents.ts'
import { report } from '#app/monitoring.ts'
import { startSentry, withoutPerson } from '#app/sentry.ts'
import { store, type AppConfiguration } from '#app/store.ts'
import { makeUser } from '#tests/support/documents.ts'
import { takeComplaints } from '#tests/support/strict.ts'
import { FakeServer, first } from './world.ts'

const sentry = vi.hoisted(() => ({
  init: vi.fn(),
  captureException: vi.fn(),
  browserTracingIntegration: vi.fn(() => 'tracing'),
  replayIntegration: vi.fn(() => 'replay'),
}))
vi.mock('@sentry/react', () => sentry)

const at = '2026-01-02T03:04:05.000Z'
const ALL = {
  ...Object.fromEntries(INTEGRATIONS.map(({ setting, example }) => [setting, example])),
  sentryTrackingEnvironment: 'staging',
} as ConfigDocument['integrations']
const adult: User = {
  ...makeUser(),
  emailSHA256: 'ab12',
  consents: {
    terms: { granted: true, updatedAt: at },
    marketing: { granted: true, updatedAt: at },
  },
}
const scopeOf = (user: User | null, underAge: boolean | null = false) =>
  ({ user, facts: { underAge } }) as unknown as Scope
const scripts = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src)

/** The module as a newly loaded page has it. */
async function fresh(
  hosts = INTEGRATIONS.flatMap(({ hosts: of, example }) => of(example).script ?? []).join(' '),
) {
  document.head.innerHTML = hosts === '' ? '' : `<meta name="script-hosts" content="${hosts}">`
  document.body.innerHTML = ''
  for (const name of ['dataLayer', 'mixpanel', '_satellite', '$crisp', 'CRISP_WEBSITE_ID'])
    delete (window as unknown as Record<string, unknown>)[name]
  vi.resetModules()
  return {
    integrations: await import('#app/integrations.ts'),
    analytics: await import('#app/analytics.ts'),
    store: (await import('#app/store.ts')).store,
  }
}

beforeEach(() => {
  window.happyDOM.setURL('http://tsela.test/home')
  window.happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
  vi.stubGlobal('fetch', new FakeServer().fetch)
  localStorage.clear()
})

describe('signing in with another service', () => {
  /** A page that was loaded at this address, and the events that services were told on it. */
  async function loadedAt(address: string) {
    const { integrations } = await fresh()
    const { takeFrame } = await import('#app/documents.ts')
    takeFrame(
      JSON.parse(first.assets.get(first.frames.get('en')!)!.plain.toString()) as FrameBundle,
    )
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { name: address } as PerformanceEntry,
    ])
    const told = () =>
      ((window as { dataLayer?: { event?: string }[] }).dataLayer ?? []).filter(
        ({ event }) => event === 'authenticationComplete',
      )
    const load = (user: User) =>
      integrations.load({ googleTagManagerCode: ALL.googleTagManagerCode! }, scopeOf(user))
    return { load, told }
  }
  const by = (currentSessionAuthMethod: string, consents = adult.consents): User => ({
    ...adult,
    consents,
    auth: { ...adult.auth, currentSessionAuthMethod },
  })
  const ARRIVED = 'http://tsela.test/auth-callback?redirect=%2Fcv'

  it.each(['azure-ad', 'stdbank', 'oAuth', 'school'])(
    'by %s is told once, by the hash of the email address',
    async (method) => {
      const { load, told } = await loadedAt(ARRIVED)
      load(by(method))
      load(by(method))
      expect(told()).toEqual([{ event: 'authenticationComplete', emailSHA256: 'ab12' }])
    },
  )

  it('is told as soon as the person agrees, if that comes later', async () => {
    const { load, told } = await loadedAt(ARRIVED)
    load(by('oAuth', {}))
    expect(told()).toEqual([])
    load(by('oAuth'))
    expect(told()).toHaveLength(1)
  })

  it('isn’t told of somebody who signed in with us, nor again when a page is loaded later', async () => {
    for (const [address, method] of [
      [ARRIVED, 'email'],
      [ARRIVED, 'phone'],
      ['http://tsela.test/profile/home', 'oAuth'],
    ] as const) {
      const { load, told } = await loadedAt(address)
      load(by(method))
      expect(told(), `${method} at ${address}`).toEqual([])
    }
  })
})

describe('the scripts', () => {
  it('of every configured service are loaded once each', async () => {
    const { integrations } = await fresh('https://www.googletagmanager.com https://cdn.mxpnl.com')
    const settings = {
      googleTagManagerCode: ALL.googleTagManagerCode!,
      mixpanelId: ALL.mixpanelId!,
    }
    expect(integrations.load(settings, scopeOf(adult))).toBe('loaded')
    expect(integrations.load(settings, scopeOf(adult))).toBe('loaded')
    expect(scripts()).toEqual([
      'https://www.googletagmanager.com/gtm.js?id=GTM-ABC123',
      'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js',
    ])
  })

  it('aren’t loaded for anyone else', async () => {
    const { integrations } = await fresh()
    const { oneTrustScriptID: _asks, ...others } = ALL
    for (const scope of [
      scopeOf(null),
      scopeOf(adult, true),
      scopeOf(adult, null),
      scopeOf({ ...adult, consents: {} }),
    ])
      integrations.load(others, scope)
    expect(scripts()).toEqual([])
    expect(document.body.innerHTML).toBe('')
  })

  it('wait for a page whose policy allows them', async () => {
    const { integrations } = await fresh('https://cdn.mxpnl.com')
    integrations.load(
      { googleTagManagerCode: ALL.googleTagManagerCode!, mixpanelId: ALL.mixpanelId! },
      scopeOf(adult),
    )
    expect(scripts()).toEqual(['https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js'])
  })

  it.each([
    ['signed out', scopeOf(null), ALL],
    [
      'has taken the consent back',
      scopeOf({ ...adult, consents: { terms: adult.consents['terms'] } }),
      ALL,
    ],
    ['turned out to be under age', scopeOf(adult, true), ALL],
    [
      'belongs to a tenant that has turned it off',
      scopeOf(adult),
      { crispChatId: ALL.crispChatId! },
    ],
  ])('don’t stay for a user who %s', async (_what, scope, settings) => {
    const { integrations } = await fresh()
    const { sentryDSNUrl: _ours, ...others } = ALL
    expect(integrations.load(others, scopeOf(adult))).toBe('loaded')
    expect(integrations.load(settings, scope)).toBe('too-much')
  })

  it('find the globals they expect', async () => {
    const { integrations } = await fresh()
    const { sentryDSNUrl: _ours, ...others } = ALL
    integrations.load(others, scopeOf(adult))
    expect(
      document.querySelector('script[data-domain-script]')?.getAttribute('data-domain-script'),
    ).toBe(ALL.oneTrustScriptID)
    expect(document.querySelector('[data-tf-live]')?.getAttribute('data-tf-live')).toBe(
      ALL.typeFormEmbedID,
    )
    expect((window as unknown as Record<string, unknown>)['CRISP_WEBSITE_ID']).toBe(ALL.crispChatId)
    expect(scripts()).toHaveLength(7)
  })
})

describe('OneTrust', () => {
  const settings = { oneTrustScriptID: ALL.oneTrustScriptID! }
  const guests = window as unknown as {
    OptanonWrapper?: () => void
    OnetrustActiveGroups?: string
  }
  const DECIDED = '2026-06-01T00:00:00.000Z'
  const forget = () => (document.cookie = 'OptanonAlertBoxClosed=; Max-Age=0; Path=/')

  /** The page of a user, or of a visitor, on which it is loaded and calls back. */
  async function decided(
    user: User | null,
    { groups = ',C0001,C0004,', when = DECIDED }: { groups?: string; when?: string | null } = {},
  ) {
    const server = new FakeServer()
    const sent: unknown[] = []
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      if (input.endsWith('users/consents')) {
        sent.push(JSON.parse(String(init?.body)))
        return Promise.resolve(Response.json(user))
      }
      return server.fetch(input, init)
    })
    const { integrations, store: fresher } = await fresh('https://cdn.cookielaw.org')
    fresher.user = user
    fresher.appConfiguration = {} as AppConfiguration
    forget()
    if (when !== null) document.cookie = `OptanonAlertBoxClosed=${when}; Path=/`
    expect(integrations.load(settings, scopeOf(user, null))).toBe('loaded')
    guests.OnetrustActiveGroups = groups
    guests.OptanonWrapper!()
    await new Promise((done) => setTimeout(done))
    forget()
    delete guests.OnetrustActiveGroups
    return sent
  }
  const answered = (granted: boolean, updatedAt: string): User => ({
    ...adult,
    consents: { ...adult.consents, marketing: { granted, updatedAt } },
  })

  it('is loaded for a visitor, before any consent, with the id of its template', async () => {
    expect(await decided(null)).toEqual([])
    expect(scripts()).toEqual(['https://cdn.cookielaw.org/scripttemplates/otSDKStub.js'])
    expect(
      document.querySelector('script[data-domain-script]')?.getAttribute('data-domain-script'),
    ).toBe(ALL.oneTrustScriptID)
  })

  it('isn’t loaded for a known minor, and leaves when one signs in', async () => {
    const { integrations } = await fresh('https://cdn.cookielaw.org')
    integrations.load(settings, scopeOf(adult, true))
    expect(scripts()).toEqual([])
    integrations.load(settings, scopeOf(null))
    expect(integrations.load(settings, scopeOf(adult, true))).toBe('too-much')
  })

  it.each([
    ['a first answer', { ...adult, consents: {} }, {}, [{ marketing: true }]],
    [
      'a newer refusal',
      answered(true, '2026-01-01T00:00:00Z'),
      { groups: ',C0001,' },
      [{ marketing: false }],
    ],
    ['a newer agreement', answered(false, '2026-01-01T00:00:00Z'), {}, [{ marketing: true }]],
    ['the same again', answered(true, '2026-01-01T00:00:00Z'), {}, []],
    ['what was taken back here since', answered(false, '2026-06-02T00:00:00Z'), {}, []],
    ['what is only assumed before a decision', { ...adult, consents: {} }, { when: null }, []],
    ['a date that is none', { ...adult, consents: {} }, { when: 'soon' }, []],
  ] as const)('with %s', async (_what, user, more, expected) => {
    expect(await decided(user, more)).toEqual(expected)
  })
})

describe('events', () => {
  it('reach each service in its own format, even early ones, and never with an address', async () => {
    const { integrations, analytics, store: fresher } = await fresh()
    const { sentryDSNUrl: _ours, ...others } = ALL
    integrations.load(others, scopeOf(adult))
    fresher.user = adult
    analytics.track({ type: 'formStart', name: 'about' })
    const guests = window as unknown as {
      dataLayer: ArrayLike<unknown>[]
      mixpanel: unknown[]
      _satellite?: object
    }
    expect(guests.dataLayer).toContainEqual({ event: 'globalFormStart', name: 'about' })
    expect(guests.dataLayer.map((said) => Array.from(said))).toContainEqual([
      'event',
      'globalFormStart',
      { name: 'about', send_to: ALL.googleAnalyticsCode },
    ])
    expect(guests.mixpanel).toContainEqual(['track', 'globalFormStart', { name: 'about' }])
    const satellite = { track: vi.fn() }
    guests._satellite = satellite
    analytics.track({ type: 'formComplete', name: 'about' })
    expect(satellite.track.mock.calls).toEqual([
      ['globalFormStart', { name: 'about' }],
      ['globalFormComplete', { name: 'about' }],
    ])
    expect(JSON.stringify([guests.dataLayer, guests.mixpanel])).not.toMatch(/naledi/i)
  })

  it('go nowhere if nothing is loaded', async () => {
    await fresh()
    track({ type: 'formStart', name: 'about' })
    expect('dataLayer' in window || 'mixpanel' in window).toBe(false)
  })
})

describe('Sentry', () => {
  it('waits for consent like the others, and is never started for a minor', async () => {
    const { integrations, store: own } = await fresh()
    own.appConfiguration = { integrations: ALL, version: '1.52.2' } as AppConfiguration
    sentry.init.mockClear()
    const { sentryDSNUrl, sentryTrackingEnvironment } = ALL
    const settings = { sentryDSNUrl, sentryTrackingEnvironment } as typeof ALL
    for (const scope of [
      scopeOf(null),
      scopeOf(adult, true),
      scopeOf(adult, null),
      scopeOf({ ...adult, consents: {} }),
    ])
      integrations.load(settings, scope)
    await vi.dynamicImportSettled()
    expect(sentry.init).not.toHaveBeenCalled()
    integrations.load(settings, scopeOf(adult))
    await vi.dynamicImportSettled()
    expect(sentry.init).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ dsn: sentryDSNUrl }),
    )
    sentry.init.mockClear()
  })

  it('gets a tenth of the sessions, with text masked, and no personal data', () => {
    store.appConfiguration = {} as AppConfiguration
    startSentry(ALL.sentryDSNUrl!, 'staging', '1.52.2')
    const options = sentry.init.mock.calls[0]![0] as BrowserOptions
    expect(options).toMatchObject({
      dsn: ALL.sentryDSNUrl,
      environment: 'staging',
      tracesSampleRate: 0.1,
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 0.1,
      tracePropagationTargets: [],
    })
    expect(sentry.replayIntegration).toHaveBeenCalledWith(
      expect.objectContaining({ maskAllText: true, maskAllInputs: true, blockAllMedia: true }),
    )
    const cleaned = withoutPerson({
      message: 'x',
      user: { email: 'naledi@school.test' },
      request: { url: 'https://tsela.test/home?redirect=/cv#x', headers: { Cookie: 'sid=1' } },
    })
    expect(cleaned).toEqual({ message: 'x', request: { url: 'https://tsela.test/home' } })
    const error = new Error('broken')
    report(error, '/terms?code=123456')
    expect(takeComplaints()).toHaveLength(1)
    expect(sentry.captureException).toHaveBeenCalledExactlyOnceWith(error, {
      tags: { at: '/terms' },
    })
  })
})
