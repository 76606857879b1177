/**
 * The leaf operators of the rule dialect, in one table.
 *
 * They behave as in JSON Logic (a differential test compares them with json-logic-js), on values
 * that are already evaluated: no value is ever interpreted as a rule.
 */

export type Operator = {
  readonly min: number
  readonly max: number
  readonly apply: (...args: readonly unknown[]) => unknown
}

// JSON Logic compares with the loose equality of JavaScript; rules say `===` where that matters.
const loose = (a: unknown, b: unknown): boolean => a == b
const num = (value: unknown): number => Number(value)
const ordered = (compare: (a: never, b: never) => boolean): Operator => ({
  min: 2,
  max: 3,
  // With three operands it reads "between": a < b and b < c.
  apply: (a, b, ...rest) =>
    compare(a as never, b as never) && (rest.length === 0 || compare(b as never, rest[0] as never)),
})
// Sums and products parse their operands, other arithmetic converts them: a quirk of JSON Logic.
const parsed = (value: unknown): number => Number.parseFloat(value as string)

/** Truth as JSON Logic defines it: an empty list is false, "0" is true. */
export function truthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return Boolean(value)
}

export const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': { min: 2, max: 2, apply: (a, b) => loose(a, b) },
  '===': { min: 2, max: 2, apply: (a, b) => a === b },
  '!=': { min: 2, max: 2, apply: (a, b) => !loose(a, b) },
  '!==': { min: 2, max: 2, apply: (a, b) => a !== b },
  '<': ordered((a, b) => a < b),
  '<=': ordered((a, b) => a <= b),
  '>': { ...ordered((a, b) => a > b), max: 2 },
  '>=': { ...ordered((a, b) => a >= b), max: 2 },
  in: {
    min: 2,
    max: 2,
    apply: (needle, haystack) =>
      Array.isArray(haystack)
        ? haystack.indexOf(needle) !== -1
        : typeof haystack === 'string' && haystack.indexOf(needle as string) !== -1,
  },
  '!': { min: 1, max: 1, apply: (a) => !truthy(a) },
  '!!': { min: 1, max: 1, apply: (a) => truthy(a) },
  '+': {
    min: 1,
    max: 32,
    apply: (...args) => args.reduce<number>((sum, each) => sum + parsed(each), 0),
  },
  '*': {
    min: 2,
    max: 32,
    apply: (...args) => args.reduce<number>((product, each) => product * parsed(each), 1),
  },
  '-': {
    min: 1,
    max: 2,
    apply: (...args) => (args.length === 1 ? -num(args[0]) : num(args[0]) - num(args[1])),
  },
  '/': { min: 2, max: 2, apply: (a, b) => num(a) / num(b) },
  '%': { min: 2, max: 2, apply: (a, b) => num(a) % num(b) },
  min: { min: 1, max: 32, apply: (...args) => Math.min(...(args as number[])) },
  max: { min: 1, max: 32, apply: (...args) => Math.max(...(args as number[])) },
}

/**
 * Operators that the evaluator itself handles: they control what is evaluated, and in which scope.
 */
const CONTROL_OPERATORS = ['var', 'ref', 'and', 'or', 'if', 'some', 'all', 'none', 'count'] as const

export const ALL_OPERATORS: readonly string[] = [...CONTROL_OPERATORS, ...Object.keys(OPERATORS)]
