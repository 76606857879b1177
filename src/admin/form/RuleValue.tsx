/**
 * The right-hand side of a comparison: one of the variable's values if they are known, else a
 * number or a text.
 */

import { isObject, type Json } from '#engine/documents/json.ts'
import type { Comparison } from '#engine/rules/ruleparts.ts'
import type { VarType } from '#engine/rules/ruletypes.ts'
import { COHORT } from '#engine/rules/supposed.ts'
import { useText } from '#engine/react/text.tsx'
import { SelectControl, TextControl } from '#admin/parts/Control.tsx'
import { CheckField } from '#admin/parts/Field.tsx'
import { CohortValue } from './CohortValue.tsx'
import form from './Form.module.css'
import { useForm } from './context.ts'
import { useDraft } from './useDraft.ts'
import { useWords } from './words.ts'

type Props = {
  variable: string
  type: VarType | undefined
  comparison: Comparison
  /** Undefined: nobody has said it yet. */
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}

export function RuleValue({ variable, type, comparison, value, onChange }: Props) {
  const t = useText()
  const words = useWords()
  const label = t('console.rule.value')
  const isList = comparison === 'in' || comparison === 'notIn'
  const known = useKnownValues(variable, type)
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
              onChange(
                someOf(checked ? [...chosen, each] : chosen.filter((other) => other !== each)),
              )
            }
          />
        ))}
      </div>
    )
  }
  if (known !== undefined && !isList) {
    const all =
      value === undefined || known.includes(String(value)) ? known : [String(value), ...known]
    return (
      <SelectControl
        label={label}
        value={value === undefined ? '' : String(value)}
        choices={[
          ...(value === undefined ? [{ id: '', label: t('console.rule.chooseValue') }] : []),
          ...all.map((each) => ({ id: each, label: said(each) })),
        ]}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      />
    )
  }
  if (type?.date && !isList)
    return (
      <TextControl
        type={type.date === 'day' ? 'date' : 'month'}
        label={label}
        value={typeof value === 'string' ? value.slice(0, type.date === 'day' ? 10 : 7) : ''}
        onChange={(day) => onChange(day === '' ? undefined : day)}
      />
    )
  const typed = (
    <Typed
      label={label}
      hint={isList ? t('console.rule.commas') : undefined}
      isList={isList}
      isNumber={type?.is === 'number' || typeof value === 'number'}
      value={value}
      onChange={onChange}
    />
  )
  if (variable !== COHORT) return typed
  return (
    <CohortValue label={label} isList={isList} value={value} onChange={onChange}>
      {typed}
    </CohortValue>
  )
}

const someOf = (chosen: readonly Json[]) => (chosen.length === 0 ? undefined : chosen)

/** What there is to choose from, by the type or by the names of the site; undefined if unknown. */
function useKnownValues(
  variable: string,
  type: VarType | undefined,
): readonly string[] | undefined {
  const { names } = useForm()
  const languages = variable === 'language' ? names['locale']?.map(({ id }) => id) : undefined
  return type?.values ?? type?.of?.values ?? languages
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
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}) {
  const written =
    value === undefined
      ? ''
      : Array.isArray(value)
        ? (value as readonly Json[]).map(String).join(', ')
        : isObject(value)
          ? JSON.stringify(value)
          : String(value)
  const { text, type, drop } = useDraft(written)
  const one = (word: string): Json =>
    isNumber && word.trim() !== '' && Number.isFinite(Number(word)) ? Number(word) : word.trim()
  const change = (now: string) => {
    type(now)
    if (isList)
      return onChange(
        someOf(
          now
            .split(',')
            .map(one)
            .filter((each) => each !== ''),
        ),
      )
    const said = one(now)
    // A minus sign alone is no number yet.
    if (said === '') onChange(undefined)
    else if (!isNumber || typeof said === 'number') onChange(said)
  }
  return (
    <TextControl
      inputMode={isNumber && !isList ? 'decimal' : 'text'}
      label={label}
      placeholder={hint}
      value={text}
      onChange={change}
      onBlur={drop}
    />
  )
}
