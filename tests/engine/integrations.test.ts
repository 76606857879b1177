/**
 * Third-party services: the format of their ids, for whom they are loaded, and what a page's policy
 * allows for them (spec 3; reliability.md 4 to 6).
 */

import { MIGRATIONS } from '#engine/documents/migrations.ts'
import { describe, expect, it } from 'vitest'
import { checkDocuments } from '#engine/check/check.ts'
import { computeFacts } from '#engine/decide/facts.ts'
import {
  allowed,
  configured,
  consentsOfGroups,
  hostsOf,
  INTEGRATIONS,
  wrongIds,
  type Setting,
} from '#engine/contract/integrations.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Consent, User } from '#engine/rules/scope.ts'
import { catalog, code, config, makeUser, makeWorld, sources } from '#tests/support/documents.ts'

type Settings = ConfigDocument['integrations']
const ALL: Settings = {
  ...Object.fromEntries(INTEGRATIONS.map(({ setting, example }) => [setting, example])),
  sentryTrackingEnvironment: 'production',
}
const TRACKERS: readonly Setting[] = [
  'googleTagManagerCode',
  'googleAnalyticsCode',
  'mixpanelId',
  'adobeAnalyticsLaunchScript',
]
const TODAY = '2026-11-21'
const names = (services: ReturnType<typeof configured>) =>
  services.map(({ integration }) => integration.setting)
const yes: Consent = { granted: true, updatedAt: '2026-01-02T03:04:05.000Z' }

function scopeOf(user: User | null, more: Partial<ConfigDocument> = {}) {
  return { user, facts: computeFacts(catalog, makeWorld(user, { config: more })) }
}
const born = (
  birthDate: string | null,
  consents: User['consents'] = { terms: yes, marketing: yes },
): User => ({
  ...makeUser({ profile: { firstName: 'Naledi', ...(birthDate !== null && { birthDate }) } }),
  consents,
})

describe('ids', () => {
  it('are every setting of the specification, each by its own pattern', () => {
    expect(INTEGRATIONS.map(({ setting }) => setting).toSorted()).toEqual(
      [
        'oneTrustScriptID',
        'typeFormEmbedID',
        'sentryDSNUrl',
        'googleAnalyticsCode',
        'googleTagManagerCode',
        'mixpanelId',
        'adobeAnalyticsLaunchScript',
        'crispChatId',
      ].toSorted(),
    )
    expect(names(configured(ALL))).toHaveLength(8)
    expect(wrongIds(ALL)).toEqual([])
  })

  it.each<[Setting, string]>([
    ['googleAnalyticsCode', 'GTM-ABC123'],
    ['googleAnalyticsCode', 'G-ABC123&gtm=x'],
    ['googleTagManagerCode', 'G-ABC1234567'],
    ['googleTagManagerCode', "GTM-ABC'123"],
    ['mixpanelId', '0123456789ABCDEF0123456789ABCDEF'],
    ['mixpanelId', '0123'],
    ['oneTrustScriptID', 'https://evil.test'],
    ['crispChatId', '01234567-89ab-cdef-0123-456789abcdef-test'],
    ['typeFormEmbedID', 'abc"><script>'],
    ['sentryDSNUrl', 'https://0123456789abcdef0123456789abcdef@sentry.io.evil.test/2'],
    ['sentryDSNUrl', 'https://0123456789abcdef0123456789abcdef@evilsentry.io/2'],
    ['sentryDSNUrl', 'http://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/2'],
    [
      'adobeAnalyticsLaunchScript',
      'https://assets.adobedtm.com.evil.test/launch-0123456789ab.min.js',
    ],
    ['adobeAnalyticsLaunchScript', 'https://assets.adobedtm.com/../launch-0123456789ab.min.js'],
    [
      'adobeAnalyticsLaunchScript',
      "https://assets.adobedtm.com/a/launch-0123456789ab.min.js; script-src 'unsafe-inline'",
    ],
  ])('%s is never "%s"', (setting, id) => {
    expect(
      configured({ ...ALL, [setting]: id }).some(
        ({ integration }) => integration.setting === setting,
      ),
    ).toBe(false)
    expect(wrongIds({ [setting]: id }).map(({ integration }) => integration.setting)).toEqual([
      setting,
    ])
    expect(wrongIds({ [setting]: `${id}\n` })).toHaveLength(1)
  })

  it('that are wrong block a publish, with their position and an example', () => {
    const surroundings = {
      widgets: Object.fromEntries(
        Object.entries(code.widgets).map(([type, { props }]) => [type, props]),
      ),
      icons: code.icons,
      pictures: code.pictures,
      migrations: MIGRATIONS,
    }
    // The check stops at the documents if there is an error, so the valid id is next to the invalid
    // one.
    const integrations = {
      googleAnalyticsCode: 'UA-1',
      googleTagManagerCode: ALL.googleTagManagerCode,
    }
    const changed = sources.map((source) =>
      source.where.endsWith('config/default.json')
        ? { ...source, value: { ...config, integrations } }
        : source,
    )
    const { problems } = checkDocuments(changed, surroundings)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({
        code: 'config/integration',
        pointer: '/integrations/googleAnalyticsCode',
        suggestion: 'G-ABC1234567',
      }),
    ])
  })
})

