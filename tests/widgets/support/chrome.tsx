/**
 * Users, documents and a stage for the stories of the frame: every page is drawn from node
 * documents, like in the app.
 */

import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { Catalog } from '#engine/documents/catalog.ts'
import type { CareerList } from '#engine/contract/contract.ts'
import type {
  AnyDocument,
  ConfigDocument,
  DocumentOf,
  NodeDocument,
} from '#engine/documents/kinds.ts'
import { resolveMenu } from '#engine/decide/menu.ts'
import { pathTo } from '#engine/decide/routes.ts'
import {
  buildScope,
  NO_ONBOARDING,
  type RouteScope,
  type Scope,
  type User,
} from '#engine/rules/scope.ts'
import { resolveNodes, type ResolvedNode } from '#engine/decide/screen.ts'
import { ScopeProvider, useRenderContext, type Action } from '#engine/react/context.ts'
import { loadWidgets, type DataState } from '#engine/react/registry.ts'
import { Screen } from '#engine/react/Screen.tsx'
import { AppFrame } from '#widgets/frame/AppFrame.tsx'
import type { Crumb } from '#widgets/frame/Breadcrumbs.tsx'
import { UserMenu, type Scheme } from '#widgets/frame/UserMenu.tsx'

const asked = new URLSearchParams(location.search)
/** `&v=` of the address: which state of a story is drawn. */
export const variant = asked.get('v') ?? ''
const tenant = asked.get('tenant') ?? 'default'

export const brand = { appName: tenant === 'pluggedin' ? 'PluggedIn' : 'Tsela' }
export const languages = [
  { id: 'en', name: 'English' },
  { id: 'af', name: 'Afrikaans' },
]

