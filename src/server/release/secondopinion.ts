/**
 * Every rule of a set of documents is evaluated a second time, by json-logic-js, for each of a few
 * dozen made-up users. Our own evaluator decides who may go where, so an error in it must not reach
 * users: a disagreement is reported by `npm run check` and before a publish. Nothing else relies on
 * the package, and no real user's data reach it.
 */

import jsonLogic from 'json-logic-js'
import { isDeepStrictEqual } from 'node:util'
import { isBinding } from '#engine/decide/bind.ts'
import type { Catalog } from '#engine/documents/catalog.ts'
import { nameOf } from '#engine/documents/document.ts'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { isObject, pointer, type Json } from '#engine/documents/json.ts'
import { KINDS, STAGES, type AnyDocument, type ConfigDocument } from '#engine/documents/kinds.ts'
import { routeScope } from '#engine/decide/navigate.ts'
import { personaUser } from '#engine/check/personas.ts'
import type { Problem } from '#engine/contract/problems.ts'
import { costOf, type NamedRules, type Rule } from '#engine/rules/rules.ts'
import { buildScope, NO_ONBOARDING, type Scope, type User } from '#engine/rules/scope.ts'

type Place = { readonly document: string; readonly pointer: string; readonly rule: Rule }
/** A rule's value in a scope. */
export type Evaluate = (rule: Rule, scope: unknown) => unknown

const TODAY = '2026-01-01'
const TAKEN_AT = '2026-01-01T00:00:00.000Z'
const ID = '00000000-0000-7000-8000-000000000000'
/** A country with fewer features than the default, and one that no document names. */
const COUNTRIES = ['ZA', 'NG', 'XX']
/**
 * Maximum parts of rules to evaluate, over all rules and users: a hostile draft must not hold up
 * the check.
 */
const MAX_STEPS = 2_000_000

/**
 * @param documents those to judge; rules that they refer to come from the catalog
 * @param first our own evaluator; tests pass one that errs
 * @returns a problem for each rule with different results, with a user for whom they differ
 */
export function secondOpinion(
  catalog: Catalog,
  documents: Iterable<AnyDocument> = catalog.documents(),
  first: Evaluate = (rule, scope) => catalog.book.evaluate(rule, scope),
): Problem[] {
  const places = distinctRules(documents)
  const costs = new Map()
  const steps = places.reduce(
    (sum, { rule }) => sum + costOf(rule, catalog.book.named, costs).steps,
    0,
  )
  const people = scopesOf(catalog)
  const every = Math.max(1, Math.ceil((steps * people.length) / MAX_STEPS))
  const asked = people.filter((_, index) => index % every === 0)
  return places.flatMap(({ document, pointer: at, rule }) => {
    const theirs = translated(rule, catalog.book.named)
    const differing = asked.find(
      ({ scope }) =>
        !isDeepStrictEqual(
          valueOf(() => first(rule, scope)),
          valueOf(() => jsonLogic.apply(theirs as never, scope)),
        ),
    )
    if (differing === undefined) return []
    const message = `our evaluator and json-logic-js disagree about this rule for ${differing.name}: write it in another way and report it`
    return [
      {
        code: 'rule/second-opinion',
        document,
        pointer: at,
        message,
        severity: 'error',
      } satisfies Problem,
    ]
  })
}

function valueOf(evaluate: () => unknown): unknown {
  try {
    return evaluate()
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error
  }
}

/**
 * Finds rules: where a kind's schema has them, and bindings in the props of a node. Equal rules are
 * evaluated once.
 */
function distinctRules(documents: Iterable<AnyDocument>): Place[] {
  const found = new Map<string, Place>()
  for (const document of documents) {
    const add = (at: string, rule: unknown) => {
      if (typeof rule !== 'object' || rule === null) return
      const key = JSON.stringify(rule)
      if (!found.has(key))
        found.set(key, { document: nameOf(document), pointer: at, rule: rule as Rule })
    }
    for (const { value, schema, pointer: at } of inspect(
      KINDS[document.kind] as unknown as Schema,
      document,
    ).marks)
      if (schema['x-ref'] === 'rule') add(at, value)
    if (document.kind === 'screen' || document.kind === 'report') eachBinding(document, '', add)
  }
  return [...found.values()]
}

