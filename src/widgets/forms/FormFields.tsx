/**
 * The fields themselves: text, long text, month, choice, yes or no. All native elements, which
 * phones handle best.
 */

import { Input } from '@mantine/core'
import type { RJSFSchema, WidgetProps } from '@rjsf/utils'
import { memo, use } from 'react'
import { useScope } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import { monthNames } from '#engine/documents/intl.ts'
import { choiceLabels } from './choices.ts'
import { useProblem } from './formchanged.ts'
import { GuideContext } from './guidecontext.ts'
import type { FieldOptions, ListDocument } from './formschema.ts'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './FormTheme.module.css'

type Widget = WidgetProps<FormValues, RJSFSchema>
type Typed = { readonly currentTarget: { readonly value: string } }

/** What the native elements have in common. A cleared field has no value, as schemas expect. */
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

/** Leading and trailing spaces are trimmed on blur, not while typing. */
function trimmed({ value, onChange }: Widget) {
  return ({ currentTarget }: Typed) => {
    const text = currentTarget.value.trim()
    if (typeof value === 'string' && text !== value) onChange(text === '' ? undefined : text)
  }
}

/** Help with this field, if its section has some. */
function Guided({ of: { id, value, onChange } }: { of: Widget }) {
  const guide = use(GuideContext)
  return guide === null ? null : <guide.Below id={id} value={value} onChange={onChange} />
}

export function Text(props: Widget) {
  const t = useText()
  const { inputType, inputMode, prompt, least, most } = props.options as FieldOptions
  return (
    <>
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
      <Guided of={props} />
    </>
  )
}

export function LongText(props: Widget) {
  const native = useNative(props)
  return (
    <>
      <Input {...native} component="textarea" multiline rows={6} />
      <Used count={native.value.length} most={props.schema.maxLength} />
      <Guided of={props} />
    </>
  )
}

/** From here on a long text says how much of its room is left. */
const NEARLY = 0.5
/** So many characters before the end it is said aloud too. */
const SOON_FULL = 100

function Used({ count, most = Infinity }: { count: number; most: number | undefined }) {
  const t = useText()
  const { language } = useScope()
  if (count < most * NEARLY) return null
  return (
    <p
      className={`small mute ${css['used']}`}
      data-over={count > most || undefined}
      aria-live={count > most - SOON_FULL ? 'polite' : 'off'}
    >
      {t('form.used', {
        count: count.toLocaleString(language),
        most: most.toLocaleString(language),
      })}
    </p>
  )
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

/**
 * A month of a year, YYYY-MM. Two native lists, because half of all browsers lack a month picker.
 * A partial choice is a value too (`2024-`), so that it's refused instead of lost.
 */
export function Month(props: Widget) {
  const t = useText()
  const { language } = useScope()
  const { years = [1950, new Date().getFullYear()] } = props.options as FieldOptions
  const { value, onChange, ...native } = useNative(props)
  const [year = '', month = ''] = value.split('-')
  const choose = (next: { year: string; month: string }) =>
    onChange({
      currentTarget: {
        value: next.year === '' && next.month === '' ? '' : `${next.year}-${next.month}`,
      },
    })
  const down = { component: 'select', pointer: true, rightSection: <Icon name="down" size="s" /> }
  const label = t(props.label)
  return (
    <>
      <div className={css['month']}>
        <Input
          {...native}
          {...(down as { component: 'select' })}
          value={month}
          aria-label={t('form.monthOf', { label })}
          onChange={(event: Typed) => choose({ year, month: event.currentTarget.value })}
        >
          <option value="">{t('form.monthEmpty')}</option>
          {monthNames(language).map((name, index) => (
            <option key={name} value={String(index + 1).padStart(2, '0')}>
              {name}
            </option>
          ))}
        </Input>
        <Input
          {...native}
          {...(down as { component: 'select' })}
          id={`${native.id}-year`}
          name={`${native.name}-year`}
          value={year}
          aria-label={t('form.yearOf', { label })}
          onChange={(event: Typed) => choose({ year: event.currentTarget.value, month })}
        >
          <option value="">{t('form.yearEmpty')}</option>
          {yearsFrom(years, year).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Input>
      </div>
      <Guided of={props} />
    </>
  )
}

/** From the last one back to the first. Includes the selected year, whatever it is. */
function yearsFrom([first, last]: readonly [number, number], chosen: string): string[] {
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => String(last - at))
  return chosen === '' || years.includes(chosen) ? years : [chosen, ...years]
}

/** Some 250 countries are rendered once per language, not once per keystroke. */
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
