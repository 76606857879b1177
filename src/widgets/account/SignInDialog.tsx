/**
 * The session ended in the middle of an assessment: a dialog to sign in again. The page and its
 * answers stay.
 */

import { useState, type FormEvent } from 'react'
import { useText, type TextRef } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { readProblem } from '#widgets/forms/simpleform.ts'
import { SimpleField } from '#widgets/forms/SimpleField.tsx'
import css from './SignInDialog.module.css'

type Values = Readonly<Record<string, string>>

export function SignInDialog({
  email,
  phone,
  method,
  password: passwordLabel,
  button,
  onSignIn,
  onCode,
  onElsewhere,
  onLater,
}: {
  email: string | null
  phone: string | null
  /** How the session that ended was opened. */
  method: string
  /** Text keys: the labels of the field and the button. */
  password: string
  button: string
  /** What it responds with has `secondFactor` if a code is still missing. */
  onSignIn: (values: Values) => Promise<unknown>
  onCode: (values: Values) => Promise<unknown>
  /** Of an account that another service signs in to: its page has to be left for that. */
  onElsewhere: () => void
  onLater: () => void
}) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [wantsCode, setWantsCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TextRef | null>(null)
  const isService = !['email', 'phone'].includes(method)
  const name = email === null ? 'phone' : 'email'
  const account = email ?? phone ?? ''
  const send = () =>
    wantsCode ? onCode({ code: typed }) : onSignIn({ [name]: account, password: typed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isService) return onElsewhere()
    setBusy(true)
    setProblem(null)
    send()
      .then((response) => {
        if (!(response as { secondFactor?: string } | undefined)?.secondFactor) return
        setWantsCode(true)
        setTyped('')
      })
      .catch((error: unknown) => setProblem(readProblem(error, []).texts[0] ?? 'simpleForm.failed'))
      .finally(() => setBusy(false))
  }
  const words = wantsCode ? 'signInAgain.code' : isService ? 'signInAgain.service' : null
  return (
    <Dialog open onClose={onLater} title={t('signInAgain.title')}>
      <form className={css['form']} onSubmit={submit}>
        <p>{words === null ? t('signInAgain.text', { email: account }) : t(words)}</p>
        {problem !== null && (
          <Note look="bad" alert>
            {t(problem)}
          </Note>
        )}
        {!isService && (
          <SimpleField
            key={String(wantsCode)}
            field={
              wantsCode
                ? {
                    id: 'code',
                    kind: 'text',
                    label: 'signInAgain.codeLabel',
                    autocomplete: 'one-time-code',
                  }
                : { id: 'password', kind: 'password', label: passwordLabel }
            }
            id="sign-in-again"
            value={typed}
            problem={undefined}
            onChange={setTyped}
            onFull={() => undefined}
          />
        )}
        <Button type="submit" busy={busy}>
          {t(button)}
        </Button>
      </form>
    </Dialog>
  )
}
