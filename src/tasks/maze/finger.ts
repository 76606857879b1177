/**
 * A finger on the maze: every cell crossed is a step. Pushing against a wall counts as one try,
 * until the direction changes.
 */

import type { Direction } from '#engine/tasks/maze.ts'

export type FingerOptions = {
  readonly root: HTMLElement
  readonly canvas: HTMLCanvasElement
  /** How far the finger moves for one step, in CSS pixels. */
  readonly stepPx: number
  /** @returns false if a wall was in the way */
  readonly onStep: (event: PointerEvent, way: Direction) => boolean
}

export type TrackedFinger = {
  readonly press: (event: PointerEvent) => void
  /** Forgets the finger, as if it had left the maze. */
  readonly lift: () => void
  readonly stop: () => void
}

type Finger = {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly blocked: Direction | null
}

export function trackFinger({ root, canvas, stepPx, onStep }: FingerOptions): TrackedFinger {
  let from: Finger | null = null
  const press = (event: PointerEvent): void => {
    if (event.target !== canvas) return
    event.preventDefault()
    canvas.setPointerCapture(event.pointerId)
    from = { id: event.pointerId, x: event.clientX, y: event.clientY, blocked: null }
  }
  const onMove = (event: PointerEvent): void => {
    if (from === null || event.pointerId !== from.id) return
    for (;;) {
      const finger: Finger = from
      const x = event.clientX - finger.x
      const y = event.clientY - finger.y
      const isAcross = Math.abs(x) >= Math.abs(y)
      if (Math.abs(isAcross ? x : y) < stepPx) return
      const way: Direction = isAcross ? (x > 0 ? 'R' : 'L') : y > 0 ? 'D' : 'U'
      // Reset the other axis, so that a crooked line does not add a step.
      from = isAcross
        ? { ...finger, x: finger.x + Math.sign(x) * stepPx, y: event.clientY }
        : { ...finger, x: event.clientX, y: finger.y + Math.sign(y) * stepPx }
      if (finger.blocked === way) continue
      const isFree = onStep(event, way)
      from = { ...from, blocked: isFree ? null : way }
    }
  }
  const lift = (): void => void (from = null)
  const onUp = (event: PointerEvent): void => {
    if (from?.id === event.pointerId) lift()
  }
  root.addEventListener('pointermove', onMove)
  root.addEventListener('pointerup', onUp)
  root.addEventListener('pointercancel', onUp)
  return {
    press,
    lift,
    stop() {
      root.removeEventListener('pointermove', onMove)
      root.removeEventListener('pointerup', onUp)
      root.removeEventListener('pointercancel', onUp)
    },
  }
}
