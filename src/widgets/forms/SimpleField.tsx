/**
 * One field of a short form: label above, hint under it, the error below with a sign and what to
 * do.
 */

import { lazy, Suspense, useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import type { FieldProblem, SimpleFieldProps } from './simpleform.ts'
import css from './SimpleField.module.css'

type Props = {
  field: SimpleFieldProps
  id: string
  value: string
  problem: FieldProblem | undefined
  onChange: (value: string) => void
  /** The sixth digit of a code is filled in. */
  onFull: () => void
}

const INPUT = {
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  password: { type: 'password', autoComplete: 'current-password' },
  'new-password': { type: 'password', autoComplete: 'new-password' },
  code: { type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code' },
  text: { type: 'text' },
  // Digits run left to right in every language.
  phone: { type: 'tel', autoComplete: 'tel', dir: 'ltr' },
} as const

const DIGITS = 6

/** On no first page. */
const ChoiceField = lazy(() => import('./ChoiceField.tsx'))

export function SimpleField({ field, id, value, problem, onChange, onFull }: Props) {
  const t = useText()
  const [visible, setVisible] = useState(false)
  const secret = field.kind === 'password' || field.kind === 'new-password'
  const parts = {
    hint: field.hint && `${id}-hint`,
    rules: field.kind === 'new-password' && `${id}-rules`,
    error: problem && `${id}-error`,
  }
  const describedBy = Object.values(parts).filter(Boolean).join(' ')
  const typed = (text: string) => {
    if (field.kind !== 'code') return onChange(text)
    const digits = text.replace(/\D/g, '').slice(0, DIGITS)
    onChange(digits)
    if (digits.length === DIGITS && value.length < DIGITS) onFull()
  }
  return (
    <div>
      <label className={css['label']} htmlFor={id}>
        {t(field.label)}
        {field.optional && <span className={css['optional']}> {t('simpleForm.optional')}</span>}
      </label>
      {field.hint && (
        <p className={css['hint']} id={`${id}-hint`}>
          {t(field.hint)}
        </p>
      )}
      <div className={css['box']}>
        {field.kind === 'choice' ? (
          <Suspense>
            <ChoiceField {...{ field, id, value, onChange }} className={css['input']} />
          </Suspense>
        ) : (
          <input
            {...INPUT[field.kind]}
            {...(secret && visible && { type: 'text', autoCapitalize: 'none', spellCheck: false })}
            {...(field.autocomplete && { autoComplete: field.autocomplete })}
            className={`${css['input']} ${field.kind === 'code' ? css['code'] : ''} ${secret ? css['secret'] : ''}`}
            id={id}
            name={field.id}
            value={value}
            required={!field.optional}
            aria-invalid={problem ? true : undefined}
            aria-describedby={describedBy || undefined}
            onChange={(event) => typed(event.target.value)}
          />
        )}
        {secret && (
          <IconButton
            label={t('simpleForm.show')}
            pressed={visible}
            onClick={() => setVisible(!visible)}
            className={css['eye']}
          >
            <Icon name="eye" />
          </IconButton>
        )}
      </div>
      {problem && (
        <p className={css['error']} id={`${id}-error`}>
          <Icon name="warning" size="s" />
          <span>{problem.texts.map((text) => t(text)).join(' ')}</span>
        </p>
      )}
      {field.kind === 'new-password' && <PasswordRules id={`${id}-rules`} password={value} />}
    </div>
  )
}
