/**
 * Who may call what: every demo account at every call, and every page with the calls that it makes
 * (spec 6; product contract).
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourcesOf } from '#app/sources.ts'
import type { DocumentOf, NodeDocument } from '#engine/documents/kinds.ts'
import { navigate } from '#engine/decide/navigate.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { NO_ONBOARDING, type User } from '#engine/rules/scope.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { readDemo, seedDemo } from '#server/start/demo.ts'
import { catalog } from '#tests/support/documents.ts'
import { buildServer, Client, type TestServer } from '#tests/support/server.ts'

const HOSTS = { demo: 'localhost', pluggedin: 'pluggedin.localhost' } as const
type Tenant = keyof typeof HOSTS
const NOBODY = 'nobody'
/** In each tenant's default language. */
const LOG_IN = { demo: 'Please log in first.', pluggedin: 'Meld asseblief eers aan.' } as const

let server: TestServer
const clients = new Map<string, Client>()
beforeAll(async () => {
  server = await buildServer()
  await seedDemo(server.context)
  const { password, items } = readDemo(server.context.options.contentDir)
  for (const tenant of Object.keys(HOSTS) as Tenant[]) {
    clients.set(`${NOBODY}@${tenant}`, new Client(server.app, HOSTS[tenant]))
    for (const { name, tenants = [tenant] } of items) {
      if (!tenants.includes(tenant)) continue
      const client = new Client(server.app, HOSTS[tenant])
      const response = await client.post('auth/login', {
        email: `${name}@${tenant}.test`,
        password,
      })
      if (response.status !== 200) throw new Error(response.text)
      clients.set(`${name}@${tenant}`, client)
    }
  }
})
afterAll(async () => {
  // Other tests must find the accounts as they were seeded.
  await server.context.database.owner(null, (tx) =>
    tx.run({
      compile: () =>
        sql`DELETE FROM attempts WHERE state = 'open' AND user_id IN (SELECT id FROM users WHERE email LIKE '%@demo.test' OR email LIKE '%@pluggedin.test')`.compile(
          sqlBuilder,
        ),
    }),
  )
  await server.close()
})

// ---- the accounts -----------------------------------------------------------------------------------------------------

type Stage = 'onboarding' | 'research' | 'workerType' | 'fullAccess'
const EVERYTHING = catalog.features.map(({ id }) => id)
const STARTER = [
  'Profile',
  'Cv',
  'CareerExplorer',
  'CareerMatches',
  'ResourcesExplorer',
  'WorkerTypeReport',
]
const ONLY = ['WorkerTypeReport', 'EntrepreneurReport', 'ValueScalesReport', 'LearningStylesReport']
const BEHAVIOUR = [...ONLY, 'PersonalityReport', 'EmotionalIntelligenceReport']

/** What the contract's tables say about the accounts, written out independently. */
const PERSONAS: Readonly<
  Record<
    string,
    {
      stage: Stage
      has: readonly string[]
      research?: boolean
      role?: string
      all?: boolean
      /** May have a result before a plan, in a tenant that offers it. */
      first?: boolean
      /** The tenant offers that, so no plan has to be bought for it. */
      offered?: boolean
      /** In this tenant alone. */
      only?: string
    }
  >
> = {
  free: { stage: 'onboarding', has: [], first: true },
  new: { stage: 'onboarding', has: [] },
  lite: { stage: 'workerType', has: STARTER },
  plus: { stage: 'workerType', has: EVERYTHING },
  only: { stage: 'workerType', has: ONLY },
  commit: { stage: 'fullAccess', has: EVERYTHING },
  behaviour: { stage: 'fullAccess', has: BEHAVIOUR },
  behaviourplus: { stage: 'fullAccess', has: [...BEHAVIOUR, 'CognitiveAbilityReport'] },
  research: { stage: 'research', has: EVERYTHING, research: true },
  done: { stage: 'fullAccess', has: EVERYTHING, all: true },
  viewer: { stage: 'fullAccess', has: EVERYTHING, role: 'viewer' },
  editor: { stage: 'fullAccess', has: EVERYTHING, role: 'editor' },
  publisher: { stage: 'fullAccess', has: EVERYTHING, role: 'publisher' },
  experimenter: { stage: 'fullAccess', has: EVERYTHING, role: 'experimenter' },
  operator: { stage: 'fullAccess', has: EVERYTHING, role: 'operator', only: 'demo' },
  owner: { stage: 'fullAccess', has: EVERYTHING, role: 'owner' },
}
type Persona = (typeof PERSONAS)[string]
type Expected = string | { code: string; feature: string; upgrade: boolean }

// ---- the calls --------------------------------------------------------------------------------------------------------

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  route: string
  body?: unknown
  allowed: string
  signedOut?: string
  decide?: (persona: Persona) => Expected | null
}

/** Refused by stage, by feature, or not at all: what the contract says about No access. */
function needs(
  feature: string | null,
  stages: readonly Stage[] = ['fullAccess'],
): (persona: Persona) => Expected | null {
  return ({ stage, has, first }) => {
    // Where a result comes first, careers are what the plan has.
    const isFirst = first === true && feature?.startsWith('Career') === true
    if (!stages.includes(stage) && !isFirst)
      return feature === null
        ? 'access/stage'
        : { code: 'access/stage', feature, upgrade: !has.includes(feature) }
    return feature === null || has.includes(feature)
      ? null
      : { code: 'access/plan', feature, upgrade: true }
  }
}

/**
 * Before the worker type result exists, other assessments get access/stage, except those on a
 * research user's list.
 */
function takes(
  assessment: string,
  feature: string | null,
  listed: boolean,
): (persona: Persona) => Expected | null {
  return ({ stage, has, research, first, offered }) => {
    if (research && listed) return null
    if (first && assessment === 'holland_code') return null
    if (feature === null) return 'access/off'
    const closed =
      stage === 'onboarding' || (assessment !== 'holland_code' && stage !== 'fullAccess')
    const isOpen = offered && assessment === 'holland_code'
    if (closed) return { code: 'access/stage', feature, upgrade: !has.includes(feature) && !isOpen }
    return has.includes(feature) ? null : { code: 'access/plan', feature, upgrade: true }
  }
}

