/**
 * Menus (spec 2): three questions about every entry: is it shown, is it open, is it in the plan.
 */

import { describe, expect, it } from 'vitest'
import type { AnyDocument, ConfigDocument, DocumentOf } from '#engine/documents/kinds.ts'
import { homeOf, resolveMenu, type MenuEntry } from '#engine/decide/menu.ts'
import { buildScope, type Scope } from '#engine/rules/scope.ts'
import { routeScope } from '#engine/decide/navigate.ts'
import table from '#tests/cases/menu.json' with { type: 'json' }
import {
  catalog,
  config,
  makeUser,
  makeWorld,
  type PersonOptions,
} from '#tests/support/documents.ts'

type Case = {
  readonly description: string
  readonly person: PersonOptions
  readonly config?: Partial<ConfigDocument>
  /** The entries that the case is about, if not all. */
  readonly only?: readonly string[]
  readonly expect: Readonly<Record<string, string>>
}

/** `navigators/careers` -> `link /navigators/careers/matches` */
function outline(entries: readonly MenuEntry[], prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...entries.map((entry) =>
      entry.state === 'group'
        ? outline(entry.items, `${prefix}${entry.id}/`)
        : { [prefix + entry.id]: said(entry) },
    ),
  ) as Record<string, string>
}

function said(entry: Exclude<MenuEntry, { state: 'group' }>): string {
  switch (entry.state) {
    case 'link':
      return `link ${entry.href}`
    case 'locked':
      return `locked ${entry.plan}`
    case 'disabled':
      return `disabled ${entry.reason}`
    case 'action':
      return `action ${entry.action}`
  }
}

const scopeOf = (person: PersonOptions | null, more: Parameters<typeof makeWorld>[1] = {}) =>
  buildScope(catalog, makeWorld(person === null ? null : makeUser(person), more))
const at = (scope: Scope, name: string): Scope => ({
  ...scope,
  route: routeScope(scope, catalog.route(name)!, {}, {}, catalog.route(name)!.path),
})

describe('the navigation menu', () => {
  it.each(table.cases as unknown as Case[])(
    '$description',
    ({ person, config: settings, only, expect: expected }) => {
      const seen = outline(
        resolveMenu(catalog, 'main', scopeOf(person, { ...(settings && { config: settings }) })),
      )
      expect(
        only === undefined
          ? seen
          : Object.fromEntries(
              Object.entries(seen).filter(([id]) =>
                only.some((each) => id === each || id.startsWith(`${each}/`)),
              ),
            ),
      ).toEqual(expected)
    },
  )

  it('keeps the order of the document', () => {
    const entries = resolveMenu(catalog, 'main', scopeOf({ taken: ['holland_code'] }))
    expect(entries.map(({ id }) => id)).toEqual(['home', 'reports', 'navigators', 'actions'])
  })

  it('gives every entry a label from the texts, and optionally an icon and a hint', () => {
    const [home, reports] = resolveMenu(catalog, 'main', scopeOf({ taken: ['holland_code'] }))
    expect(home).toEqual({
      id: 'home',
      label: 'menu.home',
      hint: null,
      icon: 'home',
      state: 'link',
      to: 'profileHomePage',
      href: '/profile/home',
    })
    expect(reports).toMatchObject({
      id: 'reports',
      label: 'menu.reports',
      icon: 'bars',
      state: 'group',
    })
  })

  it('says what opens a group while something in it is waiting for that, and not afterwards', () => {
    const hints = (person: PersonOptions) =>
      Object.fromEntries(
        resolveMenu(catalog, 'main', scopeOf(person)).map(({ id, hint }) => [id, hint]),
      )
    expect(hints({ plan: 'starter' })).toEqual({
      home: null,
      reports: null,
      navigators: 'menu.navigatorsHint',
      actions: null,
    })
    expect(hints({ plan: 'power' })).toEqual({
      home: null,
      reports: 'menu.reportsHint',
      navigators: 'menu.navigatorsHint',
      actions: null,
    })
    expect(hints({ plan: 'power', taken: ['holland_code'] })).toEqual({
      home: null,
      reports: null,
      navigators: null,
      actions: null,
    })
  })

  it('leads only to pages that open, so that no link ends in a refusal', () => {
    for (const { id: plan } of catalog.plans) {
      for (const taken of [[], ['holland_code']]) {
        const scope = scopeOf({ plan, taken })
        if (scope.stage === 'onboarding') continue
        const open = JSON.stringify(resolveMenu(catalog, 'main', scope)).matchAll(/"to":"([^"]+)"/g)
        for (const [, name] of open) {
          const route = catalog.route(name!)!
          // The two entries whose feature and guard differ are in the table above.
          const inside = routeScope(scope, route, {}, {}, route.path)
          expect(inside.access, `${plan} at ${name}`).toBe(true)
          expect(inside.stages, `${plan} at ${name}`).toContain(scope.stage)
        }
      }
    }
  })

  it('is empty if no such menu exists', () => {
    expect(resolveMenu(catalog, 'nowhere', scopeOf({}))).toEqual([])
  })
})

