/** Who a new thing is for: the questions of every recipe that has an audience, and their rule. */

import Type from 'typebox'
import type { Rule } from '#engine/rules/rules.ts'
import type { RecipeField } from './recipe.ts'
import type { Workbench } from './workbench.ts'

const Some = Type.Array(Type.String({ maxLength: 80 }), { maxItems: 300 })
export const audienceForm = { plans: Some, countries: Some }
export const EVERYBODY = { plans: [] as string[], countries: [] as string[] }
const Years = Type.String({ maxLength: 3 })
export const agesForm = { youngerThan: Years, atLeast: Years }
export const ANY_AGE = { youngerThan: '', atLeast: '' }
export type Audience = {
  readonly plans: readonly string[]
  readonly countries: readonly string[]
  /** In years, as typed; empty for any. Users without a birth date are of no age. */
  readonly youngerThan?: string
  readonly atLeast?: string
}

/** Nothing chosen means everybody. */
export const AUDIENCE_FIELDS: readonly RecipeField[] = [
  {
    id: 'plans',
    type: 'several',
    shared: true,
    choices: { from: 'plans' },
    look: 'all',
    optional: true,
    hint: true,
  },
  {
    id: 'countries',
    type: 'several',
    shared: true,
    choices: { from: 'countries' },
    optional: true,
    hint: true,
  },
]

/** Only where a rule decides: plans and prices know no age. */
export const AGE_FIELDS: readonly RecipeField[] = [
  { id: 'youngerThan', type: 'number', shared: true, optional: true, hint: true },
  { id: 'atLeast', type: 'number', shared: true, optional: true, hint: true },
]

/** What pages and flows call them. */
const PERSON = { plan: 'user.app.accountType', country: 'facts.country', age: 'facts.age' }
/** A missing age is never below a limit, and never reaches one. */
const NO_AGE = { below: 999, from: 0 }
const OLDEST = 120

/**
 * Rule that holds for these people; undefined for everybody.
 *
 * @param called what plan, country and age are called where the rule is
 */
export function audienceRule(audience: Audience, called = PERSON): Rule | undefined {
  const { plans, countries, youngerThan = '', atLeast = '' } = audience
  const parts: Rule[] = []
  if (plans.length > 0) parts.push(among(called.plan, plans))
  if (countries.length > 0) parts.push(among(called.country, countries))
  if (atLeast !== '')
    parts.push({ '>=': [{ or: [{ var: called.age }, NO_AGE.from] }, yearsOf(atLeast)] })
  if (youngerThan !== '')
    parts.push({ '<': [{ or: [{ var: called.age }, NO_AGE.below] }, yearsOf(youngerThan)] })
  return parts.length < 2 ? parts[0] : { and: parts }
}

function among(variable: string, values: readonly string[]): Rule {
  return values.length === 1
    ? { '==': [{ var: variable }, values[0]!] }
    : { in: [{ var: variable }, [...values]] }
}

/** Whole years; 0 for what is no number, which is said at its field. */
function yearsOf(typed: string): number {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
}

export function checkAudience(
  bench: Workbench,
  { plans, countries, youngerThan = '', atLeast = '' }: Audience,
): void {
  const { catalog } = bench.context
  const known = new Set(catalog.plans.map(({ id }) => id))
  const places = new Set(catalog.get('list', 'countries')?.items.map(({ id }) => id))
  if (plans.some((id) => !known.has(id))) bench.fault('/plans', 'unknown')
  if (countries.some((id) => !places.has(id))) bench.fault('/countries', 'unknown')
  const least = atLeast === '' ? 0 : yearsOf(atLeast)
  if (atLeast !== '' && (least < 1 || least > OLDEST))
    bench.fault('/atLeast', 'range', { least: 1, most: OLDEST })
  const below = yearsOf(youngerThan)
  if (youngerThan !== '' && (below <= least || below > OLDEST))
    bench.fault('/youngerThan', 'range', { least: least + 1, most: OLDEST })
}
