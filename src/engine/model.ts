/**
 * The model check: every kind of person at every route, redirects followed. Finds loops, rows that never decide and
 * pages that nobody can reach, before anyone meets them (engine.md 3).
 */

import type { Catalog, GroupedRoute } from './catalog.ts'
import { nameOf } from './document.ts'
import { FORBIDDEN_KEYS, read } from './json.ts'
import type { ConfigDocument } from './kinds.ts'
import { MAX_REDIRECTS, stepFrom, type Location } from './navigate.ts'
import type { Problem } from './problems.ts'
import { pathTo, queryText } from './routes.ts'
import { variablesOf, type Rule } from './rules.ts'
import { buildScope, NO_ONBOARDING, type Scope, type User, type World } from './scope.ts'

export type Persona = { readonly name: string; readonly world: World }

const DAY = '2026-01-01'

/** Every kind of person that the decision tables can tell apart, for one configuration. */
export function personas(catalog: Catalog, config: ConfigDocument): Persona[] {
  const world = (user: User | null, more: Partial<World> = {}): World => ({
    user,
    initialised: true,
    onboarding: NO_ONBOARDING,
    config,
    language: config.locales.default,
    today: DAY,
    curricula: ['nsc'],
    ...more,
  })
  const signedOut: Persona[] = [{ name: 'signed out', world: world(null) }]
  const researchList = catalog
    .all('assessment')
    .filter(({ followedBy }) => followedBy !== undefined)
    .map(({ id }) => id)
    .slice(0, 1)
  const signedIn = accountClasses(catalog, config).flatMap((accountType) =>
    BOOLEANS.flatMap((verified) =>
      BOOLEANS.flatMap((consented) =>
        BOOLEANS.flatMap((profiled) =>
          RESULTS.flatMap((results) =>
            [...new Set([undefined, ...researchList])].flatMap((research) =>
              BOOLEANS.flatMap((curriculum) =>
                (accountType === 'free' || !consented || !profiled ? ONBOARDING : [NO_ONBOARDING]).map((onboarding): Persona => {
                  const user = makePerson(catalog, config, { accountType, verified, consented, profiled, results, research, curriculum })
                  const name = [
                    accountType,
                    verified ? 'verified' : 'unverified',
                    consented ? 'consented' : 'no consent',
                    profiled ? 'profile complete' : 'no profile',
                    `results: ${results}`,
                    research ? 'research' : '',
                    curriculum ? '' : 'no curriculum',
                    onboarding.selectedPlan ? 'plan chosen' : '',
                    onboarding.skipVerification ? 'skips verification' : '',
                  ]
                    .filter(Boolean)
                    .join(', ')
                  return { name, world: world(user, { onboarding }) }
                }),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  // Whoever has a role in the console has it in every stage: somebody at the very beginning and somebody who has everything.
  const withRole = [...signedIn.slice(0, 1), ...signedIn.slice(-1)].map(({ name, world: base }): Persona => ({
    name: `${name}, console`,
    world: { ...base, user: base.user && { ...base.user, app: { ...base.user.app, role: 'owner' } } },
  }))
  return [...signedOut, ...signedIn, ...withRole]
}

const BOOLEANS = [false, true] as const
const RESULTS = ['none', 'worker type', 'all'] as const
const ONBOARDING = [NO_ONBOARDING, { ...NO_ONBOARDING, selectedPlan: 'power', country: 'ZA' }, { ...NO_ONBOARDING, skipVerification: true }]

/** One account type of each group that has the same features and the same hidden entries: the rest behave alike. */
function accountClasses(catalog: Catalog, config: ConfigDocument): string[] {
  const seen = new Map<string, string>()
  for (const { id } of catalog.plans) {
    const features = catalog.features.filter((feature) => config.features[feature.id] !== false && feature.allow.some((row) => row.id === id)).map((feature) => feature.id)
    const key = `${id === 'free'}|${features.join(',')}`
    if (!seen.has(key)) seen.set(key, id)
  }
  return [...seen.values()]
}

type Person = { accountType: string; verified: boolean; consented: boolean; profiled: boolean; results: (typeof RESULTS)[number]; research: string | undefined; curriculum: boolean }

function makePerson(catalog: Catalog, config: ConfigDocument, person: Person): User {
  const consent = { granted: true, updatedAt: DAY }
  const done = person.results === 'none' ? [] : person.results === 'worker type' ? ['holland_code'] : catalog.all('assessment').map(({ id }) => id)
  const required = { birthDate: '2000-01-01', firstName: 'A', lastName: 'B', nationality: config.defaultCountry, phone: '+27110000000', idNumber: '0' }
  return {
    _id: 'persona',
    email: 'a@b.test',
    phone: null,
    emailVerified: person.verified,
    phoneVerified: false,
    emailSHA256: null,
    createdAt: DAY,
    profile: { ...(person.profiled ? required : {}), ...(person.curriculum && { schoolCurriculum: 'nsc' }) },
    consents: person.consented ? { terms: consent, marketing: consent, internalMarketingSharing: consent, parent: consent, researchContact: consent } : {},
    assessments: Object.fromEntries(done.map((id) => [id, { metrics: {}, updatedAt: DAY }])),
    interactions: [],
    app: {
      accountType: person.accountType,
      role: null,
      researchAssessments: person.research === undefined ? [] : [person.research],
      cohort: null,
      termsAgreement: person.consented,
      guardianEmail: null,
      legalAge: null,
    },
    auth: { currentSessionAuthMethod: 'email', currentSessionAuthVerified: person.verified },
  }
}

/** Queries that rules ask for are tried with and without a value. */
function queriesOf(catalog: Catalog, route: string): Record<string, string>[] {
  const asked = new Set<string>()
  for (const flow of catalog.all('flow')) for (const match of JSON.stringify(flow.rows).matchAll(/route\.query\.([A-Za-z_]+)/g)) asked.add(match[1]!)
  const names = [...asked].filter((name) => !FORBIDDEN_KEYS.has(name) && route === 'oauthCallback')
  return [{}, ...names.map((name) => ({ [name]: 'x' }))]
}

/** Values for the parameters of a path. A parameter that a rule compares with fixed values is tried with each of them. */
function paramsOf(catalog: Catalog, path: string): Record<string, string>[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name!)
  if (names.length === 0) return [{}]
  const base = Object.fromEntries(names.map((name) => [name, 'x']))
  const values = names.flatMap((name) => {
    const found = new Set<string>()
    for (const flow of catalog.all('flow')) {
      for (const match of JSON.stringify(flow.rows).matchAll(new RegExp(`\\{"var":"route\\.params\\.${name}"\\},"([^"]+)"`, 'g'))) found.add(match[1]!)
    }
    return [...found].map((value) => ({ ...base, [name]: value }))
  })
  return [base, ...values]
}

/** A configuration as it is, and with the settings turned over that the tables ask for: a tenant may change them. */
function variants(catalog: Catalog, config: ConfigDocument): ConfigDocument[] {
  const tables = JSON.stringify(catalog.all('flow').map(({ rows }) => rows))
  const turned = [config]
  if (tables.includes('config.defaultTermsConsent')) turned.push({ ...config, defaultTermsConsent: !config.defaultTermsConsent })
  if (tables.includes('config.authProviders.basic')) turned.push({ ...config, authProviders: { ...config.authProviders, basic: !config.authProviders['basic'] } })
  // What is switched off today may be switched on tomorrow, and a row that waits for it is not dead.
  if (Object.values(config.features).includes(false)) turned.push({ ...config, features: {} })
  return turned
}

/** @returns loops, dead rows and unreachable pages, each with the person and the chain that shows it */
export function checkModel(catalog: Catalog): Problem[] {
  const problems: Problem[] = []
  const fired = new Set<string>()
  const reached = new Set<string>()
  const reported = new Set<string>()
  const asked = askedVariables(catalog)
  const alike = groupRoutes(catalog).map((routes) => ({ routes, locations: locationsOf(catalog, routes[0]!) }))
  for (const config of catalog.all('config').flatMap((each) => variants(catalog, each))) {
    const seen = new Set<string>()
    for (const persona of personas(catalog, config)) {
      const scope = buildScope(catalog, persona.world)
      if (scope.stage) fired.add(`stage:${scope.stage}`)
      // Whom the tables cannot tell apart, they treat alike.
      const key = JSON.stringify([asked.map((path) => read(scope, path) ?? null), Object.values(scope.feature).map(({ access }) => access)])
      if (seen.has(key)) continue
      seen.add(key)
      const walk = walker(catalog, scope, fired)
      for (const {
        routes: [first, ...others],
        locations,
      } of alike) {
        for (const location of locations) {
          const chain = walk(location)
          if (chain.length <= MAX_REDIRECTS + 1) {
            reached.add(chain.at(-1)!)
            if (chain.length === 1) others.forEach(({ id }) => reached.add(id))
            continue
          }
          const loop = `${config.id}:${chain.slice(-2).sort().join()}`
          if (reported.has(loop)) continue
          reported.add(loop)
          problems.push({
            code: 'model/redirect-loop',
            document: `route-group/${first!.group}`,
            pointer: `/routes/${first!.id}`,
            severity: 'error',
            message: `${persona.name} (${config.id}) is sent round in circles, more than ${MAX_REDIRECTS} times: ${chain.join(' -> ')}`,
          })
        }
      }
    }
  }
  for (const route of catalog.routes.values()) {
    if (!reached.has(route.id) && !route.redirect && !isSwitchedOff(catalog, route))
      problems.push({ code: 'model/unreachable', document: `route-group/${route.group}`, pointer: `/routes/${route.id}`, message: `nobody can ever reach "${route.id}"`, severity: 'error' })
  }
  for (const id of ['navigation-guard', 'onboarding', 'report-redirect']) {
    const flow = catalog.get('flow', id)
    for (const row of flow?.rows ?? []) {
      if (!fired.has(`${id}#${row.id}`))
        problems.push({ code: 'model/dead-row', document: nameOf(flow!), pointer: `/rows/${row.id}`, message: `the row "${row.id}" never decides anything`, severity: 'error' })
    }
  }
  for (const row of catalog.get('flow', 'app-stage')?.rows ?? []) {
    if ('stage' in row.then && !fired.has(`stage:${row.then.stage}`))
      problems.push({ code: 'model/dead-row', document: 'flow/app-stage', pointer: `/rows/${row.id}`, message: `nobody is ever in stage "${row.then.stage}"`, severity: 'error' })
  }
  return problems
}

/** Nobody has the feature of this page, and somebody wanted it so: it is in no plan. */
function isSwitchedOff(catalog: Catalog, { guard, feature }: GroupedRoute): boolean {
  const checked = guard === 'none' ? undefined : (guard ?? feature)
  return checked !== undefined && catalog.feature(checked)?.allow.length === 0
}

/** Follows redirects for one person; what was looked at once is not decided again. Longer chains than allowed are loops. */
function walker(catalog: Catalog, scope: Scope, fired: Set<string>): (start: Location) => string[] {
  const known = new Map<string, { route: string; next: Location | null }>()
  const look = (at: Location): { route: string; next: Location | null } => {
    const key = at.path + queryText(at.query)
    let step = known.get(key)
    if (step === undefined) {
      const { route, decision, by, next } = stepFrom(catalog, scope, at)
      for (const each of [decision, ...by]) if (each) fired.add(`${each.flow}#${each.row}`)
      step = { route: route.id, next }
      known.set(key, step)
    }
    return step
  }
  return (start) => {
    const chain: string[] = []
    let at: Location | null = start
    while (at !== null && chain.length <= MAX_REDIRECTS + 1) {
      const step = look(at)
      chain.push(step.route)
      at = step.next
    }
    return chain
  }
}

/** Everything outside of the route that decision tables ask for. */
function askedVariables(catalog: Catalog): string[] {
  const found = new Set<string>()
  for (const flow of catalog.all('flow')) for (const row of flow.rows) variablesOf(row.when as Rule, catalog.book.named, found)
  return [...found].filter((path) => !path.startsWith('route.'))
}

/** Routes that the tables cannot tell apart stand in one group; the first of it is walked for all. */
function groupRoutes(catalog: Catalog): GroupedRoute[][] {
  const tables = JSON.stringify(catalog.all('flow').map(({ rows }) => rows))
  const groups = new Map<string, GroupedRoute[]>()
  for (const route of catalog.routes.values()) {
    const { class: kind, group, stages, needs, guard, feature, assessment, redirect } = route
    const byName = tables.includes(`"${route.id}"`) || redirect !== undefined ? route.id : ''
    const key = JSON.stringify([kind, group, stages, needs, guard ?? feature, assessment, byName])
    const alike = groups.get(key)
    if (alike) alike.push(route)
    else groups.set(key, [route])
  }
  return [...groups.values()]
}

function locationsOf(catalog: Catalog, route: GroupedRoute): { path: string; query: Record<string, string> }[] {
  return paramsOf(catalog, route.path).flatMap((params) => queriesOf(catalog, route.id).map((query) => ({ path: route.path === '*' ? '/no/such/page' : pathTo(route, params), query })))
}
