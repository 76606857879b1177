/** Where a row of a list is taken hold of. For those who can't drag, the row has buttons. */

import type { DragOrder } from './useDragOrder.ts'
import css from './DragHandle.module.css'

export function DragHandle(handle: ReturnType<DragOrder['handle']>) {
  return (
    <span className={css['handle']} aria-hidden="true" {...handle}>
      <svg viewBox="0 0 24 24" focusable="false">
        <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
      </svg>
    </span>
  )
}
