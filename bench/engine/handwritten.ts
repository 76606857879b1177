/**
 * The same product without documents: guard, flows, features and menu as one would write them
 * directly in code. The engine is compared with it; the benchmark first verifies that both give the
 * same results.
 *
 * The route table is data in such an application too (a router's meta fields), so it is used
 * unchanged.
 */

import type { GroupedRoute } from '#engine/documents/catalog.ts'
import type { MenuEntry } from '#engine/decide/menu.ts'
import type { User, ScopeInput } from '#engine/rules/scope.ts'

type Query = Record<string, string>
type Stage = 'onboarding' | 'research' | 'workerType' | 'fullAccess' | null
type Target = { to: string; params?: Query; query?: Query; reason?: string }
export type Place = {
  route: string
  path: string
  query: Query
  screen: string | null
  layout: string
  reason: string | null
  stage: Stage
}

const STARTER = new Set([
  'Profile',
  'Cv',
  'CareerExplorer',
  'CareerMatches',
  'ResourcesExplorer',
  'WorkerTypeReport',
])
const EXPLORERS = [
  'SkillsExplorer',
  'SubjectChoiceExplorer',
  'TertiaryInstitutionExplorer',
  'BursariesExplorer',
  'FundingExplorer',
  'UpliftmentProviderExplorer',
  'jobs_explorer',
]
const ASSESSMENT_ONLY = [
  'WorkerTypeReport',
  'EntrepreneurReport',
  'ValueScalesReport',
  'LearningStylesReport',
]
const BEHAVIOUR = [...ASSESSMENT_ONLY, 'PersonalityReport', 'EmotionalIntelligenceReport']
const EVERYTHING = new Set([...STARTER, ...EXPLORERS, ...BEHAVIOUR, 'CognitiveAbilityReport'])
const PLANS: Readonly<Record<string, ReadonlySet<string>>> = {
  free: new Set(),
  mini: STARTER,
  starter: STARTER,
  power: EVERYTHING,
  powerPlus: EVERYTHING,
  assessmentOnly: new Set(ASSESSMENT_ONLY),
  AssessmentOnly: new Set(ASSESSMENT_ONLY),
  AssessmentOnlyBehaviour: new Set(BEHAVIOUR),
  AssessmentOnlyBehaviourPlus: new Set([...BEHAVIOUR, 'CognitiveAbilityReport']),
}
const SOLD = ['mini', 'starter', 'power', 'powerPlus']

function canAccess({ user, config }: ScopeInput, feature: string): boolean {
  return (
    user !== null &&
    config.features[feature] !== false &&
    (PLANS[user.app.accountType]?.has(feature) ?? false)
  )
}

function canUpgrade(world: ScopeInput, feature: string): boolean {
  return (
    world.config.features[feature] !== false &&
    EVERYTHING.has(feature) &&
    !canAccess(world, feature)
  )
}

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function hasProfile({ profile }: User, { initialProfile }: ScopeInput['config']): boolean {
  return (
    (!initialProfile.birthDate || given(profile['birthDate'])) &&
    (!initialProfile.firstName || given(profile['firstName'])) &&
    (!initialProfile.lastName || given(profile['lastName'])) &&
    (!initialProfile.nationality || given(profile['nationality'])) &&
    (!initialProfile.phone || given(profile['phone'])) &&
    (!initialProfile.rsaIdNumber || given(profile['idNumber']))
  )
}

function hasConsented({ consents }: User, { consent }: ScopeInput['config']): boolean {
  return (
    (consents['terms']?.granted ?? false) &&
    (!consent.marketing || consents['marketing'] !== undefined) &&
    (!consent.internalMarketing || consents['internalMarketingSharing'] !== undefined) &&
    (!consent.parental || consents['parent'] !== undefined) &&
    (!consent.research || consents['researchContact'] !== undefined)
  )
}

const took = (user: User, assessment: string): boolean =>
  Object.hasOwn(user.assessments, assessment)
const SUB_ASSESSMENTS: Readonly<Record<string, readonly string[]>> = {}

function researchPending(
  user: User,
  followedBy: Readonly<Record<string, readonly string[]>>,
): boolean {
  return user.app.researchAssessments.some(
    (id) => !took(user, id) || (followedBy[id] ?? []).some((each) => !took(user, each)),
  )
}

function isVerified(user: User): boolean {
  const method = user.auth.currentSessionAuthMethod
  if (method === 'email') return user.emailVerified
  return method === 'phone' ? user.phoneVerified : true
}

