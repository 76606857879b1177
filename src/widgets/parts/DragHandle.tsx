/** Where a row of a list is taken hold of. For those who can't drag, the row has buttons. */

import { useText } from '#engine/react/text.tsx'
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

/** For those who hear a list: where an item is now that was moved by its buttons. */
export function Place({
  of,
  moved,
  titleOf,
}: {
  /** Keys of the items, in the order in which they're shown. */
  of: readonly string[]
  /** The one that was moved last. */
  moved: string | null
  titleOf: (key: string) => string
}) {
  const t = useText()
  const at = moved === null ? -1 : of.indexOf(moved)
  return (
    <span className="hidden-text" role="status">
      {moved !== null &&
        at >= 0 &&
        t('form.place', { title: titleOf(moved), place: at + 1, of: of.length })}
    </span>
  )
}

/** Before a row is removed: the focus goes to the last button of the row that takes its place. */
export function focusNext(list: Element | null, index: number): void {
  const row = list?.children[index + 1] ?? list?.children[index - 1]
  row?.querySelector<HTMLElement>('button:last-of-type')?.focus()
}
