/** For which imaginary people rules hold, as they are being written. */

import type { PersonaInput, RulesTried } from '#engine/contract/admincontract.ts'
import { Refusal, type FieldProblem } from '#engine/contract/problems.ts'
import { personaUser } from '#engine/check/personas.ts'
import { pathTo } from '#engine/decide/routes.ts'
import { routeScope } from '#engine/decide/navigate.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { own, pointer, type Json } from '#engine/documents/json.ts'
import type { ConfigDocument, Kind } from '#engine/documents/kinds.ts'
import { respondentOf, scopeOf } from '#engine/forms/conditions.ts'
import { keptValues } from '#engine/forms/formvalues.ts'
import { isGiven } from '#engine/decide/facts.ts'
import { measure } from '#engine/forms/guide.ts'
import { profileKey } from '#engine/forms/section.ts'
import { rulePlaceAt, type RulePlace } from '#engine/rules/ruleplaces.ts'
import { variablesOf } from '#engine/rules/rules.ts'
import { lookUp, type VarType } from '#engine/rules/ruletypes.ts'
import { buildScope, NO_ONBOARDING, type Scope, type User } from '#engine/rules/scope.ts'
import { placeTypes, typeOf } from '#engine/rules/scopetypes.ts'
import { fits, isDay, isSupposed, withAt, type Supposed } from '#engine/rules/supposed.ts'

export type TryRulesInput = {
  readonly rules: readonly Json[]
  readonly personas: readonly PersonaInput[]
  readonly config: string
  /** YYYY-MM-DD */
  readonly today: string
  /** The document that they stand in, as kind/id, and the place in it. */
  readonly place?: { readonly document: string; readonly at: string } | undefined
  readonly supposed?: Supposed | undefined
}

const MAX_READS = 100
const NOBODY = '00000000-0000-7000-8000-000000000000'

/** @throws Refusal `request/invalid` for a page, a variable or a value that there is not */
export function tryRules(catalog: Catalog, input: TryRulesInput): RulesTried {
  const { rules, personas, config: configId, today: now, supposed = {} } = input
  const config = catalog.get('config', configId) as ConfigDocument
  const place = placeOf(catalog, input)
  requireSupposed(catalog, place, supposed)
  const today = supposed.date ?? now
  const curricula = catalog.get('list', 'curricula')?.items.map(({ id }) => id) ?? null
  return {
    holds: personas.map((persona) => {
      const user = personaUser(catalog, config, persona, NOBODY, now)
      const base = buildScope(catalog, {
        user: user && supposedUser(user, supposed),
        initialised: true,
        onboarding: { ...NO_ONBOARDING, ...membersOf(supposed, 'onboarding') },
        config,
        language: persona.language,
        today,
        curricula,
      })
      const scope = scopeAt(catalog, place, base, supposed, today)
      return rules.map((rule) =>
        isAsked(catalog, place, rule, supposed) ? holds(catalog, rule, scope) : null,
      )
    }),
    reads: [...readsOf(catalog, rules)].slice(0, MAX_READS),
  }
}

function placeOf(catalog: Catalog, { place }: TryRulesInput): RulePlace {
  if (place === undefined) return { reads: 'scope' }
  const [kind = '', id = ''] = place.document.split('/')
  const document = catalog.get(kind as Kind, id)
  if (document === undefined) throw invalid(['/place/document'])
  return rulePlaceAt(document, place.at)
}

/** What the rules of a place read, made as it is for real people. */
function scopeAt(
  catalog: Catalog,
  place: RulePlace,
  base: Scope,
  supposed: Supposed,
  today: string,
): unknown {
  const respondent = respondentOf(base, today)
  const values = membersOf(supposed, 'value')
  switch (place.reads) {
    case 'config':
      return { config: base.config }
    case 'consent': {
      const { plan, country, config } = respondent
      return { plan, country, age: base.facts.age, config }
    }
    case 'form':
      return scopeOf(keptValues(values, place.fields.map(profileKey)), respondent)
    case 'hint':
      return { value: values, measure: measure(own(values, place.field)) }
    case 'scope':
      return {
        ...base,
        route: routeAt(catalog, base, supposed),
        target: membersOf(supposed, 'target'),
        data: membersOf(supposed, 'data'),
      }
  }
}

