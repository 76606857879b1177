/** Moves an item of a list up or down, or removes it. */

import { useText } from '#engine/react/text.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './SectionList.module.css'

export function RowButtons({
  title,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: {
  /** What the item is called, for those who hear the buttons. */
  readonly title: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}) {
  const t = useText()
  return (
    <span className={css['acts']}>
      <button
        type="button"
        className={css['up']}
        aria-label={`${t('form.moveUp')} ${title}`}
        // Not "disabled": the focus would be lost at either end.
        aria-disabled={isFirst}
        onClick={() => isFirst || onMove(-1)}
      >
        <Icon name="down" size="s" />
      </button>
      <button
        type="button"
        aria-label={`${t('form.moveDown')} ${title}`}
        aria-disabled={isLast}
        onClick={() => isLast || onMove(1)}
      >
        <Icon name="down" size="s" />
      </button>
      <button type="button" aria-label={`${t('form.removeEntry')} ${title}`} onClick={onRemove}>
        <Icon name="close" size="s" />
      </button>
    </span>
  )
}
