/**
 * json-logic-js as a second opinion about every rule: what it agrees with, and what it would
 * report.
 */

import { describe, expect, it } from 'vitest'
import type { AnyDocument, FlowDocument } from '#engine/documents/kinds.ts'
import type { Rule } from '#engine/rules/rules.ts'
import { secondOpinion, type Evaluate } from '#server/release/secondopinion.ts'
import { catalog } from './support/documents.ts'

const right: Evaluate = (rule, scope) => catalog.book.evaluate(rule, scope)
const flow = (...when: Rule[]): FlowDocument =>
  ({
    ...catalog.get('flow', 'next-up')!,
    rows: when.map((rule, index) => ({ id: `row${index}`, when: rule, then: { to: 'homePage' } })),
  }) as never

describe('the second opinion', () => {
  it('agrees with ours about every rule of the product, for different users', () => {
    const values = new Map<string, Set<string>>()
    const problems = secondOpinion(catalog, undefined, (rule, scope) => {
      const value = right(rule, scope)
      const key = JSON.stringify(rule)
      values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)))
      return value
    })
    expect(problems).toEqual([])
    expect(values.size).toBeGreaterThan(100)
    // What an address, a form or a response contains is the same for all of these users: nothing.
    const ofPeople = [...values].filter(
      ([rule]) => !/"(?:data|value|measure|onboarding|route\.(?:query|params))\./.test(rule),
    )
    expect(ofPeople.length).toBeGreaterThan(100)
    expect(
      ofPeople.filter(([, { size }]) => size > 1).length,
      'rules that tell people apart',
    ).toBeGreaterThan(ofPeople.length / 2)
  })

  it('names the document, position and user if the two disagree, once per rule', () => {
    const wrong: Evaluate = (rule, scope) =>
      JSON.stringify(rule) === '{"==":[{"var":"stage"},"research"]}'
        ? (scope as { stage: string }).stage !== 'fullAccess'
        : right(rule, scope)
    const rule = { '==': [{ var: 'stage' }, 'research'] }
    expect(secondOpinion(catalog, [flow(true, rule, rule)], wrong)).toEqual([
      {
        code: 'rule/second-opinion',
        document: 'flow/next-up',
        pointer: '/rows/row1/when',
        message:
          'our evaluator and json-logic-js disagree about this rule for signedOut on free in ZA at "adminPage": write it in another way and report it',
        severity: 'error',
      },
    ])
  })

  it('treats an error in one of them as a disagreement', () => {
    const failing: Evaluate = () => {
      throw new Error('lost')
    }
    expect(secondOpinion(catalog, [flow({ '!': [{ var: 'user' }] })], failing)).toHaveLength(1)
  })

  it.each([
    ['a named rule', { ref: 'workerTypeDone' }],
    [
      'a named rule within others',
      {
        and: [
          { '!': [{ ref: 'isFree' }] },
          { or: [{ ref: 'planChosen' }, { var: 'session.signedIn' }] },
        ],
      },
    ],
    [
      'a count',
      { '>': [{ count: [{ var: 'config.locales.available' }, { '!=': [{ var: '' }, 'af'] }] }, 0] },
    ],
    [
      'a count of what is not there',
      { '==': [{ count: [{ var: 'user.app.researchAssessments' }, true] }, 0] },
    ],
  ] as const)('understands %s', (_what, rule) => {
    const values = new Set<unknown>()
    expect(
      secondOpinion(
        catalog,
        [flow(rule as unknown as Rule)],
        (each, scope) => (values.add(right(each, scope)), right(each, scope)),
      ),
    ).toEqual([])
    expect(values.size).toBeGreaterThan(0)
    // The same, the other way round, is reported.
    expect(
      secondOpinion(
        catalog,
        [flow(rule as unknown as Rule)],
        (each, scope) => right(each, scope) !== true,
      ),
    ).toHaveLength(1)
  })

  it('reads rules in the props of a page', () => {
    const screen = {
      kind: 'screen',
      id: 'x',
      v: 1,
      title: 'x',
      children: [
        {
          id: 'a',
          type: 'section',
          children: [
            {
              id: 'b',
              type: 'text-block',
              props: { text: { bind: { if: [{ var: 'session.signedIn' }, 'a', 'b'] } } },
            },
          ],
        },
      ],
    }
    expect(secondOpinion(catalog, [screen as unknown as AnyDocument], () => 'c')).toMatchObject([
      { document: 'screen/x', pointer: '/children/a/children/b/props/text/bind' },
    ])
  })

  it('tries fewer users if the rules are many and long', () => {
    let evaluations = 0
    const long = (n: number): Rule => ({
      and: [n, ...Array.from({ length: 400 }, () => ({ var: 'session.signedIn' }))],
    })
    secondOpinion(
      catalog,
      [flow(...Array.from({ length: 500 }, (_, n) => long(n)))],
      (rule, scope) => (evaluations++, right(rule, scope)),
    )
    expect(evaluations).toBeGreaterThanOrEqual(500)
    expect(evaluations).toBeLessThan(500 * 20)
  })
})
