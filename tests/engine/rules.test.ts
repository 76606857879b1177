/**
 * The rule dialect: JSON Logic's meaning, kept by its own implementation as the oracle; and what we
 * refuse beyond it.
 */

import fc from 'fast-check'
import jsonLogic from 'json-logic-js'
import { describe, expect, it } from 'vitest'
import { DocumentError } from '#engine/contract/problems.ts'
import {
  compile,
  costOf,
  LIMITS,
  RuleBook,
  tooCostly,
  variablesOf,
  type Rule,
} from '#engine/rules/rules.ts'
import { checkRule, lookUp, type VarType } from '#engine/rules/ruletypes.ts'

const book = new RuleBook({})
const run = (rule: unknown, scope: unknown = {}) => book.evaluate(rule as Rule, scope)

const leaf = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom('', 'a', 'b', '1', 'power'),
  fc.constant(null),
)
const names = [
  'a',
  'b',
  'list.0',
  'list.3',
  'deep.x',
  'deep.y',
  'list',
  'missing',
  'deep.missing.more',
]
const scopes = fc.record({
  a: leaf,
  b: leaf,
  deep: fc.record({ x: leaf, y: leaf }),
  list: fc.array(leaf, { maxLength: 4 }),
})

const { rule: rules } = fc.letrec<{ rule: unknown }>((tie) => {
  const sub = tie('rule')
  const two = (name: string) => fc.tuple(sub, sub).map((args) => ({ [name]: args }))
  return {
    rule: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'rule' },
      leaf,
      fc.constantFrom(...names).map((name) => ({ var: name })),
      fc.tuple(fc.constantFrom(...names), leaf).map((args) => ({ var: args })),
      ...[
        '==',
        '===',
        '!=',
        '!==',
        '<',
        '<=',
        '>',
        '>=',
        '+',
        '-',
        '*',
        '/',
        '%',
        'min',
        'max',
      ].map(two),
      ...['!', '!!'].map((name) => sub.map((arg) => ({ [name]: [arg] }))),
      ...['and', 'or'].map((name) =>
        fc.array(sub, { minLength: 1, maxLength: 4 }).map((args) => ({ [name]: args })),
      ),
      fc.array(sub, { minLength: 2, maxLength: 5 }).map((args) => ({ if: args })),
      fc.tuple(sub, fc.array(leaf, { maxLength: 4 })).map((args) => ({ in: args })),
      fc.tuple(sub, sub).map((args) => ({ in: args })),
      ...['<', '<='].map((name) => fc.tuple(sub, sub, sub).map((args) => ({ [name]: args }))),
      ...['+', '-'].map((name) => sub.map((arg) => ({ [name]: [arg] }))),
      ...['+', '*', 'min', 'max'].map((name) =>
        fc.array(sub, { minLength: 3, maxLength: 4 }).map((args) => ({ [name]: args })),
      ),
      // Without the list around it, a single part means the same.
      ...['!', '!!', 'var'].map((name) =>
        name === 'var'
          ? fc.constantFrom(...names).map((path) => ({ var: path }))
          : sub.filter((arg) => !Array.isArray(arg)).map((arg) => ({ [name]: arg })),
      ),
      ...['some', 'all', 'none'].map((name) =>
        fc.tuple(sub, sub).map((args) => ({ [name]: args })),
      ),
      ...['some', 'all', 'none'].map((name) =>
        sub.map((test) => ({ [name]: [{ var: 'list' }, test] })),
      ),
    ),
  }
})

describe('rules', () => {
  it('mean what JSON Logic means', () => {
    fc.assert(
      fc.property(rules, scopes, (rule, scope) => {
        fc.pre(tooCostly(costOf(rule as Rule, {})) === undefined)
        expect(run(rule, scope)).toStrictEqual(jsonLogic.apply(rule as never, scope))
      }),
      { seed: 31, numRuns: 20_000 },
    )
  })

  it('count what holds in a list', () => {
    expect(run({ count: [{ var: 'list' }, { '>': [{ var: '' }, 2] }] }, { list: [1, 3, 5] })).toBe(
      2,
    )
    expect(run({ count: [{ var: 'nothing' }, true] })).toBe(0)
  })

  it('never treat a user’s data as a rule', () => {
    expect(run({ '==': [{ var: 'name' }, 'x'] }, { name: { var: 'secret' }, secret: 'x' })).toBe(
      false,
    )
    expect(run({ var: 'name' }, { name: { '!': [true] } })).toEqual({ '!': [true] })
  })

  it('never look beyond own properties', () => {
    for (const path of ['toString', 'a.length', 'list.map', 'hasOwnProperty.name'])
      expect(run({ var: path }, { a: 5, list: Object.create([1]) })).toBeNull()
    for (const path of ['__proto__', 'a.constructor', 'constructor.prototype'])
      expect(() => run({ var: path })).toThrow(DocumentError)
  })

  it('report what they asked, in order', () => {
    const trace: { at: string; var: string; value: unknown }[] = []
    compile({ and: [{ var: 'a' }, { '==': [{ var: 'b' }, 1] }] }, book)({ a: true, b: 2 }, trace)
    expect(trace).toEqual([
      { at: '/and/0/var', var: 'a', value: true },
      { at: '/and/1/==/0/var', var: 'b', value: 2 },
    ])
  })

  it('don’t ask what doesn’t matter', () => {
    const trace: { at: string; var: string; value: unknown }[] = []
    compile({ or: [{ var: 'a' }, { var: 'b' }] }, book)({ a: true }, trace)
    expect(trace.map((asked) => asked.var)).toEqual(['a'])
  })
})

