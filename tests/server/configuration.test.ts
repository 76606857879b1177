/**
 * What the browser interprets: configuration, documents and bundles, by tenant and language (spec
 * 3; product contract).
 */

import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nameOf } from '#engine/documents/document.ts'
import { SERVER_ONLY, type ConfigDocument } from '#engine/documents/kinds.ts'
import { seedDemo } from '#server/start/demo.ts'
import { shaOfDocument } from '#server/release/shipped.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, signUp, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.close())

type Configuration = {
  release: string
  documents: Record<string, string>
  bundles: Record<string, string>
  theme: string | null
  [field: string]: unknown
}
type Frame = {
  language: string
  direction: string
  documents: { kind: string; id: string }[]
  texts: Record<string, string>
  pages: Record<string, string>
  otherPages: string
  forms: string
}
type Forms = Record<'validators' | 'lists' | 'guides', Record<string, string>>

/** screen -> bundle, including the rarely opened pages */
async function allPages(frame: Frame): Promise<Record<string, string>> {
  const { pages } = (await raw(`/api/bundles/${frame.otherPages}.json`)).json() as Frame
  return { ...frame.pages, ...pages }
}

async function configuration(at: TestServer = server): Promise<Configuration> {
  return (await at.client().get('app-configuration')).body as Configuration
}

async function raw(url: string, headers: Record<string, string> = {}, at: TestServer = server) {
  return at.app.inject({ method: 'GET', url, headers: { host: at.host, ...headers } })
}

/** Every setting that the specification names, each with its own value. */
const EVERYTHING: ConfigDocument = {
  ...(catalog.get('config', 'default') as ConfigDocument),
  integrations: {
    oneTrustScriptID: 'one',
    typeFormEmbedID: 'two',
    sentryDSNUrl: 'https://three.test',
    sentryTrackingEnvironment: 'production',
    googleAnalyticsCode: 'G-4',
    googleTagManagerCode: 'GTM-5',
    mixpanelId: 'six',
    adobeAnalyticsLaunchScript: 'https://seven.test/launch.js',
    crispChatId: 'eight',
  },
  instanceKey: 'mine',
  appName: 'Mine',
  themeLight: { colors: { primary: '#1F2963' } },
  themeDark: { brand: '#AABBCC' },
  cssVariables: { r1: '4px' },
  fonts: { '400': 'https://fonts.test/400.woff2' },
  images: { favicon: '/mine.svg' },
  locales: { default: 'af', available: ['af', 'en'] },
  features: { Cv: false },
  initialProfile: {
    birthDate: true,
    firstName: false,
    lastName: true,
    nationality: true,
    phone: true,
    rsaIdNumber: true,
  },
  consent: { marketing: true, internalMarketing: true, parental: true, research: false },
  authSettings: {
    azureAdb2c: { singleLogoutUrl: 'https://a.test/out' },
    sbOpenid: { singleLogoutUrl: 'https://b.test/out' },
  },
  authProviders: { basic: false },
  defaultTermsConsent: true,
}

