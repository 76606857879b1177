/**
 * What overlays cost: 200 operations on a document of some 1,800 nodes, applied, derived from an
 * edit, stamped, and rebased on a changed base; and the same document merged from two edits. And
 * the cost of saving drafts of the maximum size, all of whose entries are new.
 *
 *   npm run bench overlay
 */

import assert from 'node:assert/strict'
import { diff } from '#engine/overlay/diff.ts'
import { canonical, type Json, type JsonObject } from '#engine/documents/json.ts'
import { merge3 } from '#engine/overlay/merge.ts'
import type { Op } from '#engine/overlay/ops.ts'
import { apply, stamp } from '#engine/overlay/overlay.ts'
import { rebase } from '#engine/overlay/rebase.ts'
import { median, percentile, report, round } from './support/report.ts'

const GROUPS = 20
const ENTRIES = 14

const base: Json = {
  kind: 'menu',
  id: 'main',
  items: Array.from({ length: GROUPS }, (_, group) => ({
    id: `group-${group}`,
    label: `menu.group${group}`,
    items: Array.from({ length: ENTRIES }, (_, entry) => ({
      id: `entry-${entry}`,
      label: `menu.entry${entry}`,
      to: 'page',
      hideForAccounts: ['a'],
    })),
  })),
}

/** Twenty groups of ten operations: some of every kind, nested ones most. */
const ops: Op[] = Array.from({ length: GROUPS }, (_, group): Op[] => {
  const at = `/items/group-${group}/items`
  return [
    { op: 'set', at: `/items/group-${group}/label`, value: `mine.${group}` },
    { op: 'set', at: `${at}/entry-1/label`, value: 'mine.1' },
    { op: 'set', at: `${at}/entry-2/hint`, value: 'mine.2' },
    { op: 'unset', at: `${at}/entry-3/to` },
    { op: 'remove', at: `${at}/entry-4` },
    { op: 'insert', at, value: { id: 'own', label: 'mine.own' }, after: 'entry-6' },
    { op: 'move', at: `${at}/entry-9`, first: true },
    { op: 'move', at: `${at}/entry-7`, after: 'entry-12' },
    { op: 'add', at: `${at}/entry-10/hideForAccounts`, value: 'b' },
    { op: 'drop', at: `${at}/entry-11/hideForAccounts`, value: 'a' },
  ]
}).flat()

const edited = apply(base, ops)
const stamped = stamp(base, ops)
const next = apply(
  base,
  Array.from({ length: GROUPS }, (_, group): Op => ({
    op: 'set',
    at: `/items/group-${group}/items/entry-13/label`,
    value: 'theirs',
  })),
)

function nodesOf(value: Json): number {
  return typeof value !== 'object' || value === null
    ? 1
    : Object.values(value as JsonObject).reduce<number>((sum, item) => sum + nodesOf(item), 1)
}

// Before measuring: each works correctly.
assert.equal(ops.length, 200)
assert.equal(canonical(apply(base, diff(base, edited))), canonical(edited))
assert.equal(rebase(base, next, stamped).conflicts.length, 0)
assert.equal(canonical(merge3(base, edited, next).merged), canonical(apply(next, ops)))

const ROUNDS = 60
let sink: unknown

/** Milliseconds per round; the first ones only warm up. */
function time(run: () => unknown, rounds = ROUNDS): number[] {
  const times: number[] = []
  for (let index = -rounds / 3; index < rounds; index++) {
    const began = performance.now()
    sink = run()
    if (index >= 0) times.push(performance.now() - began)
  }
  return times
}

const measured: readonly [what: string, times: readonly number[]][] = [
  ['apply 200 ops', time(() => apply(base, ops))],
  ['diff that finds them', time(() => diff(base, edited))],
  ['stamp them', time(() => stamp(base, ops))],
  ['rebase them', time(() => rebase(base, next, stamped))],
  ['merge two edits', time(() => merge3(base, edited, next))],
]
assert.ok(sink)

/** Lists of the maximum length, with entries of about a hundred characters. */
function draftOf(lists: number, entries: number): Json {
  const text = 'x'.repeat(70)
  return {
    kind: 'menu',
    id: 'main',
    ...Object.fromEntries(
      Array.from({ length: lists }, (_, list) => [
        `list-${list}`,
        Array.from({ length: entries }, (_each, entry) => ({ id: `entry-${entry}`, label: text })),
      ]),
    ),
  }
}

const drafts = [
  draftOf(1, 250),
  draftOf(1, 500),
  draftOf(1, 1000),
  draftOf(1, 2000),
  draftOf(10, 1900),
].map((draft) => {
  const empty = Object.fromEntries(
    Object.entries(draft as JsonObject).map(([name, value]) => [
      name,
      Array.isArray(value) ? [] : value,
    ]),
  )
  const save = time(() => stamp(empty, diff(empty, draft)), 9)
  return {
    what: `${round(JSON.stringify(draft).length / 1000, 0)} kB`,
    ops: diff(empty, draft).length,
    'median ms': round(median(save), 1),
    'p95 ms': round(percentile(save, 95), 1),
  }
})

const nodes = nodesOf(base)
report(
  `overlay, ${ops.length} ops on ${nodes} nodes`,
  measured.map(([what, times]) => ({
    what,
    'median ms': round(median(times), 2),
    'p95 ms': round(percentile(times, 95), 2),
  })),
  {
    ops: ops.length,
    nodes,
    apply_ms: round(median(measured[0]![1]), 2),
    diff_ms: round(median(measured[1]![1]), 2),
    rebase_ms: round(median(measured[3]![1]), 2),
    prototype_apply_ms: 5,
  },
)
report('overlay of a draft whose entries are all new', drafts, { drafts })