export function stageByHand({ user, config }: ScopeInput, followedBy = SUB_ASSESSMENTS): Stage {
  if (user === null) return null
  if (!hasProfile(user, config) || !hasConsented(user, config) || user.app.accountType === 'free')
    return 'onboarding'
  if (researchPending(user, followedBy)) return 'research'
  return took(user, 'holland_code') ? 'fullAccess' : 'workerType'
}

/** Pages of a result that comes before the plan. */
const FIRST_PAGES: ReadonlySet<string> = new Set([
  'hollandCodeReportPage',
  'hollandCodePracticePage',
  'hollandCodeQuizPage',
])

function mayBeFirst({ config, onboarding }: ScopeInput, user: User): boolean {
  return (
    config.resultFirst === true &&
    user.app.accountType === 'free' &&
    hasConsented(user, config) &&
    (isVerified(user) || (onboarding.skipVerification && config.skipVerification === true))
  )
}

const REPORTS: Readonly<Record<string, string>> = {
  'personality-guide': 'personalityReportPage',
  'emotional-intelligence': 'emotionalIntelligenceReportPage',
  'cognitive-ability': 'cognitiveAbilityReportPage',
  'learning-styles': 'learningStylesReportPage',
}

type Known = { route: GroupedRoute; pattern: RegExp; names: readonly string[] }

/** A hand-written router: fixed paths by lookup, the others by a pattern each. */
/** Until its result exists, the address of a report redirects to its assessment. */
const REPORT_PAGES: Readonly<Record<string, { of: string; start: string; screen: string }>> = {
  hollandCodeReportPage: {
    of: 'holland_code',
    start: 'worker-type-start',
    screen: 'worker-type-report',
  },
  valueScalesReportPage: {
    of: 'value_scales',
    start: 'value-scales-start',
    screen: 'value-scales-report',
  },
  learningStylesReportPage: {
    of: 'learning_styles',
    start: 'learning-styles-start',
    screen: 'learning-styles-report',
  },
  entrepreneurReportPage: {
    of: 'entrepreneurial_intent',
    start: 'entrepreneurship-start',
    screen: 'entrepreneurship-report',
  },
  personalityReportPage: {
    of: 'big_5',
    start: 'personality-guide-start',
    screen: 'personality-guide-report',
  },
  areasOfDevelopmentReportPage: {
    of: 'big_5',
    start: 'personality-guide-start',
    screen: 'areas-of-development',
  },
}

export class ByHand {
  readonly #fixed = new Map<string, GroupedRoute>()
  readonly #patterns: Known[] = []
  readonly #byName: ReadonlyMap<string, GroupedRoute>
  readonly #unknown: GroupedRoute

