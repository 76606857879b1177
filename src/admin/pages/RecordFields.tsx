/** The fields of a record as texts, each like a cell of a table in imports and exports. */

import { useState } from 'react'
import type { ContentSummary } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { CheckField, LongField, SelectField, TextField } from '#admin/parts/Field.tsx'
import { RecordPicture } from './RecordPicture.tsx'
import css from './Records.module.css'

type Field = ContentSummary['fields'][number]
type Props = {
  field: Field
  value: string
  disabled: boolean
  onChange: (value: string) => void
}

/** Written as several values in one line; a hint says how. */
const WITH_HINT: readonly string[] = ['choices', 'refs', 'months', 'place', 'scores']
const BETWEEN = '|'
/** With more checkboxes than this, the list can be searched. */
const FEW = 12

export function RecordField({ field, ...own }: Props) {
  const t = useText()
  const { type, required, choices } = field
  const label = required ? t('console.records.required', { label: field.label }) : field.label
  const many = manyOf(field, own.value)
  if (many !== null) return <ManyField label={label} {...many} {...own} />
  const hint = WITH_HINT.includes(type) ? t(`console.records.hint.${type}`) : undefined
  const common = { label, ...own, ...(hint !== undefined && { hint }) }
  const some =
    type === 'flag'
      ? ['true', 'false'].map((each) => ({
          id: each,
          label: t(each === 'true' ? 'console.form.yes' : 'console.form.no'),
        }))
      : choices
  if (some !== undefined && (type === 'choice' || type === 'flag'))
    return (
      <SelectField
        {...common}
        choices={[{ id: '', label: t('console.records.notSaid') }, ...some]}
      />
    )
  if (type === 'image') return <RecordPicture label={label} {...own} />
  if (type === 'longtext') return <LongField {...common} rows={5} />
  return <TextField {...common} {...(type === 'date' && { type: 'date' as const })} />
}

type Many = { choices: NonNullable<Field['choices']>; chosen: readonly string[] }

/**
 * Checkboxes, if all values are in the list and none contains a separator; otherwise the cell stays
 * a line of text.
 */
function manyOf({ type, choices = [] }: Field, value: string): Many | null {
  if (type !== 'choices' || choices.length === 0) return null
  const chosen = value.split(BETWEEN).filter((each) => each !== '')
  const isPlain = choices.every(({ id }) => !id.includes(BETWEEN) && !id.startsWith('['))
  const isKnown = chosen.every((each) => choices.some(({ id }) => id === each))
  return isPlain && isKnown ? { choices, chosen } : null
}

/** Several of a list, collapsed: some lists are longer than a phone's screen. */
function ManyField({
  label,
  choices,
  chosen,
  disabled,
  onChange,
}: { label: string; disabled: boolean; onChange: (value: string) => void } & Many) {
  const t = useText()
  const [search, setSearch] = useState('')
  const typed = search.trim().toLowerCase()
  // In the order of the list, so that unchecking and checking again changes nothing.
  const toggle = (id: string, on: boolean) =>
    onChange(
      choices
        .map((each) => each.id)
        .filter((each) => (each === id ? on : chosen.includes(each)))
        .join(BETWEEN),
    )
  const names = choices.filter(({ id }) => chosen.includes(id)).map((each) => each.label)
  return (
    <details className={css['many']}>
      <summary>
        <span className={css['label']}>{label}</span>
        <span className={css['names']}>
          {names.length === 0 ? t('console.records.notSaid') : names.join(', ')}
        </span>
      </summary>
      <div className={css['choices']} role="group" aria-label={label}>
        {choices.length > FEW && (
          <TextField
            type="search"
            label={t('console.records.searchIn', { label })}
            value={search}
            onChange={setSearch}
          />
        )}
        {choices
          .filter((each) => each.label.toLowerCase().includes(typed))
          .map((each) => (
            <CheckField
              key={each.id}
              label={each.label}
              disabled={disabled}
              checked={chosen.includes(each.id)}
              onChange={(on) => toggle(each.id, on)}
            />
          ))}
      </div>
    </details>
  )
}
