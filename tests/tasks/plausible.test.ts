/** Could a person have played it, and was it played at all: both sides of every limit, one at a time. */

import { describe, expect, it } from 'vitest'
import type { MazePlay } from '#engine/tasks/maze.ts'
import { judgeMaze, judgeRps } from '#engine/tasks/plausible.ts'
import type { RpsPlay } from '#engine/tasks/rpsreplay.ts'

const around = { device: 'touch' as const, frameMs: 16, pauses: 0, awayMs: 0 }

/** A level with these reaction times; null: no answer. */
const rps = (times: readonly (number | null)[]): RpsPlay => ({
  ...around,
  putBack: 0,
  outcomes: times.map((rt, trial) => ({
    trial,
    hand: 'R',
    cue: 'win',
    dropped: false,
    answer: rt === null ? null : 'P',
    rt,
  })),
})
/** Ten and ten, so far below and above a middle. */
const twenty = (middle: number, apart: number) =>
  Array.from({ length: 20 }, (_, at) => middle + (at % 2 === 0 ? -apart : apart))

describe('rock, paper, scissors', () => {
  it.each([
    [
      'too fast, however uneven',
      [...twenty(149, 0), ...twenty(900, 400)].slice(0, 31),
      ['superhuman'],
    ],
    ['just possible', [...twenty(151, 0), ...twenty(900, 400)].slice(0, 31), []],
    ['too even, however slow', twenty(900, 7.9), ['superhuman']],
    ['even, as people can be', twenty(900, 8.1), []],
    ['too few to tell', twenty(100, 1).slice(0, 9), []],
    ['as few as can be told', twenty(100, 1).slice(0, 10), ['superhuman']],
    ['half of it answered', [...twenty(600, 90), ...Array<null>(20).fill(null)], []],
    ['less than half', [...twenty(600, 90), ...Array<null>(21).fill(null)], ['idle']],
  ])('%s', (_what, times, flags) => {
    expect(judgeRps([rps(times)])).toEqual(flags)
  })

  it('one level is enough for a script, and all count together for what wasn’t played', () => {
    expect(judgeRps([rps(twenty(600, 90)), rps(twenty(100, 30))])).toEqual(['superhuman'])
    const nothing = rps(Array<null>(20).fill(null))
    expect(judgeRps([rps(twenty(600, 90)), nothing])).toEqual([])
    expect(judgeRps([rps(twenty(600, 90)), nothing, nothing])).toEqual(['idle'])
  })
})

/** A maze of so many moves, with these ms between cells. */
const maze = (steps: readonly number[]): MazePlay => ({
  ...around,
  steps,
  planning: 500,
  dropped: 0,
  counts: {
    shortest: 16,
    moves: steps.length === 0 ? 0 : steps.length + 1,
    walls: 0,
    back: 0,
    left: 0,
    seconds: 30,
    span: steps.reduce((sum, ms) => sum + ms, 0) / 1000,
  },
})

describe('the maze', () => {
  it.each([
    ['sixteen cells a second', twenty(62.5, 20), ['superhuman']],
    ['fourteen', twenty(71, 20), []],
    ['too even, however slow', twenty(400, 7.9), ['superhuman']],
    ['even, as people can be', twenty(400, 8.1), []],
    ['too few moves to tell', twenty(20, 1).slice(0, 9), []],
    ['as few as can be told', twenty(20, 1).slice(0, 10), ['superhuman']],
    ['all at once', Array<number>(20).fill(0), ['superhuman']],
  ])('%s', (_what, steps, flags) => {
    expect(judgeMaze([maze(steps)])).toEqual(flags)
  })

  it('wasn’t played if two of three were never begun', () => {
    const [walked, stood] = [maze(twenty(400, 90)), maze([])]
    expect(judgeMaze([walked, walked, stood])).toEqual([])
    expect(judgeMaze([walked, stood, stood])).toEqual(['idle'])
  })
})
