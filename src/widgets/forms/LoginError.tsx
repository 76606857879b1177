/**
 * Why signing in with another service failed. The address is untrusted input, so its value only
 * selects one of our own sentences.
 */

import { useEffect, useRef } from 'react'
import Type from 'typebox'
import { useScope } from '#engine/react/context.ts'
import { defineWidget } from '#engine/react/registry.ts'
import { useText } from '#engine/react/text.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import css from './LoginError.module.css'

export const Props = Type.Object({}, { additionalProperties: false })

const KNOWN: ReadonlySet<string> = new Set([
  'access_denied',
  'account_exists',
  'expired',
  'login_required',
  'not_set_up',
  'server_error',
  'signup_off',
  'temporarily_unavailable',
])

export const LoginError = defineWidget<typeof Props>('login-error', function LoginError() {
  const t = useText()
  const error = useScope().route?.query['loginError']
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) ref.current?.focus()
  }, [error])
  if (!error) return null
  return (
    <div className={css['place']}>
      <Note look="bad" alert ref={ref} title={t('signIn.failed')}>
        {t(`signIn.errors.${KNOWN.has(error) ? error : 'other'}`)}
      </Note>
    </div>
  )
})
