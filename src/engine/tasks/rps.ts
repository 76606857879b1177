/**
 * Rock, paper, scissors with a rule: the trials of a seed, the replay of a log, and the score.
 * Pure; the phone plays from it, the server scores from it again (assessments 7.1).
 *
 * Its own events: `[ms, "show", trial]`, `[ms, "answer", trial, hand, device]`, `[ms, "miss",
 * trial]`. A trial that was open at a pause goes to the end of the queue.
 */

import { entryAt, takeLast } from './entry.ts'
import { median } from '#engine/scoring/quality.ts'
import {
  DEVICES,
  Fault,
  readLog,
  replayed,
  TENTH,
  type Circumstances,
  type Device,
  type Log,
  type Replayed,
  type TaskLevel,
} from './log.ts'
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
/** Faster than anyone can see and decide. */
export const ANTICIPATION_MS = 150
export const PRACTICE_TRIALS = 6
export const PRACTICE_NEEDED = 5
/** Changes of the cue within level 3; the other eleven trials repeat the previous cue. */
const SWITCHES = 18
const MAX_ALIKE = 3
/** A frame may be drawn up to one frame length late or early, and clocks are rounded to tenths. */
const LEEWAY_FRAMES = 2.5

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

// ---- replay ---------------------------------------------------------------------------------------------------------

export type RpsOutcome = Trial & {
  readonly trial: number
  /** The hand that was pressed; null if none was in time. */
  readonly answer: Hand | null
  /** ms from the onset to the press. */
  readonly rt: number | null
  /** The screen froze while it was shown. */
  readonly dropped: boolean
}
/** @param outcomes in the order answered: trials that were requeued come at the end */
export type RpsPlay = Circumstances & {
  readonly outcomes: readonly RpsOutcome[]
  readonly putBack: number
}

/** A trial that is on the screen; `at`: ms of its onset. */
type OpenTrial = { readonly trial: number; readonly at: number; dropped: boolean }

/** Reconstructs a level from its log and seed alone. */
export function replayRps(seed: number, level: TaskLevel, log: Log): Replayed<RpsPlay> {
  return replayed(() => {
    const { limitMs } = RPS_LEVELS[level]
    const trials = rpsTrials(seed, level)
    const leeway = LEEWAY_FRAMES * Number(log[0]?.[2] ?? 0)
    const queue = trials.map((_trial, index) => index)
    const outcomes: RpsOutcome[] = []
    let open: OpenTrial | null = null
    let earliest = FIXATION_MS
    let putBack = 0
    const close = ({ trial, at, dropped }: OpenTrial, answer: Hand | null, ms: number) => {
      outcomes.push({
        ...entryAt(trials, trial),
        trial,
        answer,
        rt: answer === null ? null : TENTH(ms - at),
        dropped,
      })
      open = null
      earliest = ms + BLANK_MS + FIXATION_MS
    }
    const circumstances = readLog(RPS_TASK, seed, level, log, {
      take(event, index) {
        const [ms, code, trial, hand, device] = event
        if (code === 'show') {
          if (event.length !== 3) throw new Fault(index, 'shape')
          if (open !== null || typeof trial !== 'number' || queue[0] !== trial)
            throw new Fault(index, 'trial')
          if (ms < earliest - leeway) throw new Fault(index, 'time')
          queue.shift()
          open = { trial, at: ms, dropped: false }
        } else if (code === 'answer') {
          if (event.length !== 5 || !DEVICES.includes(device as Device))
            throw new Fault(index, 'shape')
          if (open === null || open.trial !== trial) throw new Fault(index, 'trial')
          if (!HANDS.includes(hand as Hand)) throw new Fault(index, 'key')
          if (TENTH(ms - open.at) > limitMs) throw new Fault(index, 'time')
          close(open, hand as Hand, ms)
        } else if (code === 'miss') {
          if (event.length !== 3) throw new Fault(index, 'shape')
          if (open === null || open.trial !== trial) throw new Fault(index, 'trial')
          if (ms - open.at < limitMs - leeway) throw new Fault(index, 'time')
          close(open, null, ms)
        } else throw new Fault(index, 'code')
      },
      onPause() {
        if (open === null) return
        queue.push(open.trial)
        open = null
        putBack++
      },
      onResume: (ms) => void (earliest = ms + FIXATION_MS),
      onFrame(index) {
        if (open === null) throw new Fault(index, 'trial')
        open.dropped = true
      },
    })
    if (open !== null || queue.length > 0) throw new Fault(log.length - 1, 'missing')
    return { ...circumstances, outcomes, putBack }
  })
}

// ---- score ----------------------------------------------------------------------------------------------------------