describe('Sentry', () => {
  it.each([
    ['production', true],
    ['staging', true],
    ['development', false],
    ['Production', false],
    [undefined, false],
  ])('in the environment %s: %s', (environment, on) => {
    const { sentryTrackingEnvironment: _old, ...rest } = ALL
    expect(
      names(
        configured({
          ...rest,
          ...(environment !== undefined && { sentryTrackingEnvironment: environment }),
        }),
      ).includes('sentryDSNUrl'),
    ).toBe(on)
  })
})

describe('a user', () => {
  it('of age who has agreed to everything gets every configured service, and no other', () => {
    expect(names(allowed(ALL, scopeOf(born('2000-01-01')), TODAY))).toEqual(names(configured(ALL)))
    expect(
      names(allowed({ mixpanelId: ALL.mixpanelId! }, scopeOf(born('2000-01-01')), TODAY)),
    ).toEqual(['mixpanelId'])
    expect(allowed({}, scopeOf(born('2000-01-01')), TODAY)).toEqual([])
  })

  it('who hasn’t agreed to marketing isn’t tracked', () => {
    for (const marketing of [undefined, { ...yes, granted: false }]) {
      const services = names(
        allowed(
          ALL,
          scopeOf(born('2000-01-01', { terms: yes, ...(marketing && { marketing }) })),
          TODAY,
        ),
      )
      expect(services.filter((setting) => TRACKERS.includes(setting))).toEqual([])
      expect(services).toHaveLength(4)
    }
  })

  it('who hasn’t accepted the terms gets nothing that depends on them, and is asked', () => {
    expect(
      names(allowed(ALL, scopeOf(born('2000-01-01', { marketing: yes })), TODAY)).toSorted(),
    ).toEqual(['oneTrustScriptID', ...TRACKERS].toSorted())
  })

  // Today is 2026-11-21, and people are of age at 18.
  it.each([
    ['2008-11-21', 8],
    ['2008-11-22', 0],
    [null, 1],
    ['', 1],
    ['soon', 1],
  ])('born %s gets %i', (birthDate, count) => {
    expect(allowed(ALL, scopeOf(born(birthDate)), TODAY)).toHaveLength(count)
  })

  it('is of age when the tenant says so', () => {
    expect(allowed(ALL, scopeOf(born('2008-11-21'), { legalAge: 21 }), TODAY)).toHaveLength(0)
    expect(allowed(ALL, scopeOf(born('2005-11-21'), { legalAge: 21 }), TODAY)).toHaveLength(8)
  })

  it('who isn’t signed in gets nothing but what asks', () => {
    expect(names(allowed(ALL, scopeOf(null), TODAY))).toEqual(['oneTrustScriptID'])
  })

  it('who is of age where the tenant is, but not yet 18, meets no other service', () => {
    const settings = { oneTrustScriptID: ALL.oneTrustScriptID!, crispChatId: ALL.crispChatId! }
    const at16 = scopeOf(born('2009-11-21'), { legalAge: 16 })
    expect(at16.facts.underAge).toBe(false)
    expect(names(allowed(settings, at16, TODAY))).toEqual([])
    const at18 = scopeOf(born('2008-11-21', {}), { legalAge: 16 })
    expect(names(allowed(settings, at18, TODAY))).toEqual(['oneTrustScriptID'])
  })
})

describe('a decision in OneTrust', () => {
  it.each([
    [',C0001,C0004,', undefined, { marketing: true }],
    [',C0001,C0002,', undefined, { marketing: false }],
    ['', undefined, { marketing: false }],
    // Only the whole name of a group is one.
    [',C00041,', undefined, { marketing: false }],
    [',A,B,', { A: 'marketing', B: 'marketing' }, { marketing: true }],
    [',A,', { A: 'marketing', B: 'marketing' }, { marketing: false }],
    [',A,', { A: 'researchContact', B: 'marketing' }, { researchContact: true, marketing: false }],
    [',A,', {}, {}],
  ])('%s with %j is %j', (active, groups, answers) => {
    expect(consentsOfGroups(active, groups)).toEqual(answers)
  })
})

describe('hosts', () => {
  it('are those of the services only, each once', () => {
    expect(hostsOf([])).toEqual({
      script: [],
      connect: [],
      img: [],
      frame: [],
      style: [],
      font: [],
    })
    const both = hostsOf(
      configured({
        googleAnalyticsCode: ALL.googleAnalyticsCode!,
        googleTagManagerCode: ALL.googleTagManagerCode!,
      }),
    )
    expect(both.script).toEqual(['https://www.googletagmanager.com'])
    expect(
      hostsOf(configured({ sentryDSNUrl: ALL.sentryDSNUrl!, sentryTrackingEnvironment: 'staging' }))
        .connect,
    ).toEqual(['https://o1.ingest.sentry.io'])
  })

  it('include every script that is loaded, and nothing that could end a directive', () => {
    for (const { integration, id } of configured(ALL)) {
      const script = integration.script(id)
      const hosts = integration.hosts(id).script
      expect(script === null || hosts?.includes(new URL(script).origin), id).toBe(true)
      for (const host of Object.values(integration.hosts(id)).flat())
        expect(host).toMatch(/^(https|wss):\/\/(\*\.)?[a-z0-9.-]+$/)
    }
  })
})
