/**
 * One level of rock, paper, scissors as a pure state machine: what is on screen, the effect of a
 * frame, a press or a pause, and the log. The clock is passed in; nothing here draws.
 *
 * A stimulus is visible from the frame after the one that drew it (assessments 8), so a trial is
 * `drawn` before it is `shown`; at its end it is `closing` for the frame until its absence is
 * visible, in which a press still counts.
 */

import {
  pauseTimer,
  startTimer,
  timeTakenAt,
  unpauseTimer,
  type Timer,
} from '#engine/scoring/timer.ts'
import { entryAt, lastEntry } from '#engine/tasks/entry.ts'
import {
  MAX_LEVEL_MS,
  sealed,
  TENTH,
  type Device,
  type Log,
  type LogEvent,
  type TaskLevel,
} from '#engine/tasks/log.ts'
import {
  BLANK_MS,
  FIXATION_MS,
  rightHand,
  RPS_LEVELS,
  RPS_TASK,
  type Hand,
  type Trial,
} from '#engine/tasks/rps.ts'

export type Phase = 'fixation' | 'drawn' | 'shown' | 'closing' | 'blank' | 'paused' | 'done'

export type RpsState = {
  readonly trials: readonly Trial[]
  readonly limitMs: number
  /** Length of a frame on this screen, in ms. */
  readonly frameMs: number
  /**
   * How long the screen stays blank after an answer; longer in practice, where it shows what was
   * right.
   */
  readonly blankMs: number
  /**
   * How long the fixation cross is shown before a trial; shorter where the benchmark measures many.
   */
  readonly fixationMs: number
  readonly phase: Phase
  /** Trials still to come, the current one first. */
  readonly queue: readonly number[]
  readonly answered: number
  readonly correct: number
  /** Outcome of the last trial; the view shows it only in practice. */
  readonly last: {
    readonly trial: Trial
    readonly answer: Hand | null
    readonly isRight: boolean
  } | null
  /** When the phase started, on the page's clock. */
  readonly since: number
  readonly pausedAt: number
  readonly timer: Timer
  readonly log: readonly LogEvent[]
}

type Options = {
  readonly trials: readonly Trial[]
  readonly limitMs: number
  readonly frameMs: number
  readonly device: Device
  readonly blankMs?: number
  readonly fixationMs?: number
}

export function beginRps(
  { trials, limitMs, frameMs, device, blankMs = BLANK_MS, fixationMs = FIXATION_MS }: Options,
  now: number,
): RpsState {
  return {
    trials,
    limitMs,
    frameMs,
    blankMs,
    fixationMs,
    phase: 'fixation',
    queue: trials.map((_trial, index) => index),
    answered: 0,
    correct: 0,
    last: null,
    since: now,
    pausedAt: now,
    timer: startTimer(MAX_LEVEL_MS, now),
    log: [[0, 'begin', TENTH(frameMs), device]],
  }
}

/** Time limit per trial; practice uses that of its level. */
export function limitOf(level: TaskLevel): number {
  return RPS_LEVELS[level].limitMs
}

/** The trial on screen, or the next one; null at the end. */
export function trialNow({ trials, queue }: RpsState): Trial | null {
  const [next] = queue
  return next === undefined ? null : entryAt(trials, next)
}

function write(state: RpsState, at: number, ...event: (number | string)[]): Pick<RpsState, 'log'> {
  const [before] = lastEntry(state.log)
  const ms = Math.max(before, TENTH(timeTakenAt(state.timer, at)))
  return { log: [...state.log, [ms, ...event] as unknown as LogEvent] }
}

/** Time played so far, ms on the level's own clock. */
function msOf(state: RpsState, at: number): number {
  return TENTH(timeTakenAt(state.timer, at))
}

/**
 * A frame is about to be drawn.
 *
 * @param at  its timestamp, as requestAnimationFrame gives it
 * @param gap ms since the previous frame; 0 if there was none
 */
