/** The parts of a paper in a list: moved by a handle or by buttons, left out and taken in again. */

import { useRef, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { Card } from '#widgets/parts/Card.tsx'
import { DragHandle, Place } from '#widgets/parts/DragHandle.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { movedBy, useDragOrder } from '#widgets/parts/useDragOrder.ts'
import type { EditProps } from './paperprops.ts'
import css from './PaperOrder.module.css'

export function PaperOrder({
  order,
  edit,
  words,
  level,
  id,
  onOrder,
  onHide,
}: {
  order: CvView['order']
  edit: EditProps
  words: NonNullable<EditProps['order']>
  level: Level
  id: string
  /** Resolves once the paper has been asked for again, or it was refused. */
  onOrder: (order: readonly string[]) => Promise<void>
  onHide: (section: string, hide: boolean) => void
}) {
  const t = useText()
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const [moved, setMoved] = useState<string | null>(null)
  const ids = order.map((part) => part.id)
  const turns = useRef(0)
  const set = (next: readonly string[]) => {
    const turn = ++turns.current
    setWanted(next)
    // An earlier one that is done says nothing about a later one.
    void onOrder(next).finally(() => turn === turns.current && setWanted(null))
  }
  const { shown, held, list, handle } = useDragOrder(wanted ?? ids, set)
  const button = (part: string, by: -1 | 1, title: string) => {
    const at = shown.indexOf(part) + by
    return (
      <button
        type="button"
        className={by < 0 ? css['up'] : undefined}
        aria-label={t(by < 0 ? words.up : words.down, { part: title })}
        // Not "disabled": the focus would be lost at either end.
        aria-disabled={at < 0 || at >= shown.length}
        onClick={() => {
          const next = movedBy(shown, part, by)
          if (next === shown) return
          setMoved(part)
          set(next)
        }}
      >
        <Icon name="down" size="s" />
      </button>
    )
  }
  return (
    <Card labelledBy={`${id}-order`}>
      <div className="stack-s no-print">
        <Heading level={level} id={`${id}-order`}>
          {t(words.title)}
        </Heading>
        <p className="small mute">{t(words.text)}</p>
        <ol {...list} className={css['rows']}>
          {shown.map((partId) => {
            const part = order.find((each) => each.id === partId)
            if (part === undefined) return null
            const { title, section, state } = part
            const look = [css['row'], css[state], held === partId && css['held']]
            return (
              <li key={partId} className={look.filter(Boolean).join(' ')}>
                <DragHandle {...handle(partId)} />
                <span className={css['name']}>
                  {title}
                  {state !== 'shown' && (
                    <span className="small mute">
                      {t(state === 'hidden' ? edit.hidden : words.empty)}
                    </span>
                  )}
                </span>
                <span className={css['acts']}>
                  {button(partId, -1, title)}
                  {button(partId, 1, title)}
                  <button
                    type="button"
                    aria-label={t(state === 'hidden' ? edit.show : edit.hide, { part: title })}
                    onClick={() => onHide(section, state !== 'hidden')}
                  >
                    <span className={state === 'hidden' ? css['crossed'] : undefined}>
                      <Icon name="eye" size="s" />
                    </span>
                  </button>
                </span>
              </li>
            )
          })}
        </ol>
        <Place
          of={shown}
          moved={moved}
          titleOf={(part) => order.find((each) => each.id === part)?.title ?? ''}
        />
      </div>
    </Card>
  )
}
