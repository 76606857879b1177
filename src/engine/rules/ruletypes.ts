/**
 * The static check of rules: unknown variables, impossible values, and operators that mislead on
 * null or on text.
 */

import { isObject, nearest, own, pointer, type Json } from '#engine/documents/json.ts'
import { ALL_OPERATORS, OPERATORS } from './operators.ts'
import { LIMITS, type NamedRules, type Rule } from './rules.ts'

/** The type of a variable, as far as rules need it. */
export type VarType = {
  readonly is: 'boolean' | 'number' | 'text' | 'list' | 'object' | 'any'
  readonly nullable?: boolean
  /** The only possible values. */
  readonly values?: readonly string[]
  /** Type of the entries of a list. */
  readonly of?: VarType
  readonly members?: Readonly<Record<string, VarType>>
  /** Type of unlisted members, for open maps. */
  readonly others?: VarType
}

export type RuleIssue = {
  readonly code: string
  readonly pointer: string
  readonly message: string
  readonly suggestion?: string
}

type Inferred = VarType & { readonly literal?: Json }
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
  const issues: RuleIssue[] = []
  const open: string[] = []
  const add = (code: string, at: string, message: string, suggestion?: string) =>
    void issues.push({
      code,
      pointer: at,
      message,
      ...(suggestion !== undefined && { suggestion }),
    })

  // Named rules are followed wherever they occur, so a few of them could take practically forever.
  let parts = 0
  const infer = (node: Json, at: string, types: VarType): Inferred => {
    if (++parts > MAX_PARTS) return ANY
    if (Array.isArray(node)) {
      const items = node.map((each: Json, index) => infer(each, at + pointer(index), types))
      const texts = items.map((item) => item.literal)
      const closed = texts.every((text) => typeof text === 'string')
      return {
        is: 'list',
        of: closed ? { is: 'text', values: texts as string[] } : { is: items[0]?.is ?? 'any' },
      }
    }
    if (!isObject(node)) return literal(node)
    const keys = Object.keys(node)
    if (keys.length !== 1) {
      add(
        'rule/not-an-operation',
        at,
        `an operation has exactly one key, this has ${keys.length}: ${keys.join(', ')}`,
      )
      return ANY
    }
    const name = keys[0]!
    const here = at + pointer(name)
    const raw = node[name] as Json
    const args: readonly Json[] = Array.isArray(raw) ? raw : [raw]
    const place = (index: number) => (Array.isArray(raw) ? here + pointer(index) : here)
    const each = (index: number, inner = types) => infer(args[index] ?? null, place(index), inner)

    if (name === 'var') return inferVariable(args, here, types, each)
    if (name === 'ref') return inferRef(raw, here, types)
    if (name === 'some' || name === 'all' || name === 'none' || name === 'count') {
      const list = each(0)
      if (list.is !== 'list' && list.is !== 'any')
        add('rule/type', place(0), `"${name}" needs a list`)
      if (args.length > 1) each(1, list.of ?? ANY)
      return name === 'count' ? NUMBER : BOOLEAN
    }
    if (!ALL_OPERATORS.includes(name)) {
      add(
        'rule/unknown-operator',
        here,
        `there is no operator called "${name}"`,
        nearest(name, ALL_OPERATORS),
      )
      return ANY
    }
    const operands = args.map((_, index) => each(index))
    const operator = own(OPERATORS, name) as { min: number; max: number } | undefined
    if (operator && (args.length < operator.min || args.length > operator.max))
      add(
        'rule/arguments',
        here,
        `"${name}" takes ${operator.min} to ${operator.max} parts, this has ${args.length}`,
      )
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
        operands.forEach((operand, index) => {
          // In JavaScript null < 5 is true: a missing value would pass.
          if (operand.nullable)
            add(
              'rule/nullable-operand',
              place(index),
              `this can be missing, and "${name}" would treat it as 0; say what to use then: {"or": [..., 0]}`,
            )
          else if (operand.is !== 'number' && operand.is !== 'text' && operand.is !== 'any')
            add('rule/type', place(index), `"${name}" compares numbers or dates`)
        })
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
          name === 'or' ? operands.at(-1)!.nullable : operands.some((operand) => operand.nullable)
        return is === 'boolean' ? BOOLEAN : { is, ...(nullable && { nullable }) }
      }
      case 'if':
        return ANY
      default:
        operands.forEach((operand, index) => {
          if (operand.is !== 'number' && operand.is !== 'any')
            add('rule/type', place(index), `"${name}" counts with numbers`)
        })
        return NUMBER
    }
  }

  const inferVariable = (
    args: readonly Json[],
    here: string,
    types: VarType,
    each: (index: number) => Inferred,
  ): Inferred => {
    const path = args[0]
    if (typeof path !== 'string') {
      add('rule/dynamic-variable', here, 'the name of a variable must be a fixed text')
      return ANY
    }
    const found = lookUp(types, path)
    if ('unknown' in found) {
      add('rule/unknown-variable', here, `there is no variable called "${path}"`, found.suggestion)
      return ANY
    }
    // A default replaces a missing value, not a null, so the result stays nullable.
    if (args.length > 1) each(1)
    return found.type
  }

  const inferRef = (raw: Json, here: string, types: VarType): Inferred => {
    const rule = typeof raw === 'string' ? (own(named, raw) as Rule | undefined) : undefined
    if (typeof raw !== 'string' || rule === undefined) {
      add(
        'rule/unknown-ref',
        here,
        `there is no rule called ${JSON.stringify(raw)}`,
        typeof raw === 'string' ? nearest(raw, Object.keys(named)) : undefined,
      )
      return ANY
    }
    if (open.includes(raw)) {
      add('rule/cycle', here, `rule "${raw}" refers to itself: ${[...open, raw].join(' -> ')}`)
      return ANY
    }
    if (open.length >= LIMITS.refs) return ANY
    open.push(raw)
    // The named rule is checked at its definition; here only its type matters, and whether it
    // refers to itself.
    const before = issues.length
    const type = infer(rule as Json, here, types)
    const cycle = issues.slice(before).find(({ code }) => code === 'rule/cycle')
    issues.length = before
    if (cycle) issues.push({ ...cycle, pointer: here })
    open.pop()
    return type
  }

  infer(rule as Json, '', scope)
  if (parts > MAX_PARTS)
    add(
      'rule/too-many-steps',
      '',
      `this has more than ${MAX_PARTS} parts with the rules that it refers to`,
    )
  return issues
}

