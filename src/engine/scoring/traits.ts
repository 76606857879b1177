/**
 * In what people differ, as far as rules and facts can tell: made for each set of documents from what its rules compare
 * with, beside what everybody has (an account type, consents, a profile, results). People are made of these (people.ts).
 */

import { UPGRADE_PLAN } from '#engine/decide/access.ts'
import { consentItems } from '#engine/decide/consents.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import {
  dayAt,
  distinct,
  MAX_VALUES,
  OTHER,
  united,
  usesOf,
  usesOfLists,
  valuesOf,
  type Test,
  type Use,
  type Uses,
} from '#engine/check/domains.ts'
import { INITIAL_PROFILE_KEYS } from '#engine/decide/facts.ts'
import { isObject } from '#engine/documents/json.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'
import { lookUp, type VarType } from '#engine/rules/ruletypes.ts'
import { scopeConfig } from '#engine/rules/scope.ts'
import { scopeTypes } from '#engine/rules/scopetypes.ts'

/** One thing in which people differ: the words of each way to be, empty where it needs none. */
export type Trait = {
  readonly name: string
  readonly words: readonly string[]
  /** The way of somebody who has done everything that there is to do; undefined where that says nothing. */
  readonly done: number | undefined
}
/** A value of the scope, by the ways of the traits that it depends on. */
export type Input = (pick: (trait: Trait) => number) => unknown
export type Inputs = ReadonlyMap<string, Input>

/** The day on which they all live: a check gives the same tomorrow. */
export const DAY = '2026-01-01'
const ADULT = '2000-01-01'
export const CURRICULUM = 'nsc'
/** To the present words, whichever these are. */
const CONSENT = { granted: true, updatedAt: DAY, version: Number.MAX_SAFE_INTEGER }
const REFUSAL = { ...CONSENT, granted: false }
const RESULT = { metrics: {}, updatedAt: DAY }
const GIVEN: Readonly<Record<string, string>> = {
  birthDate: ADULT,
  firstName: 'A',
  lastName: 'B',
  phone: '+27110000000',
  idNumber: '0',
}

/** What somebody might type into a field that is still empty. */
export function placeholderOf(
  path: string,
  config: Pick<ConfigDocument, 'defaultCountry'>,
): string {
  const key = path.slice(path.lastIndexOf('.') + 1)
  if (key === 'schoolCurriculum') return CURRICULUM
  return GIVEN[key] ?? (key === 'nationality' ? config.defaultCountry : OTHER)
}

/** Facts and copies in the scope, and where they come from. */
const SOURCES: Readonly<Record<string, string>> = {
  'facts.country': 'user.profile.nationality',
  'facts.underAge': 'user.profile.birthDate',
  'facts.curriculumChosen': 'user.profile.schoolCurriculum',
  'facts.hasConsoleRole': 'user.app.role',
  'session.method': 'user.auth.currentSessionAuthMethod',
  'session.verified': 'user.auth.currentSessionAuthVerified',
}

/** What is made of other values, or is no person's. */
const MADE =
  /^(?:user|session|stage|route|feature|facts|data|target|config|onboarding|user\.(?:app|auth|profile|consents|assessments))$|^(?:session|facts|feature|route|data|target)\./

export type Traits = {
  readonly traits: readonly Trait[]
  readonly inputs: Inputs
  /** Whether fields of the profile are filled in, whatever with. */
  readonly presence: Inputs
  readonly signedIn: Trait
  /** Do they stand for everybody whom rules tell apart? */
  readonly isWhole: boolean
}

