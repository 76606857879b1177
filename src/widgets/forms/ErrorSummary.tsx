/** The errors of a form, above it and focused; each links to its field. */

import type { Ref } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import type { FormProblem } from './simpleform.ts'
import css from './ErrorSummary.module.css'

type Props = {
  ref: Ref<HTMLDivElement>
  problem: FormProblem
  fields: readonly { readonly id: string; readonly label: string }[]
  formId: string
}

export function ErrorSummary({ ref, problem, fields, formId }: Props) {
  const t = useText()
  const named = fields.filter((field) => problem.fields.some(({ id }) => id === field.id))
  if (named.length === 0 && problem.texts.length === 0) return null
  return (
    <Note
      look="bad"
      alert
      ref={ref}
      title={
        named.length > 0 ? t('simpleForm.check', { count: named.length }) : t('simpleForm.wrong')
      }
    >
      {problem.texts.map((text) => t(text)).join(' ')}
      {named.length > 0 && (
        <ul className={css['list']}>
          {named.map((field) => (
            <li key={field.id}>
              <a
                href={`#${formId}-${field.id}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(`${formId}-${field.id}`)?.focus()
                }}
              >
                {t(field.label)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}
