/**
 * Plays one level on existing nodes: a trial is shown by setting attributes, and nothing else is
 * done within it. Times are those of the frame and of the event, never of the handler (assessments
 * 8).
 *
 * `root` carries `data-phase`, and during a trial `data-hand` and `data-cue`; buttons carry
 * `data-key`.
 */

import type { Device } from '#engine/tasks/log.ts'
import { rightHand, type Hand } from '#engine/tasks/rps.ts'
import { eachFrame } from '../frames.ts'
import { listen } from '../inputs.ts'
import { frame, pause, press, resume, trialNow, type RpsState } from './rules.ts'

export type StageOptions = {
  readonly root: HTMLElement
  readonly begin: (now: number) => RpsState
  /** Practice shows what was right. */
  readonly feedback: boolean
  /** After each trial, while the screen is blank. */
  readonly onProgress: (state: RpsState) => void
  readonly onPause: () => void
  readonly onDone: (state: RpsState) => void
}

const KEYS: Readonly<Record<string, Hand>> = {
  1: 'R',
  2: 'P',
  3: 'S',
  r: 'R',
  p: 'P',
  s: 'S',
  ArrowLeft: 'R',
  ArrowDown: 'P',
  ArrowRight: 'S',
}

export type Stage = {
  readonly pause: (at: number) => void
  readonly resume: (at: number) => void
  readonly stop: () => void
}

export function playStage({
  root,
  begin,
  feedback,
  onProgress,
  onPause,
  onDone,
}: StageOptions): Stage {
  let state: RpsState | null = null
  let drawn: RpsState['phase'] | null = null

  const draw = (now: RpsState): void => {
    if (now.phase === drawn) return
    const before = drawn
    drawn = now.phase
    const { dataset } = root
    switch (now.phase) {
      case 'drawn': {
        const trial = trialNow(now)!
        dataset['hand'] = trial.hand
        dataset['cue'] = trial.cue
        dataset['phase'] = 'shown'
        return
      }
      case 'shown':
        // The attribute was set in the previous frame.
        return
      case 'blank':
        if (feedback && now.last !== null) {
          dataset['phase'] = 'feedback'
          dataset['feedback'] = now.last.isRight
            ? 'right'
            : now.last.answer === null
              ? 'missed'
              : 'wrong'
          dataset['right'] = rightHand(now.last.trial)
        } else dataset['phase'] = 'blank'
        if (now.last?.answer) dataset['pressed'] = now.last.answer
        if (before !== 'paused') onProgress(now)
        return
      default:
        // Clear the stimulus: after the answer, at the time limit, or on a pause.
        delete dataset['pressed']
        delete dataset['feedback']
        dataset['phase'] = now.phase === 'closing' ? 'blank' : now.phase
    }
  }

  const stopFrames = eachFrame((at, gap) => {
    state = state === null ? begin(at) : frame(state, at, gap)
    draw(state)
    if (state.phase === 'done') {
      stop()
      onDone(state)
    }
  })
  const answer = (at: number, hand: Hand, device: Device): void => {
    if (state === null) return
    state = press(state, at, hand, device)
    draw(state)
  }
  const away = (at: number): void => {
    if (state === null || state.phase === 'paused' || state.phase === 'done') return
    state = pause(state, at)
    draw(state)
    onPause()
  }
  const stopInputs = listen({ root, attribute: 'key', keys: KEYS, onPress: answer, onAway: away })

  function stop(): void {
    stopFrames()
    stopInputs()
  }
  return {
    pause: away,
    resume(at) {
      if (state === null) return
      state = resume(state, at)
      draw(state)
    },
    stop,
  }
}
