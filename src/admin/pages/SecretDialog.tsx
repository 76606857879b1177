/** Sets the secret of a service. What is typed is forgotten here as soon as it is sent. */

import { useState } from 'react'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { TextField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'

type Props = { path: string; name: string; onClose: () => void; onSaved: () => void }

/** As the server checks it. */
const SECRET = /^[\x21-\x7e]{1,2000}$/

export function SecretDialog({ path, name, onClose, onSaved }: Props) {
  const t = useText()
  const [secret, setSecret] = useState('')
  const { form, busy, problem, faults, refuse, send } = useSend(['/secret'])
  const save = () => {
    const typed = secret.trim()
    if (SECRET.test(typed)) return send({ path, method: 'PUT', body: { secret: typed } }, onSaved)
    refuse({ faults: { '/secret': '' } })
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title={t('console.signIn.secretTitle', { name })}>
      <form
        ref={form}
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
          error={'/secret' in faults ? t('console.signIn.badSecret') : undefined}
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