export function person(
  change: {
    accountType?: string
    profile?: Record<string, unknown>
    taken?: Record<string, unknown>
    research?: string[]
    role?: string | null
    consents?: User['consents']
  } = {},
): User {
  return {
    _id: 'u1',
    email: 'naledi.mokoena@mail.test',
    phone: null,
    emailVerified: true,
    phoneVerified: false,
    emailSHA256: null,
    createdAt: '2026-11-01T08:00:00Z',
    profile: change.profile ?? {
      firstName: 'Naledi',
      lastName: 'Mokoena',
      nickname: 'Naledi',
      birthDate: '2009-05-01',
      about: 'I like to help people.',
    },
    consents: change.consents ?? {
      terms: { granted: true, updatedAt: '2026-11-01' },
      marketing: { granted: false, updatedAt: '2026-11-01' },
      researchContact: { granted: false, updatedAt: '2026-11-01' },
    },
    assessments: Object.fromEntries(
      Object.entries(change.taken ?? { holland_code: { code: 'SIA' } }).map(([id, metrics]) => [
        id,
        { metrics, updatedAt: '2026-11-20' },
      ]),
    ),
    interactions: [],
    app: {
      accountType: change.accountType ?? 'starter',
      role: change.role ?? null,
      researchAssessments: change.research ?? [],
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
}

const assessment = (
  id: string,
  minutes: number,
  more: Partial<DocumentOf<'assessment'>> = {},
): DocumentOf<'assessment'> => ({
  kind: 'assessment',
  id,
  v: 1,
  title: id,
  source: 'sample',
  label: `assessment.${id}.title`,
  summary: `assessment.${id}.summary`,
  minutes,
  built: false,
  ...more,
})
const report = (
  id: string,
  assessments: [string, ...string[]],
  feature: string,
): DocumentOf<'report'> => ({
  kind: 'report',
  id,
  v: 1,
  title: id,
  source: 'sample',
  label: `assessment.${id}.title`,
  assessments,
  feature,
  children: [],
})
const section = (id: string, order: number, label: string): DocumentOf<'profile-section'> => ({
  kind: 'profile-section',
  id,
  v: 1,
  title: id,
  source: 'sample',
  label,
  order,
  fields: [],
  completeness: { kind: 'count', min: 1 },
})

/** Stand-ins for documents that don't exist yet; a real one of the same name wins. */
export const SAMPLES: readonly AnyDocument[] = [
  assessment('holland_code', 8, {
    built: true,
    startRoute: 'hollandCodeReportPage',
    doneRoute: 'hollandCodeReportPage',
    followedBy: ['interests', 'entrepreneurial_intent'],
  }),
  assessment('entrepreneurial_intent', 4, {
    startRoute: 'entrepreneurReportPage',
    doneRoute: 'entrepreneurReportPage',
  }),
  assessment('value_scales', 6, {
    startRoute: 'valueScalesReportPage',
    doneRoute: 'valueScalesReportPage',
  }),
  assessment('big_5', 8, {
    startRoute: 'personalityReportPage',
    doneRoute: 'personalityReportPage',
    followedBy: ['ipip'],
  }),
  assessment('learning_styles', 5, { doneRoute: 'learningStylesReportPage' }),
  assessment('perceiving_emotion', 6, { doneRoute: 'emotionalIntelligenceReportPage' }),
  assessment('understanding_emotion', 6, { doneRoute: 'emotionalIntelligenceReportPage' }),
  assessment('managing_emotion', 6, { doneRoute: 'emotionalIntelligenceReportPage' }),
  assessment('rock_paper_scissors', 5, { doneRoute: 'cognitiveAbilityReportPage' }),
  assessment('maze', 7, { doneRoute: 'cognitiveAbilityReportPage' }),
  assessment('interests', 6),
  assessment('ipip', 10),
  report('holland_code', ['holland_code'], 'WorkerTypeReport'),
  report('entrepreneurial_intent', ['entrepreneurial_intent'], 'EntrepreneurReport'),
  report('big_5', ['big_5'], 'PersonalityReport'),
  report('value_scales', ['value_scales'], 'ValueScalesReport'),
  report('learning_styles', ['learning_styles'], 'LearningStylesReport'),
  report(
    'emotional_intelligence',
    ['perceiving_emotion', 'understanding_emotion', 'managing_emotion'],
    'EmotionalIntelligenceReport',
  ),
  report('cognitive_ability', ['rock_paper_scissors', 'maze'], 'CognitiveAbilityReport'),
  section('achievements', 40, 'Achievements'),
  section('experiences', 50, 'Experience'),
  section('educations', 60, 'Education'),
  section('skills', 70, 'Skills'),
]

const route = (
  name: string,
  query: Record<string, string>,
  params: Record<string, string>,
): RouteScope => ({
  name,
  class: 'public',
  group: 'general',
  path: '/',
  href: '/',
  stages: [],
  needs: [],
  feature: null,
  access: true,
  upgrade: null,
  assessmentDone: false,
  params,
  query,
})

type World = {
  user?: User | null
  routeName?: string
  query?: Record<string, string>
  params?: Record<string, string>
  config?: Partial<ConfigDocument>
  actions?: Record<string, Action>
  children: ReactNode
}

/** The scope of a user on a page, with sample documents below the real ones. */
export function Stage({
  user = null,
  routeName = 'home',
  query = {},
  params = {},
  config = {},
  actions = {},
  children,
}: World) {
  const around = useRenderContext()
  // Created at every render: a story changes its user, and nothing else would notice.
  const make = () => {
    const real = [...around.catalog.documents()]
    const catalog = new Catalog([
      ...SAMPLES.filter(
        ({ kind }) => kind === 'assessment' || !real.some((each) => each.kind === kind),
      ),
      ...real,
    ])
    const base = catalog.get('config', tenant)!
    const scope: Scope = buildScope(catalog, {
      user,
      initialised: true,
      onboarding: NO_ONBOARDING,
      config: { ...base, ...config },
      language: around.scope.language,
      today: '2026-11-21',
      curricula: null,
    })
    const log = (name: string) => async (payload?: unknown) =>
      console.info('action', name, JSON.stringify(payload))
    const all: Record<string, Action> = {
      '': log(''),
      back: log('back'),
      reload: log('reload'),
      ...actions,
    }
    return {
      ...around,
      catalog,
      actions: all,
      scope: { ...scope, route: route(routeName, query, params) },
    }
  }
  return <ScopeProvider value={make()}>{children}</ScopeProvider>
}

export const ready = <T,>(value: T): DataState => ({ status: 'ready', value, refreshing: false })
export const failed = (offline: boolean): DataState => ({
  status: 'failed',
  offline,
  retry: () => console.info('retry'),
})

/**
 * Node documents, resolved and drawn by the real engine; waits for their widgets as a route's
 * loader does.
 */
export function Nodes({
  nodes,
  data = {},
}: {
  nodes: readonly NodeDocument[]
  data?: Record<string, DataState>
}) {
  const { catalog, scope, registry } = useRenderContext()
  const resolved = useMemo(() => resolveNodes(nodes, scope, catalog.book), [nodes, scope, catalog])
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const types = (list: readonly ResolvedNode[]): string[] =>
      list.flatMap((node) => [node.type, ...types(node.children)])
    void loadWidgets(registry, types(resolved)).then(() => setLoaded(true))
  }, [registry, resolved])
  return loaded ? <Screen nodes={resolved} data={data} /> : null
}

