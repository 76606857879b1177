/**
 * The replay of a log of rock, paper, scissors. Its own events: `[ms, "show", trial]`, `[ms,
 * "answer", trial, hand, device]`, `[ms, "miss", trial]`. A trial that was open at a pause goes to
 * the end of the queue.
 */

import { entryAt } from './entry.ts'
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
import {
  BLANK_MS,
  FIXATION_MS,
  HANDS,
  RPS_LEVELS,
  RPS_TASK,
  rpsTrials,
  type Hand,
  type Trial,
} from './rps.ts'

/** A frame may be drawn up to one frame length late or early, and clocks are rounded to tenths. */
const LEEWAY_FRAMES = 2.5

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
