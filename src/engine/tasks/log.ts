/**
 * The log of one level of a timed task: all that is stored of it, and enough to score it again.
 *
 * An event is `[ms, code, ...]`: ms on the level's own clock, which stops while the task is paused,
 * to a tenth of a ms. Both tasks share `begin`, `frame`, `pause`, `resume` and `end`; the events in
 * between are their own.
 *
 *   [0, "begin", frameMs, device]   frameMs: measured length of a frame; device: the input device
 *   [ms, "frame", gapMs]            the screen froze for over 1.5 frames while it mattered
 *   [ms, "pause"], [ms, "resume", awayMs]
 *   [ms, "end", check]              check: `sealOf` the whole log, to detect corruption
 */

import { entryAt } from './entry.ts'
import type { TASK_LEVELS } from '#engine/documents/vocabulary.ts'
import { hashOf } from './random.ts'

export type LogEvent = readonly [ms: number, code: string, ...more: (number | string)[]]
export type Log = readonly LogEvent[]

export type TaskLevel = (typeof TASK_LEVELS)[number]

export const DEVICES = ['touch', 'mouse', 'keyboard', 'pen', 'unknown'] as const
export type Device = (typeof DEVICES)[number]

/** A log that cannot come from real play: which event, and a reason code. */
export type LogFault = { readonly at: number; readonly why: LogFaultReason }
export type LogFaultReason =
  | 'begin'
  | 'end'
  | 'seal'
  | 'shape'
  | 'code'
  | 'order'
  | 'time'
  | 'trial'
  | 'key'
  | 'direction'
  | 'missing'
  | 'pause'
export type Replayed<T> =
  | { readonly ok: true; readonly value: T }
  | ({ readonly ok: false } & LogFault)

/** The conditions under which a level was played. */
export type Circumstances = {
  readonly frameMs: number
  readonly device: Device
  readonly pauses: number
  /** Real time, in ms, for which the task was paused. */
  readonly awayMs: number
}

/** No level needs this many, and more would exceed the size limit of a request. */
export const MAX_EVENTS = 2000
/** Longest time of one level on its own clock, in ms. */
export const MAX_LEVEL_MS = 30 * 60_000

export const TENTH = (ms: number): number => Math.round(ms * 10) / 10

/** @param task id of the task's assessment @param ms of the end event */
export function sealOf(task: string, seed: number, level: number, events: Log, ms: number): string {
  return hashOf(`${task}/${seed}/${level}/${ms}/${JSON.stringify(events)}`)
}

/** The log with its end event, as it is sent. */
export function sealed(task: string, seed: number, level: number, events: Log, ms: number): Log {
  return [...events, [ms, 'end', sealOf(task, seed, level, events, ms)]]
}

export class Fault extends Error {
  constructor(
    readonly at: number,
    readonly why: LogFaultReason,
  ) {
    super(`event ${at}: ${why}`)
    this.name = 'Fault'
  }
}

/** Runs a replay; a Fault is returned as a value. */
export function replayed<T>(work: () => T): Replayed<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, at: error.at, why: error.why }
    throw error
  }
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/**
 * Checks what all logs have in common and passes each task-specific event to `take`.
 *
 * @param log already of the right shape: arrays that start with a number and a string, validated at
 *   the API
 * @returns the circumstances, and the time of the end event
 * @throws Fault
 */
export function readLog(
  task: string,
  seed: number,
  level: number,
  log: Log,
  hooks: {
    take(event: LogEvent, index: number): void
    onPause(index: number, ms: number): void
    onResume(ms: number): void
    onFrame(index: number): void
  },
): Circumstances & { readonly endMs: number } {
  if (log.length < 2 || log.length > MAX_EVENTS) throw new Fault(0, 'missing')
  const begin = entryAt(log, 0)
  const frameMs = begin[2]
  const device = begin[3]
  if (begin[1] !== 'begin' || begin[0] !== 0 || begin.length !== 4) throw new Fault(0, 'begin')
  if (!isTime(frameMs) || frameMs < 1 || frameMs > 200 || !DEVICES.includes(device as Device))
    throw new Fault(0, 'begin')
  let last = 0
  let paused = false
  let pauses = 0
  let awayMs = 0
  for (let index = 1; index < log.length; index++) {
    const event = entryAt(log, index)
    const [ms, code, first] = event
    if (!isTime(ms) || ms > MAX_LEVEL_MS || TENTH(ms) !== ms) throw new Fault(index, 'time')
    if (ms < last) throw new Fault(index, 'order')
    last = ms
    if (code === 'end') {
      if (index !== log.length - 1 || event.length !== 3 || paused) throw new Fault(index, 'end')
      if (first !== sealOf(task, seed, level, log.slice(0, -1), ms)) throw new Fault(index, 'seal')
      return { frameMs, device: device as Device, pauses, awayMs, endMs: ms }
    }
    if (code === 'resume') {
      if (!paused || event.length !== 3 || !isTime(first) || ms !== entryAt(log, index - 1)[0])
        throw new Fault(index, 'pause')
      paused = false
      awayMs += first
      hooks.onResume(ms)
    } else if (paused) throw new Fault(index, 'pause')
    else if (code === 'pause') {
      if (event.length !== 2) throw new Fault(index, 'shape')
      paused = true
      pauses++
      hooks.onPause(index, ms)
    } else if (code === 'frame') {
      if (event.length !== 3 || !isTime(first)) throw new Fault(index, 'shape')
      hooks.onFrame(index)
    } else hooks.take(event, index)
  }
  throw new Fault(log.length - 1, 'end')
}
