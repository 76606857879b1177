/**
 * Evaluates rules: JSON Logic in a strict dialect, compiled once to closures, with a trace on
 * demand.
 */

import {
  FORBIDDEN_KEYS,
  isObject,
  nearest,
  own,
  pointer,
  type Json,
} from '#engine/documents/json.ts'
import { ALL_OPERATORS, OPERATORS, truthy } from './operators.ts'
import { DocumentError, type Problem } from '#engine/contract/problems.ts'

export type Rule = Json

/**
 * One variable that a rule read: its place in the rule, its dotted path, and the value found (null
 * if none).
 */
export type Asked = { readonly at: string; readonly var: string; readonly value: unknown }

/** Named rules by id, for `{"ref": "name"}`. */
export type NamedRules = Readonly<Record<string, Rule>>

export type Compiled = (scope: unknown, trace?: Asked[]) => unknown

/**
 * `steps`: the maximum cost of one evaluation, including named rules, and of all rules of a
 * document together; `refs`: the maximum depth of references.
 */
export const LIMITS = {
  depth: 32,
  nodes: 512,
  pathLength: 200,
  steps: 2000,
  documentSteps: 10_000,
  refs: 16,
} as const

/** Assumed length of a list in the scope whose entries a rule visits: users' lists are short. */
const LIST_LENGTH = 10

/** Maximum number of rule parts evaluated, and maximum depth of references. */
export type Cost = { readonly steps: number; readonly refs: number }

/**
 * The maximum cost of a rule. A few named rules that each refer twice to the previous one would
 * take practically forever: they are refused before evaluation, so that the evaluator doesn't have
 * to count.
 *
 * @param known costs of named rules, cached between calls
 */
export function costOf(rule: Rule, named: NamedRules, known: Map<string, Cost> = new Map()): Cost {
  const open = new Set<string>()
  const one: Cost = { steps: 1, refs: 0 }
  const sum = (costs: readonly Cost[]): Cost =>
    costs.reduce(
      (all, { steps, refs }) => ({ steps: all.steps + steps, refs: Math.max(all.refs, refs) }),
      one,
    )
  const cost = (node: Json): Cost => {
    if (Array.isArray(node)) return sum((node as readonly Json[]).map(cost))
    if (!isObject(node)) return one
    return sum(
      Object.entries(node).map(([name, raw]) => {
        if (name === 'ref' && typeof raw === 'string') return costOfNamed(raw)
        if (!LIST_OPERATORS.has(name) || !Array.isArray(raw)) return cost(raw)
        const [list = null, test = null] = raw as readonly Json[]
        const inner = cost(test)
        return sum([cost(list), { ...inner, steps: inner.steps * lengthOf(list) }])
      }),
    )
  }
  const costOfNamed = (name: string): Cost => {
    const rule = own(named, name) as Rule | undefined
    // A cycle is a different error, reported by compile().
    if (rule === undefined || open.has(name)) return one
    let done = known.get(name)
    if (done === undefined) {
      if (open.size >= LIMITS.refs)
        return { steps: Number.POSITIVE_INFINITY, refs: Number.POSITIVE_INFINITY }
      open.add(name)
      const inner = cost(rule)
      open.delete(name)
      done = { steps: inner.steps, refs: inner.refs + 1 }
      known.set(name, done)
    }
    return done
  }
  return cost(rule)
}

/** Why a rule of this cost is refused; undefined if it is accepted. */
export function tooCostly({
  steps,
  refs,
}: Cost): { readonly code: string; readonly message: string } | undefined {
  if (refs > LIMITS.refs)
    return {
      code: 'rule/too-deep',
      message: `rules may refer to each other through at most ${LIMITS.refs} names`,
    }
  if (steps > LIMITS.steps)
    return {
      code: 'rule/too-many-steps',
      message: `this could take ${steps} steps with the rules that it refers to; ${LIMITS.steps} are allowed`,
    }
  return undefined
}

/** Length of a literal list, or of the longest list that an expression can produce. */
function lengthOf(list: Json): number {
  if (Array.isArray(list)) return Math.max(1, list.length)
  if (!isObject(list)) return 1
  const lengths = Object.values(list as Readonly<Record<string, Json>>).map((raw) =>
    Array.isArray(raw) ? Math.max(0, ...(raw as Json[]).map(lengthOf)) : lengthOf(raw),
  )
  return Math.max(LIST_LENGTH, ...lengths)
}

const LIST_OPERATORS: ReadonlySet<string> = new Set(['some', 'all', 'none', 'count'])

/**
 * The rules of one catalog, compiled on first use. The same rule object is never compiled twice.
 */