function eachBinding(value: unknown, at: string, add: (at: string, rule: unknown) => void): void {
  if (isBinding(value)) return add(`${at}/bind`, value.bind)
  if (Array.isArray(value))
    value.forEach((item: unknown, index) =>
      eachBinding(
        item,
        at + pointer(isObject(item) && typeof item['id'] === 'string' ? item['id'] : index),
        add,
      ),
    )
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) eachBinding(item, at + pointer(name), add)
}

/** json-logic-js has no named rules, and counts in more operators. */
function translated(rule: Rule, named: NamedRules): Json {
  if (Array.isArray(rule)) return (rule as readonly Json[]).map((item) => translated(item, named))
  if (!isObject(rule)) return rule
  const [[operator, raw] = ['', null]] = Object.entries(rule)
  if (operator === 'ref' && typeof raw === 'string') return translated(named[raw] ?? null, named)
  const args = translated(raw, named)
  if (operator === 'count')
    return { reduce: [{ filter: args }, { '+': [{ var: 'accumulator' }, 1] }, 0] }
  return { [operator]: args }
}

/** The same user, who has chosen subjects and taken every assessment. */
function withMore(user: User, catalog: Catalog): User {
  const [curriculum] = catalog.all('curriculum')
  const subjects = catalog
    .all('curriculum')
    .flatMap(({ parts }) => parts.flatMap(({ of }) => of))
    .flatMap((each) => ('subject' in each ? [each.subject] : []))
  const taken = catalog
    .all('assessment')
    .map(({ id }) => [id, user.assessments[id] ?? { metrics: {}, updatedAt: TAKEN_AT }] as const)
  return {
    ...user,
    profile: {
      ...user.profile,
      ...(curriculum && { schoolCurriculum: curriculum.id }),
      subjectSet: subjects.map((subject) => ({ subject })),
    },
    assessments: Object.fromEntries(taken),
  }
}

/**
 * A visitor, and users of each plan at each stage in a few countries, each on a different page, so
 * that rules about pages are evaluated too, and every second one with more answers.
 */
function scopesOf(catalog: Catalog): { name: string; scope: Scope }[] {
  const routes = [...catalog.routes.values()]
  const plans = [...new Set(catalog.features.flatMap(({ allow }) => allow.map(({ id }) => id)))]
  const of = (
    config: ConfigDocument,
    stage: (typeof STAGES)[number] | 'signedOut',
    plan: string,
    country: string,
    turn: number,
  ) => {
    const language = config.locales.default
    const persona = personaUser(catalog, config, { plan, stage, country, language }, ID)
    const user = persona !== null && turn % 2 === 1 ? withMore(persona, catalog) : persona
    const scope = buildScope(catalog, {
      user,
      initialised: true,
      onboarding: NO_ONBOARDING,
      config,
      language,
      today: TODAY,
      curricula: turn % 2 === 0 ? null : ['nsc'],
    })
    const route = routes[turn % routes.length]
    const here =
      route === undefined
        ? scope
        : { ...scope, route: { ...routeScope(scope, route, { id: 'x' }, {}, route.path) } }
    return { name: `${stage} on ${plan} in ${country} at "${route?.id ?? ''}"`, scope: here }
  }
  let turn = 0
  return catalog
    .all('config')
    .flatMap((config) => [
      of(config, 'signedOut', 'free', COUNTRIES[0]!, turn++),
      ...STAGES.flatMap((stage) =>
        plans.flatMap((plan) =>
          COUNTRIES.map((country) => of(config, stage, plan, country, turn++)),
        ),
      ),
    ])
}
