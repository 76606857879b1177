/**
 * The static check of rules: unknown variables, impossible values, and operators that mislead on
 * null or on text.
 */

import { isObject, nearest, own, pointer, type Json } from '#engine/documents/json.ts'
import { ALL_OPERATORS, OPERATORS } from './operators.ts'
import {
  checkIn,
  compareEqual,
  compareOrder,
  type AddIssue,
  type Inferred,
  type VarType,
} from './operands.ts'
import { LIMITS, type NamedRules, type Rule } from './rules.ts'

export type { VarType } from './operands.ts'

export type RuleIssue = {
  readonly code: string
  readonly pointer: string
  readonly message: string
  readonly suggestion?: string
}

const ANY: Inferred = { is: 'any', nullable: true }
const BOOLEAN: Inferred = { is: 'boolean' }
const NUMBER: Inferred = { is: 'number' }

/** Comfortably more than an acceptable rule can have. */
const MAX_PARTS = 2 * LIMITS.steps

/**
 * All suspicious parts of a rule in a scope of these types. A rule without issues has no misspelt
 * names.
 */
export function checkRule(rule: Rule, scope: VarType, named: NamedRules): RuleIssue[] {
  return new RuleCheck(named).check(rule, scope)
}

/** One operation of a rule, with the variables that its arguments can read. */
type Operation = {
  readonly name: string
  readonly args: readonly Json[]
  /** Pointer to the operation. */
  readonly at: string
  readonly types: VarType
  /** Pointer to an argument. */
  readonly place: (index: number) => string
}

class RuleCheck {
  readonly #named: NamedRules
  readonly #issues: RuleIssue[] = []
  /** The named rules being followed. */
  readonly #open: string[] = []
  /**
   * Named rules are followed wherever they occur, so a few of them could take practically forever.
   */
  #parts = 0

  constructor(named: NamedRules) {
    this.#named = named
  }

  check(rule: Rule, scope: VarType): RuleIssue[] {
    this.#infer(rule, '', scope)
    if (this.#parts > MAX_PARTS)
      this.#add(
        'rule/too-many-steps',
        '',
        `this has more than ${MAX_PARTS} parts with the rules that it refers to`,
      )
    return this.#issues
  }