export class RuleBook {
  readonly #compiled = new WeakMap<object, Compiled>()
  readonly #named = new Map<string, Compiled>()
  readonly #costs = new Map<string, Cost>()

  constructor(readonly named: NamedRules) {}

  /**
   * The value of a rule in a scope. Reads own properties only; a missing variable is null.
   *
   * @throws DocumentError `rule/...` if the rule is not valid in the dialect
   */
  evaluate(rule: Rule | undefined, scope: unknown, trace?: Asked[]): unknown {
    if (typeof rule !== 'object' || rule === null) return rule
    let compiled = this.#compiled.get(rule)
    if (compiled === undefined) {
      compiled = compile(rule, this)
      const problem = tooCostly(this.costOf(rule))
      if (problem !== undefined) fail(problem.code, '', problem.message)
      this.#compiled.set(rule, compiled)
    }
    return compiled(scope, trace)
  }

  costOf(rule: Rule): Cost {
    return costOf(rule, this.named, this.#costs)
  }

  /** Is the rule true? An absent rule is true. */
  holds(rule: Rule | undefined, scope: unknown, trace?: Asked[]): boolean {
    return rule === undefined || truthy(this.evaluate(rule, scope, trace))
  }

  /** A named rule; cycles are found here because a rule being compiled is not yet in the book. */
  resolve(name: string, at: string, open: readonly string[]): Compiled {
    const done = this.#named.get(name)
    if (done) return done
    const rule = own(this.named, name)
    if (rule === undefined)
      fail(
        'rule/unknown-ref',
        at,
        `there is no rule called "${name}"`,
        nearest(name, Object.keys(this.named)),
      )
    if (open.includes(name))
      fail('rule/cycle', at, `rule "${name}" refers to itself: ${[...open, name].join(' -> ')}`)
    if (open.length >= LIMITS.refs)
      fail(
        'rule/too-deep',
        at,
        `rules may refer to each other through at most ${LIMITS.refs} names`,
      )
    const compiled = compile(rule as Rule, this, [...open, name])
    this.#named.set(name, compiled)
    return compiled
  }
}

function fail(code: string, at: string, message: string, suggestion?: string): never {
  const problem: Problem = {
    code,
    document: '',
    pointer: at,
    message,
    severity: 'error',
    ...(suggestion && { suggestion }),
  }
  throw new DocumentError([problem])
}

/**
 * Compiles one operation.
 *
 * @param at   pointer to the operation
 * @param part compiles one of its arguments
 */
type Compile = (
  at: string,
  args: readonly Json[],
  part: (index: number) => Compiled,
  name: string,
) => Compiled

/** Compiles one rule; `open` lists the named rules being compiled. */
export function compile(
  rule: Rule,
  book: Pick<RuleBook, 'resolve'>,
  open: readonly string[] = [],
): Compiled {
  let nodes = 0
  const build = (node: Json, at: string, depth: number): Compiled => {
    if (++nodes > LIMITS.nodes)
      fail('rule/too-large', at, `a rule may have at most ${LIMITS.nodes} parts`)
    if (depth > LIMITS.depth)
      fail('rule/too-deep', at, `a rule may be at most ${LIMITS.depth} levels deep`)
    if (Array.isArray(node)) {
      const items = node.map((each: Json, index) => build(each, at + pointer(index), depth + 1))
      // A list of constants, as is usual with `in`, is the same at every evaluation.
      if (!node.some((each: Json) => typeof each === 'object')) return () => node
      return (scope, trace) => items.map((each) => each(scope, trace))
    }
    if (!isObject(node)) return () => node

    const keys = Object.keys(node)
    const [name] = keys
    // json-logic-js treats an object with two keys as data, which is truthy: a typo would open a
    // gate.
    if (name === undefined || keys.length > 1)
      return fail(
        'rule/not-an-operation',
        at,
        `an operation has exactly one key, this has ${keys.length}: ${keys.join(', ')}`,
      )
    const here = at + pointer(name)
    const raw = node[name] as Json
    const args: readonly Json[] = Array.isArray(raw) ? raw : [raw]
    const part = (index: number) =>
      build(args[index] ?? null, Array.isArray(raw) ? here + pointer(index) : here, depth + 1)
    if (name === 'ref')
      return typeof raw === 'string'
        ? book.resolve(raw, here, open)
        : fail('rule/unknown-ref', here, 'the name of a rule must be a fixed text')
    return compilerOf(name)(here, args, part, name)
  }
  return build(rule, '', 1)
}

/** How the operation of this name is compiled. */
function compilerOf(name: string): Compile {
  if (name === 'var') return compileVariable
  if (name === 'and' || name === 'or') return compileLogic
  if (name === 'if') return compileIf
  return LIST_OPERATORS.has(name) ? compileCount : compileOperator
}

const compileVariable: Compile = (at, args, part) => {
  const [path] = args
  if (typeof path !== 'string')
    return fail('rule/dynamic-variable', at, 'the name of a variable must be a fixed text')
  if (path.length > LIMITS.pathLength)
    fail('rule/too-large', at, 'the name of this variable is too long')
  const fallback = args.length > 1 ? part(1) : () => null
  const segments = path === '' ? [] : path.split('.')
  if (segments.some((segment) => FORBIDDEN_KEYS.has(segment)))
    return fail('rule/unknown-variable', at, `no variable may be called "${path}"`)
  return (scope, trace) => {
    // Same as read(), own properties only. Inlined, because this dominates the cost of a
    // decision.
    let found: unknown = scope
    for (let index = 0; index < segments.length; index++) {
      const segment = segments[index] as string
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, segment)) {
        found = undefined
        break
      }
      found = (found as Record<string, unknown>)[segment]
    }
    const value = found === undefined ? fallback(scope, trace) : found
    trace?.push({ at, var: path, value })
    return value
  }
}

