/** The single entry point for documents: first the size limits, then the migrations. */

import { describe, expect, it } from 'vitest'
import { BOUNDS } from '#engine/documents/bounds.ts'
import { nameOf } from '#engine/documents/document.ts'
import { upcast, type Migrations } from '#engine/documents/upcast.ts'
import { canonical, nearest, own, pointer, read } from '#engine/documents/json.ts'
import { describeProblem } from '#engine/contract/problems.ts'

const base = { kind: 'menu', id: 'main', v: 1 }
const enter = (input: unknown, migrations: Migrations = {}) =>
  upcast(input, 'schemas/menus/main.json', ['menu', 'screen'], migrations)
const problemOf = (input: unknown, migrations: Migrations = {}) => {
  const result = enter(input, migrations)
  return 'problems' in result ? result.problems[0]! : null
}
/** A value with this many levels, the innermost of them a text. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels - 1 }).reduce<unknown>(
    (inner, _, index) => (index % 2 === 0 ? [inner] : { a: inner }),
    'x',
  )

const members = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 0]))
/** A value containing this many values, including itself and its lists. */
const manyValues = (count: number): unknown => {
  const lists = Math.ceil((count - 1) / BOUNDS.entries)
  const left = count - 1 - lists
  return Array.from({ length: lists }, (_, index) =>
    Array.from(
      { length: Math.max(0, Math.min(BOUNDS.entries, left - index * BOUNDS.entries)) },
      () => 0,
    ),
  )
}

describe('the ladder of versions', () => {
  const migrations: Migrations = {
    menu: [
      { up: ({ items, ...rest }) => ({ ...rest, entries: items }) },
      {
        up: (document) => ({
          ...document,
          entries: [...(document['entries'] as unknown[]), 'third'],
        }),
      },
    ],
  }

  it('isn’t climbed by a document of the newest version', () => {
    expect(enter(base)).toEqual({ document: base })
    expect(enter({ ...base, v: 3, entries: [] }, migrations)).toEqual({
      document: { ...base, v: 3, entries: [] },
    })
  })

  it('is climbed step by step, from whatever version a document has', () => {
    expect(enter({ ...base, items: ['first'] }, migrations)).toEqual({
      document: { ...base, v: 3, entries: ['first', 'third'] },
    })
    expect(enter({ ...base, v: 2, entries: ['second'] }, migrations)).toEqual({
      document: { ...base, v: 3, entries: ['second', 'third'] },
    })
  })

  it('isn’t climbed by another kind', () => {
    expect(enter({ ...base, kind: 'screen', items: [] }, migrations)).toEqual({
      document: { ...base, kind: 'screen', items: [] },
    })
    expect(problemOf({ ...base, kind: 'screen', v: 2 }, migrations)?.code).toBe('document/too-new')
  })

  it('leaves the given document as it was', () => {
    const before = { ...base, items: ['first'] }
    const copy = structuredClone(before)
    enter(before, migrations)
    expect(before).toEqual(copy)
  })

  it('refuses what is newer than the engine, naming both versions', () => {
    expect(problemOf({ ...base, v: 4 }, migrations)).toMatchObject({
      code: 'document/too-new',
      pointer: '/v',
      message: 'version 4 of "menu" is newer than this engine (3)',
    })
  })
})

describe('a document that is refused', () => {
  it.each([
    ['no object', [], 'document/not-an-object', ''],
    ['nothing', null, 'document/not-an-object', ''],
    ['without a kind', { id: 'main', v: 1 }, 'document/no-kind', '/kind'],
    ['of a kind that is no text', { ...base, kind: 7 }, 'document/no-kind', '/kind'],
    ['of an unknown kind', { ...base, kind: 'meny' }, 'document/unknown-kind', '/kind'],
    [
      'of a kind that every object has',
      { ...base, kind: 'toString' },
      'document/unknown-kind',
      '/kind',
    ],
    ['without a version', { kind: 'menu', id: 'main' }, 'document/no-version', '/v'],
    ['of version zero', { ...base, v: 0 }, 'document/no-version', '/v'],
    ['of a negative version', { ...base, v: -1 }, 'document/no-version', '/v'],
    ['of a version between two', { ...base, v: 1.5 }, 'document/no-version', '/v'],
    ['of no finite version', { ...base, v: Number.POSITIVE_INFINITY }, 'document/hostile', '/v'],
  ])('%s', (_what, input, code, at) => {
    expect(problemOf(input)).toMatchObject({
      code,
      pointer: at,
      document: 'schemas/menus/main.json',
      severity: 'error',
    })
  })

  it('gets a suggestion for the kind that was meant', () =>
    expect(problemOf({ ...base, kind: 'meny' })?.suggestion).toBe('menu'))
})