describe('the configuration', () => {
  it('has every field of the specification', async () => {
    const { themeLight, ...rest } = await configuration()
    const { integrations, authSettings, images, themeDark } = rest
    expect({ integrations, authSettings, images, themeDark }).toEqual({
      integrations: {
        oneTrustScriptID: null,
        typeFormEmbedID: null,
        sentryDSNUrl: null,
        sentryTrackingEnvironment: null,
        googleAnalyticsCode: null,
        googleTagManagerCode: null,
        mixpanelId: null,
        adobeAnalyticsLaunchScript: null,
        crispChatId: null,
      },
      authSettings: { azureAdb2c: { singleLogoutUrl: null }, sbOpenid: { singleLogoutUrl: null } },
      images: { favicon: null },
      themeDark: {},
    })
    expect(rest).toMatchObject({
      instanceKey: 'tsela',
      appName: 'Tsela',
      cssVariables: {},
      fonts: {},
      locales: { default: 'en', available: expect.arrayContaining(['en', 'af']) },
      features: {},
      initialProfile: {
        birthDate: true,
        firstName: true,
        lastName: true,
        nationality: false,
        phone: false,
        rsaIdNumber: false,
      },
      consent: { marketing: true, internalMarketing: false, parental: false, research: true },
      authProviders: { basic: true },
      defaultTermsConsent: false,
      version: '1.52.2',
      viewport: { zoom: 'free' },
    })
    expect(themeLight).toEqual({ colors: {} })
  })

  it('returns what a tenant sets as it was set', async () => {
    const other = await buildServer({ documents: [EVERYTHING] })
    const given = await configuration(other)
    await other.close()
    const {
      kind: _kind,
      id: _id,
      v: _v,
      title: _title,
      source: _source,
      retention: _retention,
      ...fields
    } = EVERYTHING
    expect(given).toMatchObject(fields)
    for (const own of ['kind', 'id', 'v', 'title', 'source', 'note'])
      expect(given).not.toHaveProperty(own)
  })

  it('names a release that changes with any document, and with nothing else', async () => {
    const { release } = await configuration()
    expect(release).toMatch(/^base-[0-9a-f]{12}$/)
    const same = await buildServer()
    expect((await configuration(same)).release).toBe(release)
    await same.close()
    const rule = catalog.get('rule', 'isFree')!
    const changed = await buildServer({ documents: [{ ...rule, rule: { '!=': [1, 1] } }] })
    expect((await configuration(changed)).release).not.toBe(release)
    await changed.close()
    const pluggedin = await buildServer({ config: 'pluggedin' })
    expect((await configuration(pluggedin)).release).not.toBe(release)
    await pluggedin.close()
  })

  it('is requested again each time, and sent only if it has changed', async () => {
    const first = await raw('/api/app-configuration')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await raw('/api/app-configuration', {
      'if-none-match': first.headers.etag as string,
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(
      (await raw('/api/app-configuration', { 'if-none-match': '"something-else"' })).statusCode,
    ).toBe(200)
    const other = await buildServer({ config: 'pluggedin' })
    expect(
      (
        await raw(
          '/api/app-configuration',
          { 'if-none-match': first.headers.etag as string },
          other,
        )
      ).statusCode,
      'another tenant’s ETag',
    ).toBe(200)
    await other.close()
  })

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
  ] as const)('is compressed for a client that accepts %s', async (accept, encoding, open) => {
    const plain = await raw('/api/app-configuration')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const small = await raw('/api/app-configuration', { 'accept-encoding': accept })
    expect(small.headers['content-encoding']).toBe(encoding)
    expect(small.headers['vary']).toContain('Accept-Encoding')
    expect(open(small.rawPayload).toString()).toBe(plain.body)
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })
})

