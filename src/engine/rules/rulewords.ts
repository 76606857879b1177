/**
 * A rule in readable form: conditions in groups, each with its own text. Parts that this structure
 * cannot express are kept unchanged, so that no rule is ever lost: `writeRule(readRule(rule))`
 * means the same as `rule`.
 */

import { canonical, isObject, type Json } from '#engine/documents/json.ts'
import type { Rule } from './rules.ts'
import type { VarType } from './ruletypes.ts'

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
  /** Absent where nothing is compared with. */ readonly value?: Json
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
  return rules.length === 1 ? rules[0]! : { or: rules }
}

// ---- words ------------------------------------------------------------------------------------------------------------

/**
 * A text key with its values; `parts` are the lines below a group. `variable`, `name` and the
 * values have texts of their own.
 */
export type RuleWords = {
  readonly key: string
  readonly values: {
    readonly variable?: string
    readonly counted?: true
    readonly otherwise?: Json
    readonly value?: Json
    readonly name?: string
  }
  readonly parts: readonly RuleWords[]
}

const SAY: Readonly<Record<Comparison, string>> = {
  '==': 'is',
  '===': 'is',
  '!=': 'isNot',
  '!==': 'isNot',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
  in: 'oneOf',
  notIn: 'noneOf',
  has: 'has',
  hasNot: 'hasNot',
  yes: 'yes',
  no: 'no',
  there: 'there',
  missing: 'missing',
}

export function sayRule(part: RulePart): RuleWords {
  const say = (
    end: string,
    values: RuleWords['values'] = {},
    parts: readonly RuleWords[] = [],
  ): RuleWords => ({ key: `console.rule.${end}`, values, parts })
  switch (part.is) {
    case 'fixed':
      return say(part.holds ? 'always' : 'never')
    case 'named':
      return say(part.negated ? 'notNamed' : 'named', { name: part.name })
    case 'other':
      return say('other', { value: part.rule })
    case 'group':
      return say(part.of, {}, part.parts.map(sayRule))
    case 'condition':
      return say(SAY[part.comparison], {
        ...part.subject,
        ...(part.value !== undefined && { value: part.value }),
      })
  }
}

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^feature\.(.+)\.access$/, 'featureAccess'],
  [/^feature\.(.+)\.visible$/, 'featureVisible'],
  [/^feature\.(.+)\.upgradable$/, 'featureUpgradable'],
  [/^user\.assessments\.([^.]+)$/, 'assessment'],
  [/^user\.profile\.(.+)$/, 'profile'],
  [/^user\.consents\.([^.]+)$/, 'consent'],
  [/^config\.authProviders\.(.+)$/, 'provider'],
  [/^config\.initialProfile\.(.+)$/, 'initialProfile'],
  [/^route\.query\.(.+)$/, 'query'],
  [/^route\.params\.(.+)$/, 'params'],
  [/^data\.(.+)$/, 'data'],
  [/^value\.(.+)$/, 'value'],
]

/**
 * Names of a variable: suffixes of text keys below `console.var.`, with their values, in the order
 * to try them.
 */
export function variableWords(
  variable: string,
): readonly { readonly key: string; readonly name: string }[] {
  const family = FAMILIES.flatMap(([pattern, key]) => {
    const name = pattern.exec(variable)?.[1]
    return name === undefined ? [] : [{ key: `family.${key}`, name }]
  })
  return [{ key: variable, name: variable }, ...family]
}

// ---- what may be compared -----------------------------------------------------------------------------------------------

export type Variable = { readonly path: string; readonly type: VarType }

/** Every variable that a rule can refer to, including nested ones. */
export function variablesIn(type: VarType, path = ''): Variable[] {
  return Object.entries(type.members ?? {}).flatMap(([name, member]) => {
    const here = path === '' ? name : `${path}.${name}`
    if (member.members === undefined) return [{ path: here, type: member }]
    return [
      ...(member.nullable ? [{ path: here, type: member }] : []),
      ...variablesIn(member, here),
    ]
  })
}

/** The comparisons that make sense for a variable. */
export function comparisonsFor(type: VarType | undefined): readonly Comparison[] {
  switch (type?.is) {
    case 'boolean':
      return ['yes', 'no']
    case 'number':
      return ['==', '!=', '<', '<=', '>', '>=', ...MAYBE(type)]
    case 'text':
      return ['==', '!=', 'in', 'notIn', ...MAYBE(type)]
    case 'list':
      return ['has', 'hasNot', ...MAYBE(type)]
    case 'object':
      return ['there', 'missing']
    default:
      return ['there', 'missing', '==', '!=', 'in', 'notIn', 'yes', 'no']
  }
}
const MAYBE = ({ nullable }: VarType): readonly Comparison[] =>
  nullable ? ['there', 'missing'] : []

/** The same condition with another comparison: its value is converted to fit. */
export function withComparison(
  condition: Condition,
  comparison: Comparison,
  type: VarType | undefined,
): Condition {
  const { value: before, ...rest } = condition
  if (ALONE.has(comparison)) return { ...rest, comparison }
  const isList = comparison === 'in' || comparison === 'notIn'
  const single = Array.isArray(before) ? (before[0] as Json | undefined) : before
  const first =
    single ?? (type?.values ?? type?.of?.values)?.[0] ?? (type?.is === 'number' ? 0 : '')
  return { ...rest, comparison, value: isList ? (Array.isArray(before) ? before : [first]) : first }
}

/** A condition on another variable, with the first comparison that suits it. */
export function conditionOn(variable: string, type: VarType | undefined): Condition {
  // In JavaScript null < 5 is true, so a variable that may be missing gets a numeric default.
  const subject: Subject =
    type?.is === 'number' && type.nullable ? { variable, otherwise: 0 } : { variable }
  return withComparison(
    { is: 'condition', subject, comparison: 'yes' },
    comparisonsFor(type)[0]!,
    type,
  )
}
