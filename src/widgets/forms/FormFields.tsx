/** The fields themselves: text, long text, one of a list, several of a list, yes. All native, so phones know them. */

import { Input } from '@mantine/core'
import { getUiOptions, type FieldProps, type RJSFSchema, type WidgetProps } from '@rjsf/utils'
import { memo } from 'react'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { choiceLabels } from './choices.ts'
import { useProblem } from './formchanged.ts'
import type { FieldOptions, ListDocument } from './formschema.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './FormTheme.module.css'

type Widget = WidgetProps<FormValues, RJSFSchema>
type Typed = { readonly currentTarget: { readonly value: string } }

/** What the native elements have in common. An emptied field has no value at all, which is what schemas mean by absent. */
function useNative({
  id,
  htmlName,
  value,
  required,
  disabled,
  rawErrors,
  onChange,
  options,
}: Widget) {
  const problem = useProblem(id, rawErrors)
  const { autoComplete, needed = false } = options as FieldOptions
  return {
    id,
    name: htmlName,
    required: required || needed,
    disabled: disabled ?? false,
    autoComplete,
    error: problem !== undefined,
    value: value === undefined || value === null ? '' : String(value),
    onChange: ({ currentTarget }: Typed) =>
      onChange(currentTarget.value === '' ? undefined : currentTarget.value),
  }
}

/** Spaces at the ends are never meant; they go when the field is left, not while somebody types. */
function trimmed({ value, onChange }: Widget) {
  return ({ currentTarget }: Typed) => {
    const text = currentTarget.value.trim()
    if (typeof value === 'string' && text !== value) onChange(text === '' ? undefined : text)
  }
}

export function Text(props: Widget) {
  const t = useText()
  const { inputType, inputMode, prompt, least, most } = props.options as FieldOptions
  return (
    <Input
      {...useNative(props)}
      type={inputType}
      inputMode={inputMode}
      placeholder={t(prompt)}
      min={least}
      max={most}
      data-ltr={inputType === 'text' ? undefined : true}
      onBlur={trimmed(props)}
    />
  )
}

export function LongText(props: Widget) {
  return <Input {...useNative(props)} component="textarea" multiline rows={6} />
}

export function Select(props: Widget) {
  const { list } = props.options as FieldOptions
  return (
    <Input
      {...useNative(props)}
      component="select"
      pointer
      rightSection={<Icon name="down" size="s" />}
    >
      <Options list={list} />
    </Input>
  )
}

/** Some 250 countries are drawn once a language, not once a key. */
const Options = memo(function Options({ list }: { list: ListDocument | undefined }) {
  const t = useText()
  const { language } = useScope()
  return (
    <>
      <option value="">{t('form.choose')}</option>
      {choiceLabels(list, t, language).map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </>
  )
})

export function YesNo({
  id,
  htmlName,
  value,
  label,
  required,
  disabled,
  options,
  onChange,
}: Widget) {
  const t = useText()
  const isNeeded = required || (options as FieldOptions).needed === true
  return (
    <label className={css['yes']}>
      <input
        type="checkbox"
        id={id}
        name={htmlName}
        checked={value === true}
        required={isNeeded}
        disabled={disabled ?? false}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {t(label)}
        {isNeeded && <span aria-hidden="true"> *</span>}
      </span>
    </label>
  )
}

/** Several of a list: every choice in sight, each a checkbox. */
export function Choices({
  formData,
  fieldPathId,
  uiSchema,
  disabled,
  onChange,
}: FieldProps<FormValues, RJSFSchema>) {
  const t = useText()
  const { language } = useScope()
  const { list } = getUiOptions(uiSchema) as FieldOptions
  // The values of this field alone, whatever the form's type says.
  const chosen = Array.isArray(formData) ? (formData as readonly string[]) : []
  const turn = (id: string) =>
    onChange(
      (chosen.includes(id)
        ? chosen.filter((each) => each !== id)
        : [...chosen, id]) as unknown as FormValues,
      fieldPathId.path,
    )
  return (
    <div className={css['choices']}>
      {choiceLabels(list, t, language).map(({ id, label }) => (
        <label className={css['choice']} key={id}>
          <input
            type="checkbox"
            name={fieldPathId.name}
            value={id}
            checked={chosen.includes(id)}
            disabled={disabled ?? false}
            onChange={() => turn(id)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
