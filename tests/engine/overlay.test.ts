/**
 * Overlays: what each operation does and refuses, and the laws that hold for any document and any
 * edit.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookup } from '#engine/documents/address.ts'
import { atomicPointers, diff } from '#engine/overlay/diff.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import { canonical, pointer, type Json, type JsonObject } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { OverlayError, type Op } from '#engine/overlay/ops.ts'
import { apply, hashOf, NONE, stamp } from '#engine/overlay/overlay.ts'
import { rebase, resolve, type Conflict } from '#engine/overlay/rebase.ts'
import { renameIn, type Renames } from '#engine/overlay/renames.ts'
import { documents, edited, editsOf, frozen, isAtomic } from '#tests/support/edits.ts'
import { holds, overlap, sorted } from '#tests/support/survival.ts'

const RUNS = { numRuns: 5000 }

const menu: Json = frozen({
  kind: 'menu',
  id: 'main',
  items: [
    { id: 'home', label: 'menu.home' },
    {
      id: 'reports',
      label: 'menu.reports',
      items: [{ id: 'worker_type', to: 'hollandCodeReportPage' }],
    },
    { id: 'navigators', label: 'menu.navigators' },
    { id: 'actions', label: 'menu.actions' },
  ],
  locales: ['en', 'af'],
  colours: ['#fff', '#fff'],
})
const idsAt = (document: Json | undefined, at = '/items') =>
  (lookup(document, at) as JsonObject[]).map((entry) => entry['id'])
const events: Json = { id: 'events', label: 'menu.events' }

describe('an operation', () => {
  it.each<[string, Op, string, Json | undefined]>([
    [
      'sets a member',
      { op: 'set', at: '/items/reports/label', value: 'menu.myReports' },
      '/items/reports/label',
      'menu.myReports',
    ],
    [
      'sets a member that was not there',
      { op: 'set', at: '/items/reports/hint', value: 'menu.hint' },
      '/items/reports/hint',
      'menu.hint',
    ],
    [
      'sets a whole entry',
      { op: 'set', at: '/items/actions', value: { id: 'actions', label: 'x' } },
      '/items/actions',
      { id: 'actions', label: 'x' },
    ],
    ['sets null, which is a value', { op: 'set', at: '/note', value: null }, '/note', null],
    ['unsets a member', { op: 'unset', at: '/items/home/label' }, '/items/home', { id: 'home' }],
    [
      'reaches an entry of an entry',
      { op: 'remove', at: '/items/reports/items/worker_type' },
      '/items/reports/items',
      [],
    ],
    ['adds to a set', { op: 'add', at: '/locales', value: 'zu' }, '/locales', ['en', 'af', 'zu']],
    ['drops from a set', { op: 'drop', at: '/locales', value: 'en' }, '/locales', ['af']],
  ])('%s', (_what, op, at, expected) => {
    expect(lookup(apply(menu, [op]), at)).toEqual(expected)
  })

  it.each<[string, Op, string[]]>([
    [
      'inserts last',
      { op: 'insert', at: '/items', value: events },
      ['home', 'reports', 'navigators', 'actions', 'events'],
    ],
    [
      'inserts first',
      { op: 'insert', at: '/items', value: events, first: true },
      ['events', 'home', 'reports', 'navigators', 'actions'],
    ],
    [
      'inserts behind',
      { op: 'insert', at: '/items', value: events, after: 'home' },
      ['home', 'events', 'reports', 'navigators', 'actions'],
    ],
    [
      'moves before',
      { op: 'move', at: '/items/navigators', before: 'reports' },
      ['home', 'navigators', 'reports', 'actions'],
    ],
    [
      'moves behind',
      { op: 'move', at: '/items/home', after: 'actions' },
      ['reports', 'navigators', 'actions', 'home'],
    ],
    ['moves last', { op: 'move', at: '/items/home' }, ['reports', 'navigators', 'actions', 'home']],
    ['removes', { op: 'remove', at: '/items/actions' }, ['home', 'reports', 'navigators']],
  ])('%s', (_what, op, expected) => {
    expect(idsAt(apply(menu, [op]))).toEqual(expected)
  })

  it('can add a tenant’s own document, and remove one', () => {
    const own: Json = { kind: 'menu', id: 'own', items: [] }
    expect(apply(undefined, [{ op: 'set', at: '', value: own }])).toEqual(own)
    expect(apply(own, [{ op: 'unset', at: '' }])).toBeUndefined()
  })

  it.each<[string, Op, OverlayError['reason']]>([
    ['a member of nothing', { op: 'set', at: '/nothing/label', value: 1 }, 'missing'],
    ['a member of a text', { op: 'set', at: '/kind/label', value: 1 }, 'missing'],
    ['an entry by its position', { op: 'set', at: '/items/0/label', value: 1 }, 'missing'],
    ['an entry of a set', { op: 'set', at: '/locales/en', value: 1 }, 'missing'],
    ['a member that only the prototype has', { op: 'unset', at: '/toString' }, 'missing'],
    ['another id for an entry', { op: 'set', at: '/items/home/id', value: 'start' }, 'shape'],
    ['an entry with another id', { op: 'set', at: '/items/home', value: events }, 'shape'],
    ['an entry without an id', { op: 'unset', at: '/items/home/id' }, 'shape'],
    ['unsetting an entry', { op: 'unset', at: '/items/home' }, 'shape'],
    ['unsetting what is not there', { op: 'unset', at: '/items/home/hint' }, 'missing'],
    ['inserting without an id', { op: 'insert', at: '/items', value: { label: 'x' } }, 'shape'],
    ['inserting an id twice', { op: 'insert', at: '/items', value: { id: 'home' } }, 'present'],
    ['inserting into a set', { op: 'insert', at: '/locales', value: events }, 'shape'],
    ['inserting into nothing', { op: 'insert', at: '/rows', value: events }, 'missing'],
    [
      'inserting next to a missing entry',
      { op: 'insert', at: '/items', value: events, after: 'gone' },
      'anchor',
    ],
    [
      'inserting at two places',
      { op: 'insert', at: '/items', value: events, after: 'home', first: true },
      'shape',
    ],
    ['moving a missing entry', { op: 'move', at: '/items/gone' }, 'missing'],
    ['moving beside itself', { op: 'move', at: '/items/home', after: 'home' }, 'anchor'],
    ['removing a missing entry', { op: 'remove', at: '/items/gone' }, 'missing'],
    ['removing the document', { op: 'remove', at: '' }, 'shape'],
    ['adding what is there', { op: 'add', at: '/locales', value: 'af' }, 'present'],
    ['adding an object', { op: 'add', at: '/locales', value: {} }, 'shape'],
    ['adding to a list that repeats', { op: 'add', at: '/colours', value: '#000' }, 'shape'],
    ['adding to a list of entries', { op: 'add', at: '/items', value: 'x' }, 'shape'],
    ['dropping what is not there', { op: 'drop', at: '/locales', value: 'zu' }, 'missing'],
    ['a path without a slash', { op: 'set', at: 'items', value: 1 }, 'hostile'],
    ['a path with a broken escape', { op: 'set', at: '/a~2', value: 1 }, 'hostile'],
    [
      'an operation of another dialect',
      { op: 'replace', at: '/kind', value: 1 } as unknown as Op,
      'shape',
    ],
    ['setting nothing', { op: 'set', at: '/kind' } as unknown as Op, 'shape'],
  ])('refuses %s', (_what, op, reason) => {
    const run = () => apply(menu, [{ op: 'set', at: '/note', value: 'first' }, op])
    expect(run).toThrow(OverlayError)
    expect(run).toThrow(expect.objectContaining({ index: 1, at: op.at, reason }))
  })
})

describe('a difference', () => {
  it.each<[string, (menu: JsonObject) => Json, Op[]]>([
    ['nothing', (all) => all, []],
    [
      'one move for one entry that moved',
      (all) => ({ ...all, items: pickItems('actions', 'home', 'reports', 'navigators') }),
      [{ op: 'move', at: '/items/actions', first: true }],
    ],
    [
      'the fewest moves',
      (all) => ({ ...all, items: pickItems('reports', 'navigators', 'home', 'actions') }),
      [{ op: 'move', at: '/items/home', after: 'navigators' }],
    ],
    [
      'an id that changed as another entry',
      (all) => ({
        ...all,
        items: [
          { id: 'start', label: 'menu.home' },
          ...pickItems('reports', 'navigators', 'actions'),
        ],
      }),
      [
        { op: 'remove', at: '/items/home' },
        { op: 'insert', at: '/items', value: { id: 'start', label: 'menu.home' }, first: true },
      ],
    ],
    [
      'what is at the end without a neighbour',
      (all) => ({
        ...all,
        items: [...pickItems('home', 'reports', 'navigators', 'actions'), events],
      }),
      [{ op: 'insert', at: '/items', value: events }],
    ],
    [
      'what follows it as its neighbour',
      (all) => ({
        ...all,
        items: [...pickItems('home', 'reports', 'navigators', 'actions'), events, { id: 'help' }],
      }),
      [
        { op: 'insert', at: '/items', value: events, after: 'actions' },
        { op: 'insert', at: '/items', value: { id: 'help' }, after: 'events' },
      ],
    ],
    [
      'a set by what came and went',
      (all) => ({ ...all, locales: ['af', 'zu'] }),
      [
        { op: 'drop', at: '/locales', value: 'en' },
        { op: 'add', at: '/locales', value: 'zu' },
      ],
    ],
    [
      'a set in another order as a whole',
      (all) => ({ ...all, locales: ['af', 'en'] }),
      [{ op: 'set', at: '/locales', value: ['af', 'en'] }],
    ],
    [
      'a list that repeats as a whole',
      (all) => ({ ...all, colours: ['#fff', '#000'] }),
      [{ op: 'set', at: '/colours', value: ['#fff', '#000'] }],
    ],
    [
      'a value of another type',
      (all) => ({ ...all, locales: { en: true } }),
      [{ op: 'set', at: '/locales', value: { en: true } }],
    ],
  ])('says %s', (_what, change, ops) => {
    expect(diff(menu, change(menu))).toEqual(ops)
  })

  it('says that a document was added or removed', () => {
    expect(diff(undefined, menu)).toEqual([{ op: 'set', at: '', value: menu }])
    expect(diff(menu, undefined)).toEqual([{ op: 'unset', at: '' }])
    expect(diff(undefined, undefined)).toEqual([])
  })

  it('never patches a rule, a bound value or anything that the schema treats as a whole', () => {
    const screen = (rule: Json, bound: Json): Json => ({
      kind: 'screen',
      id: 's',
      v: 1,
      title: 's',
      source: 's',
      children: [
        { id: 'a', type: 't', show: rule, props: { list: [{ id: 'x', text: { bind: bound } }] } },
      ],
    })
    const before = screen({ and: [true, { ref: 'a' }] }, { cat: ['a'] })
    const after = screen({ and: [true, { ref: 'b' }] }, { cat: ['b'] })
    const places = atomicPointers(KINDS.screen as unknown as Schema, before, after)
    expect(diff(before, after, (at) => places.has(at))).toEqual([
      { op: 'set', at: '/children/a/show', value: { and: [true, { ref: 'b' }] } },
      { op: 'set', at: '/children/a/props/list/x/text', value: { bind: { cat: ['b'] } } },
    ])
    const palette: Schema = {
      type: 'object',
      properties: { shades: { type: 'array', items: { type: 'string' }, 'x-atomic': true } },
    }
    const shades = atomicPointers(palette, { shades: ['#000'] })
    expect(
      diff({ shades: ['#000'] }, { shades: ['#000', '#fff'] }, (at) => shades.has(at)),
    ).toEqual([{ op: 'set', at: '/shades', value: ['#000', '#fff'] }])
  })
})

function pickItems(...ids: string[]): Json[] {
  return ids.map((id) => lookup(menu, `/items/${id}`)!)
}

describe('a stamp', () => {
  it('is eight letters or digits, the same whatever the order of keys, another for another value', () => {
    expect(hashOf({ a: 1, b: [2] })).toBe(hashOf({ b: [2], a: 1 }))
    expect(hashOf(undefined)).toBe(NONE)
    fc.assert(
      fc.property(documents, documents, (one, other) => {
        expect(hashOf(one)).toMatch(/^h:[0-9a-z]{8}$/)
        expect(hashOf(one) === hashOf(other)).toBe(canonical(one) === canonical(other))
      }),
    )
  })

  it('records what set, unset and remove were made on, one after another', () => {
    const ops: Op[] = [
      { op: 'set', at: '/items/home/hint', value: 'x' },
      { op: 'unset', at: '/items/home/hint' },
      { op: 'move', at: '/items/home' },
      { op: 'remove', at: '/items/home' },
    ]
    expect(stamp(menu, ops).map((op) => ('was' in op ? op.was : null))).toEqual([
      NONE,
      hashOf('x'),
      null,
      hashOf(lookup(menu, '/items/home')),
    ])
  })
})

function expectHeld(op: Op, document: Json | undefined): void {
  expect(holds(op, document), `lost: ${JSON.stringify(op)}`).toBe(true)
}

describe('the laws of overlays', { timeout: 60_000 }, () => {
  it('an empty list of operations leaves a document as it is', () => {
    fc.assert(
      fc.property(documents, (base) => void expect(apply(base, [])).toBe(base)),
      RUNS,
    )
  })

  it('a difference makes the edited document', () => {
    fc.assert(
      fc.property(documents, editsOf(8), (base, edits) => {
        const wanted = edited(base, edits)
        expect(canonical(apply(base, diff(base, wanted, isAtomic)))).toBe(canonical(wanted))
      }),
      RUNS,
    )
  })

  it('so does a difference between any two documents', () => {
    fc.assert(
      fc.property(documents, documents, (base, wanted) => {
        expect(canonical(apply(base, diff(base, wanted, isAtomic)))).toBe(canonical(wanted))
      }),
      RUNS,
    )
  })

  it('no input is changed', () => {
    fc.assert(
      fc.property(documents, editsOf(8), (base, edits) => {
        const ops = frozen(stamp(frozen(base), frozen(diff(base, edited(base, edits), isAtomic))))
        const before = canonical([base, ops])
        apply(base, ops)
        rebase(base, base, ops)
        expect(canonical([base, ops])).toBe(before)
      }),
      RUNS,
    )
  })

  it('an unchanged base has no conflict', () => {
    fc.assert(
      fc.property(documents, editsOf(8), (base, edits) => {
        const wanted = edited(base, edits)
        const { ops, conflicts } = rebase(base, base, stamp(base, diff(base, wanted, isAtomic)))
        expect(conflicts).toHaveLength(0)
        expect(canonical(apply(base, ops))).toBe(canonical(wanted))
      }),
      RUNS,
    )
  })

  it('a base that adopts my values makes my operations redundant', () => {
    fc.assert(
      fc.property(documents, editsOf(8), (base, edits) => {
        const next = edited(base, edits)
        const mine = stamp(base, diff(base, next, isAtomic))
        const { ops, conflicts, notes } = rebase(base, next, mine)
        expect({ ops, conflicts, notes: notes.map(({ code }) => code) }).toEqual({
          ops: [],
          conflicts: [],
          notes: mine.map(() => 'redundant'),
        })
      }),
      RUNS,
    )
  })

  it('a base that changed elsewhere has no conflict, and both changes survive', () => {
    fc.assert(
      fc.property(documents, editsOf(4), editsOf(4), (base, one, other) => {
        const mine = stamp(base, diff(base, edited(base, one), isAtomic))
        const theirs = stamp(base, diff(base, edited(base, other), isAtomic))
        fc.pre(
          mine.length > 0 &&
            theirs.length > 0 &&
            !mine.some((op) => theirs.some((each) => overlap(op, each))),
        )
        const next = apply(base, theirs)
        const { ops, conflicts } = rebase(base, next, mine)
        expect(conflicts).toHaveLength(0)
        const merged = apply(next, ops)
        for (const op of [...mine, ...theirs]) expectHeld(op, merged)
        // The result doesn't depend on who comes first; two entries inserted at one place may be in
        // either order.
        const first = apply(base, mine)
        expect(canonical(sorted(merged))).toBe(
          canonical(sorted(apply(first, rebase(base, first, theirs).ops))),
        )
      }),
      RUNS,
    )
  })

  it('paths, neighbours and values follow the ids that the base renames', () => {
    fc.assert(
      fc.property(documents, editsOf(6), fc.nat(7), (base, edits, every) => {
        const wanted = edited(base, edits)
        const renames = someRenames(base, every)
        fc.pre(Object.keys(renames).length > 0)
        const next = renameIn(base, '', renames)
        const { ops, conflicts, notes } = rebase(
          base,
          next,
          stamp(base, diff(base, wanted, isAtomic)),
          renames,
        )
        expect(conflicts).toHaveLength(0)
        expect(notes.filter(({ code }) => code === 'anchor-lost')).toEqual([])
        expect(canonical(apply(next, ops))).toBe(canonical(renameIn(wanted, '', renames)))
      }),
      RUNS,
    )
  })

  it('whatever is decided, the result applies; choosing all of mine keeps every one of my changes', () => {
    fc.assert(
      fc.property(
        documents,
        editsOf(5),
        editsOf(5),
        fc.array(fc.boolean(), { minLength: 1 }),
        (base, one, other, coins) => {
          const next = edited(base, other)
          const mine = stamp(base, diff(base, edited(base, one), isAtomic))
          const rebased = rebase(base, next, mine)
          let index = 0
          expect(() =>
            apply(
              next,
              resolve(next, rebased, () => (coins[index++ % coins.length]! ? 'mine' : 'theirs')),
            ),
          ).not.toThrow()
          const kept = apply(
            next,
            resolve(next, rebased, () => 'mine'),
          )
          for (const op of mine)
            if (
              op.op !== 'move' &&
              !(op.op === 'insert' && rebased.notes.some((note) => note.op === op))
            )
              expectHeld(op, kept)
          expect(canonical(resolve(next, rebased, () => 'theirs'))).toBe(canonical(rebased.ops))
        },
      ),
      RUNS,
    )
  })

  it('names that reach the prototype are refused wherever they are', () => {
    const name = fc.constantFrom('__proto__', 'constructor', 'prototype')
    const hostile = (key: string, value: Json) =>
      JSON.parse(`{"id":"new","deep":[{"${key}":${JSON.stringify(value)}}]}`) as Json
    fc.assert(
      fc.property(documents, name, fc.nat(6), fc.boolean(), (base, key, where, isDeep) => {
        const at = isDeep ? `/items/${key}/polluted` : `/${key}/polluted`
        const ops: Op[] = [
          { op: 'set', at, value: true },
          { op: 'unset', at },
          { op: 'remove', at },
          { op: 'move', at },
          { op: 'add', at, value: 'x' },
          { op: 'set', at: '/note', value: hostile(key, true) },
          {
            op: 'insert',
            at: '/items',
            value: isDeep ? hostile(key, true) : { id: key },
          },
        ]
        expect(() => apply(base, [ops[where]!])).toThrow(OverlayError)
        expect(() => diff(base, JSON.parse(`{"${key}":{"polluted":true}}`) as Json)).toThrow(
          OverlayError,
        )
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      }),
      RUNS,
    )
  })
})

/** New ids for some entries of every list: all of them, every second one ... */
function someRenames(document: Json, every: number): Renames {
  const renames: Record<string, Record<string, string>> = {}
  let count = 0
  const walk = (node: Json, at: string): void => {
    if (Array.isArray(node)) {
      for (const entry of node as Json[]) {
        const id = (entry as JsonObject | null)?.['id']
        if (typeof id !== 'string' || at === '/colours') continue
        if (count++ % (every + 1) === 0) (renames[at] ??= {})[id] = `new-${id}`
        walk(entry, at + pointer(id))
      }
    } else if (typeof node === 'object' && node !== null)
      for (const [name, item] of Object.entries(node)) walk(item, at + pointer(name))
  }
  walk(document, '')
  return renames
}