function routeAt(catalog: Catalog, base: Scope, supposed: Supposed): Scope['route'] {
  const route = supposed.page === undefined ? undefined : catalog.route(supposed.page)
  if (route === undefined) return null
  const { params = {}, query = {} } = membersOf(supposed, 'route') as {
    params?: Record<string, string>
    query?: Record<string, string>
  }
  return routeScope(base, route, params, query, pathTo(route, params))
}

/** The values below one member, nested as rules read them. */
function membersOf({ values = {} }: Supposed, member: string): Record<string, unknown> {
  const all = Object.entries(values).reduce<unknown>(
    (made, [path, value]) => withAt(made, path.split('.'), value),
    {},
  )
  return (own(all, member) ?? {}) as Record<string, unknown>
}

/** The person with these answers and dates, in this cohort. */
function supposedUser(user: User, { values = {} }: Supposed): User {
  return Object.entries(values).reduce<User>((made, [path, value]) => {
    const [root, ...rest] = path.split('.')
    return root === 'user' ? (withAt(withMember(made, rest), rest, value) as User) : made
  }, user)
}

/** What a date or a name belongs to, as real people have it. */
function withMember(user: User, [member, id = '']: readonly string[]): User {
  const updatedAt = user.createdAt
  if (member === 'app' && id === 'cohort')
    return {
      ...user,
      app: { ...user.app, cohort: user.app.cohort ?? { institution: { tenant: { slug: '' } } } },
    }
  if (member === 'consents')
    return {
      ...user,
      consents: { [id]: { granted: true, updatedAt }, ...user.consents },
    }
  if (member === 'assessments')
    return {
      ...user,
      assessments: { [id]: { metrics: {}, updatedAt }, ...user.assessments },
    }
  return user
}

/** A check of a form isn't asked before everything that it reads is filled in. */
function isAsked(catalog: Catalog, place: RulePlace, rule: Json, supposed: Supposed): boolean {
  if (place.reads !== 'form' || !place.given) return true
  const values = membersOf(supposed, 'value')
  return [...readsOf(catalog, [rule])].every((path) => {
    const [root, key = ''] = path.split('.')
    return root !== 'value' || isGiven(own(values, key))
  })
}

function requireSupposed(catalog: Catalog, place: RulePlace, supposed: Supposed): void {
  const { page, date, values = {} } = supposed
  const wrong = Object.entries(values).flatMap(([path, value]) => {
    const type = isSupposed(path) ? typeIn(catalog, place, path) : undefined
    return type !== undefined && fits(type, value) ? [] : [`/supposed/values${pointer(path)}`]
  })
  if (page !== undefined && catalog.route(page) === undefined) wrong.push('/supposed/page')
  if (date !== undefined && !isDay(date)) wrong.push('/supposed/date')
  if (wrong.length > 0) throw invalid(wrong)
}

/** The type of a variable at a place; an answer's is that of its field. */
function typeIn(catalog: Catalog, place: RulePlace, path: string): VarType | undefined {
  const [root, member = '', key = ''] = path.split('.')
  const found = lookUp(placeTypes(catalog, place, root === 'data' ? [member] : []), path)
  if ('unknown' in found) return undefined
  if (root !== 'user' || member !== 'profile') return found.type
  const field = catalog
    .all('profile-section')
    .filter(({ shape = 'object' }) => shape === 'object')
    .flatMap(({ fields }) => fields)
    .find((each) => profileKey(each) === key)
  return field === undefined ? found.type : typeOf(field, catalog)
}

function invalid(pointers: readonly string[]): Refusal {
  const fields = pointers.map((at): FieldProblem => ({ pointer: at, key: 'form.invalid' }))
  return new Refusal('request/invalid', { fields })
}

function readsOf({ book }: Catalog, rules: readonly Json[]): ReadonlySet<string> {
  const found = new Set<string>()
  try {
    for (const rule of rules) variablesOf(rule, book.named, found)
  } catch {
    // Too deep to be a rule.
  }
  return found
}

/** Null while it isn't a rule yet: the check of the document says why. */
function holds(catalog: Catalog, rule: Json, scope: unknown): boolean | null {
  try {
    return catalog.book.holds(rule, scope)
  } catch {
    return null
  }
}