describe('rules that are refused', () => {
  const code = (rule: unknown, named: Record<string, Rule> = {}) => {
    try {
      new RuleBook(named).evaluate(rule as Rule, {})
      return null
    } catch (error) {
      const [problem] = (error as DocumentError).problems
      return { code: problem!.code, pointer: problem!.pointer, suggestion: problem!.suggestion }
    }
  }
  it.each([
    [
      'two keys, which JSON Logic takes for data that is true',
      { '==': [1, 2], and: [] },
      'rule/not-an-operation',
      '',
    ],
    ['no key', {}, 'rule/not-an-operation', ''],
    [
      'an operator that does not exist',
      { '!': [{ adn: [true] }] },
      'rule/unknown-operator',
      '/!/0/adn',
    ],
    [
      'an operator of JSON Logic that is not ours',
      { map: [[], 1] },
      'rule/unknown-operator',
      '/map',
    ],
    [
      'a variable with a computed name',
      { var: { cat: ['a', 'b'] } },
      'rule/dynamic-variable',
      '/var',
    ],
    ['a comparison without its second part', { '==': [1] }, 'rule/arguments', '/=='],
    ['an empty "and"', { and: [] }, 'rule/arguments', '/and'],
    ['a named rule that does not exist', { ref: 'workerTypDone' }, 'rule/unknown-ref', '/ref'],
  ])('%s', (_what, rule, expected, pointer) => {
    expect(code(rule, { workerTypeDone: true })).toMatchObject({ code: expected, pointer })
  })

  it('suggest what was meant', () => {
    expect(code({ adn: [true] })?.suggestion).toBe('and')
    expect(code({ ref: 'workerTypDone' }, { workerTypeDone: true })?.suggestion).toBe(
      'workerTypeDone',
    )
  })

  it('that refer to themselves', () => {
    expect(code({ ref: 'a' }, { a: { ref: 'b' }, b: { '!': { ref: 'a' } } })?.code).toBe(
      'rule/cycle',
    )
  })

  it('that are too deep or too large', () => {
    const deep = Array.from({ length: LIMITS.depth + 1 }).reduce<unknown>(
      (inner) => ({ '!': [inner] }),
      true,
    )
    expect(code(deep)?.code).toBe('rule/too-deep')
    expect(code({ and: Array.from({ length: LIMITS.nodes + 1 }, () => true) })?.code).toBe(
      'rule/too-large',
    )
  })

  it('that a few names make practically endless', () => {
    const bomb: Record<string, Rule> = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `r${index}`,
        index === 0 ? true : { and: Array.from({ length: 10 }, () => ({ ref: `r${index - 1}` })) },
      ]),
    )
    expect(code({ ref: 'r2' }, bomb)).toBeNull()
    expect(code({ ref: 'r3' }, bomb)?.code).toBe('rule/too-many-steps')
    expect(code({ ref: 'r11' }, bomb)?.code).toBe('rule/too-many-steps')
    expect(checkRule({ ref: 'r11' }, { is: 'object' }, bomb).map((issue) => issue.code)).toEqual([
      'rule/too-many-steps',
    ])
  })

  it('that look at each entry of a list for each entry of a list', () => {
    const list = Array.from({ length: 10 }, (_, index) => index)
    const nested = (levels: number): Rule =>
      Array.from({ length: levels }).reduce<Rule>((inner) => ({ some: [list, inner] }), false)
    expect(code(nested(2))).toBeNull()
    expect(code(nested(3))?.code).toBe('rule/too-many-steps')
    expect(
      code({
        some: [{ if: [{ var: 'a' }, list, Array.from({ length: 400 }, () => 0)] }, nested(1)],
      })?.code,
    ).toBe('rule/too-many-steps')
  })

  it('whose names refer to each other for too long, whichever of them is asked first', () => {
    const chain: Record<string, Rule> = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `r${index}`,
        index === 0 ? true : { '!!': { ref: `r${index - 1}` } },
      ]),
    )
    expect(code({ ref: `r${LIMITS.refs - 1}` }, chain)).toBeNull()
    expect(code({ ref: `r${LIMITS.refs}` }, chain)?.code).toBe('rule/too-deep')
    expect(code({ ref: 'r2999' }, chain)?.code).toBe('rule/too-deep')
    const kept = new RuleBook(chain)
    for (let index = 0; index < LIMITS.refs; index++)
      expect(kept.holds({ ref: `r${index}` }, {})).toBe(true)
    expect(() => kept.holds({ ref: `r${LIMITS.refs}` }, {})).toThrow('through at most')
    expect(checkRule({ ref: 'r2999' }, { is: 'object' }, chain)).toEqual([])
  })

  it('never pollute a prototype', () => {
    const before = Object.keys(Object.prototype).length
    code(JSON.parse('{"var":"__proto__.polluted"}'))
    code(JSON.parse('{"__proto__":{"polluted":1}}'))
    expect(Object.keys(Object.prototype).length).toBe(before)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('the static check', () => {
  const scope: VarType = {
    is: 'object',
    members: {
      stage: { is: 'text', values: ['onboarding', 'fullAccess'], nullable: true },
      age: { is: 'number', nullable: true },
      items: { is: 'number' },
      done: { is: 'boolean' },
      plans: { is: 'list', of: { is: 'text', values: ['free', 'power'] } },
      name: { is: 'text' },
      user: { is: 'object', nullable: true, members: { email: { is: 'text' } } },
    },
  }
  const codes = (rule: unknown) =>
    checkRule(rule as Rule, scope, { known: { '==': [{ var: 'stage' }, 'onboarding'] } }).map(
      ({ code, pointer, suggestion }) => [code, pointer, suggestion],
    )

  it.each([
    [
      'a misspelt variable',
      { '!': { var: 'stag' } },
      [['rule/unknown-variable', '/!/var', 'stage']],
    ],
    [
      'a misspelt part of one',
      { '==': [{ var: 'user.emial' }, 'x'] },
      [['rule/unknown-variable', '/==/0/var', 'user.email']],
    ],
    [
      'a value that it never has',
      { '==': [{ var: 'stage' }, 'fullaccess'] },
      [['rule/impossible-value', '/==/1', 'fullAccess']],
    ],
    [
      'one the other way round',
      { '!=': ['onbording', { var: 'stage' }] },
      [['rule/impossible-value', '/!=/0', 'onboarding']],
    ],
    [
      'a value in a list that it never has',
      { in: [{ var: 'stage' }, ['onboarding', 'reserch']] },
      [['rule/impossible-value', '/in/1', undefined]],
    ],
    [
      'a value that a list never holds',
      { in: ['pawer', { var: 'plans' }] },
      [['rule/impossible-value', '/in/0', 'power']],
    ],
    [
      'a comparison of what can be missing',
      { '<': [{ var: 'age' }, 18] },
      [['rule/nullable-operand', '/</0', undefined]],
    ],
    ['"in" on a text', { in: ['a', { var: 'name' }] }, [['rule/in-on-text', '/in/1', undefined]]],
    [
      'two things that are never equal',
      { '==': [{ var: 'done' }, 'true'] },
      [['rule/type', '/==/1', undefined]],
    ],
    ['counting with words', { '+': [{ var: 'name' }, 1] }, [['rule/type', '/+/0', undefined]]],
    ['a named rule that does not exist', { ref: 'knwon' }, [['rule/unknown-ref', '/ref', 'known']]],
    ['two keys', { var: 'done', '!': 1 }, [['rule/not-an-operation', '', undefined]]],
  ])('finds %s', (_what, rule, expected) => {
    expect(codes(rule)).toEqual(expected)
  })

  it.each([
    [
      'what is sound',
      {
        and: [{ ref: 'known' }, { '>': [{ var: 'items' }, 3] }, { in: ['free', { var: 'plans' }] }],
      },
    ],
    ['a missing value that is provided for', { '<': [{ or: [{ var: 'age' }, 0] }, 18] }],
    ['a comparison with nothing', { '==': [{ var: 'age' }, null] }],
    ['rules over a list', { some: [{ var: 'plans' }, { '==': [{ var: '' }, 'power'] }] }],
  ])('lets %s pass', (_what, rule) => {
    expect(codes(rule)).toEqual([])
  })

  it('knows that a member of something missing can be missing', () => {
    expect(lookUp(scope, 'user.email')).toEqual({ type: { is: 'text', nullable: true } })
  })
})

it('variablesOf names what a rule may ask, named rules included', () => {
  expect([
    ...variablesOf(
      { and: [{ ref: 'x' }, { some: [{ var: 'list' }, { var: 'inner' }] }] },
      { x: { var: ['a', { var: 'b' }] } },
    ),
  ]).toEqual(['a', 'b', 'list'])
})
