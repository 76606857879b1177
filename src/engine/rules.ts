/** Evaluates rules: JSON Logic in a strict dialect, compiled once to closures, with a trace on demand. */

import { FORBIDDEN_KEYS, isObject, nearest, own, pointer, type Json } from './json.ts'
import { ALL_OPERATORS, OPERATORS, truthy } from './operators.ts'
import { DocumentError, type Problem } from './problems.ts'

export type Rule = Json

/** One variable that a rule asked for: where in the rule, its dotted path, and the value found (null if none). */
export type Asked = { readonly at: string; readonly var: string; readonly value: unknown }

/** Named rules by id, for `{"ref": "name"}`. */
export type NamedRules = Readonly<Record<string, Rule>>

export type Compiled = (scope: unknown, trace?: Asked[]) => unknown

export const LIMITS = { depth: 32, nodes: 512, pathLength: 200 } as const

/** Rules of one catalog, compiled at their first use. The same rule object is never compiled twice. */
export class RuleBook {
  readonly #compiled = new WeakMap<object, Compiled>()
  readonly #named = new Map<string, Compiled>()

  constructor(readonly named: NamedRules) {}

  /**
   * The value of a rule in a scope. Reads own properties only; a missing variable is null.
   *
   * @throws DocumentError `rule/...` when the rule is not of the dialect
   */
  evaluate(rule: Rule | undefined, scope: unknown, trace?: Asked[]): unknown {
    if (typeof rule !== 'object' || rule === null) return rule
    let compiled = this.#compiled.get(rule)
    if (compiled === undefined) {
      compiled = compile(rule, this)
      this.#compiled.set(rule, compiled)
    }
    return compiled(scope, trace)
  }

  /** Does the rule hold? An absent rule holds. */
  holds(rule: Rule | undefined, scope: unknown, trace?: Asked[]): boolean {
    return rule === undefined || truthy(this.evaluate(rule, scope, trace))
  }

  /** A named rule; cycles are found here because a name under compilation is not yet in the book. */
  resolve(name: string, at: string, open: readonly string[]): Compiled {
    const done = this.#named.get(name)
    if (done) return done
    const rule = own(this.named, name)
    if (rule === undefined) fail('rule/unknown-ref', at, `no rule is called "${name}"`, nearest(name, Object.keys(this.named)))
    if (open.includes(name)) fail('rule/cycle', at, `rule "${name}" refers to itself: ${[...open, name].join(' -> ')}`)
    const compiled = compile(rule as Rule, this, [...open, name])
    this.#named.set(name, compiled)
    return compiled
  }
}

function fail(code: string, at: string, message: string, suggestion?: string): never {
  const problem: Problem = { code, document: '', pointer: at, message, severity: 'error', ...(suggestion && { suggestion }) }
  throw new DocumentError([problem])
}