const reads =
  (feature: string) =>
  ({ stage, has, all }: Persona): Expected | null => {
    if (stage !== 'fullAccess')
      return { code: 'access/stage', feature, upgrade: !has.includes(feature) }
    return has.includes(feature)
      ? all === true
        ? '200'
        : null
      : { code: 'access/plan', feature, upgrade: true }
  }

/** The second tenant keeps to the letter of the specification: no result before a plan. */
const asIn = (tenant: Tenant, persona: Persona): Persona =>
  tenant === 'demo' ? { ...persona, offered: true } : { ...persona, first: false }

/** The console is decided by role alone, in every stage. */
const roles =
  (...of: readonly string[]) =>
  ({ role }: Persona): Expected | null =>
    role !== undefined && of.includes(role) ? null : 'access/role'
const EXPERIMENTERS = roles('experimenter', 'owner')
const READERS = roles('viewer', 'editor', 'publisher', 'experimenter', 'owner')
const EDITORS = roles('editor', 'publisher', 'owner')
const PUBLISHERS = roles('publisher', 'owner')
const OWNERS = roles('owner')
const OPERATORS = roles('operator')

const open = (path: string, allowed = '200'): Call => ({
  method: 'GET',
  path,
  route: path.replace(/\?.*/, ''),
  allowed,
  signedOut: allowed,
})
const own = (method: Call['method'], path: string, body: unknown, allowed: string): Call => ({
  method,
  path,
  route: path,
  body,
  allowed,
})
const ATTEMPT = '0190a0b0-0000-7000-8000-00000000abcd'
const NO_PICTURE = '0'.repeat(20)
const NO_RELEASE = '0190a0b0-0000-7000-8000-00000000dcba'
const ANSWER = { item: 'R_1', value: 1, ms: 1, at: '2026-11-21T08:00:00Z' }

/**
 * Requests that change nothing: permitted users are told what is wrong with them, or get a result.
 */
