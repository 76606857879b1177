/**
 * The summary above a form that could not be saved: it takes focus, and each line leads to its
 * field.
 */

import { useEffect, useRef } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import css from './FormTheme.module.css'

/** `message` is a text, not a key; `label` is set if the message doesn't name its field. */
export type FormProblem = {
  readonly field: string
  readonly label: string | null
  readonly message: string
}

/**
 * @param problems a new list takes the focus, even if its lines are the same: the form was
 * submitted again
 */
export function FormProblems({
  problems,
  onGo,
}: {
  problems: readonly FormProblem[]
  onGo: (field: string) => void
}) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length > 0) note.current?.focus()
  }, [problems])
  if (problems.length === 0) return null
  return (
    <Note look="bad" alert ref={note} title={t('form.check', { count: problems.length })}>
      <p>{t('form.checkMore')}</p>
      <ul className={css['problems']}>
        {problems.map(({ field, label, message }) => {
          // Some say the field's name themselves.
          const isNamed = label === null || message.startsWith(label)
          const text = isNamed ? message : t('form.named', { label, message })
          return (
            <li key={field}>
              {field === '' ? (
                text
              ) : (
                <button type="button" onClick={() => onGo(field)}>
                  {text}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </Note>
  )
}
