/**
 * Plays one level of the maze on a canvas: keys, on-screen arrows, and drawing with a finger. Times
 * are those of the frame and of the event, never of the handler (assessments 8).
 */

import type { Device } from '#engine/tasks/log.ts'
import type { Direction } from '#engine/tasks/maze.ts'
import { deviceOf, eachFrame } from '../frames.ts'
import { listen } from '../inputs.ts'
import type { Board } from './board.ts'
import { trackFinger } from './finger.ts'
import { frame, move, msLeft, pause, resume, type MazeState } from './rules.ts'

export type MazeStageOptions = {
  /** Contains the canvas and the arrows with `data-way`. */
  readonly root: HTMLElement
  readonly canvas: HTMLCanvasElement
  /** Side of a cell in CSS pixels: how far a finger moves for one step. */
  readonly cellSide: number
  readonly board: Board
  readonly begin: (now: number) => MazeState
  /** Called once a second. @param seconds whole seconds left */
  readonly onClock: (seconds: number) => void
  readonly onPause: () => void
  readonly onDone: (state: MazeState) => void
}

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'U',
  ArrowRight: 'R',
  ArrowDown: 'D',
  ArrowLeft: 'L',
  w: 'U',
  d: 'R',
  s: 'D',
  a: 'L',
}
/** A finger never moves quite straight: less than this share of a cell is not a step. */
const STEP = 0.8
const MIN_STEP_PX = 20
/** How long the end stays visible before the page moves on. */
const HOLD_MS = 700

export type MazeStage = {
  readonly pause: (at: number) => void
  readonly resume: (at: number) => void
  readonly stop: () => void
}

export function playMazeStage({
  root,
  canvas,
  cellSide,
  board,
  begin,
  onClock,
  onPause,
  onDone,
}: MazeStageOptions): MazeStage {
  let state: MazeState | null = null
  let seconds = -1
  let doneAt: number | null = null

  const take = (next: MazeState): void => {
    const before = state
    state = next
    if (before === null || next.phase === 'ready') return
    const isSeen = next.phase !== 'paused'
    if (next.path !== before.path || next.bumped !== before.bumped || next.phase !== before.phase) {
      if (isSeen) board.draw(next)
      else board.cover()
    }
  }
  const stopFrames = eachFrame((at, gap) => {
    if (state === null) return take(begin(at))
    take(frame(state, at, gap))
    const left = Math.ceil(msLeft(state, at) / 1000)
    if (left !== seconds && state.phase !== 'paused') onClock((seconds = left))
    if (state.phase !== 'done') return
    doneAt ??= at
    if (at - doneAt < HOLD_MS) return
    stop()
    onDone(state)
  })
  const go = (at: number, direction: Direction, device: Device): void => {
    if (state !== null) take(move(state, at, direction, device))
  }

  const finger = trackFinger({
    root,
    canvas,
    stepPx: Math.max(MIN_STEP_PX, cellSide * STEP),
    onStep(event, way) {
      go(event.timeStamp, way, deviceOf(event))
      return state?.bumped !== way
    },
  })
  const away = (at: number): void => {
    if (state === null || state.phase !== 'shown') return
    finger.lift()
    take(pause(state, at))
    onPause()
  }
  const stopInputs = listen({
    root,
    attribute: 'way',
    keys: KEYS,
    onPress: go,
    onAway: away,
    onElsewhere: finger.press,
  })

  function stop(): void {
    stopFrames()
    stopInputs()
    finger.stop()
  }
  return {
    pause: away,
    resume(at) {
      if (state !== null) take(resume(state, at))
    },
    stop,
  }
}
