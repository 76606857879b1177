/**
 * The right-hand side of a comparison: one of the variable's values if they are known, else a
 * number or a text.
 */

import { isObject, type Json } from '#engine/documents/json.ts'
import type { Comparison } from '#engine/rules/ruleparts.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import { useText } from '#engine/react/text.tsx'
import { SelectControl, TextControl } from '#admin/parts/Control.tsx'
import { CheckField } from '#admin/parts/Field.tsx'
import form from './Form.module.css'
import { useDraft } from './useDraft.ts'
import { useWords } from './words.ts'

type Props = {
  variable: string
  type: VarType | undefined
  comparison: Comparison
  value: Json
  onChange: (value: Json) => void
}

export function RuleValue({ variable, type, comparison, value, onChange }: Props) {
  const t = useText()
  const words = useWords()
  const label = t('console.rule.value')
  const isList = comparison === 'in' || comparison === 'notIn'
  const known = type?.values ?? type?.of?.values
  const said = (each: string) => words.compared(variable, each)
  if (known !== undefined && isList) {
    const chosen = Array.isArray(value) ? (value as readonly Json[]) : []
    const all = [
      ...known,
      ...chosen.filter((each): each is string => typeof each === 'string' && !known.includes(each)),
    ]
    return (
      <div className={form['choices']} role="group" aria-label={label}>
        {all.map((each) => (
          <CheckField
            key={each}
            label={said(each)}
            checked={chosen.includes(each)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          />
        ))}
      </div>
    )
  }
  if (known !== undefined && !isList) {
    const all = known.includes(String(value)) ? known : [String(value), ...known]
    return (
      <SelectControl
        label={label}
        value={String(value)}
        choices={all.map((each) => ({ id: each, label: said(each) }))}
        onChange={onChange}
      />
    )
  }
  if (type?.date && !isList)
    return (
      <TextControl
        type={type.date === 'day' ? 'date' : 'month'}
        label={label}
        value={typeof value === 'string' ? value.slice(0, type.date === 'day' ? 10 : 7) : ''}
        onChange={onChange}
      />
    )
  return (
    <Typed
      label={label}
      hint={isList ? t('console.rule.commas') : undefined}
      isList={isList}
      isNumber={type?.is === 'number' || typeof value === 'number'}
      value={value}
      onChange={onChange}
    />
  )
}

/** Texts and numbers as typed; a value of another type is kept until the user types. */
function Typed({
  label,
  hint,
  isList,
  isNumber,
  value,
  onChange,
}: {
  label: string
  hint: string | undefined
  isList: boolean
  isNumber: boolean
  value: Json
  onChange: (value: Json) => void
}) {
  const written = Array.isArray(value)
    ? (value as readonly Json[]).map(String).join(', ')
    : isObject(value)
      ? JSON.stringify(value)
      : String(value)
  const { text, typed, type, drop } = useDraft(written)
  const one = (word: string): Json =>
    isNumber && word.trim() !== '' && Number.isFinite(Number(word)) ? Number(word) : word.trim()
  const leave = () => {
    if (typed === null) return
    drop()
    if (typed === written) return
    onChange(
      isList
        ? typed
            .split(',')
            .map(one)
            .filter((each) => each !== '')
        : one(typed),
    )
  }
  return (
    <TextControl
      inputMode={isNumber && !isList ? 'decimal' : 'text'}
      label={label}
      placeholder={hint}
      value={text}
      onChange={type}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}
