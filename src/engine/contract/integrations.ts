/**
 * Third-party services that a tenant can configure (spec 3, integrations): one row each, with the
 * format of its id, the hosts it connects to, and what must be true of a user before the first
 * request to any of them.
 *
 * These rows extend the policy of a page on the server, control loading in the browser, and are
 * enforced by the check: no other host or script is ever requested.
 */

import { ageOn } from '#engine/decide/age.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Scope } from '#engine/rules/scope.ts'

type Settings = ConfigDocument['integrations']
export type Setting = Exclude<keyof Settings, 'sentryTrackingEnvironment'>

/** The sources that a page's policy allows for a service, in the policy's syntax. */
export type Hosts = {
  readonly [
    directive in 'script' | 'connect' | 'img' | 'frame' | 'style' | 'font'
  ]?: readonly string[]
}

export type Integration = {
  /** The configuration field that enables it. */
  readonly setting: Setting
  /** Its name for users. */
  readonly name: string
  /** The valid ids; anything else is refused at publish, and ignored at run time. */
  readonly pattern: RegExp
  /** An example for the error message. */
  readonly example: string
  /**
   * `marketing`: it tracks users, so they must have agreed. `terms`: it provides a service, covered
   * by the terms they accepted. `asks`: it asks for consent itself, so it comes before any, for
   * everyone who isn't known to be a minor (docs/decisions/0091).
   */
  readonly consent: 'marketing' | 'terms' | 'asks'
  readonly hosts: (id: string) => Hosts
  /** URL of its script; null if its code is bundled. */
  readonly script: (id: string) => string | null
  /** It creates markup from strings, which our policy otherwise forbids. */
  readonly markup?: true
  /** Likewise styles. */
  readonly styles?: true
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

/** In loading order: the consent manager comes before the services that need consent. */
export const INTEGRATIONS: readonly Integration[] = [
  {
    setting: 'oneTrustScriptID',
    name: 'OneTrust',
    pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-test)?$/,
    example: '01234567-89ab-cdef-0123-456789abcdef',
    consent: 'asks',
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
    styles: true,
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

/** Errors are reported only from these environments (spec 9). */
const MONITORED: readonly string[] = ['production', 'staging']

/** Sampling rates (spec 9). */
export const SAMPLING = { traces: 0.1, replays: 0.1, replaysOnError: 0.1 } as const

/** A service with the id that the tenant configured. */
export type Configured = { readonly integration: Integration; readonly id: string }

/** The services of an instance with valid ids. */
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

/** The settings with invalid ids. */
export function wrongIds(settings: Settings): Configured[] {
  return INTEGRATIONS.flatMap((integration) => {
    const id = settings[integration.setting]
    return id === undefined || integration.pattern.test(id) ? [] : [{ integration, id }]
  })
}

/** Whatever a tenant calls of age: no one younger meets another's service (reliability.md 6). */
const GROWN_UP = 18

/**
 * The services that may be loaded for a user: of age by a known birth date, and with the consent
 * that each requires. A visitor who is signed out or has no birth date counts as under age, except
 * for a service that asks: that one waits for nothing, and stays away from known minors alone.
 *
 * @param today YYYY-MM-DD
 */
export function allowed(
  settings: Settings,
  { user, facts }: Pick<Scope, 'user' | 'facts'>,
  today: string,
): Configured[] {
  const age = ageOn(user?.profile['birthDate'], today)
  const isKnownMinor = facts.underAge === true || (age !== null && age < GROWN_UP)
  return configured(settings).filter(({ integration: { consent } }) =>
    consent === 'asks'
      ? !isKnownMinor
      : facts.underAge === false &&
        age !== null &&
        age >= GROWN_UP &&
        user?.consents[consent]?.granted === true,
  )
}

/** OneTrust's own name for cookies of advertisers, unless the tenant's template has others. */
const USUAL_GROUPS: Readonly<Record<string, string>> = { C0004: 'marketing' }

/**
 * What a decision in OneTrust means for our consents: one is given if all groups that stand for it
 * are on.
 *
 * @param active as it says it: ",C0001,C0004,"
 */
export function consentsOfGroups(
  active: string,
  groups: Readonly<Record<string, string>> = USUAL_GROUPS,
): Readonly<Record<string, boolean>> {
  const on = new Set(active.split(','))
  const answers: Record<string, boolean> = {}
  for (const [group, consent] of Object.entries(groups))
    answers[consent] = (answers[consent] ?? true) && on.has(group)
  return answers
}

/** Everything that a page's policy must allow for the services of its instance. */
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
