/**
 * The values at which rules begin to treat users differently: what a variable is compared with,
 * both sides of each limit, and one value that no rule names. The model check tries these and no
 * others (model.ts).
 */

import { FORBIDDEN_KEYS, isObject, own, type Json } from '#engine/documents/json.ts'
import { OPERATORS, truthy } from '#engine/rules/operators.ts'
import { RuleBook, variablesOf, type NamedRules, type Rule } from '#engine/rules/rules.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'

/** How rules use one variable. */
export type Use = {
  /** Values it is tested for equality with. */
  readonly literals: Set<Json>
  /** Values it is ordered against. */
  readonly borders: Set<string | number>
  /** What rules test about a value: values with the same results for all tests are equivalent. */
  readonly tests: Test[]
  /** Compared with another variable: each of its values may matter. */
  isBeside: boolean
  /**
   * Used in arithmetic, or a list whose entries a rule inspects: the values at which such a rule
   * changes are unknown.
   */
  isOpaque: boolean
}
export type Test = (value: unknown) => unknown
export type Uses = ReadonlyMap<string, Use>

const EQUAL: ReadonlySet<string> = new Set(['==', '===', '!=', '!==', 'in'])
const ORDERED: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
const LISTS: ReadonlySet<string> = new Set(['some', 'all', 'none', 'count'])
/** Their value is one of their parts. */
const CHOOSING: ReadonlySet<string> = new Set(['and', 'or', 'if'])

/** A value that no rule names. */
export const OTHER = 'something else'

const noUse = (): Use => ({
  literals: new Set(),
  borders: new Set(),
  tests: [],
  isBeside: false,
  isOpaque: false,
})

/** How these rules, and the named ones that they refer to, use each variable. */
export function usesOf(rules: Iterable<Rule>, named: NamedRules): Map<string, Use> {
  const uses = new Map<string, Use>()
  const beside: string[][] = []
  const seen = new Set<string>()
  const book = new RuleBook(named)

  const useOf = (path: string): Use => {
    let use = uses.get(path)
    if (use === undefined) uses.set(path, (use = noUse()))
    return use
  }
  const visit = (node: Json | undefined): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isObject(node)) return
    for (const [name, raw] of Object.entries(node)) {
      const args: readonly Json[] = Array.isArray(raw) ? raw : [raw]
      if (name === 'var') {
        if (typeof args[0] === 'string') useOf(args[0]).tests.push(truthy)
        visit(args[1])
      } else if (name === 'ref') {
        if (typeof raw !== 'string' || seen.has(raw)) continue
        seen.add(raw)
        visit(own(named, raw) as Json | undefined)
      } else if (EQUAL.has(name) || ORDERED.has(name)) compare(node, args, ORDERED.has(name))
      else if (LISTS.has(name) || isReckoning(name)) blur(LISTS.has(name) ? args[0] : raw)
      else visit(raw)
    }
  }
  const blur = (node: Json | undefined): void => {
    visit(node)
    for (const path of variablesOf(node, named)) useOf(path).isOpaque = true
  }
  const compare = (rule: Rule, args: readonly Json[], isOrdered: boolean): void => {
    const literals: Json[] = []
    const gather = (node: Json): void => {
      if (Array.isArray(node)) return node.forEach(gather)
      if (!isObject(node)) return void (node !== null && literals.push(node))
      for (const [name, raw] of Object.entries(node)) {
        const parts: readonly Json[] = Array.isArray(raw) ? raw : [raw]
        if (name === 'var') parts.slice(1).forEach(gather)
        else if (CHOOSING.has(name)) parts.forEach(gather)
        else visit(node)
      }
    }
    args.forEach(gather)
    const variables = [...variablesOf(rule, named)]
    for (const path of variables) {
      const use = useOf(path)
      for (const literal of literals) {
        if (isOrdered && (typeof literal === 'string' || typeof literal === 'number'))
          use.borders.add(literal)
        else use.literals.add(literal)
      }
      if (variables.length === 1)
        use.tests.push((value) => book.evaluate(rule, scopeWith(path, value)))
      else use.isBeside = true
    }
    if (variables.length > 1) beside.push(variables)
  }

  for (const rule of rules) visit(rule)
  // Where two variables are compared, either may have the values of the other. Twice, for chains of
  // three.
  for (let round = 0; round < 2; round++)
    for (const group of beside)
      for (const path of group) for (const other of group) addValues(useOf(path), useOf(other))
  return uses
}