function literal(value: Json): Inferred {
  if (value === null) return { is: 'any', nullable: true, literal: null }
  if (typeof value === 'string') return { is: 'text', values: [value], literal: value }
  if (typeof value === 'boolean') return { ...BOOLEAN, literal: value }
  return { ...NUMBER, literal: value as number }
}

type Add = (code: string, at: string, message: string, suggestion?: string) => void

function compareEqual(
  operands: readonly Inferred[],
  place: (index: number) => string,
  add: Add,
): void {
  const [a, b] = operands
  if (!a || !b || a.literal === null || b.literal === null || a.is === 'any' || b.is === 'any')
    return
  if (a.is !== b.is)
    return add('rule/type', place(1), `${WORDS[a.is]} is never equal to ${WORDS[b.is]}`)
  if (a.values && b.values && !a.values.some((value) => b.values!.includes(value))) {
    const [fixed, variable, index] = b.literal === undefined ? [a, b, 0] : [b, a, 1]
    const wrong = String(fixed.literal ?? fixed.values![0])
    add(
      'rule/impossible-value',
      place(index as number),
      `this is never "${wrong}"${among(variable.values!)}`,
      meant(wrong, variable.values!),
    )
  }
}

/** List at most this many names in a message: there are some 250 countries. */
const MAX_NAMED = 30

function among(values: readonly string[]): string {
  return values.length <= MAX_NAMED ? `; it is one of ${values.join(', ')}` : ''
}

/** Every two-letter code is close to some other one. */
function meant(word: string, values: readonly string[]): string | undefined {
  return word.length > 2 ? nearest(word, values) : undefined
}

const WORDS: Readonly<Record<VarType['is'], string>> = {
  boolean: 'true or false',
  number: 'a number',
  text: 'a text',
  list: 'a list',
  object: 'an object',
  any: 'anything',
}

function checkIn(operands: readonly Inferred[], place: (index: number) => string, add: Add): void {
  const [needle, haystack] = operands
  if (!needle || !haystack) return
  // On a text "in" finds parts of words: "power" is in "powerPlus".
  if (haystack.is === 'text')
    return add('rule/in-on-text', place(1), '"in" on a text finds parts of words; give a list')
  if (haystack.is !== 'list' && haystack.is !== 'any')
    return add('rule/type', place(1), '"in" needs a list')
  const known = haystack.of?.values
  if (!known || !needle.values) return
  if (
    haystack.literal === undefined &&
    needle.literal !== undefined &&
    !known.includes(needle.values[0]!)
  ) {
    add(
      'rule/impossible-value',
      place(0),
      `the list never contains "${needle.values[0]}"`,
      meant(needle.values[0]!, known),
    )
  }
  if (needle.literal === undefined) {
    known.forEach((value) => {
      if (!needle.values!.includes(value))
        add(
          'rule/impossible-value',
          place(1),
          `this is never "${value}"${among(needle.values!)}`,
          meant(value, needle.values!),
        )
    })
  }
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
