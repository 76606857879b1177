/** Two editors changed one document: whatever they did, no edit is lost silently. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parentOf } from '#engine/documents/address.ts'
import { diff } from '#engine/overlay/diff.ts'
import { canonical, type Json } from '#engine/documents/json.ts'
import { merge3 } from '#engine/overlay/merge.ts'
import { documents, edited, editsOf, frozen, isAtomic } from '#tests/support/edits.ts'
import { holds, keepsOrder, keepsSet } from '#tests/support/survival.ts'

const flow = frozen({
  kind: 'flow',
  id: 'f',
  rows: [
    { id: 'a', when: true, note: 'A' },
    { id: 'b', when: false },
    { id: 'c', when: true },
  ],
  roles: ['owner'],
})
type Flow = typeof flow

describe('merging two edits', () => {
  it.each<[string, Json | undefined, Json | undefined, Json | undefined, string[]]>([
    [
      'keeps both where they are apart',
      { ...flow, title: 'mine' },
      { ...flow, roles: ['owner', 'editor'] },
      { ...flow, title: 'mine', roles: ['owner', 'editor'] },
      [],
    ],
    [
      'keeps both in one entry',
      rows({ note: 'mine' }),
      rows({ when: false }),
      rows({ note: 'mine', when: false }),
      [],
    ],
    [
      'says nothing where both did the same',
      { ...flow, title: 'same' },
      { ...flow, title: 'same' },
      { ...flow, title: 'same' },
      [],
    ],
    [
      'asks where both set one value, and has theirs',
      { ...flow, title: 'mine' },
      { ...flow, title: 'theirs' },
      { ...flow, title: 'theirs' },
      ['base-changed'],
    ],
    [
      'asks where they edited what I removed',
      { ...flow, rows: flow.rows.slice(1) },
      rows({ note: 'theirs' }),
      rows({ note: 'theirs' }),
      ['base-changed'],
    ],
    [
      'asks where they removed what I edited',
      rows({ note: 'mine' }),
      { ...flow, rows: flow.rows.slice(1) },
      { ...flow, rows: flow.rows.slice(1) },
      ['target-removed'],
    ],
    [
      'asks where both inserted one id',
      { ...flow, rows: [...flow.rows, { id: 'd', when: true }] },
      { ...flow, rows: [...flow.rows, { id: 'd', when: false }] },
      { ...flow, rows: [...flow.rows, { id: 'd', when: false }] },
      ['duplicate-id'],
    ],
    [
      'keeps what both inserted at one place',
      { ...flow, rows: [...flow.rows, { id: 'd' }] },
      { ...flow, rows: [...flow.rows, { id: 'e' }] },
      { ...flow, rows: [...flow.rows, { id: 'e' }, { id: 'd' }] },
      [],
    ],
    [
      'asks where no order keeps both, though mine would change nothing there',
      { ...flow, rows: ordered('a', 'c', 'b') },
      { ...flow, rows: ordered('b', 'a', 'c') },
      { ...flow, rows: ordered('b', 'a', 'c') },
      ['base-changed'],
    ],
    [
      'asks where I edited a document that they removed',
      { ...flow, title: 'mine' },
      undefined,
      undefined,
      ['target-removed'],
    ],
    [
      'keeps the document that I removed and they edited',
      undefined,
      { ...flow, title: 'theirs' },
      { ...flow, title: 'theirs' },
      ['base-changed'],
    ],
  ])('%s', (_what, mine, theirs, merged, codes) => {
    const outcome = merge3(flow, mine, theirs)
    expect(outcome.merged).toEqual(merged)
    expect(outcome.conflicts.map(({ code }) => code)).toEqual(codes)
  })

  it('never mixes two rules', () => {
    const base = { when: { and: [{ ref: 'a' }, { ref: 'b' }] } }
    const outcome = merge3(
      base,
      { when: { and: [{ ref: 'x' }, { ref: 'b' }] } },
      { when: { and: [{ ref: 'a' }, { ref: 'y' }] } },
      (at) => at === '/when',
    )
    expect(outcome).toMatchObject({
      merged: { when: { and: [{ ref: 'a' }, { ref: 'y' }] } },
      conflicts: [{ at: '/when' }],
    })
  })

  it('asks about a move next to an entry that both added in different positions', () => {
    const list = (...ids: string[]) => ({
      kind: 'menu',
      id: 'm',
      items: ids.map((id) => ({ id })),
    })
    const mine = list('events', 'home', 'careers', 'last')
    const theirs = {
      ...list('careers', 'events', 'home', 'last'),
      items: [{ id: 'careers' }, { id: 'events', label: 'x' }, { id: 'home' }, { id: 'last' }],
    }
    const { conflicts } = merge3(list('careers', 'home', 'last'), mine, theirs)
    expect(conflicts.map(({ code, at }) => `${code} ${at}`)).toContain('base-changed /items/home')
  })

  it('never silently loses an edit of either', { timeout: 60_000 }, () => {
    let met = 0
    fc.assert(
      fc.property(documents, editsOf(6), editsOf(6), (base, one, other) => {
        const [mine, theirs] = [edited(base, one), edited(base, other)]
        const { merged, conflicts, notes } = merge3(base, mine, theirs, isAtomic)
        met += conflicts.length > 0 ? 1 : 0
        const asked = new Set(conflicts.map(({ op: { op, at } }) => `${op} ${at}`))
        const removed = new Set(
          diff(base, mine, isAtomic).flatMap((op) => (op.op === 'remove' ? [op.at] : [])),
        )
        const lost: unknown[] = []
        for (const op of diff(base, theirs, isAtomic)) {
          if (op.op === 'move') {
            // The position of something that I removed isn't an edit.
            if (!removed.has(op.at) && !holds(op, merged)) lost.push(op)
            if (!keepsOrder(parentOf(op.at), base, theirs, merged)) lost.push(op)
          } else if (!holds(op, merged) && !keepsSet(op.at, base, theirs, merged)) lost.push(op)
        }
        for (const op of diff(base, mine, isAtomic)) {
          if (op.op === 'move') {
            const list = parentOf(op.at)
            const isSaid =
              conflicts.some((each) => each.op.op === 'move' && parentOf(each.at) === list) ||
              notes.some(
                (note) =>
                  note.code === 'anchor-lost' &&
                  note.op.op === 'move' &&
                  parentOf(note.at) === list,
              )
            if (!isSaid && !keepsOrder(list, base, mine, merged)) lost.push(op)
          } else if (!asked.has(`${op.op} ${op.at}`) && !holds(op, merged)) lost.push(op)
        }
        const shown = lost.length > 0 ? JSON.stringify({ base, mine, theirs, merged }) : ''
        expect(lost, shown).toEqual([])
      }),
      { numRuns: 5000 },
    )
    // Edits that never overlap would prove nothing.
    expect(met).toBeGreaterThan(500)
  })

  it(
    'gives mine if the others changed nothing, and theirs if I changed nothing',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(documents, editsOf(6), (base, edits) => {
          const changed = edited(base, edits)
          for (const outcome of [
            merge3(base, changed, base, isAtomic),
            merge3(base, base, changed, isAtomic),
            merge3(base, changed, changed, isAtomic),
          ]) {
            expect(outcome.conflicts).toHaveLength(0)
            expect(canonical(outcome.merged)).toBe(canonical(changed))
          }
        }),
        { numRuns: 5000 },
      )
    },
  )
})

function ordered(...ids: string[]): Json[] {
  return ids.map((id) => flow.rows.find((row) => row.id === id)!)
}

function rows(first: Partial<Flow['rows'][number]>): Json {
  return { ...flow, rows: [{ ...flow.rows[0]!, ...first }, ...flow.rows.slice(1)] }
}
