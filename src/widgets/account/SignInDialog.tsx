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

export function SignInDialog({
  email,
  password: passwordLabel,
  button,
  onSignIn,
  onLater,
}: {
  email: string
  /** Text keys: the labels of the field and the button. */
  password: string
  button: string
  onSignIn: (values: { email: string; password: string }) => Promise<unknown>
  onLater: () => void
}) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TextRef | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    onSignIn({ email, password })
      .catch((error: unknown) => setProblem(readProblem(error, []).texts[0] ?? 'simpleForm.failed'))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog open onClose={onLater} title={t('signInAgain.title')}>
      <form className={css['form']} onSubmit={submit}>
        <p>{t('signInAgain.text', { email })}</p>
        {problem !== null && (
          <Note look="bad" alert>
            {t(problem)}
          </Note>
        )}
        <SimpleField
          field={{ id: 'password', kind: 'password', label: passwordLabel }}
          id="sign-in-again"
          value={password}
          problem={undefined}
          onChange={setPassword}
          onFull={() => undefined}
        />
        <Button type="submit" busy={busy}>
          {t(button)}
        </Button>
      </form>
    </Dialog>
  )
}
