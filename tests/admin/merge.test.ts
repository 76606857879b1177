import { describe, expect, it } from 'vitest'
import { prepareMerge } from '#admin/editor/merge.ts'
import type { Json } from '#engine/documents/json.ts'
import { KINDS } from '#engine/documents/kinds.ts'
import type { Schema } from '#engine/documents/inspect.ts'

const schema = KINDS.menu as unknown as Schema
type Item = { readonly id: string; readonly label: string; readonly show?: Json }
const menu = (items: readonly Item[], title = 'Menu'): Json => ({
  kind: 'menu',
  id: 'main',
  v: 1,
  title,
  source: 'own',
  items,
})
const a = { id: 'a', label: 'text.a' }
const b = { id: 'b', label: 'text.b' }
const base = menu([a, b])
const prepare = (mine: Json | null, theirs: Json | null) =>
  prepareMerge('menu/main', schema, { base, mine, theirs, etag: '"1"' })

describe('two edits of one document', () => {
  it('are merged where they don’t overlap', () => {
    const merging = prepare(
      menu([{ ...a, label: 'text.mine' }, b]),
      menu([a, b, { id: 'c', label: 'text.c' }], 'Theirs'),
    )
    expect(merging.conflicts).toEqual([])
    expect(merging.put([])).toEqual(
      menu([{ ...a, label: 'text.mine' }, b, { id: 'c', label: 'text.c' }], 'Theirs'),
    )
    expect(merging.mine.changes.map(({ at }) => at)).toEqual(['/items/a/label'])
    expect(merging.theirs.changes.map(({ at }) => at).sort()).toEqual(['/items/c', '/title'])
  })

  it('are decided one by one where they overlap, and the rest of both stays', () => {
    const merging = prepare(
      menu(
        [
          { ...a, label: 'text.mine' },
          { ...b, label: 'text.mine' },
        ],
        'Mine',
      ),
      menu([
        { ...a, label: 'text.theirs' },
        { ...b, label: 'text.theirs' },
      ]),
    )
    expect(merging.conflicts.map(({ at }) => at).sort()).toEqual([
      '/items/a/label',
      '/items/b/label',
    ])
    const first = merging.conflicts[0]!.at
    const expected = (label: string) =>
      first === `/items/${label}/label` ? 'text.mine' : 'text.theirs'
    expect(merging.put(['mine', 'theirs'])).toEqual(
      menu(
        [
          { ...a, label: expected('a') },
          { ...b, label: expected('b') },
        ],
        'Mine',
      ),
    )
  })

  it('restore an entry that the other editor removed and I changed, if I choose mine', () => {
    const merging = prepare(menu([a, { ...b, label: 'text.mine' }]), menu([a]))
    expect(merging.conflicts).toHaveLength(1)
    expect(merging.put(['theirs'])).toEqual(menu([a]))
    expect(merging.put(['mine'])).toEqual(menu([a, { ...b, label: 'text.mine' }]))
  })

  it('never mix two rules into one, because a rule is changed as a whole', () => {
    const rule = (...names: string[]): Json => ({ and: names.map((name) => ({ var: name })) })
    const from = menu([{ ...a, show: rule('x', 'y') }])
    const merging = prepareMerge('menu/main', schema, {
      base: from,
      mine: menu([{ ...a, show: rule('x', 'mine') }]),
      theirs: menu([{ ...a, show: rule('theirs', 'y') }]),
      etag: '"1"',
    })
    expect(merging.conflicts.map(({ at }) => at)).toEqual(['/items/a/show'])
    expect(merging.put(['mine'])).toEqual(menu([{ ...a, show: rule('x', 'mine') }]))
    expect(merging.put(['theirs'])).toEqual(menu([{ ...a, show: rule('theirs', 'y') }]))
  })

  it('recognise a document that one editor removed', () => {
    const changed = menu([{ ...a, label: 'text.mine' }, b])
    const gone = prepare(changed, null)
    expect(gone.conflicts).toHaveLength(1)
    expect(gone.put(['theirs'])).toBeNull()
    expect(gone.put(['mine'])).toEqual(changed)
    const mine = prepare(null, changed)
    expect(mine.put(['mine'])).toBeNull()
    expect(mine.put(['theirs'])).toEqual(changed)
  })
})