export function frame(state: RpsState, at: number, gap: number): RpsState {
  const passed = at - state.since
  switch (state.phase) {
    case 'fixation':
      return passed >= state.fixationMs - state.frameMs / 2
        ? { ...state, phase: 'drawn', since: at }
        : state
    case 'drawn':
      return {
        ...state,
        phase: 'shown',
        since: at,
        ...write(state, at, 'show', entryAt(state.queue, 0)),
      }
    case 'shown': {
      const watched =
        gap > 1.5 * state.frameMs && lastEntry(state.log)[1] !== 'frame'
          ? { ...state, ...write(state, at, 'frame', TENTH(gap)) }
          : state
      // What is removed in this frame is invisible from the next one.
      return passed >= state.limitMs - 1.5 * state.frameMs
        ? { ...watched, phase: 'closing' }
        : watched
    }
    case 'closing': {
      // A late press may still be queued behind a busy page; it counts by its own timestamp.
      const missed = {
        ...state,
        ...write(state, Math.max(at, state.since + state.limitMs), 'miss', entryAt(state.queue, 0)),
      }
      return closed(missed, at, null)
    }
    case 'blank':
      if (passed < state.blankMs - state.frameMs / 2) return state
      return state.queue.length === 0
        ? { ...state, phase: 'done', since: at }
        : { ...state, phase: 'fixation', since: at, last: null }
    case 'paused':
    case 'done':
      return state
  }
}

/** A hand was pressed. @param at the event's own timestamp, not the time of its handler */
export function press(state: RpsState, at: number, hand: Hand, device: Device): RpsState {
  if (state.phase !== 'shown' && state.phase !== 'closing') return state
  const onset = state.log.findLast(([, code]) => code === 'show')![0]
  const rt = TENTH(msOf(state, at) - onset)
  // A press before the onset wasn't a response; after the limit it is too late.
  if (at < state.since || rt > state.limitMs) return state
  return closed(
    { ...state, ...write(state, at, 'answer', entryAt(state.queue, 0), hand, device) },
    at,
    hand,
  )
}

function closed(state: RpsState, at: number, answer: Hand | null): RpsState {
  const trial = entryAt(state.trials, entryAt(state.queue, 0))
  const isRight = answer !== null && answer === rightHand(trial)
  return {
    ...state,
    phase: 'blank',
    since: at,
    queue: state.queue.slice(1),
    answered: state.answered + 1,
    correct: state.correct + (isRight ? 1 : 0),
    last: { trial, answer, isRight },
  }
}

/** The user left the page: the clock stops, and an open trial goes to the end of the queue. */
export function pause(state: RpsState, at: number): RpsState {
  if (state.phase === 'paused' || state.phase === 'done') return state
  const wasSeen = state.phase === 'shown' || state.phase === 'closing'
  const queue = wasSeen ? [...state.queue.slice(1), entryAt(state.queue, 0)] : state.queue
  return {
    ...state,
    ...write(state, at, 'pause'),
    phase: 'paused',
    since: at,
    pausedAt: at,
    queue,
    last: null,
    timer: pauseTimer(state.timer, at),
  }
}

export function resume(state: RpsState, at: number): RpsState {
  if (state.phase !== 'paused') return state
  const timer = unpauseTimer(state.timer, at)
  const [ms] = lastEntry(state.log)
  const away: LogEvent = [ms, 'resume', TENTH(Math.max(0, at - state.pausedAt))]
  // Paused after the last answer: nothing left to show.
  return {
    ...state,
    timer,
    log: [...state.log, away],
    phase: state.queue.length === 0 ? 'blank' : 'fixation',
    since: at,
  }
}

/** The log as it is sent. */
export function finish(state: RpsState, seed: number, level: TaskLevel): Log {
  return sealed(
    RPS_TASK,
    seed,
    level,
    state.log,
    Math.max(lastEntry(state.log)[0], msOf(state, state.since)),
  )
}
