/**
 * Rules in readable form and back: the meaning is preserved, and inexpressible parts are kept
 * unchanged.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspect, type Schema } from '#engine/documents/inspect.ts'
import { isObject, type Json } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { RuleBook, type Rule } from '#engine/rules/rules.ts'
import { checkRule, type VarType } from '#engine/rules/ruletypes.ts'
import {
  aboutOf,
  comparisonsFor,
  conditionOn,
  inOrder,
  SUBJECTS,
  variablesIn,
  withComparison,
} from '#engine/rules/rulechoices.ts'
import {
  ALONE,
  readRule,
  readSources,
  writeRule,
  writeSources,
  type Condition,
  type RulePart,
} from '#engine/rules/ruleparts.ts'
import { sentenceOf, type Sentence } from '#engine/rules/rulesentence.ts'
import { BLANK, finishedRule, isFinished } from '#engine/rules/unfinished.ts'
import { sayRule, variableWords } from '#engine/rules/rulewords.ts'
import { answerType, scopeTypes } from '#engine/rules/scopetypes.ts'
import { isBinding } from '#engine/decide/bind.ts'
import { catalog, sources } from '#tests/support/documents.ts'

const stage = { var: 'stage' }
const say = (rule: unknown) => sayRule(readRule(rule as Rule))

/** Every rule of the product, with its location. */
const rules = sources.flatMap(({ value }) => {
  const document = value as { kind: keyof typeof KINDS; id: string }
  const bound: [string, Json][] = []
  const collect = (each: unknown): void => {
    if (isBinding(each)) bound.push([`${document.kind}/${document.id} bind`, each.bind])
    else if (isObject(each) || Array.isArray(each)) Object.values(each).forEach(collect)
  }
  collect(document)
  const marked = inspect(KINDS[document.kind] as unknown as Schema, document).marks.filter(
    ({ schema }) => schema['x-ref'] === 'rule',
  )
  return [
    ...marked.map(({ pointer, value: rule }): [string, Json] => [
      `${document.kind}/${document.id}${pointer}`,
      rule as Json,
    ]),
    ...bound,
  ]
})

