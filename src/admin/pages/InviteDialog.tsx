/** Invites a colleague: the email has a link that sets a password and grants the role. */

import { useState } from 'react'
import { ROLES, type Role } from '#engine/contract/admincontract.ts'
import { useText } from '#engine/react/text.tsx'
import { Button } from '#widgets/parts/Button.tsx'
import { Dialog } from '#widgets/parts/Dialog.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { SelectField, TextField } from '#admin/parts/Field.tsx'
import { useSend } from '#admin/parts/useSend.ts'

type Props = {
  onClose: () => void
  /** @param words what was done */
  onSent: (words: string) => void
}

export function InviteDialog({ onClose, onSent }: Props) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const { form, busy, problem, faults, send } = useSend(['/email', '/role'])
  const invite = () =>
    send({ path: 'admin/users', method: 'POST', body: { email, role } }, () =>
      onSent(t('console.people.inviteSent', { email: email.trim() })),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('console.people.invite')}
      hint={t('console.people.inviteHint')}
    >
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void invite()
        }}
      >
        <TextField
          type="email"
          label={t('console.people.email')}
          value={email}
          error={faults['/email']}
          onChange={setEmail}
        />
        <SelectField
          label={t('console.people.role')}
          value={role}
          error={faults['/role']}
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
