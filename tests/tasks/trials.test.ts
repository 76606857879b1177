/**
 * What a seed generates: the same everywhere, and within the limits of the design (assessments 7,
 * T4).
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  distancesTo,
  MAZE_LEVELS,
  mazeHash,
  mazeOf,
  moveFrom,
  practiceMaze,
  type Direction,
} from '#engine/tasks/maze.ts'
import { hashOf, makeRandom } from '#engine/tasks/random.ts'
import { rightHand, rpsPractice, rpsTrials, trialsHash, type Trial } from '#engine/tasks/rps.ts'
import { TASK_LEVELS } from '#engine/documents/vocabulary.ts'

/** By level: how many trials ask to win, to lose and to draw. */
const CUES = { 1: [20, 0, 0], 2: [0, 20, 0], 3: [10, 10, 10] }
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const count = <T>(list: readonly T[], value: T) => list.filter((each) => each === value).length

describe('chance', () => {
  it('is the same for the same seed and differs for another', () => {
    const row = (seed: string) => Array.from({ length: 5 }, makeRandom(seed).next)
    expect(row('a')).toEqual(row('a'))
    expect(row('a')).not.toEqual(row('b'))
  })
  it('is uniform: in 60,000 throws of a die each side comes up about 10,000 times', () => {
    const random = makeRandom('die')
    const sides = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 60_000; i++) sides[random.below(6)]!++
    for (const side of sides) expect(Math.abs(side - 10_000)).toBeLessThan(400)
  })
  it('gives these numbers in every browser, today and later, because logs are scored with them', () => {
    expect([hashOf('tsela'), trialsHash(rpsTrials(1, 3)), mazeHash(mazeOf(1, 3))])
      .toMatchInlineSnapshot(`
      [
        "29ifmv4i8ly",
        "2bj6txwaj5o",
        "19hdmpjb5m2",
      ]
    `)
  })
})

describe('rock, paper, scissors: the right hand', () => {
  it.each<[Trial['cue'], Trial['hand'], string]>([
    ['win', 'R', 'P'],
    ['win', 'P', 'S'],
    ['win', 'S', 'R'],
    ['lose', 'R', 'S'],
    ['lose', 'S', 'P'],
    ['lose', 'P', 'R'],
    ['draw', 'R', 'R'],
    ['draw', 'P', 'P'],
    ['draw', 'S', 'S'],
  ])('to %s against %s is %s', (cue, hand, right) => expect(rightHand({ cue, hand })).toBe(right))
})

describe('rock, paper, scissors: trials', () => {
  it('have the cues, the hands and the changes of the design, for any seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const level of TASK_LEVELS) {
          const trials = rpsTrials(seed, level)
          expect(trialsHash(rpsTrials(seed, level))).toBe(trialsHash(trials))
          expect(trials).toHaveLength(level === 3 ? 30 : 20)
          const hands = (['R', 'P', 'S'] as const).map((hand) =>
            count(
              trials.map((trial) => trial.hand),
              hand,
            ),
          )
          expect(Math.max(...hands) - Math.min(...hands)).toBeLessThanOrEqual(1)
          const right = trials.map(rightHand).join('')
          expect(right).not.toMatch(/(.)\1\1\1/)
          const cues = trials.map(({ cue }) => cue)
          const each = (['win', 'lose', 'draw'] as const).map((cue) => count(cues, cue))
          expect(each).toEqual(CUES[level])
          const changes = cues.filter((cue, index) => index > 0 && cue !== cues[index - 1])
          expect(changes).toHaveLength(level === 3 ? 18 : 0)
        }
      }),
      { numRuns: 60 },
    )
  })
  it('are practised with six, and with six others if the practice is repeated', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...TASK_LEVELS), (seed, level) => {
        expect(rpsPractice(seed, level, 0)).toHaveLength(6)
        expect(new Set(rpsPractice(seed, level, 1).map(({ hand }) => hand)).size).toBe(3)
        const cues = rpsPractice(seed, level, 0).map(({ cue }) => cue)
        expect(count(cues, 'draw')).toBe(level === 3 ? 2 : 0)
      }),
      { numRuns: 30 },
    )
  })
})

describe('mazes', () => {
  it('have a shortest path within their band, and reach every cell, for any seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const level of TASK_LEVELS) {
          const maze = mazeOf(seed, level)
          const { size, shortest } = MAZE_LEVELS[level]
          expect(mazeHash(mazeOf(seed, level))).toBe(mazeHash(maze))
          expect(maze.open).toHaveLength(size ** 2)
          expect(maze.shortest).toBeGreaterThanOrEqual(shortest[0])
          expect(maze.shortest).toBeLessThanOrEqual(shortest[1])
          expect(Math.max(...distancesTo(maze))).toBeLessThan(Number.POSITIVE_INFINITY)
        }
      }),
      { numRuns: 40 },
    )
  })
  it.each([1, 2] as const)('of level %d have one path between any two cells', (level) => {
    const { open, size } = mazeOf(7, level)
    const passages =
      open.reduce((sum, bits) => sum + [1, 2, 4, 8].filter((bit) => bits & bit).length, 0) / 2
    expect(passages).toBe(size ** 2 - 1)
  })
  it('of level 3 have a tenth of their walls opened', () => {
    const { open, size } = mazeOf(7, 3)
    const passages =
      open.reduce((sum, bits) => sum + [1, 2, 4, 8].filter((bit) => bits & bit).length, 0) / 2
    const walls = 2 * size * (size - 1) - (size ** 2 - 1)
    expect(passages - (size ** 2 - 1)).toBe(Math.round(walls / 10))
  })
  it('let the player through no wall and over no edge, and through every opening from both sides', () => {
    const maze = practiceMaze(3)
    const oneWay: number[] = []
    const back: Record<Direction, Direction> = { U: 'D', D: 'U', L: 'R', R: 'L' }
    for (let cell = 0; cell < 25; cell++) {
      for (const direction of ['U', 'D', 'L', 'R'] as const) {
        const next = moveFrom(maze, cell, direction)
        if (next !== null && moveFrom(maze, next, back[direction]) !== cell) oneWay.push(cell)
      }
    }
    expect(oneWay).toEqual([])
  })
})
