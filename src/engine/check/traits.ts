/**
 * How users can differ, as far as rules and facts can tell: derived from what the rules of a set of
 * documents compare with, besides what everyone has (an account type, consents, a profile,
 * results). Personas are made of these (people.ts).
 */

import { consentItems } from '#engine/decide/consents.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { isObject } from '#engine/documents/json.ts'
import type { ConfigDocument } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'
import { scopeConfig } from '#engine/rules/scope.ts'
import {
  addAccounts,
  addConsents,
  addGuardian,
  addPlans,
  addResearch,
  addRoles,
  addSignIn,
} from './accounttraits.ts'
import { dayAt, united, usesOf, usesOfLists, type Use, type Uses } from './domains.ts'
import { addCurriculum, addProfile } from './profiletraits.ts'
import { DAY, TraitBuilder, wordsOf, type Traits } from './traitbuilder.ts'

const RESULT = { metrics: {}, updatedAt: DAY }

/** Facts and copies in the scope, and where they come from. */
const SOURCES: Readonly<Record<string, string>> = {
  'facts.country': 'user.profile.nationality',
  'facts.underAge': 'user.profile.birthDate',
  'facts.curriculumChosen': 'user.profile.schoolCurriculum',
  'facts.hasConsoleRole': 'user.app.role',
  'session.method': 'user.auth.currentSessionAuthMethod',
  'session.verified': 'user.auth.currentSessionAuthVerified',
}

/** Values that are derived from others, or don't belong to a user. */
const MADE =
  /^(?:user|session|stage|route|feature|facts|data|target|config|onboarding|user\.(?:app|auth|profile|consents|assessments))$|^(?:session|facts|feature|route|data|target)\./

/**
 * The traits of everyone whom these documents can tell apart.
 *
 * @param uses how the rules that decide use each variable
 */
export function traitsOf(catalog: Catalog, config: ConfigDocument, uses: Uses): Traits {
  const to = new TraitBuilder(catalog, config, uses, withSources(catalog, uses))
  const signedIn = to.add('session', ['signed out', ''], {}, 1)
  addAccounts(to)
  addSignIn(to)
  addConsents(to)
  addGuardian(to)
  addProfile(to)
  addCurriculum(to)
  for (const { id } of catalog.all('assessment'))
    to.add(
      `result ${id}`,
      ['', `result: ${id}`],
      { [`user.assessments.${id}`]: [undefined, RESULT] },
      1,
    )
  addResearch(to)
  addRoles(to)
  addPlans(to)
  if (config.skipVerification === true)
    to.add('skip', ['', 'skips verification'], { 'onboarding.skipVerification': [false, true] }, 0)
  // A tenant may switch features off: what then happens instead of an upgrade isn't dead.
  if (uses.has('route.upgrade') && !Object.values(config.features).includes(false))
    to.add(
      'config.features',
      ['', 'every feature off'],
      {
        'config.features': [
          config.features,
          Object.fromEntries(catalog.features.map(({ id }) => [id, false])),
        ],
      },
      0,
    )
  if (Object.values(config.features).includes(false))
    to.add(
      'config.features',
      ['', 'every feature on'],
      { 'config.features': [config.features, {}] },
      0,
    )
  for (const [path, use] of to.used)
    if (!to.inputs.has(path) && !MADE.test(path) && !path.startsWith('user.consents.'))
      addOther(to, path, use)
  return to.build(signedIn)
}

/** Uses of values that facts, consents and features depend on count as uses of these values. */
function withSources(catalog: Catalog, uses: Uses): Uses {
  const used = new Map(uses)
  for (const [path, use] of usesOfConsents(catalog)) used.set(path, united(use, used.get(path)))
  for (const [copy, source] of Object.entries(SOURCES)) {
    const use = uses.get(copy)
    if (use !== undefined) used.set(source, united(use, used.get(source)))
  }
  const age = uses.get('facts.age')
  if (age !== undefined) {
    const path = 'user.profile.birthDate'
    used.set(path, united(usesOfBirthDates(age), used.get(path)))
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
  return used
}

/** What only the rules of these documents ask for. */
function addOther(to: TraitBuilder, path: string, use: Use): void {
  if (path === 'language') {
    const languages = to.values(path, [to.config.locales.default])
    to.add('language', wordsOf('language', languages), { 'world.language': languages })
  } else if (path === 'session.initialised')
    to.add(path, ['', 'before the session is known'], { 'world.initialised': [true, false] }, 0)
  else if (path.startsWith('config.')) addSetting(to, path, to.valuesNamed(path, use))
  else if (path.startsWith('user.') || path.startsWith('onboarding.')) {
    const missing = path.startsWith('user.') && path.split('.').length > 2 ? undefined : null
    const type = to.typeAt(path)
    const all =
      type.is === 'boolean' && type.nullable !== true ? [false, true] : to.values(path, [missing])
    to.add(path, wordsOf(path, all), { [path]: all })
  }
}

/**
 * A setting as it is, and as rules ask for it: a tenant may change it, so a row that waits for that
 * is not dead.
 */
function addSetting(to: TraitBuilder, path: string, named: readonly unknown[]): void {
  const { config } = to
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
  to.add(path, ['', ...wordsOf(path, all).slice(1)], { [path]: all }, 0)
}

/**
 * What the list of consents distinguishes: plan, country, and the birth dates at which it starts to
 * ask something else.
 */
function usesOfConsents(catalog: Catalog): Map<string, Use> {
  const rules = consentItems(catalog)
    .flatMap(({ asked, needed }) => [asked, needed])
    .filter((rule) => rule !== undefined) as Rule[]
  const uses = usesOf(rules, catalog.book.named)
  const [plan, country, age] = [uses.get('plan'), uses.get('country'), uses.get('age')]
  return new Map([
    ...(plan === undefined ? [] : [['user.app.accountType', plan] as const]),
    ...(country === undefined ? [] : [['user.profile.nationality', country] as const]),
    ...(age === undefined ? [] : [['user.profile.birthDate', usesOfBirthDates(age)] as const]),
  ])
}

/** The birth dates on both sides of the ages that rules compare with. */
function usesOfBirthDates({ borders, literals }: Use): Use {
  const days = [...borders, ...literals].flatMap((age) => {
    if (typeof age !== 'number') return []
    const day = Date.parse(`${Number(DAY.slice(0, 4)) - age}${DAY.slice(4)}`)
    return [dayAt(day, 0), dayAt(day, 1)]
  })
  return usesOfLists(days.map((day) => [day]))
}