describe('a rule in words', () => {
  it.each([
    [true, 'always', {}],
    [false, 'never', {}],
    [{ var: 'session.signedIn' }, 'yes', { variable: 'session.signedIn' }],
    [{ '!': { var: 'session.signedIn' } }, 'no', { variable: 'session.signedIn' }],
    [{ '!': [{ var: 'session.signedIn' }] }, 'no', { variable: 'session.signedIn' }],
    [{ '!!': { var: 'onboarding.code' } }, 'there', { variable: 'onboarding.code' }],
    [{ '!': { '!!': { var: 'onboarding.code' } } }, 'missing', { variable: 'onboarding.code' }],
    [{ '==': [stage, 'research'] }, 'is', { variable: 'stage', value: 'research' }],
    [{ '!==': [stage, 'research'] }, 'isNot', { variable: 'stage', value: 'research' }],
    [
      { '>=': [{ or: [{ var: 'facts.age' }, 0] }, 18] },
      'atLeast',
      { variable: 'facts.age', otherwise: 0, value: 18 },
    ],
    [
      { '>': [{ count: [{ var: 'config.locales.available' }, true] }, 1] },
      'more',
      { variable: 'config.locales.available', counted: true, value: 1 },
    ],
    [
      { in: [stage, ['research', 'workerType']] },
      'oneOf',
      { variable: 'stage', value: ['research', 'workerType'] },
    ],
    [{ '!': { in: [stage, ['research']] } }, 'noneOf', { variable: 'stage', value: ['research'] }],
    [
      { in: ['console', { var: 'route.needs' }] },
      'has',
      { variable: 'route.needs', value: 'console' },
    ],
    [
      { '!': { in: ['console', { var: 'route.needs' }] } },
      'hasNot',
      { variable: 'route.needs', value: 'console' },
    ],
    ...(
      [
        ['<', 'before'],
        ['<=', 'until'],
        ['>', 'after'],
        ['>=', 'from'],
      ] as const
    ).map(([comparison, key]): [Json, string, object] => [
      { [comparison]: [{ var: 'user.createdAt' }, '2027-02-28'] },
      key,
      { variable: 'user.createdAt', value: '2027-02-28' },
    ]),
    [
      { '<': [{ var: 'user.profile.workEnd' }, '2027-02'] },
      'before',
      { variable: 'user.profile.workEnd', value: '2027-02' },
    ],
    [{ ref: 'isFree' }, 'named', { name: 'isFree' }],
    [{ '!': { ref: 'isFree' } }, 'notNamed', { name: 'isFree' }],
  ])('%j reads console.rule.%s', (rule, key, values) => {
    expect(say(rule)).toEqual({ key: `console.rule.${key}`, values, parts: [] })
  })

  it.each([
    [{ and: [stage, { ref: 'isFree' }] }, 'all', 2],
    [{ or: [{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }] }, 'any', 3],
    [{ '!': { or: [{ ref: 'a' }, { ref: 'b' }] } }, 'none', 2],
    [{ '!': { and: [{ ref: 'a' }, { ref: 'b' }] } }, 'notAll', 2],
    [{ '!': { '==': [stage, 'research'] } }, 'none', 1],
    [{ and: [{ ref: 'a' }] }, 'all', 1],
  ])('%j is a group: %s', (rule, key, count) => {
    const { key: said, parts } = say(rule)
    expect([said, parts.length]).toEqual([`console.rule.${key}`, count])
  })

  it.each([
    { some: [{ var: 'user.interactions' }, { '==': [{ var: 'kind' }, 'x'] }] },
    { '==': [{ var: 'a' }, { var: 'b' }] },
    { '+': [1, 2] },
    { in: [{ var: 'a' }, 'power'] },
    { '==': [1, 2], in: [1, [2]] },
    { var: ['a', 'default'] },
    { '<': [1, { var: 'a' }, 3] },
    { and: [] },
    {},
  ])('%j can’t be put into words and stays as it is', (rule) => {
    expect(readRule(rule as Rule)).toEqual({ is: 'other', rule })
    expect(writeRule(readRule(rule as Rule))).toBe(rule)
  })

  it('keeps a part that can’t be put into words whole among parts that can', () => {
    const strange = { some: [{ var: 'user.interactions' }, true] }
    const part = readRule({ and: [stage, strange] })
    expect(part).toMatchObject({
      of: 'all',
      parts: [{ is: 'condition' }, { is: 'other', rule: strange }],
    })
  })

  it('covers the rules of the product', () => {
    expect(rules.length).toBeGreaterThan(60)
  })

  it.each(rules)('%s reads back as it was written', (_where, rule) => {
    expect(writeRule(readRule(rule))).toEqual(rule)
    const found = readSources(rule)
    expect(found === null ? rule : writeSources(found)).toEqual(rule)
  })

  it('finds words for all of them but comparisons of two answers and searches in records', () => {
    const without = rules.filter(
      ([where, rule]) =>
        !where.endsWith('bind') &&
        !where.includes('/bind') &&
        say(rule).key === 'console.rule.other',
    )
    // The form shows as JSON: whether one of the chosen subjects is in a list ...
    const searches = without.filter(([, rule]) =>
      JSON.stringify(rule).startsWith('{"some":[{"var":"user.profile.subjectSet"},'),
    )
    expect(searches.length).toBeGreaterThan(0)
    expect(searches.filter(([where]) => !/^guide\/\w+\/offers\//.test(where))).toEqual([])
    // ... two answers compared with each other, and rules that give a value instead of yes or no.
    expect(without.filter((each) => !searches.includes(each)).map(([where]) => where)).toEqual([
      'join/careers/parts/subjects/all/0/rule',
      'profile-section/educations/checks/end-after-start/rule',
      'profile-section/experiences/checks/end-after-start/rule',
      'rule/ownCountry/rule',
      'rule/placesCountry/rule',
    ])
  })
})

const leaf = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'power'),
  fc.constant(null),
)
const { rule: anyRule } = fc.letrec<{ rule: unknown }>((tie) => {
  const sub = tie('rule')
  return {
    rule: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'rule' },
      leaf,
      fc.constantFrom('a', 'b', 'list').map((name) => ({ var: name })),
      fc.constantFrom('a', 'b', 'list').map((name) => ({ var: [name] })),
      ...['==', '===', '!=', '!==', '<', '<=', '>', '>=', 'in'].map((name) =>
        fc
          .tuple(sub, fc.oneof(sub, leaf, fc.array(leaf, { maxLength: 3 })))
          .map((args) => ({ [name]: args })),
      ),
      fc.tuple(leaf, fc.constant({ var: 'list' })).map((args) => ({ in: args })),
      ...['!', '!!'].flatMap((name) => [
        sub.map((arg) => ({ [name]: [arg] })),
        sub.filter((arg) => !Array.isArray(arg)).map((arg) => ({ [name]: arg })),
      ]),
      ...['and', 'or'].map((name) =>
        fc.array(sub, { minLength: 1, maxLength: 3 }).map((args) => ({ [name]: args })),
      ),
      fc.tuple(fc.constant({ var: 'list' }), sub).map((args) => ({ count: args })),
      fc.tuple(sub, sub).map((args) => ({ if: args })),
    ),
  }
})

