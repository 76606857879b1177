import { describe, expect, it } from 'vitest'
import type { Explanation } from '#engine/contract/admincontract.ts'
import { linkTo } from '#admin/parts/persona.ts'
import { outcomeOf, pathOf, shortValue } from '#admin/pages/why.ts'

const explanation = (path: string, outcome: Explanation['outcome'] = 'page'): Explanation => ({
  outcome,
  path,
  route: 'cv',
  stage: 'fullAccess',
  hops: [],
  variables: [],
})

describe('an explanation in a sentence', () => {
  it.each([
    ['/cv', '/cv', 'stays'],
    ['/cv', '/cv/', 'stays'],
    ['/cv', '/cv?from=mail', 'stays'],
    ['/', '/', 'stays'],
    ['/', '/cv', 'moved'],
    ['/onboarding/consent', '/cv', 'moved'],
  ] as const)('lands on %s, asked for %s: %s', (path, asked, expected) => {
    expect(outcomeOf(explanation(path), asked)).toBe(expected)
  })

  it('reports a redirect loop, wherever it ended', () => {
    expect(outcomeOf(explanation('/cv', 'loop'), '/cv')).toBe('loop')
  })
})

it.each([
  ['/cv', '/cv'],
  [' cv ', '/cv'],
  ['', '/'],
  ['https://demo.example/cv?a=1', '/cv?a=1'],
  ['https://demo.example', '/'],
])('reads %j as the path %s', (typed, expected) => {
  expect(pathOf(typed)).toBe(expected)
})

it.each([
  [null, null],
  ['', null],
  [[], '[]'],
  [{ a: 1 }, '{"a":1}'],
  [0, '0'],
  ['ZA', 'ZA'],
])('shows %j as %s', (value, expected) => {
  expect(shortValue(value)).toBe(expected)
})

it('links to another page of the same preview, and leaves any other address alone', () => {
  expect(linkTo('/preview/a.b-c/', '/cv')).toBe('/preview/a.b-c/cv')
  expect(linkTo('/elsewhere', '/cv')).toBe('/elsewhere')
})
