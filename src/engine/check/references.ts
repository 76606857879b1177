/** References and rules: does each name exist, and is each rule safe to evaluate? */

import { unknownName } from '#engine/documents/json.ts'
import { consentItems } from '#engine/decide/consents.ts'
import type { Kind } from '#engine/documents/kinds.ts'
import { groupNames, textNames } from '#engine/documents/texts.ts'
import { compile, tooCostly, type Rule, type RuleBook } from '#engine/rules/rules.ts'
import { checkRule, type VarType } from '#engine/rules/ruletypes.ts'
import { suggest, type Add, type Context } from './context.ts'

/** A named rule is checked where it is defined, not again where it is used. */
const NAMES: Pick<RuleBook, 'resolve'> = { resolve: () => () => null }

/** Cost, types and compilation of one rule. Its cost counts towards its document. */
export function checkOneRule(
  rule: Rule,
  at: string,
  types: VarType,
  context: Context,
  add: Add,
): void {
  const cost = context.catalog.book.costOf(rule)
  context.steps += cost.steps
  const problem = tooCostly(cost)
  if (problem !== undefined) return add(problem.code, at, problem.message)
  const issues = checkRule(rule, types, context.catalog.book.named)
  for (const issue of issues) add(issue.code, at + issue.pointer, issue.message, issue.suggestion)
  if (issues.length > 0) return
  try {
    compile(rule, NAMES)({})
  } catch (error) {
    add('rule/unusable', at, error instanceof Error ? error.message : String(error))
  }
}

/** @param target what the value refers to, from `x-ref` */
export function checkReference(
  target: string,
  value: unknown,
  at: string,
  context: Context,
  add: Add,
): void {
  if (typeof value !== 'string') return
  let known = context.names.get(target)
  if (known === undefined) {
    known = new Set(namesOf(target, context))
    context.names.set(target, known)
  }
  if (!known.has(value))
    add(
      `reference/unknown-${target}`,
      at,
      unknownName(target, value),
      suggest(value, known, context),
    )
}

function namesOf(target: string, { catalog, texts, host }: Context): readonly string[] {
  switch (target) {
    case 'text':
      return textNames(texts.get('en') ?? {})
    case 'texts':
      return groupNames(texts.get('en') ?? {})
    case 'route':
      return [...catalog.routes.keys()]
    case 'feature':
      return catalog.features.map(({ id }) => id)
    case 'section':
      return catalog.all('profile-section').map(({ id }) => id)
    case 'consent':
      return consentItems(catalog).map(({ id }) => id)
    case 'icon':
      return host.icons
    case 'picture':
      return host.pictures
    case 'plan':
      return catalog.plans.map(({ id }) => id)
    case 'action':
      return [...catalog.actions.keys()]
    default:
      return catalog.all(target as Kind).map(({ id }) => id)
  }
}
