/** Invites a colleague: the email has a link that sets a password and grants the role. */

import { useState } from 'react'
import { ROLES, type Role } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { isDone, refusalOf, useConsole } from '#admin/parts/client.ts'
import { SelectField, TextField } from '#admin/parts/Field.tsx'

type Props = {
  onClose: () => void
  /** @param words what was done */
  onSent: (words: string) => void
}

export function InviteDialog({ onClose, onSent }: Props) {
  const t = useText()
  const call = useConsole()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const response = await call({ path: 'admin/users', method: 'POST', body: { email, role } })
      if (isDone(response)) return onSent(t('console.people.inviteSent', { email: email.trim() }))
      setProblem(refusalOf(response).message)
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('console.people.invite')}
      hint={t('console.people.inviteHint')}
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <TextField
          type="email"
          label={t('console.people.email')}
          value={email}
          onChange={setEmail}
        />
        <SelectField
          label={t('console.people.role')}
          value={role}
          onChange={(id) => setRole(id as Role)}
          choices={ROLES.map((id) => ({ id, label: t(`console.role.${id}`) }))}
        />
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <Button type="submit" busy={busy}>
          {t('console.people.inviteButton')}
        </Button>
      </form>
    </Dialog>
  )
}
