/**
 * Services of others that a tenant may configure (spec 3, integrations): one row each. What its id looks like, which hosts
 * it talks to, and what must be true of a person before the first request to any of them.
 *
 * The server widens the policy of a page by these rows, the browser loads by them, the check refuses by them: a host or
 * a script that stands in no row is asked for nothing.
 */

import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Scope } from '#engine/rules/scope.ts'

type Settings = ConfigDocument['integrations']
export type Setting = Exclude<keyof Settings, 'sentryTrackingEnvironment'>

/** What a page's policy lets through for a service: sources as the policy spells them. */
export type Hosts = {
  readonly [
    directive in 'script' | 'connect' | 'img' | 'frame' | 'style' | 'font'
  ]?: readonly string[]
}

export type Integration = {
  /** The field of the configuration that turns it on. */
  readonly setting: Setting
  /** Whom people know it as. */
  readonly name: string
  /** What the field may hold; anything else is refused at publish, and ignored should it ever get further. */
  readonly pattern: RegExp
  /** An example for the sentence that refuses another. */
  readonly example: string
  /** `marketing`: it watches what people do, so they have agreed to that. `terms`: it serves them, under the terms they have accepted. */
  readonly consent: 'marketing' | 'terms'
  readonly hosts: (id: string) => Hosts
  /** Address of its script; null where its code is our own. */
  readonly script: (id: string) => string | null
  /** It writes markup from strings, which our policy refuses to everybody else. */
  readonly markup?: true
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const GOOGLE_COLLECTORS = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]
const google = (): Hosts => ({
  script: ['https://www.googletagmanager.com'],
  connect: GOOGLE_COLLECTORS,
  img: GOOGLE_COLLECTORS,
})

/** In this order they are loaded: who manages consents comes before those who need them. */
export const INTEGRATIONS: readonly Integration[] = [
  {
    setting: 'oneTrustScriptID',
    name: 'OneTrust',
    pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-test)?$/,
    example: '01234567-89ab-cdef-0123-456789abcdef',
    consent: 'terms',
    hosts: () => ({
      script: ['https://cdn.cookielaw.org', 'https://geolocation.onetrust.com'],
      connect: [
        'https://cdn.cookielaw.org',
        'https://geolocation.onetrust.com',
        'https://*.onetrust.com',
      ],
      img: ['https://cdn.cookielaw.org'],
      style: ['https://cdn.cookielaw.org'],
    }),
    script: () => 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js',
    markup: true,
  },
  {
    setting: 'sentryDSNUrl',
    name: 'Sentry',
    pattern: /^https:\/\/[0-9a-f]{32}@(?:[a-z0-9-]+\.)*sentry\.io\/\d{1,20}$/,
    example: 'https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/2',
    consent: 'terms',
    hosts: (id) => ({ connect: [`https://${/@([^/]+)/.exec(id)?.[1] ?? 'sentry.io'}`] }),
    script: () => null,
  },
  {
    setting: 'googleTagManagerCode',
    name: 'Google Tag Manager',
    pattern: /^GTM-[A-Z0-9]{4,10}$/,
    example: 'GTM-ABC123',
    consent: 'marketing',
    hosts: google,
    script: (id) => `https://www.googletagmanager.com/gtm.js?id=${id}`,
  },
  {
    setting: 'googleAnalyticsCode',
    name: 'Google Analytics',
    pattern: /^G-[A-Z0-9]{4,14}$/,
    example: 'G-ABC1234567',
    consent: 'marketing',
    hosts: google,
    script: (id) => `https://www.googletagmanager.com/gtag/js?id=${id}`,
  },
  {
    setting: 'mixpanelId',
    name: 'Mixpanel',
    pattern: /^[0-9a-f]{32}$/,
    example: '0123456789abcdef0123456789abcdef',
    consent: 'marketing',
    hosts: () => ({ script: ['https://cdn.mxpnl.com'], connect: ['https://api-js.mixpanel.com'] }),
    script: () => 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js',
  },
  {
    setting: 'adobeAnalyticsLaunchScript',
    name: 'Adobe Launch',
    pattern:
      /^https:\/\/assets\.adobedtm\.com\/(?:[A-Za-z0-9]+\/){0,4}launch-[A-Za-z0-9-]{6,60}(?:\.min)?\.js$/,
    example: 'https://assets.adobedtm.com/0123456789ab/0123456789ab/launch-0123456789ab.min.js',
    consent: 'marketing',
    hosts: () => ({
      script: ['https://assets.adobedtm.com'],
      connect: ['https://*.adobedc.net', 'https://*.demdex.net', 'https://*.omtrdc.net'],
      img: ['https://*.demdex.net', 'https://*.omtrdc.net'],
      frame: ['https://*.demdex.net'],
    }),
    script: (id) => id,
  },
  {
    setting: 'typeFormEmbedID',
    name: 'Typeform',
    pattern: /^[A-Za-z0-9]{6,32}$/,
    example: '01ABCDEFGHJKMNPQRSTVWXYZ00',
    consent: 'terms',
    hosts: () => ({
      script: ['https://embed.typeform.com'],
      connect: ['https://api.typeform.com', 'https://form.typeform.com'],
      style: ['https://embed.typeform.com'],
      frame: ['https://form.typeform.com'],
    }),
    script: () => 'https://embed.typeform.com/next/embed.js',
  },
  {
    setting: 'crispChatId',
    name: 'Crisp',
    pattern: UUID,
    example: '01234567-89ab-cdef-0123-456789abcdef',
    consent: 'terms',
    hosts: () => ({
      script: ['https://client.crisp.chat', 'https://settings.crisp.chat'],
      connect: [
        'https://client.crisp.chat',
        'https://storage.crisp.chat',
        'wss://client.relay.crisp.chat',
        'wss://stream.relay.crisp.chat',
      ],
      img: ['https://client.crisp.chat', 'https://image.crisp.chat', 'https://storage.crisp.chat'],
      style: ['https://client.crisp.chat'],
      font: ['https://client.crisp.chat'],
    }),
    script: () => 'https://client.crisp.chat/l.js',
    markup: true,
  },
]

