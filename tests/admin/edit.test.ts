/**
 * Changes of a document by pointer: their effects, what they leave unchanged, and what they refuse.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMember,
  freeName,
  insertAt,
  moveAt,
  removeAt,
  renameAt,
  segmentsOf,
  setAt,
  splitPointer,
  valueAt,
} from '#admin/parts/edit.ts'

const menu = {
  kind: 'menu',
  items: [
    { id: 'home', label: 'menu.home' },
    {
      id: 'reports',
      label: 'menu.reports',
      stages: ['research', 'fullAccess'],
      items: [{ id: 'a/b~c', label: 'x' }],
    },
    { id: 'careers', label: 'menu.careers' },
  ],
  plain: [{ label: 'one' }, { label: 'two' }],
}
const ids = (document: unknown) =>
  (valueAt(document, '/items') as { id: string }[]).map(({ id }) => id)

describe('a pointer', () => {
  it.each([
    ['', menu],
    ['/items/reports/label', 'menu.reports'],
    ['/items/reports/stages/1', 'fullAccess'],
    ['/items/reports/items/a~1b~0c/label', 'x'],
    ['/plain/1/label', 'two'],
    ['/items/nothing/label', undefined],
    ['/items/3', undefined],
    ['/items/constructor', undefined],
    ['/__proto__/polluted', undefined],
    ['items', undefined],
  ])('%j names its value', (at, value) => {
    expect(valueAt(menu, at)).toBe(value)
  })

  it('names an entry by its id, or by its position if the id is missing or duplicate', () => {
    const list = [{ id: 'a' }, { id: 'a' }, { label: 'x' }, 'text']
    expect(segmentsOf(list)).toEqual(['a', '1', '2', '3'])
    expect(setAt(list, '/1/id', 'b')).toEqual([{ id: 'a' }, { id: 'b' }, { label: 'x' }, 'text'])
  })

  it('treats an id as an id even if it looks like a position', () => {
    expect(valueAt([{ id: '1' }, { id: 'b' }], '/1')).toEqual({ id: '1' })
  })

  it('is split into its owner and its name', () => {
    expect(splitPointer('/items/a~1b')).toEqual(['/items', 'a/b'])
    expect(splitPointer('')).toEqual(['', ''])
  })
})

describe('a change', () => {
  it('sets a value and shares everything else with the old document', () => {
    const next = setAt(menu, '/items/reports/label', 'menu.mine') as typeof menu
    expect(next.items[1]!.label).toBe('menu.mine')
    expect(menu.items[1]!.label).toBe('menu.reports')
    expect(next.items[0]).toBe(menu.items[0])
    expect(next.items[1]!.items).toBe(menu.items[1]!.items)
    expect(next.plain).toBe(menu.plain)
  })

  it('does nothing if the value is the same or the path doesn’t exist', () => {
    expect(setAt(menu, '/items/home/label', 'menu.home')).toBe(menu)
    expect(setAt(menu, '/items/nothing/label', 'x')).toBe(menu)
    expect(setAt(menu, '/kind/deeper', 'x')).toBe(menu)
    expect(setAt(menu, 'no pointer', 'x')).toBe(menu)
  })

  it('never reaches a prototype', () => {
    expect(setAt(menu, '/__proto__/polluted', 1)).toBe(menu)
    expect(addMember(menu, '', '__proto__', { polluted: 1 }, [])).toBe(menu)
    expect(renameAt(menu, '/kind', 'constructor')).toBe(menu)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('removes a member and an entry', () => {
    expect(removeAt({ a: 1, b: 2 }, '/a')).toEqual({ b: 2 })
    expect(ids(removeAt(menu, '/items/reports'))).toEqual(['home', 'careers'])
    expect(valueAt(removeAt(menu, '/items/reports/stages/0'), '/items/reports/stages')).toEqual([
      'fullAccess',
    ])
    expect(removeAt(menu, '/items/nothing')).toBe(menu)
  })

  it('adds a new member in schema order', () => {
    const order = ['id', 'label', 'hint', 'icon', 'to']
    expect(
      Object.keys(addMember({ id: 'x', label: 'l', to: 't' }, '', 'hint', 'h', order) as object),
    ).toEqual(['id', 'label', 'hint', 'to'])
    expect(Object.keys(addMember({ id: 'x' }, '', 'to', 't', order) as object)).toEqual([
      'id',
      'to',
    ])
    expect(Object.keys(addMember({ b: 1 }, '', 'a', 1, []) as object)).toEqual(['b', 'a'])
  })

  it('inserts at a place, and at the end', () => {
    expect(ids(insertAt(menu, '/items', { id: 'new' }, 1))).toEqual([
      'home',
      'new',
      'reports',
      'careers',
    ])
    expect(ids(insertAt(menu, '/items', { id: 'new' }))).toEqual([
      'home',
      'reports',
      'careers',
      'new',
    ])
    expect(insertAt(menu, '/kind', 1)).toBe(menu)
  })

  it.each([
    ['home', -1, ['home', 'reports', 'careers']],
    ['home', 1, ['reports', 'home', 'careers']],
    ['careers', -1, ['home', 'careers', 'reports']],
    ['careers', 1, ['home', 'reports', 'careers']],
  ])('moves %s by %i', (id, by, order) => {
    expect(ids(moveAt(menu, `/items/${id}`, by))).toEqual(order)
  })

  it('renames an entry in its place, unless the name is taken', () => {
    expect(ids(renameAt(menu, '/items/reports', 'results'))).toEqual(['home', 'results', 'careers'])
    expect(renameAt(menu, '/items/reports', 'home')).toBe(menu)
  })

  it('renames a member in its place, unless the name is taken', () => {
    expect(Object.entries(renameAt({ a: 1, b: 2, c: 3 }, '/b', 'x') as object)).toEqual([
      ['a', 1],
      ['x', 2],
      ['c', 3],
    ])
    expect(renameAt({ a: 1, b: 2 }, '/b', 'a')).toEqual({ a: 1, b: 2 })
  })

  it('finds an unused name', () => {
    expect(freeName([], 'new')).toBe('new')
    expect(freeName(['new', 'new-2'], 'new')).toBe('new-3')
  })
})

describe('for any list', () => {
  const lists = fc.uniqueArray(
    fc
      .string({ minLength: 1, maxLength: 4 })
      .filter((id) => !['__proto__', 'constructor', 'prototype'].includes(id)),
    { minLength: 1, maxLength: 8 },
  )

  it('moving there and back changes nothing, and no move loses an entry', () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.constantFrom(-1, 1), (names, at, by) => {
        const list = names.map((id) => ({ id }))
        const id = names[at % names.length]!
        const here = `/${id.replace(/~/g, '~0').replace(/\//g, '~1')}`
        const moved = moveAt(list, here, by) as { id: string }[]
        expect(moved.map((each) => each.id).sort()).toEqual([...names].sort())
        // At the end of the list, it is returned unchanged.
        expect(moved === list ? list : moveAt(moved, here, -by)).toEqual(list)
      }),
      { seed: 7, numRuns: 2000 },
    )
  })

  it('a value that is set can be read back', () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.jsonValue(), (names, at, value) => {
        const id = names[at % names.length]!
        const here = `/${id.replace(/~/g, '~0').replace(/\//g, '~1')}/value`
        expect(
          valueAt(
            setAt(
              names.map((each) => ({ id: each })),
              here,
              value,
            ),
            here,
          ),
        ).toStrictEqual(value)
      }),
      { seed: 8, numRuns: 2000 },
    )
  })
})