describe('a tenant’s own menu', () => {
  const menu = (items: unknown[], more: object = {}) =>
    catalog.with([
      {
        kind: 'menu',
        id: 'own',
        v: 1,
        title: 'Own',
        source: 'test',
        items,
        ...more,
      } as AnyDocument,
    ])
  const entry = (more: object = {}) => ({
    id: 'it',
    label: 'menu.home',
    to: 'privacyPage',
    hideForAccounts: [],
    ...more,
  })
  const see = (
    items: unknown[],
    person: PersonOptions | null = { taken: ['holland_code'] },
    more: object = {},
  ) => outline(resolveMenu(menu(items, more), 'own', scopeOf(person)))

  it('hides a top entry that has no list of accounts to hide it from', () => {
    const { hideForAccounts: _list, ...without } = entry()
    expect(see([without])).toEqual({})
    expect(see([entry()])).toEqual({ it: 'link /privacy' })
  })

  it('needs no such list for a sub-item', () => {
    const { hideForAccounts: _list, ...without } = entry()
    expect(see([entry({ items: [without] })])).toEqual({ 'it/it': 'link /privacy' })
  })

  it('has the entries that the specification names for the navigation bar, ready to be switched on', () => {
    const named = catalog.get('menu', 'main')!.items.filter(({ show }) => show === false)
    const shown = named.map(({ show: _show, ...item }) => item)
    expect(see(shown, { plan: 'power', taken: ['holland_code'] })).toEqual({
      dashboard: 'link /profile/home',
      profile: 'link /cv',
      settings: 'link /settings/account',
      logout: 'action logout',
      bursary_explorer: 'link /navigators/funding/bursaries',
      opportunity_explorer: 'link /navigators/jobs',
      action_hub: 'link /actions',
    })
  })

  it('hides a top entry from exactly the accounts on its list', () => {
    const items = [entry({ hideForAccounts: ['starter'] })]
    expect(see(items, { plan: 'starter', taken: ['holland_code'] })).toEqual({})
    expect(see(items, { plan: 'power', taken: ['holland_code'] })).toEqual({ it: 'link /privacy' })
    expect(see(items, null)).toEqual({ it: 'link /privacy' })
  })

  it('shows an entry while its own rule holds', () => {
    const items = [entry({ show: { ref: 'workerTypeDone' } })]
    expect(see(items, {})).toEqual({})
    expect(see(items, { taken: ['holland_code'] })).toEqual({ it: 'link /privacy' })
  })

  it('gives an entry’s own rule precedence over the menu’s, in both directions', () => {
    const closed = { enable: [{ id: 'never', when: false, reason: 'menu.afterWorkerType' }] }
    expect(see([entry()], {}, closed)).toEqual({ it: 'disabled menu.afterWorkerType' })
    expect(see([entry({ enable: true })], {}, closed)).toEqual({ it: 'link /privacy' })
    expect(see([entry({ enable: false })])).toEqual({ it: 'disabled menu.notYet' })
    expect(see([entry({ enable: false, disabledReason: 'menu.jobs' })], {}, closed)).toEqual({
      it: 'disabled menu.jobs',
    })
  })

  it('says what opens a waiting entry, and nothing about one that is closed for another reason', () => {
    const main = resolveMenu(catalog, 'main', scopeOf({ plan: 'power' }))
    const inside = main.flatMap((each) => (each.state === 'group' ? each.items : [each]))
    expect(inside.find(({ id }) => id === 'careers')).toMatchObject({
      state: 'disabled',
      opens: { to: 'hollandCodeReportPage', button: 'frame.toWorkerType' },
    })
    const shut = resolveMenu(menu([entry({ enable: false })]), 'own', scopeOf({ plan: 'power' }))
    expect(shut[0]).toMatchObject({ state: 'disabled' })
    expect(shut[0]).not.toHaveProperty('opens')
  })

  it('gives the first of several reasons', () => {
    const both = {
      enable: [
        { id: 'open', when: true, reason: 'menu.home' },
        { id: 'first', when: false, reason: 'menu.afterWorkerType' },
        { id: 'second', when: false, reason: 'menu.notYet' },
      ],
    }
    expect(see([entry()], {}, both)).toEqual({ it: 'disabled menu.afterWorkerType' })
  })

  it('hides a sub-item whose feature isn’t available in this country at all', () => {
    const features = structuredClone(catalog.get('access', 'features')) as DocumentOf<'access'>
    for (const feature of features.features!)
      if (feature.id === 'SkillsExplorer')
        for (const row of feature.allow) Object.assign(row, { countries: ['KE'] })
    const abroad = catalog.with([features])
    const at = (nationality: string) => {
      const world = makeWorld(
        makeUser({
          plan: 'starter',
          taken: ['holland_code'],
          profile: { firstName: 'A', lastName: 'B', birthDate: '2000-01-01', nationality },
        }),
      )
      return outline(resolveMenu(abroad, 'main', buildScope(abroad, world)))['navigators/skills']
    }
    expect(at('ZA')).toBeUndefined()
    expect(at('KE')).toBe('locked power')
  })
})