describe('a base that has changed', () => {
  const replay = (ops: Op[], next: (menu: JsonObject) => Json | undefined, renames?: Renames) =>
    rebase(menu, next(menu), stamp(menu, ops), renames)
  const label: Op = { op: 'set', at: '/items/reports/label', value: 'mine' }
  const without =
    (...gone: string[]) =>
    (all: JsonObject): Json => ({
      ...all,
      items: pickItems(
        ...['home', 'reports', 'navigators', 'actions'].filter((id) => !gone.includes(id)),
      ),
    })

  it.each<[string, Op, (menu: JsonObject) => Json | undefined, Conflict['code'], Op]>([
    [
      'sets what I set, differently',
      label,
      (all) => apply(all, [{ op: 'set', at: '/items/reports/label', value: 'theirs' }]),
      'base-changed',
      { ...label },
    ],
    [
      'changes what I removed',
      { op: 'remove', at: '/items/reports' },
      (all) => apply(all, [{ op: 'set', at: '/items/reports/label', value: 'theirs' }]),
      'base-changed',
      { op: 'remove', at: '/items/reports' },
    ],
    [
      'changes what I unset',
      { op: 'unset', at: '/items/home/label' },
      (all) => apply(all, [{ op: 'set', at: '/items/home/label', value: 'theirs' }]),
      'base-changed',
      { op: 'unset', at: '/items/home/label' },
    ],
    [
      'adds the member that I added',
      { op: 'set', at: '/note', value: 'mine' },
      (all) => ({ ...all, note: 'theirs' }),
      'base-changed',
      { op: 'set', at: '/note', value: 'mine' },
    ],
    [
      'makes something else of the set that I added to',
      { op: 'add', at: '/locales', value: 'zu' },
      (all) => ({ ...all, locales: 'all' }),
      'base-changed',
      { op: 'set', at: '/locales', value: ['en', 'af', 'zu'] },
    ],
    [
      'moves what I moved, elsewhere',
      { op: 'move', at: '/items/actions', after: 'home' },
      (all) => apply(all, [{ op: 'move', at: '/items/home' }]),
      'base-changed',
      { op: 'move', at: '/items/actions', after: 'home' },
    ],
    [
      'removes what I changed',
      label,
      without('reports'),
      'target-removed',
      {
        op: 'insert',
        at: '/items',
        value: { ...(lookup(menu, '/items/reports') as JsonObject), label: 'mine' },
        after: 'home',
      },
    ],
    [
      'removes what I moved',
      { op: 'move', at: '/items/actions', first: true },
      without('actions'),
      'target-removed',
      { op: 'insert', at: '/items', value: lookup(menu, '/items/actions')!, first: true },
    ],
    [
      'unsets what I set',
      { op: 'set', at: '/items/home/label', value: 'mine' },
      (all) => apply(all, [{ op: 'unset', at: '/items/home/label' }]),
      'target-removed',
      { op: 'set', at: '/items/home/label', value: 'mine' },
    ],
    [
      'removes the list that I added to',
      { op: 'insert', at: '/items/reports/items', value: events },
      without('reports'),
      'target-removed',
      {
        op: 'insert',
        at: '/items',
        value: apply(lookup(menu, '/items/reports'), [
          { op: 'insert', at: '/items', value: events },
        ])!,
        after: 'home',
      },
    ],
    [
      'is taken away',
      label,
      () => undefined,
      'target-removed',
      { op: 'set', at: '', value: apply(menu, [label])! },
    ],
    [
      'has an entry of that id by now',
      { op: 'insert', at: '/items', value: events },
      (all) =>
        apply(all, [{ op: 'insert', at: '/items', value: { id: 'events', label: 'theirs' } }]),
      'duplicate-id',
      { op: 'set', at: '/items/events', value: events },
    ],
  ])('%s', (_what, op, next, code, keep) => {
    const after = next(menu)
    const rebased = replay([op], next)
    expect(rebased).toMatchObject({ ops: [], conflicts: [{ code, at: op.at }] })
    const { was: _was, ...kept } = rebased.conflicts[0]!.keep as Op & { was?: string }
    expect(kept).toEqual(keep)
    expect(resolve(after, rebased, () => 'theirs')).toEqual([])
    expect(
      apply(
        after,
        resolve(after, rebased, () => 'mine'),
      ),
    ).toEqual(apply(after, [keep]))
  })

  it('has meanwhile added a document with the name of my own', () => {
    const own: Json = { kind: 'menu', id: 'own' }
    const ops = stamp(undefined, [{ op: 'set', at: '', value: own }])
    expect(rebase(undefined, undefined, ops)).toMatchObject({ ops, conflicts: [] })
    expect(rebase(undefined, menu, ops).conflicts).toMatchObject([
      { code: 'duplicate-id', baseNew: menu, mine: own },
    ])
    expect(rebase(undefined, own, ops)).toMatchObject({
      conflicts: [],
      notes: [{ code: 'redundant' }],
    })
  })

  it('shows what it was, what it is and what I want', () => {
    const next = apply(menu, [{ op: 'set', at: '/items/reports/label', value: 'theirs' }])
    expect(rebase(menu, next, stamp(menu, [label])).conflicts).toMatchObject([
      { baseOld: 'menu.reports', baseNew: 'theirs', mine: 'mine' },
    ])
  })

  it('is noticed by the stamp alone if the old base is no longer known', () => {
    const next = apply(menu, [{ op: 'set', at: '/items/reports/label', value: 'theirs' }])
    expect(rebase(next, next, stamp(menu, [label])).conflicts).toMatchObject([
      { code: 'base-changed' },
    ])
  })

  it('may lose my neighbour: then the entry comes last, and a note says so', () => {
    const { ops, conflicts, notes } = replay(
      [{ op: 'insert', at: '/items', value: events, after: 'home' }],
      without('home'),
    )
    expect({ ops, conflicts, notes }).toMatchObject({
      ops: [{ op: 'insert', value: events }],
      conflicts: [],
      notes: [{ code: 'anchor-lost' }],
    })
    expect(ops[0]).not.toHaveProperty('after')
    const moved = replay([{ op: 'move', at: '/items/actions', after: 'home' }], without('home'))
    expect(moved).toMatchObject({ conflicts: [], notes: [{ code: 'anchor-lost' }] })
  })

  it('may lose an entry: it is restored once, with everything that I changed in it', () => {
    const rebased = replay(
      [
        label,
        { op: 'remove', at: '/items/reports/items/worker_type' },
        { op: 'set', at: '/items/reports/hint', value: 'mine' },
      ],
      without('reports'),
    )
    expect(rebased.conflicts).toHaveLength(2)
    const next = without('reports')(menu)
    expect(
      lookup(
        apply(
          next,
          resolve(next, rebased, () => 'mine'),
        ),
        '/items/reports',
      ),
    ).toEqual({ id: 'reports', label: 'mine', hint: 'mine', items: [] })
  })

  it('may reorder what I reorder if one order satisfies both, and otherwise waits for a decision', () => {
    const moved: Op[] = [{ op: 'move', at: '/items/actions', after: 'home' }]
    const calm = replay(moved, (all) =>
      apply(all, [{ op: 'move', at: '/items/navigators', after: 'home' }]),
    )
    expect(calm).toMatchObject({ ops: moved, conflicts: [] })
    const contested = replay(moved, (all) => apply(all, [{ op: 'move', at: '/items/home' }]))
    expect(contested).toMatchObject({
      ops: [],
      conflicts: [
        {
          code: 'base-changed',
          baseOld: ['home', 'reports', 'navigators', 'actions'],
          baseNew: ['reports', 'navigators', 'actions', 'home'],
          mine: ['home', 'actions', 'reports', 'navigators'],
        },
      ],
    })
  })

  it('may rename an entry: my operations on it and next to it follow', () => {
    const renames: Renames = {
      '/items': { reports: 'results', home: 'start' },
      '/items/reports/items': { worker_type: 'interests' },
    }
    const whole: Op = { op: 'set', at: '/items/home', value: { id: 'home', label: 'mine' } }
    const ops: Op[] = [
      label,
      { op: 'insert', at: '/items', value: events, after: 'reports' },
      { op: 'remove', at: '/items/reports/items/worker_type' },
      whole,
    ]
    const rebased = replay(ops, (all) => renameIn(all, '', renames), renames)
    expect(rebased.conflicts).toEqual([])
    expect(rebased.ops).toMatchObject([
      { at: '/items/results/label' },
      { after: 'results' },
      { at: '/items/results/items/interests' },
      { at: '/items/start', value: { id: 'start', label: 'mine' } },
    ])
  })
})