export function footer() {
  return {
    year: 2026,
    appName: brand.appName,
    version: '1.52.2',
    entries: [] as ReturnType<typeof resolveMenu>,
  }
}

/** The footer and the header of this scope. */
export function usePublicEntries() {
  const { catalog, scope } = useRenderContext()
  return {
    footer: { ...footer(), entries: resolveMenu(catalog, 'footer', scope) },
    header: resolveMenu(catalog, 'header', scope),
  }
}

export function Account() {
  const { catalog, scope } = useRenderContext()
  const [scheme, setScheme] = useState<Scheme>('system')
  const profile: Readonly<Record<string, unknown>> = scope.user?.profile ?? {}
  const email = scope.user?.email ?? null
  const text = (key: string) => (typeof profile[key] === 'string' ? profile[key] : '')
  return (
    <UserMenu
      initial={text('nickname').slice(0, 1)}
      fullName={[text('firstName'), text('lastName')].filter(Boolean).join(' ')}
      email={email}
      appName={brand.appName}
      entries={resolveMenu(catalog, 'user', scope)}
      languages={languages}
      language={scope.language}
      onLanguage={() => {}}
      scheme={scheme}
      onScheme={setScheme}
      onLogout={() => console.info('logout')}
    />
  )
}

/** A signed-in page in its frame. */
export function SignedIn({ crumbs, children }: { crumbs?: readonly Crumb[]; children: ReactNode }) {
  const { catalog, scope } = useRenderContext()
  const [collapsed, setCollapsed] = useState(variant === 'collapsed')
  const here = catalog.route(scope.route?.name ?? 'profileHomePage')
  return (
    <AppFrame
      brand={brand}
      homeHref="/profile/home"
      entries={resolveMenu(catalog, 'main', scope)}
      path={here ? pathTo(here) : '/'}
      userMenu={<Account />}
      collapsed={collapsed}
      onCollapse={setCollapsed}
      onAction={() => {}}
      crumbs={crumbs ?? []}
      assistanceEmail={scope.config.assistanceEmail}
    >
      {children}
    </AppFrame>
  )
}

const career = (id: string, title: string) => ({
  id,
  slug: id,
  title,
  does: 'Helps people who were hurt to dress, work and play again.',
  direction: '29',
  jobZone: 4,
  training: { road: 'professional', years: 4, step: 4 },
  types: ['S' as const, 'I' as const],
  isco08: '2269',
  favourite: true,
  notForMe: false,
})
export const saved: CareerList = {
  items: [
    career('a', 'Occupational Therapists'),
    career('b', 'Speech-Language Pathologists'),
    career('c', 'Health Education Specialists'),
  ],
  total: 3,
  page: 1,
  pageSize: 20,
}