const compileLogic: Compile = (at, args, part, name) => {
  const parts = args.map((_, index) => part(index))
  const stopsAt = name === 'or'
  if (parts.length === 0) fail('rule/arguments', at, `"${name}" needs at least one part`)
  return (scope, trace) => {
    let value: unknown
    for (const part of parts) {
      value = part(scope, trace)
      if (truthy(value) === stopsAt) return value
    }
    return value
  }
}

const compileIf: Compile = (at, args, part) => {
  const parts = args.map((_, index) => part(index))
  if (parts.length < 2) fail('rule/arguments', at, '"if" needs a condition and a value')
  return (scope, trace) => {
    let index = 0
    for (; index + 1 < parts.length; index += 2) {
      if (truthy(parts[index]?.(scope, trace))) return parts[index + 1]?.(scope, trace)
    }
    return index < parts.length ? parts[index]?.(scope, trace) : null
  }
}

const compileCount: Compile = (at, args, part, name) => {
  if (args.length !== 2) fail('rule/arguments', at, `"${name}" needs a list and a rule`)
  const list = part(0)
  const test = part(1)
  return (scope, trace) => {
    const items = list(scope, trace)
    if (!Array.isArray(items)) return name === 'none' ? true : name === 'count' ? 0 : false
    // The variables of the inner rule refer to the item; they are not traced, because their
    // names mean nothing outside.
    const hits = items.filter((item) => truthy(test(item))).length
    if (name === 'count') return hits
    if (name === 'some') return hits > 0
    if (name === 'none') return hits === 0
    return items.length > 0 && hits === items.length
  }
}

const compileOperator: Compile = (at, args, part, name) => {
  const operator = own(OPERATORS, name) as (typeof OPERATORS)[string] | undefined
  if (operator === undefined)
    return fail(
      'rule/unknown-operator',
      at,
      `there is no operator called "${name}"`,
      nearest(name, ALL_OPERATORS),
    )
  const { min, max, apply } = operator
  if (args.length < min || args.length > max)
    fail(
      'rule/arguments',
      at,
      `"${name}" takes ${min === max ? min : `${min} to ${max}`} parts, this has ${args.length}`,
    )
  const parts = args.map((_, index) => part(index))
  if (parts.length === 2) {
    const [a, b] = parts as [Compiled, Compiled]
    return (scope, trace) => apply(a(scope, trace), b(scope, trace))
  }
  return (scope, trace) => apply(...parts.map((part) => part(scope, trace)))
}

/**
 * Every variable that a rule may read, including named rules. Inner rules of list operators refer
 * to items, not variables.
 */
export function variablesOf(
  rule: Rule | undefined,
  named: NamedRules,
  found: Set<string> = new Set(),
): Set<string> {
  const open = new Set<string>()
  const walk = (node: Json | undefined): void => {
    if (Array.isArray(node)) node.forEach(walk)
    if (!isObject(node)) return
    for (const [name, raw] of Object.entries(node)) {
      const args: readonly Json[] = Array.isArray(raw) ? raw : [raw]
      if (name === 'var' && typeof args[0] === 'string') {
        found.add(args[0])
        walk(args[1])
      } else if (name === 'ref' && typeof raw === 'string') {
        if (open.has(raw)) continue
        open.add(raw)
        walk(own(named, raw) as Json | undefined)
      } else if (name === 'some' || name === 'all' || name === 'none' || name === 'count')
        walk(args[0])
      else walk(raw)
    }
  }
  walk(rule)
  return found
}