describe('the header for people who are signed out', () => {
  const header = (
    where: string,
    more: Partial<ConfigDocument> = {},
    person: PersonOptions | null = null,
  ) => outline(resolveMenu(catalog, 'header', at(scopeOf(person, { config: more }), where)))

  it.each([
    ['sign up, where sign-up is on', 'privacyPage', {}, { signup: 'link /home' }],
    ['nothing on home itself', 'home', {}, {}],
    ['log in, where sign-up is off', 'privacyPage', { signup: false }, { login: 'link /login' }],
    ['no log in on home', 'home', { signup: false }, {}],
    [
      'log in, where sign-up is on but basic authentication is not',
      'privacyPage',
      { authProviders: {} },
      { login: 'link /login' },
    ],
  ] as const)('shows %s', (_what, where, settings, expected) => {
    expect(header(where, settings)).toEqual(expected)
  })

  it('shows a link home to a signed-in user instead', () => {
    expect(header('privacyPage', {}, { taken: ['holland_code'] })).toEqual({
      home: 'link /profile/home',
    })
  })
})

describe('the user’s dropdown and the footer', () => {
  it('has settings and logout, and the console for those with a role', () => {
    expect(outline(resolveMenu(catalog, 'user', scopeOf({})))).toEqual({
      settings: 'link /settings/account',
      logout: 'action logout',
    })
    expect(outline(resolveMenu(catalog, 'user', scopeOf({ role: 'viewer' })))).toEqual({
      settings: 'link /settings/account',
      console: 'link /admin',
      logout: 'action logout',
    })
  })

  it('opens in onboarding too', () => {
    expect(
      outline(resolveMenu(catalog, 'user', scopeOf({ plan: 'free', consents: [], profile: {} }))),
    ).toEqual({ settings: 'link /settings/account', logout: 'action logout' })
  })

  it.each([
    [true, true, { terms: 'link /terms', privacy: 'link /privacy' }],
    [true, false, { terms: 'link /terms' }],
    [false, true, { privacy: 'link /privacy' }],
    [false, false, {}],
  ])(
    'links each policy only where it is configured: terms %s, privacy %s',
    (terms, privacy, expected) => {
      expect(
        outline(
          resolveMenu(
            catalog,
            'footer',
            scopeOf(null, { config: { policies: { ...config.policies, terms, privacy } } }),
          ),
        ),
      ).toEqual(expected)
    },
  )
})

it('a menu starts with home for every user', () => {
  expect([homeOf(catalog, 'main'), homeOf(catalog, 'header')]).toEqual(['profileHomePage', 'home'])
  const main = catalog.get('menu', 'main')!
  const first = main.items.find(({ id }) => id === 'navigators')!
  expect(homeOf(catalog.with([{ ...main, items: [first, ...main.items.slice(2)] }]), 'main')).toBe(
    'profileHomePage',
  )
  expect(homeOf(catalog.with([{ ...main, items: [] }]), 'main')).toBe('')
})
