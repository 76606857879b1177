/**
 * One option to tick. On a phone, what is asked of it comes below it once it is ticked: the rows of
 * what is chosen are closed there.
 */

import type { ReactNode } from 'react'
import type { Section } from '#engine/decide/progress.ts'
import type { Choice } from '#engine/forms/formchoice.ts'
import { ChooseFields } from './ChooseFields.tsx'
import css from './SectionList.module.css'

export function ChoosePick({
  section,
  choice,
  name,
  hasRoom,
  onTurn,
  onEdit,
  children = name,
}: {
  readonly section: Section
  /** Undefined while it isn't chosen. */
  readonly choice: Choice | undefined
  readonly name: string
  /** Without room, only what is chosen can be changed. */
  readonly hasRoom: boolean
  readonly onTurn: () => void
  readonly onEdit: (choice: Choice) => void
  /** Its name as it is drawn. */
  readonly children?: ReactNode
}) {
  return (
    <>
      <label className={css['option']}>
        <input
          type="checkbox"
          checked={choice !== undefined}
          disabled={!hasRoom && choice === undefined}
          onChange={onTurn}
        />
        <span>{children}</span>
      </label>
      {choice !== undefined && section.fields.length > 0 && (
        <div className={`${css['asked']} only-small`}>
          <ChooseFields section={section} choice={choice} name={name} onEdit={onEdit} />
        </div>
      )}
    </>
  )
}
