/**
 * No link in the product ends in a refusal: every entry of every menu, and every breadcrumb, for
 * all personas, whatever feature a tenant leaves out.
 */

import { describe, expect, it } from 'vitest'
import { crumbsOf } from '#app/crumbs.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import type { ConfigDocument, DocumentOf } from '#engine/documents/kinds.ts'
import { resolveMenu, type MenuEntry } from '#engine/decide/menu.ts'
import { navigateScope, routeScope } from '#engine/decide/navigate.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { resolveNodes, type ResolvedNode } from '#engine/decide/screen.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { buildScope } from '#engine/rules/scope.ts'
import { catalog, config, makeUser, makeWorld } from '#tests/support/documents.ts'
import { personas } from '#tests/support/personas.ts'

const hrefsOf = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) =>
    entry.state === 'group' ? hrefsOf(entry.items) : entry.state === 'link' ? [entry.href] : [],
  )

/**
 * The product with one feature kept for the largest plan, so that all others could upgrade to it.
 */
function onlyForTheLargest(feature: string): Catalog {
  const features = structuredClone(catalog.get('access', 'features')) as DocumentOf<'access'>
  for (const each of features.features!)
    if (each.id === feature)
      Object.assign(each, { allow: each.allow.filter(({ id }) => id.startsWith('power')) })
  return catalog.with([features])
}

type Product = {
  readonly what: string
  readonly documents: Catalog
  readonly settings: ConfigDocument
}
const PRODUCTS: readonly Product[] = [
  { what: 'as shipped', documents: catalog, settings: config },
  // The page of matches is the one whose guard requires a different feature from its entry's.
  {
    what: 'without CareerMatches',
    documents: catalog,
    settings: { ...config, features: { ...config.features, CareerMatches: false } },
  },
  ...catalog.features
    .map(({ id }) => id)
    .filter((feature) => feature === 'CareerMatches' || /Explorer$|Report$|^Cv$/.test(feature))
    .map((feature) => ({
      what: `${feature} for the largest plans`,
      documents: onlyForTheLargest(feature),
      settings: config,
    })),
]

/** Why a link is refused; null if it opens, or leads to what the user has to do first. */
function refusalOf(documents: Catalog, scope: ReturnType<typeof buildScope>, href: string) {
  const [path, query = ''] = href.split('?')
  const { route, reason, outcome } = navigateScope(documents, scope, {
    path: path!,
    query: Object.fromEntries(new URLSearchParams(query)),
  })
  return outcome === 'loop' ||
    ['403', 'lockedPage'].includes(route.id) ||
    reason === 'lock.notInPlan'
    ? route.id
    : null
}

describe('the breadcrumb of the page itself', () => {
  const { world } = personas(catalog, config).find(
    ({ world: each }) => buildScope(catalog, each).stage === 'fullAccess',
  )!
  const hrefAt = (query: Readonly<Record<string, string>>) => {
    const landing = navigateScope(catalog, buildScope(catalog, world), { path: '/cv', query })
    return crumbsOf(landing, catalog).at(-1)!.href
  }
  it.each([
    [{}, undefined],
    [{ utm: 'poster' }, undefined],
    [{ section: 'about' }, '/cv'],
    [{ section: 'experiences', item: 'new' }, '/cv'],
    [{ view: 'files' }, '/cv'],
  ])('of /cv with %j leads to %s', (query, href) => expect(hrefAt(query)).toBe(href))
})

describe.each(PRODUCTS)('$what', ({ documents, settings }) => {
  const people = personas(documents, settings).filter(
    // Menus are drawn for all users past the beginning; a few represent the rest.
    ({ world }, index) => index % 37 === 0 || world.user?.app.role !== null,
  )

  it('opens what its menus link to', () => {
    const refused = new Set<string>()
    let links = 0
    for (const { name, world } of people) {
      const scope = buildScope(documents, world)
      for (const { id: menu } of documents.all('menu')) {
        // Signed-out visitors and those who have just begun see no menu of the app.
        if (menu === 'main' && (scope.stage === null || scope.stage === 'onboarding')) continue
        if (menu === 'console' && scope.user?.app.role == null) continue
        const seen = { ...scope, route: routeScope(scope, documents.route('cv')!, {}, {}, '/cv') }
        for (const href of hrefsOf(resolveMenu(documents, menu, seen))) {
          links++
          const refusal = refusalOf(documents, scope, href)
          if (refusal !== null) refused.add(`${menu} ${href}: ${refusal} (${name})`)
        }
      }
    }
    expect(links).toBeGreaterThan(50)
    expect([...refused]).toEqual([])
  })

  it('has no breadcrumb that leads to a refusal', () => {
    const refused = new Set<string>()
    let links = 0
    for (const { name, world } of people) {
      const scope = buildScope(documents, world)
      if (scope.stage !== 'fullAccess') continue
      for (const route of documents.routes.values()) {
        if (route.breadcrumbs === undefined) continue
        const here = navigateScope(documents, scope, { path: pathTo(route), query: {} })
        if (here.route.id !== route.id) continue
        for (const { href } of crumbsOf(here, documents)) {
          if (href === undefined) continue
          links++
          const refusal = refusalOf(documents, scope, href)
          if (refusal !== null) refused.add(`${route.id} ${href}: ${refusal} (${name})`)
        }
      }
    }
    expect(links).toBeGreaterThan(40)
    expect([...refused]).toEqual([])
  })
})