  constructor(
    routes: readonly GroupedRoute[],
    readonly layouts: Readonly<Record<string, string>>,
    readonly followedBy: Readonly<Record<string, readonly string[]>>,
  ) {
    this.#byName = new Map(routes.map((route) => [route.id, route]))
    this.#unknown = routes.find(({ path }) => path === '*')!
    for (const route of routes) {
      if (!route.path.includes(':')) this.#fixed.set(route.path, route)
      else
        this.#patterns.push({
          route,
          pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}/?$`),
          names: [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
        })
    }
  }

  #match(path: string): { route: GroupedRoute; params: Query } {
    const fixed = this.#fixed.get(path)
    if (fixed !== undefined) return { route: fixed, params: {} }
    for (const { route, pattern, names } of this.#patterns) {
      const found = pattern.exec(path)
      if (found === null) continue
      const params: Query = {}
      names.forEach((name, index) => (params[name] = decodeURIComponent(found[index + 1]!)))
      return { route, params }
    }
    return { route: this.#unknown, params: {} }
  }

  #path(name: string, params: Query): string {
    const { path } = this.#byName.get(name)!
    return path.includes(':')
      ? path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key]!))
      : path
  }

  navigate(world: ScopeInput, start: string, startQuery: Query): Place {
    const stage = stageByHand(world, this.followedBy)
    let path = start
    let query = startQuery
    let reason: string | null = null
    for (let hops = 0; hops < 6; hops++) {
      const { route, params } = this.#match(path)
      const target = this.#redirectOf(world, stage, route, params, query, path)
      const next = target && this.#path(target.to, target.params ?? {})
      if (target === null || (target.to === route.id && next === path))
        return { route: route.id, path, query, ...this.#screen(world, route), reason, stage }
      path = next!
      query = target.query ?? {}
      reason = target.reason ?? reason
    }
    throw new Error(`${start} is sent round in circles`)
  }

  #screen(
    { user, config }: ScopeInput,
    route: GroupedRoute,
  ): { screen: string | null; layout: string } {
    if (route.id === 'home')
      return {
        screen: config.instanceKey === 'pluggedin' ? 'home-pluggedin' : 'home',
        layout: 'public',
      }
    const report = REPORT_PAGES[route.id]
    if (route.id === 'hollandCodeReportPage' && user?.app.accountType === 'free')
      return took(user, 'holland_code')
        ? { screen: 'worker-type-first', layout: 'public' }
        : { screen: 'worker-type-start', layout: 'focus' }
    if (report !== undefined)
      return user !== null && took(user, report.of)
        ? { screen: report.screen, layout: 'authenticated' }
        : { screen: report.start, layout: 'focus' }
    // Without a query, the last of several.
    const screen = route.screen ?? route.screens?.at(-1)?.screen ?? null
    return {
      screen,
      layout:
        route.layout ?? (screen === null ? undefined : this.layouts[screen]) ?? 'authenticated',
    }
  }

  #redirectOf(
    world: ScopeInput,
    stage: Stage,
    route: GroupedRoute,
    params: Query,
    query: Query,
    path: string,
  ): Target | null {
    const { user, config, onboarding } = world
    switch (route.id) {
      case 'logout':
        return null
      case 'root':
      case 'signup':
      case 'redeem':
        return { to: 'home', query }
      case 'purchaseStarter':
      case 'purchaseCommit':
        return {
          to: 'signup',
          query: {
            selectedPlan: route.id === 'purchaseStarter' ? 'starter' : 'power',
            ...(query['coupon'] && { coupon: query['coupon'] }),
          },
        }
      case 'unknown':
        return { to: '404' }
      case 'settings':
        return { to: 'accountSettingsPage' }
      case 'perceivingEmotionsPractice':
      case 'understandingEmotionsPractice':
      case 'managingEmotionsPractice':
        return { to: `${route.id}Page` }
      case 'reportRedirect':
        return { to: REPORTS[params['assessment']!] ?? 'hollandCodeReportPage' }
      case 'recoverPage':
        if (!config.authProviders['basic']) return { to: 'root' }
        break
      case 'oauthCallback':
        if (query['error']) return { to: 'home', query: { loginError: query['error'] } }
        break
    }
    if (route.class === 'public' || route.class === 'ignoreAuth') return null
    if (route.group === 'start' && config.resultFirst !== true) return { to: 'home' }
    if (user === null) {
      if (route.class === 'loggedOutOnly') return null
      const entries = Object.entries(query).filter(([, value]) => value !== '')
      const search =
        entries.length === 0
          ? ''
          : `?${entries.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')}`
      return {
        to: 'loginPage',
        query: {
          ...(query['code'] !== undefined && { code: query['code'] }),
          ...(query['coupon'] !== undefined && { coupon: query['coupon'] }),
          redirect: path + search,
        },
      }
    }
    const { role } = user.app
    if (route.needs?.includes('console'))
      return role === null || role === 'operator' ? { to: '403' } : null
    if (route.needs?.includes('installation')) return role === 'operator' ? null : { to: '403' }
    if (route.class === 'loggedOutOnly') return { to: 'profileHomePage' }
    if (route.group === 'research') {
      if (user.app.researchAssessments.length === 0) return { to: 'profileHomePage' }
      return route.assessment !== undefined && took(user, route.assessment)
        ? { to: 'researchDashboard' }
        : null
    }
    if (route.group === 'settings') return null
    if (FIRST_PAGES.has(route.id) && mayBeFirst(world, user)) return null
    if (stage === 'onboarding' && route.group !== 'onboarding')
      return { to: 'accountVerificationStep', query }
    if (route.group === 'onboarding')
      return onboardingStep(world, user, stage, onboarding, query, route.id)
    const stages: readonly string[] = route.stages ?? []
    if (stage === 'research' && !stages.includes('research')) return { to: 'researchDashboard' }
    const feature = route.guard === 'none' ? undefined : (route.guard ?? route.feature)
    const isLacked = feature !== undefined && !canAccess(world, feature)
    if (stage === 'workerType' && (isLacked || !stages.includes('workerType')))
      return {
        to: 'hollandCodeReportPage',
        reason: isLacked ? 'lock.notInPlan' : 'lock.afterWorkerType',
      }
    if (isLacked && route.group !== 'reports' && canUpgrade(world, feature))
      return { to: 'lockedPage', params: { feature } }
    if (isLacked)
      return {
        to: route.group === 'reports' ? 'hollandCodeReportPage' : '403',
        reason: 'lock.notInPlan',
      }
    if (
      route.needs?.includes('curriculum') &&
      world.curricula !== null &&
      !world.curricula.includes(user.profile['schoolCurriculum'] as string)
    )
      return { to: 'subjectChoiceCurriculumSelectionPage' }
    return null
  }
}

