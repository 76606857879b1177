/** The worked examples of the design, number by number (assessments 7, T5). */

import { describe, expect, it } from 'vitest'
import { scoreMazeLevel, type MazeCounts } from '#engine/tasks/maze.ts'
import { scoreRpsLevel, type RpsCounts } from '#engine/tasks/rpsscore.ts'

const tenth = (value: number) => Math.round(value * 10) / 10

describe('rock, paper, scissors', () => {
  const examples: readonly [string, RpsCounts, number, readonly number[]][] = [
    [
      'level 1',
      { n: 20, correct: 19, incorrect: 1, missed: 0, anticipations: 0, sumSeconds: 12.72 },
      0.7,
      [95, 92.5, 100, 5, 94.3],
    ],
    [
      'level 2',
      { n: 20, correct: 16, incorrect: 3, missed: 1, anticipations: 0, sumSeconds: 17.4 },
      0.9,
      [80, 70, 82.8, 17.5, 70.7],
    ],
    [
      'level 3',
      { n: 30, correct: 21, incorrect: 7, missed: 1, anticipations: 1, sumSeconds: 35.35 },
      1.1,
      [70, 55, 65.3, 28.3, 52.1],
    ],
    [
      'nothing right',
      { n: 20, correct: 0, incorrect: 20, missed: 0, anticipations: 0, sumSeconds: 10 },
      0.7,
      [0, 0, 0, 100, 0],
    ],
    [
      'nothing answered',
      { n: 20, correct: 0, incorrect: 0, missed: 20, anticipations: 0, sumSeconds: 0 },
      0.7,
      [0, 0, 0, 50, 0],
    ],
    [
      'as by chance',
      { n: 30, correct: 10, incorrect: 20, missed: 0, anticipations: 0, sumSeconds: 30 },
      1.1,
      [33.3, 0, 36.7, 66.7, 0],
    ],
  ]
  const scores = examples.map(([, counts, reference]) => scoreRpsLevel(counts, reference))

  it.each(examples.map((example, index) => [...example, scores[index]!] as const))(
    '%s',
    (_what, _counts, _reference, expected, score) => {
      expect(
        [
          score.accuracy,
          score.accuracy_adjusted,
          score.efficiency,
          score.penalty,
          score.total_score,
        ].map(tenth),
      ).toEqual(expected)
    },
  )
  // The design prints 72.4 for the last, the mean of the three as they are printed; of the figures
  // themselves it is 72.34.
  it('averages of the three levels', () => {
    const mean = (key: keyof (typeof scores)[0]) =>
      tenth(scores.slice(0, 3).reduce((sum, score) => sum + score[key], 0) / 3)
    expect([
      mean('accuracy'),
      mean('accuracy_adjusted'),
      mean('efficiency'),
      mean('penalty'),
      mean('total_score'),
    ]).toEqual([81.7, 72.5, 82.7, 16.9, 72.3])
    expect(
      tenth(scores.slice(0, 3).reduce((sum, { total_score }) => sum + tenth(total_score), 0) / 3),
    ).toBe(72.4)
  })
})

describe('maze', () => {
  const counts = (
    shortest: number,
    moves: number,
    walls: number,
    back: number,
    left: number,
    seconds: number,
    span: number,
  ): MazeCounts => ({ shortest, moves, walls, back, left, seconds, span })
  const examples: readonly [string, MazeCounts, number, readonly number[]][] = [
    ['level 1', counts(16, 16, 0, 0, 0, 10, 8), 2, [100, 100, 80, 0, 1.9, 92]],
    [
      'level 3, not finished',
      counts(48, 60, 10, 14, 12, 120, 112),
      1.6,
      [60, 51.4, 18.8, 35.4, 0.5, 29.5],
    ],
    ['never moved', counts(16, 0, 0, 0, 16, 60, 0), 2, [0, 0, 0, 0, 0, 0]],
    ['farther away than at the start', counts(16, 4, 2, 0, 20, 60, 3), 2, [0, 0, 0, 12.5, 1, 0]],
  ]
  it.each(examples)('%s', (_what, given, reference, expected) => {
    const score = scoreMazeLevel(given, reference)
    expect(
      [
        score.accuracy,
        score.accuracy_adjusted,
        score.efficiency,
        score.penalty,
        score.velocity,
        score.total_score,
      ].map(tenth),
    ).toEqual(expected)
  })
  it('velocity to two digits', () => {
    expect(scoreMazeLevel(examples[0]![1], 2).velocity).toBeCloseTo(1.875, 6)
    expect(scoreMazeLevel(examples[1]![1], 1.6).velocity).toBeCloseTo(0.5268, 4)
  })
})
