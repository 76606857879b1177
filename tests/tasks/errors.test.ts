/** What a game says of its own error, against the same players playing again and again. */

import { describe, expect, it } from 'vitest'
import { rightHand, RPS_LEVELS, type Hand } from '#engine/tasks/rps.ts'
import type { RpsOutcome, RpsPlay } from '#engine/tasks/rpsreplay.ts'
import { scoreRps } from '#engine/tasks/rpsscore.ts'
import { randomness } from '../support/simulated.ts'

const HANDS: readonly Hand[] = ['R', 'P', 'S']
const TRIALS = [20, 20, 30]

describe('rock, paper, scissors', () => {
  it.each([
    // share right, share missed, seconds
    [0.95, 0, 0.64],
    [0.8, 0.03, 0.9],
    [0.65, 0.05, 1.1],
  ])('%s right in %s: the error is what another day shows', (right, missed, seconds) => {
    const random = randomness(5)
    const noise = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const any = () => HANDS[Math.floor(random() * 3)]!
    const play = (trials: number, level: number): RpsPlay => ({
      device: 'keyboard',
      frameMs: 16,
      pauses: 0,
      awayMs: 0,
      putBack: 0,
      outcomes: Array.from({ length: trials }, (_, trial): RpsOutcome => {
        const asked = { hand: any(), cue: 'win' as const }
        const best = rightHand(asked)
        const isMissed = random() < missed
        return {
          ...asked,
          trial,
          dropped: false,
          answer: isMissed ? null : random() < right ? best : HANDS.find((hand) => hand !== best)!,
          rt: isMissed ? null : 1000 * seconds * (1 + 0.15 * level) * Math.exp(0.25 * noise()),
        }
      }),
    })
    const days = Array.from({ length: 600 }, () => {
      const plays = TRIALS.map(play) as [RpsPlay, RpsPlay, RpsPlay]
      const { total_score, error, number_of_levels } = scoreRps(plays)
      return { score: total_score / number_of_levels, error }
    })
    const mean = days.reduce((sum, { score }) => sum + score, 0) / days.length
    const spread = Math.sqrt(
      days.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / days.length,
    )
    const stated = days.reduce((sum, { error }) => sum + error, 0) / days.length
    expect(stated / spread).toBeGreaterThan(0.9)
    expect(stated / spread).toBeLessThan(1.2)
    const inside = days.filter(({ score, error }) => Math.abs(score - mean) <= 1.96 * error).length
    expect(inside / days.length).toBeGreaterThan(0.9)
  })

  it('has as many trials as that', () =>
    expect(TRIALS).toEqual(([1, 2, 3] as const).map((level) => RPS_LEVELS[level].trials)))
})
