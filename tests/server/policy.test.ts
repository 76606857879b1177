/**
 * What a page's policy allows: no third parties except those that this instance has configured
 * (reliability.md 4 and 5).
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INTEGRATIONS } from '#engine/contract/integrations.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import { contentSecurityPolicy } from '#server/plugins/policy.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, type TestServer } from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'tsela-policy-'))
const base = catalog.get('config', 'default') as ConfigDocument
const settings: ConfigDocument['integrations'] = {
  googleAnalyticsCode: 'G-ABC1234567',
  crispChatId: 'not an id',
  sentryDSNUrl: 'https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/2',
  sentryTrackingEnvironment: 'production',
}
const GUESTS: ConfigDocument = {
  ...base,
  id: 'guests',
  integrations: settings,
  fonts: { '400': 'https://fonts.example/a.woff2' },
  images: {
    logo: 'https://pictures.example/logo.svg',
    favicon: '/api/images/0123456789abcdef0123.png',
  },
}

let plain: TestServer
let guests: TestServer
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<head><!--tsela:icon--><!--tsela:preload--><!--tsela:theme--><!--tsela:services--></head><body><!--tsela:markup--></body>',
  )
  plain = await buildServer({ clientDir: folder })
  guests = await buildServer({ clientDir: folder, config: 'guests', documents: [GUESTS] })
})
afterAll(async () => {
  await plain.close()
  await guests.close()
  rmSync(folder, { recursive: true })
})

async function page(server: TestServer, path = '/terms') {
  const response = await server.app.inject({
    method: 'GET',
    url: path,
    headers: { host: server.host },
  })
  const policy = Object.fromEntries(
    String(response.headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]),
  )
  return { answer: response, policy, html: response.body }
}

describe('the icon of an instance', () => {
  it('has the type of its picture, in the page and in the manifest', async () => {
    const iconOf = async (server: TestServer) => {
      const { html } = await page(server)
      const manifest = await server.app.inject({
        method: 'GET',
        url: '/manifest.webmanifest',
        headers: { host: server.host },
      })
      return [/<link rel="icon"[^>]*>/.exec(html)?.[0], manifest.json<{ icons: unknown }>().icons]
    }
    expect(await iconOf(plain)).toEqual([
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }],
    ])
    const own = '/api/images/0123456789abcdef0123.png'
    expect(await iconOf(guests)).toEqual([
      `<link rel="icon" href="${own}" type="image/png">`,
      [{ src: own, type: 'image/png' }],
    ])
  })
})

describe('the policy', () => {
  it('of an instance without services allows nothing from third parties', async () => {
    const { answer, policy, html } = await page(plain)
    expect(answer.headers['content-security-policy']).toBe(contentSecurityPolicy(false))
    for (const directive of ['script-src', 'style-src', 'connect-src', 'frame-src', 'font-src'])
      expect(policy[directive], directive).toEqual(["'self'"])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:'])
    expect(String(answer.headers['content-security-policy'])).not.toMatch(/https?:|\*|unsafe/)
    expect(html).not.toContain('script-hosts')
  })

  it('of an instance with some allows exactly their hosts, and those of its fonts and pictures', async () => {
    const { policy, html } = await page(guests)
    expect(policy['script-src']).toEqual(["'self'", 'https://www.googletagmanager.com'])
    expect(policy['connect-src']).toContain('https://o1.ingest.sentry.io')
    expect(policy['connect-src']).toContain('https://*.google-analytics.com')
    expect(policy['font-src']).toEqual(["'self'", 'https://fonts.example'])
    expect(policy['img-src']!.slice(0, 4)).toEqual([
      "'self'",
      'data:',
      'blob:',
      'https://pictures.example',
    ])
    expect(policy['frame-src']).toEqual(["'self'"])
    expect(policy['require-trusted-types-for']).toEqual(["'script'"])
    expect(html).toContain('<meta name="script-hosts" content="https://www.googletagmanager.com">')
  })

  it('allows nothing for an invalid id', async () => {
    expect((await page(guests)).answer.headers['content-security-policy']).not.toContain('crisp')
  })

  it('leaves a page no camera, place or payment, and passkeys to our own pages alone', async () => {
    const { headers } = await plain.app.inject({ url: '/terms', headers: { host: plain.host } })
    const allowed = String(headers['permissions-policy']).split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining([
        'camera=()',
        'geolocation=()',
        'payment=()',
        'publickey-credentials-create=(self)',
        'publickey-credentials-get=(self)',
      ]),
    )
    expect(allowed.filter((each) => !/=\((?:self)?\)$/.test(each))).toEqual([])
  })

  it('of one instance isn’t that of another', async () => {
    await page(guests)
    expect((await page(plain)).policy['script-src']).toEqual(["'self'"])
  })

  it('of a preview allows no third-party service', async () => {
    const { policy, html } = await page(guests, `/preview/${'x'.repeat(32)}/terms`)
    expect(html, 'nor markup for their sake').not.toContain('script-hosts')
    expect(policy['script-src']).toEqual(["'self'"])
    expect(policy['connect-src']).toEqual(["'self'"])
    expect(policy['font-src'], 'but looks as it will').toEqual(["'self'", 'https://fonts.example'])
  })

  it('of a preview has the page itself ask for no documents, as only calls carry its token', async () => {
    expect((await page(guests, '/terms')).html).toContain('href="/api/bundles/')
    const { html } = await page(guests, `/preview/${'x'.repeat(32)}/terms`)
    expect(html).not.toMatch(/\/api\/(?:bundles|themes)\//)
  })

  it('allows styles in markup for a tenant with OneTrust alone, and no script but from its hosts', () => {
    const policyOf = (setting: (typeof INTEGRATIONS)[number]['setting']) => {
      const integration = INTEGRATIONS.find((each) => each.setting === setting)!
      const services = [{ integration, id: integration.example }]
      const policy = contentSecurityPolicy(true, { fonts: {}, images: {}, services })
      return (name: string) => new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1]
    }
    const own = policyOf('oneTrustScriptID')
    expect([own('style-src'), own('style-src-attr'), own('script-src')]).toEqual([
      "'self' https://cdn.cookielaw.org 'unsafe-inline'",
      "'unsafe-inline'",
      "'self' https://cdn.cookielaw.org https://geolocation.onetrust.com",
    ])
    expect(own('require-trusted-types-for')).toBe("'script'")
    const others = INTEGRATIONS.filter(({ setting }) => setting !== 'oneTrustScriptID')
    for (const { setting } of others)
      expect(policyOf(setting)('style-src-attr'), setting).toBe("'none'")
  })

  it('allows markup from strings only for services that need it', () => {
    expect(INTEGRATIONS.filter(({ markup }) => markup).map(({ setting }) => setting)).toEqual([
      'oneTrustScriptID',
      'crispChatId',
    ])
  })
})
