/** Controls without a label of their own: a frame or a row around them labels them. */

import { Checkbox, Input } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref } from 'react'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './Field.module.css'

type Common<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentPropsWithoutRef<Tag>,
  'id' | 'size' | 'onChange' | 'value' | 'required' | 'disabled'
> & {
  id?: string
  disabled?: boolean
  /** Used if no `<label>` names it. */
  label?: string | undefined
  describedBy?: string | undefined
  invalid?: boolean | undefined
  value: string
  onChange: (value: string) => void
}

/** The same under the names of Mantine's fields. */
function told(label?: string, describedBy?: string, invalid?: boolean, className?: string) {
  return {
    error: invalid,
    // Otherwise Mantine would refer to the description of its own frame, which doesn't exist.
    attributes: { input: { 'aria-describedby': describedBy } },
    ...(label !== undefined && { 'aria-label': label }),
    ...(className !== undefined && { classNames: { input: className } }),
  }
}

export function TextControl({
  label,
  describedBy,
  invalid,
  className,
  onChange,
  ...native
}: Common<'input'>) {
  return (
    <Input
      type="text"
      {...native}
      {...told(label, describedBy, invalid, className)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** With several lines. */
export function LongControl({
  label,
  describedBy,
  invalid,
  className,
  onChange,
  ...native
}: Common<'textarea'>) {
  return (
    <Input
      component="textarea"
      {...native}
      {...told(label, describedBy, invalid, className)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function SelectControl({
  label,
  describedBy,
  invalid,
  className,
  onChange,
  choices,
  ...native
}: Common<'select'> & { choices: readonly { readonly id: string; readonly label: string }[] }) {
  return (
    <Input
      component="select"
      {...native}
      {...told(label, describedBy, invalid, className)}
      rightSection={<Icon name="down" size="s" />}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {choices.map(({ id, label: words }) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </Input>
  )
}

/** A checkbox by itself; with a label next to it, it is a `CheckField`. */
export function CheckControl({
  describedBy,
  invalid,
  onChange,
  ...native
}: {
  id: string
  describedBy?: string | undefined
  invalid?: boolean | undefined
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <Checkbox
      {...native}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      classNames={{ body: css['bare'] }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
