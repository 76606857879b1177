/** What a server keeps of its tenants: the newest, and never more than it may weigh. */

import { describe, expect, it } from 'vitest'
import { LruCache } from '#server/base/bounded-cache.ts'
import { dice } from '#tests/support/dice.ts'

describe('what was asked for last', () => {
  it('is kept, and the oldest goes first', () => {
    const recent = new LruCache<string>(3)
    for (const key of ['a', 'b', 'c']) recent.set(key, key.toUpperCase(), 1)
    expect(recent.get('a')).toBe('A')
    recent.set('d', 'D', 1)
    expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual(['A', undefined, 'C', 'D'])
  })

  it('makes room by its weight, and stays alone where it is too heavy', () => {
    const recent = new LruCache<string>(10)
    for (const key of ['a', 'b', 'c']) recent.set(key, key, 3)
    recent.set('d', 'd', 7)
    expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([
      undefined,
      undefined,
      'c',
      'd',
    ])
    recent.set('e', 'e', 99)
    expect(['c', 'd', 'e'].map((key) => recent.get(key))).toEqual([undefined, undefined, 'e'])
    recent.set('f', 'f', 1)
    expect(recent.get('e')).toBeUndefined()
    expect(recent.weight).toBe(1)
  })

  it('weighs what is in it, whatever was put there, put there again or taken out', () => {
    const recent = new LruCache<number>(1000)
    const roll = dice(5)
    const weights = new Map<string, number>()
    for (let index = 0; index < 5000; index++) {
      const key = `k${roll(60)}`
      if (roll(4) === 0) recent.delete(key)
      else {
        const weight = roll(200)
        weights.set(key, weight)
        recent.set(key, weight, weight)
      }
      expect(recent.weight).toBeLessThanOrEqual(1000)
    }
    const kept = [...weights.keys()]
      .map((key) => recent.get(key))
      .filter((each) => each !== undefined)
    expect(kept.reduce((sum, each) => sum + each, 0)).toBe(recent.weight)
    expect(kept.length).toBeGreaterThan(5)
  })
})