describe('a rule as a sentence', () => {
  const words = (sentence: Sentence): unknown =>
    sentence.is === 'clause'
      ? sentence.word
      : { [sentence.joined]: sentence.parts.map((each) => words(each)) }
  const sentence = (rule: unknown) => words(sentenceOf(readRule(rule as Rule)))
  const [a, b] = [{ ref: 'a' }, { var: 'facts.verified' }]

  it.each([
    [{ and: [{ '!': a }, { '!': b }] }, { and: ['notNamed', 'no'] }],
    [{ '!': { or: [a, b] } }, { and: ['notNamed', 'no'] }],
    [{ '!': { and: [a, b] } }, { or: ['notNamed', 'no'] }],
    [{ and: [a, { and: [b, a] }] }, { and: ['named', 'yes', 'named'] }],
    [{ and: [a, { or: [b, a] }] }, { and: ['named', { or: ['yes', 'named'] }] }],
    [{ and: [a, { '!': { and: [b, a] } }] }, { and: ['named', { or: ['no', 'notNamed'] }] }],
    [{ '!': { '<': [{ or: [{ var: 'facts.age' }, 999] }, 16] } }, 'notLess'],
    [{ '!': { '==': [stage, 'research'] } }, 'isNot'],
    [{ '!': { max: [1, 2] } }, 'notOther'],
  ])('%j: %j', (rule, said) => {
    expect(sentence(rule)).toEqual(said)
  })
})

describe('any rule', () => {
  const book = new RuleBook({})
  const scope = fc.record({ a: leaf, b: leaf, list: fc.array(leaf, { maxLength: 3 }) })

  it('means the same after reading and writing it', () => {
    fc.assert(
      fc.property(anyRule, scope, (rule, values) => {
        const again = writeRule(readRule(rule as Rule))
        expect(Boolean(book.holds(again, values))).toBe(book.holds(rule as Rule, values))
      }),
      { seed: 5, numRuns: 10_000 },
    )
  })
})

/** With a value, where the comparison needs one. */
function filled(condition: Condition, type: VarType | undefined): Condition {
  if (ALONE.has(condition.comparison) || condition.value !== undefined) return condition
  const [first] = type?.values ?? type?.of?.values ?? []
  const value = first ?? (type?.is === 'number' ? 1 : type?.date ? '2026-01-01' : 'x')
  const isList = condition.comparison === 'in' || condition.comparison === 'notIn'
  return { ...condition, value: isList ? [value] : value }
}

