/** The parts of a page that a preview shows, and what the console does to them. */

import { describe, expect, it } from 'vitest'
import type { Json } from '#engine/documents/json.ts'
import { RuleBook, type Rule } from '#engine/rules/rules.ts'
import {
  documentAt,
  duplicate,
  groupOf,
  hide,
  insertBelow,
  isHidden,
  isLocked,
  moveBeside,
  partAt,
  partsOf,
  placeAmong,
  placeOn,
  showAgain,
  step,
  toTop,
  wordsAt,
} from '#admin/preview/parts.ts'
import { valueAt } from '#admin/parts/edit.ts'

const page = {
  kind: 'screen',
  id: 'p',
  children: [
    { id: 'a', type: 'heading', show: { var: 'session.signedIn' } },
    {
      id: 'b',
      type: 'section',
      children: [
        { id: 'x', type: 'text' },
        { id: 'y', type: 'text' },
      ],
    },
    { id: 'c', type: 'heading', lock: 'no-overlay' },
  ],
} as unknown as Json
const ids = (document: Json, at = '/children') =>
  (valueAt(document, at) as { id: string }[]).map(({ id }) => id)

describe('the parts of a page', () => {
  it('are its nodes, in the order of the page', () => {
    expect(partsOf(page).map(({ at, depth }) => [at, depth])).toEqual([
      ['/children/a', 0],
      ['/children/b', 0],
      ['/children/b/children/x', 1],
      ['/children/b/children/y', 1],
      ['/children/c', 0],
    ])
    expect(partsOf({ kind: 'menu', items: [] })).toEqual([])
  })

  it('are around their fields', () => {
    expect(partAt('/children/b/children/x/props/title')).toBe('/children/b/children/x')
    expect(partAt('/children/b/fallback/props')).toBe('/children/b')
    expect(partAt('/title')).toBeNull()
  })

  it('belong to a screen or to a report on it', () => {
    expect(documentAt('terms', '/children/a')).toEqual({
      kind: 'screen',
      id: 'terms',
      at: '/children/a',
    })
    const place = placeOn('report', 'worker-type', '/children/a')
    expect(documentAt('worker-type-report', place)).toEqual({
      kind: 'report',
      id: 'worker-type',
      at: '/children/a',
    })
  })
})

describe('a part', () => {
  it('moves by one step, and next to a sibling', () => {
    expect(ids(step(page, '/children/a', 1))).toEqual(['b', 'a', 'c'])
    expect(step(page, '/children/a', -1), 'no further than the first').toBe(page)
    const beside = (at: string, other: string, after: boolean) =>
      ids(moveBeside(page, at, other, after).document)
    expect(beside('/children/a', '/children/c', true)).toEqual(['b', 'c', 'a'])
    expect(beside('/children/a', '/children/c', false)).toEqual(['b', 'a', 'c'])
    expect(beside('/children/c', '/children/a', false)).toEqual(['c', 'a', 'b'])
    expect(placeAmong(page, '/children/b/children/y')).toEqual({ index: 1, of: 2 })
  })

  it('moves into a group, out of it, and to the top of the page', () => {
    const into = moveBeside(page, '/children/a', '/children/b/children/x', true)
    expect(into.at).toBe('/children/b/children/a')
    expect(ids(into.document)).toEqual(['b', 'c'])
    expect(ids(into.document, '/children/b/children')).toEqual(['x', 'a', 'y'])
    expect(valueAt(into.document, into.at), 'whole').toEqual(valueAt(page, '/children/a'))
    expect(moveBeside(page, '/children/b', '/children/b/children/x', true).document).toBe(page)

    expect([groupOf('/children/b/children/x'), groupOf('/children/b')]).toEqual([
      '/children/b',
      null,
    ])
    const out = moveBeside(page, '/children/b/children/x', '/children/b', false)
    expect([out.at, ids(out.document)]).toEqual(['/children/x', ['a', 'x', 'b', 'c']])

    for (const [at, order] of [
      ['/children/b/children/y', ['y', 'a', 'b', 'c']],
      ['/children/c', ['c', 'a', 'b']],
      ['/children/a', ['a', 'b', 'c']],
    ] as const)
      expect(ids(toTop(page, at).document)).toEqual(order)
  })

  it('is copied right below, with a name of its own', () => {
    const made = duplicate(page, '/children/b')
    expect(ids(made.document)).toEqual(['a', 'b', 'b-2', 'c'])
    expect(made.at).toBe('/children/b-2')
    expect(ids(made.document, '/children/b-2/children')).toEqual(['x', 'y'])
    const copy = duplicate(page, '/children/c')
    expect(valueAt(copy.document, copy.at), 'a lock is not copied').toEqual({
      id: 'c-2',
      type: 'heading',
    })
  })

  it('gets a new one below it', () => {
    const made = insertBelow(page, '/children/b/children/x', { id: 'heading', type: 'heading' })
    expect(ids(made.document, '/children/b/children')).toEqual(['x', 'heading', 'y'])
  })

  it('is hidden from everybody, and shown again to whom it was before', () => {
    for (const at of ['/children/a', '/children/b']) {
      const hidden = hide(page, at)
      const node = valueAt(hidden, at) as { show: Rule }
      expect(isHidden(node)).toBe(true)
      expect(new RuleBook({}).holds(node.show, { session: { signedIn: true } })).toBe(false)
      expect(showAgain(hidden, at)).toEqual(page)
    }
    expect(isHidden(valueAt(page, '/children/a'))).toBe(false)
  })

  it('is opened at its first words', () => {
    const widgets = { heading: { properties: { icon: {}, text: { 'x-ref': 'text' } } } }
    const said = { children: [{ id: 'a', type: 'heading', props: { icon: 'x', text: 'page.a' } }] }
    expect(wordsAt(said, '/children/a', widgets)).toBe('/children/a/props/text')
    expect(wordsAt(page, '/children/a', widgets)).toBe('/children/a')
    expect(wordsAt(page, '/children/b', widgets)).toBe('/children/b')
  })

  it('is locked by the product, also from around it', () => {
    expect(isLocked(page, '/children/c')).toBe(true)
    expect(isLocked(page, '/children/c/children/z')).toBe(true)
    expect(isLocked(page, '/children/b')).toBe(false)
    expect(isLocked(null, '/children/c'), 'a document of one’s own has no locks').toBe(false)
  })
})
