import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Remembered } from '#server/base/remembered.ts'

const FRESH = 10_000
const reported: string[] = []
let kept: Remembered<string>
let asked: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  reported.length = 0
  asked = 0
  kept = new Remembered({
    freshMs: FRESH,
    most: 3,
    report: (error, key) => void reported.push(`${key}: ${(error as Error).message}`),
  })
})
afterEach(() => void vi.useRealTimers())

const says = (value: string | undefined) => async () => {
  asked++
  return value
}
const fails = async () => {
  asked++
  throw new Error('away')
}
/** Never answers. */
const hangs = () => {
  asked++
  return new Promise<string>(() => undefined)
}

describe('a remembered value', () => {
  it('is trusted for a while, then read again', async () => {
    expect([
      await kept.read('a', says('one')),
      await kept.read('a', says('two')),
      kept.fresh('a'),
    ]).toEqual(['one', 'one', 'one'])
    vi.advanceTimersByTime(FRESH)
    expect([kept.fresh('a'), await kept.read('a', says('two')), asked]).toEqual([
      undefined,
      'two',
      2,
    ])
  })

  it('is remembered as missing too', async () => {
    expect([
      await kept.read('a', says(undefined)),
      kept.fresh('a'),
      await kept.read('a', says('one')),
    ]).toEqual([undefined, null, undefined])
    vi.advanceTimersByTime(FRESH)
    expect([await kept.read('a', says('one')), kept.fresh('a')]).toEqual(['one', 'one'])
  })

  it('is read once for many callers', async () => {
    expect(
      await Promise.all(Array.from({ length: 50 }, () => kept.read('a', says('one')))),
    ).toEqual(Array.from({ length: 50 }, () => 'one'))
    expect(asked).toBe(1)
  })

  it('remains while it can’t be read, with at most one attempt a second', async () => {
    await kept.read('a', says('one'))
    await kept.read('none', says(undefined))
    vi.advanceTimersByTime(FRESH)
    asked = 0
    for (let time = 0; time < 20; time++)
      expect([await kept.read('a', fails), await kept.read('none', fails)]).toEqual([
        'one',
        undefined,
      ])
    expect([asked, reported]).toEqual([2, ['a: away', 'none: away']])
    vi.advanceTimersByTime(1000)
    expect([await kept.read('a', says('two')), asked]).toEqual(['two', 3])
  })

  it('is returned at once to a caller who would have to wait for a new read', async () => {
    await kept.read('a', says('one'))
    vi.advanceTimersByTime(FRESH)
    const waiting = kept.read('a', hangs)
    await vi.advanceTimersByTimeAsync(250)
    expect(await waiting).toBe('one')
  })

  it('doesn’t remain for more than a day', async () => {
    await kept.read('a', says('one'))
    vi.advanceTimersByTime(24 * 3_600_000)
    await expect(kept.read('a', fails)).rejects.toThrow('away')
    await expect(kept.read('new', fails)).rejects.toThrow('away')
  })

  it('is read again at once when it is in doubt, whatever read is in progress', async () => {
    await kept.read('a', says('one'))
    vi.advanceTimersByTime(FRESH)
    let tell = (_value: string): void => undefined
    const before = kept.read('a', () => new Promise<string>((resolve) => (tell = resolve)))
    kept.doubtAll()
    const after = kept.read('a', says('two'))
    tell('one')
    expect([await before, await after, kept.fresh('a')]).toEqual(['one', 'two', 'two'])
    kept.doubt('a')
    expect([kept.fresh('a'), await kept.read('a', fails)]).toEqual([undefined, 'two'])
  })

  it('is one of a limited number, and a missing value displaces no existing one', async () => {
    for (const key of ['a', 'b', 'c']) await kept.read(key, says(key))
    for (let strange = 0; strange < 1000; strange++)
      await kept.read(`strange ${strange}`, says(undefined))
    expect(['a', 'b', 'c', 'strange 999', 'strange 0'].map((key) => kept.fresh(key))).toEqual([
      'a',
      'b',
      'c',
      null,
      undefined,
    ])
    await kept.read('d', says('d'))
    expect(['a', 'b', 'c', 'd'].map((key) => kept.fresh(key))).toEqual([undefined, 'b', 'c', 'd'])
  })
})