export type RpsCounts = {
  readonly n: number
  readonly correct: number
  readonly incorrect: number
  readonly missed: number
  readonly anticipations: number
  readonly sumSeconds: number
}
export type LevelScore = {
  readonly total_score: number
  readonly accuracy: number
  readonly accuracy_adjusted: number
  readonly efficiency: number
  readonly penalty: number
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** @param sumSeconds reaction times of the answered trials, without anticipations */
export function scoreRpsLevel(
  { n, correct, incorrect, missed, anticipations, sumSeconds }: RpsCounts,
  referenceSeconds: number,
): LevelScore {
  const accuracy = (100 * correct) / n
  // A third is right by chance alone.
  const accuracy_adjusted = clamp(50 * ((3 * correct) / n - 1), 0, 100)
  const efficiency =
    sumSeconds > 0 ? clamp((100 * correct * referenceSeconds) / sumSeconds, 0, 100) : 0
  const penalty = clamp((100 * (incorrect + anticipations + 0.5 * missed)) / n, 0, 100)
  return {
    total_score: totalScore(accuracy_adjusted, efficiency, penalty),
    accuracy,
    accuracy_adjusted,
    efficiency,
    penalty,
  }
}

export function totalScore(accuracyAdjusted: number, efficiency: number, penalty: number): number {
  return clamp(0.6 * accuracyAdjusted + 0.4 * efficiency - 0.25 * penalty, 0, 100)
}

export type RpsLevelMetrics = LevelScore & {
  readonly trials: number
  readonly correct: number
  readonly incorrect: number
  readonly missed: number
  readonly anticipations: number
  /** Median reaction time of the correct answers in ms; null without one. */
  readonly speed: number | null
  /**
   * Inverse efficiency: mean correct reaction time divided by the share of correct answers; for
   * research.
   */
  readonly ies: number | null
  /** Linear integrated speed and accuracy, in ms; for research. */
  readonly lisas: number | null
  /** Level 2: its speed minus that of level 1. */
  readonly lose_cost?: number | null
  /** Level 3: median after a change of the cue minus the median without one. */
  readonly switch_cost?: number | null
}

const isCorrect = (outcome: RpsOutcome): boolean =>
  outcome.rt !== null && outcome.rt >= ANTICIPATION_MS && outcome.answer === rightHand(outcome)
const timesOf = (outcomes: readonly RpsOutcome[]): number[] =>
  outcomes.flatMap((outcome) => (isCorrect(outcome) ? (outcome.rt ?? []) : []))

function levelMetrics(outcomes: readonly RpsOutcome[], referenceSeconds: number): RpsLevelMetrics {
  const n = outcomes.length
  const anticipated = (each: RpsOutcome) => each.rt !== null && each.rt < ANTICIPATION_MS
  const answered = outcomes.filter((each) => each.rt !== null && !anticipated(each))
  const times = timesOf(outcomes)
  const counts = {
    correct: times.length,
    incorrect: answered.length - times.length,
    missed: outcomes.filter(({ answer }) => answer === null).length,
    anticipations: outcomes.filter(anticipated).length,
  }
  const sumSeconds = answered.reduce((sum, { rt }) => sum + (rt ?? 0), 0) / 1000
  const mean = times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0) / times.length
  const wrong = 1 - times.length / n
  const spread =
    mean === null
      ? 0
      : Math.sqrt(times.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / times.length)
  return {
    ...scoreRpsLevel({ n, ...counts, sumSeconds }, referenceSeconds),
    trials: n,
    ...counts,
    speed: median(times),
    ies: mean === null ? null : mean / (1 - wrong),
    lisas:
      mean === null
        ? null
        : wrong === 0
          ? mean
          : mean + (spread / Math.sqrt(wrong * (1 - wrong))) * wrong,
  }
}

const less = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b

export type RpsMetrics = LevelScore & {
  readonly number_of_levels: number
  readonly correct: number
  readonly incorrect: number
  readonly missed: number
  readonly anticipations: number
  readonly speed: number | null
  readonly level_1: RpsLevelMetrics
  readonly level_2: RpsLevelMetrics
  readonly level_3: RpsLevelMetrics
}

/**
 * Metrics of the three levels: scores as sums, which the reader divides (spec 3), counts and speed
 * over all.
 *
 * @param references seconds per correct answer of level 1 to 3 that count as full efficiency
 */
export function scoreRps(
  plays: readonly [RpsPlay, RpsPlay, RpsPlay],
  references: readonly number[] = [],
): RpsMetrics {
  const [one, two, three] = plays.map(({ outcomes }, index) =>
    levelMetrics(
      outcomes,
      references[index] ?? RPS_LEVELS[(index + 1) as TaskLevel].referenceSeconds,
    ),
  ) as [RpsLevelMetrics, RpsLevelMetrics, RpsLevelMetrics]
  const levels = [one, two, three]
  const sum = (key: keyof LevelScore | 'correct' | 'incorrect' | 'missed' | 'anticipations') =>
    levels.reduce((total, level) => total + level[key], 0)
  const last = plays[2].outcomes
  const after = (isSwitch: boolean) =>
    timesOf(
      last.filter(
        (outcome, index) => index > 0 && (last[index - 1]?.cue !== outcome.cue) === isSwitch,
      ),
    )
  return {
    total_score: sum('total_score'),
    accuracy: sum('accuracy'),
    accuracy_adjusted: sum('accuracy_adjusted'),
    efficiency: sum('efficiency'),
    penalty: sum('penalty'),
    number_of_levels: levels.length,
    correct: sum('correct'),
    incorrect: sum('incorrect'),
    missed: sum('missed'),
    anticipations: sum('anticipations'),
    speed: median(plays.flatMap(({ outcomes }) => timesOf(outcomes))),
    level_1: one,
    level_2: { ...two, lose_cost: less(two.speed, one.speed) },
    level_3: { ...three, switch_cost: less(median(after(true)), median(after(false))) },
  }
}
