/** Small fields of the console's own pages: a label above, a hint under it. */

import { useId, type KeyboardEvent, type ReactNode } from 'react'
import css from './Field.module.css'

type Common = {
  label: string
  hint?: string | undefined
  /** Said to readers, but not drawn. */ quiet?: boolean
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

function Labelled({
  id,
  label,
  hint,
  quiet,
  children,
}: {
  id: string
  label: string
  hint?: string | undefined
  quiet?: boolean | undefined
  children: ReactNode
}) {
  return (
    <div className={css['field']}>
      <label className={quiet ? 'hidden-text' : css['label']} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className="small mute" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TextProps = Common & {
  type?: 'text' | 'search' | 'number' | 'date'
  min?: number
  max?: number
  maxLength?: number
  placeholder?: string
  onEnter?: () => void
}

export function TextField({ label, hint, quiet, value, onChange, onEnter, ...native }: TextProps) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || onEnter === undefined) return
    event.preventDefault()
    onEnter()
  }
  return (
    <Labelled id={id} label={label} hint={hint} quiet={quiet}>
      <input
        {...native}
        className={css['input']}
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Labelled>
  )
}

export function LongField({
  label,
  hint,
  quiet,
  value,
  onChange,
  disabled,
  rows = 3,
  maxLength,
}: Common & { rows?: number; maxLength?: number }) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} quiet={quiet}>
      <textarea
        className={css['input']}
        id={id}
        rows={rows}
        maxLength={maxLength}
        disabled={disabled}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </Labelled>
  )
}

export type Choice = { readonly id: string; readonly label: string }

export function SelectField({
  label,
  hint,
  quiet,
  value,
  onChange,
  disabled,
  choices,
}: Common & { choices: readonly Choice[] }) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} quiet={quiet}>
      <select
        className={css['input']}
        id={id}
        disabled={disabled}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** One of a few, all in sight. */
export function ChoiceField({
  label,
  value,
  onChange,
  choices,
}: Common & { choices: readonly Choice[] }) {
  const id = useId()
  return (
    <fieldset className={css['choices']}>
      <legend className={css['label']}>{label}</legend>
      {choices.map((choice) => (
        <label className={css['choice']} key={choice.id}>
          <input
            type="radio"
            name={id}
            value={choice.id}
            checked={choice.id === value}
            onChange={() => onChange(choice.id)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
