/** What attempts accept is kept within bounds, and attempts with the same items share them. */

import { describe, expect, it } from 'vitest'
import type { DocumentOf } from '#engine/documents/kinds.ts'
import { KnownAttempts } from '#server/routes/known-attempts.ts'

const document = { id: 'holland_code' } as DocumentOf<'assessment'>
const found = (items: readonly string[], sha = 'a', answers = 0) => ({
  user_id: 'thandi',
  items,
  document,
  sha,
  answers,
})

describe('remembered attempts', () => {
  it('are kept separate by tenant', () => {
    const known = new KnownAttempts()
    known.keep('one', 'attempt', found(['i1']))
    expect(known.get('one', 'attempt')?.user).toBe('thandi')
    expect(known.get('two', 'attempt')).toBeUndefined()
  })

  it('share their items, whatever the order, as long as the document is the same', () => {
    const known = new KnownAttempts()
    const first = known.keep('t', 'one', found(['i1', 'i2']))
    expect(known.keep('t', 'two', found(['i2', 'i1'])).items).toBe(first.items)
    expect(known.keep('t', 'three', found(['i1', 'i2'], 'b')).items).not.toBe(first.items)
    expect(known.keep('t', 'four', found(['i1'])).items).not.toBe(first.items)
  })

  it('count their answers separately', () => {
    const known = new KnownAttempts()
    known.keep('t', 'one', found(['i1'], 'a', 5)).answers += 2
    known.keep('t', 'two', found(['i1']))
    expect([known.get('t', 'one')?.answers, known.get('t', 'two')?.answers]).toEqual([7, 0])
  })

  it('are dropped one at a time, the least recently used first', () => {
    const known = new KnownAttempts(2)
    known.keep('t', 'one', found(['i1']))
    known.keep('t', 'two', found(['i1']))
    known.get('t', 'one')
    known.keep('t', 'three', found(['i1']))
    const left = ['one', 'two', 'three'].filter((id) => known.get('t', id) !== undefined)
    expect(left).toEqual(['one', 'three'])
  })
})
