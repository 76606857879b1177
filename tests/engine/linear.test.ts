/**
 * A document of twice the size takes twice the work, not four times: an editor's save must not
 * freeze the server. Counts accesses to the documents, rather than measuring time.
 */

import { describe, expect, it } from 'vitest'
import { outOfBounds } from '#engine/documents/bounds.ts'
import { changesBetween } from '#engine/overlay/changes.ts'
import { atomicPointers, diff } from '#engine/overlay/diff.ts'
import type { Schema } from '#engine/documents/inspect.ts'
import type { Json, JsonObject } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import { checkLocks } from '#engine/overlay/locks.ts'
import { merge3 } from '#engine/overlay/merge.ts'
import { apply, stamp } from '#engine/overlay/overlay.ts'
import { rebase, resolve } from '#engine/overlay/rebase.ts'

/** The same value, which counts how often it is accessed. */
function counted(value: Json, count: { looks: number }, known = new Map<object, object>()): Json {
  if (typeof value !== 'object' || value === null) return value
  const looked = <T>(result: T): T => {
    count.looks++
    return result
  }
  let proxy = known.get(value)
  if (proxy === undefined) {
    proxy = new Proxy(value, {
      get: (target, name) => looked(counted(Reflect.get(target, name) as Json, count, known)),
      ownKeys: (target) => looked(Reflect.ownKeys(target)),
    })
    known.set(value, proxy)
  }
  return proxy as Json
}

type Entry = JsonObject & { id: string }
const entries = (count: number, more: (index: number) => JsonObject = () => ({})): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `entry-${index}`,
    label: `menu.entry${index}`,
    ...more(index),
  }))
const menu = (items: readonly Json[]): Json => ({
  kind: 'menu',
  id: 'main',
  v: 1,
  title: 'Menu',
  source: 'spec 2',
  items,
})
const values = (count: number, from = 0): Json[] =>
  Array.from({ length: count }, (_, index) => `value-${from + index}`)

/** Edits of a long list: before, mine, and another user's in the meantime. */
const EDITS: readonly [string, (count: number) => readonly [Json, Json, Json]][] = [
  [
    'entries that are changed',
    (n) => [
      menu(entries(n)),
      menu(entries(n, () => ({ label: 'mine' }))),
      menu(entries(n, () => ({ hint: 'theirs' }))),
    ],
  ],
  [
    'entries that both changed',
    (n) => [
      menu(entries(n)),
      menu(entries(n, () => ({ label: 'mine' }))),
      menu(entries(n, () => ({ label: 'theirs' }))),
    ],
  ],
  ['entries that are new', (n) => [menu([]), menu(entries(n)), menu([{ id: 'theirs' }])]],
  [
    'new entries between those that were there',
    (n) => [
      menu(entries(n)),
      menu(entries(n).flatMap((entry) => [entry, { id: `new-${entry.id}` }])),
      menu(entries(n).slice(1)),
    ],
  ],
  [
    'entries that are gone',
    (n) => [menu(entries(n)), menu([]), menu(entries(n, () => ({ hint: 'theirs' })))],
  ],
  [
    'changed entries that a user took away',
    (n) => [
      menu(entries(n)),
      menu(entries(n, () => ({ label: 'mine' }))),
      menu(entries(n).slice(-1)),
    ],
  ],
  [
    'entries that moved',
    (n) => [menu(entries(n)), menu(entries(n).toReversed()), menu(entries(n))],
  ],
  [
    'entries that both moved',
    (n) => [
      menu(entries(n)),
      menu(entries(n).toReversed()),
      menu([...entries(n).slice(n / 2), ...entries(n).slice(0, n / 2)]),
    ],
  ],
  [
    'sets',
    (n) => [
      menu([{ id: 'one', roles: values(n) }]),
      menu([{ id: 'one', roles: [...values(n / 2, n / 2), ...values(n / 2, n)] }]),
      menu([{ id: 'one', roles: values(n).slice(1) }]),
    ],
  ],
  [
    'sets that a user took away',
    (n) => [
      menu([{ id: 'one', roles: values(n) }]),
      menu([{ id: 'one', roles: values(n + n / 2) }]),
      menu([{ id: 'one' }]),
    ],
  ],
  [
    'members',
    (n) => [
      { texts: {} },
      { texts: Object.fromEntries(values(n).map((name) => [String(name), 'mine'])) },
      { texts: { other: 'theirs' } },
    ],
  ],
  [
    'lists within entries',
    (n) => [
      menu(entries(n, () => ({ items: entries(2) }))),
      menu(entries(n, () => ({ items: entries(3).toReversed() }))),
      menu(entries(n, () => ({ items: entries(1) }))),
    ],
  ],
  [
    'locked entries',
    (n) => [
      menu(entries(n, () => ({ lock: 'tighten-only' }))),
      menu(entries(n, () => ({ lock: 'tighten-only', label: 'mine' }))),
      menu(entries(n)),
    ],
  ],
]

const schema = KINDS.menu as unknown as Schema
type Edit = readonly [base: Json, mine: Json, theirs: Json]
const WORK: readonly [string, (edit: Edit) => unknown][] = [
  ['bounds', ([, mine]) => outOfBounds(mine)],
  ['atomic places', ([base, mine]) => atomicPointers(schema, base, mine)],
  ['difference', ([base, mine]) => diff(base, mine)],
  ['stamps', ([base, mine]) => stamp(base, diff(base, mine))],
  ['overlay', ([base, mine]) => apply(base, diff(base, mine))],
  ['sentences', ([base, mine]) => changesBetween(base, mine)],
  ['locks', ([base, mine]) => checkLocks(schema, base, mine)],
  ['rebase', ([base, mine, theirs]) => rebase(base, theirs, diff(base, mine))],
  [
    'decisions',
    ([base, mine, theirs]) => resolve(theirs, rebase(base, theirs, diff(base, mine)), () => 'mine'),
  ],
  ['merge', ([base, mine, theirs]) => merge3(base, mine, theirs)],
]

const SIZE = 200
/** Twice the size, plus a little for logarithmic parts. */
const MAX_GROWTH = 2.2

describe.each(WORK)('%s of a document of twice the size', (_what, work) => {
  it.each(EDITS)('takes twice as long: %s', (_edit, make) => {
    const cost = (size: number): number => {
      const count = { looks: 0 }
      const known = new Map<object, object>()
      const [base, mine, theirs] = make(size).map((document) => counted(document, count, known))
      work([base!, mine!, theirs!])
      return count.looks
    }
    const [once, twice] = [cost(SIZE), cost(2 * SIZE)]
    expect(twice / once, `${once} looks, then ${twice}`).toBeLessThan(MAX_GROWTH)
  })
})

describe('an overlay of a list of maximum length', () => {
  it('gives every move in a contested order its neighbours, not the whole list each time', () => {
    const base = menu(entries(2000))
    const { conflicts } = merge3(
      base,
      menu([...entries(2000).slice(0, 1000).toReversed(), ...entries(2000).slice(1000)]),
      menu([...entries(2000).slice(1000), ...entries(2000).slice(0, 1000)]),
    )
    expect(conflicts.length).toBeGreaterThan(900)
    for (const { baseOld, baseNew, mine } of conflicts)
      for (const ids of [baseOld, baseNew, mine])
        expect((ids as Json[]).length).toBeLessThanOrEqual(101)
  })
})