function onboardingStep(
  world: ScopeInput,
  user: User,
  stage: Stage,
  onboarding: ScopeInput['onboarding'],
  query: Query,
  here: string,
): Target | null {
  if (stage !== 'onboarding') return { to: 'profileHomePage' }
  const consented = hasConsented(user, world.config)
  const free = user.app.accountType === 'free'
  if (!world.config.defaultTermsConsent && !consented) return { to: 'consentsStep', query }
  if (!onboarding.selectedPlan) {
    const isFirst = mayBeFirst(world, user) && !took(user, 'holland_code') && !onboarding.code
    if (isFirst && here !== 'redeemLicenseStep' && here !== 'checkoutStep')
      return { to: 'hollandCodeReportPage' }
    const skips = onboarding.skipVerification && world.config.skipVerification === true
    if (!isVerified(user) && !skips) return { to: 'accountVerificationStep', query }
    if (free) return { to: 'redeemLicenseStep', query }
  } else {
    if (!isVerified(user)) return { to: 'accountVerificationStep', query }
    if (free) {
      const { nationality } = user.profile
      const country =
        onboarding.country ||
        (typeof nationality === 'string' && nationality !== ''
          ? nationality
          : world.config.defaultCountry)
      return { to: 'checkoutStep', params: { country, plan: onboarding.selectedPlan }, query }
    }
  }
  if (!consented) return { to: 'consentsStep' }
  return hasProfile(user, world.config) ? null : { to: 'initialProfileStep' }
}

const item = (id: string, label: string, icon: string | null, hint: string | null = null) => ({
  id,
  label,
  hint,
  icon,
})
type Common = ReturnType<typeof item>
/** A sub-entry: its target, and the feature that it requires. */
type Sub = { common: Common; feature: string; to: string; href: string }

const REPORT_ITEMS: readonly Sub[] = [
  {
    common: item('worker_type', 'assessment.holland_code.title', 'bars'),
    feature: 'WorkerTypeReport',
    to: 'hollandCodeReportPage',
    href: '/reports/worker-type',
  },
  {
    common: item('entrepreneurial_intent', 'assessment.entrepreneurial_intent.title', 'bulb'),
    feature: 'EntrepreneurReport',
    to: 'entrepreneurReportPage',
    href: '/reports/entrepreneurship',
  },
  {
    common: item('personality_traits', 'assessment.big_5.title', 'people'),
    feature: 'PersonalityReport',
    to: 'personalityReportPage',
    href: '/reports/personality-guide',
  },
  {
    common: item('value_scales', 'assessment.value_scales.title', 'heart'),
    feature: 'ValueScalesReport',
    to: 'valueScalesReportPage',
    href: '/reports/value-scales',
  },
  {
    common: item('learning_styles', 'assessment.learning_styles.title', 'book'),
    feature: 'LearningStylesReport',
    to: 'learningStylesReportPage',
    href: '/reports/learning-styles',
  },
  {
    common: item('emotional_intelligence', 'assessment.emotional_intelligence.title', 'help'),
    feature: 'EmotionalIntelligenceReport',
    to: 'emotionalIntelligenceReportPage',
    href: '/reports/emotional-intelligence',
  },
  {
    common: item('cognitive_ability', 'assessment.cognitive_ability.title', 'branch'),
    feature: 'CognitiveAbilityReport',
    to: 'cognitiveAbilityReportPage',
    href: '/reports/cognitive-ability',
  },
]
const NAVIGATOR_ITEMS: readonly Sub[] = [
  {
    common: item('explore', 'menu.exploreAll', 'sign'),
    feature: 'Profile',
    to: 'explorePage',
    href: '/explore',
  },
  {
    common: item('careers', 'menu.careers', 'sign'),
    feature: 'CareerExplorer',
    to: 'occupationsNavigatorMatches',
    href: '/navigators/careers/matches',
  },
  {
    common: item('skills', 'menu.skills', 'tool'),
    feature: 'SkillsExplorer',
    to: 'skillsNavigator',
    href: '/navigators/skillsets/courses',
  },
  {
    common: item('subject_choices', 'menu.subjectChoices', 'book'),
    feature: 'SubjectChoiceExplorer',
    to: 'subjectChoiceNavigatorHomePage',
    href: '/navigators/subject-choices/home',
  },
  {
    common: item('tertiary_institutions', 'menu.tertiary', 'cap'),
    feature: 'TertiaryInstitutionExplorer',
    to: 'tertiaryNavigator',
    href: '/navigators/tertiary-institutions',
  },
  {
    common: item('funding', 'menu.bursaries', 'coins'),
    feature: 'BursariesExplorer',
    to: 'bursaryNavigator',
    href: '/navigators/funding/bursaries',
  },
  {
    common: item('resources', 'menu.resources', 'file'),
    feature: 'ResourcesExplorer',
    to: 'resourcesNavigator',
    href: '/navigators/resources-navigator',
  },
  {
    common: item('funding_explorer', 'menu.funding', 'coins'),
    feature: 'FundingExplorer',
    to: 'fundingNavigator',
    href: '/navigators/funding',
  },
  {
    common: item('jobs', 'menu.jobs', 'case'),
    feature: 'jobs_explorer',
    to: 'jobsNavigator',
    href: '/navigators/jobs',
  },
  {
    common: item('upliftment_providers', 'menu.uplift', 'people'),
    feature: 'UpliftmentProviderExplorer',
    to: 'upliftmentProvidersNavigator',
    href: '/navigators/upliftment-providers',
  },
]
const CV_ITEM: Sub = {
  common: item('my_cv', 'menu.cv', 'file'),
  feature: 'Cv',
  to: 'cv',
  href: '/cv',
}

