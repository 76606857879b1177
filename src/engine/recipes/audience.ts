/** Who a new thing is for: the questions of every recipe that has an audience, and their rule. */

import Type from 'typebox'
import type { Rule } from '#engine/rules/rules.ts'
import type { RecipeField } from './recipe.ts'
import type { Workbench } from './workbench.ts'

const Some = Type.Array(Type.String({ maxLength: 80 }), { maxItems: 300 })
export const audienceForm = { plans: Some, countries: Some }
export const EVERYBODY = { plans: [] as string[], countries: [] as string[] }
export type Audience = { readonly plans: readonly string[]; readonly countries: readonly string[] }

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

/** What pages and flows call them. */
const PERSON = { plan: 'user.app.accountType', country: 'facts.country' }

/**
 * Rule that holds for these people; undefined for everybody.
 *
 * @param called what plan and country are called where the rule is
 */
export function audienceRule({ plans, countries }: Audience, called = PERSON): Rule | undefined {
  const parts: Rule[] = []
  if (plans.length > 0) parts.push(among(called.plan, plans))
  if (countries.length > 0) parts.push(among(called.country, countries))
  return parts.length < 2 ? parts[0] : { and: parts }
}

function among(variable: string, values: readonly string[]): Rule {
  return values.length === 1
    ? { '==': [{ var: variable }, values[0]!] }
    : { in: [{ var: variable }, [...values]] }
}

export function checkAudience(bench: Workbench, { plans, countries }: Audience): void {
  const { catalog } = bench.world
  const known = new Set(catalog.plans.map(({ id }) => id))
  const places = new Set(catalog.get('list', 'countries')?.items.map(({ id }) => id))
  if (plans.some((id) => !known.has(id))) bench.fault('/plans', 'unknown')
  if (countries.some((id) => !places.has(id))) bench.fault('/countries', 'unknown')
}
