/**
 * The clock of a game: animation frames with their delays, and the moments when the user leaves. No
 * React here: nothing may render within a trial.
 */

import type { Device } from '#engine/tasks/log.ts'

/** Assumed for screens whose frame rate can't be measured: 60 frames per second. */
export const USUAL_FRAME_MS = 1000 / 60

/**
 * Calls back before every frame until stopped.
 *
 * @param onFrame `at`: the frame's timestamp; `gap`: ms since the previous frame, 0 for the first
 */
export function eachFrame(onFrame: (at: number, gap: number) => void): () => void {
  let before = 0
  let id = requestAnimationFrame(function next(at) {
    // Requested first, so that the callback can cancel it.
    id = requestAnimationFrame(next)
    const gap = before === 0 ? 0 : at - before
    before = at
    onFrame(at, gap)
  })
  return () => cancelAnimationFrame(id)
}

/** Median length of a frame; measured while the user reads, never during play. */
export function measureFrames(count: number, onMeasured: (frameMs: number) => void): () => void {
  const gaps: number[] = []
  const stop = eachFrame((_at, gap) => {
    if (gap > 0) gaps.push(gap)
    if (gaps.length < count) return
    stop()
    const middle = gaps.sort((a, b) => a - b)[gaps.length >> 1]!
    onMeasured(middle >= 2 && middle <= 100 ? middle : USUAL_FRAME_MS)
  })
  return stop
}

/** Calls back, with the time, whenever the page loses focus or visibility. */
export function onAway(callback: (at: number) => void): () => void {
  const away = (event: Event) => callback(event.timeStamp)
  const hidden = (event: Event) =>
    document.visibilityState === 'hidden' && callback(event.timeStamp)
  addEventListener('blur', away)
  addEventListener('resize', away)
  addEventListener('pagehide', away)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    removeEventListener('blur', away)
    removeEventListener('resize', away)
    removeEventListener('pagehide', away)
    document.removeEventListener('visibilitychange', hidden)
  }
}

export function deviceOf(event: { readonly type: string; readonly pointerType?: string }): Device {
  if (!event.type.startsWith('pointer')) return 'keyboard'
  return event.pointerType === 'touch' ||
    event.pointerType === 'mouse' ||
    event.pointerType === 'pen'
    ? event.pointerType
    : 'unknown'
}