/** Every string in the props of these nodes; those that are keys of texts are what is read. */
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []
const stringsOf = (nodes: readonly ResolvedNode[]): string[] =>
  nodes.flatMap(({ props, children, fallback }) => [
    ...stringsIn(props),
    ...stringsOf(children),
    ...stringsOf(fallback ? [fallback] : []),
  ])

/** Every page that somebody who isn't signed in can open, in each of its states. */
const SIGNED_OUT = [...catalog.routes.values()]
  .filter((route) => ['loggedOutOnly', 'public', 'ignoreAuth'].includes(route.class ?? ''))
  .map((route) => pathTo(route, { id: '1', token: 'x' }))
const STATES: readonly Record<string, string>[] = [
  {},
  { for: 'signup' },
  { for: 'recover' },
  { token: 'x' },
  { step: 'code' },
]
const FREE = { en: /\bfree\b/i, af: /\bgratis\b|kos niks/i }

/** What such a page says, with its header, footer and help: each text that mentions a price of none. */
function freeWordsAt(settings: ConfigDocument, language: 'en' | 'af', path: string) {
  const texts = flattenTexts(catalog.get('locale', language)!.texts)
  const base = buildScope(catalog, { ...makeWorld(null), config: settings, language })
  const said = STATES.flatMap((query) => {
    const { screen, scope } = navigateScope(catalog, base, { path, query })
    const nodes = resolveNodes(catalog.get('screen', screen!)!.children, scope, catalog.book)
    const menus = ['header', 'footer'].map((menu) => resolveMenu(catalog, menu, scope))
    return [...stringsOf(nodes), ...stringsIn(menus), ...stringsIn(catalog.all('help'))]
  }).flatMap((key) => texts[key] ?? [])
  expect(said.length, path).toBeGreaterThan(5)
  return [...new Set(said)].filter((text) => FREE[language].test(text))
}

// Where signing up ends at a voucher or a price, "free" would be a promise that isn't kept.
describe.each<[what: string, settings: ConfigDocument]>([
  ['PluggedIn', catalog.get('config', 'pluggedin') as ConfigDocument],
  ['a tenant whose plan comes before a result', { ...config, resultFirst: false }],
])('%s', (_what, settings) => {
  // Every way in is on, or a page would have nothing to say.
  const ways = { ...settings, authProviders: { basic: true, phone: true } }
  it.each(['en', 'af'] as const)(
    'says on no page for signed-out visitors that it’s free: %s',
    (language) => {
      const found = SIGNED_OUT.map((path) => ({
        path,
        words: freeWordsAt(ways, language, path),
      }))
      expect(found.length).toBeGreaterThan(15)
      expect(found.filter(({ words }) => words.length > 0)).toEqual([])
    },
  )
})

it.each(['en', 'af'] as const)('says that it’s free to start where it is: %s', (language) => {
  expect(freeWordsAt({ ...config, resultFirst: true }, language, '/home')).toHaveLength(1)
})

/** What a page offers to do and where it leads, for somebody who isn't signed in. */
function offersAt(path: string, settings: Partial<ConfigDocument>, query = {}) {
  const world = makeWorld(null, { config: settings })
  const { screen, scope } = navigateScope(catalog, buildScope(catalog, world), { path, query })
  const within = (nodes: readonly ResolvedNode[]): ResolvedNode[] =>
    nodes.flatMap((node) => [node, ...within(node.children)])
  const nodes = within(resolveNodes(catalog.get('screen', screen!)!.children, scope, catalog.book))
  type Link = { readonly routeName?: string; readonly show?: unknown }
  const linksIn = (name: string) =>
    nodes.flatMap(({ props }) => (props[name] ?? []) as readonly Link[])
  return {
    title: nodes.flatMap(({ level, props }) => (level === 1 ? [props['title']] : [])),
    forms: nodes.flatMap(({ type, props }) => (type === 'simple-form' ? [props['action']] : [])),
    leads: [...linksIn('actions'), ...linksIn('extra')]
      .filter(({ show }) => show !== false)
      .map(({ routeName }) => routeName),
  }
}

