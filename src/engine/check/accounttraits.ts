/**
 * What personas may do: account type, sign-in method, consents, roles, plans and research lists.
 */

import { UPGRADE_PLAN } from '#engine/decide/access.ts'
import { consentItems } from '#engine/decide/consents.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { DAY, type TraitBuilder } from './traitbuilder.ts'

/** To the current words, whatever their version. */
const CONSENT = { granted: true, updatedAt: DAY, version: Number.MAX_SAFE_INTEGER }
const REFUSAL = { ...CONSENT, granted: false }

export function addAccounts(to: TraitBuilder): void {
  const accounts = to.values('user.app.accountType', accountClasses(to.catalog), (id) =>
    classOf(to.catalog, String(id)),
  )
  to.add(
    'account type',
    accounts.map(String),
    { 'user.app.accountType': accounts },
    Math.max(0, accounts.indexOf(UPGRADE_PLAN)),
  )
}

/** How they signed in, and whether their address is verified. */
export function addSignIn(to: TraitBuilder): void {
  const isTold = to.isAsked('user.emailVerified') || to.isAsked('user.phoneVerified')
  const methods = to.values('user.auth.currentSessionAuthMethod', ['email'], (method) =>
    method === 'email' || method === 'phone' ? method : 'another',
  )
  const all = [false, true].flatMap((verified) => [
    ...(methods.length > 1 || isTold ? [...new Set(['email', 'phone', ...methods])] : methods).map(
      (method) => ({
        method,
        verified: verified || (method !== 'email' && method !== 'phone'),
        email: method === 'phone' ? false : verified,
        phone: method === 'phone' ? verified : false,
      }),
    ),
    ...(isTold ? [{ method: 'email', verified, email: verified, phone: true }] : []),
  ])
  // Users signed in through another service always count as verified.
  const ways = [...new Map(all.map((way) => [JSON.stringify(way), way])).values()]
  const words = ways.map(
    ({ method, verified, phone }) =>
      (verified ? 'verified' : 'unverified') +
      (method === 'email' ? (phone ? ', phone verified' : '') : ` by ${String(method)}`),
  )
  to.add(
    'verified',
    words,
    {
      'user.auth.currentSessionAuthMethod': ways.map(({ method }) => method),
      'user.auth.currentSessionAuthVerified': ways.map(({ verified }) => verified),
      'user.emailVerified': ways.map(({ email }) => email),
      'user.phoneVerified': ways.map(({ phone }) => phone),
    },
    ways.findIndex(({ method, verified }) => method === 'email' && verified),
  )
}

/**
 * All, none, or only the terms, as after signing up; separately where a rule asks for one of them.
 */
export function addConsents(to: TraitBuilder): void {
  // Facts ask for the terms, whether or not the list has them.
  const consents = [...new Set(['terms', ...consentItems(to.catalog).map(({ id }) => id)])]
  const single = consents.filter((consent) => to.isAsked(`user.consents.${consent}`))
  const together = consents.filter((consent) => !single.includes(consent))
  to.add(
    'consents',
    ['no consent', 'terms alone', 'consented'],
    {
      ...Object.fromEntries(
        together.map((consent) => [
          `user.consents.${consent}`,
          [undefined, consent === 'terms' ? CONSENT : undefined, CONSENT],
        ]),
      ),
      'user.app.termsAgreement': [false, true, true],
    },
    2,
  )
  for (const consent of single) {
    const refusals = consent === 'terms' ? [] : [REFUSAL]
    to.add(
      `consent ${consent}`,
      [
        `no answer to ${consent}`,
        `agrees to ${consent}`,
        ...refusals.map(() => `refuses ${consent}`),
      ],
      { [`user.consents.${consent}`]: [undefined, CONSENT, ...refusals] },
      1,
    )
  }
}

/**
 * Whether a guardian's consent is awaited, where rules ask for that. Birth dates, countries and
 * settings that it follows from would be too many to try with everything else.
 */
export function addGuardian(to: TraitBuilder): void {
  if (to.uses.has('facts.guardianPending') || to.uses.has('facts.birthDateNeeded'))
    to.add(
      'guardian',
      ['', 'a guardian has to agree', 'the birth date comes first'],
      {
        'facts.guardianPending': [false, true, true],
        'facts.birthDateNeeded': [false, false, true],
      },
      0,
    )
}

/**
 * The research list of a cohort: the first assessment with sub-assessments, and what rules name.
 */
export function addResearch(to: TraitBuilder): void {
  const list = to.catalog.all('assessment').find(({ followedBy }) => followedBy !== undefined)
  const lists = to.values(
    'user.app.researchAssessments',
    [[], ...(list === undefined ? [] : [[list.id]])],
    String,
  )
  to.add(
    'research',
    ['', ...lists.slice(1).map(() => 'research')],
    { 'user.app.researchAssessments': lists },
    0,
  )
}

export function addRoles(to: TraitBuilder): void {
  const roles = to.values('user.app.role', [null, 'owner'])
  const words = roles
    .slice(1)
    .map((role) => (role === 'owner' ? 'console' : `console: ${String(role)}`))
  to.add('role', ['', ...words], { 'user.app.role': roles }, 0)
}

export function addPlans(to: TraitBuilder): void {
  const plans = to.values('onboarding.selectedPlan', [null, 'power'])
  const words = plans
    .slice(1)
    .map((plan) => (plan === 'power' ? 'plan chosen' : `plan chosen: ${String(plan)}`))
  to.add('plan', ['', ...words], { 'onboarding.selectedPlan': plans }, 0)
}

/**
 * One account type of each group with the same features in the same countries: the others behave
 * alike.
 */
function accountClasses(catalog: Catalog): string[] {
  return [
    ...new Map(catalog.plans.toReversed().map(({ id }) => [classOf(catalog, id), id])).values(),
  ].toReversed()
}

function classOf(catalog: Catalog, plan: string): string {
  return [
    plan === 'free',
    ...catalog.features.map(
      ({ allow }) => allow.find((row) => row.id === plan)?.countries.join() ?? '',
    ),
  ].join(';')
}