const CALLS: readonly Call[] = [
  open('app-configuration'),
  open('auth/ping'),
  open('school-curricula'),
  open('plans'),
  open('health'),
  open('ready'),
  open('metrics'),
  open('docs'),
  open('help'),
  { ...open('help/account-help'), route: 'help/{slug}' },
  { ...open('auth/providers/azure-ad', '302'), route: 'auth/providers/{provider}' },
  {
    ...open('auth/providers/azure-ad/callback', '302'),
    route: 'auth/providers/{provider}/callback',
  },
  ...['documents', 'bundles', 'validators', 'themes'].map((kind) => ({
    ...open(`${kind}/0000000000.json`, 'request/not-found'),
    route: `${kind}/{file}`,
  })),
  open('demo/outbox?to=nobody@school.test'),
  { ...own('GET', 'auth/get-user', undefined, '200'), signedOut: '204' },
  { ...own('POST', 'auth/signup', {}, 'request/invalid'), signedOut: 'request/invalid' },
  { ...own('POST', 'auth/login', {}, 'request/invalid'), signedOut: 'request/invalid' },
  { ...own('POST', 'auth/recover', { no: 1 }, 'request/invalid'), signedOut: 'request/invalid' },
  { ...own('POST', 'auth/recover/confirm', {}, 'request/invalid'), signedOut: 'request/invalid' },
  { ...own('POST', 'csp-reports', {}, '204'), signedOut: '204' },
  own('POST', 'auth/verify', {}, 'request/invalid'),
  own('POST', 'auth/password', {}, 'request/invalid'),
  own('POST', 'auth/address', {}, 'request/invalid'),
  own('GET', 'auth/sessions', undefined, '200'),
  own('GET', 'auth/second-factor', undefined, '200'),
  own('POST', 'auth/second-factor', { no: 1 }, 'request/invalid'),
  own('POST', 'auth/second-factor/confirm', {}, 'request/invalid'),
  own('POST', 'auth/second-factor/recovery', {}, 'request/invalid'),
  own('DELETE', 'auth/second-factor', {}, 'request/invalid'),
  {
    ...own('POST', 'auth/second-factor/check', { code: '123456' }, 'login/expired'),
    signedOut: 'login/expired',
  },
  own('GET', 'auth/passkeys', undefined, '200'),
  own('POST', 'auth/passkeys/options', { no: 1 }, 'request/invalid'),
  own('POST', 'auth/passkeys', {}, 'request/invalid'),
  {
    ...own('DELETE', 'auth/passkeys/none', undefined, 'request/not-found'),
    route: 'auth/passkeys/{id}',
  },
  { ...own('POST', 'auth/passkeys/login/options', {}, '200'), signedOut: '200' },
  { ...own('POST', 'auth/passkeys/login', {}, 'request/invalid'), signedOut: 'request/invalid' },
  {
    ...own('DELETE', 'auth/sessions/none', undefined, 'request/not-found'),
    route: 'auth/sessions/{id}',
  },
  own('GET', 'users/me/export', undefined, '200'),
  {
    // Somebody who has neither a report nor a CV has nothing to put into it.
    ...own('GET', 'users/me/file', undefined, 'report/not-taken'),
    decide: ({ stage }) => (stage === 'fullAccess' ? '200' : null),
  },
  own('PUT', 'users/birth-date', {}, 'request/invalid'),
  own('GET', 'guardian', undefined, '200'),
  own('POST', 'guardian/requests', { address: 'a@b.test' }, 'guardian/not-needed'),
  {
    ...open('guardian/requests/no-such-token', 'request/not-found'),
    route: 'guardian/requests/{token}',
  },
  ...(
    [
      ['answer', { agrees: true, version: 1 }],
      ['withdraw', { erase: true }],
    ] as const
  ).map(([what, body]) => ({
    ...own('POST', `guardian/requests/no-such-token/${what}`, body, 'request/not-found'),
    route: `guardian/requests/{token}/${what}`,
    signedOut: 'request/not-found',
  })),
  own('PUT', 'users/consents', {}, 'request/invalid'),
  own('PUT', 'users/school-curriculum', {}, 'request/invalid'),
  own('POST', 'users/interactions', {}, 'request/invalid'),
  ...(['POST', 'PUT', 'PATCH'] as const).map((method) => ({
    ...own(method, 'users/no-such-section', { a: 1 }, 'profile/unknown-section'),
    route: 'users/{section}',
  })),
  {
    ...own('PUT', 'users/order/no-such-section', { order: [] }, 'profile/unknown-section'),
    route: 'users/order/{section}',
  },
  {
    ...own('DELETE', 'users/no-such-section/x', undefined, 'profile/unknown-section'),
    route: 'users/{section}/{id}',
  },
  ...(['PUT', 'DELETE'] as const).map((method) => ({
    ...own(method, 'users/entries/names/x/y/z', undefined, 'profile/unknown-section'),
    route: 'users/entries/{section}/{list}/{member}/{id}',
  })),
  own('GET', 'assessments', undefined, '200'),
  {
    ...own('POST', 'assessments/holland_code/attempts', {}, '20x'),
    route: 'assessments/{id}/attempts',
    decide: takes('holland_code', 'WorkerTypeReport', true),
  },
  ...(
    [
      ['big_5', 'PersonalityReport', true],
      ['entrepreneurial_intent', 'EntrepreneurReport', true],
      ['managing_emotion', 'EmotionalIntelligenceReport', true],
      ['value_scales', 'ValueScalesReport', false],
      ['learning_styles', 'LearningStylesReport', false],
      ['perceiving_emotion', 'EmotionalIntelligenceReport', false],
      ['maze', 'CognitiveAbilityReport', false],
      ['ipip', null, true],
      ['interests', null, true],
      ['stem_b', null, true],
      ['steu_b', null, true],
    ] as const
  ).map(([id, feature, listed]) => ({
    ...own('POST', `assessments/${id}/attempts`, {}, '20x'),
    route: 'assessments/{id}/attempts',
    decide: takes(id, feature, listed),
  })),
  {
    ...own('POST', 'assessments/no-such/score', { answers: {} }, 'assessment/unknown'),
    route: 'assessments/{id}/score',
    signedOut: 'assessment/unknown',
  },
  {
    ...own('PUT', `attempts/${ATTEMPT}/answers`, { answers: [ANSWER] }, 'attempt/unknown'),
    route: 'attempts/{attempt}/answers',
  },
  {
    ...own('PUT', `attempts/${ATTEMPT}/log`, { level: 1, events: [[0, 'x']] }, 'attempt/unknown'),
    route: 'attempts/{attempt}/log',
  },
  {
    ...own('POST', `attempts/${ATTEMPT}/complete`, {}, 'attempt/unknown'),
    route: 'attempts/{attempt}/complete',
  },
  {
    ...own('GET', 'reports/worker-type', undefined, 'report/not-taken'),
    route: 'reports/{report}',
    // No plan has to open it, so none is offered.
    decide: ({ stage, first }) =>
      stage === 'fullAccess'
        ? '200'
        : stage === 'workerType' || first
          ? null
          : { code: 'access/stage', feature: 'WorkerTypeReport', upgrade: false },
  },
  ...(
    [
      ['entrepreneurship', 'EntrepreneurReport'],
      ['personality-guide', 'PersonalityReport'],
      ['value-scales', 'ValueScalesReport'],
      ['learning-styles', 'LearningStylesReport'],
      ['emotional-intelligence', 'EmotionalIntelligenceReport'],
      ['cognitive-ability', 'CognitiveAbilityReport'],
    ] as const
  ).map(([report, feature]) => ({
    ...own('GET', `reports/${report}`, undefined, 'report/not-taken'),
    route: 'reports/{report}',
    decide: reads(feature),
  })),
  {
    ...own('GET', 'reports/value-scales/file', undefined, 'report/not-taken'),
    route: 'reports/{report}/file',
    decide: reads('ValueScalesReport'),
  },
  ...['careers', 'careers/favourites'].map((path) => ({
    ...own('GET', path, undefined, '200'),
    decide: needs('CareerExplorer'),
  })),
  { ...own('GET', 'careers/matches', undefined, '200'), decide: needs('CareerMatches') },
  {
    ...own('GET', 'careers/compare?ids=11-1011.00', undefined, '200'),
    route: 'careers/compare',
    decide: needs('CareerExplorer'),
  },
  {
    ...own('GET', 'careers/11-1011.00', undefined, '200'),
    route: 'careers/{id}',
    decide: needs('CareerExplorer'),
  },
  {
    ...own('GET', 'catalogue?search=nurse', undefined, '200'),
    route: 'catalogue',
    decide: needs(null),
  },
  {
    ...own('GET', 'catalogue/institutions', undefined, '200'),
    route: 'catalogue/{type}',
    decide: needs('TertiaryInstitutionExplorer'),
  },
  {
    ...own('GET', 'catalogue/resources', undefined, '200'),
    route: 'catalogue/{type}',
    decide: needs('ResourcesExplorer'),
  },
  {
    ...own('GET', 'catalogue/bursaries/nsfas-bursary', undefined, '200'),
    route: 'catalogue/{type}/{id}',
    decide: needs('BursariesExplorer'),
  },
  {
    ...own('GET', 'subject-choices/careers', undefined, '200'),
    decide: needs('SubjectChoiceExplorer'),
  },
  {
    ...own('GET', 'subject-choices/subjects/nsc-history/careers', undefined, '200'),
    route: 'subject-choices/subjects/{id}/careers',
    decide: needs('SubjectChoiceExplorer'),
  },
  { ...own('GET', 'users/favourites', undefined, '200'), decide: needs(null) },
  { ...own('GET', 'users/seen', undefined, '200'), decide: needs(null) },
  {
    ...own('PUT', 'users/favourites/careers/no-such-career', undefined, 'request/not-found'),
    route: 'users/favourites/{type}/{id}',
    decide: needs(null),
  },
  {
    ...own('DELETE', 'users/favourites/careers/no-such-career', undefined, '200'),
    route: 'users/favourites/{type}/{id}',
    decide: needs(null),
  },
  {
    ...own(
      'POST',
      'users/cv/hide-section',
      { section: 'no-such-section', hide: true },
      'profile/unknown-section',
    ),
    decide: needs('Cv'),
  },
  {
    ...own('PUT', 'users/cv/order', { order: ['no spaces'] }, 'request/invalid'),
    decide: needs('Cv'),
  },
  {
    ...own('GET', 'users/cv/file?format=txt&layout=no-such-layout', undefined, 'request/not-found'),
    route: 'users/cv/file',
    decide: needs('Cv'),
  },
  { ...own('POST', 'users/cv/import', {}, 'request/invalid'), decide: needs('Cv') },
  {
    ...own('GET', 'users/cv?layout=no-such-layout', undefined, 'request/not-found'),
    route: 'users/cv',
    decide: needs('Cv'),
  },
  { ...own('GET', 'users/cv/shares', undefined, '200'), decide: needs('Cv') },
  { ...own('POST', 'users/cv/shares', {}, 'request/invalid'), decide: needs('Cv') },
  {
    ...own('DELETE', `users/cv/shares/${ATTEMPT}`, undefined, 'request/not-found'),
    route: 'users/cv/shares/{id}',
    decide: needs('Cv'),
  },
  own('POST', 'plans/redeem', {}, 'request/invalid'),
  own('POST', 'plans/checkout', {}, 'request/invalid'),
  {
    ...own('GET', 'plans/coupon?code=NO-SUCH-COUPON&plan=power', undefined, 'coupon/unknown'),
    route: 'plans/coupon',
  },
  own('GET', 'plans/requests', undefined, '200'),
  own('POST', 'plans/requests', {}, 'request/invalid'),
  {
    ...own('DELETE', `plans/requests/${ATTEMPT}`, undefined, 'request/not-found'),
    route: 'plans/requests/{id}',
  },
  { ...open('plans/requests/x', 'request/not-found'), route: 'plans/requests/{token}' },
  {
    ...own('POST', 'plans/requests/x/checkout', {}, 'request/not-found'),
    route: 'plans/requests/{token}/checkout',
    signedOut: 'request/not-found',
  },
  own('GET', 'payments', undefined, '200'),
  {
    ...own('GET', `payments/${ATTEMPT}`, undefined, 'request/not-found'),
    route: 'payments/{id}',
  },
  {
    ...own('POST', `payments/${ATTEMPT}/check`, {}, 'request/not-found'),
    route: 'payments/{id}/check',
  },
  {
    ...own('POST', 'payments/paystack/webhook', {}, 'payment/forged'),
    route: 'payments/{provider}/webhook',
    signedOut: 'payment/forged',
  },
  { ...open(`demo/payments/${ATTEMPT}`, 'request/not-found'), route: 'demo/payments/{id}' },
  {
    ...own('POST', `demo/payments/${ATTEMPT}`, { outcome: 'paid' }, 'request/not-found'),
    route: 'demo/payments/{id}',
    signedOut: 'request/not-found',
  },
  { ...own('POST', 'events', {}, 'request/invalid'), signedOut: 'request/invalid' },
  { ...own('POST', 'errors', {}, 'request/invalid'), signedOut: 'request/invalid' },
  { ...open('images/x', 'request/not-found'), route: 'images/{file}' },
  ...[
    'documents',
    'names',
    'widgets',
    'changes',
    'releases',
    'upgrade',
    'users',
    'audit',
    'coupons',
    'providers',
    'keys',
    'comments',
    'approvals',
    'scheduled',
    'limits',
  ].map((path) => ({ ...own('GET', `admin/${path}`, undefined, '200'), decide: READERS })),
  {
    ...own('GET', 'admin/documents/menu/main', undefined, '200'),
    route: 'admin/documents/{kind}/{id}',
    decide: READERS,
  },
  { ...own('POST', 'admin/explain', {}, 'request/invalid'), decide: READERS },
  { ...own('POST', 'admin/rules/try', {}, 'request/invalid'), decide: READERS },
  { ...own('POST', 'admin/check', {}, '200'), decide: READERS },
  {
    ...own('PUT', 'admin/drafts/menu/main', {}, 'draft/if-match'),
    route: 'admin/drafts/{kind}/{id}',
    decide: EDITORS,
  },
  {
    ...own('DELETE', 'admin/drafts/menu/main', undefined, 'draft/unknown'),
    route: 'admin/drafts/{kind}/{id}',
    decide: EDITORS,
  },
  {
    ...own('GET', 'admin/comments/menu/main', undefined, '200'),
    route: 'admin/comments/{kind}/{id}',
    decide: READERS,
  },
  {
    ...own('POST', 'admin/comments/menu/main', {}, 'request/invalid'),
    route: 'admin/comments/{kind}/{id}',
    decide: EDITORS,
  },
  {
    ...own('PUT', `admin/comments/${NO_RELEASE}/resolved`, { resolved: true }, 'comment/unknown'),
    route: 'admin/comments/{id}/resolved',
    decide: EDITORS,
  },
  { ...own('POST', 'admin/approvals', {}, 'request/invalid'), decide: EDITORS },
  {
    ...own('POST', `admin/approvals/${NO_RELEASE}/approve`, undefined, 'approval/unknown'),
    route: 'admin/approvals/{id}/approve',
    decide: PUBLISHERS,
  },
  {
    ...own('POST', `admin/approvals/${NO_RELEASE}/return`, {}, 'request/invalid'),
    route: 'admin/approvals/{id}/return',
    decide: PUBLISHERS,
  },
  {
    ...own('DELETE', `admin/approvals/${NO_RELEASE}`, undefined, 'approval/unknown'),
    route: 'admin/approvals/{id}',
    decide: READERS,
  },
  { ...own('POST', 'admin/scheduled', {}, 'request/invalid'), decide: PUBLISHERS },
  {
    ...own('POST', `admin/scheduled/${NO_RELEASE}/publish`, undefined, 'schedule/unknown'),
    route: 'admin/scheduled/{id}/publish',
    decide: PUBLISHERS,
  },
  {
    ...own('DELETE', `admin/scheduled/${NO_RELEASE}`, undefined, 'schedule/unknown'),
    route: 'admin/scheduled/{id}',
    decide: EDITORS,
  },
  {
    ...own('GET', 'admin/places?text=menu.home', undefined, '200'),
    route: 'admin/places',
    decide: READERS,
  },
  {
    ...own('GET', 'admin/search?text=home', undefined, '200'),
    route: 'admin/search',
    decide: READERS,
  },
  {
    ...own('GET', 'admin/uses?document=screen/home', undefined, '200'),
    route: 'admin/uses',
    decide: READERS,
  },
  {
    ...own('GET', 'admin/completeness?language=af', undefined, '200'),
    route: 'admin/completeness',
    decide: READERS,
  },
  {
    ...own('GET', 'admin/recipes/page', undefined, '200'),
    route: 'admin/recipes/{recipe}',
    decide: READERS,
  },
  {
    ...own('POST', 'admin/recipes/page/check', {}, 'request/invalid'),
    route: 'admin/recipes/{recipe}/check',
    decide: EDITORS,
  },
  {
    ...own('POST', 'admin/recipes/page', { form: {} }, 'draft/if-match'),
    route: 'admin/recipes/{recipe}',
    decide: EDITORS,
  },
  {
    ...own('POST', `admin/recipes/undo/${NO_RELEASE}`, undefined, 'draft/unknown'),
    route: 'admin/recipes/undo/{id}',
    decide: EDITORS,
  },
  { ...own('GET', 'admin/content', undefined, '200'), decide: READERS },
  {
    ...own('GET', 'admin/content/institutions', undefined, '200'),
    route: 'admin/content/{type}',
    decide: READERS,
  },
  {
    ...own('GET', 'admin/content/institutions/export', undefined, '200'),
    route: 'admin/content/{type}/export',
    decide: READERS,
  },
  {
    ...own('PUT', 'admin/content/institutions/x', { shown: 1 }, 'request/invalid'),
    route: 'admin/content/{type}/{id}',
    decide: EDITORS,
  },
  {
    ...own('DELETE', 'admin/content/institutions/x', undefined, 'request/not-found'),
    route: 'admin/content/{type}/{id}',
    decide: EDITORS,
  },
  {
    ...own('GET', 'admin/content/institutions/import', undefined, '200'),
    route: 'admin/content/{type}/import',
    decide: READERS,
  },
  {
    ...own('POST', 'admin/content/institutions/import', {}, 'content/problems'),
    route: 'admin/content/{type}/import',
    decide: EDITORS,
  },
  {
    ...own('POST', 'admin/content/institutions/undo', {}, 'content/no-import'),
    route: 'admin/content/{type}/undo',
    decide: EDITORS,
  },
  { ...own('GET', 'admin/newcomers', undefined, '200'), decide: READERS },
  { ...own('GET', 'admin/reports', undefined, '200'), decide: EDITORS },
  {
    ...own('PATCH', 'admin/reports/institutions/x', { handled: true }, 'request/not-found'),
    route: 'admin/reports/{type}/{id}',
    decide: EDITORS,
  },
  { ...own('POST', 'admin/images', {}, 'request/invalid'), decide: EDITORS },
  { ...own('GET', 'admin/pictures', undefined, '200'), decide: READERS },
  {
    ...own('PATCH', `admin/pictures/${NO_PICTURE}`, { no: 1 }, 'request/invalid'),
    route: 'admin/pictures/{id}',
    decide: EDITORS,
  },
  {
    ...own('DELETE', `admin/pictures/${NO_PICTURE}`, undefined, 'request/not-found'),
    route: 'admin/pictures/{id}',
    decide: EDITORS,
  },
  {
    ...own('POST', `admin/pictures/${NO_PICTURE}/restore`, {}, 'request/not-found'),
    route: 'admin/pictures/{id}/restore',
    decide: EDITORS,
  },
  {
    ...own('POST', `admin/releases/${NO_RELEASE}/restore`, {}, 'release/unknown'),
    route: 'admin/releases/{id}/restore',
    decide: EDITORS,
  },
  {
    ...own('POST', 'admin/previews', {}, 'request/invalid'),
    decide: roles('editor', 'publisher', 'experimenter', 'owner'),
  },
  { ...own('POST', 'admin/releases', {}, 'request/invalid'), decide: PUBLISHERS },
  {
    ...own('POST', `admin/releases/${NO_RELEASE}/rollback`, {}, 'release/unknown'),
    route: 'admin/releases/{id}/rollback',
    decide: PUBLISHERS,
  },
  { ...own('POST', 'admin/upgrade', { no: 1 }, 'request/invalid'), decide: PUBLISHERS },
  { ...own('GET', 'admin/tenants', undefined, '200'), decide: OPERATORS },
  { ...own('POST', 'admin/tenants', {}, 'request/invalid'), decide: OPERATORS },
  {
    ...own('GET', 'admin/tenants/no-such', undefined, 'tenant/unknown'),
    route: 'admin/tenants/{tenant}',
    decide: OPERATORS,
  },
  {
    ...own('PATCH', 'admin/tenants/no-such', { state: 'open' }, 'tenant/unknown'),
    route: 'admin/tenants/{tenant}',
    decide: OPERATORS,
  },
  {
    ...own('POST', 'admin/tenants/no-such/verify', { host: 'a.test' }, 'tenant/unknown'),
    route: 'admin/tenants/{tenant}/verify',
    decide: OPERATORS,
  },
  { ...own('GET', 'admin/bundle', undefined, '200'), decide: OPERATORS },
  { ...own('POST', 'admin/bundle', {}, 'bundle/unreadable'), decide: OPERATORS },
  { ...own('POST', 'admin/vouchers', {}, 'request/invalid'), decide: OWNERS },
  { ...own('POST', 'admin/coupons', {}, 'request/invalid'), decide: OWNERS },
  {
    ...own('DELETE', 'admin/coupons/NO-SUCH-COUPON', undefined, 'request/not-found'),
    route: 'admin/coupons/{code}',
    decide: OWNERS,
  },
  { ...own('GET', 'admin/errors', undefined, '200'), decide: READERS },
  { ...own('GET', 'admin/instruments', undefined, '200'), decide: EXPERIMENTERS },
  ...['health', 'panel'].map((part) => ({
    ...own('GET', `admin/instruments/none/${part}`, undefined, 'request/not-found'),
    route: `admin/instruments/{id}/${part}`,
    decide: EXPERIMENTERS,
  })),
  { ...own('GET', 'admin/experiments', undefined, '200'), decide: READERS },
  ...['', '/results'].map((rest) => ({
    ...own('GET', `admin/experiments/none${rest}`, undefined, 'experiment/unknown'),
    route: `admin/experiments/{id}${rest}`,
    decide: READERS,
  })),
  { ...own('POST', 'admin/experiments', {}, 'request/invalid'), decide: EXPERIMENTERS },
  {
    ...own('PUT', 'admin/experiments/none', {}, 'request/invalid'),
    route: 'admin/experiments/{id}',
    decide: EXPERIMENTERS,
  },
  {
    ...own('GET', 'admin/experiments/none/export', undefined, 'experiment/unknown'),
    route: 'admin/experiments/{id}/export',
    decide: EXPERIMENTERS,
  },
  ...['ship', 'notes'].map((step) => ({
    ...own('POST', `admin/experiments/none/${step}`, {}, 'request/invalid'),
    route: `admin/experiments/{id}/${step}`,
    decide: EXPERIMENTERS,
  })),
  ...['start', 'pause', 'end', 'ask'].map((step) => ({
    ...own('POST', `admin/experiments/none/${step}`, {}, 'experiment/unknown'),
    route: `admin/experiments/{id}/${step}`,
    decide: EXPERIMENTERS,
  })),
  { ...own('GET', 'admin/vouchers', undefined, '200'), decide: OWNERS },
  {
    ...own('GET', `admin/vouchers/${NO_RELEASE}`, undefined, 'request/not-found'),
    route: 'admin/vouchers/{id}',
    decide: OWNERS,
  },
  {
    ...own('DELETE', `admin/vouchers/${NO_RELEASE}`, undefined, 'request/not-found'),
    route: 'admin/vouchers/{id}',
    decide: OWNERS,
  },
  { ...own('POST', 'admin/users', {}, 'request/invalid'), decide: OWNERS },
  {
    ...own('POST', `admin/users/${NO_RELEASE}/invitation/withdraw`, {}, 'request/invalid'),
    route: 'admin/users/{id}/invitation/withdraw',
    decide: OWNERS,
  },
  {
    ...own('PUT', `admin/users/${NO_RELEASE}/plan`, {}, 'request/invalid'),
    route: 'admin/users/{id}/plan',
    decide: OWNERS,
  },
  {
    ...own('PUT', `admin/users/${NO_RELEASE}/birth-date`, {}, 'request/invalid'),
    route: 'admin/users/{id}/birth-date',
    decide: OWNERS,
  },
  {
    ...own('DELETE', `admin/users/${NO_RELEASE}/second-factor`, {}, 'request/invalid'),
    route: 'admin/users/{id}/second-factor',
    decide: OWNERS,
  },
  {
    ...own('PUT', `admin/users/${NO_RELEASE}/role`, {}, 'request/invalid'),
    route: 'admin/users/{id}/role',
    decide: OWNERS,
  },
  {
    ...own('PUT', 'admin/providers/azure-ad/secret', { secret: 'x' }, 'provider/unknown'),
    route: 'admin/providers/{provider}/secret',
    decide: OWNERS,
  },
  {
    ...own('POST', 'admin/providers/azure-ad/try', undefined, 'provider/unknown'),
    route: 'admin/providers/{provider}/try',
    decide: OWNERS,
  },
  {
    ...own('DELETE', 'admin/providers/azure-ad/secret', undefined, '204'),
    route: 'admin/providers/{provider}/secret',
    decide: OWNERS,
  },
  {
    ...own('PUT', 'admin/keys/paystack', { secret: 'x' }, 'request/invalid'),
    route: 'admin/keys/{service}',
    decide: OWNERS,
  },
  {
    ...own('DELETE', 'admin/keys/paystack', undefined, '204'),
    route: 'admin/keys/{service}',
    decide: OWNERS,
  },
  {
    ...own('PUT', `admin/users/${NO_RELEASE}/cohort`, {}, 'request/invalid'),
    route: 'admin/users/{id}/cohort',
    decide: OWNERS,
  },
  {
    ...own('POST', 'admin/cohorts', {}, 'request/invalid'),
    decide: OWNERS,
  },
  { ...own('GET', 'admin/cohorts', undefined, '200'), decide: OWNERS },
  {
    ...own('GET', 'admin/research', undefined, '200'),
    decide: roles('experimenter', 'owner'),
  },
  {
    ...own('GET', 'admin/research/export', undefined, '200'),
    decide: roles('experimenter', 'owner'),
  },
]

