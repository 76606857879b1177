/** A decision table as a path: what it leads to, what has changed, who can walk it. */

import { describe, expect, it } from 'vitest'
import type { Json } from '#engine/documents/json.ts'
import { canWalk, firstOf, MAX_TRIED, pathOf } from '#admin/journey/path.ts'
import { catalog } from '#tests/support/documents.ts'

const row = (id: string, more: object = {}) => ({
  id,
  when: { var: 'facts.verified' },
  then: { go: 'redirect', to: 'home' },
  ...more,
})
const flow = (...rows: readonly object[]) => ({ kind: 'flow', rows }) as unknown as Json
const looks = (document: Json, live: Json | null) =>
  pathOf(document, live)!.map(({ id, look }) => `${id} ${look}`)

describe('what differs from what is live', () => {
  const live = flow(row('a'), row('b'), row('c'))
  it.each([
    ['nothing', flow(row('a'), row('b'), row('c')), ['a same', 'b same', 'c same']],
    [
      'another rule',
      flow(row('a'), row('b', { when: true }), row('c')),
      ['a same', 'b changed', 'c same'],
    ],
    [
      'one more',
      flow(row('new'), row('a'), row('b'), row('c')),
      ['new changed', 'a same', 'b same', 'c same'],
    ],
    ['one less', flow(row('a'), row('c')), ['a same', 'c same']],
    ['another order', flow(row('b'), row('a'), row('c')), ['b changed', 'a changed', 'c same']],
  ])('%s', (_what, document, expected) => {
    expect(looks(document, live)).toEqual(expected)
  })

  it('without a live version nothing is marked', () => {
    expect(looks(flow(row('a')), null)).toEqual(['a same'])
  })
})

it.each([
  [{ then: { go: 'redirect', to: 'home' } }, { target: 'route', id: 'home' }],
  [{ then: { flow: 'onboarding' } }, { target: 'flow', id: 'onboarding' }],
  [{ then: { go: 'allow' } }, { does: 'allow' }],
  [
    { then: undefined, stage: 'research' },
    { target: 'stage', id: 'research' },
  ],
  [
    { then: undefined, assessment: 'big_5' },
    { target: 'assessment', id: 'big_5' },
  ],
])('%j leads to %j', (more, expected) => {
  expect(pathOf(flow(row('a', more)), null)![0]!.to).toEqual(expected)
})

it('only tables are paths, whatever else is broken', () => {
  for (const document of [null, 'x', [], {}, { rows: 'x' }] as readonly Json[])
    expect(pathOf(document, null)).toBeNull()
  expect(pathOf(flow({ id: 5 }, row('a')), null)).toHaveLength(1)
})

it('imaginary people walk onboarding, and not what asks about the page they opened', () => {
  const of = (id: string) => pathOf(catalog.get('flow', id) as unknown as Json, null)!
  expect(canWalk(of('onboarding'))).toBe(true)
  expect(canWalk(of('navigation-guard'))).toBe(false)
  expect(canWalk(Array.from({ length: MAX_TRIED + 1 }, () => of('onboarding')[0]!))).toBe(false)
  expect(canWalk([])).toBe(false)
  // Half typed.
  for (const when of [null, 'x', [], {}, { no: [1] }, { var: 5 }, { and: 'x' }] as readonly Json[])
    expect(typeof canWalk(pathOf(flow(row('a', { when })), null)!)).toBe('boolean')
})

it('the first step that fits decides; what is no rule yet doesn’t', () => {
  const path = pathOf(flow(row('a'), row('b'), row('c')), null)!
  expect(firstOf(path, [null, true, true])?.id).toBe('b')
  expect(firstOf(path, [false, null, false])).toBeNull()
})
