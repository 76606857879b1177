/**
 * Rock, paper, scissors with a rule: the trials of a seed, the same everywhere. Pure; the phone
 * plays from it, the server replays logs against it (assessments 7.1).
 */

import { entryAt, takeLast } from './entry.ts'
import type { TaskLevel } from './log.ts'
import { hashOf, makeRandom, type Random } from './random.ts'

export const HANDS = ['R', 'P', 'S'] as const
export type Hand = (typeof HANDS)[number]
export const CUES = ['win', 'lose', 'draw'] as const
export type Cue = (typeof CUES)[number]
export type Trial = { readonly hand: Hand; readonly cue: Cue }

export const RPS_TASK = 'rock_paper_scissors'

/**
 * Parameters of a level; times in ms. `referenceSeconds` is provisional until the first 300 people
 * have been measured.
 */
export const RPS_LEVELS: Readonly<
  Record<
    TaskLevel,
    {
      readonly cues: readonly [Cue, ...Cue[]]
      readonly trials: number
      readonly limitMs: number
      readonly referenceSeconds: number
    }
  >
> = {
  1: { cues: ['win'], trials: 20, limitMs: 2500, referenceSeconds: 0.7 },
  2: { cues: ['lose'], trials: 20, limitMs: 2500, referenceSeconds: 0.9 },
  3: { cues: ['win', 'lose', 'draw'], trials: 30, limitMs: 3000, referenceSeconds: 1.1 },
}
export const FIXATION_MS = 500
export const BLANK_MS = 400
const PRACTICE_TRIALS = 6
export const PRACTICE_NEEDED = 5
/** Changes of the cue within level 3; the other eleven trials repeat the previous cue. */
const SWITCHES = 18
const MAX_ALIKE = 3

const BEATEN_BY: Readonly<Record<Hand, Hand>> = { R: 'P', P: 'S', S: 'R' }
const BEATS: Readonly<Record<Hand, Hand>> = { R: 'S', P: 'R', S: 'P' }

/** The hand that obeys the cue. */
export function rightHand({ hand, cue }: Trial): Hand {
  return cue === 'draw' ? hand : cue === 'win' ? BEATEN_BY[hand] : BEATS[hand]
}

/** The trials of a level, the same for the same seed everywhere. */
export function rpsTrials(seed: number, level: TaskLevel): readonly Trial[] {
  const random = makeRandom(`${RPS_TASK}/${seed}/${level}`)
  const { cues, trials } = RPS_LEVELS[level]
  const [cue, ...others] = cues
  return others.length === 0 ? plain(random, cue, trials) : mixed(random, trials)
}

/** @param round 0, or 1 for the second round of practice */
export function rpsPractice(seed: number, level: TaskLevel, round: number): readonly Trial[] {
  const random = makeRandom(`${RPS_TASK}/${seed}/practice/${level}/${round}`)
  const { cues } = RPS_LEVELS[level]
  for (;;) {
    const hands = random.shuffled(evenHands(random, PRACTICE_TRIALS))
    const order = random.shuffled(hands.map((_hand, index) => entryAt(cues, index % cues.length)))
    const trials = hands.map((hand, index) => ({ hand, cue: entryAt(order, index) }))
    if (longestAlike(trials) <= 2) return trials
  }
}

export function trialsHash(trials: readonly Trial[]): string {
  return hashOf(JSON.stringify(trials.map(({ hand, cue }) => [hand, cue])))
}

/** Each hand equally often, give or take one. */
function evenHands(random: Random, count: number): Hand[] {
  const order = random.shuffled(HANDS)
  return Array.from({ length: count }, (_none, index) => entryAt(order, index % 3))
}

function plain(random: Random, cue: Cue, count: number): readonly Trial[] {
  for (;;) {
    const trials = random.shuffled(evenHands(random, count)).map((hand) => ({ hand, cue }))
    if (longestAlike(trials) <= MAX_ALIKE) return trials
  }
}

/**
 * Ten of each cue in runs, so that the cue changes exactly as often as intended; hands balanced
 * within each cue.
 */
function mixed(random: Random, count: number): readonly Trial[] {
  const perCue = count / CUES.length
  for (;;) {
    const order = cueOrder(random, SWITCHES + 1, perCue)
    if (order === null) continue
    // 4 + 3 + 3 of the hands per cue, with a different hand four times each: ten of each in total.
    const more = random.shuffled(HANDS)
    const hands = byCue((_cue, index) =>
      random.shuffled([...HANDS, ...HANDS, ...HANDS, entryAt(more, index)]),
    )
    const trials = order.map((cue) => ({ hand: takeLast(hands[cue]), cue }))
    if (longestAlike(trials) <= MAX_ALIKE) return trials
  }
}

/** Cues in this many runs; null if this try put two runs of one cue next to each other. */
function cueOrder(random: Random, runs: number, perCue: number): Cue[] | null {
  const more = random.shuffled(CUES)
  const counts = byCue((cue) => Math.floor(runs / 3) + (more.indexOf(cue) < runs % 3 ? 1 : 0))
  const names = random.shuffled(
    CUES.flatMap((cue) => Array.from({ length: counts[cue] }, () => cue)),
  )
  // Separate identical neighbours by moving one of them to where it fits.
  for (let tries = 0; tries < 200; tries++) {
    const clash = names.findIndex((cue, index) => index > 0 && names[index - 1] === cue)
    if (clash === -1) {
      const lengths = byCue((cue) => parts(random, perCue, counts[cue]))
      return names.flatMap((cue) => Array.from({ length: takeLast(lengths[cue]) }, () => cue))
    }
    const other = random.below(names.length)
    ;[names[clash], names[other]] = [entryAt(names, other), entryAt(names, clash)]
  }
  return null
}

/** Splits an integer into this many parts of at least one. */
function parts(random: Random, whole: number, count: number): number[] {
  const sizes = Array.from({ length: count }, () => 1)
  for (let left = whole - count; left > 0; left--) {
    const index = random.below(count)
    sizes[index] = entryAt(sizes, index) + 1
  }
  return sizes
}

const byCue = <T>(make: (cue: Cue, index: number) => T): Record<Cue, T> =>
  Object.fromEntries(CUES.map((cue, index) => [cue, make(cue, index)])) as Record<Cue, T>

/** Longest run of trials with the same right answer. */
function longestAlike(trials: readonly Trial[]): number {
  let longest = 0
  let run = 0
  trials.forEach((trial, index) => {
    run = index > 0 && rightHand(entryAt(trials, index - 1)) === rightHand(trial) ? run + 1 : 1
    longest = Math.max(longest, run)
  })
  return longest
}
