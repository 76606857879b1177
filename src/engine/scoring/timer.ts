/**
 * The timer of the specification as a pure state machine on a monotonic clock. A tick is one unit
 * of that clock: the tasks count in ms of `performance.now`.
 */

export type Timer = {
  readonly timeTotal: number
  readonly timeRemaining: number
  /** The clock's time up to which time has been counted. */
  readonly timeCurrent: number
  readonly timerActive: boolean
  readonly timerPaused: boolean
  readonly timerExpired: boolean
}

export const NO_TIMER: Timer = {
  timeTotal: 0,
  timeRemaining: 0,
  timeCurrent: 0,
  timerActive: false,
  timerPaused: false,
  timerExpired: false,
}

/**
 * Sets total and remaining time; active, not paused, not expired. @throws RangeError if there is no
 * time to count
 */
export function startTimer(total: number, now = 0): Timer {
  if (!(total > 0) || !Number.isFinite(total)) throw new RangeError(`a timer of ${total}`)
  return {
    timeTotal: total,
    timeRemaining: total,
    timeCurrent: now,
    timerActive: true,
    timerPaused: false,
    timerExpired: false,
  }
}

/**
 * Counts down the time that has passed, one per tick. At zero the timer is inactive and expired.
 * While it is paused the clock runs on and nothing is counted, so hidden time never counts.
 */
export function reduceTimer(timer: Timer, now = timer.timeCurrent + 1): Timer {
  if (!timer.timerActive || now <= timer.timeCurrent) return timer
  if (timer.timerPaused) return { ...timer, timeCurrent: now }
  const timeRemaining = Math.max(0, timer.timeRemaining - (now - timer.timeCurrent))
  const isOver = timeRemaining === 0
  return { ...timer, timeRemaining, timeCurrent: now, timerActive: !isOver, timerExpired: isOver }
}

export function pauseTimer(timer: Timer, now = timer.timeCurrent): Timer {
  const counted = reduceTimer(timer, now)
  return counted.timerActive && !counted.timerPaused ? { ...counted, timerPaused: true } : counted
}

export function unpauseTimer(timer: Timer, now = timer.timeCurrent): Timer {
  const counted = reduceTimer(timer, now)
  return counted.timerPaused ? { ...counted, timerPaused: false } : counted
}

export function stopTimer(timer: Timer, now = timer.timeCurrent): Timer {
  const counted = reduceTimer(timer, now)
  return counted.timerActive ? { ...counted, timerActive: false } : counted
}

export function resetTimer(): Timer {
  return NO_TIMER
}

/** Total minus remaining. */
export function timeTaken({ timeTotal, timeRemaining }: Timer): number {
  return timeTotal - timeRemaining
}

/**
 * Time taken at a given time of the clock, without counting up to it: an event may have happened a
 * little before the frame that was counted last.
 */
export function timeTakenAt(timer: Timer, at: number): number {
  const running = timer.timerActive && !timer.timerPaused ? at - timer.timeCurrent : 0
  return Math.min(timer.timeTotal, Math.max(0, timeTaken(timer) + running))
}
