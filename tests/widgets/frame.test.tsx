/**
 * The frame and its pages are drawn by the server too (prerendered shell), under a policy that
 * forbids style attributes.
 */

import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { nameOf, openedOn } from '#app/opened.ts'
import { SignedInFrame, SignedInMenu } from '#app/SignedInFrame.tsx'
import type { Shell } from '#app/shell.ts'
import { keysOf } from '#app/view.ts'
import { resolveMenu } from '#engine/decide/menu.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { ScopeProvider } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { buildScope, NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { resolveNodes, type ResolvedNode } from '#engine/decide/screen.ts'
import { flattenTexts } from '#engine/documents/texts.ts'
import { AppFrame } from '#widgets/frame/AppFrame.tsx'
import { AuthenticationFrame } from '#widgets/frame/AuthenticationFrame.tsx'
import { PublicFrame } from '#widgets/frame/PublicFrame.tsx'
import { registry } from '#widgets/registry.ts'
import { catalog, makeUser, makeWorld } from '../support/documents.ts'
import { speakEnglish } from '#tests/support/english.ts'

const config = catalog.get('config', 'default')!
const english = flattenTexts(catalog.get('locale', 'en')!.texts)

beforeAll(async () => {
  await speakEnglish(english)
})

const someone: User = {
  _id: 'u',
  email: 'someone@mail.test',
  phone: null,
  emailVerified: false,
  phoneVerified: false,
  emailSHA256: null,
  createdAt: '2026-01-01',
  profile: { firstName: 'Naledi' },
  consents: {},
  assessments: {},
  interactions: [],
  app: {
    accountType: 'starter',
    role: null,
    researchAssessments: ['holland_code'],
    cohort: null,
    termsAgreement: true,
    guardianEmail: null,
    legalAge: null,
  },
  auth: {
    currentSessionAuthMethod: 'email',
    currentSessionAuthVerified: true,
    newAddress: null,
    codeTo: null,
  },
}
const scopeOf = (user: User | null) => ({
  ...buildScope(catalog, {
    user,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language: 'en',
    today: '2026-11-21',
    curricula: null,
  }),
  route: {
    name: 'home',
    class: 'public' as const,
    group: 'general',
    path: '/',
    href: '/',
    stages: [],
    needs: [],
    feature: null,
    access: true,
    upgrade: null,
    assessmentDone: false,
    params: {},
    query: { loginError: 'x' },
  },
})

function draw(user: User | null, page: ReactNode): string {
  const around = {
    catalog,
    scope: scopeOf(user),
    registry,
    actions: {},
    mode: 'preview' as const,
    report: (error: unknown) => {
      throw error
    },
  }
  return renderToString(
    <MemoryRouter>
      <ScopeProvider value={around}>{page}</ScopeProvider>
    </MemoryRouter>,
  )
}

const typesOf = (nodes: readonly ResolvedNode[]): string[] =>
  nodes.flatMap((node) => [node.type, ...typesOf(node.children)])

const PAGES: [screen: string, user: User | null][] = [
  ['home', null],
  ['home-pluggedin', null],
  ['login', null],
  ['recover', null],
  ['not-found', null],
  ['not-allowed', null],
  ['whoops', null],
  ['privacy', null],
  ['terms', null],
  ['verification', someone],
  ['redeem-license', someone],
  ['consent', someone],
  ['checkout', someone],
  ['profile-home', someone],
  ['settings-account', someone],
  ['settings-security', someone],
  ['upgrade', someone],
  ['cv', someone],
  ['research-dashboard', someone],
  ['select-curriculum', someone],
]

