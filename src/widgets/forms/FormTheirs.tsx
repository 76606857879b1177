/** What another device has written meanwhile, beside what is typed here: one can choose knowingly. */

import type { FieldDocument } from '#engine/documents/kinds.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { monthOf } from './listwords.ts'
import css from './SectionForm.module.css'

export type Conflict = {
  readonly typed: FormValues
  /** What it was typed over; empty where that isn't known. */
  readonly before: FormValues
}

export function Theirs({
  now,
  fields,
  conflict: { typed, before },
}: {
  /** As the server has it. */
  readonly now: FormValues
  readonly fields: ReadonlyMap<string, FieldDocument>
  readonly conflict: Conflict
}) {
  const t = useText()
  const { language } = useScope()
  const rows = [...fields].flatMap(([key, { type, label }]) => {
    const theirs = now[key]
    if (typeof theirs !== 'string' || theirs === typed[key] || theirs === before[key]) return []
    if (type === 'month') return [{ key, label, text: monthOf(theirs, language) }]
    return ['text', 'longtext', 'email', 'phone'].includes(type)
      ? [{ key, label, text: theirs }]
      : []
  })
  if (rows.length === 0) return null
  return (
    <div className={css['theirs']}>
      <strong>{t('form.theirs')}</strong>
      <dl>
        {rows.map(({ key, label, text }) => (
          <div key={key}>
            <dt className="small">{t(label)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
