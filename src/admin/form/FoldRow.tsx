/**
 * One entry of a list: a line that opens and closes, one at a time, with the actions on the entry.
 */

import { useId, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useText } from '#engine/react/text.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Chip } from '#widgets/parts/Chip.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { moveAndStay } from '#admin/parts/moved.ts'
import { useForm, useProblems } from './context.ts'
import css from './Form.module.css'
import type { Summary } from './summary.ts'

type Props = {
  /** Pointer of the list, and the segment of the entry in it. */
  list: string
  entry: string
  at: string
  summary: Summary
  mark?: 'new' | 'changed' | undefined
  locked?: boolean
  /** Absent if the order cannot change. */
  move?: ((by: number) => void) | undefined
  /** Its place in the list, from 0. */
  index?: number
  children: () => ReactNode
}

export function FoldRow({
  list,
  entry,
  at,
  summary,
  mark,
  locked = false,
  move,
  index = 0,
  children,
}: Props) {
  const id = useId()
  const t = useText()
  const { open, toggle } = useForm()
  const isOpen = open.get(list) === entry
  const problems = useProblems(at, true)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.altKey
      ? ({ ArrowUp: -1, ArrowDown: 1, Home: -index } as const)[
          event.key as 'ArrowUp' | 'ArrowDown' | 'Home'
        ]
      : undefined
    if (by === undefined || move === undefined) return
    event.preventDefault()
    moveBy(event, by)
  }
  const moveBy = (event: KeyboardEvent<HTMLElement> | MouseEvent<HTMLElement>, by: number) => {
    const item = event.currentTarget.closest('li')
    if (item !== null) moveAndStay(item, () => move?.(by))
    event.stopPropagation()
  }
  const severe = problems.some(({ severity }) => severity === 'error')
  return (
    <li className={`${css['entry']} ${isOpen ? css['opened'] : ''}`} data-at={at}>
      <div className={css['line']} onKeyDown={onKeyDown} role="presentation">
        <button
          type="button"
          className={css['opener']}
          id={id}
          aria-expanded={isOpen}
          aria-controls={`${id}-inside`}
          aria-keyshortcuts={move && 'Alt+ArrowUp Alt+ArrowDown Alt+Home'}
          onClick={() => toggle(list, isOpen ? null : entry)}
        >
          <span className={css['arrow']}>
            <Icon name="chevron" size="s" />
          </span>
          <span className={css['said']}>
            <span className={css['title']}>{summary.title}</span>
            {summary.detail !== '' && <span className={css['detail']}>{summary.detail}</span>}
          </span>
          {locked && <Icon name="lock" size="s" label={t('console.form.locked')} />}
          {mark && <Chip look="wait">{t(`console.form.${mark}`)}</Chip>}
          {problems.length > 0 && (
            <Chip look={severe ? 'bad' : 'plain'}>
              {t('console.form.problems', { count: problems.length })}
            </Chip>
          )}
        </button>
        {move && (
          <span className={css['movers']}>
            {index > 1 && (
              <span onClickCapture={(event) => moveBy(event, -index)} role="presentation">
                <IconButton label={t('console.form.top', { label: summary.title })}>
                  <span className={`${css['mover']} ${css['upward']} ${css['top']}`}>
                    <Icon name="down" size="s" />
                  </span>
                </IconButton>
              </span>
            )}
            {([-1, 1] as const).map((by) => (
              <span key={by} onClickCapture={(event) => moveBy(event, by)} role="presentation">
                <IconButton
                  label={t(by < 0 ? 'console.form.up' : 'console.form.downward', {
                    label: summary.title,
                  })}
                >
                  <span className={`${css['mover']} ${by < 0 ? css['upward'] : ''}`}>
                    <Icon name="down" size="s" />
                  </span>
                </IconButton>
              </span>
            ))}
          </span>
        )}
      </div>
      <div
        className={css['inside']}
        id={`${id}-inside`}
        role="group"
        aria-labelledby={id}
        hidden={!isOpen}
      >
        {isOpen && children()}
      </div>
    </li>
  )
}