describe('a page drawn by the server', () => {
  it.each(PAGES)('%s', async (screen, user) => {
    const document = catalog.get('screen', screen)!
    const nodes = resolveNodes(document.children, scopeOf(user), catalog.book)
    await loadWidgets(registry, typesOf(nodes))
    const html = draw(user, <Screen nodes={nodes} data={{}} />)
    expect(html).not.toMatch(/ style="/)
    expect(html).not.toContain('<style')
    // A text key without a text is shown as the key itself.
    expect(
      html.match(
        />(?:frame|home|signup|login|profileHome|settings|error|showcase|card|upgrade|simpleForm|consent)\.[\w.]+</g,
      ),
    ).toBeNull()
  })
})

describe('the frame drawn by the server', () => {
  const brand = { appName: 'Tsela' }
  const languages = [
    { id: 'en', name: 'English' },
    { id: 'af', name: 'Afrikaans' },
  ]
  const nothing = () => {}
  const footer = {
    year: 2026,
    appName: 'Tsela',
    version: '1.52.2',
    entries: resolveMenu(catalog, 'footer', scopeOf(null)),
  }

  it('of a public page shows year, app name, version and the configured policies', () => {
    const html = draw(
      null,
      <PublicFrame
        brand={brand}
        homeHref="/"
        languages={languages}
        language="en"
        onLanguage={nothing}
        entries={resolveMenu(catalog, 'header', scopeOf(null))}
        footer={footer}
        children={null}
      />,
    )
    expect(html).toContain('2026 Tsela, version 1.52.2')
    expect(html).toContain('href="/terms"')
    expect(html).toContain('href="/privacy"')
    expect(html).not.toMatch(/ style="/)
  })

  it('has no language switcher if there is only one language', () => {
    const html = draw(
      null,
      <AuthenticationFrame
        brand={brand}
        homeHref="/"
        languages={languages.slice(0, 1)}
        language="en"
        onLanguage={nothing}
        footer={footer}
        children={null}
      />,
    )
    expect(html).not.toContain('<select')
  })

  it('of a signed-in page explains why an entry is closed, as a button', () => {
    const html = draw(
      someone,
      <AppFrame
        brand={brand}
        homeHref="/"
        entries={resolveMenu(catalog, 'main', scopeOf(someone))}
        path="/reports/worker-type"
        userMenu={null}
        collapsed={false}
        onCollapse={nothing}
        onAction={nothing}
        assistanceEmail="help@x.test"
        children={null}
      />,
    )
    expect(html).toContain(english['menu.afterWorkerType'])
    expect(html).toContain('mailto:help@x.test')
    expect(html).not.toMatch(/ style="/)
  })

  const shell = {
    config: { ...config, version: '', release: '', bundles: {}, languageNames: {}, theme: null },
    language: 'en',
    scheme: 'system',
  } as unknown as Shell
  const landingOf = (user: User) =>
    navigate(catalog, makeWorld(user), { path: '/reports/worker-type', query: {} })

  it.each([
    ['the first letter of the nickname', { firstName: 'Naledi', nickname: 'ledi' }, 'L'],
    ['the default label where there is none', { firstName: 'Naledi', nickname: '' }, 'Me'],
  ])('shows in the user menu %s', (_what, profile, letter) => {
    const user = makeUser({ profile })
    expect(
      draw(user, <SignedInMenu user={user} landing={landingOf(user)} shell={shell} />),
    ).toContain(`<span aria-hidden="true">${letter}</span>`)
  })

  it('has the user menu, and no close button, on a first page with nothing behind it', () => {
    const user = makeUser()
    const html = draw(
      user,
      <SignedInFrame landing={landingOf(user)} shell={shell} children={null} />,
    )
    expect(html).not.toContain(english['frame.leave'])
    expect(html).toContain('aria-haspopup="dialog"')
    expect(html).not.toContain('/settings')
  })

  it('says when a page was stored on this device, if it isn’t from the server', () => {
    const user = { ...makeUser({ plan: 'power', taken: ['holland_code'] }), _id: 'u' }
    const page = (query: Record<string, string>) =>
      draw(
        user,
        <SignedInFrame
          landing={navigate(catalog, makeWorld(user), {
            path: '/navigators/funding/bursaries',
            query,
          })}
          shell={shell}
          children={null}
        />,
      )
    const words = (day: string) => english['state.openedOn']!.replace('{{date}}', day)
    expect(page({ type: 'loan' })).not.toContain('Opened on')
    const name = 'u/en/catalogue/bursaries?'
    const year = new Date().getFullYear()
    const listed = keysOfPage(user, { type: 'loan' })
    expect(listed.startsWith(name), listed).toBe(true)
    openedOn[listed] = `${year}-05-03T09:00:00.000Z`
    expect(page({ type: 'loan' })).toContain(words('3 May'))
    expect(page({ type: 'bursary' }), 'another search is another page').not.toContain('Opened on')
    openedOn[listed] = '2019-05-03T09:00:00.000Z'
    expect(page({ type: 'loan' })).toContain(words('3 May 2019'))
    delete openedOn[listed]
  })
})

/** What the data of the bursaries' page is stored under. */
function keysOfPage(user: User, query: Record<string, string>): string {
  const landing = navigate(catalog, makeWorld(user), {
    path: '/navigators/funding/bursaries',
    query,
  })
  const screen = catalog.get('screen', landing.screen!)!
  return nameOf(keysOf({ landing, screen, catalog, release: 'r' })[0]![1])
}