/** @param uses how the rules that decide use each variable */
export function traitsOf(catalog: Catalog, config: ConfigDocument, uses: Uses): Traits {
  const types = scopeTypes(catalog)
  const traits: Trait[] = []
  const inputs = new Map<string, Input>()
  const presence = new Map<string, Input>()
  const add: AddTrait = (name, words, members, done) => {
    const trait: Trait = { name, words, done }
    traits.push(trait)
    for (const [path, values] of Object.entries(members))
      inputs.set(path, (pick) => values[pick(trait)])
    return trait
  }
  const used = new Map(uses)
  for (const [path, use] of usesOfConsents(catalog)) used.set(path, united(use, used.get(path)))
  for (const [copy, source] of Object.entries(SOURCES)) {
    const use = uses.get(copy)
    if (use !== undefined) used.set(source, united(use, used.get(source)))
  }
  const local = catalog.features
    .flatMap(({ allow }) =>
      allow.map(({ countries }) => countries.filter((country) => country !== '*')),
    )
    .filter(({ length }) => length > 0)
  if (local.length > 0)
    used.set(
      'user.profile.nationality',
      united(usesOfLists(local), used.get('user.profile.nationality')),
    )
  const isAsked = (path: string) =>
    used.has(path) || [...used.keys()].some((each) => each.startsWith(`${path}.`))
  /** The values that rules tell apart in this place, after those that people have anyway; `test`: what the product itself tells apart. */
  const values = (
    path: string,
    first: readonly unknown[],
    test: Test = (value) => value === undefined || value === null,
  ): unknown[] => {
    const use = used.get(path)
    return use === undefined
      ? [...first]
      : distinct([...first, ...valuesOf(use, typeAt(types, path))], use, [test])
  }

  const signedIn = add('session', ['signed out', ''], {}, 1)
  const accounts = values('user.app.accountType', accountClasses(catalog), (id) =>
    classOf(catalog, String(id)),
  )
  add(
    'account type',
    accounts.map(String),
    { 'user.app.accountType': accounts },
    Math.max(0, accounts.indexOf(UPGRADE_PLAN)),
  )
  addWaysIn(
    values('user.auth.currentSessionAuthMethod', ['email'], (method) =>
      method === 'email' || method === 'phone' ? method : 'another',
    ),
    isAsked('user.emailVerified') || isAsked('user.phoneVerified'),
    add,
  )
  addConsents(
    // Facts ask for the terms, whether or not the list has them.
    [...new Set(['terms', ...consentItems(catalog).map(({ id }) => id)])],
    isAsked,
    add,
  )

  const profile = add('profile', ['no profile', 'profile complete'], {}, 1)
  for (const key of Object.values(INITIAL_PROFILE_KEYS)) {
    const path = `user.profile.${key}`
    const given = placeholderOf(key, config)
    const { dates, tests } =
      key === 'birthDate' ? birthDates(uses, config) : { dates: [], tests: [] }
    const use = used.get(path)
    const all =
      use === undefined
        ? [given]
        : distinct(
            [
              given,
              ...dates,
              ...valuesOf(use, typeAt(types, path)).filter(
                (each) => key !== 'birthDate' || each !== OTHER,
              ),
            ],
            use,
            tests,
          )
    const has = use !== undefined ? add(`has ${key}`, [`${key}: none`, ''], {}, 1) : profile
    const value: Trait = {
      name: path,
      words: all.length > 1 ? wordsOf(path, all) : [''],
      done: undefined,
    }
    if (all.length > 1) traits.push(value)
    inputs.set(path, (pick) =>
      pick(has) === 0 ? undefined : all.length > 1 ? all[pick(value)] : given,
    )
    presence.set(path, (pick) => (pick(has) === 0 ? undefined : given))
  }
  const curricula = values(
    'user.profile.schoolCurriculum',
    [CURRICULUM],
    (curriculum) => curriculum === CURRICULUM,
  )
  add(
    'curriculum',
    [
      'no curriculum',
      ...curricula.map((each) => (each === CURRICULUM ? '' : `curriculum: ${String(each)}`)),
    ],
    { 'user.profile.schoolCurriculum': [undefined, ...curricula] },
    1,
  )
  for (const { id } of catalog.all('assessment'))
    add(
      `result ${id}`,
      ['', `result: ${id}`],
      { [`user.assessments.${id}`]: [undefined, RESULT] },
      1,
    )
  const list = catalog.all('assessment').find(({ followedBy }) => followedBy !== undefined)
  const lists = values(
    'user.app.researchAssessments',
    [[], ...(list === undefined ? [] : [[list.id]])],
    String,
  )
  add(
    'research',
    ['', ...lists.slice(1).map(() => 'research')],
    { 'user.app.researchAssessments': lists },
    0,
  )
  const roles = values('user.app.role', [null, 'owner'])
  add(
    'role',
    [
      '',
      ...roles.slice(1).map((role) => (role === 'owner' ? 'console' : `console: ${String(role)}`)),
    ],
    { 'user.app.role': roles },
    0,
  )
  const plans = values('onboarding.selectedPlan', [null, 'power'])
  add(
    'plan',
    [
      '',
      ...plans
        .slice(1)
        .map((plan) => (plan === 'power' ? 'plan chosen' : `plan chosen: ${String(plan)}`)),
    ],
    { 'onboarding.selectedPlan': plans },
    0,
  )
  add('skip', ['', 'skips verification'], { 'onboarding.skipVerification': [false, true] }, 0)

  if (Object.values(config.features).includes(false))
    add(
      'config.features',
      ['', 'every feature on'],
      { 'config.features': [config.features, {}] },
      0,
    )
  for (const path of used.keys()) {
    if (inputs.has(path) || MADE.test(path) || path.startsWith('user.consents.')) continue
    if (path === 'language')
      add('language', wordsOf('language', values(path, [config.locales.default])), {
        'world.language': values(path, [config.locales.default]),
      })
    else if (path === 'session.initialised')
      add(path, ['', 'before the session is known'], { 'world.initialised': [true, false] }, 0)
    else if (path.startsWith('config.'))
      addSetting(path, config, valuesOf(used.get(path)!, typeAt(types, path)), add)
    else if (path.startsWith('user.') || path.startsWith('onboarding.')) {
      const missing = path.startsWith('user.') && path.split('.').length > 2 ? undefined : null
      const type = typeAt(types, path)
      const all =
        type.is === 'boolean' && type.nullable !== true ? [false, true] : values(path, [missing])
      add(path, wordsOf(path, all), { [path]: all })
    }
  }
  return {
    traits,
    inputs,
    presence,
    signedIn,
    isWhole: traits.every(({ words }) => words.length < MAX_VALUES),
  }
}