describe('the bounds of a document', () => {
  it.each([
    ['as deep as allowed', { ...base, x: nested(BOUNDS.depth - 1) }, null],
    [
      'a level deeper',
      { ...base, x: nested(BOUNDS.depth) },
      `nested deeper than ${BOUNDS.depth} levels`,
    ],
    ['a text as long as allowed', { ...base, x: 'a'.repeat(BOUNDS.text) }, null],
    [
      'a letter longer',
      { ...base, x: 'a'.repeat(BOUNDS.text + 1) },
      `a text longer than ${BOUNDS.text} characters`,
    ],
    ['as many values as allowed', { ...base, x: manyValues(BOUNDS.values - 4) }, null],
    // The document and its three texts and numbers count as well.
    [
      'one value more',
      { ...base, x: manyValues(BOUNDS.values - 3) },
      `more than ${BOUNDS.values} values`,
    ],
    [
      'as many entries as allowed',
      { ...base, x: Array.from({ length: BOUNDS.entries }, () => 0) },
      null,
    ],
    [
      'one entry more',
      { ...base, x: Array.from({ length: BOUNDS.entries + 1 }, () => 0) },
      `a list of more than ${BOUNDS.entries} entries`,
    ],
    [
      'one member more than allowed',
      { ...base, x: members(BOUNDS.members + 1) },
      `more than ${BOUNDS.members} members`,
    ],
    ['a name as long as allowed', { ...base, ['n'.repeat(BOUNDS.name)]: 0 }, null],
    [
      'a name that is longer',
      { ...base, ['n'.repeat(BOUNDS.name + 1)]: 0 },
      `a name longer than ${BOUNDS.name} characters`,
    ],
    [
      'an entry’s id that is longer',
      { ...base, items: [{ id: 'n'.repeat(BOUNDS.name + 1) }] },
      `an id longer than ${BOUNDS.name} characters`,
    ],
    [
      'a number that JSON cannot write again',
      { ...base, x: JSON.parse('1e999') as number },
      'a number that is too large',
    ],
  ])('%s', (_what, input, message) => {
    expect(problemOf(input)?.message ?? null).toBe(message)
  })

  it.each(['__proto__', 'constructor', 'prototype'])(
    'hold no member called %s, at any depth',
    (name) => {
      const input: unknown = JSON.parse(
        `{ "kind": "menu", "id": "main", "v": 1, "items": [{ "props": { "${name}": 1 } }] }`,
      )
      expect(problemOf(input)).toMatchObject({
        code: 'document/hostile',
        pointer: `/items/0/props/${name}`,
      })
    },
  )

  it('are checked before anything else', () => {
    expect(problemOf(JSON.parse('{ "__proto__": { "kind": "menu" } }'))?.code).toBe(
      'document/hostile',
    )
  })

  it.each([1000, 100_000, 500_000])(
    'are found in a document of %i levels, because nothing recurses into it',
    (levels) => {
      const deep: unknown = JSON.parse(
        `{"kind":"menu","id":"main","v":1,"x":${'['.repeat(levels)}${']'.repeat(levels)}}`,
      )
      expect(problemOf(deep)).toMatchObject({
        code: 'document/hostile',
        pointer: `/x${'/0'.repeat(BOUNDS.depth - 1)}`,
      })
    },
  )

  it('name the position, by the ids of entries', () => {
    const input = {
      ...base,
      items: [{ id: 'a' }, { id: 'b', items: [{ id: 'c', label: 'x'.repeat(BOUNDS.text + 1) }] }],
    }
    expect(problemOf(input)).toMatchObject({
      pointer: '/items/b/items/c/label',
      message: `a text longer than ${BOUNDS.text} characters`,
    })
  })
})

describe('names and pointers', () => {
  it('of a document are its kind and id', () =>
    expect(nameOf({ kind: 'menu', id: 'main' })).toBe('menu/main'))

  it('escape what RFC 6901 escapes', () => {
    expect(pointer('a/b', 'c~d', 0)).toBe('/a~1b/c~0d/0')
    expect(pointer()).toBe('')
  })

  it('come first in the sentence that describes a problem', () => {
    expect(
      describeProblem({
        code: 'screen/unknown-widget',
        document: 'schemas/screens/cv.json',
        pointer: '/children/2',
        message: 'unknown widget "card"',
        suggestion: 'content-card',
        severity: 'error',
      }),
    ).toBe(
      'schemas/screens/cv.json#/children/2: unknown widget "card"; did you mean "content-card"? (screen/unknown-widget)',
    )
  })
})

describe('the nearest name', () => {
  const names = ['profileHomePage', 'loginPage', 'cv', 'home']
  it.each([
    ['profilHomePage', 'profileHomePage'],
    ['loginpage', 'loginPage'],
    ['hoem', 'home'],
    ['cvs', 'cv'],
    ['entirely different', undefined],
    ['', 'cv'],
  ])('to %j is %s', (word, expected) => expect(nearest(word, names)).toBe(expected))

  it('is none if there are no names', () => expect(nearest('x', [])).toBeUndefined())
})

describe('reads', () => {
  it.each([
    ['a.b', { a: { b: 1 } }, 1],
    ['a.0.b', { a: [{ b: 1 }] }, 1],
    ['', { a: 1 }, { a: 1 }],
    ['a.b.c', { a: { b: 1 } }, undefined],
    ['a.length', { a: 'text' }, undefined],
    ['toString', {}, undefined],
    ['__proto__', {}, undefined],
    ['a.constructor.name', { a: {} }, undefined],
    ['a', null, undefined],
  ])('%j of %j gives %j', (path, value, expected) => expect(read(value, path)).toEqual(expected))

  it('never follow a forbidden name, even if it is the value’s own', () => {
    expect(own(JSON.parse('{"__proto__": 1, "constructor": 2}'), '__proto__')).toBeUndefined()
    expect(own(JSON.parse('{"__proto__": 1, "constructor": 2}'), 'constructor')).toBeUndefined()
  })
})

describe('the canonical text of a value', () => {
  it('is the same whatever the order of its members, and omits undefined ones', () => {
    expect(canonical({ b: 1, a: [{ d: undefined, c: null }] })).toBe('{"a":[{"c":null}],"b":1}')
    expect(canonical({ a: [{ c: null }], b: 1 })).toBe(canonical({ b: 1, a: [{ c: null }] }))
  })

  it('keeps the order of lists, and distinguishes a text from a number', () => {
    expect(canonical([2, 1])).not.toBe(canonical([1, 2]))
    expect(canonical({ a: '1' })).not.toBe(canonical({ a: 1 }))
  })
})