describe('the page for phone numbers', () => {
  const FOR = [{ for: 'signup' }, { for: 'recover' }, {}]
  it.each(FOR)('has a form where both phone numbers and passwords are on: %j', (query) => {
    const { forms } = offersAt('/phone', { authProviders: { basic: true, phone: true } }, query)
    expect(forms).toEqual([query.for ?? 'login'])
  })

  it.each([
    ['phone numbers', { basic: true, phone: false }],
    ['passwords', { basic: false, phone: true }],
    ['both', { basic: false, phone: false }],
  ])('says without %s that it isn’t one, before anything is typed', (_off, authProviders) => {
    for (const query of FOR)
      expect(offersAt('/phone', { authProviders }, query)).toEqual({
        title: ['phone.off'],
        forms: [],
        leads: ['loginPage'],
      })
    for (const path of ['/home', '/login', '/recover'])
      expect(offersAt(path, { authProviders }).leads, path).not.toContain('phonePage')
  })

  it('has no form for a new account where there are none, and leads to logging in', () => {
    const settings = { signup: false, authProviders: { basic: true, phone: true } }
    const closed = offersAt('/phone', settings, { for: 'signup' })
    expect(closed).toEqual({ title: ['phone.closed'], forms: [], leads: ['phonePage'] })
    expect(offersAt('/phone', settings).forms).toEqual(['login'])
  })
})

// It couldn't prove who they are: their service has the password.
describe('somebody who gets in with another service', () => {
  const idsOf = (nodes: readonly ResolvedNode[]): string[] =>
    nodes.flatMap(({ id, children }) => [id, ...idsOf(children)])
  const user = { ...makeUser(), phone: '+27825550142' }
  const ways = { ...config, authProviders: { basic: true, phone: true } }
  const shownTo = (screen: string, factor: object, query: Record<string, string> = {}) => {
    const scope = buildScope(catalog, makeWorld(user, { config: ways }))
    const route = { name: 'addressSettingsPage', query }
    const nodes = catalog.get('screen', screen)!.children
    return idsOf(resolveNodes(nodes, { ...scope, route, data: { factor } }, catalog.book))
  }

  it('is asked for no password on the page of security', () => {
    expect(shownTo('settings-security', { hasPassword: true })).toContain('form')
    expect(shownTo('settings-security', { hasPassword: false })).not.toContain('form')
  })

  it.each(['email', 'phone'])(
    'is asked to sign in again, or for nothing, for a new %s',
    (change) => {
      const forms = (factor: object) =>
        shownTo('addresses', factor, { change }).filter((id) => /^(email|phone|again)/.test(id))
      expect(forms({ hasPassword: true, recent: false })).toEqual([change])
      expect(forms({ hasPassword: false, recent: true })).toEqual([`${change}Without`])
      expect(forms({ hasPassword: false, recent: false })).toEqual(['again'])
      expect(shownTo('settings-account', {})).toEqual(
        expect.arrayContaining(['changeEmail', 'changePhone']),
      )
    },
  )
})

/** A visitor on a page: what leads on, and where. */
function waysOn(path: string, settings: Partial<ConfigDocument>) {
  const { route, screen, scope } = navigateScope(
    catalog,
    buildScope(catalog, makeWorld(null, { config: settings })),
    { path, query: {} },
  )
  const within = (nodes: readonly ResolvedNode[]): ResolvedNode[] =>
    nodes.flatMap((node) => [node, ...within(node.children ?? [])])
  const nodes = within(
    resolveNodes(catalog.get('screen', screen ?? route.screen!)!.children, scope, catalog.book),
  )
  return nodes.flatMap(({ type, props = {} }) => {
    if (type === 'home-hero') return [props['buttonText'] ? props : props['secondary']]
    return type === 'kept-answers' && props['keep'] !== undefined ? [props['keep']] : []
  }) as { readonly routeName?: string; readonly anchor?: string }[]
}

describe('a visitor is led to a form for a new account only where there is one', () => {
  const providers = {
    basic: false,
    school: { name: 'School', clientId: 'a', issuer: 'https://a.test' },
  }
  const closed: [string, Partial<ConfigDocument>][] = [
    ['sign-up is off', { signup: false }],
    ['there are no passwords', { authProviders: providers }],
  ]
  it.each(closed)('else to logging in, where %s', (_where, settings) => {
    for (const own of [{ resultFirst: false }, { instanceKey: 'pluggedin' }])
      expect(waysOn('/home', { ...settings, ...own })).toEqual([
        expect.objectContaining({ routeName: 'loginPage' }),
      ])
    const first = { ...settings, resultFirst: true }
    expect(waysOn('/home', first)).toEqual([expect.objectContaining({ routeName: 'startPage' })])
    const [keep, ...more] = waysOn('/start/result', first)
    expect([keep?.routeName, keep?.anchor, more]).toEqual(['loginPage', undefined, []])
  })
  it('and there where both are on', () => {
    const [home] = waysOn('/home', { resultFirst: false })
    expect([home?.routeName, home?.anchor]).toEqual([undefined, undefined])
    const [keep] = waysOn('/start/result', { resultFirst: true })
    expect([keep?.routeName, keep?.anchor]).toEqual(['home', 'create-account'])
  })
})