  readonly #add: AddIssue = (code, at, message, suggestion) =>
    void this.#issues.push({
      code,
      pointer: at,
      message,
      ...(suggestion !== undefined && { suggestion }),
    })

  #infer(node: Json, at: string, types: VarType): Inferred {
    if (++this.#parts > MAX_PARTS) return ANY
    if (Array.isArray(node)) return this.#inferList(node as readonly Json[], at, types)
    if (!isObject(node)) return literal(node)
    const keys = Object.keys(node)
    const [name] = keys
    if (name === undefined || keys.length > 1) {
      this.#add(
        'rule/not-an-operation',
        at,
        `an operation has exactly one key, this has ${keys.length}: ${keys.join(', ')}`,
      )
      return ANY
    }
    const here = at + pointer(name)
    const raw = node[name] as Json
    return this.#inferOperation(
      {
        name,
        args: Array.isArray(raw) ? (raw as readonly Json[]) : [raw],
        at: here,
        types,
        place: (index) => (Array.isArray(raw) ? here + pointer(index) : here),
      },
      raw,
    )
  }

  #inferList(node: readonly Json[], at: string, types: VarType): Inferred {
    const items = node.map((each, index) => this.#infer(each, at + pointer(index), types))
    const texts = items.map((item) => item.literal)
    const closed = texts.every((text) => typeof text === 'string')
    return {
      is: 'list',
      of: closed ? { is: 'text', values: texts } : { is: items[0]?.is ?? 'any' },
    }
  }

  #inferOperation(operation: Operation, raw: Json): Inferred {
    const { name, args, at } = operation
    if (name === 'var') return this.#inferVariable(operation)
    if (name === 'ref') return this.#inferRef(raw, operation)
    if (name === 'some' || name === 'all' || name === 'none' || name === 'count')
      return this.#inferCount(operation)
    if (!ALL_OPERATORS.includes(name)) {
      this.#add(
        'rule/unknown-operator',
        at,
        `there is no operator called "${name}"`,
        nearest(name, ALL_OPERATORS),
      )
      return ANY
    }
    const operands = args.map((_, index) => this.#argument(operation, index))
    const operator = own(OPERATORS, name) as { min: number; max: number } | undefined
    if (operator && (args.length < operator.min || args.length > operator.max))
      this.#add(
        'rule/arguments',
        at,
        `"${name}" takes ${operator.min} to ${operator.max} parts, this has ${args.length}`,
      )
    return resultOf(name, operands, operation.place, this.#add)
  }

  #argument({ args, place, types }: Operation, index: number, inner = types): Inferred {
    return this.#infer(args[index] ?? null, place(index), inner)
  }

  #inferCount(operation: Operation): Inferred {
    const { name, args, place } = operation
    const list = this.#argument(operation, 0)
    if (list.is !== 'list' && list.is !== 'any')
      this.#add('rule/type', place(0), `"${name}" needs a list`)
    if (args.length > 1) this.#argument(operation, 1, list.of ?? ANY)
    return name === 'count' ? NUMBER : BOOLEAN
  }

  #inferVariable(operation: Operation): Inferred {
    const { args, at, types } = operation
    const [path] = args
    if (typeof path !== 'string') {
      this.#add('rule/dynamic-variable', at, 'the name of a variable must be a fixed text')
      return ANY
    }
    const found = lookUp(types, path)
    if ('unknown' in found) {
      this.#add(
        'rule/unknown-variable',
        at,
        `there is no variable called "${path}"`,
        found.suggestion,
      )
      return ANY
    }
    // A default replaces a missing value, not a null, so the result stays nullable.
    if (args.length > 1) this.#argument(operation, 1)
    return found.type
  }

  #inferRef(raw: Json, { at, types }: Operation): Inferred {
    const rule = typeof raw === 'string' ? (own(this.#named, raw) as Rule | undefined) : undefined
    if (typeof raw !== 'string' || rule === undefined) {
      this.#add(
        'rule/unknown-ref',
        at,
        `there is no rule called ${JSON.stringify(raw)}`,
        typeof raw === 'string' ? nearest(raw, Object.keys(this.#named)) : undefined,
      )
      return ANY
    }
    if (this.#open.includes(raw)) {
      const circle = [...this.#open, raw].join(' -> ')
      this.#add('rule/cycle', at, `rule "${raw}" refers to itself: ${circle}`)
      return ANY
    }
    if (this.#open.length >= LIMITS.refs) return ANY
    this.#open.push(raw)
    // The named rule is checked at its definition; here only its type matters, and whether it
    // refers to itself.
    const before = this.#issues.length
    const type = this.#infer(rule, at, types)
    const cycle = this.#issues.slice(before).find(({ code }) => code === 'rule/cycle')
    this.#issues.length = before
    if (cycle) this.#issues.push({ ...cycle, pointer: at })
    this.#open.pop()
    return type
  }
}

/** The type of an operator's result for these operands; reports operands that mislead it. */
function resultOf(
  name: string,
  operands: readonly Inferred[],
  place: (index: number) => string,
  add: AddIssue,
): Inferred {
  switch (name) {
    case '==':
    case '===':
    case '!=':
    case '!==':
      compareEqual(operands, place, add)
      return BOOLEAN
    case '<':
    case '<=':
    case '>':
    case '>=':
      compareOrder(name, operands, place, add)
      return BOOLEAN
    case 'in':
      checkIn(operands, place, add)
      return BOOLEAN
    case '!':
    case '!!':
      return BOOLEAN
    case 'and':
    case 'or': {
      const [first] = operands
      if (first === undefined) return ANY
      const is = operands.every((operand) => operand.is === first.is) ? first.is : 'any'
      // "or" returns its last operand if all others are empty: if the last one is never null,
      // neither is the result.
      const nullable =
        name === 'or' ? operands.at(-1)?.nullable : operands.some((operand) => operand.nullable)
      return is === 'boolean' ? BOOLEAN : { is, ...(nullable && { nullable }) }
    }
    case 'if':
      return ANY
    default:
      for (const [index, { is }] of operands.entries())
        if (is !== 'number' && is !== 'any')
          add('rule/type', place(index), `"${name}" counts with numbers`)
      return NUMBER
  }
}

function literal(value: Json): Inferred {
  if (value === null) return { is: 'any', nullable: true, literal: null }
  if (typeof value === 'string') return { is: 'text', values: [value], literal: value }
  if (typeof value === 'boolean') return { ...BOOLEAN, literal: value }
  return { ...NUMBER, literal: value }
}

/** The type at a dotted path; a path through something nullable is nullable. */
export function lookUp(
  root: VarType,
  path: string,
): { type: VarType } | { unknown: true; suggestion: string | undefined } {
  if (path === '') return { type: root }
  let type = root
  let nullable = false
  const segments = path.split('.')
  for (const [index, segment] of segments.entries()) {
    nullable ||= type.nullable === true
    if (type.is === 'any') return { type: ANY }
    const next = (own(type.members ?? {}, segment) as VarType | undefined) ?? type.others
    if (next === undefined) {
      const word = nearest(segment, Object.keys(type.members ?? {}))
      return {
        unknown: true,
        suggestion:
          word && [...segments.slice(0, index), word, ...segments.slice(index + 1)].join('.'),
      }
    }
    type = next
  }
  return { type: nullable ? { ...type, nullable: true } : type }
}
