/**
 * A list whose rows are dragged by a handle, with a mouse, a pen or a finger. Buttons do the same for
 * those who can't drag.
 */

import { useRef, useState, type PointerEvent } from 'react'

export type DragOrder = {
  /** The rows as they are shown: while one is dragged, in the order that they would have. */
  readonly shown: readonly string[]
  /** The row that is being dragged. */
  readonly held: string | null
  /** For the list itself, so that rows are found by their places. */
  readonly list: React.RefObject<HTMLOListElement | null>
  readonly handle: (id: string) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

/** @param onDrop receives the new order, if it isn't the old one */
export function useDragOrder(
  ids: readonly string[],
  onDrop: (order: readonly string[]) => void,
): DragOrder {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<{ id: string; order: readonly string[] } | null>(null)
  const end = (drops: boolean) => {
    if (dragged !== null && drops && dragged.order.join() !== ids.join()) onDrop(dragged.order)
    setDragged(null)
  }
  return {
    shown: dragged?.order ?? ids,
    held: dragged?.id ?? null,
    list,
    handle: (id) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged({ id, order: ids })
      },
      onPointerMove: (event) => {
        if (dragged?.id !== id) return
        const rows = [...(list.current?.children ?? [])]
        const at = rows.filter((row) => middleOf(row) < event.clientY).length
        const from = dragged.order.indexOf(id)
        const rest = dragged.order.filter((each) => each !== id)
        rest.splice(at > from ? at - 1 : at, 0, id)
        if (rest.join() !== dragged.order.join()) setDragged({ id, order: rest })
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
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
