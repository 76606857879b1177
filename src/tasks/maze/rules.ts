/**
 * One level of the maze as a pure state machine: the dot's position, the effect of a move, a frame
 * or a pause, and the log. The clock is passed in; nothing here draws.
 */

import {
  pauseTimer,
  startTimer,
  timeTakenAt,
  unpauseTimer,
  type Timer,
} from '#engine/scoring/timer.ts'
import { lastEntry } from '#engine/tasks/entry.ts'
import {
  MAX_LEVEL_MS,
  MAX_EVENTS,
  sealed,
  TENTH,
  type Device,
  type Log,
  type LogEvent,
  type TaskLevel,
} from '#engine/tasks/log.ts'
import { MAZE_TASK, moveFrom, type Direction, type Maze } from '#engine/tasks/maze.ts'

export type MazeState = {
  readonly maze: Maze
  readonly limitMs: number
  readonly frameMs: number
  /** `drawn`: painted, and visible from the next frame. */
  readonly phase: 'ready' | 'drawn' | 'shown' | 'paused' | 'done'
  readonly cell: number
  /** Cells in the order entered, the start first. */
  readonly path: readonly number[]
  /** Direction in which the last try hit a wall; null after a move. */
  readonly bumped: Direction | null
  /** ms on the level's clock at which the maze became visible. */
  readonly shownMs: number
  /** No frame was late since the last cell. */
  readonly isSmooth: boolean
  readonly pausedAt: number
  readonly timer: Timer
  readonly log: readonly LogEvent[]
}

type Options = {
  readonly maze: Maze
  readonly limitMs: number
  readonly frameMs: number
  readonly device: Device
}

export function beginMaze({ maze, limitMs, frameMs, device }: Options, now: number): MazeState {
  return {
    maze,
    limitMs,
    frameMs,
    phase: 'ready',
    cell: maze.start,
    path: [maze.start],
    bumped: null,
    shownMs: 0,
    isSmooth: true,
    pausedAt: now,
    timer: startTimer(MAX_LEVEL_MS, now),
    log: [[0, 'begin', TENTH(frameMs), device]],
  }
}

function msOf(state: MazeState, at: number): number {
  return Math.max(lastEntry(state.log)[0], TENTH(timeTakenAt(state.timer, at)))
}

function write(
  state: MazeState,
  at: number,
  ...event: (number | string)[]
): Pick<MazeState, 'log'> {
  return { log: [...state.log, [msOf(state, at), ...event] as unknown as LogEvent] }
}

/** ms left of the level. */
export function msLeft(state: MazeState, at: number): number {
  if (state.phase === 'ready' || state.phase === 'drawn') return state.limitMs
  return Math.max(0, state.limitMs - (timeTakenAt(state.timer, at) - state.shownMs))
}

/** A frame is about to be drawn. @param gap ms since the previous frame; 0 if there was none */
export function frame(state: MazeState, at: number, gap: number): MazeState {
  switch (state.phase) {
    case 'ready':
      return { ...state, phase: 'drawn' }
    case 'drawn':
      return { ...state, phase: 'shown', shownMs: msOf(state, at), ...write(state, at, 'show') }
    case 'shown': {
      const watched =
        gap > 1.5 * state.frameMs && state.isSmooth
          ? { ...state, isSmooth: false, ...write(state, at, 'frame', TENTH(gap)) }
          : state
      return msLeft(state, at) <= 0 ? { ...watched, phase: 'done' } : watched
    }
    case 'paused':
    case 'done':
      return state
  }
}

/** The user tries to move one cell. @param at the event's own timestamp */
export function move(
  state: MazeState,
  at: number,
  direction: Direction,
  device: Device,
): MazeState {
  // Leave room for the closing events of the log.
  if (state.phase !== 'shown' || state.log.length > MAX_EVENTS - 50) return state
  const ms = msOf(state, at)
  if (TENTH(ms - state.shownMs) > state.limitMs) return state
  const next = moveFrom(state.maze, state.cell, direction)
  const tried = { ...state, ...write(state, at, 'move', direction, device) }
  if (next === null) return { ...tried, bumped: direction }
  return {
    ...tried,
    cell: next,
    path: [...state.path, next],
    bumped: null,
    isSmooth: true,
    phase: next === state.maze.goal ? 'done' : 'shown',
  }
}

/** The user left the page: the clock stops, and the view covers the maze. */
export function pause(state: MazeState, at: number): MazeState {
  if (state.phase !== 'shown') return state
  return {
    ...state,
    ...write(state, at, 'pause'),
    phase: 'paused',
    pausedAt: at,
    timer: pauseTimer(state.timer, at),
  }
}

export function resume(state: MazeState, at: number): MazeState {
  if (state.phase !== 'paused') return state
  const [ms] = lastEntry(state.log)
  const away: LogEvent = [ms, 'resume', TENTH(Math.max(0, at - state.pausedAt))]
  return {
    ...state,
    timer: unpauseTimer(state.timer, at),
    log: [...state.log, away],
    phase: 'shown',
    bumped: null,
  }
}

/**
 * The log as it is sent: ends with the last cell if the goal was reached, otherwise with the time
 * limit.
 */
export function finish(state: MazeState, seed: number, level: TaskLevel): Log {
  const [last] = lastEntry(state.log)
  const ms =
    state.cell === state.maze.goal ? last : Math.max(last, TENTH(state.shownMs + state.limitMs))
  return sealed(MAZE_TASK, seed, level, state.log, ms)
}
