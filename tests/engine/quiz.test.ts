import { describe, expect, it } from 'vitest'
import {
  firstOpen,
  followsPattern,
  PACE_AFTER,
  PACE_BELOW_MS,
  stopwatch,
  wantsHint,
} from '#engine/scoring/quiz.ts'

describe('where a quiz continues', () => {
  const items = ['R_1', 'I_1', 'A_1']

  it('begins at the first item', () => expect(firstOpen(items, {})).toBe(0))
  it('continues at the first gap, even if later items are answered', () =>
    expect(firstOpen(items, { R_1: 1, A_1: 5 })).toBe(1))
  it('is past the end when all are answered', () =>
    expect(firstOpen(items, { R_1: 1, I_1: 2, A_1: 5 })).toBe(3))
  it('doesn’t count answers to items of another version', () =>
    expect(firstOpen(items, { S_1: 1 })).toBe(0))
})

describe('the one hint about the pace', () => {
  const times = (ms: number, count = PACE_AFTER) => Array.from({ length: count }, () => ms)

  it('is shown at the tenth answer if the median is below 1.5 s', () =>
    expect(wantsHint(times(PACE_BELOW_MS - 1))).toBe(true))
  it('isn’t shown at 1.5 s', () => expect(wantsHint(times(PACE_BELOW_MS))).toBe(false))
  it('isn’t shown before the tenth answer, nor after it', () => {
    expect(wantsHint(times(500, 9))).toBe(false)
    expect(wantsHint(times(500, 11))).toBe(false)
  })
  it('uses the median, so that a few quick answers don’t count', () => {
    expect(wantsHint([200, 200, 200, 200, 4000, 4000, 4000, 4000, 4000, 4000])).toBe(false)
  })
})

describe('the one hint about a pattern', () => {
  it('is shown at the tenth answer that follows one, and at no other', () => {
    const cycling = Array.from({ length: 12 }, (_, at) => 1 + (at % 5))
    const shown = cycling.map((_, at) => followsPattern(cycling.slice(0, at + 1)))
    expect(shown.flatMap((isShown, at) => (isShown ? [at + 1] : []))).toEqual([PACE_AFTER])
    for (const pattern of [[3], [1, 5]]) {
      const given = Array.from({ length: PACE_AFTER }, (_, at) => pattern[at % pattern.length]!)
      expect(followsPattern(given)).toBe(true)
    }
  })

  it('isn’t shown for answers that were meant', () =>
    expect(followsPattern([4, 3, 5, 4, 2, 4, 4, 3, 1, 5])).toBe(false))
})

describe('time on an item', () => {
  it('leaves out the time while the page is hidden', () => {
    let time = 100
    const watch = stopwatch(() => time)
    time += 700
    watch.pause()
    time += 60_000
    watch.resume()
    time += 300
    expect(watch.read()).toBe(1000)
  })

  it('may be paused and resumed twice without counting twice', () => {
    let time = 0
    const watch = stopwatch(() => time)
    time += 10
    watch.pause()
    watch.pause()
    time += 10
    watch.resume()
    watch.resume()
    time += 5
    expect(watch.read()).toBe(15)
  })

  it('starts afresh for the next item, even from a pause', () => {
    let time = 0
    const watch = stopwatch(() => time)
    time += 10
    watch.pause()
    watch.restart()
    time += 7.6
    expect(watch.read()).toBe(8)
  })
})