/** Errors are reported from these environments and from no other (spec 9). */
export const MONITORED: readonly string[] = ['production', 'staging']

/** Of how much is reported (spec 9). */
export const SAMPLING = { traces: 0.1, replays: 0.1, replaysOnError: 0.1 } as const

/** A service with the id that a tenant has given it. */
export type Configured = { readonly integration: Integration; readonly id: string }

/** The services of an instance whose ids are what they should be. */
export function configured(settings: Settings): Configured[] {
  return INTEGRATIONS.flatMap((integration) => {
    const id = settings[integration.setting]
    if (id === undefined || !integration.pattern.test(id)) return []
    if (
      integration.setting === 'sentryDSNUrl' &&
      !MONITORED.includes(settings.sentryTrackingEnvironment ?? '')
    )
      return []
    return [{ integration, id }]
  })
}

/** The settings that hold something else than an id of their service. */
export function wrongIds(settings: Settings): Configured[] {
  return INTEGRATIONS.flatMap((integration) => {
    const id = settings[integration.setting]
    return id === undefined || integration.pattern.test(id) ? [] : [{ integration, id }]
  })
}

/**
 * The services that may be loaded for somebody: of age by a known birth date, and after the consent that each needs.
 * Nobody else is anybody's: who is not signed in, or has not said when they were born, counts as under age.
 */
export function allowed(settings: Settings, scope: Pick<Scope, 'user' | 'facts'>): Configured[] {
  const { user, facts } = scope
  if (user === null || facts.underAge !== false) return []
  return configured(settings).filter(
    ({ integration: { consent } }) => user.consents[consent]?.granted === true,
  )
}

/** Everything that a page's policy must let through for the services of its instance. */
export function hostsOf(services: readonly Configured[]): Required<Hosts> {
  const all: Record<keyof Hosts, string[]> = {
    script: [],
    connect: [],
    img: [],
    frame: [],
    style: [],
    font: [],
  }
  for (const { integration, id } of services) {
    const hosts = integration.hosts(id)
    for (const directive of Object.keys(all) as (keyof Hosts)[])
      all[directive].push(
        ...(hosts[directive] ?? []).filter((host) => !all[directive].includes(host)),
      )
  }
  return all
}