const WAITING = {
  state: 'disabled',
  reason: 'menu.afterWorkerType',
  opens: { to: 'hollandCodeReportPage', button: 'frame.toWorkerType' },
} as const

function subEntry(
  world: ScopeInput,
  { common, feature, to, href }: Sub,
  enabled: boolean,
): MenuEntry | null {
  const upgradable = canUpgrade(world, feature)
  const access = canAccess(world, feature)
  if (!access && !upgradable) return null
  if (access && !enabled) return { ...WAITING, ...common }
  if (!access)
    return {
      state: 'locked',
      plan: SOLD.find((plan) => PLANS[plan]!.has(feature)) ?? 'power',
      ...common,
    }
  return { state: 'link', to, href, ...common }
}

function group(
  world: ScopeInput,
  common: Common,
  subs: readonly Sub[],
  enabled: (sub: Sub) => boolean,
): MenuEntry[] {
  const items: MenuEntry[] = []
  for (const sub of subs) {
    const entry = subEntry(world, sub, enabled(sub))
    if (entry !== null) items.push(entry)
  }
  const waits = items.some((entry) => entry.state === 'disabled' && entry.reason === WAITING.reason)
  return items.length === 0
    ? []
    : [{ state: 'group', items, ...common, hint: waits ? common.hint : null }]
}

export function menuByHand(world: ScopeInput): MenuEntry[] {
  const { user } = world
  const done = user !== null && took(user, 'holland_code')
  const account = user?.app.accountType
  const assessmentOnly =
    account === 'AssessmentOnly' ||
    account === 'AssessmentOnlyBehaviour' ||
    account === 'AssessmentOnlyBehaviourPlus'
  const menu: MenuEntry[] = []
  if (!assessmentOnly) {
    const home = item('home', 'menu.home', 'home')
    menu.push(
      done
        ? { state: 'link', to: 'profileHomePage', href: '/profile/home', ...home }
        : { ...WAITING, ...home },
    )
  }
  menu.push(
    ...group(
      world,
      item('reports', 'menu.reports', 'bars', 'menu.reportsHint'),
      REPORT_ITEMS,
      ({ feature }) => done || feature === 'WorkerTypeReport',
    ),
  )
  if (assessmentOnly) return menu
  menu.push(
    ...group(
      world,
      item('navigators', 'menu.navigators', 'sign', 'menu.navigatorsHint'),
      NAVIGATOR_ITEMS,
      () => done,
    ),
  )
  menu.push(...group(world, item('actions', 'menu.actions', 'file'), [CV_ITEM], () => done))
  return menu
}
