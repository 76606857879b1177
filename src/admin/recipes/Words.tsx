/** Words in every language of the tenant: a row for each, one below the other. */

import { useText } from '#engine/react/text.tsx'
import { LongField, TextField } from '#admin/parts/Field.tsx'
import { useRecipeAround } from './context.ts'
import css from './Recipes.module.css'

type Props = {
  label: string
  hint?: string | undefined
  at: string
  value: Readonly<Record<string, string>>
  onChange: (value: Readonly<Record<string, string>>) => void
  /** More than one line, and how many are shown. */
  rows?: number
}

export function Words({ label, hint, at, value, onChange, rows }: Props) {
  const t = useText()
  const { languages, wrongAt } = useRecipeAround()
  const Field = rows === undefined ? TextField : LongField
  const whole = wrongAt(at)
  const field = (language: string, name: string, more: { hint?: string | undefined } = {}) => (
    <Field
      key={language}
      label={name}
      value={value[language] ?? ''}
      onChange={(words) => onChange({ ...value, [language]: words })}
      error={wrongAt(`${at}/${language}`) ?? (language === languages[0]?.id ? whole : undefined)}
      {...(rows !== undefined && { rows })}
      {...more}
    />
  )
  const [first] = languages
  if (languages.length === 1 && first !== undefined) return field(first.id, label, { hint })
  return (
    <fieldset className={css['words']}>
      <legend>{label}</legend>
      {hint !== undefined && <p className="small mute">{hint}</p>}
      <div className={css['rows']}>
        {languages.map(({ id, name, partial = false }) =>
          field(id, partial ? t('console.recipes.optional', { label: name }) : name),
        )}
      </div>
    </fieldset>
  )
}
