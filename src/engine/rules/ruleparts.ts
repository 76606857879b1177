/**
 * A rule in readable form: conditions in groups, each with its own text. Parts that this structure
 * cannot express are kept unchanged, so that no rule is ever lost: `writeRule(readRule(rule))`
 * means the same as `rule`.
 */

import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import type { Rule } from './rules.ts'

export type Comparison =
  | '=='
  | '==='
  | '!='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'notIn'
  | 'has'
  | 'hasNot'
  | 'yes'
  | 'no'
  | 'there'
  | 'missing'

/**
 * What is compared: a variable; the length of a list; a variable with a default for missing values.
 */
export type Subject = {
  readonly variable: string
  readonly counted?: true
  readonly otherwise?: Json
}

export type Condition = {
  readonly is: 'condition'
  readonly subject: Subject
  readonly comparison: Comparison
  /** Absent if nothing is compared with. */ readonly value?: Json
}
export type Group = {
  readonly is: 'group'
  readonly of: 'all' | 'any' | 'none' | 'notAll'
  readonly parts: readonly RulePart[]
}
export type RulePart =
  | { readonly is: 'fixed'; readonly holds: boolean }
  | Condition
  | { readonly is: 'named'; readonly name: string; readonly negated: boolean }
  | Group
  /** A part that this structure cannot express. */
  | { readonly is: 'other'; readonly rule: Rule }

/** Comparisons without a right-hand side. */
export const ALONE: ReadonlySet<Comparison> = new Set<Comparison>(['yes', 'no', 'there', 'missing'])

export function readRule(rule: Rule): RulePart {
  const part = read(rule)
  return part !== undefined && plain(writeRule(part)) === plain(rule) ? part : { is: 'other', rule }
}

function read(rule: Rule): RulePart | undefined {
  if (typeof rule === 'boolean') return { is: 'fixed', holds: rule }
  const operation = operationOf(rule)
  if (operation === undefined) return undefined
  const { name, args } = operation
  const [first = null, second = null] = args
  const condition = (
    subject: Subject | undefined,
    comparison: Comparison,
    value?: Json,
  ): Condition | undefined =>
    subject && { is: 'condition', subject, comparison, ...(value !== undefined && { value }) }
  switch (name) {
    case 'var':
      return condition(subjectOf(rule), 'yes')
    case 'ref':
      return typeof first === 'string' ? { is: 'named', name: first, negated: false } : undefined
    case '!!':
      return condition(subjectOf(first), 'there')
    case 'and':
    case 'or':
      return args.length > 0
        ? { is: 'group', of: name === 'and' ? 'all' : 'any', parts: args.map(readRule) }
        : undefined
    case 'in':
      // On a text "in" finds substrings, which this structure cannot express.
      if (Array.isArray(second))
        return isConstant(second) ? condition(subjectOf(first), 'in', second) : undefined
      return isConstant(first) && !Array.isArray(first)
        ? condition(subjectOf(second), 'has', first)
        : undefined
    case '==':
    case '===':
    case '!=':
    case '!==':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return args.length === 2 && isConstant(second) && !Array.isArray(second)
        ? condition(subjectOf(first), name, second)
        : undefined
    case '!':
      return negate(first)
    default:
      return undefined
  }
}

const NEGATED: Partial<Record<Comparison, Comparison>> = {
  yes: 'no',
  there: 'missing',
  in: 'notIn',
  has: 'hasNot',
}

function negate(rule: Json): RulePart | undefined {
  const part = readRule(rule)
  if (part.is === 'named' && !part.negated) return { ...part, negated: true }
  if (part.is === 'condition') {
    const comparison = NEGATED[part.comparison]
    if (comparison !== undefined) return { ...part, comparison }
  }
  if (part.is === 'group' && part.of === 'all') return { ...part, of: 'notAll' }
  if (part.is === 'group' && part.of === 'any') return { ...part, of: 'none' }
  return { is: 'group', of: 'none', parts: [part] }
}

export function writeRule(part: RulePart): Rule {
  switch (part.is) {
    case 'fixed':
      return part.holds
    case 'other':
      return part.rule
    case 'named':
      return part.negated ? { '!': { ref: part.name } } : { ref: part.name }
    case 'condition':
      return writeCondition(part)
    case 'group': {
      const parts = part.parts.map(writeRule)
      const [only] = parts
      if (only === undefined) return part.of === 'all' || part.of === 'none'
      const joined =
        parts.length === 1
          ? only
          : part.of === 'all' || part.of === 'notAll'
            ? { and: parts }
            : { or: parts }
      return part.of === 'all' || part.of === 'any' ? joined : { '!': joined }
    }
  }
}