describe('documents', () => {
  it('are named in the manifest and served by their hash, cacheable for ever', async () => {
    const { documents } = await configuration()
    expect(Object.keys(documents)).toEqual(
      expect.arrayContaining([
        'menu/main',
        'flow/app-stage',
        'flow/navigation-guard',
        'flow/onboarding',
        'flow/report-redirect',
        'locale/en',
        'locale/af',
        'assessment/holland_code',
      ]),
    )
    for (const [name, sha] of Object.entries(documents)) {
      const response = await raw(`/api/documents/${sha}.json`)
      expect([name, response.statusCode]).toEqual([name, 200])
      expect(nameOf(response.json())).toBe(name)
      expect(createHash('sha256').update(response.body).digest('hex')).toMatch(
        new RegExp(`^${sha}`),
      )
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(response.headers['content-type']).toMatch(/^application\/json/)
      expect(response.body, 'what authors wrote for each other').not.toMatch(/"(?:note|\$schema)":/)
    }
  })

  it('are all of the product’s except server-only ones', async () => {
    const { documents } = await configuration()
    const expected = [...catalog.documents()]
      .filter(({ kind }) => !SERVER_ONLY.has(kind))
      .map(nameOf)
    expect(Object.keys(documents).sort()).toEqual(expected.sort())
    expect(
      Object.keys(documents).filter((name) => /^(scoring|tenant|config)\//.test(name)),
    ).toEqual([])
  })

  it('that are server-only can’t be fetched by their hash either, even if attempts refer to them', async () => {
    await server.context.releases.keepShipped(server.tenant)
    const kept = [...catalog.documents()]
      .filter(({ kind }) => SERVER_ONLY.has(kind))
      .map((document) => [nameOf(document), shaOfDocument(document)] as const)
    expect(kept.map(([name]) => name)).toEqual(
      expect.arrayContaining(['scoring/holland_code', 'config/default', 'tenant/demo']),
    )
    for (const [name, sha] of kept) {
      for (const path of ['documents', 'bundles', 'validators', 'themes']) {
        for (const end of ['json', 'js', 'css'])
          expect([name, (await raw(`/api/${path}/${sha}.${end}`)).statusCode]).toEqual([name, 404])
      }
    }
  })

  it('of a past release are served as long as attempts need them', async () => {
    const old = await buildServer({
      documents: [{ ...catalog.get('assessment', 'holland_code')!, minutes: 9 }],
    })
    const sha = old.context.release(old.tenant).shas.get('assessment/holland_code')!
    await old.context.releases.keepShipped(old.tenant)
    await old.close()
    expect((await configuration()).documents['assessment/holland_code']).not.toBe(sha)
    const response = await raw(`/api/documents/${sha}.json`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ kind: 'assessment', id: 'holland_code', minutes: 9 })
  })

  it.each([
    ['an unknown hash', 'documents/0123456789abcdef0123.json'],
    ['no hash', 'documents/.json'],
    ['no ending', 'documents/0123456789abcdef0123'],
    ['a way out of the folder', 'documents/..%2f..%2fpackage.json'],
    ['a name', 'documents/menu%2fmain.json'],
  ])('aren’t found by %s', async (_what, path) => {
    const response = await server.client().get(path)
    expect([response.status, response.body.code]).toEqual([404, 'request/not-found'])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('aren’t served as another type', async () => {
    const { documents } = await configuration()
    for (const end of ['js', 'css', 'html', 'json.js'])
      expect((await raw(`/api/documents/${documents['menu/main']}.${end}`)).statusCode).toBe(404)
  })
})

/** Members that only a scoring key has. Texts are left out, because their keys are words. */
function scoringMembers(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  // Widgets have a `scale` too: that prop is next to the ends of the scale, and says where a result
  // has them.
  const isDrawn = hasEnds(value)
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'texts' || (name === 'scale' && (isDrawn || hasEnds(item)))
      ? []
      : /^(?:scales?|reversed?|aggregate|derive|weights?|correct|key)$/.test(name)
        ? [name]
        : scoringMembers(item),
  )
}

function hasEnds(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'lowest' in value && 'highest' in value
}

/** Everything that is served without a session, by address. */
async function everythingServed(): Promise<Map<string, string>> {
  const { documents, bundles, theme } = await configuration()
  const served = new Map<string, string>([
    ['/api/app-configuration', (await raw('/api/app-configuration')).body],
  ])
  const take = async (url: string) => {
    const response = await raw(url)
    expect([url, response.statusCode]).toEqual([url, 200])
    expect(response.headers['cache-control']).toContain('immutable')
    served.set(url, response.body)
    return response
  }
  for (const sha of Object.values(documents)) await take(`/api/documents/${sha}.json`)
  if (theme !== null) await take(`/api/themes/${theme}.css`)
  for (const sha of Object.values(bundles)) {
    const frame = (await take(`/api/bundles/${sha}.json`)).json() as Frame
    await take(`/api/bundles/${frame.otherPages}.json`)
    for (const page of Object.values(await allPages(frame))) await take(`/api/bundles/${page}.json`)
    const forms = (await take(`/api/bundles/${frame.forms}.json`)).json() as Forms
    for (const validator of Object.values(forms.validators))
      await take(`/api/validators/${validator}.js`)
    for (const each of [forms.lists, forms.guides])
      for (const sha of Object.values(each)) await take(`/api/bundles/${sha}.json`)
  }
  return served
}

describe('bundles', () => {
  it('exist for the frame in every language, with a bundle for each screen and a validator for each form', async () => {
    const { bundles, locales } = (await configuration()) as Configuration & {
      locales: { available: string[] }
    }
    expect(Object.keys(bundles).sort()).toEqual([...locales.available].sort())
    for (const [language, sha] of Object.entries(bundles)) {
      const frame = (await raw(`/api/bundles/${sha}.json`)).json() as Frame
      expect(frame).toMatchObject({ language, direction: 'ltr' })
      expect(Object.keys(frame.pages), 'learners never open the console').not.toContain('admin')
      expect(Object.keys(await allPages(frame)).sort()).toEqual(
        catalog
          .all('screen')
          .map(({ id }) => id)
          .sort(),
      )
      const forms = (await raw(`/api/bundles/${frame.forms}.json`)).json() as Forms
      expect(Object.keys(forms.validators)).toEqual(
        expect.arrayContaining(['names', 'about', 'basicInfo', 'initialProfile', 'experiences']),
      )
      expect(Object.keys(forms.lists).sort()).toEqual([
        'interests',
        'job-tasks',
        'qualities',
        'skills',
      ])
      const { texts } = (await raw(`/api/bundles/${forms.lists['skills']}.json`)).json() as Frame
      expect(texts['words.skill.microsoft-excel']).toBe('Microsoft Excel')
      const help = (await raw(`/api/bundles/${forms.guides['about']}.json`)).json() as Frame
      expect(Object.keys(help.texts)).toContain('guide.start.about.good')
      expect(new Set(frame.documents.map(({ kind }) => kind))).toEqual(
        new Set([
          'route-group',
          'menu',
          'flow',
          'rule',
          'access',
          'assessment',
          'report',
          'profile-section',
          'consent-list',
        ]),
      )
    }
  })

  it('include the items of an assessment with the page that asks them, and not before', async () => {
    const { bundles } = await configuration()
    const frame = (await raw(`/api/bundles/${bundles['en']}.json`)).json() as Frame
    const quiz = (await raw(`/api/bundles/${frame.pages['worker-type-quiz']}.json`)).json() as Frame
    const items = (documents: Frame['documents']) =>
      (
        documents.find(({ kind, id }) => kind === 'assessment' && id === 'holland_code') as
          | { items?: unknown[] }
          | undefined
      )?.items?.length ?? 0
    expect([items(frame.documents), items(quiz.documents)]).toEqual([0, 60])
    expect(quiz.texts['holland_code.item.R_1']).toEqual(expect.any(String))
    expect(frame.texts['holland_code.item.R_1']).toBeUndefined()
  })

  it('contain no text twice: what the frame has, no page repeats', async () => {
    const { bundles } = await configuration()
    for (const sha of Object.values(bundles)) {
      const frame = (await raw(`/api/bundles/${sha}.json`)).json() as Frame
      for (const page of new Set(Object.values(await allPages(frame)))) {
        const { texts } = (await raw(`/api/bundles/${page}.json`)).json() as Frame
        expect(Object.keys(texts).filter((key) => key in frame.texts)).toEqual([])
      }
    }
  })

  it('and everything else served don’t reveal how answers are scored', async () => {
    const served = await everythingServed()
    expect(served.size).toBeGreaterThan(100)
    for (const [url, body] of served) {
      expect(body, url).not.toMatch(
        /"kind":"(?:scoring|tenant)"|"(?:longstring|irv|fast)\w*":\s*[\d.]/,
      )
      const value: unknown = body.startsWith('{') ? JSON.parse(body) : null
      expect(scoringMembers(value), url).toEqual([])
    }
  })

  it('and everything else served contain no personal data of the tenant', async () => {
    const { email } = await signUp(server)
    for (const [url, body] of await everythingServed()) {
      expect(body, url).not.toContain(email)
      expect(body, url).not.toContain(server.tenant.id)
    }
  })
})

describe('a tenant’s own look', () => {
  it('is a style sheet of custom properties alone', async () => {
    const other = await buildServer({ config: 'pluggedin' })
    const { theme } = await configuration(other)
    const response = await raw(`/api/themes/${theme}.css`, {}, other)
    await other.close()
    expect(response.headers['content-type']).toMatch(/^text\/css/)
    expect(response.body).toContain('--primary-8:#083F38')
    const values = '\\{(?:--[a-z0-9-]+:[^;{}@]+;?)+\\}'
    // In dark its covers have its colour too.
    expect(response.body).toMatch(
      new RegExp(
        `^:root${values}@media\\(prefers-color-scheme:dark\\)\\{:root:not\\(\\[data-scheme=light\\]\\)${values}\\}:root\\[data-scheme=dark\\]${values}$`,
      ),
    )
    expect((await configuration()).theme, 'the product’s own look needs none').toBeNull()
  })
})

describe('the tenant of a request', () => {
  it('follows the host name, however it is written', async () => {
    const other = await buildServer({ config: 'pluggedin' })
    const instance = async (host: string) =>
      (
        (
          await other.app.inject({
            method: 'GET',
            url: '/api/app-configuration',
            headers: { host },
          })
        ).json() as Configuration
      )['instanceKey']
    for (const host of [
      other.host,
      other.host.toUpperCase(),
      `${other.host}:4310`,
      `${other.host}.`,
    ])
      expect([host, await instance(host)]).toEqual([host, 'pluggedin'])
    await other.close()
  })

  describe('in demo mode', () => {
    beforeAll(() => seedDemo(server.context))

    it('is demo for every host that belongs to no tenant', async () => {
      for (const host of [
        'localhost:4310',
        '192.168.0.7',
        'whatever.example',
        '[::1]:4310',
        'x'.repeat(300),
      ]) {
        const response = await server.app.inject({
          method: 'GET',
          url: '/api/app-configuration',
          headers: { host },
        })
        expect([host, response.statusCode, response.json()['instanceKey']]).toEqual([
          host,
          200,
          'tsela',
        ])
      }
    })

    it('may be requested by name, and pluggedin has its own host', async () => {
      const ask = async (headers: Record<string, string>) =>
        (
          await server.app.inject({ method: 'GET', url: '/api/app-configuration', headers })
        ).json() as Configuration
      expect((await ask({ host: 'localhost', 'x-tenant': 'pluggedin' }))['instanceKey']).toBe(
        'pluggedin',
      )
      expect((await ask({ host: 'pluggedin.localhost:4310' }))['instanceKey']).toBe('pluggedin')
      expect((await ask({ host: 'localhost', 'x-tenant': 'nobody' }))['code']).toBe(
        'tenant/unknown-host',
      )
    })
  })

  describe('outside demo mode', () => {
    let real: TestServer
    beforeAll(async () => {
      real = await buildServer({ environment: { demo: false } })
    })
    afterAll(() => real.close())

    it('is unknown for a strange host, and the response says so', async () => {
      for (const url of [
        '/api/app-configuration',
        '/api/auth/get-user',
        '/api/no-such-call',
        '/home',
      ]) {
        const response = await real.app.inject({
          method: 'GET',
          url,
          headers: { host: 'evil.test' },
        })
        expect([url, response.statusCode, response.json()]).toEqual([
          url,
          421,
          { code: 'tenant/unknown-host', message: 'Unknown site.' },
        ])
      }
    })

    it.each(['x-tenant', 'x-forwarded-host', 'x-original-host', 'forwarded'])(
      'isn’t chosen by the header %s',
      async (header) => {
        const strange = await real.app.inject({
          method: 'GET',
          url: '/api/app-configuration',
          headers: {
            host: 'evil.test',
            [header]: header === 'x-tenant' ? real.tenant.slug : real.host,
          },
        })
        expect(strange.statusCode).toBe(421)
        const own = await real.app.inject({
          method: 'GET',
          url: '/api/app-configuration',
          headers: { host: real.host, [header]: 'pluggedin' },
        })
        expect(own.json()['instanceKey']).toBe('tsela')
      },
    )

    it('isn’t needed by health and ready', async () => {
      for (const url of ['/api/health', '/api/ready'])
        expect(
          (await real.app.inject({ method: 'GET', url, headers: { host: '10.1.2.3' } })).statusCode,
        ).toBe(200)
    })

    it('has no public outbox', async () => {
      expect(
        (
          await real.app.inject({
            method: 'GET',
            url: '/api/demo/outbox?to=a@b.test',
            headers: { host: real.host },
          })
        ).statusCode,
      ).toBe(404)
    })
  })
})

describe('the language of a response', () => {
  const NOT_HERE = { en: 'There’s nothing here.', af: /\S/ }
  it.each<[string, Record<string, string>, string, 'en' | 'af']>([
    ['what the browser accepts', { 'accept-language': 'af-ZA,af;q=0.9,en;q=0.8' }, '', 'af'],
    ['the first that there is', { 'accept-language': 'de,xx;q=0.9,en;q=0.8,af;q=0.5' }, '', 'en'],
    ['the cookie', { cookie: 'language=af' }, '', 'af'],
    [
      'what the address asks for, before all else',
      { 'accept-language': 'en', cookie: 'language=en' },
      '?lang=af',
      'af',
    ],
    [
      'the default, where nothing of it is there',
      { 'accept-language': 'xx', cookie: 'language=yy' },
      '?lang=zz',
      'en',
    ],
  ])('is %s', async (_what, headers, query, language) => {
    const { message } = (await raw(`/api/documents/x.json${query}`, headers)).json() as {
      message: string
    }
    expect(message === NOT_HERE.en).toBe(language === 'en')
    expect(message).toMatch(language === 'en' ? /./ : NOT_HERE.af)
  })
})

describe('help and curricula', () => {
  it('returns help by slug and language', async () => {
    const english = (await server.client().get('help/account-help?lang=en')).body as {
      language: string
      helpContent: { id: string; question: string; answer: string }[]
    }
    const afrikaans = (await server.client().get('help/account-help?lang=af'))
      .body as typeof english
    expect([english.language, afrikaans.language]).toEqual(['en', 'af'])
    expect(english.helpContent.map(({ id }) => id)).toEqual(
      afrikaans.helpContent.map(({ id }) => id),
    )
    expect(english.helpContent.length).toBeGreaterThan(0)
    english.helpContent.forEach(({ question, answer }, index) => {
      for (const text of [question, answer]) expect(text).not.toMatch(/^help\./)
      expect(afrikaans.helpContent[index]!.question).not.toBe(question)
    })
    expect((await server.client().get('help/no-such-help')).status).toBe(404)
  })

  const slugs = catalog.all('help').map(({ id }) => id)
  it('has at least eight pages', () => expect(slugs.length).toBeGreaterThanOrEqual(8))

  it.each(slugs)('answers in both languages: %s', async (slug) => {
    type Help = { helpContent: { question: string; answer: string }[] }
    const [english, afrikaans] = await Promise.all(
      ['en', 'af'].map(async (language) => {
        const { status, body } = await server.client().get(`help/${slug}?lang=${language}`)
        expect(status).toBe(200)
        const { helpContent } = body as Help
        expect(helpContent.length).toBeGreaterThanOrEqual(3)
        const texts = helpContent.flatMap(({ question, answer }) => [question, answer])
        expect(texts.filter((text) => text === '' || text.startsWith('help.'))).toEqual([])
        return texts
      }),
    )
    expect(afrikaans).toHaveLength(english!.length)
    expect(afrikaans!.filter((text, index) => text === english![index])).toEqual([])
  })

  it('returns the curricula as an object by key', async () => {
    const { status, body } = await server.client().get('school-curricula')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(catalog.get('list', 'curricula')!.items.map(({ id }) => id))
    expect(body['nsc']).toMatchObject({ name: 'National Senior Certificate' })
  })
})

describe('plans', () => {
  it('are those on sale, in order, with what each includes', async () => {
    const { body } = await server.client().get('plans')
    expect(body).toMatchObject({ total: 4, page: 1, pageSize: 4 })
    const items = body['items'] as { id: string; name: string; features: string[] }[]
    expect(items.map(({ id, name }) => [id, name])).toEqual([
      ['mini', 'Do'],
      ['starter', 'Lite'],
      ['power', 'Commit'],
      ['powerPlus', 'Commit+'],
    ])
    expect(items[1]!.features).toEqual([
      'Profile',
      'Cv',
      'CareerExplorer',
      'CareerMatches',
      'ResourcesExplorer',
      'WorkerTypeReport',
    ])
    expect(items[2]!.features).toEqual(catalog.features.map(({ id }) => id))
  })

  it('can be bought', async () => {
    const { client } = await signUp(server, { plan: null })
    expect(
      (await client.post('plans/checkout', { plan: 'power', country: 'ZA', coupon: null })).body,
    ).toMatchObject({ currency: 'ZAR', url: expect.stringMatching(/^\/pay\/demo\//) as unknown })
    expect((await client.post('plans/checkout', { plan: 7 })).status).toBe(422)
  })
})

describe('the server about itself', () => {
  it('is alive, and ready when the database responds', async () => {
    expect((await server.client().get('health')).body).toEqual({ status: 'ok', version: '1.52.2' })
    const { kind } = server.context.database
    expect((await server.client().get('ready')).body).toEqual({
      status: 'ready',
      database: kind,
      ...(kind === 'embedded' && { durability: 'process-crash-only' }),
    })
  })

  it.each([
    [
      'is away',
      () =>
        Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    ],
    ['does not answer', () => new Promise<never>(() => undefined)],
  ])('is alive and not ready when the database %s', async (_what, answer) => {
    vi.spyOn(server.context.database.pool, 'connect').mockImplementation(answer as never)
    const ready = await server.client().get('ready')
    expect([ready.status, ready.body['status'], ready.headers['retry-after']]).toEqual([
      503,
      'waiting',
      '1',
    ])
    expect((await server.client().get('health')).status).toBe(200)
  })

  it('says 503 with Retry-After, not 500, while the database is unavailable', async () => {
    const { client } = await signUp(server)
    for (const code of ['ECONNREFUSED', 'ENOENT', '57P01', '08006']) {
      vi.spyOn(server.context.database, 'tenant').mockRejectedValue(
        Object.assign(new Error('gone'), {
          code,
          ...(code === 'ENOENT' && { syscall: 'connect' }),
        }),
      )
      const response = await client.get('auth/get-user')
      expect([code, response.status, response.body.code, response.headers['retry-after']]).toEqual([
        code,
        503,
        'server/unavailable',
        '2',
      ])
    }
    vi.restoreAllMocks()
    expect((await client.get('auth/get-user')).status).toBe(200)
  })

  it('doesn’t reveal the messages of its own errors', async () => {
    const { client } = await signUp(server)
    vi.spyOn(server.context.database, 'tenant').mockRejectedValue(
      new Error('relation "secrets" does not exist'),
    )
    const response = await client.get('auth/get-user')
    expect([response.status, response.body]).toEqual([
      500,
      {
        code: 'server/error',
        message: 'Something went wrong and we cannot load this page right now.',
      },
    ])
  })

  it('describes every call', async () => {
    const { body } = await server.client().get('docs')
    const paths = Object.keys(body['paths'] as object)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/api/app-configuration',
        '/api/auth/login',
        '/api/assessments/{id}/attempts',
        '/api/attempts/{attempt}/answers',
        '/api/careers/{id}',
        '/api/users/favourites/{type}/{id}',
      ]),
    )
    expect(body['openapi']).toMatch(/^3\./)
  })

  it('leaves out the index of documents and unset values for a client that prefers a minimal response, and only then', async () => {
    const client = server.client()
    const whole = await client.get('app-configuration')
    const little = await client.send('GET', 'app-configuration', undefined, {
      prefer: 'return=minimal',
    })
    expect(whole.body).toHaveProperty(['documents', 'menu/main'])
    const { documents: _documents, themeDark: _themeDark, ...rest } = whole.body
    expect(little.body).toEqual({ ...rest, integrations: {}, authSettings: {}, images: {} })
    expect(little.headers['etag']).not.toBe(whole.headers['etag'])
    expect(String(little.headers['vary'])).toContain('Prefer')
  })

  it('sends responses that are neither cached nor sniffed', async () => {
    const { client } = await signUp(server)
    for (const answer of [await client.get('auth/get-user'), await client.get('no-such-call')]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      // Only pages obey these, and each response would pay for them.
      expect(answer.headers).not.toHaveProperty('referrer-policy')
      expect(answer.headers).not.toHaveProperty('cross-origin-opener-policy')
    }
  })
})
