import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  NO_TIMER,
  pauseTimer,
  reduceTimer,
  resetTimer,
  startTimer,
  stopTimer,
  timeTaken,
  timeTakenAt,
  unpauseTimer,
} from '#engine/scoring/timer.ts'

describe('the timer (spec 4)', () => {
  it('start sets total and remaining time, active, not paused, not expired', () => {
    expect(startTimer(60, 5)).toEqual({
      timeTotal: 60,
      timeRemaining: 60,
      timeCurrent: 5,
      timerActive: true,
      timerPaused: false,
      timerExpired: false,
    })
  })
  it('pause and unpause toggle paused', () => {
    const paused = pauseTimer(startTimer(60))
    expect([paused.timerPaused, paused.timerActive, unpauseTimer(paused).timerPaused]).toEqual([
      true,
      true,
      false,
    ])
  })
  it('stop sets inactive, without having expired', () =>
    expect(stopTimer(startTimer(60), 20)).toMatchObject({
      timerActive: false,
      timerExpired: false,
      timeRemaining: 40,
    }))
  it('reduce counts down by one per tick', () =>
    expect(reduceTimer(reduceTimer(startTimer(60))).timeRemaining).toBe(58))
  it('reduce leaves a paused, stopped or unset timer as it is', () => {
    expect(reduceTimer(pauseTimer(startTimer(60)), 30).timeRemaining).toBe(60)
    expect(reduceTimer(stopTimer(startTimer(60)), 30).timeRemaining).toBe(60)
    expect(reduceTimer(NO_TIMER, 30)).toEqual(NO_TIMER)
  })
  it('at zero becomes inactive and expired, and never goes below', () => {
    expect(reduceTimer(startTimer(60), 59)).toMatchObject({
      timeRemaining: 1,
      timerActive: true,
      timerExpired: false,
    })
    expect(reduceTimer(startTimer(60), 60)).toMatchObject({
      timeRemaining: 0,
      timerActive: false,
      timerExpired: true,
    })
    expect(reduceTimer(startTimer(60), 600).timeRemaining).toBe(0)
  })
  it('reset returns to the initial state', () =>
    expect(resetTimer()).toEqual({
      timeTotal: 0,
      timeRemaining: 0,
      timeCurrent: 0,
      timerActive: false,
      timerPaused: false,
      timerExpired: false,
    }))
  it('time taken is total minus remaining', () =>
    expect(timeTaken(reduceTimer(startTimer(60), 45))).toBe(45))
  it('gives the time of an event that came a little before the last counted frame', () =>
    expect(timeTakenAt(reduceTimer(startTimer(60), 45), 40)).toBe(40))
  it('refuses a duration of zero', () => expect(() => startTimer(0)).toThrow(RangeError))

  it('counts exactly the time while it wasn’t paused, however often it was (T6)', () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('run', 'away'), fc.integer({ min: 0, max: 5000 })),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(steps, (list) => {
        let now = 1000
        let counted = 0
        let timer = startTimer(1_000_000, now)
        const seen: [number, number][] = []
        for (const [kind, ms] of list) {
          if (kind === 'away') {
            timer = pauseTimer(timer, now)
            now += ms
            seen.push([timeTakenAt(timer, now), counted])
            timer = unpauseTimer(timer, now)
          } else {
            now += ms
            counted += ms
            timer = reduceTimer(timer, now)
          }
        }
        for (const [taken, run] of seen) expect(taken).toBe(run)
        expect(timeTaken(timer)).toBe(counted)
      }),
    )
  })
  it('drifts by nothing in half an hour of frames (T7)', () => {
    let timer = startTimer(3_600_000, 12.3)
    const frames = 30 * 60 * 60
    for (let i = 1; i <= frames; i++) timer = reduceTimer(timer, 12.3 + (i * 1000) / 60)
    expect(Math.abs(timeTaken(timer) - (frames * 1000) / 60)).toBeLessThan(0.001)
  })
  it('adds nothing if the clock seems to go back', () =>
    expect(reduceTimer(startTimer(60, 50), 40).timeRemaining).toBe(60))
})
