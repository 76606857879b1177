/**
 * The frame of a field: label above, hint under it, error under the field with an icon (look.md 4,
 * Forms).
 */

import { Input } from '@mantine/core'
import {
  getUiOptions,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
  type RJSFSchema,
} from '@rjsf/utils'
import { use, type ReactNode } from 'react'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { useText } from '#engine/react/text.tsx'
import { HiddenFields, useProblem } from './formchanged.ts'
import { FirstFieldsContext } from './formfirst.ts'
import type { FieldOptions } from './formschema.ts'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import css from './FormTheme.module.css'

/** Labels and hints are text keys, so that only a change of schema rebuilds the form. */
export function Frame({
  id,
  label,
  rawDescription,
  rawErrors,
  required = false,
  schema,
  uiSchema,
  children,
}: FieldTemplateProps<FormValues, RJSFSchema>) {
  const t = useText()
  const problem = useProblem(id, rawErrors)
  const hidden = use(HiddenFields)
  if (schema.type === 'object') return children
  if (hidden.has(id)) return null
  const hint = t(rawDescription)
  const isNeeded = required || (getUiOptions(uiSchema) as FieldOptions).needed === true
  const error = problem !== undefined && <Problem>{problem}</Problem>
  if (schema.type !== 'array' && schema.type !== 'boolean') {
    return (
      <Input.Wrapper
        id={id}
        label={t(label)}
        description={hint}
        error={error}
        withAsterisk={isNeeded}
      >
        {children}
      </Input.Wrapper>
    )
  }
  const about = [hint && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={css['group']}
      id={schema.type === 'array' ? id : undefined}
      aria-describedby={about || undefined}
    >
      {schema.type === 'array' && (
        <legend className={css['label']}>
          {t(label)}
          {isNeeded && <span aria-hidden="true"> *</span>}
        </legend>
      )}
      {hint && (
        <p className={css['hint']} id={`${id}-description`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <div className={css['error']} id={`${id}-error`}>
          {error}
        </div>
      )}
    </fieldset>
  )
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <>
      <Icon name="warning" size="s" />
      <span>{children}</span>
    </>
  )
}

export function Fields({
  properties,
  fieldPathId,
}: ObjectFieldTemplateProps<FormValues, RJSFSchema>) {
  const t = useText()
  const first = use(FirstFieldsContext)
  // An entry of a list is an object too.
  if (first === null || fieldPathId.path.length > 0)
    return <div className={css['fields']}>{properties.map(({ content }) => content)}</div>
  const isFirst = ({ name }: { readonly name: string }) => first.keys.has(name)
  const rest = properties.filter((property) => !isFirst(property))
  return (
    <div className={css['fields']}>
      {properties.filter(isFirst).map(({ content }) => content)}
      {rest.length > 0 && (
        <Fold title={t(first.rest)} open={first.isOpen}>
          <div className={`${css['fields']} ${css['rest']}`}>
            {first.needed && <p className="small mute">{t('form.legend')}</p>}
            {rest.map(({ content }) => content)}
          </div>
        </Fold>
      )}
    </div>
  )
}

export function Nothing() {
  return null
}
