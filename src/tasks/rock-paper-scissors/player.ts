/**
 * Plays rock, paper, scissors as a person might, on a simulated clock: for tests, demos and the
 * benchmark.
 */

import { entryAt } from '#engine/tasks/entry.ts'
import { makeRandom } from '#engine/tasks/random.ts'
import { HANDS, rightHand, rpsTrials, type Hand } from '#engine/tasks/rps.ts'
import type { Log, TaskLevel } from '#engine/tasks/log.ts'
import { beginRps, finish, frame, limitOf, pause, press, resume, type RpsState } from './rules.ts'

export type RpsSkill = {
  /** Share of right answers, 0 to 1. */
  readonly right: number
  /** Share of trials without an answer. */
  readonly missed: number
  /** Reaction times between these, in ms. */
  readonly least: number
  readonly most: number
  /** Share of trials that are interrupted. */
  readonly away?: number
  /** Share of frames that come late. */
  readonly late?: number
  readonly frameMs?: number
}

export const GOOD: RpsSkill = { right: 0.95, missed: 0.02, least: 350, most: 900 }

/** @returns the log of a level played by a person of this skill; `who` seeds the person */
export function playRps(
  seed: number,
  level: TaskLevel,
  skill: RpsSkill,
  who: string,
): { log: Log; state: RpsState } {
  const random = makeRandom(`player/${who}/${seed}/${level}`)
  const frameMs = skill.frameMs ?? 1000 / 60
  let now = 1000 * random.next()
  let state = beginRps(
    { trials: rpsTrials(seed, level), limitMs: limitOf(level), frameMs, device: 'keyboard' },
    now,
  )
  let last = now
  const step = () => {
    const gap = frameMs * (random.next() < (skill.late ?? 0) ? 2 + random.below(3) : 1)
    last = now
    now += gap
    state = frame(state, now, now - last)
  }
  while (state.phase !== 'done') {
    step()
    if (state.phase !== 'shown') continue
    const plan = planFor(state)
    while (state.phase === 'shown' || state.phase === 'closing') {
      if (plan.awayAt !== null && now >= plan.awayAt) {
        state = pause(state, now)
        now += 100 + random.below(20_000)
        state = resume(state, now)
      } else if (plan.at !== null && plan.at <= now + frameMs) {
        now = Math.max(now, plan.at)
        state = press(state, plan.at, plan.hand, 'keyboard')
        if (state.phase === 'shown' || state.phase === 'closing') step()
        plan.at = null
      } else step()
    }
  }
  return { log: finish(state, seed, level), state }

  function planFor(shown: RpsState): { at: number | null; awayAt: number | null; hand: Hand } {
    const right = rightHand(entryAt(shown.trials, entryAt(shown.queue, 0)))
    const wrong = entryAt(
      HANDS.filter((hand) => hand !== right),
      random.below(2),
    )
    const hand = random.next() < skill.right ? right : wrong
    const at =
      random.next() < skill.missed
        ? null
        : shown.since + skill.least + random.next() * (skill.most - skill.least)
    return {
      hand,
      at,
      awayAt: random.next() < (skill.away ?? 0) ? shown.since + random.next() * skill.least : null,
    }
  }
}