/** Tested elsewhere, because they always change something. */
const ELSEWHERE = new Set(['get auth/logout', 'post auth/verify/resend', 'delete users/me'])

async function ask(
  client: Client,
  { method, path, body }: Call,
): Promise<{ outcome: string; body: Record<string, unknown> }> {
  const response = await client.send(method, path, body)
  return { outcome: response.body.code ?? String(response.status), body: response.body }
}

describe('the table of calls', () => {
  it('has every call that the server has', async () => {
    const { body } = await server.client().get('docs')
    const known = new Set([
      ...CALLS.map(({ method, route }) => `${method.toLowerCase()} ${route}`),
      ...ELSEWHERE,
    ])
    const there = Object.entries(body['paths'] as Record<string, Record<string, unknown>>).flatMap(
      ([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path.replace('/api/', '')}`),
    )
    expect(there.filter((call) => !known.has(call) && !call.startsWith('head '))).toEqual([])
  })
})

describe.each(Object.keys(HOSTS) as Tenant[])('in the tenant %s', (tenant) => {
  it('a signed-out visitor is told to log in wherever a session is needed, and is served elsewhere', async () => {
    const client = clients.get(`${NOBODY}@${tenant}`)!
    for (const call of CALLS) {
      const { outcome, body } = await ask(client, call)
      expect([call.method, call.path, outcome]).toEqual([
        call.method,
        call.path,
        call.signedOut ?? 'access/session',
      ])
      const refused = { code: 'access/session', message: LOG_IN[tenant] }
      expect(call.signedOut === undefined ? body : refused).toEqual(refused)
    }
  })

  it.each(Object.entries(PERSONAS).filter(([, { only }]) => (only ?? tenant) === tenant))(
    '%s may do what the plan and the stage open, and is told why not otherwise',
    async (name, persona) => {
      const client = clients.get(`${name}@${tenant}`)!
      // The console's computations take long; access to them is the same in every tenant.
      const calls =
        tenant === 'demo'
          ? CALLS
          : CALLS.filter(
              ({ path, decide }) =>
                !/^admin\/(?:changes|upgrade|check|names)$/.test(path) || decide!(persona) !== null,
            )
      const message: unknown = expect.any(String)
      const seen: unknown[] = []
      const wanted: unknown[] = []
      for (const call of calls) {
        const expected = call.decide?.(asIn(tenant, persona)) ?? null
        const { outcome, body } = await ask(client, call)
        const shown = `${name} ${call.method} ${call.path}`
        if (expected === null || expected === '200') {
          const allowed = expected ?? call.allowed
          const codes = allowed === '20x' ? ['200', '201'] : [allowed]
          seen.push([shown, codes.includes(outcome) ? 'allowed' : outcome])
          wanted.push([shown, 'allowed'])
        } else {
          const refused = typeof expected === 'string' ? { code: expected } : expected
          seen.push([shown, body])
          wanted.push([
            shown,
            {
              code: refused.code,
              message,
              ...('feature' in refused && { feature: refused.feature }),
              ...('upgrade' in refused && refused.upgrade && { upgrade: true }),
            },
          ])
        }
      }
      expect(seen).toEqual(wanted)
    },
  )
})

describe('the list of assessments', () => {
  it.each(Object.keys(PERSONAS))(
    'tells %s which can be begun, consistently with what happens on beginning each',
    async (name) => {
      const client = clients.get(`${name}@demo`)!
      const items = (await client.get('assessments')).body['items'] as {
        id: string
        available: boolean
      }[]
      expect(items.length).toBeGreaterThan(8)
      const begun: { id: string; available: boolean }[] = []
      for (const { id } of items)
        begun.push({
          id,
          available: (await client.post(`assessments/${id}/attempts`)).status < 300,
        })
      expect(items.map(({ id, available }) => ({ id, available }))).toEqual(begun)
    },
  )
})

// ---- pages ------------------------------------------------------------------------------------------------------------

const PARAMS: Readonly<Record<string, string>> = {
  section: 'colors',
  country: 'ZA',
  plan: 'power',
  name: 'x',
  slug: 'chief-executives',
  id: '11-1011.00',
  lesson: 'x',
  assessment: 'worker-type',
}

/** An existing record of each content type with a detail page. */
const RECORDS: Readonly<Record<string, string>> = {
  institutions: 'university-of-cape-town',
  bursaries: 'nsfas-bursary',
  courses: 'google-it-support-professional-certificate',
  'skill-providers': 'freecodecamp',
  resources: 'khetha-careerhelp',
  'upliftment-providers': 'sa-youth',
  'study-fields': '06',
  opportunities: 'sample-maths-tutor',
  subjects: 'nsc-history',
  lessons: 'how-nsfas-works',
}
const ofRecord = (path: string) =>
  path
    .replace(
      /^catalogue\/([\w-]+)\/.+$/,
      (_whole, type: string) => `catalogue/${type}/${RECORDS[type]}`,
    )
    .replace(/^subject-choices\/subjects\/[^/]+/, `subject-choices/subjects/${RECORDS['subjects']}`)

/** The actions of a page, besides showing its data, by the widgets that it has. */
function actionsOf(nodes: readonly NodeDocument[], user: User | null): Call[] {
  return nodes.flatMap((node): Call[] => {
    const props = node.props ?? {}
    const section = (id: string): Call[] => {
      const save = catalog.get('profile-section', id)?.save
      return save === undefined
        ? []
        : [own(save.method, `users/${save.route}`, {}, 'request/invalid')]
    }
    const calls = (): Call[] => {
      switch (node.type) {
        case 'section-form':
        case 'status-list':
          if (node.type === 'status-list' && props['of'] !== 'sections') return []
          if (typeof props['section'] === 'string') return section(props['section'])
          return catalog
            .all('profile-section')
            .filter(({ listed }) => listed !== false)
            .flatMap(({ id }) => section(id))
        case 'record-mark':
        case 'checklist':
        case 'set-picker':
          return section((props['keeps'] as { section: string }).section)
        case 'quiz':
        case 'assessment-intro':
          return [own('POST', `assessments/${String(props['assessment'])}/attempts`, {}, '201')]
        case 'collection':
        case 'record-cover':
        case 'record-links': {
          const { favourite } = { ...(props['card'] as object | undefined), ...props } as {
            favourite?: { type: string }
          }
          return favourite === undefined
            ? []
            : [own('DELETE', `users/favourites/${favourite.type}/no-such-record`, undefined, '200')]
        }
        case 'consent-form':
          return [own('PUT', 'users/consents', {}, 'request/invalid')]
        case 'choice-form':
          return [own('PUT', 'users/school-curriculum', {}, 'request/invalid')]
        case 'simple-form':
          return FORMS[String(props['action'])] ?? []
        default:
          return []
      }
    }
    return [...(user === null ? [] : calls()), ...actionsOf(node.children ?? [], user)]
  })
}

const FORMS: Readonly<Record<string, Call[]>> = {
  verify: [own('POST', 'auth/verify', {}, 'request/invalid')],
  redeem: [own('POST', 'plans/redeem', {}, 'request/invalid')],
  'password.change': [own('POST', 'auth/password', {}, 'request/invalid')],
  'address.change': [own('POST', 'auth/address', {}, 'request/invalid')],
}

describe('a page that a user may see has its calls allowed', () => {
  it.each(Object.keys(HOSTS) as Tenant[])(
    'in the tenant %s: every account at every route',
    async (tenant) => {
      const config = (await clients.get(`${NOBODY}@${tenant}`)!.get('app-configuration'))
        .body as unknown as DocumentOf<'config'>
      const curricula = Object.keys(
        (await clients.get(`${NOBODY}@${tenant}`)!.get('school-curricula')).body,
      )
      let pages = 0
      let calls = 0
      for (const name of [NOBODY, ...Object.keys(PERSONAS)]) {
        const client = clients.get(`${name}@${tenant}`)
        if (client === undefined) continue
        const response = await client.get('auth/get-user')
        const user = response.status === 204 ? null : (response.body as unknown as User)
        const asked = new Set<string>()
        for (const route of catalog.routes.values()) {
          const params = Object.fromEntries(
            [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, param]) => [param!, PARAMS[param!]!]),
          )
          const path = route.path === '*' ? '/no/such/page' : pathTo(route, params)
          const landing = navigate(
            catalog,
            {
              user,
              initialised: true,
              onboarding: NO_ONBOARDING,
              config,
              language: 'en',
              today: '2026-11-21',
              curricula,
            },
            { path, query: {} },
          )
          expect([name, path, landing.outcome]).toEqual([name, path, 'page'])
          const screen = landing.screen === null ? undefined : catalog.get('screen', landing.screen)
          expect(
            [name, path, screen?.kind],
            'every page that can be reached shows something',
          ).toEqual([name, path, 'screen'])
          if (landing.route.id === route.id) pages++
          const sources = Object.values(sourcesOf(screen!, landing.scope, catalog)).map(
            (source): Call => own('GET', ofRecord(source), undefined, '200'),
          )
          // Specimens show examples, and nothing on them is sent.
          const actions = screen!.id === 'theme' ? [] : actionsOf(screen!.children, user)
          for (const call of [...sources, ...actions]) {
            const key = `${call.method} ${call.path}`
            if (asked.has(key)) continue
            asked.add(key)
            calls++
            const { outcome } = await ask(client, call)
            expect([
              name,
              landing.path,
              key,
              /^(access\/|4\d\d|5\d\d|server\/|request\/(not-found|method))/.test(outcome)
                ? outcome
                : 'allowed',
            ]).toEqual([name, landing.path, key, 'allowed'])
          }
        }
      }
      expect(pages).toBeGreaterThan(300)
      expect(calls).toBeGreaterThan(100)
    },
  )

  it('and a page that the plan closes has its data closed too', async () => {
    for (const [name, path, call] of [
      ['behaviour', '/navigators/careers/all', 'careers'],
      ['behaviour', '/navigators/careers/matches', 'careers/matches'],
      ['lite', '/navigators/careers/all', 'careers'],
      ['new', '/reports/worker-type', 'reports/worker-type'],
      ['free', '/navigators/careers/matches', 'careers/matches'],
      ['research', '/reports/worker-type', 'reports/worker-type'],
      ['behaviour', '/reports/cognitive-ability', 'reports/cognitive-ability'],
    ] as const) {
      const client = clients.get(`${name}@demo`)!
      const user = (await client.get('auth/get-user')).body as unknown as User
      const landing = navigate(
        catalog,
        {
          user,
          initialised: true,
          onboarding: NO_ONBOARDING,
          config: catalog.get('config', 'default')!,
          language: 'en',
          today: '2026-11-21',
          curricula: null,
        },
        { path, query: {} },
      )
      expect([name, path, landing.path === path]).toEqual([name, path, false])
      expect([name, call, (await client.get(call)).status]).toEqual([name, call, 403])
    }
  })
})

// ---- previews -----------------------------------------------------------------------------------------------------------

describe('a visitor with a preview link and no account', () => {
  const console = CALLS.filter(({ path }) => path.startsWith('admin/'))

  it.each(
    Object.keys(PERSONAS).filter((name) => !['operator', undefined].includes(PERSONAS[name]!.role)),
  )('gets nothing from the console, even when imagined as a %s', async (role) => {
    const made = await clients.get('owner@demo')!.post('admin/previews', {
      persona: { plan: 'powerPlus', stage: 'fullAccess', country: 'ZA', language: 'en', role },
    })
    expect(made.status).toBe(201)
    const preview = { 'x-preview': (made.body['url'] as string).split('/')[2]! }
    const stranger = new Client(server.app, HOSTS.demo)
    expect(
      (await stranger.get('auth/get-user', preview)).body['app'],
      'the preview itself is there',
    ).toMatchObject({ role })
    expect(console.length).toBeGreaterThan(15)
    for (const { method, path, body } of console) {
      const response = await stranger.send(method, path, body, preview)
      expect([method, path, response.status], response.text.slice(0, 200)).toEqual([
        method,
        path,
        403,
      ])
      expect(response.text).not.toContain('@demo.test')
    }
  })

  it('leaves nothing stored, and is signed out elsewhere', async () => {
    const made = await clients.get('editor@demo')!.post('admin/previews', {
      persona: { plan: 'powerPlus', stage: 'fullAccess', country: 'ZA', language: 'en' },
    })
    const preview = { 'x-preview': (made.body['url'] as string).split('/')[2]! }
    const stranger = new Client(server.app, HOSTS.demo)
    for (const [method, path, body] of [
      ['PUT', 'users/consents', { marketing: true }],
      ['PATCH', 'users/profile', { firstName: 'X' }],
      ['POST', 'plans/redeem', { code: 'DEMO-PLUS' }],
      ['PUT', 'users/favourites/careers/11-1011.00', undefined],
      ['POST', 'auth/password', { current: 'Demo1234', next: 'Maluti2025' }],
      ['POST', 'auth/login', { email: 'done@demo.test', password: 'Demo1234' }],
      ['POST', 'auth/signup', { email: 'preview@school.test', password: 'Maluti2025' }],
    ] as const) {
      const response = await stranger.send(method, path, body, preview)
      expect([method, path, response.body.code]).toEqual([method, path, 'preview/read-only'])
    }
    expect(stranger.cookies.has('sid')).toBe(false)
    const answered = await clients
      .get('editor@demo')!
      .send('PUT', `attempts/${ATTEMPT}/answers`, { answers: [ANSWER] }, preview)
    expect(answered.body.code, 'though a session is there').toBe('preview/read-only')
    const elsewhere = new Client(server.app, HOSTS.pluggedin)
    expect((await elsewhere.get('auth/get-user', preview)).body.code).toBe('preview/expired')
    server.wait(3600)
    expect((await stranger.get('auth/get-user', preview)).body.code).toBe('preview/expired')
  })
})
