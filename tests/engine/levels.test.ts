import { describe, expect, it } from 'vitest'
import { perLevel } from '#engine/scoring/levels.ts'

describe('metrics of a timed task, as presented', () => {
  // The sums of the worked examples in the design (assessments 7).
  const rps = {
    number_of_levels: 3,
    total_score: 217.1,
    accuracy: 245,
    accuracy_adjusted: 217.5,
    efficiency: 248.1,
    penalty: 50.8,
    correct: 56,
    speed: 810,
    level_1: { total_score: 94.3 },
  }

  it('are averaged over its levels', () => {
    const read = perLevel(rps) as Record<string, number>
    expect(
      Object.fromEntries(
        Object.entries(read).map(([id, value]) => [
          id,
          typeof value === 'number' ? Math.round(value * 10) / 10 : value,
        ]),
      ),
    ).toMatchObject({
      accuracy: 81.7,
      accuracy_adjusted: 72.5,
      efficiency: 82.7,
      penalty: 16.9,
      total_score: 72.4,
    })
  })

  it('leave counts, speed and per-level metrics as they are', () =>
    expect(perLevel(rps)).toMatchObject({
      correct: 56,
      speed: 810,
      number_of_levels: 3,
      level_1: { total_score: 94.3 },
    }))

  it('have a mean velocity if there is one', () =>
    expect(perLevel({ number_of_levels: 3, velocity: 3.8 })).toEqual({
      number_of_levels: 3,
      velocity: 3.8 / 3,
    }))

  it.each([[{ score: 60 }], [{ number_of_levels: 0, total_score: 5 }], [null], ['text']])(
    'leave %j alone',
    (metrics) => expect(perLevel(metrics)).toEqual(metrics),
  )
})