/** What the list of consents tells apart in people: plan, country, and the birthdays at which it begins to ask something else. */
function usesOfConsents(catalog: Catalog): Map<string, Use> {
  const rules = consentItems(catalog)
    .flatMap(({ asked, needed }) => [asked, needed])
    .filter((rule) => rule !== undefined) as Rule[]
  const uses = usesOf(rules, catalog.book.named)
  const [plan, country, age] = [uses.get('plan'), uses.get('country'), uses.get('age')]
  const birthdays = [...(age?.borders ?? []), ...(age?.literals ?? [])].flatMap((each) => {
    if (typeof each !== 'number') return []
    const day = Date.parse(`${Number(DAY.slice(0, 4)) - each}${DAY.slice(4)}`)
    return [dayAt(day, 0), dayAt(day, 1)]
  })
  return new Map([
    ...(plan === undefined ? [] : [['user.app.accountType', plan] as const]),
    ...(country === undefined ? [] : [['user.profile.nationality', country] as const]),
    ...(age === undefined
      ? []
      : [['user.profile.birthDate', usesOfLists(birthdays.map((day) => [day]))] as const]),
  ])
}

type AddTrait = (
  name: string,
  words: readonly string[],
  members: Readonly<Record<string, readonly unknown[]>>,
  done?: number,
) => Trait

/** Both sides of the day on which somebody comes of age, where rules ask for that. */
function birthDates(
  uses: Uses,
  config: ConfigDocument,
): { dates: readonly string[]; tests: readonly Test[] } {
  if (!uses.has('facts.underAge')) return { dates: [], tests: [] }
  const limit = dayAt(Date.parse(`${Number(DAY.slice(0, 4)) - config.legalAge}${DAY.slice(4)}`), 0)
  return {
    dates: [limit, dayAt(Date.parse(limit), 1)],
    tests: [(date) => typeof date === 'string' && date > limit],
  }
}

/** How they came in, and whether their address is confirmed. */
function addWaysIn(methods: readonly unknown[], isTold: boolean, add: AddTrait): void {
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
  // Those whom another service vouches for are verified in any case.
  const ways = [...new Map(all.map((way) => [JSON.stringify(way), way])).values()]
  const words = ways.map(
    ({ method, verified, phone }) =>
      (verified ? 'verified' : 'unverified') +
      (method === 'email' ? (phone ? ', phone verified' : '') : ` by ${String(method)}`),
  )
  add(
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

/** All or none, or the terms alone, as by signing up; one by one where rules ask for one. */
function addConsents(
  consents: readonly string[],
  isAsked: (path: string) => boolean,
  add: AddTrait,
): void {
  const single = consents.filter((consent) => isAsked(`user.consents.${consent}`))
  const together = consents.filter((consent) => !single.includes(consent))
  add(
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
    add(
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

/** A setting as it is, and as rules ask for it: a tenant may change it, and a row that waits for that is not dead. */
function addSetting(
  path: string,
  config: ConfigDocument,
  named: readonly unknown[],
  add: AddTrait,
): void {
  const is = path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, segment) => (isObject(value) ? value[segment] : undefined), {
      ...scopeConfig(config),
      ...config,
    })
  const others = (
    typeof is === 'boolean' || is === undefined ? [!is, ...named] : [...named, undefined]
  ).filter((each) => each !== is)
  const all = [is, ...new Set(others)]
  add(path, ['', ...wordsOf(path, all).slice(1)], { [path]: all }, 0)
}

/** One account type of each group that has the same features in the same countries: the rest behave alike. */
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

function typeAt(types: VarType, path: string): VarType {
  const [head = '', ...rest] = path.split('.')
  // Whether anybody is signed in is another question.
  const found =
    head === 'user' ? lookUp(types.members!['user']!, rest.join('.')) : lookUp(types, path)
  return 'type' in found ? found.type : { is: 'any' }
}

function wordsOf(path: string, values: readonly unknown[]): string[] {
  const name = path.replace(/^(?:user\.(?:profile\.|app\.)?|onboarding\.)/, '')
  return values.map(
    (value) =>
      `${name}: ${value === undefined || value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}
