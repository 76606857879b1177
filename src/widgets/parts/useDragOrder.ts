/**
 * A list whose rows are dragged by a handle, with a mouse, a pen or a finger; near the edges of the
 * window the page moves along. Buttons do the same for those who can't drag.
 */

import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'

export type DragOrder = {
  /** The rows as they are shown: while one is dragged, in the order that they would have. */
  readonly shown: readonly string[]
  /** The row that is being dragged. */
  readonly held: string | null
  /** For the list itself. */
  readonly list: {
    readonly ref: React.RefObject<HTMLOListElement | null>
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
  readonly handle: (id: string) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  }
}

/** So near an edge of the window, in pixels, the page moves along. */
const EDGE = 96
/** The fastest, in pixels a frame. */
const MAX_PULL = 14

/** How far the page moves in the next frame, with the pointer there. */
function pullAt(y: number): number {
  const into = y < EDGE ? y - EDGE : Math.max(0, y - (window.innerHeight - EDGE))
  return Math.max(-1, Math.min(1, into / EDGE)) * MAX_PULL
}

/** @param onDrop receives the new order, if it isn't the old one */
export function useDragOrder(
  ids: readonly string[],
  onDrop: (order: readonly string[]) => void,
): DragOrder {
  const ref = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<{ id: string; order: readonly string[] } | null>(null)
  const pointer = useRef<number | null>(null)
  const place = (y: number) => {
    if (dragged === null) return
    const { id, order } = dragged
    const rows = [...(ref.current?.children ?? [])]
    const at = rows.filter((row) => middleOf(row) < y).length
    const from = order.indexOf(id)
    const rest = order.filter((each) => each !== id)
    rest.splice(at > from ? at - 1 : at, 0, id)
    if (rest.join() !== order.join()) setDragged({ id, order: rest })
  }
  const follow = useEffectEvent(() => {
    const y = pointer.current
    if (y === null || pullAt(y) === 0) return
    window.scrollBy(0, pullAt(y))
    place(y)
  })
  const isHeld = dragged !== null
  useEffect(() => {
    if (!isHeld) return
    const step = () => {
      follow()
      frame = requestAnimationFrame(step)
    }
    let frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [isHeld])
  const end = (drops: boolean) => {
    if (dragged !== null && drops && dragged.order.join() !== ids.join()) onDrop(dragged.order)
    setDragged(null)
  }
  return {
    shown: dragged?.order ?? ids,
    held: dragged?.id ?? null,
    list: {
      ref,
      onPointerMove: ({ clientY }) => {
        pointer.current = clientY
        place(clientY)
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
    handle: (id) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.preventDefault()
        // By the list: a row loses the pointer when it is put in another place.
        ref.current?.setPointerCapture(event.pointerId)
        // Held near an edge, the page waits until the pointer has moved.
        pointer.current = null
        setDragged({ id, order: ids })
      },
    }),
  }
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

/** The list with one row a place up or down. */
export function movedBy(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const at = ids.indexOf(id)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return ids
  return ids.map((each) => (each === id ? other : each === other ? id : each))
}