function writeCondition({ subject, comparison, value = null }: Condition): Rule {
  const left = writeSubject(subject)
  switch (comparison) {
    case 'yes':
      return left
    case 'no':
      return { '!': left }
    case 'there':
      return { '!!': left }
    case 'missing':
      return { '!': { '!!': left } }
    case 'in':
      return { in: [left, value] }
    case 'notIn':
      return { '!': { in: [left, value] } }
    case 'has':
      return { in: [value, left] }
    case 'hasNot':
      return { '!': { in: [value, left] } }
    default:
      return { [comparison]: [left, value] }
  }
}

function writeSubject({ variable, counted, otherwise }: Subject): Rule {
  const value: Rule = { var: variable }
  if (counted) return { count: [value, true] }
  return otherwise === undefined ? value : { or: [value, otherwise] }
}

function subjectOf(rule: Json): Subject | undefined {
  const operation = operationOf(rule)
  if (operation === undefined) return undefined
  const [first = null, second] = operation.args
  if (operation.name === 'var')
    return typeof first === 'string' && operation.args.length === 1 && first !== ''
      ? { variable: first }
      : undefined
  const inner = operation.args.length === 2 ? subjectOf(first) : undefined
  if (inner === undefined || Object.keys(inner).length > 1) return undefined
  if (operation.name === 'count' && second === true) return { ...inner, counted: true }
  return operation.name === 'or' && second !== undefined && isConstant(second)
    ? { ...inner, otherwise: second }
    : undefined
}

function operationOf(
  rule: Json,
): { readonly name: string; readonly args: readonly Json[] } | undefined {
  if (!isObject(rule)) return undefined
  const [entry, more] = Object.entries(rule)
  if (entry === undefined || more !== undefined) return undefined
  return {
    name: entry[0],
    args: Array.isArray(entry[1]) ? (entry[1] as readonly Json[]) : [entry[1]],
  }
}

function isConstant(value: Json): boolean {
  return Array.isArray(value)
    ? value.every((each: Json) => typeof each !== 'object' || each === null)
    : !isObject(value)
}

const UNARY = new Set(['!', '!!', 'var', 'ref'])

/**
 * A rule's text without redundant lists and groups around a single operand: they don't change its
 * meaning.
 */
function plain(rule: Json): string {
  return canonical(withoutSugar(rule))
}

function withoutSugar(rule: Json): Json {
  if (Array.isArray(rule)) return rule.map(withoutSugar)
  if (!isObject(rule)) return rule
  const operation = operationOf(rule)
  const [only = null, more] = operation?.args ?? []
  if (operation === undefined || more !== undefined || operation.args.length === 0)
    return Object.fromEntries(Object.entries(rule).map(([name, raw]) => [name, withoutSugar(raw)]))
  if (operation.name === 'and' || operation.name === 'or') return withoutSugar(only)
  return {
    [operation.name]:
      UNARY.has(operation.name) && !Array.isArray(only)
        ? withoutSugar(only)
        : withoutSugar(rule[operation.name] as Json),
  }
}

// ---- values -----------------------------------------------------------------------------------------------------------

/** Where a value comes from: the first of these that exists. */
export type Source = { readonly variable: string } | { readonly fixed: Json }

/** @returns null for a rule that does more than look up values */
export function readSources(rule: Rule): readonly Source[] | null {
  const source = (each: Json): Source | undefined => {
    const subject = subjectOf(each)
    if (subject !== undefined)
      return Object.keys(subject).length === 1 ? { variable: subject.variable } : undefined
    return isConstant(each) && !Array.isArray(each) ? { fixed: each } : undefined
  }
  const operation = operationOf(rule)
  const sources = operation?.name === 'or' ? operation.args.map(source) : [source(rule)]
  return sources.length > 0 && sources.every((each) => each !== undefined) ? sources : null
}

export function writeSources(sources: readonly Source[]): Rule {
  const rules = sources.map((each): Rule =>
    'variable' in each ? { var: each.variable } : each.fixed,
  )
  const [only, more] = rules
  return only !== undefined && more === undefined ? only : { or: rules }
}