describe('editing', () => {
  const types = scopeTypes(catalog)
  const typeOf = (path: string) => variablesIn(types).find((each) => each.path === path)?.type

  it('offers every variable once, with its members', () => {
    const paths = variablesIn(types).map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'stage',
        'session.signedIn',
        'feature.Cv.access',
        'user.app.accountType',
        'user.assessments.big_5',
      ]),
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('starts every condition so that the check finds no problem', () => {
    for (const { path, type } of variablesIn(types))
      expect([
        path,
        checkRule(writeRule(filled(conditionOn(path, type), type)), types, {}),
      ]).toEqual([path, []])
  })

  it('offers comparisons that the check accepts', () => {
    for (const { path, type } of variablesIn(types)) {
      // A value not filled in yet is not an error of the comparison.
      for (const comparison of comparisonsFor(type)) {
        const issues = checkRule(
          writeRule(filled(withComparison(conditionOn(path, type), comparison), type)),
          types,
          {},
        )
        expect([path, comparison, issues.map(({ code }) => code)]).toEqual([path, comparison, []])
      }
    }
  })

  it('lets nobody fit an age who has no birth date', () => {
    const book = new RuleBook({})
    const age = conditionOn('facts.age', typeOf('facts.age'))
    for (const [comparison, fits] of [
      ['<', [true, false]],
      ['<=', [true, false]],
      ['>', [false, true]],
      ['>=', [false, true]],
    ] as const) {
      const rule = writeRule({
        ...withComparison(age, comparison),
        value: 16,
      })
      const holds = (years: number | null) => book.holds(rule, { facts: { age: years } })
      expect([comparison, holds(15), holds(17)]).toEqual([comparison, ...fits])
      expect([comparison, holds(null)]).toEqual([comparison, false])
    }
  })

  it('lets nobody fit a day whose own isn’t known', () => {
    const book = new RuleBook({})
    const type = typeOf('user.createdAt')
    const from = { ...conditionOn('user.createdAt', type), value: '2027-02-28' }
    expect(from).toMatchObject({ comparison: '>=' })
    for (const [comparison, fits] of [
      ['<', [true, false, false]],
      ['>=', [false, true, true]],
    ] as const) {
      const rule = writeRule(withComparison(from, comparison))
      const holds = (createdAt: string | null) => book.holds(rule, { user: { createdAt } })
      const days = ['2027-02-27T23:59:59Z', '2027-02-28', '2027-02-28T00:00:00Z']
      expect([comparison, days.map(holds), holds(null)]).toEqual([comparison, fits, false])
    }
  })

  it.each([
    ['2027-02-28', []],
    ['2027-02', []],
    ['28 February 2027', ['rule/type']],
    [2027, ['rule/type']],
  ])('compares a day with a day, not with %j', (value, codes) => {
    const rule = { '<': [{ var: 'user.createdAt' }, value] } as Rule
    expect(checkRule(rule, types, {}).map(({ code }) => code)).toEqual(codes)
  })

  it.each([
    ['date', [], ['>=', '<', 'there', 'missing']],
    ['month', [], ['>=', '<', 'there', 'missing']],
    ['integer', [], ['==', '!=', '<', '<=', '>', '>=', 'there', 'missing']],
    ['yesno', [], ['yes', 'no']],
    ['choice', ['a', 'b'], ['==', '!=', 'in', 'notIn', 'there', 'missing']],
    ['choices', ['a', 'b'], ['has', 'hasNot', 'there', 'missing']],
    ['text', [], ['there', 'missing', '==', '!=', 'in', 'notIn', 'yes', 'no']],
  ])('offers what suits an answer of the type %s', (type, choices, expected) => {
    const answer = answerType(type, choices)
    expect(comparisonsFor(answer)).toEqual(expected)
    expect(answer.values ?? answer.of?.values ?? []).toEqual(choices)
  })

  it('keeps what fits when the comparison changes', () => {
    const one = withComparison(
      { is: 'condition', subject: { variable: 'stage' }, comparison: '==', value: 'research' },
      'in',
    )
    expect(writeRule(one)).toEqual({ in: [stage, ['research']] })
    expect(writeRule(withComparison(one, '!='))).toEqual({ '!=': [stage, 'research'] })
    expect(writeRule(withComparison(one, 'missing'))).toEqual({ '!': { '!!': stage } })
  })

  it('gives a number that may be missing a default', () => {
    const type = { is: 'number', nullable: true } as const
    expect(writeRule({ ...conditionOn('x', type), value: 5 })).toEqual({
      '==': [{ or: [{ var: 'x' }, 0] }, 5],
    })
  })

  it('begins with nothing chosen, and is no rule before it is finished', () => {
    const age = conditionOn('facts.age', typeOf('facts.age'))
    const yes = conditionOn('facts.verified', typeOf('facts.verified'))
    expect([BLANK, age, yes, { ...age, value: 16 }].map(isFinished)).toEqual([
      false,
      false,
      true,
      true,
    ])
    const rule = (...parts: RulePart[]) => finishedRule({ is: 'group', of: 'any', parts })
    expect(rule(BLANK, age)).toBe(true)
    expect(rule({ is: 'group', of: 'all', parts: [age] }, yes)).toEqual({ var: 'facts.verified' })
    expect(rule({ is: 'named', name: '', negated: false })).toBe(true)
  })

  it('offers people first, what is asked about most before the rest, and settings last', () => {
    const paths = inOrder(variablesIn(types)).map(({ path }) => path)
    expect(paths.slice(0, 5)).toEqual([
      'facts.age',
      'facts.country',
      'language',
      'user.app.accountType',
      'stage',
    ])
    expect(aboutOf(paths.at(-1) ?? '')).toBe('site')
    expect([...new Set(paths.map(aboutOf))]).toEqual(SUBJECTS)
  })

  it('writes an emptied group as the constant that it means', () => {
    const empty = (of: 'all' | 'any' | 'none' | 'notAll') =>
      writeRule({ is: 'group', of, parts: [] } satisfies RulePart)
    expect([empty('all'), empty('any'), empty('none'), empty('notAll')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('names a variable by its own words first, then by those of its group', () => {
    expect(variableWords('stage')).toEqual([{ key: 'stage', name: 'stage' }])
    expect(variableWords('feature.Cv.access')).toEqual([
      { key: 'feature.Cv.access', name: 'feature.Cv.access' },
      { key: 'family.featureAccess', name: 'Cv' },
    ])
  })

  it.each([
    [{ var: 'a' }, [{ variable: 'a' }]],
    [
      { or: [{ var: 'a' }, { var: 'b' }, 'ZA'] },
      [{ variable: 'a' }, { variable: 'b' }, { fixed: 'ZA' }],
    ],
    [{ max: [1, 2] }, null],
    [{ or: [{ var: 'a' }, { max: [1, 2] }] }, null],
  ])('%j is looked up in %j', (rule, found) => {
    expect(readSources(rule as Rule)).toEqual(found)
  })
})