function isReckoning(name: string): boolean {
  return Object.hasOwn(OPERATORS, name) && name !== '!' && name !== '!!'
}

function scopeWith(path: string, value: unknown): unknown {
  return path
    .split('.')
    .filter((segment) => !FORBIDDEN_KEYS.has(segment))
    .reduceRight<unknown>((inner, segment) => ({ [segment]: inner }), value)
}

function addValues(use: Use, other: Use): void {
  for (const border of other.borders) use.borders.add(border)
  for (const literal of other.literals) use.literals.add(literal)
}

/** The combined uses of two names for the same value. */
export function united(one: Use, other: Use | undefined): Use {
  const both: Use = {
    ...noUse(),
    tests: [...one.tests, ...(other?.tests ?? [])],
    isBeside: one.isBeside || other?.isBeside === true,
    isOpaque: one.isOpaque || other?.isOpaque === true,
  }
  addValues(both, one)
  if (other !== undefined) addValues(both, other)
  return both
}

/** A use in which each of these lists distinguishes its entries from all other values. */
export function usesOfLists(lists: readonly (readonly string[])[]): Use {
  return {
    ...noUse(),
    literals: new Set(lists.flat()),
    tests: lists.map((list) => (value) => list.includes(value as string)),
  }
}

/** Above this number of distinct values, a sample is tried. */
export const MAX_VALUES = 40

/** The first value of each group that no test distinguishes. */
export function distinct(
  values: readonly unknown[],
  use: Use,
  tests: readonly Test[] = [],
): unknown[] {
  const all = [...new Set(values)]
  const found = new Map<string, unknown>()
  for (const value of all) {
    const key =
      use.isBeside || use.isOpaque
        ? String(found.size)
        : JSON.stringify([...use.tests, ...tests].map((test) => test(value) ?? null))
    if (!found.has(key)) found.set(key, value)
    if (found.size === MAX_VALUES) break
  }
  return [...found.values()]
}

/** @returns the values to try, without what is missing; never empty */
export function valuesOf(use: Use, type: VarType): readonly Json[] {
  if (type.is === 'boolean') return [false, true]
  const literals = [...use.literals]
  if (type.is === 'list') {
    const entries = among(literals, type.of?.values) ?? [...literals, OTHER]
    return [[], ...entries.map((each) => [each]), ...(entries.length > 1 ? [entries] : [])]
  }
  const truths = literals.some((each) => typeof each === 'boolean') ? [true, false] : []
  const near = [...literals, ...[...use.borders].flatMap(aroundBorder)]
  return (
    among(literals, type.values) ?? [
      ...new Set<Json>([...near, ...truths, type.is === 'number' ? outside(near) : OTHER]),
    ]
  )
}

/** The named ones among the possible values, and one that is not named. */
function among(
  literals: readonly Json[],
  values: readonly string[] | undefined,
): Json[] | undefined {
  return (
    values && [
      ...literals.filter((each) => values.includes(each as string)),
      ...values.filter((each) => !literals.includes(each)).slice(0, 1),
    ]
  )
}

/** A limit and both sides of it: for a date, the day before and after. */
function aroundBorder(border: string | number): Json[] {
  if (typeof border === 'number') return [border - 1, border, border + 1]
  const time = Date.parse(border)
  if (!/^\d{4}-\d{2}-\d{2}/.test(border) || Number.isNaN(time)) return ['', border, `${border} `]
  return [dayAt(time, -1), border, dayAt(time, 1)]
}

/** An ISO date, this many days later. */
export function dayAt(time: number, days: number): string {
  return new Date(time + days * 86_400_000).toISOString().slice(0, 10)
}

function outside(values: readonly Json[]): number {
  return Math.max(0, ...values.filter((each) => typeof each === 'number')) + 1
}
