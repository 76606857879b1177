/** Small fields of the console's own pages: a label above, a hint under it. */

import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './Field.module.css'

type Common = {
  label: string
  hint?: string | undefined
  /** What is wrong with the value. */ error?: string | undefined
  /** Announced to screen readers, but not drawn. */ quiet?: boolean
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

/** The same under the names of Mantine's fields. */
function named(label: string, hint?: string, quiet = false) {
  return { label, description: hint, labelProps: quiet ? { className: 'hidden-text' } : {} }
}

type TextProps = Common & {
  type?: 'text' | 'search' | 'number' | 'date' | 'month' | 'time' | 'email' | 'password'
  min?: number
  max?: number
  maxLength?: number
  placeholder?: string
  autoComplete?: string
  /** Id of a `datalist` with suggestions. */
  list?: string
  onEnter?: () => void
}

export function TextField({ label, hint, quiet, onChange, onEnter, ...native }: TextProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || onEnter === undefined) return
    event.preventDefault()
    onEnter()
  }
  return (
    <TextInput
      {...native}
      {...named(label, hint, quiet)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/** A field of several lines. */
export function LongField({
  label,
  hint,
  quiet,
  onChange,
  rows = 3,
  focused = false,
  ...native
}: Common & {
  rows?: number
  maxLength?: number
  /** It is what the page is for: typing can start at once. */ focused?: boolean
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A user who is already doing something else carries on with it.
    if (focused && (document.activeElement?.matches('body, main') ?? true))
      field.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <Textarea
      ref={field}
      {...native}
      {...named(label, hint, quiet)}
      rows={rows}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export type Choice = { readonly id: string; readonly label: string }

export function SelectField({
  label,
  hint,
  quiet,
  onChange,
  choices,
  ...native
}: Common & { choices: readonly Choice[] }) {
  return (
    <NativeSelect
      {...native}
      {...named(label, hint, quiet)}
      rightSection={<Icon name="down" size="s" />}
      data={choices.map(({ id, label: words }) => ({ value: id, label: words }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Yes or no, with a clickable label next to the checkbox. */
export function CheckField({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: {
  label: ReactNode
  hint?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  return (
    <Checkbox
      label={label}
      description={hint}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** One of a few, all visible. */
export function ChoiceField({
  label,
  value,
  onChange,
  choices,
}: Common & { choices: readonly Choice[] }) {
  return (
    <Radio.Group label={label} value={value} onChange={onChange}>
      <div className={css['choices']}>
        {choices.map((choice) => (
          <Radio key={choice.id} value={choice.id} label={choice.label} />
        ))}
      </div>
    </Radio.Group>
  )
}

/** A file to choose; null if the choice was cancelled. */
export function FileField({
  label,
  hint,
  accept,
  disabled = false,
  onChoose,
  children,
}: {
  label: string
  hint: string | undefined
  accept: string
  disabled?: boolean
  onChoose: (file: File | null) => void
  /** What is there now. */
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      {children}
      <FileInput
        id={id}
        accept={accept}
        disabled={disabled}
        onChoose={([file = null]) => onChoose(file)}
      />
      <span id={`${id}-hint`} className="small mute">
        {hint}
      </span>
    </div>
  )
}

/** Its hint has the id `<id>-hint`. */
export function FileInput({
  id,
  accept,
  disabled = false,
  multiple = false,
  onChoose,
}: {
  id: string
  accept: string
  disabled?: boolean
  /** Several at once, which are sent on: the same file can be chosen again. */
  multiple?: boolean
  onChoose: (files: readonly File[]) => void
}) {
  return (
    <input
      id={id}
      className={css['file']}
      type="file"
      accept={accept}
      disabled={disabled}
      multiple={multiple}
      aria-describedby={`${id}-hint`}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        if (multiple) currentTarget.value = ''
        onChoose(files)
      }}
    />
  )
}
