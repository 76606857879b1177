/** Sets the secret of a service. What is typed is forgotten here as soon as it is sent. */

import { useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { fieldsOf, isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { TextField } from '#admin/parts/Field.tsx'

type Props = { path: string; name: string; onClose: () => void; onSaved: () => void }

/** As the server checks it. */
const SECRET = /^[\x21-\x7e]{1,2000}$/

export function SecretDialog({ path, name, onClose, onSaved }: Props) {
  const t = useText()
  const call = useConsole()
  const [secret, setSecret] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const typed = secret.trim()
    const isOne = SECRET.test(typed)
    setFault(isOne ? undefined : t('console.signIn.badSecret'))
    setProblem(null)
    if (!isOne) return
    setBusy(true)
    try {
      const response = await call({ path, method: 'PUT', body: { secret: typed } })
      if (isDone(response)) return onSaved()
      if ('/secret' in fieldsOf(response)) setFault(t('console.signIn.badSecret'))
      else setProblem(refusalOf(response).message)
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('console.signIn.secretTitle', { name })}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          type="password"
          label={t('console.signIn.secret')}
          hint={t('console.signIn.secretHint')}
          error={fault}
          maxLength={2100}
          // Not a password of the person who types it: no browser should offer to keep it.
          autoComplete="off"
          value={secret}
          onChange={setSecret}
        />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.signIn.save')}
        </Button>
      </form>
    </Dialog>
  )
}