/** Compiles one rule; `open` holds the named rules on the way to it. */
export function compile(rule: Rule, book: Pick<RuleBook, 'resolve'>, open: readonly string[] = []): Compiled {
  let nodes = 0
  const build = (node: Json, at: string, depth: number): Compiled => {
    if (++nodes > LIMITS.nodes) fail('rule/too-large', at, `a rule may have at most ${LIMITS.nodes} parts`)
    if (depth > LIMITS.depth) fail('rule/too-deep', at, `a rule may be at most ${LIMITS.depth} levels deep`)
    if (Array.isArray(node)) {
      const items = node.map((each: Json, index) => build(each, at + pointer(index), depth + 1))
      // A list of values only, as `in` mostly has it, is the same at every evaluation.
      if (!node.some((each: Json) => typeof each === 'object')) return () => node
      return (scope, trace) => items.map((each) => each(scope, trace))
    }
    if (!isObject(node)) return () => node

    const keys = Object.keys(node)
    // json-logic-js takes an object with two keys as data, which is truthy: a typo would open a gate.
    if (keys.length !== 1) fail('rule/not-an-operation', at, `an operation has exactly one key, this has ${keys.length}: ${keys.join(', ')}`)
    const name = keys[0]!
    const here = at + pointer(name)
    const raw = node[name] as Json
    const args: readonly Json[] = Array.isArray(raw) ? raw : [raw]
    const sub = (index: number) => build(args[index] ?? null, Array.isArray(raw) ? here + pointer(index) : here, depth + 1)
    const all = () => args.map((_, index) => sub(index))

    switch (name) {
      case 'var': {
        const path = args[0]
        if (typeof path !== 'string') return fail('rule/dynamic-variable', here, 'a variable is named by a fixed text')
        if (path.length > LIMITS.pathLength) fail('rule/too-large', here, 'the name of this variable is too long')
        const fallback = args.length > 1 ? sub(1) : () => null
        const segments = path === '' ? [] : path.split('.')
        if (segments.some((segment) => FORBIDDEN_KEYS.has(segment))) return fail('rule/unknown-variable', here, `no variable may be called "${path}"`)
        return (scope, trace) => {
          // The same as read(): own properties only. Written out, for this is what a decision spends its time on.
          let found: unknown = scope
          for (let index = 0; index < segments.length; index++) {
            if (typeof found !== 'object' || found === null || !Object.hasOwn(found, segments[index]!)) {
              found = undefined
              break
            }
            found = (found as Record<string, unknown>)[segments[index]!]
          }
          const value = found === undefined ? fallback(scope, trace) : found
          trace?.push({ at: here, var: path, value })
          return value
        }
      }
      case 'ref': {
        if (typeof raw !== 'string') return fail('rule/unknown-ref', here, 'a rule is named by a fixed text')
        return book.resolve(raw, here, open)
      }
      case 'and':
      case 'or': {
        const parts = all()
        const stopsAt = name === 'or'
        if (parts.length === 0) fail('rule/arguments', here, `"${name}" needs at least one part`)
        return (scope, trace) => {
          let value: unknown
          for (const part of parts) {
            value = part(scope, trace)
            if (truthy(value) === stopsAt) return value
          }
          return value
        }
      }
      case 'if': {
        const parts = all()
        if (parts.length < 2) fail('rule/arguments', here, '"if" needs a condition and a value')
        return (scope, trace) => {
          let index = 0
          for (; index + 1 < parts.length; index += 2) {
            if (truthy(parts[index]!(scope, trace))) return parts[index + 1]!(scope, trace)
          }
          return index < parts.length ? parts[index]!(scope, trace) : null
        }
      }
      case 'some':
      case 'all':
      case 'none':
      case 'count': {
        if (args.length !== 2) fail('rule/arguments', here, `"${name}" needs a list and a rule`)
        const list = sub(0)
        const test = sub(1)
        return (scope, trace) => {
          const items = list(scope, trace)
          if (!Array.isArray(items)) return name === 'none' ? true : name === 'count' ? 0 : false
          // The variables of the inner rule are those of the item; they are not traced, their names mean nothing outside.
          const hits = items.filter((item) => truthy(test(item))).length
          if (name === 'count') return hits
          if (name === 'some') return hits > 0
          if (name === 'none') return hits === 0
          return items.length > 0 && hits === items.length
        }
      }
      default: {
        const operator = own(OPERATORS, name) as (typeof OPERATORS)[string] | undefined
        if (operator === undefined) return fail('rule/unknown-operator', here, `no operator is called "${name}"`, nearest(name, ALL_OPERATORS))
        if (args.length < operator.min || args.length > operator.max) {
          fail('rule/arguments', here, `"${name}" takes ${operator.min === operator.max ? operator.min : `${operator.min} to ${operator.max}`} parts, this has ${args.length}`)
        }
        const parts = all()
        const { apply } = operator
        if (parts.length === 2) {
          const [a, b] = parts as [Compiled, Compiled]
          return (scope, trace) => apply(a(scope, trace), b(scope, trace))
        }
        return (scope, trace) => apply(...parts.map((part) => part(scope, trace)))
      }
    }
  }
  return build(rule, '', 1)
}

/** Every variable that a rule may ask for, named rules included. Inner rules of list operators name items, not variables. */
export function variablesOf(rule: Rule | undefined, named: NamedRules, found: Set<string> = new Set()): Set<string> {
  const open = new Set<string>()
  const walk = (node: Json | undefined): void => {
    if (Array.isArray(node)) node.forEach(walk)
    if (!isObject(node)) return
    for (const [name, raw] of Object.entries(node) as [string, Json][]) {
      const args: readonly Json[] = Array.isArray(raw) ? raw : [raw]
      if (name === 'var' && typeof args[0] === 'string') {
        found.add(args[0])
        walk(args[1])
      } else if (name === 'ref' && typeof raw === 'string') {
        if (open.has(raw)) continue
        open.add(raw)
        walk(own(named, raw) as Json | undefined)
      } else if (name === 'some' || name === 'all' || name === 'none' || name === 'count') walk(args[0])
      else walk(raw)
    }
  }
  walk(rule)
  return found
}
