/** What has been chosen, in the order that it will have, and what is asked of each. */

import { useState, type Dispatch } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { ProfileFormEvent } from '#engine/forms/profileform.ts'
import type { Choice } from '#engine/forms/formchoice.ts'
import { useText } from '#engine/react/text.tsx'
import { DragHandle, Place, focusNext } from '#widgets/parts/DragHandle.tsx'
import { Heading, type Level } from '#widgets/parts/Heading.tsx'
import { useDragOrder } from '#widgets/parts/useDragOrder.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import { ChooseFields } from './ChooseFields.tsx'
import { RowButtons } from './RecordButtons.tsx'
import css from './SectionList.module.css'

const keyOf = ({ _id, id, text }: Choice): string => _id ?? id ?? text ?? ''

export function ChosenRows({
  section,
  level,
  chosen,
  nameOf,
  dispatch,
}: {
  readonly section: Section
  readonly chosen: readonly Choice[]
  readonly level: Level
  readonly nameOf: (choice: Choice) => string
  readonly dispatch: Dispatch<ProfileFormEvent>
}) {
  const t = useText()
  const { shown, held, list, handle } = useDragOrder(chosen.map(keyOf), (order) =>
    dispatch({
      type: 'replace',
      records: order.flatMap((key) => chosen.filter((choice) => keyOf(choice) === key)),
    }),
  )
  const titleOf = (key: string) => {
    const choice = chosen.find((each) => keyOf(each) === key)
    return choice === undefined ? '' : nameOf(choice)
  }
  const [moved, setMoved] = useState<string | null>(null)
  if (chosen.length === 0) return null
  return (
    <div>
      <Heading level={level} className={css['heading']}>
        {t('form.yours')}
      </Heading>
      <ol {...list} className={css['rows']}>
        {shown.map((key, index) => {
          const choice = chosen.find((each) => keyOf(each) === key)
          if (choice === undefined) return null
          const name = titleOf(key)
          return (
            <li key={key} className={`${css['picked']} ${held === key ? css['held'] : ''}`}>
              {chosen.length > 1 && <DragHandle {...handle(key)} />}
              <span className={css['name']}>{name}</span>
              <ChooseFields
                section={section}
                choice={choice}
                name={name}
                onEdit={(record) => dispatch({ type: 'edit', index, record })}
              />
              <RowButtons
                title={name}
                isFirst={index === 0}
                isLast={index === chosen.length - 1}
                onMove={(by) => {
                  setMoved(key)
                  dispatch({ type: 'move', index, by })
                }}
                onRemove={() => {
                  focusNext(list.ref.current, index)
                  dispatch({ type: 'remove', index })
                }}
              />
            </li>
          )
        })}
      </ol>
      <Place of={shown} moved={moved} titleOf={titleOf} />
    </div>
  )
}

/** On a phone: what is chosen in one line, which opens the rows. */
export function ChosenSummary({
  names,
  isOpen,
  isBehind,
  onTurn,
}: {
  readonly names: readonly string[]
  readonly isOpen: boolean
  /** Something is searched for, and what is found comes first. */
  readonly isBehind: boolean
  readonly onTurn: () => void
}) {
  const t = useText()
  if (names.length === 0) return null
  return (
    <button
      type="button"
      className={css['summary']}
      aria-expanded={isOpen}
      data-behind={isBehind || undefined}
      onClick={onTurn}
    >
      <span>
        <strong>{t('form.yours')}</strong>
        <span className="small mute">{names.join(' · ')}</span>
      </span>
      <Icon name="down" size="s" />
    </button>
  )
}
